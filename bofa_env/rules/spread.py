"""How far a group comes on foot (chapter 7, B-6): the hexes in reach, and what they cost."""

from __future__ import annotations

from .group import group_may_stand
from .jit import kernel
from .pieces import other
from .record import State
from .rows import bit_of, hex_of, lowest, row_of
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
                if step <= CHEAP or step == IMPASSABLE or cost + step > allowance:
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
