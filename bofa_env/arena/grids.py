"""Grids: the tables of a report, made once and shown in the terminal, on the page and in Markdown alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..render.symbols import AREA_NAMES, SIDE_NAMES
from ..rules.world import AREAS, SIDES
from .balance import SHARED, Balance
from .meetings import decisions_per_second, meetings
from .plain import short
from .ratings import Estimate, Ladder, crosstable
from .shares import LEVELS, Difference, Tally
from .store import Played
from .verdict import on_play


@dataclass(frozen=True)
class Grid:
    """A table: words on the left, numbers on the right. strong: rows that stand out."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    words: int = 1  # so many columns on the left are words
    strong: frozenset[int] = field(default_factory=frozenset)
    splits: bool = False  # whether columns may stand in several tables if they do not fit beside each other

    def for_terminal(self, width: int = 80) -> RenderableType:
        """With rich; if it is split, every part has the words again."""
        first, room = [*range(self.words)], width - sum(self._width(number) for number in range(self.words)) - 1
        parts: list[list[int]] = [[]]
        for number in range(self.words, len(self.columns)):
            if parts[-1] and sum(map(self._width, [*parts[-1], number])) > room:
                parts.append([])
            parts[-1].append(number)
        if not self.splits or len(parts) == 1:
            return self._table([*range(len(self.columns))], self.note)
        last = len(parts) - 1
        return Group(*(self._table(first + part, self.note if at == last else "") for at, part in enumerate(parts)))

    def _width(self, number: int) -> int:
        lines = [line for row in (self.columns, *self.rows) for line in row[number].split("\n")]
        return max(map(cell_len, lines)) + 3

    def _table(self, shown: Sequence[int], note: str) -> Table:
        table = Table(title=self.title, title_justify="left", title_style="bold", caption=note, caption_justify="left")
        for number in shown:
            justify: Any = "left" if number < self.words else "right"
            table.add_column(self.columns[number], justify=justify, overflow="fold")
        for number, row in enumerate(self.rows):
            table.add_row(*(Text(row[column]) for column in shown), style="bold" if number in self.strong else "")
        return table

    def for_markdown(self) -> str:
        """As a Markdown table."""
        def line(cells: Iterable[str]) -> str:
            return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

        rule = ["---" if number < self.words else "---:" for number in range(len(self.columns))]
        rows = [[f"**{cell}**" if n in self.strong and cell else cell for cell in row] for n, row in enumerate(self.rows)]
        return "\n".join([line(self.columns), line(rule), *map(line, rows)])


def percent(estimate: Estimate) -> str:
    """A share and its interval."""
    return f"{estimate.value:.1%} [{100 * estimate.low:.0f}, {100 * estimate.high:.0f}]"


def points(estimate: Estimate) -> str:
    """A difference of shares in percentage points."""
    return f"{100 * estimate.value:+z.1f} [{100 * estimate.low:+z.0f}, {100 * estimate.high:+z.0f}]"


# --- tournaments


def rating_grid(ladder: Ladder, versions: dict[str, str], speed: dict[str, float]) -> Grid:
    """Who is how strong, and how fast."""
    rows = [
        (str(place), one.bot, versions.get(one.bot, "?"), f"{one.elo.value:+z.0f}",
         f"{one.elo.low:+z.0f} … {one.elo.high:+z.0f}", f"{one.score:.1%}", f"{one.games:,}", _rate(speed.get(one.bot)))
        for place, one in enumerate(ladder.ratings, 1)
    ]  # fmt: skip
    note = (
        f"400 Elo: ten wins to one loss. Intervals: 95 %, from the profile likelihood of {ladder.pairs:,} pairs of games."
        " Dec/s: decisions in a second of the bot's own thinking."
    )
    return Grid("Ratings", ("", "bot", "version", "Elo", "95 %", "score", "games", "dec/s"), tuple(rows), note, words=2)


def _rate(speed: float | None) -> str:
    return "–" if speed is None else f"{speed:,.0f}" if speed >= 10 else f"{speed:.2g}"


def side_grid(ladder: Ladder) -> Grid:
    """Who is how strong with which side."""
    rows = [
        (str(place), short(one.bot), one.as_free.told(), one.as_dark.told()) for place, one in enumerate(ladder.ratings, 1)
    ]
    note = f"Playing the Free Peoples is worth {ladder.side.told()} Elo."
    return Grid("Ratings by side", ("", "bot", *(f"as {name}" for name in SIDE_NAMES.values())), tuple(rows), note, words=2)


def meeting_grid(games: Sequence[Played], ladder: Ladder) -> Grid:
    """How every two bots that met fared, the stronger one first; and what a side is worth, if no other table says so."""
    bots = [rating.bot for rating in ladder.ratings]
    place = {bot: str(number) for number, bot in enumerate(bots, 1)}
    rows = [
        (f"{place[one.first]} {short(one.first, 20)} – {place[one.second]} {short(one.second, 20)}", percent(one.score),
         _won(one.as_free), _won(one.as_dark), f"{one.games:,}")
        for one in meetings(games, bots)
    ]  # fmt: skip
    note = "Of the first bot: score with its 95 % interval (the unit is the pair of games), points as either side / games."
    if not ladder.by_side:
        note += f" Playing the Free Peoples is worth {ladder.side.told()} Elo."
    return Grid("Meetings", ("bots", "score", "as Free", "as Dark", "games"), tuple(rows), note)


def _won(points: tuple[float, int]) -> str:
    return f"{points[0]:g}/{points[1]}"


def cross_grid(games: Sequence[Played], ladder: Ladder) -> Grid:
    """Points of the row against the column, and beneath it the likelihood that the row is the stronger one."""
    bots = [rating.bot for rating in ladder.ratings]
    cells = crosstable(games)
    rows = [
        (str(place), short(row), *(_meeting(cells.get((row, column)), ladder.superior.get((row, column))) for column in bots))
        for place, row in enumerate(bots, 1)
    ]
    columns = ("", "bot", *(str(place) for place in range(1, len(bots) + 1)))
    note = "Points of the row / games; beneath: the likelihood that the row is the stronger bot."
    return Grid("Crosstable", columns, tuple(rows), note, words=2, splits=True)


def _meeting(cell: tuple[float, int] | None, superior: float | None) -> str:
    return "·" if cell is None or superior is None else f"{_won(cell)}\n{likely(superior)}"


def likely(chance: float) -> str:
    """A likelihood; nothing is certain."""
    return "> 99.9%" if chance > 0.999 else "< 0.1%" if chance < 0.001 else f"{chance:.1%}"


def forfeit_grid(games: Sequence[Played]) -> Grid | None:
    """Who has forfeited games, and why; None if nobody has."""
    faults: dict[tuple[str, str], list[str]] = {}
    for game in games:
        if game.forfeit is not None:
            reason = game.reason or "?"
            bot = game.free if game.forfeit == SIDES[0] else game.dark
            faults.setdefault((bot, _kind_of_fault(reason)), []).append(reason)
    if not faults:
        return None
    found = sorted(faults.items(), key=lambda item: -len(item[1]))
    rows = [(short(bot), f"{len(reasons):,}", reasons[0]) for (bot, _), reasons in found]
    return Grid("Forfeits", ("bot", "games", "first reason of its kind"), tuple(rows), words=3)


# What of a reason tells its kind: not which decision, action, answer or number of seconds it was
_KINDS = (
    re.compile(r"(answered) .*(\(\w+\)) in decision"),
    re.compile(r"(took) .* in decision"),
    re.compile(r"(crashed) in decision \d+: (\w+)"),
    re.compile(r"(could not be made): (\w+)"),
    re.compile(r"(.*) in decision"),
)


def _kind_of_fault(reason: str) -> str:
    found = next((match for kind in _KINDS if (match := kind.match(reason))), None)
    return reason if found is None else " ".join(found.groups())


# --- balance


def share_grid(tallies: dict[str, Tally]) -> Grid:
    """Who wins how often."""
    columns = ("bot", *(f"{name} win" for name in SIDE_NAMES.values()), "drawn", "games")
    rows = [
        (name, *(percent(tally.wins[side]) for side in SIDES), f"{tally.wins['draw'].value:.1%}", f"{tally.games:,}")
        for name, tally in tallies.items()
    ]
    forfeits = sum(tally.forfeits for tally in tallies.values())
    note = "Every bot plays itself. Intervals: 95 %." + (f" {forfeits:,} forfeited games are left out." if forfeits else "")
    return Grid("Win shares along the skill ladder", columns, tuple(rows), note)


def edge_grid(tallies: dict[str, Tally]) -> Grid:
    """By how much the Free Peoples are ahead, and how long a game is."""
    columns = ("bot", "edge in points", "lead in areas", "turns", "decisions")
    rows = [
        (name, points(tally.edge), tally.lead.told(2), f"{tally.turns:.1f}", f"{tally.decisions:,.0f}")
        for name, tally in tallies.items()
    ]
    note = "Edge: share of wins of the Free Peoples less that of the Dark Army. Lead: areas held at the end."
    return Grid("Edge of the Free Peoples, length of games", columns, tuple(rows), note)


def level_grid(tallies: dict[str, Tally]) -> Grid:
    """By level of victory."""
    levels = [level for level in LEVELS if any(tally.levels[side, level] for tally in tallies.values() for side in SIDES)]
    columns = ("bot", *(f"{SIDE_NAMES[side].split()[0]}: {level}" for side in SIDES for level in levels))
    rows = [
        (name, *(f"{tally.levels[side, level] / max(1, tally.games):.1%}" for side in SIDES for level in levels))
        for name, tally in tallies.items()
    ]
    return Grid("Levels of victory, share of games", columns, tuple(rows))


def held_grid(tallies: dict[str, Tally]) -> Grid:
    """By areas held at the end."""
    columns = ("bot", "side", *map(str, range(len(AREAS) + 1)))
    rows = [
        (name, SIDE_NAMES[side], *(f"{count / max(1, tally.games):.1%}" for count in tally.held[side]))
        for name, tally in tallies.items()
        for side in SIDES
    ]
    return Grid("Areas held at the end, share of games", columns, tuple(rows), words=2)


_LEFT_OUT = f" {' and '.join(SHARED)} are not compared: they share a side among players, and here one bot plays all of a side."


def difference_grid(title: str, found: Sequence[Difference], base: str, more: str = "") -> Grid:
    """What changes the balance."""
    rows = [
        (one.name, percent(one.score), points(one.change), f"{one.p:.3f}", f"{one.games:,}") for one in found
    ]
    note = (
        f"Score of the Free Peoples, and its change in points against the base ({base}); intervals of changes hold for all rows"
        f" together, and so does p. In bold: more than chance.{more}"
    )
    strong = frozenset(number for number, one in enumerate(found) if one.clear)
    return Grid(title, ("", "score", "change", "p", "games"), tuple(rows), note, strong=strong)


def luck_grid(balance: Balance) -> Grid | None:
    """Where results come from; None if there are too few cubes to tell, which the verdict says."""
    luck = balance.luck
    if luck is None or not luck.enough:
        return None
    rows = [(name, percent(luck.alone[name]), percent(luck.in_all[name])) for name in luck.alone]
    rows.append(("only together", percent(luck.together), ""))
    note = (
        f"{luck.cubes:,} cubes of eight games of {balance.yardstick} with chips, dice and play crossed."
        f" In all: with everything that it takes part in.{on_play(luck, balance.yardstick)}"
    )
    return Grid("Luck: shares of the variance of the result", ("", "alone", "in all"), tuple(rows), note)


def area_grid(balance: Balance) -> Grid:
    """Who holds the areas at the end."""
    rows = [(AREA_NAMES[area], *(f"{share:.1%}" for share in shares)) for area, shares in balance.areas.items()]
    games = balance.ladder[balance.strongest].games
    note = f"{games:,} games of {balance.strongest}. The lead changes {balance.lead_changes:.2f} times in a game."
    return Grid("Areas at the end of strongest play", ("area", *SIDE_NAMES.values(), "nobody"), tuple(rows), note)


def survival_grid(balance: Balance) -> Grid:
    """What is left of each army."""
    rows = [(army.replace("_", " "), f"{left:.1%}", f"{gone:.1%}") for army, (left, gone) in balance.survival.items()]
    return Grid("Survival in strongest play", ("army", "strength left", "wiped out"), tuple(rows), "Mean over games.")


def tournament_grids(games: Sequence[Played], ladder: Ladder, versions: dict[str, str]) -> list[Grid]:
    """All tables of a tournament."""
    forfeits = forfeit_grid(games)
    by_side = [side_grid(ladder)] if ladder.by_side else []
    return [
        rating_grid(ladder, versions, decisions_per_second(games)), *by_side, meeting_grid(games, ladder),
        *([cross_grid(games, ladder)] if len(ladder.ratings) > 1 else []), *([forfeits] if forfeits else []),
    ]  # fmt: skip


def balance_grids(balance: Balance) -> list[Grid]:
    """All tables of a balance report."""
    base = f"{balance.yardstick}, {balance.base.games:,} games, Free Peoples' score {balance.base.score.value:.1%}"
    tallies, luck = balance.ladder, luck_grid(balance)
    return [
        share_grid(tallies), edge_grid(tallies), level_grid(tallies), held_grid(tallies),
        *([difference_grid("Rulesets and options", balance.options, base, _LEFT_OUT)] if balance.options else []),
        *([difference_grid("Restricted play", balance.restricted, base)] if balance.restricted else []),
        *([luck] if luck else []),
        area_grid(balance), survival_grid(balance),
    ]  # fmt: skip
