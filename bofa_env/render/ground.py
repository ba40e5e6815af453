"""The ground of the drawn map: what never changes during a game."""

from __future__ import annotations

from functools import cache

from ..data.load import Data, load
from ..rules.actions import hex_name
from .grounds import ground
from .hexes import ALL, centre


@cache
def terrain_layer(data: Data | None = None) -> str:
    """The map with all that is printed on it. Every hex is an element with `data-hex`."""
    world = (data or load()).world[0]
    hexes = []
    for hex in ALL:
        x, y = centre(hex)
        letter = ground(world, hex).letter.replace("#", "c").replace(".", "p")
        hexes.append(f'<use href="#hex" x="{x}" y="{y}" class="hex g{letter}" data-hex="{hex_name(hex)}"/>')
    return f'<g id="terrain">{"".join(hexes)}</g>'
