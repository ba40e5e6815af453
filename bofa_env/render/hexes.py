"""Where things lie on the drawn map: pointy-top hexes, 42 wide and 48 high, odd rows pushed half a hex to the right.

The whole geometry is whole numbers, so that JavaScript places a counter with the same three lines:

    x = LEFT + 42 * column + (row odd ? 21 : 0)
    y = TOP  + 36 * row
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist

from ..data.grid import neighbour
from ..rules.world import COLUMNS, HEXES, ROWS

Point = tuple[float, float]

WIDTH, ROW = 42, 36  # of a hex; from one row to the next
MARGIN = 20  # around the map
LEFT, TOP = MARGIN + WIDTH // 2, MARGIN + 24  # the centre of hex 0000
MAP = (MARGIN, MARGIN, COLUMNS * WIDTH + WIDTH // 2, ROWS * ROW + 12)  # x, y, width, height
BOARD_WIDTH = MAP[2] + 2 * MARGIN
BOARD_HEIGHT = MAP[3] + 2 * MARGIN

# Corners clockwise; hexside d (E, SE, SW, W, NW, NE) lies between corner d and corner d + 1.
CORNERS = ((21, -12), (21, 12), (0, 24), (-21, 12), (-21, -12), (0, -24))


def centre(hex: int) -> tuple[int, int]:
    """The centre of a hex."""
    return centre_at(hex % COLUMNS, hex // COLUMNS)


def centre_at(column: int, row: int) -> tuple[int, int]:
    """The same by column and row, which may lie beyond the edge of the map."""
    return LEFT + WIDTH * column + WIDTH // 2 * (row % 2), TOP + ROW * row


def corner(hex: int, number: int) -> tuple[int, int]:
    """One of the six corners of a hex."""
    x, y = centre(hex)
    dx, dy = CORNERS[number % 6]
    return x + dx, y + dy


def hexside(hex: int, other: int) -> tuple[Point, Point]:
    """The two ends of the side between two hexes."""
    direction = next(d for d in range(6) if neighbour(hex, d) == other)
    return corner(hex, direction), corner(hex, direction + 1)


def chained(segments: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Segments put together to lines, each as long as can be; a closed one ends where it begins."""
    ends: defaultdict[Point, list[Point]] = defaultdict(list)
    for a, b in segments:
        ends[a].append(b)
        ends[b].append(a)
    lines = []
    # Loose ends first, so that an open line is walked from one end to the other.
    for start in sorted(ends, key=lambda point: (len(ends[point]) % 2 == 0, point)):
        while ends[start]:
            line = [start]
            while ends[line[-1]]:
                here = line[-1]
                there = ends[here].pop()
                ends[there].remove(here)
                line.append(there)
            lines.append(line)
    return lines


def outline(hexes: set[tuple[int, int]]) -> list[list[Point]]:
    """The borders of a region of hexes, given by column and row, as closed lines."""
    sides = []
    for column, row in hexes:
        x, y = centre_at(column, row)
        for direction in range(6):
            if _step(column, row, direction) not in hexes:
                (ax, ay), (bx, by) = CORNERS[direction], CORNERS[(direction + 1) % 6]
                sides.append(((x + ax, y + ay), (x + bx, y + by)))
    return chained(sides)


def _step(column: int, row: int, direction: int) -> tuple[int, int]:
    odd = row % 2
    dc, dr = ((1, 0), (odd, 1), (odd - 1, 1), (-1, 0), (odd - 1, -1), (odd, -1))[direction]
    return column + dc, row + dr


def with_surroundings(hexes: Iterable[int], beyond: int = 1) -> set[tuple[int, int]]:
    """A region by column and row, continued beyond the edges of the map as it is at the edge."""
    inside = {(hex % COLUMNS, hex // COLUMNS) for hex in hexes}
    return {
        (column, row)
        for column in range(-beyond, COLUMNS + beyond)
        for row in range(-beyond, ROWS + beyond)
        if (min(max(column, 0), COLUMNS - 1), min(max(row, 0), ROWS - 1)) in inside
    }


def straight(points: Sequence[Point]) -> str:
    """Path data of straight lines."""
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def smooth(points: Sequence[Point]) -> str:
    """Path data of a smooth line: through the middle of every segment, bending towards the points between."""
    closed = points[0] == points[-1]
    corners = list(points[:-1] if closed else points)
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
    if closed:
        bends = [*zip(corners[1:], middles[1:], strict=False), (corners[0], middles[0])]
        return f"M{_pair(middles[0])}" + "".join(f"Q{_pair(c)} {_pair(m)}" for c, m in bends) + "Z"
    bends = list(zip(corners[1:-1], middles[1:], strict=True))
    bent = "".join(f"Q{_pair(c)} {_pair(m)}" for c, m in bends)
    return f"M{_pair(points[0])}L{_pair(middles[0])}{bent}L{_pair(points[-1])}"


def rounded(points: Sequence[Point], radius: float = 9) -> str:
    """Path data of straight lines whose corners are rounded off a little."""
    bends = []
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        bends.append(f"L{_pair(_towards(here, before, radius))}Q{_pair(here)} {_pair(_towards(here, after, radius))}")
    return f"M{_pair(points[0])}{''.join(bends)}L{_pair(points[-1])}"


def _towards(start: Point, end: Point, way: float) -> Point:
    share = way / dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _pair(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _n(value: float) -> str:
    """A number as short as can be."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


ALL = range(HEXES)
