"""Tournament: a plan of who plays whom at what, and how it is carried out so that it can be stopped and continued."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..record import judged
from ..replay import FORFEIT
from ..rules.world import SIDES
from .crew import Crew
from .jobs import Job, Study, assert_fair, pair_of_games, pair_seeds
from .play import Result
from .schedule import Everyone, Meeting, Swiss, gauntlet, round_robin
from .setting import STANDARD_GAME, Setting
from .store import Store

NAME = "tournament"


@dataclass(frozen=True)
class Plan:
    """A tournament. games: how many each two who meet play, an even number; in a Swiss tournament in each round."""

    bots: tuple[str, ...]
    setting: Setting = STANDARD_GAME
    format: str = "round-robin"
    games: int = 20
    rounds: int = 5
    seed: int = 0

    def asked(self) -> dict[str, Any]:
        """What makes it this tournament and no other. Its length is no part of that: it can be made longer later."""
        asked = {"what": NAME, "bots": list(self.bots), "format": self.format, "seed": self.seed, **self.setting.as_dict()}
        return asked | ({"games": self.games} if self.format == "swiss" else {})

    @property
    def schedule(self) -> Everyone | Swiss:
        """Who meets whom."""
        pairs = self.games // 2
        if self.format == "swiss":
            return Swiss(self.bots, pairs, self.rounds)
        return (gauntlet if self.format == "gauntlet" else round_robin)(self.bots, pairs)

    def jobs(self, meetings: list[Meeting]) -> list[Job]:
        """The games of some meetings."""
        study = Study(NAME, self.setting)
        seeds = pair_seeds(self.seed, NAME, (number for number, _, _ in meetings))
        jobs = [
            job
            for (number, first, second), seed in zip(meetings, seeds, strict=True)
            for job in pair_of_games(study, number, first, second, seed, self.seed)
        ]
        assert_fair(jobs)
        return jobs


def rounds_of(plan: Plan, store: Store) -> Iterator[list[Job]]:
    """The games that are to be played at once, round after round."""
    for meetings in plan.schedule.due(store.games):
        yield plan.jobs(meetings)


def carried_out(rounds: Iterable[list[Job]], store: Store, crew: Crew, records: int = 0) -> Iterator[Result]:
    """Play all games that the store does not have yet; each is in the store before it is yielded. records: how many to keep."""
    kept = sum(1 for _ in store.records())
    for jobs in rounds:
        done = store.keys()
        for result in crew.play([job for job in jobs if job.key not in done]):
            record = record_of(result) if kept < records else None
            kept += record is not None
            store.add(result, record)
            yield result


def record_of(result: Result) -> str | None:
    """The record of a game; None if its actions were lost with its process."""
    if not result.actions:
        return None
    (record,) = judged([replace(result.job.record(), actions=result.actions)])
    if result.forfeit is not None and record.result is not None:
        side, winner = SIDES[result.forfeit], SIDES[result.winner]
        lost = replace(record.result, winner=winner, level=FORFEIT, forfeit=side, reason=result.reason)
        record = replace(record, result=lost)
    return record.dumps()
