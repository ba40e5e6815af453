"""Shares: how often each side wins, with intervals, and how two kinds of games differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from ..replay import FORFEIT
from ..rules.world import AREAS, SIDES
from .ratings import Estimate
from .store import Played

LEVELS = ("complete", "tactical", "marginal", "won")
_FEWEST = 2  # games of one kind that say anything about it


@dataclass(frozen=True)
class Tally:
    """How the games of one kind came out. Forfeits say nothing about the game: they are counted and left out."""

    games: int
    forfeits: int
    wins: dict[str, Estimate]  # by side, and "draw"
    counts: dict[str, int]
    levels: dict[tuple[str, str], int]  # side and level of victory
    held: dict[str, list[int]]  # games in which a side holds 0, 1, … 5 areas
    score: Estimate  # of the Free Peoples, a draw counting half
    edge: Estimate  # share of wins of the Free Peoples less that of the Dark Army
    lead: Estimate  # areas that the Free Peoples hold more, mean
    turns: float
    decisions: float


def tally(games: Iterable[Played]) -> Tally:
    """Count the games of one kind."""
    listed = list(games)
    counted = [game for game in listed if game.level != FORFEIT]
    counts = {side: sum(game.winner == side for game in counted) for side in SIDES}
    counts["draw"] = len(counted) - sum(counts.values())
    scores = scores_of(counted)
    return Tally(
        len(counted),
        len(listed) - len(counted),
        {name: share(count, len(counted)) for name, count in counts.items()},
        counts,
        {(side, level): sum(g.winner == side and g.level == level for g in counted) for side in SIDES for level in LEVELS},
        {
            side: np.bincount([game.areas[number] for game in counted], minlength=len(AREAS) + 1).tolist()
            for number, side in enumerate(SIDES)
        },
        mean(scores, 0.0, 1.0),
        mean(2 * scores - 1, -1.0, 1.0),
        mean(leads_of(counted), -5.0, 5.0),
        float(np.mean([game.turns for game in counted])) if counted else 0.0,
        float(np.mean([game.decisions for game in counted])) if counted else 0.0,
    )


def scores_of(games: Sequence[Played]) -> NDArray[np.float64]:
    """The Free Peoples' points in each game."""
    return np.array([game.score for game in games], np.float64)


def leads_of(games: Sequence[Played]) -> NDArray[np.float64]:
    """How many areas more the Free Peoples hold at the end of each game."""
    return np.array([game.areas[0] - game.areas[1] for game in games], np.float64)


def share(count: int, games: int) -> Estimate:
    """A share with Wilson's interval."""
    if games == 0:
        return Estimate(0.0, 0.0, 1.0)
    low, high = proportion_confint(count, games, method="wilson")
    return Estimate(count / games, float(low), float(high))


def mean(values: NDArray[np.float64], least: float, most: float) -> Estimate:
    """A mean with Student's interval, kept honest for few or equal values by one more value at each end of the scale."""
    if not len(values):
        return Estimate((least + most) / 2, least, most)
    padded = _padded(values, least, most)
    reach = stats.t.ppf(0.975, len(padded) - 1) * padded.std(ddof=1) / np.sqrt(len(padded))
    middle = padded.mean()
    value = float(values.mean())
    return Estimate(value, min(value, max(least, float(middle - reach))), max(value, min(most, float(middle + reach))))


def _padded(values: NDArray[np.float64], least: float, most: float) -> NDArray[np.float64]:
    """With one more value at each end of the scale: a few games that came out alike do not show that all do."""
    return np.concatenate([values, [least, most]])


@dataclass(frozen=True)
class Difference:
    """How one kind of game differs from the base in the Free Peoples' score."""

    name: str
    games: int
    base_games: int
    score: Estimate  # the score with it
    change: Estimate  # the interval holds for all comparisons of the family together
    p: float  # corrected for the number of comparisons

    @property
    def clear(self) -> bool:
        """Whether the difference is more than chance, at 5 % for the whole family."""
        return self.p < 0.05


def differences(base: Sequence[Played], others: dict[str, Sequence[Played]]) -> list[Difference]:
    """Compare several kinds of games with the base, corrected for how many there are.

    Forfeited games are left out, and so are kinds of which fewer than two games are left.
    """
    own = scores_of([game for game in base if game.level != FORFEIT])
    counted = {name: scores_of([game for game in games if game.level != FORFEIT]) for name, games in others.items()}
    scores = {name: with_it for name, with_it in counted.items() if len(with_it) >= _FEWEST}
    if len(own) < _FEWEST or not scores:
        return []
    alpha = 0.05 / len(scores)  # Bonferroni's correction for intervals and p alike, so that both say the same
    return [
        Difference(name, len(with_it), len(own), mean(with_it, 0.0, 1.0), *_welch(with_it, own, alpha, len(scores)))
        for name, with_it in scores.items()
    ]


def _welch(one: NDArray[np.float64], other: NDArray[np.float64], alpha: float, family: int) -> tuple[Estimate, float]:
    """A difference of mean scores with its interval, and p corrected for the family; both samples padded, as in `mean`."""
    value = float(one.mean() - other.mean())
    found = stats.ttest_ind(_padded(one, 0.0, 1.0), _padded(other, 0.0, 1.0), equal_var=False)
    low, high = found.confidence_interval(1 - alpha)
    change = Estimate(value, max(-1.0, min(value, float(low))), min(1.0, max(value, float(high))))
    return change, min(1.0, family * float(found.pvalue))
