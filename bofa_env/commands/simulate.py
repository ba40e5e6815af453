"""`bofa simulate`: many games of random-legal play, and what came out of them."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .contest import Scenario
from .files import check_writable, write_whole
from .options import Deployment, Options, Ruleset, check_names, said_by
from .patience import patience

if TYPE_CHECKING:
    from .playouts import Results, Setting

_STOPPED = 130  # the exit code of what was ended by Ctrl-C


def simulate(
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 200,
    ruleset: Ruleset = "standard",
    option: Options = None,
    deployment: Deployment = "historical",
    scenario: Scenario = "full",
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Of the first game, then counted up. Default: a fresh one.")
    ] = None,
    threads: Annotated[int | None, typer.Option("--threads", min=1, max=256, help="Default: one per core.")] = None,
    json_path: Annotated[
        Path | None, typer.Option("--json", metavar="PATH", help="Write the result of every game, and a summary.")
    ] = None,
    csv_path: Annotated[
        Path | None, typer.Option("--csv", metavar="PATH", help="Write the result of every game as a table.")
    ] = None,
) -> None:
    """Play games in which both sides choose at random among the legal actions, and tell who won."""
    for name, path in (("--json", json_path), ("--csv", csv_path)):
        if path is not None:
            with said_by(name):
                check_writable(path)
    stderr = Console(stderr=True)
    with patience(stderr):
        from .playouts import Setting, play_some

        first = secrets.randbits(31) if seed is None else seed
        setting = Setting(ruleset, tuple(dict.fromkeys(option or ())), deployment, first, scenario)
        _check(setting, games)
        play_some(setting, 0, 1)
    threads = threads or _cores()
    start = perf_counter()
    results, whole = _play(setting, games, threads, stderr)
    seconds = perf_counter() - start
    if len(results):
        _write(results, setting, json_path, csv_path)
        _tell(results, setting, seconds, threads)
    if not whole:
        stderr.print(f"Stopped after {len(results):,} of {games:,} games.", style="yellow", highlight=False)
        raise typer.Exit(_STOPPED)


def _check(setting: Setting, games: int) -> None:
    from ..game import LARGEST_SEED, option_bits
    from ..scenarios import check_fits, scenario

    check_names(setting.ruleset, setting.options, setting.deployment)
    with said_by("--scenario"):
        check_fits(scenario(setting.scenario), setting.deployment, option_bits(setting.options, setting.ruleset))
    last = setting.seed + games - 1
    if last > LARGEST_SEED:
        raise typer.BadParameter(f"the seeds would go up to {last}; the largest is {LARGEST_SEED}", param_hint="--seed")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(setting: Setting, games: int, threads: int, console: Console) -> tuple[Results, bool]:
    """Play the series behind a bar that shows how far it is, how fast, and how long it will take."""
    from .playouts import play_series

    start, decisions = perf_counter(), 0
    columns = (
        TextColumn("random play"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games, {task.fields[rate]:,.0f} decisions/s,"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=games, rate=0.0)

        def advance(some: Results) -> None:
            nonlocal decisions
            decisions += int(some["decisions"].sum())
            bar.update(task, advance=len(some), rate=decisions / (perf_counter() - start))

        return play_series(setting, games, threads, advance)


def _write(results: Results, setting: Setting, json_path: Path | None, csv_path: Path | None) -> None:
    from .outcomes import as_csv, as_json

    if json_path is not None:
        with said_by("--json"):
            write_whole(json_path, as_json(results, setting))
    if csv_path is not None:
        with said_by("--csv"):
            write_whole(csv_path, as_csv(results))


def _tell(results: Results, setting: Setting, seconds: float, threads: int) -> None:
    from .outcomes import area_table, count_table, result_table

    console = Console(highlight=False)
    games, decisions = len(results), results["decisions"]
    rules = f"{setting.ruleset} rules{' with ' * bool(setting.options)}{', '.join(setting.options)}"
    battle = f"{setting.deployment} set-up" if setting.scenario == "full" else f"scenario {setting.scenario}"
    console.print(f"\n{games:,} games of random-legal play: {rules}, {battle}\n")
    console.print(result_table(results, setting))
    console.print(area_table(results))
    console.print(count_table(results))
    console.print(
        f"A game takes {decisions.mean():,.0f} decisions ({decisions.min():,} to {decisions.max():,})"
        f" and {results['turn'].mean():.1f} turns."
    )
    total = int(decisions.sum())
    console.print(
        f"{total:,} decisions in {seconds:.1f} s on {threads} thread{'s' * (threads > 1)}:"
        f" {total / seconds:,.0f} decisions/s, {games / seconds:,.0f} games/s."
    )
    unfinished = games - int(results["over"].sum())
    if unfinished:
        console.print(f"{unfinished:,} games did not end: that is a bug, please report it.", style="bold red")
    console.print(f"Seeds {setting.seed} to {setting.seed + games - 1}. To play the same games again:")
    console.print(f"  {_again(setting, games)}", soft_wrap=True)


def _again(setting: Setting, games: int) -> str:
    words = ["bofa simulate", f"--games {games}", f"--seed {setting.seed}", f"--ruleset {setting.ruleset}"]
    words += [f"--option {option}" for option in setting.options]
    words += [f"--deployment {setting.deployment}"] * (setting.deployment != "historical")
    words += [f"--scenario {setting.scenario}"] * (setting.scenario != "full")
    return " ".join(words)
