"""Jobs: games to be played. Two games make a pair: the same seed and set-up, sides swapped, so that neither side nor luck of
the chips favours one of the two bots.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from ..record import GameRecord
from ..rules.world import SIDES
from ..seeds import words
from .setting import Setting

PAIR_STREAM = 11  # what the seeds of pairs are drawn for


@dataclass(frozen=True)
class Study:
    """Games that belong together: a tournament, or one question of a balance report."""

    name: str
    setting: Setting


@dataclass(frozen=True)
class Job:
    """One game. Its luck follows from `seed`; chips and dice may be given seeds of their own, `play` is the bots' seed."""

    study: Study
    pair: int
    leg: int
    free: str  # who plays the Free Peoples
    dark: str
    seed: int
    play: int = 0
    chips: int | None = None
    dice: int | None = None

    @property
    def key(self) -> tuple[str, int, int]:
        """What names a game within a store."""
        return self.study.name, self.pair, self.leg

    def record(self) -> GameRecord:
        """The record of the game before anything has been played."""
        streams = {name: seed for name, seed in (("chips", self.chips), ("dice", self.dice)) if seed is not None}
        agents = dict(zip(SIDES, (self.free, self.dark), strict=True))
        return self.study.setting.record(self.seed, streams=streams, agents=agents)


def pair_seeds(seed: int, study: str, numbers: Iterable[int]) -> list[int]:
    """The seeds of a study's pairs, all different: the lower half of a word is a bijection of its count."""
    counts = np.fromiter(numbers, np.int64)
    mixed = np.full(len(counts), (seed + crc32(study.encode()) * 0x1000003) % 2**63, np.int64)
    seeds: list[int] = words(mixed, counts, PAIR_STREAM).tolist()
    assert len(set(seeds)) == len(set(counts.tolist())), "two pairs have the same seed"
    return seeds


def pair_of_games(study: Study, number: int, first: str, second: str, seed: int, play: int = 0) -> list[Job]:
    """The two games of a pair; of a bot against itself only one, because the other would be the same game."""
    there = Job(study, number, 0, first, second, seed, play)
    back = Job(study, number, 1, second, first, seed, play)
    return [there] if first == second else [there, back]


def assert_fair(jobs: Iterable[Job]) -> None:
    """Games of one pair share their seed, games of different pairs never do."""
    by_pair: dict[tuple[str, int], int] = {}
    for job in jobs:
        assert by_pair.setdefault((job.study.name, job.pair), job.seed) == job.seed, f"pair {job.pair} has two seeds"
    assert len(set(by_pair.values())) == len(by_pair), "two pairs have the same seed"
