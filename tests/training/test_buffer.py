"""Advantages: each side's decisions are a sequence of their own, and opponents' decisions are not learned from."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from training.buffer import SeatBuffer

STEPS, GAMES, GAMMA, LAMBDA = 40, 5, 0.97, 0.9


def _filled(rng: np.random.Generator) -> SeatBuffer:
    buffer = SeatBuffer(STEPS, spaces.Box(0, 1, (2,)), spaces.Discrete(3), "cpu", LAMBDA, GAMMA, GAMES)
    buffer.rewards[:] = rng.normal(size=(STEPS, GAMES))
    buffer.values[:] = rng.normal(size=(STEPS, GAMES))
    buffer.side[:] = rng.integers(0, 2, (STEPS, GAMES))
    buffer.trained[:] = rng.random((STEPS, GAMES)) < 0.7
    buffer.ended[:] = rng.random((STEPS, GAMES)) < 0.1
    return buffer


def _slowly(buffer: SeatBuffer, game: int, side: int, last_value: float) -> dict[int, float]:
    """The advantages of one side in one game by the textbook, from a list of its own decisions."""
    own = [t for t in range(STEPS) if buffer.side[t, game] == side and buffer.trained[t, game]]
    found: dict[int, float] = {}
    for place, step in enumerate(own):
        advantage, weight = 0.0, 1.0
        for here, there in zip(own[place:], [*own[place + 1 :], STEPS], strict=True):
            reward, ended = 0.0, False
            for t in range(here, there):
                reward += float(buffer.rewards[t, game]) * (1 if buffer.side[t, game] == side else -1)
                if buffer.ended[t, game]:
                    ended = True
                    break
            after = 0.0 if ended else last_value if there == STEPS else float(buffer.values[there, game])
            advantage += weight * (reward + GAMMA * after - float(buffer.values[here, game]))
            weight *= GAMMA * LAMBDA
            if ended:
                break
        found[step] = advantage
    return found


def test_advantages_are_those_of_each_sides_own_decision_process() -> None:
    rng = np.random.default_rng(5)
    buffer = _filled(rng)
    last_values, last_side = rng.normal(size=GAMES).astype(np.float32), rng.integers(0, 2, GAMES).astype(np.int8)
    buffer.reckon(last_values, last_side)
    for game in range(GAMES):
        for side in range(2):
            sign = 1 if last_side[game] == side else -1
            for step, advantage in _slowly(buffer, game, side, sign * float(last_values[game])).items():
                assert np.isclose(buffer.advantages[step, game], advantage, atol=1e-4)
                assert np.isclose(buffer.returns[step, game], advantage + buffer.values[step, game], atol=1e-4)


def test_only_the_learners_decisions_are_given_out_each_once() -> None:
    buffer = _filled(np.random.default_rng(6))
    buffer.reckon(np.zeros(GAMES, np.float32), np.zeros(GAMES, np.int8))
    buffer.values[:] = np.arange(STEPS * GAMES).reshape(STEPS, GAMES)
    given = np.concatenate([batch.old_values.numpy() for batch in buffer.get(16)])
    assert sorted(given.tolist()) == np.flatnonzero(buffer.trained).tolist()
