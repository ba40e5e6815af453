"""Guard: games are played in a process of its own, and from outside it is watched.

A bot may crash the process, or hang in compiled code that no signal reaches. The guard then ends the process, scores the
game that the bot was asked about as forfeited, starts a new process and goes on with the other games.
"""

from __future__ import annotations

import multiprocessing as mp
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic
from typing import Any

from ..replay import start
from .jobs import Job
from .plain import cut, kind_name, safe_text
from .play import MAKING, BatchFailed, Match, Result, lost_outside
from .players import NO_VERSION, Kind, batched, kind_of, make
from .setting import Setting
from .shown import Shown

_LOOK = 0.1  # seconds between two looks at the clock
_READY_WITHIN = 900.0  # seconds for a process to start: the first one compiles the rules
_CUT_OFF = 97  # exit code of a process whose bot has closed the connection to its guard
_context = mp.get_context("spawn")


class CannotPlay(ValueError):
    """The bots cannot be made, or the games cannot be played at all."""


class SharedWatch:
    """A watch in memory that the guard shares with its process: what is asked, and until when it must be answered.

    clock: seconds for a decision; patience: for making a bot, which may have to load a network.
    """

    def __init__(self, clock: float, patience: float, cells: Any = None, pipe: Connection | None = None) -> None:
        self.clock, self.patience = clock, patience
        self._cells = _context.RawArray("d", 5) if cells is None else cells  # asked?, row, side, decision, deadline
        self._pipe = None if pipe is None else pipe.fileno()
        self._wire = self._at_the_wire()

    def asks(self, row: int, side: int, decision: int, rows: int) -> None:
        """A bot is asked; for many games it has as many times the clock."""
        seconds = self.patience if decision == MAKING else self.clock * rows
        self._cells[:] = [0, row, side, decision, monotonic() + seconds]
        self._cells[0] = 1

    def answered(self) -> None:
        """It has answered. If it has closed the connection nobody will hear of it: the question then stays open."""
        if self._at_the_wire() != self._wire:
            os._exit(_CUT_OFF)
        self._cells[0] = 0

    def _at_the_wire(self) -> tuple[int, int] | None:
        """What the connection is, as the operating system numbers it."""
        if self._pipe is None:
            return None
        try:
            found = os.fstat(self._pipe)
        except OSError:
            return -1, -1
        return found.st_dev, found.st_ino

    @property
    def asking(self) -> tuple[int, int, int] | None:
        """Row, side and decision of the question that is open."""
        asked, row, side, decision, _ = self._cells
        return (int(row), int(side), int(decision)) if asked else None

    @property
    def overdue(self) -> bool:
        """Whether the answer should be there by now; a bot that answers late is judged by `play`, so give it a moment."""
        return bool(self._cells[0]) and monotonic() > self._cells[4] + 2 * _LOOK


class Guard:
    """One process that plays, and its guard.

    specs: the bots that will play. clock: seconds for one decision. Before its first game a process makes every bot and asks it
    once, so that compiling and loading are not on the clock; for each of both it has `patience` seconds.
    """

    def __init__(self, specs: Sequence[str], setting: Setting, clock: float = 60.0, patience: float = 300.0) -> None:
        self.specs, self.setting, self.clock, self.patience = tuple(dict.fromkeys(specs)), setting, clock, patience
        self.kinds: dict[str, Kind] = {}
        self._first_trouble: dict[str, int] = {}  # bots that hung when they were made (MAKING) or asked for the first time
        self._never_made: dict[tuple[str, int], str] = {}  # those that took their process down while they were made, and how
        self._watch = SharedWatch(clock, patience)
        self._process: Any = None
        self._pipe: Connection | None = None
        self._closed = False

    def start(self) -> None:
        """A process that is ready to play; CannotPlay if a bot cannot be made."""
        wrong = self._launch()
        if wrong:
            self._end()
            raise CannotPlay(wrong)

    def _launch(self) -> str:
        """A process that is ready to play; returns what is wrong with its bots. One that fails later forfeits its games."""
        wrong = ""
        while self._process is None and not self._closed:
            pipe, theirs = _context.Pipe()
            self._watch.answered()
            specs = [(spec, self._first_trouble.get(spec)) for spec in self.specs]
            process = _context.Process(
                target=_work, args=(theirs, self._watch._cells, self.clock, self.patience, specs, self.setting), daemon=True
            )
            process.start()
            theirs.close()
            self._process, self._pipe = process, pipe
            wrong = self._greet()
        return wrong

    def _greet(self) -> str:
        until = monotonic() + _READY_WITHIN
        while monotonic() < until:
            kind, value = self._hear()
            if kind == "ready":
                self.kinds, wrong = value
                return str(wrong)
            if kind == "refused":
                self._end()
                raise CannotPlay(value)
            if kind in ("died", "overdue"):
                asking = self._watch.asking
                self._end()
                if asking is None or self._closed:
                    raise CannotPlay("the playing process ended before it was ready; its last words are above")
                self._first_trouble[self.specs[asking[0]]] = asking[2]
                return ""
        self._end()
        raise CannotPlay(f"the playing process was not ready within {_READY_WITHIN:.0f} s")

    def play(self, jobs: Sequence[Job]) -> Iterator[Result]:
        """Play games of one setting; every game as soon as it has ended, each exactly once."""
        left = {job.key: job for job in jobs}
        alone, unexplained = False, 0
        while left and not self._closed:
            for result in self._lost_before(left.values()):
                del left[result.job.key]
                yield result
            if not left:
                return
            self._launch()
            if self._pipe is None:
                return  # stopped meanwhile
            batch = list(left.values())[: 1 if alone else None]
            self._pipe.send((batch, alone))
            trouble = yield from self._hear_results(left)
            if trouble is None or self._closed:
                continue
            asking = self._watch.asking
            if trouble == "failed together":
                alone = True
                continue
            self._end()
            if asking is not None and asking[0] < 0:
                alone = True
            elif asking is not None:
                row, side, decision = asking
                job, what = batch[row], self._told(trouble, decision)
                if decision == MAKING:
                    self._never_made[(job.free, job.dark)[side], job.play] = what
                result = lost_outside(job, side, decision, what)
                del left[job.key]
                yield result
            else:
                unexplained += 1
                if unexplained > 2:
                    raise CannotPlay(f"the playing process {self._told(trouble, 0)} three times while no bot was asked")

    def _lost_before(self, jobs: Iterable[Job]) -> list[Result]:
        """Games of bots that have hung while they were made: to wait for them in each game again would take all day."""
        return [
            lost_outside(job, side, MAKING, what)
            for job in jobs
            for side, what in [
                (side, self._never_made[spec, job.play])
                for side, spec in enumerate((job.free, job.dark))
                if (spec, job.play) in self._never_made
            ][:1]
        ]

    def _told(self, trouble: int | str, decision: int) -> str:
        """What happened to the process, in words. trouble: "overdue", or an exit code."""
        if trouble == "overdue":
            return f"hung past its {self.patience:g} s" if decision == MAKING else f"hung past its clock of {self.clock:g} s"
        return "closed its connection" if trouble == _CUT_OFF else f"ended its process (exit code {trouble})"

    def _hear_results(self, left: dict[tuple[str, int, int], Job]) -> Iterator[Result] | Any:
        """Pass results on until the batch is done (returns None) or something goes wrong (returns what)."""
        while True:
            kind, value = self._hear()
            if kind == "result":
                del left[value.job.key]
                yield value
            elif kind == "done":
                return None
            elif kind in ("failed together", "overdue"):
                return kind
            elif kind == "died":
                return value
            elif kind == "broken":
                raise CannotPlay(value)

    def _hear(self) -> tuple[str, Any]:
        """The next message, "nothing" yet, or that the process has died or a bot is overdue."""
        assert self._pipe is not None
        try:
            if self._pipe.poll(_LOOK):
                return self._pipe.recv()  # type: ignore[no-any-return]
        except (EOFError, OSError):
            self._process.join(1.0)
            return "died", self._process.exitcode
        return ("overdue", None) if self._watch.overdue else ("nothing", None)

    def _end(self) -> None:
        """End the process, whatever it is doing."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()

    def stop(self) -> None:
        """From another thread: drop the games in flight; `play` then ends by itself."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """The end."""
        self._closed = True
        self._end()


# --- in the process that plays


def _work(
    pipe: Connection, cells: Any, clock: float, patience: float, specs: list[tuple[str, int | None]], setting: Setting
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the guard
    Thread(target=_end_with_parent, daemon=True).start()
    watch = SharedWatch(patience, patience, cells, pipe)
    players = cache(make)
    try:
        pipe.send(("ready", _first_questions(specs, setting, players, watch)))
    except Exception as error:
        pipe.send(("refused", cut(f"{kind_name(error)}: {safe_text(error)}")))
        return
    watch.clock = clock
    while True:
        try:
            jobs, alone = pipe.recv()
        except (EOFError, OSError):
            return  # the guard is gone
        try:
            for result in Match(jobs, players, watch, alone).play():
                pipe.send(("result", result))
            pipe.send(("done", None))
        except BatchFailed as error:
            with suppress(Exception):  # a bot may have closed it
                print(f"{error}; the games are played again one by one", file=sys.stderr)
            pipe.send(("failed together", None))
        except Exception as error:
            pipe.send(("broken", cut(f"{kind_name(error)}: {safe_text(error)}")))


def _end_with_parent() -> None:
    """If the guard is killed, nobody is left to end this process."""
    parent = mp.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _first_questions(
    specs: list[tuple[str, int | None]], setting: Setting, players: Any, watch: SharedWatch
) -> tuple[dict[str, Kind], str]:
    """Make every bot and ask it once, so that what it compiles and loads is there. A wrong answer shows in its games.

    specs: with what went wrong before, which is not tried again. Returns what the bots are, and which cannot be made.
    """
    kinds, wrong = {}, []
    for number, (spec, trouble) in enumerate(specs):
        kinds[spec] = Kind(NO_VERSION, False)
        if trouble == MAKING:
            continue
        watch.asks(number, 0, MAKING, 1)
        try:
            player = players(spec, 0)
            kinds[spec] = kind_of(player)
        except BaseException as error:
            wrong.append(f"{spec} cannot be made: {_why(error)}")
            continue
        finally:
            watch.answered()
        if trouble is None:
            _ask_once(player, number, setting, watch)
    return kinds, "; ".join(wrong)


def _why(error: BaseException) -> str:
    """What a bot, or whoever looks for it, has to say; what is known to be a message for people stands for itself."""
    return safe_text(error) if isinstance(error, ValueError) else f"{kind_name(error)}: {safe_text(error)}"


def _ask_once(player: Any, number: int, setting: Setting, watch: SharedWatch) -> None:
    games = start([setting.record(seed) for seed in range(2)])
    shown = Shown(games, None)
    shown.update()
    watch.asks(number, 0, 0, 1)
    try:
        player.act(shown.game(0))
        if batched(player):
            player.act_batch(shown, games.players >= 0)
    except BaseException:
        return
    finally:
        watch.answered()
