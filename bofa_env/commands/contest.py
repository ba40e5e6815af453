"""What `bofa tournament`, `bofa sprt` and `bofa balance` share: their options, and playing behind a progress bar."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from .options import said_by
from .patience import patience

if TYPE_CHECKING:
    from ..arena.crew import Crew
    from ..arena.jobs import Job
    from ..arena.play import Result
    from ..arena.setting import Setting
    from ..arena.store import Store

STOPPED = 130  # the exit code of what was ended by Ctrl-C
_WORD_EVERY = 60.0  # seconds between two lines on how far it is, where no bar can be shown

Scenario = Annotated[str, typer.Option("--scenario", metavar="NAME", help="full, or one of `bofa scenarios`.")]
_LARGEST_SEED = 2**63 - 2  # one less than a game's: the cubes of luck take the next one too
Seed = Annotated[int, typer.Option("--seed", min=0, max=_LARGEST_SEED, help="All luck and all bots' choices follow from it.")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, max=1024, help="Playing processes. Default: one per core.")]
Clock = Annotated[float, typer.Option("--clock", min=0.01, help="Seconds for one decision; who takes longer forfeits.")]
Backend = Annotated[str, typer.Option("--backend", metavar="NAME", help="local, or ray: a Ray cluster (extra `cluster`).")]
Address = Annotated[str | None, typer.Option("--address", help="Of the Ray cluster; without it a local one is started.")]
File = Annotated[
    Path | None,
    typer.Option("--file", metavar="PATH", help="SQLite file for the games. Default: in runs/, named by what is asked."),
]


Records = Annotated[
    str, typer.Option("--records", metavar="all|N", help="Keep the records of so many games, to be replayed move by move.")
]


@dataclass(frozen=True)
class Means:
    """With what games are played."""

    jobs: int | None
    clock: float
    backend: str
    address: str | None


def how_many_records(records: str) -> int:
    """What --records asks for."""
    if records != "all" and not records.isdecimal():
        raise typer.BadParameter(f"{records!r} is neither 'all' nor a whole number", param_hint="--records")
    return 2**62 if records == "all" else int(records)


def need_stats() -> None:
    """A word if the extra is missing that reckoning and reports need."""
    try:
        import jinja2  # noqa: F401
        import matplotlib  # noqa: F401
        import pyarrow  # noqa: F401
        import scipy  # noqa: F401
        import statsmodels  # noqa: F401
    except ImportError as error:
        raise typer.BadParameter(f"{error.name} is not installed: pip install 'bofa-env[stats]'") from None


def checked_setting(ruleset: str, options: Sequence[str] | None, deployment: str, scenario: str) -> Setting:
    """The setting, if there is such a game."""
    from ..arena.setting import Setting
    from ..errors import one_of
    from ..scenarios import names
    from .options import check_names

    wanted = tuple(dict.fromkeys(options or ()))
    check_names(ruleset, wanted, deployment)
    with said_by("--scenario"):
        one_of("scenario", scenario, names())
        setting = Setting(ruleset, wanted, deployment, scenario)
        setting.check()
    return setting


def default_file(asked: Mapping[str, Any]) -> Path:
    """A file for what is asked: the same command finds it again, another one has another file."""
    from ..rules.record import RULES_VERSION

    digest = hashlib.sha256(json.dumps([RULES_VERSION, asked], sort_keys=True).encode()).hexdigest()[:8]
    folder = Path("runs")
    folder.mkdir(exist_ok=True)
    return folder / f"{asked['what']}-{digest}.sqlite"


@contextmanager
def opened(file: Path | None, asked: Mapping[str, Any]) -> Iterator[Store]:
    """The store for what is asked, in a given file or the default one."""
    from ..arena.store import Store
    from .files import check_writable

    with said_by("--file"):
        path = file or default_file(asked)
        check_writable(path)
        new = not path.exists()
        store = Store(path, asked)
    try:
        yield store
    finally:
        empty = new and not store.keys()
        store.close()
        if empty:  # what could not even begin leaves nothing behind
            path.unlink(missing_ok=True)


@contextmanager
def crew_for(bots: Sequence[str], setting: Setting, means: Means, store: Store, console: Console) -> Iterator[Crew]:
    """Hands that are ready to play these bots."""
    from ..arena.crew import BACKENDS, Crew, cores
    from ..arena.guard import CannotPlay
    from ..errors import one_of

    with said_by("--backend"):
        one_of("backend", means.backend, BACKENDS)
        if means.address and means.backend != "ray":
            raise ValueError("--address is for --backend ray")
    with said_by("--clock"):
        if not isfinite(means.clock):
            raise ValueError(f"{means.clock} is no number of seconds")
    with said_by("--address" if means.address else "--backend"):
        crew = Crew(bots, setting, means.jobs or cores(), means.clock, backend=means.backend, address=means.address)
    with crew:
        try:
            with patience(console):
                kinds = crew.start()
        except CannotPlay as error:
            raise typer.BadParameter(str(error)) from None
        with said_by("--file"):
            store.meet(kinds)
        yield crew


def play_all(
    rounds: Iterable[list[Job]],
    total: int,
    store: Store,
    crew: Crew,
    console: Console,
    enough: Callable[[Result], bool] = lambda result: False,
    records: int = 0,
) -> bool:
    """Play behind a bar that shows how far it is, how fast, and how long it will take; False if it was stopped by Ctrl-C."""
    from ..arena.guard import CannotPlay
    from ..arena.tournament import carried_out

    before = len(store.keys())
    if before and before < total:
        console.print(f"Going on with {store.path}: {before:,} of {total:,} games are there.", highlight=False, soft_wrap=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(bar_width=30), MofNCompleteColumn(),
        TextColumn("games, {task.fields[rate]:.2f}/s,"), TimeElapsedColumn(), TextColumn("gone,"), TimeRemainingColumn(),
        TextColumn("left{task.fields[note]}"),
    )  # fmt: skip
    start, heard, forfeits = perf_counter(), 0, 0
    said = start
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal, speed_estimate_period=120) as bar:
        task = bar.add_task("playing", total=total, completed=before, rate=0.0, note="")
        try:
            for result in carried_out(rounds, store, crew, records):
                heard += 1
                forfeits += result.forfeit is not None
                note = f"; {forfeits} forfeited" if forfeits else ""
                now = perf_counter()
                bar.update(task, advance=1, rate=heard / (now - start), note=note)
                if not console.is_terminal and now - said >= _WORD_EVERY:
                    said = now
                    far = f"{before + heard:,} of {total:,} games, {heard / (now - start):.2f}/s{note}"
                    console.print(f"{far}; {(now - start) / 60:.0f} min gone", highlight=False)
                if enough(result):
                    return True
        except KeyboardInterrupt:
            return False
        except CannotPlay as error:
            console.print(f"The games cannot go on: {error}", style="red", highlight=False, soft_wrap=True)
            raise typer.Exit(1) from None
    if heard:
        seconds = perf_counter() - start
        console.print(f"{heard:,} games in {seconds:.0f} s, {heard / seconds:.1f} games/s.", highlight=False)
    return True


def say_stopped(store: Store, total: int, console: Console) -> None:
    """After Ctrl-C."""
    console.print(
        f"Stopped: {len(store.keys()):,} of {total:,} games are in {store.path}. The same command goes on from there.",
        style="yellow", highlight=False, soft_wrap=True,
    )  # fmt: skip
