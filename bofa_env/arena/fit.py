"""A fit of the model of ratings to a table of games, and how far it can be trusted.

A game is won by the Free Peoples, drawn, or won by the Dark Army in the proportion exp(eta/2) : nu : exp(−eta/2), with eta
linear in the coefficients (`design`). Intervals are those of the profile likelihood: a value belongs to them if the best fit
that has it is not much worse than the best of all. Unlike a bootstrap this knows what games do not tell: if one bot wins
everything there is no other sample to draw, but any greater strength fits as well. Because the games of a pair are not
independent, what counts as much worse is scaled, for every quantity, by how much more (or less) it varies from pair to pair
than it would from game to game (Rotnitzky and Jewell 1990).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from scipy.optimize import brentq

PRIOR = 5.0  # standard deviation of a coefficient, about 870 Elo points: next to nothing once there are games
_ASSUMED = 4  # so many pairs of independent games are added to those that tell how games of a pair depend on each other
_STEPS = 100
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Limit:
    """By how much drops of the likelihood are to be scaled, and with how many degrees of freedom this is known."""

    scale: float
    freedom: float


class Fit:
    """The most likely coefficients (`best`), the last of which is the logarithm of nu.

    design: one row for each (Free Peoples' bot, Dark Army's bot). units: what each pair of games adds to the table, whose cells
    are these rows times won, drawn, lost. start: where to look first.
    """

    def __init__(self, design: Array, units: Array, start: Array | None = None) -> None:
        self.design, self.units = design, units
        self.table = units.sum(0).reshape(-1, 3)
        self.best = self._climb(np.zeros(design.shape[1] + 1) if start is None else start, None)
        self._most = self._height(self.best)

    def value(self, along: Array) -> float:
        """What is told of the coefficients: their sum with these weights."""
        return float(along @ self.best[: len(along)])

    def interval(self, along: Array) -> tuple[float, float]:
        """Its 95 % interval."""
        weights = self._full(along)
        if not weights.any():  # the rating of a single bot around its own mean
            return 0.0, 0.0
        found = self._limit(weights)
        limit = float(stats.t.ppf(0.975, found.freedom)) * found.scale
        middle, step = float(weights @ self.best), float(np.sqrt(weights @ self._inverse @ weights))
        ends = [self._end(weights, middle, sign * step, limit) for sign in (-1, 1)]
        return ends[0], ends[1]

    def likely_above(self, along: Array, value: float = 0.0) -> float:
        """How likely it is to lie above a value."""
        weights = self._full(along)
        drop, _ = self._drop(weights, value, self.best)
        way = np.sign(float(weights @ self.best) - value)
        found = self._limit(weights)
        return float(stats.t.cdf(way * drop / found.scale, found.freedom))

    # --- the likelihood

    def _parts(self, point: Array) -> tuple[Array, Array, Array, float, Array]:
        eta = np.clip(self.design @ point[:-1], -60, 60)
        up, down, nu = np.exp(eta / 2), np.exp(-eta / 2), float(np.exp(min(point[-1], 60.0)))
        return eta, up, down, nu, up + down + nu

    def _height(self, point: Array) -> float:
        won, drawn, lost = self.table.T
        eta, _, _, _, whole = self._parts(point)
        value = np.sum((won - lost) * eta / 2 + drawn * point[-1] - self.table.sum(1) * np.log(whole))
        return float(value - point @ point / (2 * PRIOR**2))

    def _cells(self, point: Array) -> Array:
        """The slope of the logarithm of each cell's chance."""
        _, up, down, nu, whole = self._parts(point)
        lean = (up - down) / (2 * whole)
        by_eta = np.array([0.5, 0.0, -0.5]) - lean[:, None]
        by_nu = np.array([0.0, 1.0, 0.0]) - (nu / whole)[:, None]
        return np.concatenate([by_eta[:, :, None] * self.design[:, None, :], by_nu[:, :, None]], axis=2).reshape(-1, len(point))

    def _information(self, point: Array) -> Array:
        """How sharply the likelihood bends, without the prior; the expected sharpness, too, as the model has it."""
        _, up, down, nu, whole = self._parts(point)
        cells = self._cells(point)
        chances = np.stack([up, np.full_like(up, nu), down], axis=1) / whole[:, None]
        return np.asarray(cells.T @ ((chances * self.table.sum(1)[:, None]).ravel()[:, None] * cells))

    def _climb(self, point: Array, keep: Array | None) -> Array:
        """Newton's way up to the only top there is; `keep` is a direction that must not change."""
        room = np.eye(len(point)) if keep is None else _across(keep)
        height = self._height(point)
        for _ in range(_STEPS):
            slope = room.T @ (self._cells(point).T @ self.table.ravel() - point / PRIOR**2)
            bend = room.T @ (self._information(point) + np.eye(len(point)) / PRIOR**2) @ room
            way = np.linalg.solve(bend, slope)
            if float(slope @ way) < 1e-9:
                break
            for _ in range(40):
                ahead = point + room @ way
                if (higher := self._height(ahead)) >= height:
                    break
                way = way / 2
            else:
                break
            point, height = ahead, higher
        return point

    # --- how far it can be trusted

    @cached_property
    def _inverse(self) -> Array:
        return np.asarray(np.linalg.inv(self._information(self.best) + np.eye(len(self.best)) / PRIOR**2), np.float64)

    @cached_property
    def _slopes(self) -> tuple[Array, Array]:
        """The slope of every cell at the best fit, and the chance of every cell."""
        _, up, down, nu, whole = self._parts(self.best)
        return self._cells(self.best), (np.stack([up, np.full_like(up, nu), down], axis=1) / whole[:, None]).ravel()

    def _limit(self, weights: Array) -> Limit:
        """How much more a quantity varies than if all games were independent, and on how many pairs that rests.

        A handful of pairs that came out alike does not show how the games of a pair depend on each other. So what the model
        expects of a few independent pairs is added; of pairs that have to do with the quantity, for those alone tell of it.
        """
        cells, chances = self._slopes
        pulls = cells @ (self._inverse @ weights)  # of a game in this cell
        expected = self.units.reshape(len(self.units), -1, 3).sum(2) @ (chances * pulls**2).reshape(-1, 3).sum(1)
        if not expected.any():  # no game has to do with it: all that is known is the prior
            return Limit(1.0, _ASSUMED - 1)
        pairs = float(expected.sum() ** 2 / (expected**2).sum())
        assumed = float(expected.sum()) * _ASSUMED / pairs
        paired, single = float(np.sum((self.units @ pulls) ** 2)), float(self.table.ravel() @ pulls**2)
        return Limit(float(np.sqrt((paired + assumed) / (single + assumed))), pairs + _ASSUMED - 1)

    def _full(self, along: Array) -> Array:
        return np.concatenate([along, np.zeros(len(self.best) - len(along))])

    def _drop(self, weights: Array, value: float, start: Array) -> tuple[float, Array]:
        """How much worse the best fit with this value is, as a number of standard deviations; and that fit."""
        point = start + weights * (value - float(weights @ start)) / float(weights @ weights)
        point = self._climb(point, weights)
        return float(np.sqrt(max(0.0, 2 * (self._most - self._height(point))))), point

    def _end(self, weights: Array, middle: float, step: float, limit: float) -> float:
        """Where, going from the middle, the fit becomes too bad."""
        near, far, at = middle, middle + limit * step, self.best
        drop: Callable[[float], float] = lambda value: self._drop(weights, value, at)[0] - limit  # noqa: E731
        for _ in range(_STEPS):
            worse, at = self._drop(weights, far, at)
            if worse >= limit:
                break
            near, far = far, far + step
        return float(brentq(drop, near, far, xtol=1e-4))


def _across(direction: Array) -> Array:
    """A basis of all directions at right angles to one."""
    return np.asarray(np.linalg.svd(direction[None, :])[2][1:].T)
