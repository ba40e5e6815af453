"""Regrouping (chapter 11, S-3; R51), and Gandalf's rally."""

from __future__ import annotations

from .jit import kernel
from .nodes import NEXT_REGROUP, REGROUP_SHIFT, REGROUP_STEP, ROLL_REGROUP, pop, push
from .pieces import is_reduced_unit, is_rider, on_map, other, strength
from .record import EXTRA_STACKING, HYSTERICAL, ON_TOP, TRANSIT, State
from .seats import owner
from .stacks import fits, leader_at, lift, may_stand, occupied, place, tally_of, weight, within_limits
from .world import PIECES, World

# --- who rolls


@kernel
def begin_regrouping(game: State, side: int, without_rolls: bool) -> None:
    """Leaders first, one roll per hit; then every reduced unit. `without_rolls`: Gandalf's rally."""
    game.cursor = PIECES if without_rolls else 0
    game.rolls_left = -1
    game.without_rolls = without_rolls
    game.regrouping = side
    push(game, NEXT_REGROUP)


@kernel
def next_regroup(world: World, game: State) -> None:
    """Go to the next piece that may recover."""
    while game.cursor < 2 * PIECES:
        piece = game.cursor % PIECES
        if world.side[piece] == game.regrouping and on_map(game, piece):
            if game.cursor < PIECES:
                if world.leader[piece] and _another_roll(game, piece):
                    game.subject = piece
                    push(game, ROLL_REGROUP)
                    return
            elif world.leader[piece] == 0 and may_regroup(world, game, piece):
                game.subject = piece
                game.cursor += 1
                if game.without_rolls:
                    restore(world, game, piece)
                else:
                    push(game, ROLL_REGROUP)
                return
        game.cursor += 1
    pop(game)


@kernel
def _another_roll(game: State, leader: int) -> bool:
    """One roll per hit that the leader had when his turn came."""
    if game.rolls_left < 0:
        game.rolls_left = game.hits[leader]
    game.rolls_left -= 1
    return bool(game.rolls_left >= 0)


@kernel
def may_regroup(world: World, game: State, unit: int) -> bool:
    """A reduced unit; a hysterical one, full or reduced, only under a leader on top who commands it (O-4, R53)."""
    if game.without_rolls and world.distance[game.hex[unit], game.hex[world.gandalf]] > 3:
        return False
    if game.marks[unit] & HYSTERICAL:
        leader = _leader_above(world, game, unit)
        return leader >= 0 and bool(world.commands[leader, unit])
    return is_reduced_unit(world, game, unit)


@kernel
def _leader_above(world: World, game: State, unit: int) -> int:
    """The leader on top of the unit's stack; -1: none."""
    leader = leader_at(world, game, world.side[unit], game.hex[unit])
    return leader if leader >= 0 and game.marks[leader] & ON_TOP else -1


@kernel
def regroup_bonus(world: World, game: State, unit: int) -> int:
    """What the leader on top takes off the roll: his current strength, if the unit is his to rally; not Beorn."""
    leader = _leader_above(world, game, unit)
    if leader < 0 or not world.rallies[leader, unit]:
        return 0
    return strength(world, game, leader)


@kernel
def resolve_regroup(world: World, game: State, die: int) -> None:
    """A leader heals a hit with his original strength or less; a unit is restored with 4 or less (hysterical: 1)."""
    piece = game.subject
    if world.leader[piece]:
        if die <= world.strength[piece]:
            game.hits[piece] -= 1
        return
    base = 1 if game.marks[piece] & HYSTERICAL else 4
    if die - regroup_bonus(world, game, piece) <= base:
        restore(world, game, piece)


# --- recovering


@kernel
def restore(world: World, game: State, unit: int) -> None:
    """The unit is at full strength again; if that breaks stacking it must step aside, or stays reduced."""
    game.marks[unit] &= ~HYSTERICAL
    was = game.hits[unit]
    game.hits[unit] = 0
    if within_limits(game, tally_of(world, game, world.side[unit], game.hex[unit])):
        _rider_beneath(world, game, unit)
        return
    if steps_aside(world, game, unit, False) or steps_aside(world, game, unit, True):
        game.subject = unit
        push(game, REGROUP_STEP)
    else:
        game.hits[unit] = was


@kernel
def _rider_beneath(world: World, game: State, unit: int) -> None:
    """O-7: a goblin unit on foot lies on its rider again, however they lay while both were reduced."""
    if not game.options & EXTRA_STACKING:
        return
    hex = int(game.hex[unit])
    piece = game.top[world.side[unit], hex]
    while piece >= 0 and not is_rider(world, piece):
        piece = game.below[piece]
    if piece >= 0:
        lift(world, game, piece)
        place(world, game, piece, hex)


@kernel
def open_neighbour(world: World, game: State, piece: int, hex: int, direction: int) -> int:
    """The enemy-free hex next door in that direction, if the piece may step there and stand in it; -1: none."""
    there = world.neighbour[hex, direction]
    if there < 0 or world.barrier[hex, direction] or occupied(game, other(world.side[piece]), there):
        return -1
    return int(there) if may_stand(world, game, piece, there) else -1


@kernel
def steps_aside(world: World, game: State, unit: int, with_shift: bool) -> bool:
    """Whether the unit can step to a hex with room, or `with_shift` to one where a friend can be shifted."""
    hex = int(game.hex[unit])
    for direction in range(6):
        there = open_neighbour(world, game, unit, hex, direction)
        if there >= 0 and may_step_to(world, game, unit, there, with_shift):
            return True
    return False


@kernel
def may_step_to(world: World, game: State, unit: int, there: int, with_shift: bool) -> bool:
    """Room as it is; or, with a shift, after one friend has gone one hex further."""
    if fits(world, game, unit, there):
        return not with_shift
    return with_shift and friend_to_shift(world, game, unit, there) >= 0


@kernel
def friend_to_shift(world: World, game: State, unit: int, there: int) -> int:
    """The topmost friend there whose leaving makes room for the unit and who has a hex to go to; -1: none."""
    side = world.side[unit]
    game.marks[unit] |= TRANSIT
    needed = tally_of(world, game, side, there) + weight(world, game, unit)
    found = -1
    friend = game.top[side, there]
    while friend >= 0 and found < 0:
        if not game.marks[friend] & HYSTERICAL and within_limits(game, needed - weight(world, game, friend)):
            for direction in range(6):
                hex = open_neighbour(world, game, friend, there, direction)
                if hex >= 0 and fits(world, game, friend, hex):
                    found = int(friend)
        friend = game.below[friend]
    game.marks[unit] &= ~TRANSIT
    return found


# --- the owner's choices


@kernel
def offer_step(world: World, game: State) -> None:
    """Adjacent hexes with room; only if there is none, those where a friend can be shifted."""
    unit = game.subject
    game.player = owner(world, game, unit)
    hex = int(game.hex[unit])
    with_shift = not steps_aside(world, game, unit, False)
    for direction in range(6):
        there = open_neighbour(world, game, unit, hex, direction)
        if there >= 0 and may_step_to(world, game, unit, there, with_shift):
            game.legal[there] = 1


@kernel
def take_step(world: World, game: State, there: int) -> None:
    """The restored unit steps there, after a friend has made room if he must."""
    unit = game.subject
    if fits(world, game, unit, there):
        step_aside(world, game, unit, there)
        return
    game.target = there
    game.wave = friend_to_shift(world, game, unit, there)
    push(game, REGROUP_SHIFT)


@kernel
def offer_shift(world: World, game: State) -> None:
    """Where the friend who makes room may go: one hex, enemy-free, within stacking."""
    unit = game.subject
    friend = game.wave
    game.player = owner(world, game, friend)
    game.marks[unit] |= TRANSIT
    for direction in range(6):
        hex = open_neighbour(world, game, friend, game.target, direction)
        if hex >= 0 and fits(world, game, friend, hex):
            game.legal[hex] = 1
    game.marks[unit] &= ~TRANSIT


@kernel
def take_shift(world: World, game: State, hex: int) -> None:
    """The friend goes, and the restored unit takes his place."""
    step_aside(world, game, game.wave, hex)
    step_aside(world, game, game.subject, game.target)


@kernel
def step_aside(world: World, game: State, piece: int, hex: int) -> None:
    """A step that the rules force: a leader whom it joins lies on top (R17)."""
    lift(world, game, piece)
    place(world, game, piece, hex)
    leader = leader_at(world, game, world.side[piece], hex)
    if leader >= 0:
        game.marks[leader] |= ON_TOP


@kernel
def anybody_to_rally(world: World, game: State) -> bool:
    """Whether a friendly unit within three hexes of Gandalf could be regrouped."""
    game.without_rolls = 1
    found = False
    for piece in range(PIECES):
        if on_map(game, piece) and world.side[piece] == world.side[world.gandalf] and world.leader[piece] == 0:
            found = found or may_regroup(world, game, piece)
    game.without_rolls = 0
    return found

