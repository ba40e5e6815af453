"""A position with an exactly known value is learned to within a stated margin."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import Logger

from bofa_env.batch import Games
from bofa_env.rules import doors
from bofa_env.rules.world import SIDES
from bofa_env.sb3 import BofaVecEnv
from bofa_env.solver import micro_positions
from training.league import as_tensors
from training.policy import HexPolicy
from training.run import PolicyPlayer
from training.selfplay import SelfPlayPPO

MARGIN = 0.08  # of the value, which lies between -1 and 1
GAMES = 64


class FromPosition(Games):
    """Games that all begin with one position, each with luck of its own."""

    def __init__(self, n: int, name: str, seed: int) -> None:
        self._position = micro_positions()[name].game().record
        super().__init__(n, seed=seed)

    def reset(self, seed: Any = None) -> None:
        super().reset(seed)
        self._set_up_again(np.ones(self.n, np.bool_))
        self._show()

    def _set_up_again(self, which: Any) -> None:
        for index in np.flatnonzero(which).tolist():
            self.records[index] = self._position[0]
            doors.reseed(self.records, index, int(self.seeds[index]))


def _value_of_play(algorithm: SelfPlayPPO, name: str, rounds: int) -> float:
    """What the Free Peoples get on average when the best-liked actions are played."""
    player, games = PolicyPlayer(algorithm.policy, "planes"), FromPosition(GAMES, name, 10_000)
    total = 0
    for _ in range(rounds):
        while (playing := games.players >= 0).any():
            games.step_where(playing, player.act_batch(games, playing))
        winner = games.records["winner"]
        total += int((winner == 0).sum()) - int((winner == 1).sum())
        games.next_games(np.ones(GAMES, np.bool_))
    return total / (rounds * GAMES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "region"), [("storm_of_dale", (9, 15, 10, 15)), ("second_wave_at_the_guard_room", (21, 27, 10, 15))]
)
def test_a_micro_position_is_learned_to_its_exact_value(name: str, region: tuple[int, int, int, int]) -> None:
    torch.set_num_threads(1)
    env = BofaVecEnv(GAMES, "both", illegal="raise")
    env.table.games = FromPosition(GAMES, name, 1)
    algorithm = SelfPlayPPO(
        HexPolicy, env, n_steps=32, batch_size=256, n_epochs=4, gamma=1.0, gae_lambda=1.0, learning_rate=2e-3, ent_coef=0.01,
        policy_kwargs={"channels": 8, "layers": 1, "hidden": 16, "region": region}, seed=1, device="cpu",
    )  # fmt: skip
    algorithm.set_logger(Logger(None, []))
    algorithm.begin(1)
    callbacks = CallbackList([])
    callbacks.init_callback(algorithm)
    for _ in range(20):
        algorithm.collect_rollouts(env, callbacks, algorithm.rollout_buffer, algorithm.n_steps)
        algorithm.train()
    exact = float(micro_positions()[name].value)
    # 32 rounds of 64 games: a standard error of at most 0.023
    assert _value_of_play(algorithm, name, 32) == pytest.approx(exact, abs=MARGIN)
    # the critic, asked at the beginning, for the side that decides there
    games = FromPosition(1, name, 5)
    sign = 1 if games.players[0] == SIDES.index("free_peoples") else -1
    with torch.no_grad():
        value = float(algorithm.policy.predict_values(as_tensors(games.observe()))[0, 0])
    assert sign * value == pytest.approx(exact, abs=2 * MARGIN)
