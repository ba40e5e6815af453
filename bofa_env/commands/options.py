"""Options that several subcommands have, and how they are checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

Ruleset = Annotated[str, typer.Option("--ruleset", metavar="NAME", help="basic or standard.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME", help="An optional rule, such as extra_turns; may be given several times."),
]
Deployment = Annotated[
    str,
    typer.Option(
        "--deployment", metavar="NAME", help="How the armies are set up: historical, random, or free (by the players)."
    ),
]


@contextmanager
def said_by(option: str) -> Iterator[None]:
    """What is wrong with the value of an option becomes a message and exit code 2, not a traceback."""
    try:
        yield
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        raise typer.BadParameter(reason, param_hint=option) from None


def check_names(ruleset: str, options: tuple[str, ...], deployment: str) -> None:
    """Whether there is a game of this kind."""
    from ..deployments import DEPLOYMENTS
    from ..errors import one_of
    from ..game import RULESETS, option_bits

    with said_by("--ruleset"):
        one_of("ruleset", ruleset, RULESETS)
    with said_by("--option"):
        option_bits(options, ruleset)
    with said_by("--deployment"):
        one_of("deployment", deployment, DEPLOYMENTS)
