"""`bofa board`: the battlefield and what stands on it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from .files import check_writable, write_whole
from .options import Deployment, Options, Ruleset, check_names, said_by
from .patience import patience

if TYPE_CHECKING:
    from ..game import Game

_READERS = {".json": json.loads, ".toml": tomllib.loads}
_WIDTH = 100  # where there is no terminal to ask


def board(
    context: typer.Context,
    position: Annotated[
        Path | None, typer.Option("--position", metavar="FILE", help="A position to show, FILE.json or FILE.toml.")
    ] = None,
    deployment: Deployment = "historical",
    ruleset: Ruleset = "standard",
    option: Options = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="For a random set-up.")] = 0,
    hex_numbers: Annotated[bool, typer.Option("--hex-numbers", help="Write its number into every hex.")] = False,
    legend: Annotated[bool, typer.Option("--legend/--no-legend", help="Explain the signs.")] = True,
    scenario: Annotated[str, typer.Option("--scenario", metavar="NAME", help="full, or one of `bofa scenarios`.")] = "full",
    svg: Annotated[Path | None, typer.Option("--svg", metavar="PATH", help="Draw it into this file instead.")] = None,
    png: Annotated[Path | None, typer.Option("--png", metavar="PATH", help="The same as pixels.")] = None,
) -> None:
    """Show the battlefield with a set-up or a position, as text or as a drawing."""
    check_drawings(svg, png)
    with patience(Console(stderr=True)):
        if position is None:
            game = _set_up(ruleset, tuple(option or ()), deployment, seed, scenario)
        else:
            _refuse_others(context)
            game = _read(position)
        if svg or png:
            draw(game, svg, png)
            return
    write(game, hex_numbers, legend)


def write(game: Game, hex_numbers: bool = False, legend: bool = True) -> None:
    """The board as text, in colour if this is a terminal that has colours."""
    from ..render.ansi import board_text, board_width

    console = Console()
    width = console.width if console.is_terminal else _WIDTH
    colour = console.is_terminal and console.color_system is not None and not console.no_color
    print(board_text(game, width, colour=colour, hex_numbers=hex_numbers, legend=legend))
    needed = board_width(hex_numbers)
    if console.is_terminal and width < needed:
        advice = f"The map is {needed} columns wide, this terminal {width}: make it wider to see it whole."
        Console(stderr=True).print(advice, style="yellow", highlight=False)


def check_drawings(svg: Path | None, png: Path | None) -> None:
    """Refuse, before any work is done, files that cannot be written."""
    for option, path in (("--svg", svg), ("--png", png)):
        if path is not None:
            with said_by(option):
                check_writable(path)


def draw(game: Game, svg: Path | None, png: Path | None) -> None:
    """Write the drawn board into one file or both."""
    if svg:
        write_whole(svg, game.render("svg"))
    if png:
        from ..render.raster import png as drawn

        png.write_bytes(drawn(game))


def _set_up(ruleset: str, options: tuple[str, ...], deployment: str, seed: int, scenario: str) -> Game:
    from ..game import Game

    check_names(ruleset, options, deployment)
    with said_by("--scenario"):
        return Game(ruleset, options, deployment, seed, scenario=scenario)


def _refuse_others(context: typer.Context) -> None:
    """A position says itself by which rules it is played."""
    for name in ("deployment", "ruleset", "option", "seed", "scenario"):
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise typer.BadParameter("a position says this itself; leave it out", param_hint=f"--{name}")


def _read(path: Path) -> Game:
    from ..game import Game

    with said_by("--position"):
        reader = _READERS.get(path.suffix.lower())
        if reader is None:
            raise ValueError(f"{path}: a position is a file .json or .toml")
        try:
            told: Any = reader(path.read_text("utf-8"))
        except ValueError as error:  # also what a broken file of either kind raises
            raise ValueError(f"{path} cannot be read: {error}") from None
        return Game.from_position(told)
