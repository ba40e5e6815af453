"""Line of sight, centre to centre (chapter 10, S-8; R27, R28)."""

from __future__ import annotations

from .jit import kernel
from .record import State
from .world import World


@kernel
def sees(world: World, game: State, start: int, end: int) -> bool:
    """To come with the standard game."""
    return True
