"""Guard: games are played in a process of its own, and from outside it is watched.

A bot may crash the process, or hang in compiled code that no signal reaches. The guard then ends the process, scores the
game that the bot was asked about as forfeited, starts a new process and goes on with the other games.
"""

from __future__ import annotations

import multiprocessing as mp
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic
from typing import Any

from ..replay import start
from .jobs import Job
from .play import BatchFailed, Match, Result, lost_outside
from .players import Kind, Player, kind_of, make
from .setting import Setting
from .shown import Shown

_LOOK = 0.1  # seconds between two looks at the clock
_READY_WITHIN = 900.0  # seconds for a process to start: the first one compiles the rules
_context = mp.get_context("spawn")


class CannotPlay(ValueError):
    """The bots cannot be made, or the games cannot be played at all."""


class SharedWatch:
    """A watch in memory that the guard shares with its process: what is asked, and until when it must be answered."""

    def __init__(self, clock: float) -> None:
        self.clock = clock
        self._cells = _context.RawArray("d", 5)  # asked?, row, side, decision, deadline

    def asks(self, row: int, side: int, decision: int, rows: int) -> None:
        """A bot is asked; for many games it has as many times the clock."""
        self._cells[:] = [0, row, side, decision, monotonic() + self.clock * rows]
        self._cells[0] = 1

    def answered(self) -> None:
        """It has answered."""
        self._cells[0] = 0

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

    specs: the bots that will play. clock: seconds for one decision. Before its first game a process asks every bot once, so
    that compiling and loading are not on the clock; for that it has `patience` seconds.
    """

    def __init__(self, specs: Sequence[str], setting: Setting, clock: float = 60.0, patience: float = 300.0) -> None:
        self.specs, self.setting, self.clock, self.patience = tuple(dict.fromkeys(specs)), setting, clock, patience
        self.kinds: dict[str, Kind] = {}
        self._never_asked: set[str] = set()  # bots that hung when they were asked for the first time
        self._watch = SharedWatch(clock)
        self._process: Any = None
        self._pipe: Connection | None = None
        self._closed = False

    def start(self) -> None:
        """A process that is ready to play; CannotPlay if a bot cannot be made."""
        while self._process is None:
            pipe, theirs = _context.Pipe()
            self._watch.answered()
            specs = [(spec, spec not in self._never_asked) for spec in self.specs]
            process = _context.Process(
                target=_work, args=(theirs, self._watch._cells, self.clock, self.patience, specs, self.setting), daemon=True
            )
            process.start()
            theirs.close()
            self._process, self._pipe = process, pipe
            self._greet(specs)

    def _greet(self, specs: list[tuple[str, bool]]) -> None:
        until = monotonic() + _READY_WITHIN
        while monotonic() < until:
            kind, value = self._hear()
            if kind == "ready":
                self.kinds = value
                return
            if kind == "refused":
                self._end()
                raise CannotPlay(value)
            if kind in ("died", "overdue"):
                asking = self._watch.asking
                self._end()
                if asking is None or self._closed:
                    raise CannotPlay("the playing process ended before it was ready; its last words are above")
                self._never_asked.add(specs[asking[0]][0])
                return
        self._end()
        raise CannotPlay(f"the playing process was not ready within {_READY_WITHIN:.0f} s")

    def play(self, jobs: Sequence[Job]) -> Iterator[Result]:
        """Play games of one setting; every game as soon as it has ended, each exactly once."""
        left = {job.key: job for job in jobs}
        alone, unexplained = False, 0
        while left and not self._closed:
            self.start()
            batch = list(left.values())[: 1 if alone else None]
            assert self._pipe is not None
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
                result = lost_outside(batch[row], side, decision, trouble)
                del left[batch[row].key]
                yield result
            else:
                unexplained += 1
                if unexplained > 2:
                    raise CannotPlay(f"the playing process {trouble} three times while no bot was asked")

    def _hear_results(self, left: dict[tuple[str, int, int], Job]) -> Iterator[Result] | Any:
        """Pass results on until the batch is done (returns None) or something goes wrong (returns what)."""
        while True:
            kind, value = self._hear()
            if kind == "result":
                del left[value.job.key]
                yield value
            elif kind == "done":
                return None
            elif kind == "failed together":
                return kind
            elif kind == "overdue":
                return f"hung past its clock of {self.clock:g} s"
            elif kind == "died":
                return f"ended its process (exit code {value})"
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
    pipe: Connection, cells: Any, clock: float, patience: float, specs: list[tuple[str, bool]], setting: Setting
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the guard
    Thread(target=_end_with_parent, daemon=True).start()
    watch = SharedWatch.__new__(SharedWatch)
    watch.clock, watch._cells = patience, cells
    players = cache(make)
    try:
        pipe.send(("ready", _first_questions(specs, setting, players, watch)))
    except (ValueError, TypeError, ImportError, OSError) as error:
        pipe.send(("refused", str(error)))
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
            print(f"{error}; the games are played again one by one", file=sys.stderr)
            pipe.send(("failed together", None))
        except Exception as error:
            pipe.send(("broken", f"{type(error).__name__}: {error}"))


def _end_with_parent() -> None:
    """If the guard is killed, nobody is left to end this process."""
    parent = mp.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _first_questions(specs: list[tuple[str, bool]], setting: Setting, players: Any, watch: SharedWatch) -> dict[str, Kind]:
    """Make every bot and ask it once, so that what it compiles and loads is there. A wrong answer shows in its games."""
    kinds = {}
    for number, (spec, ask) in enumerate(specs):
        player: Player = players(spec, 0)
        kinds[spec] = kind_of(player)
        if ask:
            _ask_once(player, number, setting, watch)
    return kinds


def _ask_once(player: Any, number: int, setting: Setting, watch: SharedWatch) -> None:
    games = start([setting.record(seed) for seed in range(2)])
    shown = Shown(games, None)
    shown.update()
    watch.asks(number, 0, 0, 1)
    try:
        player.act(shown.game(0))
        if callable(getattr(player, "act_batch", None)):
            player.act_batch(shown, games.players >= 0)
    except BaseException:
        return
    finally:
        watch.answered()
