"""Exact lines between hex centres, worked out once in whole numbers (S-8, R27, R28).

A hex with axial coordinates q, r has its centre at (2q + r, 3r), in units of half a hex's width across and half a side's
length down; its corners lie at (0, ±2) and (±1, ±1) from there. The units differ, but lines stay lines, and every
coordinate is a whole number.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from .world import SIGHT_RANGE, SIGHT_STEPS, STEPS_OF

Point = tuple[int, int]
Axial = tuple[int, int]

# Axial steps and corners; hexside d lies between corner d and corner d + 1 (grid directions E, SE, SW, W, NW, NE).
DIRECTIONS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_CORNERS: tuple[Point, ...] = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))


def centre(hex: Axial) -> Point:
    """The centre of a hex."""
    q, r = hex
    return 2 * q + r, 3 * r


def corners(hex: Axial) -> list[Point]:
    """The six corners of a hex, clockwise."""
    x, y = centre(hex)
    return [(x + dx, y + dy) for dx, dy in _CORNERS]


def hex_distance(hex: Axial) -> int:
    """How many hexes away from (0, 0)."""
    q, r = hex
    return max(abs(q), abs(r), abs(q + r))


def _side_of(end: Point, point: Point) -> int:
    """On which side of the line from (0, 0) to `end` a point lies: its sign."""
    return end[0] * point[1] - end[1] * point[0]


def _crossing(end: Point, one: Point, other: Point) -> Fraction | None:
    """Where a hexside meets the line, as a share of the way from (0, 0) to `end`; None if it does not meet it in one point."""
    a, b = _side_of(end, one), _side_of(end, other)
    if a == b or a * b > 0:
        return None
    share = Fraction(a, a - b)
    x, y = one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
    return (x * end[0] + y * end[1]) / (end[0] ** 2 + end[1] ** 2)


@cache
def between(target: Axial) -> tuple[tuple[Axial, Axial], ...]:
    """The hexes that the line from (0, 0) to a hex crosses, ends left out, nearest first: pairs.

    A hex that it crosses is paired with itself; two hexes along whose common side it runs are paired with each other.
    """
    end = centre(target)
    reach = hex_distance(target)
    found: list[tuple[Fraction, tuple[Axial, Axial]]] = []
    for q in range(-reach, reach + 1):
        for r in range(max(-reach, -q - reach), min(reach, -q + reach) + 1):
            hex = (q, r)
            around = corners(hex)
            sides = [_side_of(end, corner) for corner in around]
            if hex in ((0, 0), target) or min(sides) > 0 or max(sides) < 0:
                continue
            crossings = [_crossing(end, around[i - 1], around[i]) for i in range(6)]
            ways = [way for way in crossings if way is not None]
            if min(sides) < 0 < max(sides) and min(ways) < 1 and max(ways) > 0:
                found.append((min(ways), (hex, hex)))
            for direction in range(3):  # each common side once: E, SE, SW
                if sides[direction] == 0 == sides[(direction + 1) % 6] and 0 < min(ways) < 1:
                    step = DIRECTIONS[direction]
                    found.append((min(ways), (hex, (q + step[0], r + step[1]))))
    return tuple(pair for _, pair in sorted(found))


@cache
def entered_by(target: Axial) -> int:
    """The hexsides of the target by which the line from (0, 0) comes in, as bits; a corner counts for both its sides."""
    end = centre(target)
    around = corners(target)
    bits = 0
    for direction in range(6):
        way = _crossing(end, around[direction], around[(direction + 1) % 6])
        if way is not None and way < 1:
            bits |= 1 << direction
    return bits


def turned(hex: Axial, sixths: int) -> Axial:
    """A hex turned clockwise round (0, 0) by sixths of a circle."""
    for _ in range(sixths):
        hex = (-hex[1], hex[0] + hex[1])
    return hex


@cache
def sight_tables() -> tuple[Any, Any, Any]:
    """For every offset within SIGHT_RANGE: the pairs of hexes between, and the sides by which the target is entered.

    Lines are worked out for one sixth of the circle and turned.
    """
    size = 2 * SIGHT_RANGE + 1
    counts = np.zeros((size, size), np.int8)
    steps = np.zeros((size, size, SIGHT_STEPS, STEPS_OF), np.int8)
    enters = np.zeros((size, size), np.int8)
    for q in range(1, SIGHT_RANGE + 1):
        for r in range(SIGHT_RANGE - q + 1):
            pairs, sides = between((q, r)), entered_by((q, r))
            for sixths in range(6):
                where = turned((q, r), sixths)
                counts[where] = len(pairs)
                enters[where] = (sides << sixths | sides << sixths >> 6) & 0b111111
                for i, (one, other) in enumerate(pairs):
                    steps[where][i] = (*turned(one, sixths), *turned(other, sixths))
    return counts, steps, enters
