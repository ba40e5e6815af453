"""The board as the page needs it: symbols, map and style, drawn by `bofa_env.render`; the page only places them."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..data.load import load
from ..render import hexes, pieces, svg
from ..rules.world import COLUMNS, ROWS
from .frames import counters


@cache
def board() -> dict[str, Any]:
    """What is the same for every game: the drawing, where hexes lie, and what is printed on the counters."""
    return {
        "style": svg.style(),
        "defs": svg.defs(),
        "terrain": svg.terrain_layer(),
        "width": hexes.BOARD_WIDTH,
        "height": hexes.BOARD_HEIGHT,
        "columns": COLUMNS,
        "rows": ROWS,
        "left": hexes.LEFT,
        "top": hexes.TOP,
        "hex_width": hexes.WIDTH,
        "row_height": hexes.ROW,
        "flag_at": pieces.FLAG_AT,
        "counters": counters(load()),
    }

