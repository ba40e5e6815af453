"""The ways in, along and down: entry hexes, paths and the slides of the rocks (RULES.md, chapter 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..rules.actions import hex_name
from ..rules.world import (
    CLIFF,
    COLUMNS,
    ENTRY_CIRCLE,
    ENTRY_NE,
    ENTRY_NW,
    ENTRY_SE,
    ENTRY_SW,
    GATE,
    HILLTOP,
    MOUNTAIN,
    PILES,
    ROWS,
)
from .document import Hexside, Table
from .grid import NORTH_CORNER, direction, distance

_SOUTHERN_UNITS = 58  # Azug 18, Thuk 17, Thrak 15 and 8 wolves set up on the southern edges (B-2)
_TWO_TRIBES = 35  # Azug and Thuk: not enough northern triangles for all of them (O-6)


class MapPath(NamedTuple):
    """A path or road: moving from one of its hexes to the next ignores the terrain (B-6.6)."""

    name: str
    hexes: tuple[int, ...]


class RockPile(NamedTuple):
    """A pile of rocks, and the two hexes through which they roll (S-7)."""

    hex: int
    slide: tuple[int, int]


def read_entries(file: Table, terrain: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """One row of triangles in the north, three rows in the south, and Beorn's circle (B-2, B-5, O-6)."""
    rows: dict[str, tuple[int, str, Callable[[int], bool]]] = {
        "entry_north_west": (ENTRY_NW, "row 00", lambda hex: hex < COLUMNS),
        "entry_north_east": (ENTRY_NE, f"column {COLUMNS - 1}", lambda hex: hex % COLUMNS == COLUMNS - 1),
        "entry_south_east": (ENTRY_SE, "the three lowest rows", lambda hex: hex // COLUMNS >= ROWS - 3),
        "entry_south_west": (ENTRY_SW, "columns 00 to 02", lambda hex: hex % COLUMNS < 3),
    }
    entries: dict[int, tuple[int, ...]] = {}
    for key, (bit, place, is_there) in rows.items():
        entries[bit] = file.hexes(key)
        for number, hex in enumerate(entries[bit]):
            if not is_there(hex):
                raise file.error(f"{key!r}: hex {hex_name(hex)} is not in {place}", key, number)
            if terrain[hex] in (CLIFF, GATE):
                raise file.error(f"{key!r}: nobody can enter at hex {hex_name(hex)}", key, number)
    for key in ("entry_north_west", "entry_north_east"):
        if NORTH_CORNER not in entries[rows[key][0]]:
            raise file.error(f"{key!r} lacks the north corner, {hex_name(NORTH_CORNER)}", key)
    north = len({*entries[ENTRY_NW], *entries[ENTRY_NE]})
    if north >= _TWO_TRIBES:
        reason = (
            f"there are {north} entry triangles in the north-west and north-east; O-6 needs fewer than {_TWO_TRIBES}"
        )
        raise file.error(reason, "entry_north_west")
    south = len({*entries[ENTRY_SE], *entries[ENTRY_SW]})
    if south < _SOUTHERN_UNITS:
        reason = (
            f"there are {south} entry triangles in the south-east and south-west; {_SOUTHERN_UNITS} units set up there"
        )
        raise file.error(reason, "entry_south_east")
    circle = file.hex("entry_circle")
    if circle % COLUMNS or terrain[circle] in (CLIFF, GATE):
        raise file.error(
            f"the entry circle {hex_name(circle)} is not on the south-west edge, column 00", "entry_circle"
        )
    entries[ENTRY_CIRCLE] = (circle,)
    return entries


def read_paths(file: Table, terrain: tuple[int, ...], red: tuple[Hexside, ...]) -> tuple[MapPath, ...]:
    """Paths without gaps, on which a ground piece can walk (B-6.6)."""
    paths: list[MapPath] = []
    closed = {frozenset(hexside) for hexside in red}
    for table in file.tables("path"):
        table.only("name", "hexes")
        path = MapPath(table.text("name"), table.hexes("hexes", repeats=True))
        if any(path.name == other.name for other in paths):
            raise table.error(f"there is another path {path.name!r}", "name")
        if len(path.hexes) < 2:
            raise table.error("a path has two hexes or more", "hexes")
        for number, hex in enumerate(path.hexes):
            if terrain[hex] == CLIFF:
                raise table.error(f"the path leads over the cliff {hex_name(hex)}", "hexes", number)
            before = path.hexes[number - 1]
            if number and distance(before, hex) != 1:
                reason = f"the path has a gap: {hex_name(before)} and {hex_name(hex)} are not adjacent"
                raise table.error(reason, "hexes", number)
            if number and frozenset((before, hex)) in closed:
                raise table.error(f"the path crosses a red hexside into {hex_name(hex)}", "hexes", number)
        paths.append(path)
    return tuple(paths)


def read_piles(file: Table, terrain: tuple[int, ...], level: tuple[int, ...]) -> tuple[RockPile, ...]:
    """Rocks roll in a straight line, down and then not up again (B-1, S-7)."""
    piles: list[RockPile] = []
    for table in file.tables("rock_pile"):
        table.only("hex", "slide")
        hex, slide = table.hex("hex"), table.hexes("slide")
        if any(hex == pile.hex for pile in piles):
            raise table.error(f"there is another rock pile in {hex_name(hex)}", "hex")
        if terrain[hex] not in (MOUNTAIN, HILLTOP):
            raise table.error(f"the rock pile {hex_name(hex)} is neither on the mountain nor on the hilltop", "hex")
        if len(slide) != 2:
            raise table.error(f"the slide has {len(slide)} hexes; it has to have 2", "slide")
        first, second = slide
        if direction(hex, first) < 0 or direction(hex, first) != direction(first, second):
            names = ", ".join(hex_name(step) for step in (hex, first, second))
            raise table.error(f"the slide is not straight: {names} are not three hexes in a row", "slide")
        if not level[hex] > level[first] >= level[second]:
            levels = f"{level[hex]}, {level[first]}, {level[second]}"
            raise table.error(f"the slide goes down and then not up, but the levels are {levels}", "slide")
        piles.append(RockPile(hex, (first, second)))
    if len(piles) > PILES:
        raise file.error(f"there are {len(piles)} rock piles; there is room for {PILES}", "rock_pile", PILES)
    if all(terrain[pile.hex] != HILLTOP for pile in piles):
        raise file.error("no rock pile is on the hill", "rock_pile")
    return tuple(piles)
