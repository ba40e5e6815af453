"""`bofa sprt`: a match that stops when a sequential test on pairs of games decides."""

from __future__ import annotations

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
    from ..arena.play import Result
    from ..arena.ratings import Game
    from ..arena.sprt import Hypotheses
    from ..arena.store import Store


def sprt(
    first: Annotated[str, typer.Argument(metavar="A", help="The bot that is put to the test.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The bot that it is compared with.")],
    elo0: Annotated[float, typer.Option("--elo0", help="H0: A is so many Elo points stronger than B.")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="H1: A is so many Elo points stronger than B.")] = 20.0,
    alpha: Annotated[float, typer.Option("--alpha", help="How often H1 may be decided though H0 holds.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="How often H0 may be decided though H1 holds.")] = 0.05,
    most: Annotated[int, typer.Option("--max-games", min=2, help="Stop undecided after so many games.")] = 2000,
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
    """Play A against B until a sequential test on pairs of games decides whether A is the stronger one."""
    need_stats()
    keep = how_many_records(records)
    from ..arena.sprt import Hypotheses, decide, pair_points
    from ..arena.tournament import Plan, rounds_of

    if first == second:
        raise typer.BadParameter("name two different bots", param_hint="B")
    hypotheses = Hypotheses(elo0, elo1, alpha, beta)
    with said_by("--elo0 / --elo1"):
        hypotheses.check_elo()
    with said_by("--alpha / --beta"):
        hypotheses.check_errors()
    setting = checked_setting(ruleset, option, deployment, scenario)
    plan = Plan((first, second), setting, games=most - most % 2, seed=seed)
    stderr = Console(stderr=True)
    with opened(file, plan.asked() | {"what": "sprt"}) as store:
        games: list[Game] = list(store.games())

        def points() -> list[int]:
            return pair_points(games, first)[: most // 2]  # the file may have more, from a test of other hypotheses

        verdict = decide(points(), hypotheses)

        def enough(result: Result) -> bool:
            nonlocal verdict
            games.append(result)
            verdict = decide(points(), hypotheses, verdict)
            return verdict.decided is not None

        whole = True
        if verdict.decided is None:
            with crew_for(plan.bots, setting, Means(jobs, clock, backend, address), store, stderr) as crew:
                whole = play_all(rounds_of(plan, store), plan.games, store, crew, stderr, enough, keep)
        _tell(first, second, points(), hypotheses, setting.told(), store)
        if not whole:
            say_stopped(store, plan.games, stderr)
            raise typer.Exit(STOPPED)


def _tell(first: str, second: str, points: list[int], hypotheses: Hypotheses, setting: str, store: Store) -> None:
    from ..arena.sprt import decide, elo_of, told_elo

    console = Console(highlight=False, soft_wrap=True)
    found = decide(points, hypotheses)
    low, high = hypotheses.bounds
    versions = store.bots()
    elo = told_elo(*elo_of(points[: found.pairs]))
    console.print(
        f"\n{first} (version {versions.get(first)}) against {second} (version {versions.get(second)}), {setting};"
        f" rules version {store.about['rules_version']}",
    )
    pairs = ", ".join(f"{name}: {count}" for name, count in zip(("0", "½", "1", "1½", "2"), found.counts, strict=True))
    console.print(f"{found.pairs:,} pair{'s' * (found.pairs != 1)} of games by points of {first}: {pairs}")
    unused = len(store.keys()) - 2 * found.pairs
    if unused > 0:
        console.print(f"{unused:,} more games are in the file and not counted: played at the same time, or for another test.")
    console.print(f"Elo {elo} (from the score and one more pair at each end; an early stop makes it lean to one side)")
    console.print(f"LLR {found.llr:.2f}, bounds {low:.2f} and {high:.2f}")
    says = {
        "H1": f"H1 accepted: {first} is stronger than {second} by about {hypotheses.elo1:g} Elo or more.",
        "H0": f"H0 accepted: {first} is not stronger than {second} by {hypotheses.elo1:g} Elo.",
        None: "Undecided: more games would be needed.",
    }
    console.print(says[found.decided], style="bold")
    console.print(f"All games are in {store.path}.")
