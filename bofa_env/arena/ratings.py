"""Ratings: one fit over all games. Bradley and Terry's model with a term for the side and Davidson's for draws.

With eta = rating of the Free Peoples' bot − rating of the Dark Army's bot + side, a game is won by the Free Peoples, drawn, or
won by the Dark Army in the proportion exp(eta/2) : nu : exp(−eta/2). Ratings are told in Elo points: 400 of them are
ten wins to one loss, whatever the draws. A weak prior keeps a bot that has won all its games finite. What the fit and its
intervals are stands in `fit.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import one_of
from .bootstrap import Bootstrap
from .fit import Fit

ELO = 400 / np.log(10)
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
        return f"{self.value:+z.{digits}f} [{self.low:+z.{digits}f}, {self.high:+z.{digits}f}]"


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
        for game in listed:
            cell = 3 * rows.index((game.free, game.dark)) + round(2 - 2 * game.score)
            units[game.study, game.pair].append(cell)
        self.units = np.zeros((len(units), 3 * len(rows)))  # what each pair of games adds to the table
        for number, cells in enumerate(units.values()):
            np.add.at(self.units[number], cells, 1)


INTERVALS: dict[str, type[Fit]] = {"profile": Fit, "bootstrap": Bootstrap}


def rate(games: Iterable[Game], intervals: str = "profile") -> Ladder:
    """Fit the ratings of all bots in the games: one rating per bot and a side term; and one rating per bot and side.

    intervals: of the profile likelihood, or by resampling pairs (`bootstrap.py`).
    """
    listed = list(games)
    counts = Counts(listed)
    fit = INTERVALS[one_of("intervals", intervals, tuple(INTERVALS))]
    bots, rows = len(counts.bots), len(counts.free)
    free, dark = np.eye(bots)[counts.free], np.eye(bots)[counts.dark]
    common = fit(np.column_stack([free - dark, np.ones(rows)]), counts.units)
    by_side = fit(np.column_stack([free, -dark]), counts.units)
    one = np.eye(bots)
    around = one - 1 / bots  # a rating is told around the mean of all
    nothing = np.zeros(bots)
    ratings = [
        Rating(
            bot, *_points(listed, bot), _estimate(common, around[i]),
            _estimate(by_side, around[i]), _estimate(by_side, np.append(nothing, around[i])),
        )
        for i, bot in enumerate(counts.bots)
    ]  # fmt: skip
    ratings.sort(key=lambda rating: -rating.elo.value)
    superior = {}
    for (i, first), (j, second) in combinations(enumerate(counts.bots), 2):
        superior[first, second] = common.likely_above(one[i] - one[j])
        superior[second, first] = 1 - superior[first, second]
    side = _estimate(common, np.append(nothing, 1.0))
    return Ladder(ratings, side, float(np.exp(common.best[-1])), superior, len(listed), len(counts.units))


def _estimate(fit: Fit, along: Array) -> Estimate:
    """In Elo points."""
    low, high = fit.interval(along)
    return Estimate(fit.value(along) * ELO, low * ELO, high * ELO)


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
