"""The colours of the battlefield."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..rules.world import CLIFF, DALE, GATE, HILLTOP, MOUNTAIN, PLAIN, SLOPE


class Ground(NamedTuple):
    """What an empty hex looks like: a letter, its colour, and the colour of the ground."""

    letter: str
    colour: int
    ground: int


GROUNDS = {
    PLAIN: Ground(".", 107, 150),
    SLOPE: Ground("s", 94, 179),
    HILLTOP: Ground("h", 230, 136),
    DALE: Ground("d", 131, 174),
    GATE: Ground("G", 52, 220),
    CLIFF: Ground("#", 245, 236),
}
MOUNTAINS = {  # by level
    1: Ground("1", 101, 187),
    2: Ground("2", 239, 144),
    3: Ground("3", 187, 101),
    4: Ground("4", 144, 59),
}
GUARD_ROOM = 220
STAR, MARK, RIVER, RED = 160, 16, 21, 160  # what is drawn on the ground


def ground(world: Any, hex: int) -> Ground:
    """What this hex looks like without pieces."""
    if world.terrain[hex] != MOUNTAIN:
        return GROUNDS[int(world.terrain[hex])]
    mountain = MOUNTAINS[int(world.level[hex])]
    return Ground(mountain.letter, GROUNDS[GATE].colour, GUARD_ROOM) if world.guard_room[hex] else mountain
