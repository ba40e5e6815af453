"""The board as one SVG: the terrain, and on it the counters that a scene places.

    board_svg(game)                  complete and standalone
    defs(), terrain_layer()          what is the same for every scene: symbols and map
    pieces_layer(scene)              what changes: counters, melees, flags
    panel(scene)                     the panel below the map

Whoever draws scenes elsewhere (a web page, a replay) puts `style()`, `defs()` and `terrain_layer()` into the page once, and for
each scene places the same symbols: a hex's centre is given in `hexes.py`, and every piece of a scene says with
`at` = [dx, dy, size] how far from there it lies and how large it is (`scene.placed`):

    <g class="piece" data-piece="azug sword 1" transform="translate(x + dx, y + dy) scale(size)">
      <use href="#c-azug-sword-1-full" x="-16" y="-16" width="32" height="32"/></g>
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..data.load import Data
from .counters import counter_defs
from .ground import terrain_layer
from .hexes import BOARD_HEIGHT, BOARD_WIDTH
from .panel import PANEL_HEIGHT, panel, panel_defs
from .pieces import piece_defs, pieces_layer
from .scene import Scene, scene
from .style import style

if TYPE_CHECKING:
    from ..game import Game

__all__ = ["board_svg", "counter_defs", "defs", "panel", "pieces_layer", "scene_svg", "style", "terrain_layer"]

_HEX = '<path id="hex" d="M21 -12V12L0 24L-21 12V-12L0 -24Z"/>'


def board_svg(game: Game) -> str:
    """The board of a game, complete and standalone."""
    return scene_svg(scene(game), game.data)


def scene_svg(scene: Scene, data: Data | None = None) -> str:
    """The same from a scene; `data` if battlefield or counters are not the packaged ones."""
    height = BOARD_HEIGHT + PANEL_HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bofa" viewBox="0 0 {BOARD_WIDTH} {height}" width="{BOARD_WIDTH}" height="{height}">'
        f"<style>{style()}</style><defs>{defs(data)}</defs>"
        f"{terrain_layer(data)}{pieces_layer(scene)}"
        f'<g transform="translate(0 {BOARD_HEIGHT})">{panel(scene)}</g></svg>'
    )


def defs(data: Data | None = None) -> str:
    """The symbols that everything drawn here needs, to stand within `<defs>`."""
    return _HEX + piece_defs() + panel_defs() + counter_defs(data)
