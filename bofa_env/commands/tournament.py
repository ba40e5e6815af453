"""`bofa tournament`: bots play each other; `bofa ratings`: what the games of a file say about them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from .contest import (
    STOPPED,
    Address,
    Backend,
    Clock,
    File,
    Jobs,
    Means,
    Records,
    Scenario,
    Seed,
    checked_setting,
    crew_for,
    how_many_records,
    need_stats,
    opened,
    play_all,
    say_stopped,
)
from .options import Deployment, Options, Ruleset, said_by

if TYPE_CHECKING:
    from ..arena.store import Store


def tournament(
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="Two or more bots, such as random greedy mcts:sims=200.")],
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, help="For each two bots that meet, half with each side. Swiss: per round.")
    ] = 20,
    format: Annotated[
        str, typer.Option("--format", metavar="NAME", help="round-robin; gauntlet (the first against all others); swiss.")
    ] = "round-robin",
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Of a Swiss tournament.")] = 5,
    ruleset: Ruleset = "standard",
    option: Options = None,
    deployment: Deployment = "historical",
    scenario: Scenario = "full",
    seed: Seed = 0,
    jobs: Jobs = None,
    clock: Clock = 60.0,
    backend: Backend = "local",
    address: Address = None,
    file: File = None,
    records: Records = "0",
) -> None:
    """Let bots play each other in pairs of games with sides swapped, and rate them.

    Every finished game is kept at once: after Ctrl-C or a crash the same command goes on where it was.
    """
    need_stats()
    keep = how_many_records(records)
    from ..arena.schedule import FORMATS
    from ..arena.tournament import Plan, rounds_of
    from ..errors import one_of

    with said_by("BOT..."):
        if len(bots) < 2 or len(set(bots)) < len(bots):
            raise ValueError("name two or more different bots")
    with said_by("--games"):
        if games % 2:
            raise ValueError(f"games are played in pairs with sides swapped: give an even number, not {games}")
    with said_by("--format"):
        one_of("format", format, FORMATS)
    setting = checked_setting(ruleset, option, deployment, scenario)
    plan = Plan(tuple(bots), setting, format, games, rounds, seed)
    stderr = Console(stderr=True)
    total = 2 * plan.schedule.total
    with opened(file, plan.asked()) as store:
        with crew_for(plan.bots, setting, Means(jobs, clock, backend, address), store, stderr) as crew:
            whole = play_all(rounds_of(plan, store), total, store, crew, stderr, records=keep)
        if store.keys():
            tell(store)
        if not whole:
            say_stopped(store, total, stderr)
            raise typer.Exit(STOPPED)


def ratings(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of games from `bofa tournament` or `bofa sprt`.")],
    intervals: Annotated[
        str, typer.Option(metavar="NAME", help="profile: of the profile likelihood; bootstrap: by resampling pairs of games.")
    ] = "profile",
) -> None:
    """Rate the bots of a file of games again."""
    need_stats()
    from ..arena.ratings import INTERVALS
    from ..arena.store import Store
    from ..errors import one_of

    with said_by("--intervals"):
        one_of("intervals", intervals, INTERVALS)
    with said_by("FILE"):
        store = Store(file)
        with store:
            if not store.keys():
                raise ValueError(f"{file} has no games yet")
            if store.about["asked"]["what"] == "balance":
                raise ValueError(f"in {file} bots play themselves, which rates nobody; `bofa report {file}` tells what it says")
            tell(store, intervals)


def tell(store: Store, intervals: str = "profile") -> None:
    """Ratings, crosstable, forfeits, and what was played."""
    from ..arena.grids import tournament_grids
    from ..arena.ratings import rate

    console = Console(highlight=False)
    games, bots = store.games(), store.bots()
    for study in store.studies().values():
        count = sum(game.study == study.name for game in games)
        console.print(f"\n{count:,} games: {study.setting.told()}; rules version {store.about['rules_version']}")
    for grid in tournament_grids(games, rate(games, intervals), bots):
        console.print(grid.for_terminal(console.width))
    console.print(f"All games are in {store.path}.", soft_wrap=True)
