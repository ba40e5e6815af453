"""Report: stores of games as one page that needs nothing else, and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape

from .. import __version__
from . import plots
from .balance import NAME as BALANCE
from .balance import reckon
from .grids import Grid, balance_grids, likely, tournament_grids
from .ratings import rate
from .store import Store


@dataclass(frozen=True)
class Picture:
    """A plot and what it shows."""

    svg: str
    told: str


@dataclass(frozen=True)
class Section:
    """What one store says."""

    title: str
    played: list[tuple[str, str]]  # what was played, by name
    lead: list[str]  # sentences that stand first
    pictures: list[Picture]
    grids: list[Grid]


@dataclass(frozen=True)
class Told:
    """A whole report."""

    sections: list[Section]
    verdict: list[str]
    version: str
    written: str


def gather(stores: Sequence[Store], ladder: Sequence[str] | None = None) -> Told:
    """Reckon everything."""
    sections, verdict = [], []
    for store in stores:
        if store.about["asked"]["what"] == BALANCE:
            section, said = _balance(store, ladder)
            verdict += said
        else:
            section = _tournament(store)
        sections.append(section)
    return Told(sections, verdict, __version__, datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"))


def _played(store: Store, setting: str) -> list[tuple[str, str]]:
    seconds = sum(sum(game.seconds) for game in store.games())
    return [
        ("game", setting),
        ("games", f"{len(store.keys()):,}"),
        ("bots (version)", ", ".join(f"{bot} ({version})" for bot, version in sorted(store.bots().items()))),
        ("rules version", str(store.about["rules_version"])),
        ("seed", str(store.about["asked"]["seed"])),
        ("bots thought for", f"{seconds / 60:,.1f} min"),
        ("file", store.path.name),
    ]


def _tournament(store: Store) -> Section:
    games = store.games()
    ladder = rate(games)
    setting = next(iter(store.studies().values())).setting.told()
    pictures = [
        Picture(plots.rating_ladder(ladder), "One fit over all games; faint: with one side only. 95 % intervals."),
        Picture(plots.cross_map(games, ladder), "Draws count half."),
    ]
    best, second = ladder.ratings[0].bot, ladder.ratings[1].bot
    lead = [
        f"{best} is ahead of {second} with a likelihood of {likely(ladder.superior[best, second])}.",
        f"Playing the Free Peoples is worth {ladder.side.told()} Elo to these bots"
        f" ({ladder.games:,} games, {ladder.pairs:,} pairs).",
    ]
    return Section("Tournament", _played(store, setting), lead, pictures, tournament_grids(games, ladder, store.bots()))


def _balance(store: Store, ladder: Sequence[str] | None) -> tuple[Section, list[str]]:
    found = reckon(store, ladder)
    top = f"{found.strongest} against itself, {found.ladder[found.strongest].games:,} games"
    pictures = [
        Picture(plots.win_shares(found), "Every bot plays itself. Black: 95 % intervals of each side's share."),
        Picture(plots.control_by_turn(found), f"{top}. White: nobody."),
        Picture(plots.battlefield(found), f"{top}: how often a hex is held at the end of a turn. Outlined: victory areas."),
        Picture(plots.survival_bars(found), f"{top}."),
    ]
    if found.options:
        pictures.append(Picture(plots.forest("Rulesets and options", found.options), "In colour: more than chance."))
    if found.restricted:
        pictures.append(Picture(plots.forest("Restricted play", found.restricted), "What a side loses without it."))
    if found.luck is not None and found.luck.enough:
        pictures.append(Picture(plots.luck_bars(found), f"{found.luck.cubes:,} cubes of eight games of {found.yardstick}."))
    section = Section("Balance", _played(store, found.setting.told()), [], pictures, balance_grids(found))
    return section, found.verdict


def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("bofa_env.arena"), autoescape=select_autoescape(["html"]), trim_blocks=True, lstrip_blocks=True
    )


def html_page(told: Told) -> str:
    """The page; nothing in it is loaded from elsewhere."""
    return _templates().get_template("report.html").render(**_context(told))


def markdown_page(told: Told) -> str:
    """The same without the pictures."""
    return _templates().get_template("report.md").render(**_context(told))


def _context(told: Told) -> dict[str, Any]:
    return {"told": told}
