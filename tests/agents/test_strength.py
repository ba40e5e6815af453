"""How strong the bots are against each other: paired games, the same seeds with the sides swapped, a draw is half."""

from __future__ import annotations

import pytest
from bot_helpers import scores


def test_greedy_beats_random() -> None:
    """Even if greedy won only 95 % of games, fewer than 3 points of 4 would come less than once in 100 runs."""
    assert scores("greedy", "random", 2, seed=70).sum() >= 3


# The bars that docs/bots.md names, on fixed seeds: the same bots play the same games again.


@pytest.mark.slow
def test_greedy_beats_random_nearly_always() -> None:
    assert scores("greedy", "random", 100, seed=100).mean() >= 0.95


@pytest.mark.slow
def test_captain_beats_greedy() -> None:
    assert scores("captain", "greedy", 100, seed=200).mean() >= 0.60


@pytest.mark.slow
def test_mcts_beats_captain() -> None:
    """With 40 pairs a bot that scores 0.62 is below the bar once in some 200 choices of seeds, one that scores 0.5 above it once in 30."""
    assert scores("mcts:sims=64", "captain", 40, seed=300).mean() >= 0.55


@pytest.mark.slow
def test_both_sides_of_the_captain_beat_greedy() -> None:
    free, dark = scores("captain", "greedy", 60, seed=400).mean(1)
    assert free > 0.6 and dark > 0.6
