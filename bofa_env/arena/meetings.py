"""Meetings: how two bots fared against each other, and how fast a bot decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .ratings import Estimate
from .shares import mean
from .store import Played


@dataclass(frozen=True)
class Meeting:
    """The games of two bots. Points and games are those of the first bot."""

    first: str
    second: str
    score: Estimate  # share of the points; the unit is the pair of games
    as_free: tuple[float, int]
    as_dark: tuple[float, int]

    @property
    def games(self) -> int:
        """How many there are."""
        return self.as_free[1] + self.as_dark[1]


def meetings(games: Iterable[Played], bots: Sequence[str]) -> list[Meeting]:
    """All that met, in the order of `bots`."""
    by_two: defaultdict[frozenset[str], list[Played]] = defaultdict(list)
    for game in games:
        by_two[frozenset((game.free, game.dark))].append(game)
    met = [(one, other, by_two[frozenset((one, other))]) for one, other in combinations(bots, 2)]
    return [_meeting(one, other, found) for one, other, found in met if found]


def _meeting(first: str, second: str, games: Sequence[Played]) -> Meeting:
    pairs: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for game in games:
        pairs[game.study, game.pair].append(game.score if game.free == first else 1 - game.score)
    as_free = [game.score for game in games if game.free == first]
    as_dark = [1 - game.score for game in games if game.dark == first]
    units = np.array([float(np.mean(scores)) for scores in pairs.values()])
    return Meeting(first, second, mean(units, 0.0, 1.0), (sum(as_free), len(as_free)), (sum(as_dark), len(as_dark)))


def decisions_per_second(games: Iterable[Played]) -> dict[str, float]:
    """Questions that a bot was asked, by the seconds that it thought; bots whose questions were not counted are left out."""
    asked: defaultdict[str, int] = defaultdict(int)
    seconds: defaultdict[str, float] = defaultdict(float)
    for game in games:
        if game.asked is not None:
            for bot, count, took in zip((game.free, game.dark), game.asked, game.seconds, strict=True):
                asked[bot] += count
                seconds[bot] += took
    return {bot: asked[bot] / seconds[bot] for bot in asked if seconds[bot] > 0}
