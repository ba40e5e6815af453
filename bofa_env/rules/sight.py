"""Line of sight, centre to centre (chapter 10, S-8; R27, R28)."""

from __future__ import annotations

from .jit import kernel
from .record import State
from .world import CLIFF, DALE, ROWS, World


@kernel
def hex_there(world: World, hex: int, q: int, r: int) -> int:
    """The hex at an axial offset; -1: off the map."""
    column = int(world.cube[hex, 0]) + q + 16
    row = int(world.cube[hex, 1]) + r
    if row < 0 or row >= ROWS or column < 0 or column >= 64:
        return -1
    return int(world.hex_at[column, row])


@kernel
def obstructs(world: World, game: State, hex: int, highest_end: int) -> bool:
    """Any piece, Dale, or higher ground than both ends; guard rooms, cliffs and the gate do not block as terrain."""
    if hex < 0:
        return False
    if game.top[0, hex] >= 0 or game.top[1, hex] >= 0 or world.terrain[hex] == DALE:
        return True
    if world.guard_room[hex] or world.terrain[hex] == CLIFF or hex == world.gate:
        return False
    return bool(world.level[hex] > highest_end)


@kernel
def gate_is_open(world: World, sides: int) -> bool:
    """R27: whether the line uses one of the gate's two open hexsides, or a corner of one."""
    for direction in range(6):
        if sides >> direction & 1 and not world.barrier[world.gate, direction]:
            return True
    return False


@kernel
def sees(world: World, game: State, start: int, end: int) -> bool:
    """Whether the line between two hexes within 10 of each other is clear."""
    q = int(world.cube[end, 0]) - int(world.cube[start, 0])
    r = int(world.cube[end, 1]) - int(world.cube[start, 1])
    if end == world.gate and not gate_is_open(world, world.sight_entry[q, r]):
        return False
    if start == world.gate and not gate_is_open(world, world.sight_entry[-q, -r]):
        return False
    highest_end = max(int(world.level[start]), int(world.level[end]))
    for i in range(world.sight_count[q, r]):
        step = world.sight_step[q, r, i]
        if obstructs(world, game, hex_there(world, start, step[0], step[1]), highest_end):
            if obstructs(world, game, hex_there(world, start, step[2], step[3]), highest_end):
                return False
    return True

