"""The group: the pieces of one stack that move together (chapter 7)."""

from __future__ import annotations

from .jit import kernel
from .pieces import is_eagle
from .record import HYSTERICAL, MOVED, State
from .seats import owner
from .stacks import list_stack, may_stand, weight
from .world import World


@kernel
def group_allowance(world: World, game: State) -> int:
    """Pieces that move together have the smallest allowance among them."""
    allowance = 99
    for i in range(game.group_size):
        allowance = min(allowance, int(world.move[game.group[i]]))
    return allowance


@kernel
def group_flies(world: World, game: State) -> bool:
    """Eagles fly; with a piece on foot among them they go at its pace."""
    for i in range(game.group_size):
        if not is_eagle(world, game.group[i]):
            return False
    return True


@kernel
def group_may_stand(world: World, game: State, hex: int) -> bool:
    """Whether every piece of the group may be in that hex at all."""
    for i in range(game.group_size):
        if not may_stand(world, game, game.group[i], hex):
            return False
    return True


@kernel
def group_weight(world: World, game: State) -> int:
    """The group as a tally for the stacking limits."""
    tally = 0
    for i in range(game.group_size):
        tally += weight(world, game, game.group[i])
    return tally


@kernel
def group_has(game: State, flag: int) -> bool:
    """Whether any piece of the group bears the flag."""
    for i in range(game.group_size):
        if game.marks[game.group[i]] & flag:
            return True
    return False


@kernel
def mark_group(game: State, flag: int) -> None:
    """Set a flag on every piece of the group."""
    for i in range(game.group_size):
        game.marks[game.group[i]] |= flag


@kernel
def unmark_group(game: State, flag: int) -> None:
    """Clear a flag on every piece of the group."""
    for i in range(game.group_size):
        game.marks[game.group[i]] &= ~flag


@kernel
def may_still_move(game: State, piece: int) -> bool:
    """Each piece moves at most once per MOVE phase; hysterical ones not by their owner's will (O-4)."""
    return not game.marks[piece] & (MOVED | HYSTERICAL)


@kernel
def list_movable(world: World, game: State, side: int, hex: int, seat: int) -> int:
    """Write the pieces of the stack that can still move, top to bottom, into `game.stack`; returns how many.

    Only those of the seat's player; -1: of anybody.
    """
    count = list_stack(world, game, side, hex)
    kept = 0
    for i in range(count):
        piece = game.stack[i]
        if may_still_move(game, piece) and (seat < 0 or owner(world, game, piece) == seat):
            game.stack[kept] = piece
            kept += 1
    return kept


@kernel
def take_group(game: State, bits: int, count: int) -> None:
    """Make a group of those of the `count` pieces in `game.stack` whose bit is set."""
    size = 0
    for i in range(count):
        if bits >> i & 1:
            game.group[size] = game.stack[i]
            size += 1
    game.group_size = size
