"""How fast training is, and where the time goes: environment, policy, update; at 1, 8, 64 and 256 games side by side.

Next to it, in the same run and with the same PPO settings, MaskablePPO on PettingZoo's connect_four with DummyVecEnv, as
PettingZoo's own tutorial trains it.

    .venv/bin/python benchmarks/training.py --json training.json
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

sys.path.remove(str(Path(__file__).parent.resolve()))  # where this file would hide the package of the same name

import gymnasium
import numpy as np
import torch
from rich.console import Console
from rich.table import Table
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import DummyVecEnv

from bofa_env.commands.files import check_writable, write_whole
from training.config import Config, changed
from training.run import make_algorithm

PARALLEL = (1, 8, 64, 256)
DECISIONS = 1024  # per update, or a few steps of every game if that is more
AIM = 0.10  # the environment's share of the time
PPO = {"batch": 256, "epochs": 3}
OURS: dict[str, dict[str, Any]] = {
    "skirmish, hex network": {"scenario": "skirmish"},
    "full, hex network": {"scenario": "full"},
    "full, MLP on the flat observation": {"scenario": "full", "policy": "MlpPolicy", "observation": "flat"},
}
PEER = "connect_four, MLP, DummyVecEnv"


@dataclass(frozen=True)
class Row:
    """What one combination took."""

    name: str
    games: int
    steps_per_second: float
    env: float  # shares of the time
    policy: float
    update: float


def steps_of(games: int) -> int:
    return max(8, DECISIONS // games)


def measured(name: str, games: int, seconds: float, once: Callable[[], dict[str, float]]) -> Row:
    """Rollouts and updates until the time is over; the first one, which warms up, does not count."""
    once()
    rounds: list[dict[str, float]] = []
    start = perf_counter()
    while perf_counter() - start < seconds or len(rounds) < 2:
        began = perf_counter()
        parts = once()
        parts["all"] = perf_counter() - began
        rounds.append(parts)
    whole = sum(parts["all"] for parts in rounds)
    env, update = (sum(parts[part] for parts in rounds) / whole for part in ("env", "update"))
    rate = median(steps_of(games) * games / parts["all"] for parts in rounds)
    return Row(name, games, rate, env, 1 - env - update, update)


def ours(name: str, games: int, seconds: float, threads: int) -> Row:
    """Self-play of our own: every decision of either side is a step, and all are learned from."""
    settings = {"self_share": 1.0, "past_share": 0.0, "bot_share": 0.0, "threads": threads, "games": games,
                "steps": steps_of(games), "target_kl": 0.0}  # fmt: skip
    algorithm = make_algorithm(changed(Config(), {**settings, **PPO, **OURS[name]}))
    callbacks = CallbackList([])
    callbacks.init_callback(algorithm)

    def once() -> dict[str, float]:
        before = dict(algorithm.clock)
        algorithm.collect_rollouts(algorithm.env, callbacks, algorithm.rollout_buffer, algorithm.n_steps)
        algorithm.train()
        return {part: algorithm.clock[part] - before.get(part, 0.0) for part in ("env", "update")}

    return measured(name, games, seconds, once)


class ConnectFour(gymnasium.Env[Any, Any]):
    """PettingZoo's connect_four as the tutorial gives it to SB3: whoever's turn it is acts, and sees his board."""

    def __init__(self) -> None:
        from pettingzoo.classic import connect_four_v3

        self.game = connect_four_v3.env()
        self.game.reset(seed=1)
        agent = self.game.possible_agents[0]
        self.observation_space = self.game.observation_space(agent)["observation"]
        self.action_space = self.game.action_space(agent)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        self.game.reset(seed)
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.game.agent_selection
        self.game.step(int(action))
        over = self.game.terminations[agent] or self.game.truncations[agent]
        return self._seen(), float(self.game.rewards[agent]), over, False, {}

    def action_masks(self) -> Any:
        return self.game.observe(self.game.agent_selection)["action_mask"]

    def _seen(self) -> Any:
        return self.game.observe(self.game.agent_selection)["observation"]


class TimedDummyVecEnv(DummyVecEnv):
    """Knows how long its steps and masks have taken."""

    seconds = 0.0

    def step(self, actions: Any) -> Any:
        start = perf_counter()
        result = super().step(actions)
        self.seconds += perf_counter() - start
        return result

    def env_method(self, *args: Any, **kwargs: Any) -> Any:
        start = perf_counter()
        result = super().env_method(*args, **kwargs)
        self.seconds += perf_counter() - start
        return result


def connect_four(name: str, games: int, seconds: float, threads: int) -> Row:
    """The peer."""
    torch.set_num_threads(threads)
    env = TimedDummyVecEnv([ConnectFour for _ in range(games)])
    algorithm = MaskablePPO(
        "MlpPolicy", env, n_steps=steps_of(games), batch_size=PPO["batch"], n_epochs=PPO["epochs"], seed=1, device="cpu"
    )
    algorithm.set_logger(Logger(None, []))
    algorithm._last_obs, algorithm._last_episode_starts = env.reset(), np.ones(games, np.bool_)
    callbacks = CallbackList([])
    callbacks.init_callback(algorithm)
    algorithm.ep_info_buffer, algorithm.ep_success_buffer = [], []

    def once() -> dict[str, float]:
        before = env.seconds
        algorithm.collect_rollouts(env, callbacks, algorithm.rollout_buffer, algorithm.n_steps)
        middle = perf_counter()
        algorithm.train()
        return {"env": env.seconds - before, "update": perf_counter() - middle}

    return measured(name, games, seconds, once)


def shown(rows: list[Row], threads: int) -> Table:
    machine = f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    table = Table(title=f"Training: {machine}, torch {torch.__version__}, {threads} threads")
    for column in ("what", "games", "steps/s", "environment", "policy", "update"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for row in rows:
        shares = (f"{100 * part:.1f} %" for part in (row.env, row.policy, row.update))
        table.add_row(row.name, str(row.games), f"{row.steps_per_second:,.0f}", *shares)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="per row")
    parser.add_argument("--threads", type=int, default=2, help="of PyTorch")
    parser.add_argument("--games", type=int, nargs="*", default=list(PARALLEL))
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if given.json:
        check_writable(given.json)
    console = Console()
    rows: list[Row] = []
    for games in given.games:
        for name in OURS:
            rows.append(ours(name, games, given.seconds, given.threads))
        rows.append(connect_four(PEER, games, given.seconds, given.threads))
    rows.sort(key=lambda row: (list((*OURS, PEER)).index(row.name), row.games))
    console.print(shown(rows, given.threads))
    worst = max((row for row in rows if "hex" in row.name), key=lambda row: row.env)
    met = "met" if worst.env <= AIM else "not met"
    where = f"{worst.name}, {worst.games} games"
    console.print(f"The environment's share with the hex network is at most {100 * worst.env:.1f} % ({where}): {met}.")
    if given.json:
        write_whole(given.json, json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
