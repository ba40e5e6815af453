"""The ground of the drawn map: relief, woods and fields as one would paint them; hexes keep to it as well as a brush does."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ..data.load import Data, load
from ..rules.actions import hex_name
from ..rules.world import CLIFF, COLUMNS, DALE, GATE, HILLTOP, MOUNTAIN, PLAIN, ROWS, SLOPE
from .hexes import ALL, BOARD_HEIGHT, BOARD_WIDTH, MAP, centre, centre_at, outline, smooth, straight, with_surroundings
from .marks import marks_layer
from .style import PAPER

_PLAIN, _SLOPE, _HILLTOP, _DALE, _GATE, _CLIFF = "#dfe2ba", "#d9c48c", "#bf9d5d", "#e0b49c", "#efcf6b", "#57534f"
LEVELS = {1: "#d8c7a2", 2: "#c5ab81", 3: "#ac8a62", 4: "#8f6d49"}


def terrain_layer(data: Data | None = None) -> str:
    """The map with all that is printed on it. Every hex is an element with `data-hex`."""
    return _layer(data or load())


@lru_cache(maxsize=4)
def _layer(data: Data) -> str:
    x, y, width, height = MAP
    frame = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return (
        f'<g id="terrain"><clipPath id="map"><rect {frame}/></clipPath>'
        f'<rect width="{BOARD_WIDTH}" height="{BOARD_HEIGHT}" fill="{PAPER}"/>'
        f'<g clip-path="url(#map)"><rect {frame} fill="{_PLAIN}"/>{_relief(data.world[0])}{_growth(data.world[0])}'
        f"{_grid()}{marks_layer(data)}</g>"
        f'<rect {frame} class="frame" stroke-width="1.6"/>'
        f'<rect x="{x - 3}" y="{y - 3}" width="{width + 6}" height="{height + 6}" class="frame" stroke-width=".7"/>'
        f"{_edges()}</g>"
    )


# --- relief


def _relief(world: Any) -> str:
    """Layer upon layer, each with a shadow to the south-east: as if cut from paper."""
    terrain = world.terrain
    layers = [_region(_SLOPE, (hex for hex in ALL if terrain[hex] in (SLOPE, HILLTOP)), shade=1.2)]
    for level, colour in LEVELS.items():
        rising = (hex for hex in ALL if terrain[hex] in (MOUNTAIN, CLIFF) and world.level[hex] >= level)
        layers.append(_region(colour, rising, shade=2.4))
    layers.append(_region(_HILLTOP, (hex for hex in ALL if terrain[hex] == HILLTOP), shade=2))
    layers.append(_region(_CLIFF, (hex for hex in ALL if terrain[hex] == CLIFF), shade=2))
    layers.append(_region(_DALE, (hex for hex in ALL if terrain[hex] == DALE), shade=0))
    for hex in ALL:
        if terrain[hex] == GATE or world.guard_room[hex]:
            layers.append(_region(_GATE, [hex], shade=0, soft=False))
    return "".join(layers)


def _region(colour: str, hexes: Iterable[int], shade: float, soft: bool = True) -> str:
    draw = smooth if soft else straight
    path = "".join(draw(line) for line in outline(with_surroundings(hexes)))
    if not path:
        return ""
    shadow = f'<path class="shade" d="{path}" transform="translate({shade} {shade * 1.3:g})"/>' if shade else ""
    light = f'<path d="{path}" fill="{colour}" stroke="#fff" stroke-opacity=".35" stroke-width=".8"/>'
    return shadow + light


# --- what grows and stands there


def _growth(world: Any) -> str:
    """Grass, peaks, hachures, the houses of Dale: here and there, always at the same places."""
    drawn = []
    for hex in ALL:
        x, y = centre(hex)
        luck = (hex * 2654435761 >> 7) % 997 / 997
        dx, dy = round(10 * luck - 5), round((luck * 37 % 1) * 12 - 4)
        terrain, level = int(world.terrain[hex]), int(world.level[hex])
        if terrain == PLAIN and luck < 0.55:
            drawn.append(f'<path class="tuft" d="M{x + 2 * dx - 3} {y + dy}l-1.5 -4m3.5 4v-5m3.5 5l1.5 -4"/>')
        elif terrain == MOUNTAIN and level >= 2 and not world.guard_room[hex]:
            drawn.append(_peak(x + dx, y + 6, 3.2 + 2.1 * level))
        elif terrain == CLIFF:
            drawn.append(f'<path class="crag" d="M{x - 12} {y - 8}l7 16m-1 -20l8 22m-1 -22l7 18m0 -16l5 12"/>')
        elif terrain == SLOPE:
            drawn.append(f'<path class="hachure" d="M{x - 8} {y - 5}l-2 8m6 -9l-1 9m6 -9l1 9m5 -8l2 8"/>')
        elif terrain == DALE:
            drawn.append(_house(x - 9, y + dy) + _house(x + 7, y - dy + 3))
    return "".join(drawn)


def _peak(x: int, y: int, size: float) -> str:
    s, w = f"{size:g}", f"{size * 0.8:g}"
    return (
        f'<path class="peak" d="M{x} {y - size:g}l{w} {s}l-{2 * size * 0.8:g} 0Z"/>'
        f'<path class="peak-shade" d="M{x} {y - size:g}l{w} {s}h-{size * 0.6:g}Z"/>'
    )


def _house(x: int, y: int) -> str:
    return f'<path class="house" d="M{x - 4} {y}v-4l4 -3.4l4 3.4v4Z"/>'


# --- hexes and numbers


def _grid() -> str:
    around = []  # the hexes cut by the frame are drawn too, without a name
    for column in range(-1, COLUMNS + 1):
        for row in range(-1, ROWS + 1):
            if not (0 <= column < COLUMNS and 0 <= row < ROWS):
                x, y = centre_at(column, row)
                around.append(f'<use href="#hex" x="{x}" y="{y}"/>')
    hexes, numbers = [], []
    for hex in ALL:
        x, y = centre(hex)
        hexes.append(f'<use href="#hex" x="{x}" y="{y}" class="hex" data-hex="{hex_name(hex)}"/>')
        numbers.append(f'<text class="number" x="{x}" y="{y - 14.5}">{hex_name(hex)}</text>')
    off = f'<g fill="{PAPER}" fill-opacity=".55">{"".join(around)}</g>'
    return off + "".join(hexes) + "".join(numbers)


def _edges() -> str:
    """The numbers of columns and rows, and the names of the four edges: north is the top right corner."""
    x, y, width, height = MAP
    drawn = []
    for column in range(COLUMNS):
        drawn.append(f'<text class="edge" x="{centre_at(column, 0)[0]}" y="{y - 6}">{column:02d}</text>')
    for row in range(ROWS):
        drawn.append(f'<text class="edge" x="{x - 11}" y="{centre_at(0, row)[1] + 3}">{row:02d}</text>')
    right, below = x + width + 13, y + height + 14
    drawn.append(f'<text class="edge-name serif" transform="translate({right} {y + height / 2}) rotate(90)">north-east</text>')
    drawn.append(f'<text class="edge-name serif" x="{x + width / 2}" y="{below}">south-east</text>')
    return "".join(drawn)
