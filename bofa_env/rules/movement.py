"""Movement: where a group may end (chapter 7, B-6; R10, R11, R12, R24, R39, R40)."""

from __future__ import annotations

from .group import (
    group_allowance,
    group_flies,
    group_has,
    group_may_stand,
    group_weight,
    list_movable,
    mark_group,
    may_still_move,
    take_group,
    unmark_group,
)
from .jit import kernel
from .pieces import is_eagle, other
from .record import BALKED, ENTERED, TRANSIT, State
from .rows import hex_of, lowest, mark_pair
from .seats import owner
from .spread import UNREACHED, first_row, last_row, spread
from .stacks import blocks, may_stand, occupied, pins, tally_of, within_limits
from .world import HEXES, IMPASSABLE, World

# What a destination turns out to be
_NO, _YES, _OVER_LIMIT = 0, 1, 2


@kernel
def verdict(world: World, game: State, side: int, hex: int, tally: int, making_room: bool) -> int:
    """Whether a group of this tally may end in the hex, or (`making_room`) only if a friend then leaves (R10)."""
    return ending(world, game, side, hex, tally, making_room) if group_may_stand(world, game, hex) else _NO


@kernel
def ending(world: World, game: State, side: int, hex: int, tally: int, making_room: bool) -> int:
    """The same of a hex where the group may stand."""
    if within_limits(game, tally_of(world, game, side, hex) + tally):
        return _YES
    if not making_room or not occupied(game, side, hex):
        return _NO
    return _room_at_a_glance(world, game, side, hex, tally)


@kernel
def _room_at_a_glance(world: World, game: State, side: int, hex: int, tally: int) -> int:
    """Nearly always there is one friend in the hex, and he has moved already, or can step aside to an empty hex next door.

    Otherwise the hex stays marked, and `_settle_over_limits` looks closely.
    """
    friend = game.top[side, hex]
    if game.below[friend] >= 0:
        return _OVER_LIMIT
    if not may_still_move(game, friend):
        return _NO
    if not within_limits(game, tally) or occupied(game, other(side), hex) or is_eagle(world, friend):
        return _OVER_LIMIT
    for direction in range(6):
        if world.step_cost[side, hex, direction] <= world.move[friend]:
            there = world.neighbour[hex, direction]
            if not (occupied(game, 0, there) or occupied(game, 1, there)) and may_stand(world, game, friend, there):
                return _YES
    return _OVER_LIMIT


@kernel
def may_stop_on(world: World, game: State, side: int, hex: int) -> bool:
    """A hex that one may pass: free of enemies, or held by lone leaders; not by eagles in standard (R24)."""
    piece = game.top[other(side), hex]
    while piece >= 0:
        if world.unit[piece] or (game.standard and is_eagle(world, piece)):
            return False
        piece = game.below[piece]
    return True


@kernel
def survey(world: World, game: State, side: int, must_leave: bool) -> int:
    """Mark in `game.legal` where the group may end: 1 yes, 2 only if a friend can then leave; returns all marks as bits.

    `must_leave`: the group has to make room (R10): it may not stay, and only goes to enemy-free hexes.
    """
    start = int(game.origin)
    no_enemies = must_leave or group_has(game, BALKED)  # R14
    if group_flies(world, game):
        return survey_flight(world, game, side, start, no_enemies, True)
    if pins(world, game, other(side), start):
        return survey_step(world, game, side, start)
    marks = survey_march(world, game, side, start, no_enemies, True)
    if not no_enemies:
        marks |= survey_melees(world, game, side, start)
    return marks


@kernel
def survey_flight(
    world: World, game: State, side: int, start: int, no_enemies: bool, making_room: bool
) -> int:
    """Eagles fly over everything, every hex costs 1; above enemies not where it is too narrow for them (S-7)."""
    tally = group_weight(world, game)
    allowance = group_allowance(world, game)
    marks = 0
    for hex in range(HEXES):
        if hex == start or world.distance[start, hex] > allowance:
            continue
        if occupied(game, other(side), hex) and (no_enemies or (game.standard and world.guard_room[hex])):
            continue
        mark = verdict(world, game, side, hex, tally, making_room)
        game.legal[hex] = mark
        marks |= mark
    return marks


@kernel
def survey_step(world: World, game: State, side: int, start: int) -> int:
    """Out of a melee: one step to an enemy-free hex (R11)."""
    tally = group_weight(world, game)
    allowance = group_allowance(world, game)
    marks = 0
    for direction in range(6):
        if world.step_cost[side, start, direction] <= allowance:
            hex = world.neighbour[start, direction]
            if not occupied(game, other(side), hex):
                mark = verdict(world, game, side, hex, tally, True)
                game.legal[hex] = mark
                marks |= mark
    return marks


@kernel
def survey_march(
    world: World, game: State, side: int, start: int, no_enemies: bool, making_room: bool
) -> int:
    """On foot as far as the allowance goes (`game.reached`); every hex in reach is one where the group may stand."""
    tally = group_weight(world, game)
    allowance = group_allowance(world, game)
    spread(world, game, side, start, allowance, game.group[0] == world.beorn)
    where_nobody_is = _YES if within_limits(game, tally) else _NO
    first, last = first_row(start, allowance), last_row(start, allowance)
    if where_nobody_is:
        for pair in range((first - 1) // 2, (last + 1) // 2):
            mark_pair(game, pair, _nobody_is_at(game, 2 * pair + 1), _nobody_is_at(game, 2 * pair + 2))
    marks = 0
    for row in range(first, last + 1):
        held = game.reached[row] & (game.occupied[0, row] | game.occupied[1, row])
        while held:
            hex = hex_of(row, lowest(held))
            held &= held - 1
            if occupied(game, other(side), hex) and (no_enemies or not may_stop_on(world, game, side, hex)):
                continue
            mark = where_nobody_is
            if occupied(game, side, hex):
                mark = ending(world, game, side, hex, tally, making_room)
            game.legal[hex] = mark
            marks |= mark
    return marks


@kernel
def _nobody_is_at(game: State, row: int) -> int:
    """The hexes of a row that are in reach and empty."""
    return int(game.reached[row] & ~(game.occupied[0, row] | game.occupied[1, row]))


@kernel
def survey_melees(world: World, game: State, side: int, start: int) -> int:
    """Into enemy units: only from where the group began the phase (R11); Beorn from anywhere in reach (B-10.5)."""
    tally = group_weight(world, game)
    allowance = group_allowance(world, game)
    marks = 0
    if game.group[0] == world.beorn:
        for hex in range(HEXES):
            if game.reach[hex] != UNREACHED:
                marks |= _survey_melees(world, game, side, hex, allowance - game.reach[hex], tally)
    elif not _entered_on_foot(world, game):
        marks |= _survey_melees(world, game, side, start, allowance, tally)
    return marks


@kernel
def _entered_on_foot(world: World, game: State) -> bool:
    """Whether a piece of the group came onto the map in this phase, so that it did not begin it next to anybody (R11)."""
    for i in range(game.group_size):
        if game.marks[game.group[i]] & ENTERED and not is_eagle(world, game.group[i]):
            return True
    return False


@kernel
def _survey_melees(world: World, game: State, side: int, start: int, left: int, tally: int) -> int:
    """Enemy hexes next to `start` into which the group may go from there with what is left of its move (R11)."""
    enemy = other(side)
    marks = 0
    for direction in range(6):
        if world.step_cost[side, start, direction] > min(left, IMPASSABLE - 1):
            continue
        hex = world.neighbour[start, direction]
        if blocks(game, enemy, hex):
            mark = verdict(world, game, side, hex, tally, True)
            game.legal[hex] = mark
            marks |= mark
    return marks


@kernel
def offer_destinations(world: World, game: State, side: int, must_leave: bool) -> None:
    """The exact mask of where the selected group may end its move; the own hex means stay."""
    mark_group(game, TRANSIT)
    if survey(world, game, side, must_leave) & _OVER_LIMIT:
        _settle_over_limits(world, game, side)
    unmark_group(game, TRANSIT)
    if not must_leave:
        game.legal[game.origin] = 1


# --- making room (R10)


@kernel
def _settle_over_limits(world: World, game: State, side: int) -> None:
    """Decide the hexes marked over the limit: legal if a friend there could then leave."""
    arriving = group_weight(world, game)
    size = game.group_size
    first, second, third = game.group[0], game.group[1], game.group[2]
    for friend in range(world.first_piece[side], world.end_piece[side]):
        hex = game.hex[friend]
        if hex >= 0 and game.legal[hex] == _OVER_LIMIT:
            game.legal[hex] = departures(world, game, side, hex, arriving, True) != 0
            game.group[0], game.group[1], game.group[2] = first, second, third
            game.group_size = size


@kernel
def departures(world: World, game: State, side: int, hex: int, arriving: int, one_will_do: bool) -> int:
    """Which sets of friends could make room in a hex, as a set of bits: bit n for the set `take` n. Changes the group.

    A set makes room if the hex is within the limits without it, and if it can leave together for an enemy-free hex
    within the limits.
    """
    count = list_movable(world, game, side, hex, -1)
    present = tally_of(world, game, side, hex) + arriving
    found = 0
    for bits in range(1, 1 << count):
        take_group(game, bits, count)
        if not _one_owner(world, game) or not within_limits(game, present - group_weight(world, game)):
            continue
        if _finds_room(world, game, side, hex):
            found |= 1 << bits
            if one_will_do:
                break
    return found


@kernel
def _one_owner(world: World, game: State) -> bool:
    """Whether all of the group belong to one player (O-2)."""
    for i in range(1, game.group_size):
        if owner(world, game, game.group[i]) != owner(world, game, game.group[0]):
            return False
    return True


@kernel
def _finds_room(world: World, game: State, side: int, start: int) -> bool:
    """Whether the group can leave the hex for an enemy-free one within the limits."""
    enemy = other(side)
    tally = group_weight(world, game)
    allowance = group_allowance(world, game)
    if group_flies(world, game):
        for hex in range(HEXES):
            if hex != start and world.distance[start, hex] <= allowance and _is_room(world, game, side, hex, tally):
                return True
        return False
    for direction in range(6):  # nearly always there is room next door
        if world.step_cost[side, start, direction] <= allowance:
            if _is_room(world, game, side, world.neighbour[start, direction], tally):
                return True
    if pins(world, game, enemy, start):
        return False
    spread(world, game, side, start, allowance, False)
    for row in range(first_row(start, allowance), last_row(start, allowance) + 1):
        bits = game.reached[row]
        while bits:
            if _is_room(world, game, side, hex_of(row, lowest(bits)), tally):
                return True
            bits &= bits - 1
    return False


@kernel
def _is_room(world: World, game: State, side: int, hex: int, tally: int) -> bool:
    return not occupied(game, other(side), hex) and verdict(world, game, side, hex, tally, False) == _YES
