"""Schedule: who meets whom. A schedule says what is due, given the games that are finished; it holds no state of its own, so
a tournament that was stopped goes on where it was.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Protocol, TypeAlias

FORMATS = ("round-robin", "gauntlet", "swiss")


class Finished(Protocol):
    """What a schedule has to know of a finished game."""

    @property
    def pair(self) -> int: ...
    @property
    def leg(self) -> int: ...
    @property
    def free(self) -> str: ...
    @property
    def dark(self) -> str: ...
    @property
    def score(self) -> float: ...


Meeting: TypeAlias = tuple[int, str, str]  # number of the pair of games, and the two bots


class Everyone:
    """Every meeting of the list, `pairs` times; one round of all meetings after the other.

    Numbers do not depend on `pairs`: a tournament can be made longer later.
    """

    def __init__(self, meetings: Sequence[tuple[str, str]], pairs: int) -> None:
        self.meetings, self.pairs = meetings, pairs

    @property
    def total(self) -> int:
        """How many pairs of games there will be."""
        return len(self.meetings) * self.pairs

    def due(self, finished: Callable[[], Iterable[Finished]]) -> Iterator[list[Meeting]]:
        """All of it, at once."""
        count = len(self.meetings)
        yield [(turn * count + i, *self.meetings[i]) for turn in range(self.pairs) for i in range(count)]


def round_robin(bots: Sequence[str], pairs: int) -> Everyone:
    """Everybody meets everybody."""
    return Everyone(list(combinations(bots, 2)), pairs)


def gauntlet(bots: Sequence[str], pairs: int) -> Everyone:
    """The first meets all the others."""
    return Everyone([(bots[0], other) for other in bots[1:]], pairs)


class Swiss:
    """In every round bots of like score meet, `pairs` times; nobody twice while it can be helped.

    With an odd number one of them, nobody twice before all had it, has a bye; it counts as won.
    """

    def __init__(self, bots: Sequence[str], pairs: int, rounds: int) -> None:
        self.bots, self.pairs, self.rounds = list(bots), pairs, rounds

    @property
    def total(self) -> int:
        """How many pairs of games there will be."""
        return len(self.bots) // 2 * self.pairs * self.rounds

    def due(self, finished: Callable[[], Iterable[Finished]]) -> Iterator[list[Meeting]]:
        """Round after round; ask for the next one when `finished` gives the games of this one too."""
        half = len(self.bots) // 2
        met: Counter[frozenset[str]] = Counter()
        byes: Counter[str] = Counter()
        for number in range(self.rounds):
            scores = self._scores(finished(), number * half * self.pairs)
            for bot, count in byes.items():
                scores[bot] += 2 * self.pairs * count
            order = sorted(self.bots, key=lambda bot: (-scores[bot], self.bots.index(bot)))
            if len(order) % 2:
                out = min(reversed(order), key=lambda bot: byes[bot])
                byes[out] += 1
                order.remove(out)
            meetings = _matched(order, met)
            met.update(frozenset(meeting) for meeting in meetings)
            first = number * half * self.pairs
            yield [(first + turn * half + i, *meetings[i]) for turn in range(self.pairs) for i in range(half)]

    def _scores(self, finished: Iterable[Finished], before: int) -> defaultdict[str, float]:
        scores: defaultdict[str, float] = defaultdict(float)
        for game in finished:
            if game.pair < before:
                scores[game.free] += game.score
                scores[game.dark] += 1 - game.score
        return scores


def _matched(order: Sequence[str], met: Counter[frozenset[str]]) -> list[tuple[str, str]]:
    """Neighbours in the order, with as few old acquaintances as possible."""
    for rematches in range(max(met.values(), default=0) + 1):
        found = _search(list(order), met, rematches)
        if found is not None:
            return found
    raise AssertionError("there is always a matching if everybody may meet again")


def _search(order: list[str], met: Counter[frozenset[str]], most: int) -> list[tuple[str, str]] | None:
    if not order:
        return []
    first, *others = order
    for other in others:
        if met[frozenset((first, other))] <= most:
            rest = _search([bot for bot in others if bot != other], met, most)
            if rest is not None:
                return [(first, other), *rest]
    return None
