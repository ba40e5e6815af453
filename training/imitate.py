"""A warm start: learn to do what a teacher does, since long games learn slowly from nothing.

The games are played on the same environment, and the teacher says in every position what he would do; that is learned, by
cross-entropy among the legal actions. In some of the games the teacher plays himself, with some random moves in between,
so that the positions differ; in the others the learner plays, so that he learns what to do where he himself gets (DAgger,
Ross, Gordon and Bagnell 2011). The critic learns what came of it, as in PPO.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from time import perf_counter
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from .league import as_tensors, bot_actions, rows_of
from .selfplay import SelfPlayPPO


class Imitation:
    """Rollouts and updates of the warm start. They use the algorithm's own environment, buffer and optimizer.

    teacher: a bot. noise: share of random moves in his games. own: share of the games that the learner plays. every: one
    decision in so many is learned from.
    """

    def __init__(self, algorithm: SelfPlayPPO, teacher: Any, noise: float, own: float, every: int, seed: int) -> None:
        self.algorithm, self.teacher = algorithm, teacher
        self.noise, self.every = noise, every
        games = algorithm.env.num_envs
        self.learner_plays = np.arange(games) < round(own * games)
        self.rng = np.random.default_rng([seed, 41])

    def spread(self, most: int) -> None:
        """The teacher plays each game on for up to `most` decisions, so that all stages of it are seen from the start."""
        env, games = self.algorithm.env, self.algorithm.env.table.games
        left = self.rng.integers(0, most + 1, games.n)
        while (left > 0).any():
            playing = (left > 0) & (games.players >= 0)
            env.table.step(bot_actions(self.teacher, games, playing), playing)
            if env.table.over.any():
                env.table.next_games(env.table.over.copy())
            left -= 1
        self.algorithm._last_obs = env._observations()

    def collect(self) -> None:
        """Fill the buffer: observations, and the teacher's actions for them."""
        algorithm, env = self.algorithm, self.algorithm.env
        buffer, games = algorithm.rollout_buffer, self.algorithm.env.table.games
        everywhere = np.ones(games.n, np.bool_)
        algorithm.policy.set_training_mode(False)
        buffer.reset()
        for _ in range(algorithm.n_steps):
            side, masks = env.side, env.action_masks()
            start = perf_counter()
            taught = bot_actions(self.teacher, games, everywhere)
            middle = perf_counter()
            picked = self.rng.integers(0, self.every, games.n) == 0
            looked_at = picked | self.learner_plays
            own, values = taught.copy(), torch.zeros(games.n)
            with torch.no_grad():
                chosen, value, _ = algorithm.policy(
                    as_tensors(rows_of(algorithm._last_obs, looked_at)), action_masks=masks[looked_at]
                )
            own[looked_at], values[looked_at] = chosen.numpy(), value.flatten()
            played = np.where(self.learner_plays, own, taught)
            by_chance = ~self.learner_plays & (self.rng.random(games.n) < self.noise)
            played = np.where(by_chance, games.sample(self.rng), played)
            end = perf_counter()
            seen, rewards, ended, infos = env.step(played)
            algorithm.clock["rivals"] += middle - start
            algorithm.clock["policy"] += end - middle
            algorithm.clock["env"] += perf_counter() - end
            buffer.note(picked, side, ended)
            starts = algorithm._last_episode_starts
            buffer.add(algorithm._last_obs, taught[:, None], rewards, starts, values, values, action_masks=masks)
            algorithm._score(infos, ended)
            algorithm._last_obs, algorithm._last_episode_starts = seen, ended
            algorithm.num_timesteps += games.n
        with torch.no_grad():
            last = algorithm.policy.predict_values(as_tensors(algorithm._last_obs))
        buffer.reckon(last.numpy().ravel(), env.side)

    def update(self, rate: float, batch_size: int, epochs: int) -> dict[str, float]:
        """Learn from the buffer; tells the losses and how often the learner would do as the teacher."""
        start = perf_counter()
        algorithm = self.algorithm
        policy, optimizer = algorithm.policy, algorithm.policy.optimizer
        policy.set_training_mode(True)
        for group in optimizer.param_groups:
            group["lr"] = rate
        told: list[tuple[float, float, float, float]] = []
        for batch in chain.from_iterable(algorithm.rollout_buffer.get(batch_size) for _ in range(epochs)):
            labels = batch.actions.long().flatten()
            values, log_prob, entropy = policy.evaluate_actions(batch.observations, labels, action_masks=batch.action_masks)
            value_loss = functional.mse_loss(values.flatten(), batch.returns)
            loss = -log_prob.mean() + algorithm.vf_coef * value_loss
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), algorithm.max_grad_norm)
            optimizer.step()
            likely = (log_prob.exp() > 0.5).float().mean()
            told.append((-log_prob.mean().item(), value_loss.item(), likely.item(), entropy.mean().item()))
        algorithm.clock["update"] += perf_counter() - start
        names = ("imitation_loss", "value_loss", "agreement", "entropy")
        return dict(zip(names, np.mean(told, 0).tolist(), strict=True))


def falling(first: float, last: float) -> Callable[[float], float]:
    """A rate that falls in a straight line; SB3 gives the share that remains."""
    return lambda remaining: last + (first - last) * remaining
