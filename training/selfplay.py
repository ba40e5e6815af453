"""SelfPlayPPO: MaskablePPO whose rollouts are games of a league, with both sides learning.

Only the collection of a rollout differs from sb3-contrib; the update is its own.
"""

from __future__ import annotations

from collections import defaultdict
from time import perf_counter
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO

from bofa_env.rules.world import SIDES
from bofa_env.sb3 import BofaVecEnv

from .buffer import SeatBuffer, SeatDictBuffer
from .league import LEARNER, League, as_tensors, rows_of


class SelfPlayPPO(MaskablePPO):
    """PPO on a `BofaVecEnv` with learner="both".

    league: who plays whom; None: the learner plays himself. The other arguments are those of MaskablePPO. `clock` tells how
    many seconds went into env, policy, rivals and update; `finished` what came of the games.
    """

    def __init__(self, policy: Any, env: BofaVecEnv, league: League | None = None, **others: Any) -> None:
        if not isinstance(env, BofaVecEnv) or not env.table.learner.all():
            raise ValueError('SelfPlayPPO plays a BofaVecEnv with learner="both"')
        others.setdefault(
            "rollout_buffer_class", SeatDictBuffer if isinstance(env.observation_space, spaces.Dict) else SeatBuffer
        )
        super().__init__(policy, env, **others)
        self.league = league or League(env.num_envs, (1.0, 0.0, 0.0), ())
        self.clock: defaultdict[str, float] = defaultdict(float)
        self.finished: defaultdict[str, float] = defaultdict(float)
        self.mask_sizes: list[float] = []

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "league", "clock", "finished", "mask_sizes"]

    def begin(self, seed: int) -> None:
        """Set up the first games."""
        self.env.seed(seed)
        self._last_obs = self.env.reset()
        games = self.env.table.games
        self.league.seat(games.seeds, np.ones(games.n, np.bool_))
        self._last_episode_starts = np.ones(games.n, np.bool_)

    def collect_rollouts(
        self, env: Any, callback: Any, rollout_buffer: Any, n_rollout_steps: int, use_masking: bool = True
    ) -> bool:
        """Every game takes `n_rollout_steps` decisions, each by whoever has to take it."""
        self.policy.set_training_mode(False)
        rollout_buffer.reset()
        callback.on_rollout_start()
        sizes, decisions = 0, 0
        for _ in range(n_rollout_steps):
            side = env.side
            masks = env.action_masks()
            deciding = self.league.to_decide(env.table.games)
            trained = deciding == LEARNER
            actions, values, log_probs = self._choose(masks, deciding)
            start = perf_counter()
            seen, rewards, ended, infos = env.step(actions)
            self.clock["env"] += perf_counter() - start
            sizes += int(masks[trained].sum())
            decisions += int(trained.sum())
            rollout_buffer.note(trained, side, ended)
            rollout_buffer.add(
                self._last_obs, actions[:, None], rewards, self._last_episode_starts, values, log_probs, action_masks=masks
            )
            self._score(infos, ended)
            self.league.seat(env.table.games.seeds, ended)
            self._last_obs, self._last_episode_starts = seen, ended
            self.num_timesteps += env.num_envs
            callback.update_locals(locals())
            if not callback.on_step():
                return False
        with torch.no_grad():
            last = self.policy.predict_values(as_tensors(self._last_obs))
        rollout_buffer.reckon(last.numpy().ravel(), env.side)
        self.mask_sizes.append(sizes / max(decisions, 1))
        callback.on_rollout_end()
        return True

    def train(self) -> None:
        """PPO's update."""
        start = perf_counter()
        super().train()
        self.clock["update"] += perf_counter() - start

    def _choose(self, masks: Any, deciding: Any) -> tuple[Any, torch.Tensor, torch.Tensor]:
        """An action for every game; value and log-probability where it is the learner's."""
        start = perf_counter()
        actions = self.league.answer(self.env.table.games, self._last_obs, masks, deciding)
        middle = perf_counter()
        trained = deciding == LEARNER
        values, log_probs = torch.zeros(len(actions)), torch.zeros(len(actions))
        if trained.any():
            with torch.no_grad():
                chosen, value, log_prob = self.policy(as_tensors(rows_of(self._last_obs, trained)), action_masks=masks[trained])
            actions[trained] = chosen.numpy()
            values[trained], log_probs[trained] = value.flatten(), log_prob
        self.clock["rivals"] += middle - start
        self.clock["policy"] += perf_counter() - middle
        return actions, values, log_probs

    def _score(self, infos: list[dict[str, Any]], ended: Any) -> None:
        """Count the games that have ended: by opponent and by the learner's side."""
        for index in np.flatnonzero(ended).tolist():
            self.finished["games"] += 1
            self.finished["decisions"] += infos[index]["decisions"]
            players, winner = self.league.players[index].tolist(), infos[index]["winner"]
            self.finished["draws"] += winner < 0
            for side in range(2):
                if players[side] == LEARNER and players[1 - side] != LEARNER:
                    key = f"{self.league.rival_name(players[1 - side])}/{SIDES[side]}"
                    self.finished[f"{key}/games"] += 1
                    self.finished[f"{key}/points"] += 1.0 if winner == side else 0.5 if winner < 0 else 0.0
