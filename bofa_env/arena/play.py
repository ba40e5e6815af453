"""Play: some games of one setting between one or two bots, all at once, and what came out of each.

A bot that answers many games at once is asked for all of its games together, any other for one game after the other; by
the contract of bots both give the same games. What a bot does wrong costs it the game at hand, and nothing else.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..replay import FORFEIT, start
from ..rules.actions import ACTIONS, action_name
from ..rules.nodes import DECISIONS
from ..rules.record import LEVELS
from ..rules.world import AREAS
from .diary import Course, Diary
from .jobs import Job
from .plain import cut, kind_name, safe_text
from .players import Player, batched
from .setting import SIDE_OF
from .shown import Shown


@dataclass(frozen=True)
class Result:
    """How one game came out."""

    job: Job
    winner: int  # a side, -1: nobody
    level: str
    control: tuple[int, ...]  # who holds each area when the game ends, -1: nobody
    turns: int
    decisions: int
    seconds: tuple[float, float]  # that each side has thought
    forfeit: int | None = None  # the side that has forfeited
    reason: str | None = None
    course: bytes | None = None
    actions: tuple[int, ...] = ()
    asked: tuple[int, int] = (0, 0)  # questions that each side was asked; where only one action is left nobody is

    @property
    def pair(self) -> int:
        """The number of its pair."""
        return self.job.pair

    @property
    def study(self) -> str:
        """What it belongs to."""
        return self.job.study.name

    @property
    def free(self) -> str:
        """Who played the Free Peoples."""
        return self.job.free

    @property
    def dark(self) -> str:
        """Who played the Dark Army."""
        return self.job.dark

    @property
    def score(self) -> float:
        """Of the Free Peoples: 1 won, 0.5 drawn, 0 lost."""
        return {0: 1.0, -1: 0.5, 1: 0.0}[self.winner]


MAKING = -2  # in place of the number of a decision: the bot is being made


class Watch(Protocol):
    """Is told whenever a bot is asked, so that somebody outside can keep its clock."""

    clock: float

    def asks(self, row: int, side: int, decision: int, rows: int) -> None:
        """A bot is asked about one game, or with row -1 about `rows` of them; or it is MAKING for a game."""

    def answered(self) -> None:
        """It has answered."""


class BatchFailed(Exception):
    """A bot failed while it was asked about many games; one by one it will show in which."""


class Fault(Exception):
    """A bot has forfeited the game."""


class Match:
    """Games of one setting and their bots. alone: ask about one game at a time, whatever the bots can do."""

    def __init__(self, jobs: Sequence[Job], make: Callable[[str, int], Player], watch: Watch, alone: bool = False) -> None:
        self.jobs, self.watch, self.alone = jobs, watch, alone
        self.games = start([job.record() for job in jobs])
        self.shown = Shown(self.games, jobs[0].study.setting.narrow())
        self.legal = np.zeros((len(jobs), ACTIONS), np.int8)
        self.diary = Diary(self.games)
        specs = list(dict.fromkeys((spec, job.play) for job in jobs for spec in (job.free, job.dark)))
        self._specs, self._make = specs, make
        self.players: list[Any] = []
        self._batched: list[bool] = []
        self.who = np.array([[specs.index((spec, job.play)) for spec in (job.free, job.dark)] for job in jobs])
        self.seconds = np.zeros((len(jobs), 2))
        self.asked = np.zeros((len(jobs), 2), np.int64)
        self.played: list[list[int]] = [[] for _ in jobs]
        self._took = 0.0  # seconds that the last question took

    def play(self) -> Iterator[Result]:
        """Play; every game as soon as it has ended."""
        games, rows = self.games, np.arange(len(self.jobs))
        playing = games.players >= 0
        for number, (spec, seed) in enumerate(self._specs):
            for row, side, fault in self._made(number, spec, seed):
                if playing[row]:  # if neither bot can be made, the first one's fault is told
                    playing[row] = False
                    yield self._forfeited(row, side, fault)
        while playing.any():
            self.shown.update()
            self.legal[:] = self.shown.records["legal"]  # as it is before a bot can change it
            sides = SIDE_OF[games.players]
            actions: NDArray[np.int64] = np.argmax(self.legal, axis=1)  # where only one is left nobody is asked
            open_ = playing & (self.legal.sum(1) > 1)
            for number, player in enumerate(self.players):
                asked = open_ & (self.who[rows, sides] == number)
                if not asked.any():
                    continue
                if number:
                    self.shown.update()
                for row, fault in self._ask(player, self._batched[number], asked, sides, actions):
                    playing[row] = False
                    yield self._forfeited(row, int(sides[row]), fault)
            for row in np.flatnonzero(playing).tolist():
                self.played[row].append(int(actions[row]))
            games.step_where(playing, actions)
            self.diary.follow(playing)
            for row in np.flatnonzero(playing & (games.players < 0)).tolist():
                playing[row] = False
                yield self._ended(row)

    def _made(self, number: int, spec: str, seed: int) -> Iterator[tuple[int, int, str]]:
        """Make a bot; if it cannot be made, yields its games, which side it has in them, and why."""
        rows, sides = np.nonzero(self.who == number)
        self.watch.asks(int(rows[0]), int(sides[0]), MAKING, 1)
        try:
            player = self._make(spec, seed)
            many = batched(player)
        except BaseException as error:
            player, many = None, False
            fault = cut(f"could not be made: {kind_name(error)}: {safe_text(error)}")
            self.watch.answered()
            for row, side in zip(rows.tolist(), sides.tolist(), strict=True):
                yield row, side, fault
        else:
            self.watch.answered()
        self.players.append(player)
        self._batched.append(many)

    def _ask(
        self, player: Any, many: bool, asked: NDArray[np.bool_], sides: NDArray[np.int8], actions: NDArray[np.int64]
    ) -> Iterator[tuple[int, str]]:
        """Fill in the actions of the games in `asked`; yields those that are forfeited, and why."""
        rows = np.flatnonzero(asked).tolist()
        self.asked[asked, sides[asked]] += 1
        together = None
        if many and not self.alone and len(rows) > 1:
            together = self._ask_together(player, asked, len(rows))
            self.seconds[asked, sides[asked]] += self._took / len(rows)
        for row in rows:
            count = len(self.played[row])
            try:
                if together is None:
                    self.watch.asks(row, int(sides[row]), count, 1)
                    action = self._ask_alone(player, row, count)
                    self.seconds[row, sides[row]] += self._took
                else:
                    action = int(together[row])
                actions[row] = self._legal(row, action, count)
            except Fault as fault:
                yield row, cut(str(fault))

    def _ask_together(self, player: Any, asked: NDArray[np.bool_], rows: int) -> NDArray[np.int64]:
        self.watch.asks(-1, -1, -1, rows)
        start = perf_counter()
        try:
            answer = player.act_batch(self.shown, asked.copy())
            if not isinstance(answer, np.ndarray) or answer.shape != asked.shape or answer.dtype.kind not in "iu":
                raise BatchFailed(f"act_batch answered {kind_name(answer)}, not {len(asked)} whole numbers")
            actions = np.array(answer, np.int64)  # a plain one: what a bot makes may be an array of its own kind
        except BatchFailed:
            raise
        except BaseException as error:
            raise BatchFailed(cut(f"act_batch raised {kind_name(error)}: {safe_text(error)}")) from error
        finally:
            self.watch.answered()
        self._took = perf_counter() - start
        return actions

    def _ask_alone(self, player: Any, row: int, count: int) -> int:
        """The answer about one game. All that is the bot's own code, what its answer is made of too, is on the clock."""
        game = self.shown.game(row)
        start = perf_counter()
        try:
            answer = player.act(game)
            action = _whole_number(answer, count)
        except Fault:
            raise
        except BaseException as error:  # SystemExit too: nothing that a bot raises may end the tournament
            raise Fault(f"crashed in decision {count}: {kind_name(error)}: {safe_text(error)}") from None
        finally:
            self.watch.answered()
            self._took = perf_counter() - start
        if self._took > self.watch.clock:
            raise Fault(f"took {self._took:.1f} s in decision {count}; the clock gives {self.watch.clock:g} s")
        return action

    def _legal(self, row: int, action: int, count: int) -> int:
        if not 0 <= action < ACTIONS or not self.legal[row, action]:
            name = repr(action_name(action)) if 0 <= action < ACTIONS else "no action"
            kind = DECISIONS[self.games.decisions[row]]
            raise Fault(f"played an illegal action in decision {count}: {safe_text(action, 60)} ({name}) at {kind!r}")
        return action

    def _ended(self, row: int) -> Result:
        record = self.games.records[row]
        return self._result(row, int(record.winner), LEVELS[record.level], tuple(record.control.tolist()))

    def _forfeited(self, row: int, side: int, reason: str) -> Result:
        held = tuple(self.diary.course(row).control[-1].tolist())
        return self._result(row, 1 - side, FORFEIT, held, side, reason)

    def _result(
        self, row: int, winner: int, level: str, control: tuple[int, ...], forfeit: int | None = None, reason: str | None = None
    ) -> Result:
        course: Course = self.diary.course(row)
        free, dark = self.seconds[row].tolist()
        return Result(
            self.jobs[row], winner, level, control, len(course.control) - 1, int(self.games.records[row].decisions),
            (free, dark), forfeit, reason, course.packed(), tuple(self.played[row]), tuple(self.asked[row].tolist()),
        )  # fmt: skip


def _whole_number(answer: Any, count: int) -> int:
    """The answer as a number; a truth value is none."""
    action = None
    if not isinstance(answer, (bool, np.bool_)):
        with suppress(BaseException):  # __index__ is the bot's own code
            action = operator.index(answer)
    if action is None:
        shown = safe_text(answer, 60, repr)
        raise Fault(f"answered {shown} ({kind_name(answer)}) in decision {count}; an action is a whole number")
    return action


def lost_outside(job: Job, side: int, decision: int, what: str) -> Result:
    """The result of a game whose bot never answered, or took its process down."""
    when = "while it was made" if decision == MAKING else f"in decision {decision}"
    return Result(
        job, 1 - side, FORFEIT, (-1,) * len(AREAS), 0, max(0, decision), (0.0, 0.0), side, f"{what} {when}"
    )  # fmt: skip
