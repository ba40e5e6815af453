"""Lines of sight on exact fractions, written apart from the package (S-8, R27, R28).

A point has cube coordinates x + y + z = 0; a hex is the set of points whose differences x - y, y - z, z - x are within 1 of
its centre's: the meet of three strips. A line from centre to centre is cut against the three strips of every hex near
it: what is left is an interval of the way from 0 to 1. A hex whose inside the line meets is crossed; a hex of which it meets only an
edge lies beside the line, together with the hex on the edge's other side; a mere corner is nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from tests.helpers import ALL_HEXES, BOARD, CLIFFS, COLUMNS, GATE, ROWS, TERRAIN

Cube = tuple[int, int, int]
Interval = tuple[Fraction, Fraction]

LEVELS = {".": 0, "s": 0, "d": 0, "G": 0, "h": 1, "c": 3, "1": 1, "2": 2, "3": 3, "4": 4}
LEVEL = {hex: LEVELS[TERRAIN[hex]] for hex in ALL_HEXES}
NEVER_IN_THE_WAY = {GATE, *CLIFFS, *BOARD["guard_rooms"].values()}  # as terrain
OPEN_NEIGHBOURS = ("1906", "1907")  # of the gate


def cube(hex: str) -> Cube:
    """The centre of a hex on the map."""
    column, row = int(hex[:2]), int(hex[2:])
    x = column - (row - row % 2) // 2
    return x, -x - row, row


def named(centre: Cube) -> str | None:
    """The hex of the map with this centre; None: off the map."""
    x, _, row = centre
    column = x + (row - row % 2) // 2
    return f"{column:02d}{row:02d}" if 0 <= column < COLUMNS and 0 <= row < ROWS else None


def _moved(centre: Cube, by: Cube) -> Cube:
    return centre[0] + by[0], centre[1] + by[1], centre[2] + by[2]


def _strips(point: tuple[Fraction, Fraction, Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    x, y, z = point
    return x - y, y - z, z - x


@cache
def cut(target: Cube, hex: Cube) -> Interval | None:
    """The part of the line from (0, 0, 0) to the target that lies in a hex, its edge included."""
    low, high = Fraction(0), Fraction(1)
    ends = _strips(tuple(map(Fraction, target)))  # type: ignore[arg-type]
    middle = _strips(tuple(map(Fraction, hex)))  # type: ignore[arg-type]
    for speed, centre in zip(ends, middle, strict=True):  # the line is at speed * share; within 1 of the centre?
        if speed == 0:
            if abs(centre) > 1:
                return None
            continue
        one, two = sorted(((centre - 1) / speed, (centre + 1) / speed))
        low, high = max(low, one), min(high, two)
    return (low, high) if low <= high else None


def _inside(target: Cube, hex: Cube, share: Fraction) -> bool:
    """Whether the point of the line lies inside the hex and not on its edge."""
    point = _strips(tuple(share * part for part in target))  # type: ignore[arg-type]
    middle = _strips(tuple(map(Fraction, hex)))  # type: ignore[arg-type]
    return all(abs(where - centre) < 1 for where, centre in zip(point, middle, strict=True))


class Line(NamedTuple):
    """What lies between (0, 0, 0) and a target, ends left out."""

    crossed: tuple[Cube, ...]
    beside: tuple[tuple[Cube, Cube], ...]  # pairs along whose common edge it runs


@cache
def line(target: Cube) -> Line:
    """All hexes that the line to the target meets in more than a point."""
    reach = max(map(abs, target))
    crossed: list[Cube] = []
    edges: dict[Interval, list[Cube]] = {}
    for x in range(-reach, reach + 1):
        for z in range(-reach, reach + 1):
            hex = (x, -x - z, z)
            part = cut(target, hex)
            if hex in ((0, 0, 0), target) or part is None or part[0] == part[1]:
                continue
            if _inside(target, hex, (part[0] + part[1]) / 2):
                crossed.append(hex)
            else:
                edges.setdefault(part, []).append(hex)
    assert all(len(pair) == 2 for pair in edges.values())
    return Line(tuple(crossed), tuple((pair[0], pair[1]) for pair in edges.values()))


@cache
def came_in_by(target: Cube) -> frozenset[Cube]:
    """The neighbours of the target across whose edge the line comes in; two, if it comes in at a corner."""
    part = cut(target, target)
    assert part is not None
    point = _strips(tuple(part[0] * coordinate for coordinate in target))  # type: ignore[arg-type]
    middle = _strips(tuple(map(Fraction, target)))  # type: ignore[arg-type]
    steps = (((1, -1, 0), (-1, 1, 0)), ((0, 1, -1), (0, -1, 1)), ((-1, 0, 1), (1, 0, -1)))
    found = set()
    for where, centre, (up, down) in zip(point, middle, steps, strict=True):
        if abs(where - centre) == 1:
            found.add(_moved(target, up if where > centre else down))
    return frozenset(found)


def blocks(hex: str | None, ends: tuple[str, str], occupied: Collection[str]) -> bool:
    """S-8: any piece, Dale, or ground higher than both ends; off the map there is nothing."""
    if hex is None:
        return False
    if hex in occupied or TERRAIN[hex] == "d":
        return True
    return hex not in NEVER_IN_THE_WAY and LEVEL[hex] > max(LEVEL[end] for end in ends)


def gate_is_open(start: str, end: str) -> bool:
    """R27: into the gate, and out of it, only through its two open edges or their corners."""
    for one, other in ((start, end), (end, start)):
        if other == GATE:
            there, here = cube(other), cube(one)
            by = came_in_by((there[0] - here[0], there[1] - here[1], there[2] - here[2]))
            if not {named(_moved(here, neighbour)) for neighbour in by} & set(OPEN_NEIGHBOURS):
                return False
    return True


def sees(start: str, end: str, occupied: Collection[str] = ()) -> bool:
    """Whether the line between two hexes is clear; `occupied`: the hexes with pieces."""
    here, there = cube(start), cube(end)
    between = line((there[0] - here[0], there[1] - here[1], there[2] - here[2]))

    def blocked(hex: Cube) -> bool:
        return blocks(named(_moved(here, hex)), (start, end), occupied)

    if any(blocked(hex) for hex in between.crossed) or any(blocked(one) and blocked(two) for one, two in between.beside):
        return False
    return gate_is_open(start, end)
