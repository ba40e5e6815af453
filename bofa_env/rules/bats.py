"""O-1: bats, at the start of each Dark FIRE phase."""

from __future__ import annotations

from .jit import kernel
from .nodes import ROLL_BATS, pop, push
from .pieces import is_reduced_unit, on_map
from .record import State
from .stacks import leader_at, remove
from .world import FREE_PEOPLES, PIECES, World


@kernel
def next_bats(world: World, game: State) -> None:
    """Every reduced unit of the Free Peoples outside guard rooms is attacked, but never one stacked with Gandalf."""
    while game.cursor < PIECES:
        piece = game.cursor
        game.cursor += 1
        if world.side[piece] != FREE_PEOPLES or not on_map(game, piece) or not is_reduced_unit(world, game, piece):
            continue
        hex = game.hex[piece]
        with_gandalf = world.gandalf >= 0 and leader_at(world, game, FREE_PEOPLES, hex) == world.gandalf
        if not world.guard_room[hex] and not with_gandalf:
            game.subject = piece
            push(game, ROLL_BATS)
            return
    pop(game)


@kernel
def resolve_bats(world: World, game: State, die: int) -> None:
    """It dies on 1-3; on 1-2 if it is stacked with a leader who commands it."""
    unit = game.subject
    leader = leader_at(world, game, FREE_PEOPLES, game.hex[unit])
    led = leader >= 0 and world.commands[leader, unit]
    if die <= (2 if led else 3):
        remove(world, game, unit)
