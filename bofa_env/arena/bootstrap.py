"""The same fit with intervals from resampling: whole pairs of games are drawn again, and everything is fitted anew.

It asks nothing of the model, and where both sides have won some games of each meeting it agrees with the profile likelihood
(`fit.py`). Where a bot has won everything no resample shows a loss, and its intervals are too narrow: so it is not the default.
"""

from __future__ import annotations

import numpy as np

from .fit import Array, Fit

RESAMPLES = 400


class Bootstrap(Fit):
    """A fit, and the fits to so many tables of pairs drawn within each meeting."""

    def __init__(self, design: Array, units: Array, resamples: int = RESAMPLES, seed: int = 0) -> None:
        super().__init__(design, units)
        rng = np.random.default_rng(seed)
        meetings = _meetings(units)
        again = ([rng.choice(members, len(members)) for members in meetings] for _ in range(resamples))
        self.drawn = np.array([Fit(design, units[np.concatenate(chosen)], self.best).best for chosen in again])

    def interval(self, along: Array) -> tuple[float, float]:
        """Its 95 % interval: the middle 95 of 100 resamples."""
        low, high = np.percentile(self._told(along), [2.5, 97.5])
        return float(low), float(high)

    def likely_above(self, along: Array, value: float = 0.0) -> float:
        """The share of the resamples in which it lies above a value; half of those in which it is the value."""
        told = self._told(along)
        return float(np.mean(told > value) + np.mean(told == value) / 2)

    def _told(self, along: Array) -> Array:
        return np.asarray(self.drawn[:, : len(along)] @ along)


def _meetings(units: Array) -> list[np.ndarray[tuple[int], np.dtype[np.intp]]]:
    """The pairs of each meeting: those with games of the same two bots on the same sides."""
    rows = units.reshape(len(units), -1, 3).any(2)
    _, meeting = np.unique(rows, axis=0, return_inverse=True)
    return [np.flatnonzero(meeting.ravel() == number) for number in range(int(meeting.max()) + 1)]
