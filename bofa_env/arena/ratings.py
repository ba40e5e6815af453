"""Ratings: one fit over all games. Bradley and Terry's model with a term for the side and Davidson's for draws.

With eta = rating of the Free Peoples' bot − rating of the Dark Army's bot + side, a game is won by the Free Peoples, drawn, or
won by the Dark Army in the proportion exp(eta/2) : nu : exp(−eta/2). Ratings are told in Elo points: 400 of them are
ten wins to one loss, whatever the draws. A weak prior keeps a bot that has won all its games finite.
Intervals come from resampling pairs of games within each meeting, because the games of a pair are not independent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

ELO = 400 / np.log(10)
_PRIOR = 5.0  # standard deviation of a rating, about 870 Elo points: next to nothing once there are games
Array = NDArray[np.float64]


class Game(Protocol):
    """What the fit has to know of a game."""

    @property
    def study(self) -> str: ...
    @property
    def pair(self) -> int: ...
    @property
    def free(self) -> str: ...
    @property
    def dark(self) -> str: ...
    @property
    def score(self) -> float: ...


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float

    def told(self, digits: int = 0) -> str:
        """As people write it."""
        return f"{self.value:+.{digits}f} [{self.low:+.{digits}f}, {self.high:+.{digits}f}]"


@dataclass(frozen=True)
class Rating:
    """How strong a bot is, and how strong with each side, in Elo points around the mean of all bots."""

    bot: str
    games: int
    score: float  # share of the points
    elo: Estimate
    as_free: Estimate
    as_dark: Estimate


@dataclass(frozen=True)
class Ladder:
    """The ratings of all bots, best first."""

    ratings: list[Rating]
    side: Estimate  # what playing the Free Peoples is worth, in Elo points
    draws: float  # Davidson's nu: between equals a draw is nu/2 times as likely as a win of a given side
    superior: dict[tuple[str, str], float]  # likelihood that the first is the stronger one
    games: int
    pairs: int

    @property
    def by_side(self) -> bool:
        """Whether ratings by side mean anything: of two bots, games tell only the sum of both differences."""
        return len(self.ratings) > 2


class Counts:
    """The games as a table: rows are (Free Peoples' bot, Dark Army's bot), columns won, drawn, lost by the Free Peoples."""

    def __init__(self, games: Iterable[Game]) -> None:
        listed = list(games)
        if not listed:
            raise ValueError("there are no games to rate")
        self.bots = sorted({bot for game in listed for bot in (game.free, game.dark)})
        rows = sorted({(game.free, game.dark) for game in listed})
        self.free = np.array([self.bots.index(free) for free, _ in rows])
        self.dark = np.array([self.bots.index(dark) for _, dark in rows])
        units: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        strata: dict[tuple[str, int], frozenset[str]] = {}
        for game in listed:
            cell = 3 * rows.index((game.free, game.dark)) + round(2 - 2 * game.score)
            units[game.study, game.pair].append(cell)
            strata[game.study, game.pair] = frozenset((game.free, game.dark))
        self.units = np.zeros((len(units), 3 * len(rows)))  # what each pair of games adds to the table
        for number, cells in enumerate(units.values()):
            np.add.at(self.units[number], cells, 1)
        kinds = sorted(set(strata.values()), key=sorted)
        kind = np.array([kinds.index(stratum) for stratum in strata.values()])
        self.strata = [np.flatnonzero(kind == number) for number in range(len(kinds))]
        self.table = self.units.sum(0).reshape(-1, 3)

    def resampled(self, rng: np.random.Generator) -> Array:
        """A table from as many pairs, drawn with replacement within each meeting.

        Half a pair won by either bot is among those that can be drawn: who has won all of a few games may yet lose one.
        """
        weights = np.zeros(len(self.units))
        upsets = np.zeros_like(self.table)
        for members in self.strata:
            chances = np.append(np.ones(len(members)), [0.5, 0.5])
            drawn = rng.multinomial(len(members), chances / chances.sum())
            weights[members] = drawn[:-2]
            rows = self.units[members].reshape(len(members), -1, 3).any((0, 2))
            first = self.free[rows].min()
            ahead = self.free == first
            for winner, count in zip((ahead, ~ahead), drawn[-2:], strict=True):
                upsets[rows & winner, 0] += count
                upsets[rows & ~winner, 2] += count
        return np.asarray((weights @ self.units).reshape(-1, 3) + upsets)


def _fit(design: Array, table: Array, start: Array) -> Array:
    """The most likely coefficients, and last the logarithm of nu. The likelihood is concave: there is one maximum."""
    won, drawn, lost = table.T
    total = table.sum(1)

    def parts(point: Array) -> tuple[Array, Array, Array, float, Array]:
        eta, nu = design @ point[:-1], float(np.exp(point[-1]))
        up, down = np.exp(eta / 2), np.exp(-eta / 2)
        return eta, up, down, nu, up + down + nu

    def loss(point: Array) -> tuple[float, Array]:
        eta, up, down, nu, whole = parts(point)
        value = np.sum((won - lost) * eta / 2 + drawn * point[-1] - total * np.log(whole))
        by_eta = (won - lost) / 2 - total * (up - down) / (2 * whole)
        by_nu = np.sum(drawn - total * nu / whole)
        slope = np.append(design.T @ by_eta, by_nu) - point / _PRIOR**2
        return -float(value) + float(point @ point) / (2 * _PRIOR**2), -slope

    def curvature(point: Array) -> Array:
        _, up, down, nu, whole = parts(point)
        by_eta = total * ((up + down) / (4 * whole) - (up - down) ** 2 / (4 * whole**2))
        mixed = -total * nu * (up - down) / (2 * whole**2)
        by_nu = np.sum(total * nu * (whole - nu) / whole**2)
        matrix = np.empty((len(point), len(point)))
        matrix[:-1, :-1] = design.T @ (by_eta[:, None] * design)
        matrix[:-1, -1] = matrix[-1, :-1] = design.T @ mixed
        matrix[-1, -1] = by_nu
        return matrix + np.eye(len(point)) / _PRIOR**2

    found = minimize(loss, start, jac=True, hess=curvature, method="trust-exact", options={"gtol": 1e-6})
    return np.asarray(found.x)


class _Model:
    """The two fits: one rating per bot and a side term; and one rating per bot and side."""

    def __init__(self, counts: Counts) -> None:
        bots, rows = len(counts.bots), len(counts.free)
        free, dark = np.eye(bots)[counts.free], np.eye(bots)[counts.dark]
        self.common = np.column_stack([free - dark, np.ones(rows)])
        self.by_side = np.column_stack([free, -dark])
        self.bots = bots

    def fit(self, table: Array, start: tuple[Array, Array] | None = None) -> tuple[Array, Array]:
        """Coefficients of both."""
        common = _fit(self.common, table, np.zeros(self.bots + 2) if start is None else start[0])
        by_side = _fit(self.by_side, table, np.zeros(2 * self.bots + 1) if start is None else start[1])
        return common, by_side

    def elo(self, fitted: tuple[Array, Array]) -> Array:
        """Ratings, side, ratings as Free Peoples, ratings as Dark Army, in Elo points, each around its mean."""
        common, by_side = fitted
        parts = common[: self.bots], by_side[: self.bots], by_side[self.bots : -1]
        ratings, as_free, as_dark = (part - part.mean() for part in parts)
        return np.asarray(np.concatenate([ratings, common[self.bots : self.bots + 1], as_free, as_dark]) * ELO)


def rate(games: Iterable[Game], resamples: int = 400, seed: int = 0) -> Ladder:
    """Fit the ratings of all bots in the games."""
    listed = list(games)
    counts = Counts(listed)
    model = _Model(counts)
    fitted = model.fit(counts.table)
    rng = np.random.default_rng(seed)
    drawn = np.array([model.elo(model.fit(counts.resampled(rng), fitted)) for _ in range(resamples)])
    values = model.elo(fitted)
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    told = [Estimate(*numbers) for numbers in zip(values.tolist(), low.tolist(), high.tolist(), strict=True)]
    bots = len(counts.bots)
    ratings = [
        Rating(bot, *_points(listed, bot), told[i], told[bots + 1 + i], told[2 * bots + 1 + i])
        for i, bot in enumerate(counts.bots)
    ]
    ratings.sort(key=lambda rating: -rating.elo.value)
    superior = {
        (one, other): float(np.mean(drawn[:, i] > drawn[:, j]) + np.mean(drawn[:, i] == drawn[:, j]) / 2)
        for i, one in enumerate(counts.bots)
        for j, other in enumerate(counts.bots)
        if i != j
    }
    return Ladder(ratings, told[bots], float(np.exp(fitted[0][-1])), superior, len(listed), len(counts.units))


def _points(games: Sequence[Game], bot: str) -> tuple[int, float]:
    scores = [game.score for game in games if game.free == bot] + [1 - game.score for game in games if game.dark == bot]
    return len(scores), float(np.mean(scores))


def crosstable(games: Iterable[Game]) -> dict[tuple[str, str], tuple[float, int]]:
    """Points of the first bot against the second, and how many games."""
    points: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for game in games:
        points[game.free, game.dark].append(game.score)
        if game.free != game.dark:
            points[game.dark, game.free].append(1 - game.score)
    return {meeting: (sum(scores), len(scores)) for meeting, scores in points.items()}


def chances(eta_elo: float, nu: float) -> Any:
    """Chances of win, draw and loss at a difference of so many Elo points."""
    up, down = np.exp(eta_elo / ELO / 2), np.exp(-eta_elo / ELO / 2)
    return np.array([up, nu, down]) / (up + nu + down)
