"""What the tests of the environments share."""

from __future__ import annotations

from typing import Any

import numpy as np


def choose(masks: Any, rng: np.random.Generator) -> Any:
    """A uniform legal action for every row; 0 where there is none."""
    masks = np.atleast_2d(masks)
    return (rng.random(masks.shape, np.float32) * masks).argmax(1)


def same(first: Any, second: Any) -> bool:
    """Whether two observations, dicts or arrays, are the same."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    return first.dtype == second.dtype and np.array_equal(first, second)


def row(observations: Any, index: int) -> Any:
    """One game's observation out of many."""
    if isinstance(observations, dict):
        return {name: array[index] for name, array in observations.items()}
    return observations[index]
