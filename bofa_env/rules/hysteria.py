"""O-4: hysteria (R31, R53). How it ends stands with regrouping."""

from __future__ import annotations

from .jit import kernel
from .nodes import NEXT_HYSTERIA, ROLL_DIRECTION, ROLL_DISTANCE, ROLL_HYSTERIA, pop, push
from .pieces import is_eagle, on_map, other, strength
from .record import HYSTERIA, HYSTERICAL, ON_TOP, State
from .stacks import fits, has_units, in_melee, leader_at, lift, place, remove
from .tables import STARRED_ROLL
from .world import ELF, PIECES, World

# --- becoming hysterical


@kernel
def is_starred(game: State, column: int, roll: int) -> bool:
    """Whether the result is one of those with a star."""
    return bool(game.options & HYSTERIA and STARRED_ROLL[column] == roll)


@kernel
def begin_hysteria(game: State) -> None:
    """Every surviving defending unit tests its courage."""
    game.cursor = 0
    push(game, NEXT_HYSTERIA)


@kernel
def next_hysteria(world: World, game: State) -> None:
    """The next defending unit in the target hex; not leaders, eagles, elves."""
    while game.cursor < PIECES:
        piece = game.cursor
        game.cursor += 1
        if world.side[piece] == game.phasing or game.hex[piece] != game.target or world.leader[piece]:
            continue
        if not is_eagle(world, piece) and world.kind[piece] != ELF and not game.marks[piece] & HYSTERICAL:
            game.subject = piece
            push(game, ROLL_HYSTERIA)
            return
    pop(game)


@kernel
def resolve_hysteria(world: World, game: State, die: int) -> None:
    """It tests on its current strength; a leader on top who commands it helps."""
    unit = game.subject
    leader = leader_at(world, game, world.side[unit], game.hex[unit])
    if leader >= 0 and game.marks[leader] & ON_TOP and world.commands[leader, unit]:
        die -= strength(world, game, leader)
    if die > strength(world, game, unit):
        game.marks[unit] |= HYSTERICAL


# --- running about


@kernel
def next_flight(world: World, game: State) -> None:
    """At the start of each friendly MOVE phase, unless in melee: a roll for the direction, and one for the distance."""
    while game.cursor < PIECES:
        piece = game.cursor
        game.cursor += 1
        if world.side[piece] == game.phasing and on_map(game, piece) and game.marks[piece] & HYSTERICAL:
            if not in_melee(world, game, game.hex[piece]):
                game.subject = piece
                push(game, ROLL_DIRECTION)
                return
    game.cursor = 0  # the chieftains count from the start again
    pop(game)


@kernel
def resolve_direction(game: State, die: int) -> None:
    """1-6 clockwise from the first hexside after north (R3); 7-10: it stays."""
    if die <= 6:
        game.wave = die - 1
        push(game, ROLL_DISTANCE)


@kernel
def resolve_distance(world: World, game: State, die: int) -> None:
    """It runs that far, whatever the terrain, until something stops it (R31)."""
    unit = game.subject
    end = int(game.hex[unit])
    for _ in range(die):
        there = int(world.neighbour[end, game.wave])
        if there < 0:  # off the map
            remove(world, game, unit)
            return
        if world.barrier[end, game.wave] or not fits(world, game, unit, there):
            break
        end = there
        if has_units(world, game, other(world.side[unit]), there):
            break
    if end == game.hex[unit]:
        return
    lift(world, game, unit)
    place(world, game, unit, end)
    leader = leader_at(world, game, world.side[unit], end)
    if leader >= 0:
        game.marks[leader] |= ON_TOP  # R17
