"""Tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from ..render.symbols import AREA_NAMES, SIDE_NAMES
from ..rules.world import SIDES
from .balance import Balance
from .ratings import Estimate, Ladder, crosstable
from .shares import LEVELS, Difference, Tally
from .store import Played


def _table(title: str, *columns: str) -> Table:
    table = Table(*columns, title=title, title_justify="left", title_style="bold")
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def percent(estimate: Estimate) -> str:
    """A share and its interval."""
    return f"{estimate.value:.1%} [{estimate.low:.1%}, {estimate.high:.1%}]"


def points(estimate: Estimate) -> str:
    """A difference of shares in percentage points."""
    return f"{100 * estimate.value:+.1f} [{100 * estimate.low:+.1f}, {100 * estimate.high:+.1f}]"


def rating_table(ladder: Ladder, versions: dict[str, str]) -> Table:
    """Who is how strong."""
    table = _table("Ratings", "bot", "version", "Elo", "95 %", "as Free Peoples", "as Dark Army", "score", "games")
    for rating in ladder.ratings:
        elo = rating.elo
        table.add_row(
            rating.bot, versions.get(rating.bot, "?"), f"{elo.value:+.0f}", f"{elo.low:+.0f} … {elo.high:+.0f}",
            rating.as_free.told(), rating.as_dark.told(), f"{rating.score:.1%}", f"{rating.games:,}",
        )  # fmt: skip
    table.caption = f"Playing the Free Peoples is worth {ladder.side.told()} Elo. 400 Elo: ten wins to one loss."
    table.caption_justify = "left"
    return table


def cross_table(games: Sequence[Played], ladder: Ladder) -> Table:
    """Points of the row against the column, and beneath it the likelihood that the row is the stronger one."""
    bots = [rating.bot for rating in ladder.ratings]
    table = _table("Crosstable: points of the row / games; likelihood of superiority", "", *bots)
    cells = crosstable(games)
    for row in bots:
        shown: list[Text | str] = []
        for column in bots:
            if (row, column) not in cells or row == column:
                shown.append(Text("·", style="dim"))
                continue
            won, played = cells[row, column]
            style = "green" if won > played / 2 else "red" if won < played / 2 else ""
            shown.append(Text(f"{won:g}/{played}\n{ladder.superior[row, column]:.1%}", style=style))
        table.add_row(row, *shown)
    return table


def forfeit_table(games: Sequence[Played]) -> Table | None:
    """Who has forfeited games, and why; None if nobody has."""
    faults: dict[tuple[str, str], int] = {}
    for game in games:
        if game.forfeit is not None:
            bot = game.free if game.forfeit == SIDES[0] else game.dark
            reason = (game.reason or "").partition(" in decision")
            what = reason[0] + (reason[2][reason[2].find(":") :] if ":" in reason[2] else "")
            faults[bot, what] = faults.get((bot, what), 0) + 1
    if not faults:
        return None
    table = Table("bot", "games", "reason", title="Forfeits", title_justify="left", title_style="bold red")
    for (bot, what), count in sorted(faults.items(), key=lambda item: -item[1]):
        table.add_row(bot, f"{count:,}", what)
    return table


def share_table(title: str, tallies: dict[str, Tally]) -> Table:
    """Who wins how often."""
    table = _table(
        title, "", *(f"{name} win" for name in SIDE_NAMES.values()), "drawn", "edge of the Free Peoples", "lead in areas", "games"
    )
    for name, tally in tallies.items():
        table.add_row(
            name, *(percent(tally.wins[side]) for side in SIDES), f"{tally.wins['draw'].value:.1%}", points(tally.edge),
            tally.lead.told(2), f"{tally.games:,}",
        )  # fmt: skip
    return table


def level_table(tallies: dict[str, Tally]) -> Table:
    """By level of victory."""
    levels = [level for level in LEVELS if any(tally.levels[side, level] for tally in tallies.values() for side in SIDES)]
    columns = [f"{SIDE_NAMES[side].split()[0]} {level}" for side in SIDES for level in levels]
    table = _table("Levels of victory, share of games", "", *columns)
    for name, tally in tallies.items():
        table.add_row(name, *(f"{tally.levels[side, level] / max(1, tally.games):.1%}" for side in SIDES for level in levels))
    return table


def difference_table(title: str, found: Sequence[Difference], caption: str) -> Table:
    """What changes the balance."""
    table = _table(title, "", "Free Peoples' score", "change in points", "p (Holm)", "games")
    for one in found:
        style = "bold" if one.clear else ""
        table.add_row(one.name, percent(one.score), points(one.change), f"{one.p:.3f}", f"{one.games:,}", style=style)
    table.caption, table.caption_justify = caption, "left"
    return table


def balance_tables(balance: Balance) -> list[Table]:
    """All of a balance report that fits a terminal."""
    base = f"Base: {balance.yardstick}, {balance.base.games:,} games. Intervals hold for all rows together."
    tables = [share_table("Win shares along the skill ladder", balance.ladder), level_table(balance.ladder)]
    if balance.options:
        tables.append(difference_table("Rulesets and options", balance.options, base))
    if balance.restricted:
        tables.append(difference_table("Restricted play", balance.restricted, base))
    if balance.luck is not None:
        table = _table(f"Luck: shares of the variance of the result, {balance.luck.cubes} cubes of 8 games", "", "alone", "in all")
        for source in balance.luck.alone:
            table.add_row(source, percent(balance.luck.alone[source]), percent(balance.luck.in_all[source]))
        table.add_row("only together", percent(balance.luck.together), "")
        tables.append(table)
    table = _table("Areas at the end, strongest play", "", *SIDE_NAMES.values(), "nobody")
    for area, shares in balance.areas.items():
        table.add_row(AREA_NAMES[area], *(f"{share:.1%}" for share in shares))
    tables.append(table)
    table = _table("Survival by army, strongest play", "", "of its strength", "armies wiped out")
    for army, (left, gone) in balance.survival.items():
        table.add_row(army.replace("_", " "), f"{left:.1%}", f"{gone:.1%}")
    tables.append(table)
    return tables
