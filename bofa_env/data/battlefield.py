"""Reads the battlefield file and checks it against every statement that RULES.md, chapter 2, makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..rules.actions import hex_name
from ..rules.world import (
    CLIFF,
    COLUMNS,
    DALE,
    GATE,
    HEXES,
    HILLTOP,
    MOUNTAIN,
    PLAIN,
    ROWS,
    SLOPE,
    SOUTH_WEST,
    WEST,
)
from .document import Hexside, Table, read
from .grid import NORTH_CORNER, distance, neighbour, side_of_line
from .ways import MapPath, RockPile, read_entries, read_paths, read_piles

_KEYS = (
    "name", "columns", "rows", "north", "terrain", "front_gate", "dale_star", "hilltop", "guard_rooms", "cliffs",
    "red_hexsides", "river", "ruined_bridge", "dividing_line", "spur_north_west", "spur_north_east",
    "entry_north_west", "entry_north_east", "entry_south_east", "entry_south_west", "entry_circle", "path", "rock_pile",
)  # fmt: skip
_LETTERS = {
    ".": PLAIN, "1": MOUNTAIN, "2": MOUNTAIN, "3": MOUNTAIN, "4": MOUNTAIN,
    "s": SLOPE, "h": HILLTOP, "d": DALE, "G": GATE, "c": CLIFF,
}  # fmt: skip
_LEVELS = {"1": 1, "2": 2, "3": 3, "4": 4, "h": 1, "c": 3}  # B-6, S-6; the rest are as high as the plain


@dataclass(frozen=True)
class Battlefield:
    """What the file says, checked; hexes are numbers."""

    name: str
    terrain: tuple[int, ...]
    level: tuple[int, ...]
    gate: int
    star: int
    tops: tuple[int, ...]
    guard_rooms: tuple[int, int]  # north-west, north-east
    red_hexsides: tuple[Hexside, ...]
    river: tuple[Hexside, ...]
    ruined_bridge: Hexside
    spurs: tuple[tuple[int, ...], tuple[int, ...]]  # north-west, north-east
    entries: dict[int, tuple[int, ...]]  # by ENTRY_… bit
    paths: tuple[MapPath, ...]
    piles: tuple[RockPile, ...]


def read_battlefield(path: Path) -> Battlefield:
    """Read and check a battlefield file; DataError says what is wrong with it, and on which line."""
    file = read(path)
    file.only(*_KEYS)
    file.number("columns", COLUMNS, COLUMNS)
    file.number("rows", ROWS, ROWS)
    file.choice("north", ["top-right"])
    letters = _letters(file)
    terrain = tuple(_LETTERS[letter] for letter in letters)
    level = tuple(_LEVELS.get(letter, 0) for letter in letters)

    gate = _front_gate(file, terrain)
    tops = _three(file, "hilltop", HILLTOP, terrain)
    _cliffs(file, terrain, gate)
    red = _red_hexsides(file, terrain, gate)
    spurs = _spurs(file, terrain, gate)
    river = file.hexsides("river")
    if not river:
        raise file.error("there is no river", "river")
    return Battlefield(
        name=file.text("name"),
        terrain=terrain,
        level=level,
        gate=gate,
        star=_dale_star(file, terrain),
        tops=tops,
        guard_rooms=_guard_rooms(file, spurs),
        red_hexsides=red,
        river=river,
        ruined_bridge=_ruined_bridge(file, river),
        spurs=spurs,
        entries=read_entries(file, terrain),
        paths=read_paths(file, terrain, red),
        piles=read_piles(file, terrain, level),
    )


def _letters(file: Table) -> str:
    """The letters of the terrain, hex by hex."""
    rows = file.text("terrain").splitlines()
    if not rows[-1].strip():  # the line of the closing quotes
        rows.pop()
    for number, row in enumerate(rows):
        for letter in row.split():
            if letter not in _LETTERS:
                known = " ".join(_LETTERS)
                raise file.error(f"unknown terrain {letter!r}; the letters are {known}", "terrain", number)
        if len(row.split()) != COLUMNS:
            reason = f"terrain row {number:02d} has {len(row.split())} hexes; every row has {COLUMNS}"
            raise file.error(reason, "terrain", number)
    if len(rows) != ROWS:
        raise file.error(f"the terrain has {len(rows)} rows; it has to have {ROWS}", "terrain", min(len(rows), ROWS))
    return "".join("".join(row.split()) for row in rows)


def _all(kind: int, terrain: tuple[int, ...]) -> list[int]:
    return [hex for hex in range(HEXES) if terrain[hex] == kind]


def _names(hexes: list[int]) -> str:
    return ", ".join(hex_name(hex) for hex in hexes)


def _front_gate(file: Table, terrain: tuple[int, ...]) -> int:
    gate, gates = file.hex("front_gate"), _all(GATE, terrain)
    if not gates:
        raise file.error("the terrain has no Front Gate, G", "front_gate")
    if len(gates) > 1:
        raise file.error(
            f"the terrain has more than one Front Gate, G: {_names(gates)}", "terrain", gates[1] // COLUMNS
        )
    if gates != [gate]:
        raise file.error(f"the terrain has the Front Gate, G, at {_names(gates)}, not here", "front_gate")
    return gate


def _three(file: Table, key: str, kind: int, terrain: tuple[int, ...]) -> tuple[int, ...]:
    """The three hilltop hexes (B-11.3), or the three cliffs (B-6.2), the same in the list as in the terrain."""
    hexes, drawn = file.hexes(key), _all(kind, terrain)
    if len(hexes) != 3:
        raise file.error(f"{key!r} has {len(hexes)} hexes; it has to have 3", key)
    for number, hex in enumerate(hexes):
        if hex not in drawn:
            raise file.error(f"{key!r}: the terrain of hex {hex_name(hex)} is something else", key, number)
    for hex in drawn:
        if hex not in hexes:
            reason = f"the terrain of hex {hex_name(hex)} is that of {key!r}, which does not name it"
            raise file.error(reason, "terrain", hex // COLUMNS)
    return hexes


def _cliffs(file: Table, terrain: tuple[int, ...], gate: int) -> None:
    for number, hex in enumerate(_three(file, "cliffs", CLIFF, terrain)):
        if distance(hex, gate) > 2:
            raise file.error(f"cliff {hex_name(hex)} does not lie behind the Front Gate", "cliffs", number)


def _red_hexsides(file: Table, terrain: tuple[int, ...], gate: int) -> tuple[Hexside, ...]:
    """The Front Gate is open to the plain in the south-west and south-east, red or cliff elsewhere (B-6.2, B-7)."""
    red = file.hexsides("red_hexsides")
    for number, hexside in enumerate(red):
        if gate not in hexside:
            raise file.error("this red hexside is none of the Front Gate's", "red_hexsides", number)
    if len(red) != 2:
        raise file.error(f"there are {len(red)} red hexsides; the Front Gate has 2", "red_hexsides")
    closed = {hex for hexside in red for hex in hexside}
    around = [neighbour(gate, direction) for direction in range(6)]
    open_to = [d for d in range(6) if around[d] >= 0 and terrain[around[d]] == PLAIN and around[d] not in closed]
    if open_to != [SOUTH_WEST, WEST]:  # R3: by the compass these are south-east and south-west
        reason = (
            "the Front Gate has to be open to exactly two plain hexes, south-west and south-east of it by the compass"
            f" (grid W and SW); it is open to {_names([around[d] for d in open_to]) or 'none'}"
        )
        raise file.error(reason, "front_gate")
    for d, hex in enumerate(around):
        if d not in open_to and hex not in closed and (hex < 0 or terrain[hex] != CLIFF):
            raise file.error("the Front Gate has a flank that is neither plain nor red nor a cliff", "front_gate")
    return red


def _spurs(file: Table, terrain: tuple[int, ...], gate: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The mountain hexes on either side of the line from the Front Gate to the north corner (B-2)."""
    found = {}
    sides: dict[str, Callable[[int], bool]] = {
        "dividing_line": lambda side: side == 0,
        "spur_north_west": lambda side: side < 0,
        "spur_north_east": lambda side: side > 0,
    }
    for key, is_there in sides.items():
        found[key] = file.hexes(key)
        right = [hex for hex in _all(MOUNTAIN, terrain) if is_there(side_of_line(hex, gate, NORTH_CORNER))]
        for number, hex in enumerate(found[key]):
            if hex not in right:
                where = "on" if key == "dividing_line" else "on this side of"
                line = "the line from the Front Gate to the north corner"
                reason = f"{key!r}: {hex_name(hex)} is no mountain hex {where} {line}"
                raise file.error(reason, key, number)
        missing = [hex for hex in right if hex not in found[key]]
        if missing:
            raise file.error(f"{key!r} lacks the mountain hexes {_names(missing)}", key)
    return found["spur_north_west"], found["spur_north_east"]


def _dale_star(file: Table, terrain: tuple[int, ...]) -> int:
    star = file.hex("dale_star")
    if terrain[star] != DALE:
        raise file.error(f"the star hex {hex_name(star)} is not in Dale", "dale_star")
    if len(_all(DALE, terrain)) < 2:
        raise file.error("Dale has to have several hexes", "dale_star")
    return star


def _guard_rooms(file: Table, spurs: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[int, int]:
    rooms = file.table("guard_rooms")
    rooms.only("north_west", "north_east")
    north_west, north_east = rooms.hex("north_west"), rooms.hex("north_east")
    for key, room, spur in zip(("north_west", "north_east"), (north_west, north_east), spurs, strict=True):
        if room not in spur:
            raise rooms.error(f"guard room {hex_name(room)} is not on the {key.replace('_', '-')} spur", key)
    return north_west, north_east


def _ruined_bridge(file: Table, river: tuple[Hexside, ...]) -> Hexside:
    bridge = file.hexside("ruined_bridge")
    if set(bridge) not in [set(hexside) for hexside in river]:
        raise file.error("the ruined bridge is not on the river", "ruined_bridge")
    return bridge
