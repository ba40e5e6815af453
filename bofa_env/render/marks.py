"""What is printed upon the ground: river, paths, rock piles, red hexsides, stars, entry hexes, names of places."""

from __future__ import annotations

from math import hypot
from typing import Any

from ..data.load import Data
from ..rules.world import AREAS, ENTRY_CIRCLE, ENTRY_NE, ENTRY_NW, ENTRY_SE, ENTRY_SW
from .hexes import ALL, MAP, Point, centre, chained, hexside, rounded, smooth, straight

STAR = "M0 -7L1.9 -2.4L6.7 -2.2L2.9 .9L4.2 5.6L0 3L-4.2 5.6L-2.9 .9L-6.7 -2.2L-1.9 -2.4Z"


_INWARDS = {  # the triangles of the four edges
    ENTRY_NW: "M-4 15h8l-4 5.5Z",
    ENTRY_NE: "M-13 -4v8l-5.5 -4Z",
    ENTRY_SE: "M-4 20h8l-4 -5.5Z",
    ENTRY_SW: "M13 -4v8l5.5 -4Z",
}


def marks_layer(data: Data) -> str:
    """All of it."""
    world = data.world[0]
    return _entries(world) + _river(data) + _paths(data) + _piles(world) + _gate(data) + _stars(world) + _names(world)


def _river(data: Data) -> str:
    """A smooth line along the hexsides, out of the map where it reaches the edge."""
    lines = chained(hexside(*side) for side in data.river)
    path = "".join(smooth(_to_the_edge(line)) for line in lines)
    (ax, ay), (bx, by) = hexside(*data.ruined_bridge)
    x, y = (ax + bx) / 2, (ay + by) / 2
    bridge = (
        f'<g transform="translate({x:g} {y:g})" stroke="#4a3317" fill="none"><path d="M-8 -3.4h5.5m5 0h5.5M-8 3.4h4m6.5 0h5.5" '
        f'stroke-width="2"/><path d="M-6 -5.5v11M6 -5.5v11" stroke-width="1.6"/></g>'
    )
    return "".join(f'<path class="{part}" d="{path}"/>' for part in ("river-bank", "river", "river-light")) + bridge


def _to_the_edge(line: list[Point]) -> list[Point]:
    x, y, width, height = MAP
    near = 24.0
    for end, inner in ((0, 1), (-1, -2)):
        px, py = line[end]
        if px - x < near or py - y < near or x + width - px < near or y + height - py < near:
            dx, dy = px - line[inner][0], py - line[inner][1]
            line = [(px + 2 * dx, py - dy), *line] if end == 0 else [*line, (px + 2 * dx, py - dy)]
    return line


def _paths(data: Data) -> str:
    drawn = "".join(rounded([centre(hex) for hex in path.hexes]) for path in data.paths)
    return f'<path class="path-bed" d="{drawn}"/><path class="path" d="{drawn}"/>'


def _piles(world: Any) -> str:
    """Rocks, and an arrow down the slide."""
    drawn = []
    for pile in range(int(world.piles)):
        start = centre(int(world.pile_hex[pile]))
        end = centre(int(world.slide[pile][1]))
        length = hypot(end[0] - start[0], end[1] - start[1])
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        fro = (start[0] + 9 * ux, start[1] + 9 * uy)
        tip = (end[0] + 4 * ux, end[1] + 4 * uy)
        back = (tip[0] - 8 * ux, tip[1] - 8 * uy)
        head = [tip, (back[0] - 4 * uy, back[1] + 4 * ux), (back[0] + 4 * uy, back[1] - 4 * ux)]
        x, y = start
        drawn.append(
            f'<path class="slide" d="{straight([fro, back])}"/><path class="arrow" d="{straight(head)}Z"/>'
            f'<path class="rock" d="M{x - 9} {y + 6}l1 -6l5 -2l4 3l0 5ZM{x} {y + 6}l1 -5l5 -1l4 3l-1 3Z"/>'
            f'<path class="rock" d="M{x - 4} {y - 1}l2 -6l5 -1l4 4l-2 3Z"/>'
        )
    return "".join(drawn)


def _gate(data: Data) -> str:
    """The Front Gate with its red hexsides, and the towers of the guard rooms."""
    world = data.world[0]
    x, y = centre(int(world.gate))
    drawn = [
        f'<path class="arch" d="M{x - 9} {y + 11}V{y - 2}A9 9 0 0 1 {x + 9} {y - 2}V{y + 11}Z"/>'
        f'<path d="M{x} {y - 11}V{y + 11}" stroke="#b08a3a" stroke-width=".9"/>'
    ]
    drawn += [f'<path class="red" d="{straight(hexside(*side))}"/>' for side in data.red_hexsides]
    for hex in ALL:
        if world.guard_room[hex]:
            x, y = centre(hex)
            drawn.append(
                f'<path d="M{x - 8} {y + 11}V{y - 4}H{x - 10}V{y - 11}h4v3h4v-3h4v3h4v-3h4V{y - 4}H{x + 8}V{y + 11}Z" '
                f'fill="#7b6a50" stroke="#3a2a18" stroke-width="1"/>'
                f'<path d="M{x - 2.5} {y + 11}v-6a2.5 2.5 0 0 1 5 0v6Z" fill="#2b2014"/>'
            )
    return "".join(drawn)


def _stars(world: Any) -> str:
    """The key hexes of the five areas (B-11)."""
    stars = []
    for hex in ALL:
        if world.key_of[hex] >= 0:
            x, y = centre(hex)
            low = 0 if world.key_of[hex] in (AREAS.index("dale"), AREAS.index("hilltop")) else 15
            stars.append(f'<path class="star" d="{STAR}" transform="translate({x} {y + low})"/>')
    return "".join(stars)


def _entries(world: Any) -> str:
    """Triangles that point into the map, and the circle."""
    drawn = []
    for hex in ALL:
        x, y = centre(hex)
        for bit, triangle in _INWARDS.items():
            if world.entry[hex] & bit:
                drawn.append(f'<path class="entry" d="{triangle}" transform="translate({x} {y})"/>')
        if world.entry[hex] & ENTRY_CIRCLE:
            drawn.append(f'<circle class="circle" cx="{x}" cy="{y}" r="10"/>')
    return "".join(drawn)


def _names(world: Any) -> str:
    gate, dale, hilltop, north_west, north_east = (centre(int(hexes[0])) for hexes in world.key_hexes)
    places = (
        ("Front Gate", gate[0] - 8, gate[1] - 27),
        ("Dale", dale[0], dale[1] + 59),
        ("Hilltop", hilltop[0] + 14, hilltop[1] - 40),
        ("Guard room", north_west[0], north_west[1] - 27),
        ("Guard room", north_east[0] + 4, north_east[1] - 27),
    )
    return "".join(f'<text class="place serif" x="{x}" y="{y}">{name}</text>' for name, x, y in places)
