"""How strong the bots are against each other: paired games, the same seeds with the sides swapped, a draw is half."""

from __future__ import annotations

import numpy as np
import pytest
from bot_helpers import scores


def bounds(found: np.ndarray) -> tuple[float, float]:
    """A 99 % interval for the mean score, pairs as the unit (Hoeffding: holds whatever their distribution is)."""
    pairs = found.mean(0)
    reach = float(np.sqrt(np.log(2 / 0.01) / (2 * len(pairs))))
    return float(pairs.mean()) - reach, float(pairs.mean()) + reach


def test_greedy_beats_random() -> None:
    """Even if greedy won only 95 % of games, fewer than 3 points of 4 would come less than once in 100 runs."""
    assert scores("greedy", "random", 2, seed=70).sum() >= 3


@pytest.mark.slow
def test_greedy_beats_random_nearly_always() -> None:
    low, high = bounds(scores("greedy", "random", 100, seed=100))
    assert high >= 0.95 and low > 0.7


@pytest.mark.slow
def test_captain_beats_greedy() -> None:
    low, high = bounds(scores("captain", "greedy", 100, seed=200))
    assert high >= 0.60 and low > 0.5


@pytest.mark.slow
def test_mcts_beats_captain() -> None:
    """The bar is 0.55. With 40 pairs the mean is nearly normal: an interval that holds 99 times in 100 must not lie below
    the bar, and one that holds 97 times in 100 must lie above one half.
    """
    pairs = scores("mcts:sims=64", "captain", 40, seed=300).mean(0)
    mean, error = float(pairs.mean()), float(pairs.std(ddof=1)) / np.sqrt(len(pairs))
    assert mean + 2.7 * error >= 0.55
    assert mean - 1.9 * error > 0.5


@pytest.mark.slow
def test_both_sides_of_the_captain_beat_greedy() -> None:
    free, dark = scores("captain", "greedy", 60, seed=400).mean(1)
    assert free > 0.6 and dark > 0.6
