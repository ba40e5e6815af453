"""The board as one SVG: the terrain, and on it the counters that a scene places.

    board_svg(game)                  complete and standalone
    style(), defs()                  what every drawing needs: the style sheet with the fonts, and all symbols
    terrain_layer()                  the map, which never changes
    pieces_layer(scene)              counters, melees, flags
    panel(scene)                     the panel below the map

Whoever draws scenes elsewhere (a web page, a replay) puts `<svg class="bofa" viewBox="…">` with style, defs and terrain into
the page once, and for each scene places the same symbols: the centre of a hex is as given in `hexes.py`, and every piece of
a scene says with `at` = [dx, dy, size] how far from there it lies and how large it is (`scene.placed`):

    <g class="piece" data-piece="azug sword 1" transform="translate(x + dx, y + dy) scale(size)">
      <use href="#c-azug-sword-1-full" x="-16" y="-16" width="32" height="32"/></g>

The other symbols are told in `pieces.piece_defs` and `panel.panel_defs`.
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
from .style import SHEET, style

if TYPE_CHECKING:
    from ..game import Game

__all__ = ["board_svg", "counter_defs", "defs", "panel", "pieces_layer", "scene_svg", "style", "terrain_layer"]

TOTAL_HEIGHT = BOARD_HEIGHT + PANEL_HEIGHT
_HEX = '<path id="hex" d="M21 -12V12L0 24L-21 12V-12L0 -24Z"/>'


def board_svg(game: Game) -> str:
    """The board of a game, complete and standalone."""
    return scene_svg(scene(game), game.data)


def scene_svg(scene: Scene, data: Data | None = None) -> str:
    """The same from a scene; `data` if battlefield or counters are not the packaged ones."""
    return _svg(style(), defs(data), terrain_layer(data), _changing(scene))


def defs(data: Data | None = None) -> str:
    """The symbols that everything drawn here needs, to stand within `<defs>`."""
    return _HEX + piece_defs() + panel_defs() + counter_defs(data)


# --- the two halves for the rasteriser, which has the fonts from elsewhere


def ground_svg(data: Data | None = None) -> str:
    """Only what never changes."""
    return _svg(SHEET, _HEX, terrain_layer(data))


def changing_svg(scene: Scene, data: Data | None = None) -> str:
    """Only what changes, on nothing."""
    return _svg(SHEET, defs(data), _changing(scene))


def _changing(scene: Scene) -> str:
    return f'{pieces_layer(scene)}<g transform="translate(0 {BOARD_HEIGHT})">{panel(scene)}</g>'


def _svg(sheet: str, symbols: str, *layers: str) -> str:
    size = f'viewBox="0 0 {BOARD_WIDTH} {TOTAL_HEIGHT}" width="{BOARD_WIDTH}" height="{TOTAL_HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bofa" {size}>'
        f"<style>{sheet}</style><defs>{symbols}</defs>{''.join(layers)}</svg>"
    )
