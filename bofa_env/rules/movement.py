"""Movement: how far a group comes and where it may end (chapter 7, B-6; R10, R11, R12, R24, R39, R40)."""

from __future__ import annotations

from .jit import kernel
from .pieces import is_eagle, other
from .record import BALKED, ENTERED, HYSTERICAL, MOVED, TRANSIT, State
from .seats import owner
from .stacks import blocks, list_stack, may_stand, occupied, pins, tally_of, weight, within_limits
from .world import HEXES, IMPASSABLE, PIECES, World

UNREACHED = 127
HEX_BITS = 1023  # a number cut to these bits is not negative, and the compiler need not count from the end for it

# What a destination turns out to be
_NO, _YES, _OVER_LIMIT = 0, 1, 2


# --- the group that moves together


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


# --- how far it comes


@kernel
def spread(world: World, game: State, side: int, start: int, allowance: int) -> int:
    """Cheapest costs on foot from a hex into `game.reach`; the hexes reached, in `game.queue`; returns how many.

    Friends never block; a hex with an enemy unit (or Thorin) cannot be passed, so it is not entered here.
    """
    enemy = other(side)
    gate_is_open = group_may_stand(world, game, world.gate)  # cliffs cost IMPASSABLE as it is
    game.reach[:] = UNREACHED
    game.reach[start] = 0
    game.queue[0] = start
    count = 1
    settled = 0  # the first so many of the queue have had their round
    for cost in range(allowance):
        for i in range(settled, count):  # hexes found on this round cost more than `cost`, so they wait for theirs
            hex = game.queue[i] & HEX_BITS
            if game.reach[hex] != cost:
                continue
            for direction in range(6):
                total = cost + world.step_cost[side, hex, direction]
                if total > allowance:  # IMPASSABLE is more than any allowance
                    continue
                next_hex = world.neighbour[hex, direction] & HEX_BITS
                if total >= game.reach[next_hex]:
                    continue
                if game.reach[next_hex] == UNREACHED:
                    if blocks(world, game, enemy, next_hex) or (next_hex == world.gate and not gate_is_open):
                        continue
                    game.queue[count] = next_hex
                    count += 1
                game.reach[next_hex] = total
        while settled < count and game.reach[game.queue[settled]] <= cost:
            settled += 1
    return count


@kernel
def step_between(world: World, side: int, start: int, end: int) -> int:
    """What it costs to step from a hex to its neighbour."""
    for direction in range(6):
        if world.neighbour[start, direction] == end:
            return int(world.step_cost[side, start, direction])
    return IMPASSABLE


# --- where it may end


@kernel
def verdict(world: World, game: State, side: int, hex: int, tally: int) -> int:
    """Whether a group of this tally may end in the hex, or only if a friend then leaves (R10)."""
    if not group_may_stand(world, game, hex):
        return _NO
    if within_limits(game, tally_of(world, game, side, hex) + tally):
        return _YES
    return _OVER_LIMIT if occupied(game, side, hex) else _NO


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
        return survey_flight(world, game, side, start, no_enemies)
    if pins(world, game, other(side), start):
        return survey_step(world, game, side, start)
    marks = survey_march(world, game, side, start, no_enemies)
    if not no_enemies:
        marks |= survey_melees(world, game, side, start)
    return marks


@kernel
def survey_flight(world: World, game: State, side: int, start: int, no_enemies: bool) -> int:
    """Eagles fly over everything, every hex costs 1; above enemies not where it is too narrow for them (S-7)."""
    tally = group_weight(world, game)
    allowance = group_allowance(world, game)
    marks = 0
    for hex in range(HEXES):
        if hex == start or world.distance[start, hex] > allowance:
            continue
        if occupied(game, other(side), hex) and (no_enemies or (game.standard and world.guard_room[hex])):
            continue
        mark = verdict(world, game, side, hex, tally)
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
                mark = verdict(world, game, side, hex, tally)
                game.legal[hex] = mark
                marks |= mark
    return marks


@kernel
def survey_march(world: World, game: State, side: int, start: int, no_enemies: bool) -> int:
    """On foot as far as the allowance goes (`game.reach`); every hex in reach is one where the group may stand."""
    tally = group_weight(world, game)
    count = spread(world, game, side, start, group_allowance(world, game))
    where_nobody_is = _YES if within_limits(game, tally) else _NO
    marks = 0
    for i in range(1, count):
        hex = game.queue[i]
        if occupied(game, other(side), hex) and (no_enemies or not may_stop_on(world, game, side, hex)):
            continue
        mark = verdict(world, game, side, hex, tally) if occupied(game, side, hex) else where_nobody_is
        game.legal[hex] = mark
        marks |= mark
    return marks


@kernel
def survey_melees(world: World, game: State, side: int, start: int) -> int:
    """Into enemy units: only from where the group began the phase (R11); Beorn from anywhere in reach (B-10.5)."""
    tally = group_weight(world, game)
    allowance = group_allowance(world, game)
    marks = 0
    if game.group[0] == world.beorn:
        for hex in range(HEXES):
            if game.reach[hex] != UNREACHED:
                marks |= _survey_melees(world, game, side, hex, allowance, tally)
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
def _survey_melees(world: World, game: State, side: int, start: int, allowance: int, tally: int) -> int:
    """Enemy hexes next to `start` that the group may enter from there, to bring on a melee (R11)."""
    enemy = other(side)
    marks = 0
    for direction in range(6):
        step = world.step_cost[side, start, direction]
        if step == IMPASSABLE or game.reach[start] + step > allowance:
            continue
        hex = world.neighbour[start, direction]
        if blocks(world, game, enemy, hex):
            mark = verdict(world, game, side, hex, tally)
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
    for friend in range(PIECES):
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
    count = spread(world, game, side, start, allowance)
    for i in range(1, count):
        if _is_room(world, game, side, game.queue[i], tally):
            return True
    return False


@kernel
def _is_room(world: World, game: State, side: int, hex: int, tally: int) -> bool:
    return not occupied(game, other(side), hex) and verdict(world, game, side, hex, tally) == _YES
