"""The hex grid: 28 columns, 22 rows, pointy tops, odd rows pushed half a hex to the right."""

from __future__ import annotations

from ..rules.world import COLUMNS, ROWS

# One step in each direction, E, SE, SW, W, NW, NE, in axial coordinates q, r
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

NORTH_CORNER = COLUMNS - 1  # the top-right hex, 2700


def axial(hex: int) -> tuple[int, int]:
    """The axial coordinates q, r of a hex."""
    row, column = divmod(hex, COLUMNS)
    return column - (row - (row & 1)) // 2, row


def hex_at(q: int, r: int) -> int:
    """The hex with these axial coordinates, -1 if that is off the map."""
    column = q + (r - (r & 1)) // 2
    return column + COLUMNS * r if 0 <= column < COLUMNS and 0 <= r < ROWS else -1


def neighbour(hex: int, direction: int) -> int:
    """The hex next to this one in a direction, -1 if that is off the map."""
    q, r = axial(hex)
    dq, dr = STEPS[direction]
    return hex_at(q + dq, r + dr)


def distance(a: int, b: int) -> int:
    """How many steps it is from a to b."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    return (abs(aq - bq) + abs(ar - br) + abs(aq + ar - bq - br)) // 2


def direction(a: int, b: int) -> int:
    """The direction of the step from a to its neighbour b, -1 if they are not adjacent."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    step = (bq - aq, br - ar)
    return STEPS.index(step) if step in STEPS else -1


def side_of_line(hex: int, start: int, end: int) -> int:
    """Where the centre of a hex lies: < 0 left of the line from start to end, > 0 right of it, 0 exactly on it."""
    (x, y), (x0, y0), (x1, y1) = _centre(hex), _centre(start), _centre(end)
    return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)


def _centre(hex: int) -> tuple[int, int]:
    """The centre in half hex widths and in rows: whole numbers, so that lines are exact."""
    row, column = divmod(hex, COLUMNS)
    return 2 * column + (row & 1), row
