"""What the tests of the arena share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from bofa_env.arena.crew import Crew
from bofa_env.arena.jobs import Job, Study, pair_of_games, pair_seeds
from bofa_env.arena.play import Match, Result
from bofa_env.arena.players import make
from bofa_env.arena.setting import Setting

SMALL = Setting(scenario="skirmish")
OWN = "python:tests.arena.hostile:"


def own(name: str) -> str:
    """The spec of a bot of tests/arena/hostile.py."""
    return OWN + name


def pairs(first: str, second: str, count: int, setting: Setting = SMALL, seed: int = 1, play: int = 0) -> list[Job]:
    """Pairs of games between two bots."""
    seeds = pair_seeds(seed, "test", range(count))
    study = Study("test", setting)
    return [job for number in range(count) for job in pair_of_games(study, number, first, second, seeds[number], play)]


def same(result: Result) -> tuple[Any, ...]:
    """What of a result must be the same whenever and wherever the game is played: all but the times."""
    return (*result.job.key, result.winner, result.level, result.control, result.turns, result.decisions, result.forfeit,
            result.reason, result.course, result.actions)  # fmt: skip


def played(pair: int, free: str, dark: str, score: float, **more: Any) -> Any:
    """A game as the statistics see it."""
    return SimpleNamespace(study="test", pair=pair, free=free, dark=dark, score=score, **more)


class Unwatched:
    """A watch that nobody looks at."""

    clock = 60.0

    def asks(self, row: int, side: int, decision: int, rows: int) -> None:
        """Nothing."""

    def answered(self) -> None:
        """Nothing."""


def here(jobs: list[Job], alone: bool = False) -> list[Result]:
    """The results of jobs played in this process."""
    match = Match(jobs, make, Unwatched(), alone)
    return sorted(match.play(), key=lambda result: result.job.key)


@pytest.fixture
def play() -> Iterator[Callable[..., list[Result]]]:
    """Plays jobs with a crew, and closes it."""
    crews: list[Crew] = []

    def play(jobs: list[Job], hands: int = 1, clock: float = 30.0, **how: Any) -> list[Result]:
        specs = list(dict.fromkeys(spec for job in jobs for spec in (job.free, job.dark)))
        crew = Crew(specs, jobs[0].study.setting, hands, clock, **how)
        crews.append(crew)
        crew.start()
        return sorted(crew.play(jobs), key=lambda result: result.job.key)

    yield play
    for crew in crews:
        crew.close()
    if "ray" in sys.modules:
        sys.modules["ray"].shutdown()
