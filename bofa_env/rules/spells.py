"""Gandalf's three spells (chapter 10, S-8; R29, R50)."""

from __future__ import annotations

from .actions import DESTROY, NONE, PUSH, RALLY, SPELL
from .jit import kernel
from .modifiers import river_between
from .pieces import is_goblin_unit, on_map, other
from .record import EXTRA_STACKING, MOVED, ON_TOP, State
from .regroup import anybody_to_rally, begin_regrouping
from .stacks import (
    has_units,
    in_melee,
    is_goblin_on_rider,
    leader_at,
    lift,
    list_stack,
    may_stand,
    move_stack,
    occupied,
    place,
    remove,
    tally_of,
    within_limits,
)
from .world import CLIFF, HEXES, PIECES, World

_REACH_OF_DESTROY = 10
_REACH = 3
_PUSHED_BY = 2

# --- casting


@kernel
def spells_left(world: World, game: State) -> bool:
    """Gandalf lives, and fewer than two spells have succeeded."""
    done = game.spells_done
    return on_map(game, world.gandalf) and (done & 1) + (done >> 1 & 1) + (done >> 2 & 1) < 2


@kernel
def offer_spells(world: World, game: State) -> None:
    """One attempt per phase; each spell succeeds once, and needs somebody whom it could touch."""
    game.legal[NONE] = 1
    if not spells_left(world, game):
        return
    if not game.spells_done >> DESTROY & 1 and _anything_to_destroy(world, game):
        game.legal[SPELL + DESTROY] = 1
    if not game.spells_done >> PUSH & 1 and _anybody_to_push(world, game):
        game.legal[SPELL + PUSH] = 1
    if not game.spells_done >> RALLY & 1 and anybody_to_rally(world, game):
        game.legal[SPELL + RALLY] = 1


@kernel
def may_destroy(world: World, game: State, hex: int) -> bool:
    """An enemy hex with units within 10 of Gandalf, not in melee; no line of sight is needed."""
    if world.distance[game.hex[world.gandalf], hex] > _REACH_OF_DESTROY or in_melee(world, game, hex):
        return False
    return has_units(world, game, other(world.side[world.gandalf]), hex)


@kernel
def _anything_to_destroy(world: World, game: State) -> bool:
    for piece in range(PIECES):
        if on_map(game, piece) and world.side[piece] != world.side[world.gandalf]:
            if may_destroy(world, game, game.hex[piece]):
                return True
    return False


@kernel
def _anybody_to_push(world: World, game: State) -> bool:
    for piece in range(PIECES):
        if on_map(game, piece) and world.side[piece] != world.side[world.gandalf]:
            if 0 < world.distance[game.hex[world.gandalf], game.hex[piece]] <= _REACH:
                return True
    return False


@kernel
def offer_spell_target(world: World, game: State) -> None:
    """The hexes that can be struck."""
    for hex in range(HEXES):
        if may_destroy(world, game, hex):
            game.legal[hex] = 1


@kernel
def resolve_spell(world: World, game: State, die: int) -> None:
    """Destroy succeeds with 1-6, push with 1-7, rally with 1-8."""
    spell = game.spell
    if die > 6 + spell:
        return
    game.spells_done |= 1 << spell
    if spell == DESTROY:
        destroy(world, game, game.target)
    elif spell == PUSH:
        push_all(world, game)
    else:
        begin_regrouping(game, world.side[world.gandalf], True)


@kernel
def destroy(world: World, game: State, hex: int) -> None:
    """All enemy units in the hex die, leaders do not."""
    piece = game.top[other(world.side[world.gandalf]), hex]
    while piece >= 0:
        below = game.below[piece]
        if world.leader[piece] == 0:
            remove(world, game, piece)
        piece = below


# --- pushing


@kernel
def push_all(world: World, game: State) -> None:
    """All enemy stacks within three hexes, nearest first; who has been pushed or displaced is not pushed again."""
    centre = game.hex[world.gandalf]
    enemy = other(world.side[world.gandalf])
    count = 0
    for distance in range(1, _REACH + 1):
        for hex in range(HEXES):
            if world.distance[centre, hex] == distance and occupied(game, enemy, hex):
                game.queue[count] = hex
                count += 1
    for i in range(count):
        push_stack(world, game, centre, game.queue[i])
    for piece in range(PIECES):
        game.marks[piece] &= ~MOVED


@kernel
def push_stack(world: World, game: State, centre: int, start: int) -> None:
    """Two hexes away, step by step; goblin units drown in the river; the hex where it ends is made free."""
    enemy = other(world.side[world.gandalf])
    end = start
    for _ in range(_PUSHED_BY):
        there = step_away(world, game, centre, end)
        if there < 0:
            break
        if river_between(world, end, there):
            drown(world, game, enemy, start)
        end = there
    if end == start or not _anybody_unmoved(game, enemy, start):
        return
    joins = occupied(game, enemy, end) and _stacks_with_wolves(world, game, enemy, start, end)
    if occupied(game, enemy, end) and not joins:
        displace(world, game, enemy, end)
    move_unmoved(world, game, enemy, start, end)
    leader = leader_at(world, game, enemy, end)
    if joins and leader >= 0:
        game.marks[leader] |= ON_TOP  # R17


@kernel
def _anybody_unmoved(game: State, side: int, hex: int) -> bool:
    piece = game.top[side, hex]
    while piece >= 0:
        if not game.marks[piece] & MOVED:
            return True
        piece = game.below[piece]
    return False


@kernel
def move_unmoved(world: World, game: State, side: int, start: int, end: int) -> None:
    """Those of a stack whom the spell has not moved yet go to another hex, in the order in which they lie."""
    count = list_stack(world, game, side, start)
    for i in range(count - 1, -1, -1):
        piece = game.stack[i]
        if not game.marks[piece] & MOVED:
            lift(world, game, piece)
            place(world, game, piece, end)
            game.marks[piece] |= MOVED


@kernel
def straight_away(world: World, centre: int, hex: int) -> int:
    """The direction that leads most nearly straight away from the centre; of two equal ones the first clockwise."""
    q = int(world.cube[hex, 0]) - int(world.cube[centre, 0])
    r = int(world.cube[hex, 1]) - int(world.cube[centre, 1])
    best = 0
    most = -9999
    for direction in range(6):
        step_q, step_r = _axial_step(direction)
        toward = 2 * q * step_q + 2 * r * step_r + q * step_r + r * step_q  # twice the scalar product
        if toward > most or (toward == most and direction == 5 and best == 0):
            most = toward
            best = direction
    return best


@kernel
def _axial_step(direction: int) -> tuple[int, int]:
    if direction == 0:
        return 1, 0
    if direction == 1:
        return 0, 1
    if direction == 2:
        return -1, 1
    if direction == 3:
        return -1, 0
    if direction == 4:
        return 0, -1
    return 1, -1


@kernel
def step_away(world: World, game: State, centre: int, hex: int) -> int:
    """The next hex away from the centre: straight if it can be, else the first clockwise that is farther (R50); -1: none."""
    straight = straight_away(world, centre, hex)
    for turn in range(6):
        direction = (straight + turn) % 6
        there = world.neighbour[hex, direction]
        if there < 0 or world.distance[centre, there] <= world.distance[centre, hex]:
            continue
        if world.barrier[hex, direction] or not may_be_pushed_into(world, game, there):
            continue
        return int(there)
    return -1


@kernel
def may_be_pushed_into(world: World, game: State, hex: int) -> bool:
    """Not cliffs, not the gate, not a hex with friends of Gandalf, eagles included."""
    if hex == world.gate or world.terrain[hex] == CLIFF:
        return False
    return not occupied(game, world.side[world.gandalf], hex)


@kernel
def drown(world: World, game: State, side: int, hex: int) -> None:
    """Goblin units (riders too; not wolves, wargs, leaders) die when they are pushed across the river."""
    piece = game.top[side, hex]
    while piece >= 0:
        below = game.below[piece]
        if is_goblin_unit(world, piece) and not game.marks[piece] & MOVED:
            remove(world, game, piece)
        piece = below


@kernel
def _stacks_with_wolves(world: World, game: State, side: int, start: int, end: int) -> bool:
    """O-7: a goblin on foot and a wolf rider stack instead of displacing each other."""
    if not game.options & EXTRA_STACKING:
        return False
    tally = tally_of(world, game, side, start) + tally_of(world, game, side, end)
    return is_goblin_on_rider(tally) and within_limits(game, tally)


@kernel
def displace(world: World, game: State, side: int, hex: int) -> None:
    """Those who stand in the way go to the nearest free hex; they never drown."""
    nearest = -1
    for there in range(HEXES):
        if _free_for_stack(world, game, side, hex, there):
            if nearest < 0 or world.distance[hex, there] < world.distance[hex, nearest]:
                nearest = there
    if nearest >= 0:
        move_stack(world, game, side, hex, nearest)
        piece = game.top[side, nearest]
        while piece >= 0:
            game.marks[piece] |= MOVED
            piece = game.below[piece]


@kernel
def _free_for_stack(world: World, game: State, side: int, hex: int, there: int) -> bool:
    """Free of all pieces, eagles included, and a hex where the stack may stand; not the gate, which has but one way in."""
    if there == world.gate or occupied(game, 0, there) or occupied(game, 1, there):
        return False
    piece = game.top[side, hex]
    while piece >= 0:
        if not may_stand(world, game, piece, there):
            return False
        piece = game.below[piece]
    return True
