"""`bofa report`: files of games as a page, and as Markdown, CSV and Parquet."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from .contest import need_stats
from .options import said_by

if TYPE_CHECKING:
    from ..arena.report import Told
    from ..arena.store import Store


def report(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Files of games from bofa tournament, sprt or balance.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Default: in reports/, named by the first file.")
    ] = None,
) -> None:
    """Write a report on files of games: an HTML page that needs nothing else, Markdown, CSV and Parquet."""
    need_stats()
    from ..arena.store import Store
    from .files import check_folder

    folder = out or Path("reports") / files[0].stem
    with ExitStack() as open_files:
        with said_by("FILE..."):
            stores = [open_files.enter_context(Store(file)) for file in files]
            for store in stores:
                if not store.keys():
                    raise ValueError(f"{store.path} has no games yet")
        with said_by("--out"):
            check_folder(folder)
        with said_by("FILE..."):
            told = gathered(stores)
        with said_by("--out"):
            page = write_report(stores, folder, told)
    console = Console(highlight=False)
    for sentence in told.verdict:
        console.print(f"• {sentence}", soft_wrap=True)
    console.print(f"The report: {page}", soft_wrap=True)


def gathered(stores: Sequence[Store], ladder: Sequence[str] | None = None) -> Told:
    """All that a report on some stores says."""
    from ..arena.report import gather

    return gather(stores, ladder)


def write_report(stores: Sequence[Store], folder: Path, told: Told) -> Path:
    """Write the report of some stores; returns the path of the page."""
    from ..arena.export import write_games
    from ..arena.report import html_page, markdown_page
    from .files import write_whole

    folder.mkdir(parents=True, exist_ok=True)
    write_games(stores, folder)
    write_whole(folder / "report.md", markdown_page(told))
    write_whole(folder / "report.html", html_page(told))
    return folder / "report.html"
