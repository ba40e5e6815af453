"""Shares: how often each side wins, with intervals, and how two kinds of games differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from ..replay import FORFEIT
from ..rules.world import AREAS, SIDES
from .ratings import Estimate
from .store import Played

LEVELS = ("complete", "tactical", "marginal", "won")


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
    padded = np.concatenate([values, [least, most]])
    reach = stats.t.ppf(0.975, len(padded) - 1) * padded.std(ddof=1) / np.sqrt(len(padded))
    middle = padded.mean()
    value = float(values.mean())
    return Estimate(value, min(value, max(least, float(middle - reach))), max(value, min(most, float(middle + reach))))


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
    """Compare several kinds of games with the base, corrected for how many there are."""
    own = scores_of([game for game in base if game.level != FORFEIT])
    names = [name for name, games in others.items() if len(games) > 1]
    if len(own) < 2 or not names:
        return []
    scores = {name: scores_of([game for game in others[name] if game.level != FORFEIT]) for name in names}
    raw = [_welch_p(scores[name], own) for name in names]
    corrected = multipletests(raw, method="bonferroni")[1]  # as the intervals, so that both say the same
    alpha = 0.05 / len(names)
    return [
        Difference(name, len(with_it), len(own), mean(with_it, 0.0, 1.0), _welch(with_it, own, alpha), float(p))
        for (name, with_it), p in zip(scores.items(), corrected, strict=True)
    ]


def _welch_p(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    if one.std() == 0 and other.std() == 0:
        return 1.0 if one.mean() == other.mean() else 0.0
    return float(stats.ttest_ind(one, other, equal_var=False).pvalue)


def _welch(one: NDArray[np.float64], other: NDArray[np.float64], alpha: float) -> Estimate:
    """A difference of means and its interval."""
    value = float(one.mean() - other.mean())
    spread = [part.var(ddof=1) / len(part) for part in (one, other)]
    if sum(spread) == 0:
        return Estimate(value, value, value)
    freedom = sum(spread) ** 2 / sum(s**2 / (len(part) - 1) for s, part in zip(spread, (one, other), strict=True))
    reach = float(stats.t.ppf(1 - alpha / 2, freedom) * np.sqrt(sum(spread)))
    return Estimate(value, value - reach, value + reach)
