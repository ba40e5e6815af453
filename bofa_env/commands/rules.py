"""`bofa rules`: the rules page, by chapter, rule, ruling or word."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from .options import said_by


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A chapter (7, movement), a rule (O-4, B-9), a ruling (R11), a word (rocks), or all. Without: the contents.",
        ),
    ] = None,
) -> None:
    """Show the rules as they are played here."""
    from ..rulebook import contents, lookup

    with said_by("NAME"):
        text = contents() if name is None else lookup(name)
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text)
