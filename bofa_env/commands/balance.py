"""`bofa balance`: how balanced the two sides are, along a ladder of skill."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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

_LADDER = "random,greedy,captain"


def balance(
    ladder: Annotated[
        str, typer.Option("--ladder", metavar="BOTS", help="Bots, weak to strong; with ; between them if one has parameters.")
    ] = _LADDER,
    yardstick: Annotated[
        str | None,
        typer.Option("--yardstick", metavar="BOT", help="Who plays all that is compared with the base. Default: the last."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="For every bot of the ladder.")] = 200,
    others: Annotated[
        int | None, typer.Option("--others", min=2, help="Games for every ruleset, option and restriction. Default: half.")
    ] = None,
    cubes: Annotated[int, typer.Option("--cubes", min=2, help="Cubes of eight games each, for luck.")] = 25,
    part: Annotated[
        list[str] | None,
        typer.Option(
            "--part",
            metavar="NAME",
            help="ladder (always played), rulesets, options, restricted, luck; may be given several times. Default: all.",
        ),
    ] = None,
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
    beside: Annotated[
        Path | None, typer.Option("--beside", metavar="FILE", help="Games of a tournament that the report tells of too.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FOLDER", help="Write the report there. Default: in reports/.")
    ] = None,
) -> None:
    """Measure how balanced the sides are: bots of growing skill play themselves, under the rules and what may change them."""
    need_stats()
    keep = how_many_records(records)
    from ..arena.balance import PARTS, BalancePlan, reckon
    from ..arena.grids import balance_grids
    from ..arena.store import Store
    from ..errors import one_of
    from .files import check_folder
    from .report import gathered, write_report

    bots = tuple(bot.strip() for bot in ladder.split(";" if ";" in ladder or "=" in ladder else ",") if bot.strip())
    with said_by("--ladder"):
        if not bots or len(set(bots)) < len(bots):
            raise ValueError("name one or more different bots, from weak to strong, such as random;greedy;mcts:sims=200")
    with said_by("--part"):
        parts = tuple(one_of("part", name, PARTS) for name in part) if part else PARTS
    setting = checked_setting(ruleset, option, deployment, scenario)
    plan = BalancePlan(bots, yardstick or bots[-1], setting, games, others or max(2, games // 2), cubes, parts, seed=seed)
    planned = plan.jobs()
    with said_by("--beside"):
        more = [Store(beside)] if beside else []
    with said_by("--report"):
        check_folder(report or Path("reports"))
    stderr, console = Console(stderr=True), Console(highlight=False)
    with opened(file, plan.asked()) as store:
        with crew_for(plan.bots, setting, Means(jobs, clock, backend, address), store, stderr) as crew:
            whole = play_all([planned], len(planned), store, crew, stderr, records=keep)
        if whole:
            found = reckon(store, bots)
            console.print(f"\n{setting.told()}; rules version {store.about['rules_version']}; bots and versions: "
                          + ", ".join(f"{bot} {version}" for bot, version in store.bots().items()))  # fmt: skip
            for grid in balance_grids(found):
                console.print(grid.for_terminal(console.width))
            stores = [*more, store]
            with said_by("--report"):
                page = write_report(stores, report or Path("reports") / store.path.stem, gathered(stores, bots))
            console.print("Verdict", style="bold")
            for sentence in found.verdict:
                console.print(f"• {sentence}", soft_wrap=True)
            console.print(f"\nThe report: {page}", soft_wrap=True)
        else:
            say_stopped(store, len(planned), stderr)
            raise typer.Exit(STOPPED)
