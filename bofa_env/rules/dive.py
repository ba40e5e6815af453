"""Dive attacks of the eagles (chapter 7, S-7)."""

from __future__ import annotations

from .actions import NONE
from .jit import kernel
from .nodes import DIVE, pop, push
from .pieces import is_eagle, on_map, other
from .record import DIVED, State
from .seats import owner
from .stacks import hit, in_melee, top_unit
from .world import HEXES, MOUNTAIN, World


@kernel
def next_dive(world: World, game: State) -> None:
    """Each eagle of the group that has just flown may strike once."""
    for i in range(game.group_size):
        piece = game.group[i]
        if is_eagle(world, piece) and on_map(game, piece) and not game.marks[piece] & DIVED:
            game.marks[piece] |= DIVED
            game.subject = piece
            push(game, DIVE)
            return
    pop(game)


@kernel
def offer_dive(world: World, game: State) -> None:
    """A mountain hex on the way with an enemy unit; not a guard room, the gate, or a melee."""
    eagle = game.subject
    enemy = other(world.side[eagle])
    game.player = owner(world, game, eagle)
    game.legal[NONE] = 1
    for hex in range(HEXES):
        if world.terrain[hex] != MOUNTAIN or world.guard_room[hex] or top_unit(world, game, enemy, hex) < 0:
            continue
        way = int(world.distance[game.origin, hex]) + int(world.distance[hex, game.target])
        if way <= world.move[eagle] and not in_melee(world, game, hex):
            game.legal[hex] = 1


@kernel
def resolve_dive(world: World, game: State, die: int) -> None:
    """1-5: one hit on the topmost unit."""
    if die <= 5:
        hit(world, game, top_unit(world, game, other(world.side[game.subject]), game.wave))
