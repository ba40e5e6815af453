"""A training run: warm start if wanted, then self-play in a league; evaluated, logged and checkpointed as it goes.

A run's folder holds config.toml, curve.csv, tensorboard/, checkpoint.pt (to go on) and model.zip (to play with).
"""

from __future__ import annotations

import importlib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import Logger

import agents
from bofa_env.commands.files import write_whole
from bofa_env.rules.world import SIDES
from bofa_env.sb3 import BofaVecEnv
from bofa_env.scenarios import scenario
from bofa_env.views import View

from .checkpoint import load_checkpoint, save_checkpoint
from .config import Config, bot_names
from .curve import Curve
from .evaluate import match
from .hexnet import WHOLE_MAP
from .imitate import Imitation, falling
from .league import LEARNER, League
from .models import Card, path_of, save_model, start_from
from .policy import HexPolicy
from .selfplay import SelfPlayPPO

CHECKPOINT, MODEL, CONFIG = "checkpoint.pt", "model.zip", "config.toml"
_EVALUATION_SEED = 1_000_000_000  # games that no training run sees


def make_algorithm(config: Config) -> SelfPlayPPO:
    """Environment, league, policy and PPO of a configuration, with the first games set up."""
    torch.set_num_threads(config.threads)
    env = BofaVecEnv(
        config.games, "both", observation=config.observation, reward=config.reward, discount=config.discount,
        illegal="raise", **config.rules,
    )  # fmt: skip
    shares = (config.self_share, config.past_share, config.bot_share)
    league = League(config.games, shares, bot_names(config.bots) if config.bot_share else (), config.past_selves, config.seed)
    algorithm = SelfPlayPPO(
        _policy_class(config.policy), env, league,
        learning_rate=falling(config.learning_rate, config.last_learning_rate), n_steps=config.steps, batch_size=config.batch,
        n_epochs=config.epochs, gamma=config.discount, gae_lambda=config.gae_lambda, clip_range=config.clip,
        ent_coef=config.entropy, vf_coef=config.value_weight, max_grad_norm=config.max_grad_norm,
        target_kl=config.target_kl or None, policy_kwargs=_policy_arguments(config), seed=config.seed, device="cpu",
    )  # fmt: skip
    algorithm.set_logger(Logger(None, []))
    if config.start:
        start_from(algorithm, path_of(config.start))
    algorithm.begin(config.seed)
    return algorithm


def _policy_class(name: str) -> Any:
    """hex, a name that SB3 knows, or module:Class."""
    if name == "hex":
        return HexPolicy
    if ":" not in name:
        if name not in SelfPlayPPO.policy_aliases:
            known = ", ".join(("hex", *SelfPlayPPO.policy_aliases, "module:Class"))
            raise ValueError(f"there is no policy {name!r}; there is {known}")
        return name
    module, attribute = name.split(":")
    return getattr(importlib.import_module(module), attribute)


def _policy_arguments(config: Config) -> dict[str, Any]:
    if config.policy != "hex":
        return {}
    return {
        "channels": config.channels, "layers": config.layers, "hidden": config.hidden, "zones": config.zones,
        "separate": config.separate,
        "region": scenario(config.scenario).region or WHOLE_MAP,
    }  # fmt: skip


class Run:
    """One training run in a folder. `advance` is one update; `train` goes on to the end."""

    def __init__(self, config: Config, folder: Path) -> None:
        self.config, self.folder = config, folder
        self._start, self._core_start = perf_counter(), process_time()
        folder.mkdir(parents=True, exist_ok=True)
        self.algorithm = make_algorithm(config)
        self._callbacks = CallbackList([])
        self._callbacks.init_callback(self.algorithm)
        self.updates = 0
        self.seconds = 0.0  # that earlier parts of the run took
        self.core_seconds = 0.0
        self.imitation: Imitation | None = None
        if config.imitate and config.imitate_decisions:
            teacher = agents.make(config.imitate, config.seed)
            self.imitation = Imitation(
                self.algorithm, teacher, config.imitate_noise, config.imitate_own, config.imitate_every, config.seed
            )
            self.algorithm.league.players[:] = LEARNER  # nobody of the league plays before self-play
            if not (folder / CHECKPOINT).exists():
                self.imitation.spread(config.imitate_spread)
        rows: list[dict[str, Any]] = []
        if (folder / CHECKPOINT).exists():
            more = load_checkpoint(folder / CHECKPOINT, self.algorithm)
            self._check_same(more["config"])
            self.updates, self.seconds, rows = more["updates"], more["seconds"], more["rows"]
            self.core_seconds = more.get("core_seconds", 0.0)
            if self.imitation is not None:
                self.imitation.rng.bit_generator.state = more["imitation"]
        write_whole(folder / CONFIG, config.toml())
        self.curve = Curve(folder, rows)
        self._before = self._counters()

    def _check_same(self, then: dict[str, Any]) -> None:
        free = {"decisions", "imitate_decisions", "minutes", "threads", "evaluate_every", "evaluation_pairs", "ladder",
                "checkpoint_every"}  # fmt: skip
        now = asdict(self.config)
        different = [name for name in now if name not in free and then.get(name, now[name]) != now[name]]
        if different:
            raise ValueError(
                f"{self.folder} holds a run with another {', '.join(different)}; give the same, or another folder"
            )

    @property
    def elapsed(self) -> float:
        """Seconds of the whole run, earlier parts included."""
        return self.seconds + perf_counter() - self._start

    @property
    def core_elapsed(self) -> float:
        """Seconds of processor time, all cores together: what the run would have taken alone on one core."""
        return self.core_seconds + process_time() - self._core_start

    @property
    def over(self) -> bool:
        """Whether the decisions or the minutes are used up."""
        config = self.config
        in_time = not config.minutes or self.elapsed < 60 * config.minutes
        return self.algorithm.num_timesteps >= self.total or not in_time

    @property
    def total(self) -> int:
        """Decisions of the warm start and of self-play."""
        return self.config.decisions + (self.config.imitate_decisions if self.imitation is not None else 0)

    def train(self, tell: Callable[[dict[str, Any]], None] = lambda row: None) -> dict[str, Any]:
        """Go on to the end; `tell` gets every row of the curve. Ctrl-C saves what there is and is passed on."""
        row: dict[str, Any] = {}
        try:
            while not self.over:
                row = self.advance()
                tell(row)
        finally:
            self.save()
            self.curve.close()
        return row

    def advance(self) -> dict[str, Any]:
        """One rollout and one update."""
        algorithm, start = self.algorithm, perf_counter()
        first = algorithm.num_timesteps
        warming_up = self.imitation is not None and first < self.config.imitate_decisions
        if warming_up:
            assert self.imitation is not None
            remaining = 1 - first / self.config.imitate_decisions
            self.imitation.collect()
            rate = falling(self.config.imitate_rate, self.config.imitate_rate / 10)(remaining)
            told = self.imitation.update(rate, self.config.imitate_batch, self.config.imitate_epochs)
        else:
            if self.imitation is not None and algorithm.league.frozen == 0:
                self._begin_self_play()
            algorithm.collect_rollouts(algorithm.env, self._callbacks, algorithm.rollout_buffer, algorithm.n_steps)
            done = algorithm.num_timesteps - (self.total - self.config.decisions)
            algorithm._current_progress_remaining = max(0.0, 1 - done / self.config.decisions)
            algorithm.train()
            told = _of_logger(algorithm.logger.name_to_value)
            if self.updates % self.config.snapshot_every == 0:
                algorithm.league.freeze(algorithm.policy)
        self.updates += 1
        passed = perf_counter() - start
        row = {
            "update": self.updates, "decisions": algorithm.num_timesteps, "minutes": self.elapsed / 60,
            "core_minutes": self.core_elapsed / 60,
            "part": "imitation" if warming_up else "self-play",
            "decisions_per_second": (algorithm.num_timesteps - first) / passed, **told, **self._what_happened(passed),
        }  # fmt: skip
        last = self.over
        if last or (self.config.evaluate_every and self.updates % self.config.evaluate_every == 0):
            row |= self.evaluate()
        self.curve.add(row)
        if self.updates % self.config.checkpoint_every == 0 and not last:
            self.save()
        return row

    def _begin_self_play(self) -> None:
        """After the warm start: the optimizer forgets, and the league takes over the games at hand."""
        policy, algorithm = self.algorithm.policy, self.algorithm
        policy.optimizer = policy.optimizer_class(policy.parameters(), lr=self.config.learning_rate, **policy.optimizer_kwargs)
        algorithm.league.freeze(policy)

    def _counters(self) -> dict[str, float]:
        """Seconds and games so far."""
        return {f"seconds/{name}": value for name, value in self.algorithm.clock.items()} | self.algorithm.finished

    def _what_happened(self, passed: float) -> dict[str, float]:
        """Figures of the last update alone, out of counters that only grow."""
        algorithm, now = self.algorithm, self._counters()
        since = defaultdict(float, {name: value - self._before.get(name, 0) for name, value in now.items()})
        self._before = now
        parts = ("env", "policy", "rivals", "update")
        row: dict[str, float] = {f"share_{part}": since[f"seconds/{part}"] / passed for part in parts}
        row["games"] = since["games"]
        if since["games"]:
            row["game_length"] = since["decisions"] / since["games"]
            row["draws"] = since["draws"] / since["games"]
        if algorithm.mask_sizes:
            row["mask_size"] = algorithm.mask_sizes.pop()
        algorithm.mask_sizes.clear()
        for name in list(since):
            if name.endswith("/games") and since[name]:
                row[f"league/{name.removesuffix('/games')}"] = since[name.replace("/games", "/points")] / since[name]
        return row

    def evaluate(self) -> dict[str, float]:
        """Share of points against each bot of the ladder, by side, playing the best-liked actions."""
        player = PolicyPlayer(self.algorithm.policy, self.config.observation)
        row = {}
        for name in bot_names(self.config.ladder):
            score = match(player, agents.make(name), self.config.evaluation_pairs, _EVALUATION_SEED, **self.config.rules)
            row[f"against/{name}"] = score.share
            row |= {f"against/{name}/{side}": share for side, share in
                    zip(SIDES, (score.as_free_peoples, score.as_dark_army), strict=True)}  # fmt: skip
        return row

    def save(self) -> None:
        """Checkpoint and model."""
        more = {
            "config": asdict(self.config), "updates": self.updates, "seconds": self.elapsed,
            "core_seconds": self.core_elapsed, "rows": self.curve.rows,
            "imitation": self.imitation.rng.bit_generator.state if self.imitation is not None else None,
        }  # fmt: skip
        save_checkpoint(self.folder / CHECKPOINT, self.algorithm, more)
        config = self.config
        told = asdict(config) | {"region": scenario(config.scenario).region}
        card = Card(config.scenario, config.ruleset, config.option_names, config.observation,
                    decisions=self.algorithm.num_timesteps, config=told)  # fmt: skip
        save_model(self.folder / MODEL, self.algorithm, card)


def _of_logger(values: Any) -> dict[str, float]:
    """What SB3 has noted of its update, under the names of the curve."""
    names = {
        "train/entropy_loss": "entropy", "train/value_loss": "value_loss", "train/policy_gradient_loss": "policy_loss",
        "train/approx_kl": "kl", "train/clip_fraction": "clipped", "train/explained_variance": "explained_variance",
        "train/learning_rate": "learning_rate",
    }  # fmt: skip
    found = {own: float(values[name]) for name, own in names.items() if name in values}
    if "entropy" in found:
        found["entropy"] *= -1
    return found


class PolicyPlayer:
    """A policy in training as a player: the best-liked legal action."""

    def __init__(self, policy: Any, observation: str) -> None:
        self.policy, self._view = policy, View(observation)

    def act_batch(self, games: Any, which: Any) -> Any:
        """One action per game."""
        actions = np.zeros(games.n, np.int64)
        seen = self._view.of_some(games, which, games.players)
        actions[which], _ = self.policy.predict(seen, deterministic=True, action_masks=games.masks[which] != 0)
        return actions
