"""Reads the counters file and checks it (RULES.md, chapter 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..rules.world import (
    AT_GATE,
    DARK_ARMY,
    ELF,
    ENTRY_CIRCLE,
    ENTRY_NE,
    ENTRY_NW,
    ENTRY_SE,
    ENTRY_SW,
    FREE_PEOPLES,
    SIDES,
    SPUR_NE,
    SPUR_NW,
    TRIBES,
    UNARMED,
    WEAPONS,
)
from .document import Table, read

KINDS = ("elf", "man", "dwarf", "eagle", "goblin", "wolf", "warg", "none")  # numbered as in the world
_ENTRIES = {
    "entry_north_west": ENTRY_NW,
    "entry_north_east": ENTRY_NE,
    "entry_south_east": ENTRY_SE,
    "entry_south_west": ENTRY_SW,
    "entry_circle": ENTRY_CIRCLE,
}
_STARTS = (  # by side (B-2)
    {"spur_north_west": SPUR_NW, "spur_north_east": SPUR_NE, "front_gate": AT_GATE},
    {"entry_south_east": ENTRY_SE, "entry_south_west": ENTRY_SW},
)
_PIECES = (46, 94)  # by side
_EXTRA_ELVES = {"spear": 2, "bow": 1}  # B-2, O-8
_MOST = 99  # no printed value comes near; it keeps every number small enough for the record
_LAST_TURN = 16  # with O-9


@dataclass(frozen=True)
class Piece:
    """One counter; but for the name, the fields are those of the world record."""

    name: str
    side: int
    army: int
    tribe: int
    kind: int
    weapon: int
    leader: int
    unit: int
    strength: int
    move: int
    bow: int
    extra: int
    start: int
    enters_turn: int
    enters_at: int


@dataclass(frozen=True)
class Counters:
    """The armies, and all pieces: army by army, the leaders of each first."""

    armies: tuple[str, ...]
    army_sides: tuple[int, ...]
    pieces: tuple[Piece, ...]


def read_counters(path: Path) -> Counters:
    """Read and check a counters file; DataError says what is wrong with it, and on which line."""
    file = read(path)
    file.only("army")
    armies: list[str] = []
    sides: list[int] = []
    pieces: list[Piece] = []
    names: set[str] = set()
    for table in file.tables("army"):
        name = table.text("name")
        if name in armies:
            raise table.error(f"there is another army {name!r}", "name")
        for source, piece in _army(table, len(armies)):
            if piece.name in names:
                raise source.error(f"there is another piece {piece.name!r}", "name")
            names.add(piece.name)
            pieces.append(piece)
        armies.append(name)
        sides.append(SIDES.index(table.text("side")))
    for side, needed in enumerate(_PIECES):
        found = sum(piece.side == side for piece in pieces)
        if found != needed:
            last = max((army for army, other in enumerate(sides) if other == side), default=0)
            raise file.error(f"{SIDES[side]} has {found} pieces; it has to have {needed}", "army", last)
    for tribe in TRIBES:
        if tribe not in armies:
            raise file.error(f"the tribe {tribe!r} is missing", "army")
    _check_extra_elves(file, pieces)
    return Counters(tuple(armies), tuple(sides), tuple(pieces))


def _army(table: Table, army: int) -> Iterator[tuple[Table, Piece]]:
    """The pieces of one army, leaders first, each with the table that it comes from."""
    table.only("name", "side", "kind", "start", "enters", "leader", "leaders", "units")
    name = table.text("name")
    side = SIDES.index(table.choice("side", SIDES))
    kind = KINDS.index(table.choice("kind", KINDS))
    start, enters_turn, enters_at = _arrival(table, side)
    leaders, rows = _leaders(table), table.tables("units")
    if not leaders and not rows:
        raise table.error(f"the army {name!r} has no pieces")
    tribe = TRIBES.index(name) if name in TRIBES else -1
    if tribe >= 0 and side != DARK_ARMY:
        raise table.error(f"the tribe {name!r} fights for the dark_army", "side")
    if tribe >= 0 and len(leaders) != 1:
        raise table.error(f"the tribe {name!r} has one chieftain, not {len(leaders)}")

    def piece(row: Table, name: str, weapon: int, bow: int, *, leader: bool, unit: bool, extra: bool) -> Piece:
        return Piece(
            name, side, army, tribe, kind, weapon, int(leader), int(unit),
            row.number("strength", 1, _MOST), row.number("move", 1, _MOST), bow, int(extra),
            start, enters_turn, enters_at,
        )  # fmt: skip

    for row in leaders:
        row.only("name", "strength", "move", "bow", "also_unit")
        leader, also_unit = row.text("name"), row.flag("also_unit")
        if also_unit != (leader == "Thorin"):  # B-10.4
            raise row.error("Thorin, and no other leader, counts as a unit too", "also_unit")
        bow = row.number("bow", 1, _MOST, default=0)
        yield row, piece(row, leader, UNARMED, bow, leader=True, unit=also_unit, extra=False)

    numbers: Counter[str] = Counter()
    for row in rows:
        row.only("weapon", "strength", "move", "bow", "count", "extra")
        weapon = row.choice("weapon", WEAPONS[:UNARMED])
        if ("bow" in row.content) != (weapon == "bow"):
            raise row.error("archers, and no other units, have a bow value", "bow")
        bow = row.number("bow", 1, _MOST, default=0)
        count = row.number("count", 1, _MOST)
        extra = row.number("extra", 0, count, default=0)
        if extra and (kind != ELF or weapon not in _EXTRA_ELVES):
            raise row.error("only elves with spears or bows are extra (O-8)", "extra")
        for number in range(count):
            numbers[weapon] += 1
            unit = f"{name} {weapon} {numbers[weapon]}"
            yield (
                row,
                piece(row, unit, WEAPONS.index(weapon), bow, leader=False, unit=True, extra=number >= count - extra),
            )


def _arrival(table: Table, side: int) -> tuple[int, int, int]:
    """Where an army sets up, or when and where it enters: the bits start, the turn, the bits enters_at."""
    if ("start" in table.content) == ("enters" in table.content):
        raise table.error("an army has either 'start' or 'enters'", "enters")
    if "start" in table.content:
        places = _STARTS[side]
        return sum({places[place] for place in table.choices("start", places)}), 0, 0
    enters = table.table("enters")
    enters.only("turn", "at")
    bits = sum({_ENTRIES[place] for place in enters.choices("at", _ENTRIES)})
    return 0, enters.number("turn", 1, _LAST_TURN), bits


def _leaders(table: Table) -> list[Table]:
    if "leader" in table.content and "leaders" in table.content:
        raise table.error("an army has either 'leader' or 'leaders'", "leaders")
    if "leader" in table.content:
        return [table.table("leader")]
    return table.tables("leaders") if "leaders" in table.content else []


def _check_extra_elves(file: Table, pieces: list[Piece]) -> None:
    for weapon, needed in _EXTRA_ELVES.items():
        extra = [piece for piece in pieces if piece.extra and piece.weapon == WEAPONS.index(weapon)]
        if len(extra) != needed:
            elves = min((piece.army for piece in pieces if piece.kind == ELF and piece.side == FREE_PEOPLES), default=0)
            raise file.error(f"there are {len(extra)} extra elf {weapon}s; O-8 needs {needed}", "army", elves)
