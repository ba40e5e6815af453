"""The panel below the map: turn track, chips, phase, last die, areas, losses and reinforcements."""

from __future__ import annotations

from .scene import Scene

PANEL_HEIGHT = 190


def panel(scene: Scene) -> str:
    """The panel as a group of its own, 1237 wide, its upper left corner at (0, 0)."""
    return f'<g class="panel"><text x="20" y="20">turn {scene["turn"]} of {scene["last_turn"]}</text></g>'
