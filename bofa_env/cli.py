"""The command `bofa`. Each subcommand is a function in `bofa_env.commands`, registered here.

Nothing here, or at the head of a file in `commands`, imports the rules: `bofa --help` has to answer at once.
"""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from . import __version__
from .commands.balance import balance
from .commands.board import board
from .commands.bots import bots
from .commands.record import record_app
from .commands.report import report
from .commands.rules import rules
from .commands.scenarios import scenarios
from .commands.simulate import simulate
from .commands.sprt import sprt
from .commands.tournament import ratings, tournament
from .commands.train import train
from .commands.web import web

app = typer.Typer(
    name="bofa",
    help="The Battle of Five Armies: an AI research environment.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)
app.command()(simulate)
app.command()(board)
app.add_typer(record_app, name="record")
app.command()(rules)
app.command()(scenarios)
app.command()(bots)
app.command()(web)
app.command()(tournament)
app.command()(ratings)
app.command()(sprt)
app.command()(balance)
app.command()(report)
app.command()(train)


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"bofa-env {__version__}")
        raise typer.Exit


@app.callback()
def bofa(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell the version and stop.")
    ] = False,
) -> None:
    """What all subcommands share."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot show ★ gets a question mark


if __name__ == "__main__":
    app()
