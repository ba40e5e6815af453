"""Courage tests (chapter 7, S-6; R13, R14, R41)."""

from __future__ import annotations

from .group import group_flies
from .jit import kernel
from .modifiers import river_between
from .pieces import is_goblin_unit, other, strength
from .record import ON_TOP, State
from .stacks import has_units
from .world import ELF, World


@kernel
def must_test(world: World, game: State, side: int, last: int, target: int) -> bool:
    """Whether the group needs courage to move into the hex, crossing the hexside from `last`."""
    if not game.standard or group_flies(world, game) or not has_units(world, game, other(side), target):
        return False
    if target == world.gate or world.level[target] > world.level[last] or river_between(world, last, target):
        return True
    return _goblins_move(world, game) and _elves_are_there(world, game, other(side), target)


@kernel
def _goblins_move(world: World, game: State) -> bool:
    for i in range(game.group_size):
        if is_goblin_unit(world, game.group[i]):
            return True
    return False


@kernel
def _elves_are_there(world: World, game: State, side: int, hex: int) -> bool:
    piece = game.top[side, hex]
    while piece >= 0:
        if world.kind[piece] == ELF and world.leader[piece] == 0:
            return True
        piece = game.below[piece]
    return False


@kernel
def passes(world: World, game: State, target: int, die: int) -> bool:
    """One roll for all that move in together: roll ≤ strength; the gate adds 2, a commanding leader on top subtracts."""
    courage = 0
    leader = -1
    for i in range(game.group_size):
        piece = game.group[i]
        if world.leader[piece]:
            leader = int(piece)
        else:
            courage += strength(world, game, piece)
    if leader >= 0 and courage == 0:  # alone he tests on his own strength
        courage = strength(world, game, leader)
    elif leader >= 0 and game.marks[leader] & ON_TOP and _commands_group(world, game, leader):
        die -= strength(world, game, leader)
    if target == world.gate:
        die += 2
    return die <= courage


@kernel
def leader_beneath(world: World, game: State) -> int:
    """The leader who moves in beneath units that he commands, and would help if he lay on top (R68); -1: none."""
    leader = -1
    units = 0
    for i in range(game.group_size):
        piece = game.group[i]
        if world.leader[piece] == 0:
            units += 1
        elif not game.marks[piece] & ON_TOP and _commands_group(world, game, piece):
            leader = int(piece)
    return leader if units else -1


@kernel
def _commands_group(world: World, game: State, leader: int) -> bool:
    for i in range(game.group_size):
        piece = game.group[i]
        if world.leader[piece] == 0 and not world.commands[leader, piece]:
            return False
    return True
