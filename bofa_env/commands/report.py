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

    with said_by("FILE..."), ExitStack() as open_files:
        stores = [open_files.enter_context(Store(file)) for file in files]
        for store in stores:
            if not store.keys():
                raise ValueError(f"{store.path} has no games yet")
        page, verdict = write_report_of(stores, out or Path("reports") / files[0].stem)
    console = Console(highlight=False)
    for sentence in verdict:
        console.print(f"• {sentence}", soft_wrap=True)
    console.print(f"The report: {page}", soft_wrap=True)


def write_report(stores: Sequence[Store], folder: Path, ladder: Sequence[str] | None = None) -> Path:
    """Write the report of some stores; returns the path of the page."""
    return write_report_of(stores, folder, ladder)[0]


def write_report_of(stores: Sequence[Store], folder: Path, ladder: Sequence[str] | None = None) -> tuple[Path, list[str]]:
    """The same, and the verdict if there is one."""
    from ..arena.export import write_games
    from ..arena.report import gather, html_page, markdown_page
    from .files import write_whole

    folder.mkdir(parents=True, exist_ok=True)
    told = gather(stores, ladder)
    write_games(stores, folder)
    write_whole(folder / "report.md", markdown_page(told))
    write_whole(folder / "report.html", html_page(told))
    return folder / "report.html", told.verdict
