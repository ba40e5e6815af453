"""Movement: how far a group comes and where it may end (chapter 7, B-6; R10, R11, R12, R24, R39, R40)."""

from __future__ import annotations

from .jit import kernel
from .pieces import is_eagle, other
from .record import BALKED, ENTERED, HYSTERICAL, MOVED, TRANSIT, State
from .rows import bit_of, hex_of, lowest, mark_pair, row_of
from .seats import owner
from .stacks import blocks, list_stack, may_stand, occupied, pins, tally_of, weight, within_limits
from .world import (
    CHEAP,
    EAST,
    HEXES,
    IMPASSABLE,
    NORTH_EAST,
    NORTH_WEST,
    ROWS,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    World,
)

UNREACHED = 127

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
def spread(world: World, game: State, side: int, start: int, allowance: int, with_costs: bool) -> None:
    """The hexes that can be reached on foot from a hex into `game.reached`, itself left out; with their cheapest costs in
    `game.reach` if that is asked for.

    Friends never block; a hex with an enemy unit (or Thorin) cannot be passed, so it is not entered here. Ring after ring, the
    hexes that cost 1, 2, … are found, a row of the map at a time; the few steps that cost more than 3 are awaited singly.
    """
    gate_is_open = group_may_stand(world, game, world.gate)  # cliffs cannot be stepped on as it is
    here = row_of(start)
    _begin_spread(world, game, side, start, allowance, gate_is_open)
    if with_costs:
        for hex in range(HEXES):
            game.reach[hex] = UNREACHED
        game.reach[start] = 0
    rough = 1  # a bit for each of the last three rings: whether steps that cost 3 may lead on from there
    awaiting = _await_dear_steps(world, game, side, here, here, 0, allowance)
    for cost in range(1, allowance + 1):
        first, last = first_row(start, cost), last_row(start, cost)
        roughly, dearly = _next_ring(world, game, side, cost, first, last, rough & 4)
        if awaiting:
            dearly |= _arrive_dearly(game, cost, first, last)
            roughly |= dearly
        rough = rough << 1 | (roughly != 0)
        if dearly:
            awaiting |= _await_dear_steps(world, game, side, first, last, cost, allowance)
        if with_costs:
            _write_costs(game, cost, first, last)
    first, last = first_row(start, allowance), last_row(start, allowance)
    for row in range(first, last + 1):
        game.reached[row] = _passable(world, game, side, gate_is_open, row) & ~game.unreached[row]
    game.reached[here] &= ~bit_of(start)
    game.reached[first - 1] = 0
    game.reached[last + 1] = 0


@kernel
def first_row(start: int, allowance: int) -> int:
    """Rows above this one are out of reach; of the next one `game.reached` says so, of those beyond it says nothing."""
    return max(1, row_of(start) - allowance)


@kernel
def last_row(start: int, allowance: int) -> int:
    """The same of those below."""
    return min(ROWS, row_of(start) + allowance)


@kernel
def _passable(world: World, game: State, side: int, gate_is_open: bool, row: int) -> int:
    """The hexes of a row that the group may come through."""
    bits = int(world.ground[row] & ~game.blocking[other(side), row])
    if not gate_is_open and row == row_of(world.gate):
        bits &= ~bit_of(world.gate)
    return bits


@kernel
def _begin_spread(world: World, game: State, side: int, start: int, allowance: int, gate_is_open: bool) -> None:
    """Ring 0 is the start; nothing else is reached yet."""
    for row in range(first_row(start, allowance) - 1, last_row(start, allowance) + 2):
        game.ring[0, row] = 0
        game.ring[1, row] = 0
        game.ring[2, row] = 0
        game.ring[3, row] = 0
        game.awaited[row] = 0
        game.unreached[row] = _passable(world, game, side, gate_is_open, row)
    game.ring[0, row_of(start)] = bit_of(start)
    game.unreached[row_of(start)] &= ~bit_of(start)


@kernel
def _next_ring(
    world: World, game: State, side: int, cost: int, first: int, last: int, with_rough: int
) -> tuple[int, int]:
    """The hexes that cost so much: a step that costs 1 from the last ring, 2 from the one before, 3 from that before it.

    Returns two numbers, other than 0 if steps that cost 3, or more, may lead on from here.
    """
    rough = dear = 0
    for row in range(first, last + 1):
        found = _steps(world, game, side, 0, (cost - 1) & 3, row) | _steps(world, game, side, 1, (cost - 2) & 3, row)
        if with_rough:
            found |= _steps(world, game, side, 2, (cost - 3) & 3, row)
        found &= game.unreached[row]
        game.ring[cost & 3, row] = found
        game.unreached[row] ^= found
        rough |= found & world.rough[side, row]
        dear |= found & world.dear[side, row]
    return rough, dear


@kernel
def _steps(world: World, game: State, side: int, price: int, ring: int, row: int) -> int:
    """The hexes of a row to which a step of this price leads from a ring."""
    above, below = row - 1, row + 1
    here = game.ring[ring, row]
    found = int((here & world.exits[side, price, EAST, row]) << 1)
    found |= (here & world.exits[side, price, WEST, row]) >> 1
    found |= game.ring[ring, above] & world.exits[side, price, SOUTH_EAST, above]
    found |= (game.ring[ring, above] & world.exits[side, price, SOUTH_WEST, above]) >> 1
    found |= game.ring[ring, below] & world.exits[side, price, NORTH_WEST, below]
    found |= (game.ring[ring, below] & world.exits[side, price, NORTH_EAST, below]) << 1
    return int(found)


@kernel
def _await_dear_steps(world: World, game: State, side: int, first: int, last: int, cost: int, allowance: int) -> bool:
    """Where steps that cost more than 3 lead from the newest ring, and when, into `game.awaited` and `game.reach`."""
    any_found = False
    for row in range(first, last + 1):
        bits = game.ring[cost & 3, row] & world.dear[side, row]
        while bits:
            hex = hex_of(row, lowest(bits))
            bits &= bits - 1
            for direction in range(6):
                step = int(world.step_cost[side, hex, direction])
                if step <= CHEAP or cost + step > allowance:  # IMPASSABLE is more than any allowance
                    continue
                there = world.neighbour[hex, direction]
                its_row, its_bit = row_of(there), bit_of(there)
                if not game.unreached[its_row] & its_bit:
                    continue
                if not game.awaited[its_row] & its_bit or game.reach[there] > cost + step:
                    game.reach[there] = cost + step
                game.awaited[its_row] |= its_bit
                any_found = True
    return any_found


@kernel
def _arrive_dearly(game: State, cost: int, first: int, last: int) -> int:
    """Those who are awaited at this cost, and have not been found sooner, belong to its ring too; 0: nobody is."""
    arrived = 0
    for row in range(first, last + 1):
        bits = game.awaited[row] & game.unreached[row]
        while bits:
            place = lowest(bits)
            bit = 1 << place
            bits &= bits - 1
            if game.reach[hex_of(row, place)] == cost:
                game.ring[cost & 3, row] |= bit
                game.unreached[row] &= ~bit
                arrived |= bit
    return arrived


@kernel
def _write_costs(game: State, cost: int, first: int, last: int) -> None:
    """What it costs to come to the hexes of the newest ring."""
    for row in range(first, last + 1):
        bits = game.ring[cost & 3, row]
        while bits:
            game.reach[hex_of(row, lowest(bits))] = cost
            bits &= bits - 1


@kernel
def step_between(world: World, side: int, start: int, end: int) -> int:
    """What it costs to step from a hex to its neighbour."""
    for direction in range(6):
        if world.neighbour[start, direction] == end:
            return int(world.step_cost[side, start, direction])
    return IMPASSABLE


# --- where it may end


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
