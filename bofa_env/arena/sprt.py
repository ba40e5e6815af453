"""Sequential test on pairs of games: stop a match as soon as it is clear which of two hypotheses fits better.

H0: the first bot is `elo0` Elo points stronger, H1: `elo1`. A pair gives the first bot 0, ½, 1, 1½ or 2 points (pentanomial),
so what the two games of a pair have in common, set-up and chips, does no harm. The log-likelihood ratio is that of the most
likely distribution of pairs with the mean of H1 against the one with the mean of H0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, isfinite, log

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from scipy.optimize import brentq

from .ratings import ELO, Game

_SCORES = np.arange(5) / 4
_MOST_ELO = 2000  # a score of 99.999 %: no match tells more than that from certain
_NEARLY_NOTHING = 1e-3  # in place of a kind of pair that has not come up yet


@dataclass(frozen=True)
class Hypotheses:
    """What is tested, and how often a wrong decision is accepted."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05  # H1 decided though H0 holds
    beta: float = 0.05

    def check(self) -> None:
        """ValueError if they make no test."""
        self.check_elo()
        self.check_errors()

    def check_elo(self) -> None:
        """ValueError if there is nothing to decide between."""
        if not all(-_MOST_ELO <= elo <= _MOST_ELO for elo in (self.elo0, self.elo1)):
            raise ValueError(f"elo0 and elo1 lie between -{_MOST_ELO} and {_MOST_ELO}, not {self.elo0:g} and {self.elo1:g}")
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 ({self.elo0:g}) must be below elo1 ({self.elo1:g})")

    def check_errors(self) -> None:
        """ValueError if no test errs so rarely, or so often."""
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha and beta lie between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds for the log-likelihood ratio."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


@dataclass(frozen=True)
class Verdict:
    """Where a test stands."""

    pairs: int
    counts: tuple[int, ...]  # pairs by the points of the first bot: 0, ½, 1, 1½, 2
    llr: float
    decided: str | None  # "H0", "H1", None: not yet


def expected_score(elo: float) -> float:
    """The share of points of somebody who is so many Elo points stronger (draws count half)."""
    return float(1 / (1 + np.exp(-elo / ELO)))


def llr(counts: Iterable[int], elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of H1 against H0."""
    seen = np.maximum(np.array(list(counts), np.float64), _NEARLY_NOTHING)
    share = seen / seen.sum()
    under0, under1 = (_most_likely(share, expected_score(elo)) for elo in (elo0, elo1))
    return float(seen.sum() * np.sum(share * np.log(under1 / under0)))


def _most_likely(share: NDArray[np.float64], mean: float) -> NDArray[np.float64]:
    """Of all distributions with this mean, the one under which the shares are most likely."""
    off = _SCORES - mean
    most, least = -1 / off.min(), -1 / off.max()  # between these all probabilities are positive
    room = 1e-9 * (most - least)
    tilt = brentq(lambda at: float(np.sum(share * off / (1 + at * off))), least + room, most - room)
    return np.asarray(share / (1 + tilt * off))


def pair_points(games: Iterable[Game], first: str) -> list[int]:
    """The first bot's points in every complete pair, doubled, in the order of the pairs up to the first that is not complete.

    Pairs after a gap wait: else short games would be counted sooner than long ones.
    """
    halves: defaultdict[int, list[float]] = defaultdict(list)
    for game in games:
        halves[game.pair].append(game.score if game.free == first else 1 - game.score)
    points: list[int] = []
    while len(halves.get(len(points), [])) == 2:
        points.append(round(2 * sum(halves[len(points)])))
    return points


def decide(points: Sequence[int], hypotheses: Hypotheses, so_far: Verdict | None = None) -> Verdict:
    """Go through the pairs in their order and stop where the test is decided. so_far: where it stood before the last ones."""
    low, high = hypotheses.bounds
    found = so_far or Verdict(0, (0,) * 5, 0.0, None)
    while found.decided is None and found.pairs < len(points):
        counts = list(found.counts)
        counts[points[found.pairs]] += 1
        ratio = llr(counts, hypotheses.elo0, hypotheses.elo1)
        decided = "H1" if ratio >= high else "H0" if ratio <= low else None
        found = Verdict(found.pairs + 1, tuple(counts), ratio, decided)
    return found


def elo_of(points: Iterable[int]) -> tuple[float, float, float]:
    """Elo difference from the score of pairs, with a 95 % interval.

    One more pair at each end of the scale keeps a clean sweep finite, and from being certain; how far up it may go no number
    of wins can tell, so that end of the interval is infinite.
    """
    scores = np.concatenate([np.array(list(points), np.float64) / 4, [0.0, 1.0]])
    if len(scores) < 4:
        return 0.0, -inf, inf
    mean, reach = scores.mean(), stats.t.ppf(0.975, len(scores) - 1) * scores.std(ddof=1) / np.sqrt(len(scores))
    with np.errstate(divide="ignore"):
        ends = np.clip([mean, mean - reach, mean + reach], 0, 1)
        value, low, high = (np.log(ends) - np.log1p(-ends)) * ELO
    return float(value), float(low), float(high)


def told_elo(value: float, low: float, high: float) -> str:
    """As people write it."""
    least, most = (f"{end:+z.0f}" if isfinite(end) else "no limit" for end in (low, high))
    return f"{value:+z.0f} [{least}, {most}]"
