"""The route of a move, and leaders who escape from it (chapter 7, S-10; R15, R42)."""

from __future__ import annotations

from .group import group_allowance, group_flies, mark_group, unmark_group
from .jit import kernel
from .movement import departures, survey_flight, survey_march
from .nodes import ESCAPE, pop, push
from .pieces import is_eagle, other
from .record import GROUP, QUEUE, TRANSIT, State
from .seats import owner
from .spread import UNREACHED, spread, step_between
from .stacks import blocks, has_units, leader_at, lift, place
from .world import HEXES, IMPASSABLE, World

# --- the route


@kernel
def hex_before(world: World, game: State, side: int, hex: int) -> int:
    """The hex from which the cheapest route comes into a hex: of equals the direct step, else the first clockwise."""
    best = -1
    cheapest = 99
    for direction in range(6):
        from_hex = int(world.neighbour[hex, direction])
        if from_hex < 0 or game.reach[from_hex] == UNREACHED:
            continue
        step = step_between(world, side, from_hex, hex)
        if step == IMPASSABLE:
            continue
        cost = int(game.reach[from_hex]) + step
        if cost < cheapest or (cost == cheapest and from_hex == game.origin):
            cheapest = cost
            best = from_hex
    return best


@kernel
def last_hex_before(world: World, game: State, side: int, target: int) -> int:
    """From where the selected group comes into its target."""
    if step_between(world, side, game.origin, target) <= group_allowance(world, game) and game.group[0] != world.beorn:
        return int(game.origin)  # into enemy units only ever from next door (R11)
    spread(world, game, side, game.origin, group_allowance(world, game), True)
    return hex_before(world, game, side, target)


# --- who may escape


@kernel
def note_escapers(world: World, game: State, side: int, target: int) -> None:
    """List the leaders on the group's route from its origin to the target, in route order (R15)."""
    game.escaper_count = 0
    if not game.standard or group_flies(world, game) or not _anybody_alone(world, game, other(side), target):
        return
    if game.group[0] != world.beorn and blocks(game, other(side), target):
        return  # straight in from next door (R11): nobody alone is on the way
    spread(world, game, side, game.origin, group_allowance(world, game), True)
    length = 0
    hex = target
    while hex >= 0 and hex != game.origin and length < QUEUE:  # the route backwards, into scratch
        game.queue[length] = hex
        length += 1
        hex = hex_before(world, game, side, hex)
    for i in range(length - 1, -1, -1):
        note_escaper(world, game, side, game.queue[i])


@kernel
def _anybody_alone(world: World, game: State, side: int, target: int) -> bool:
    """Whether a leader of the side stands without units where a route to the target could pass; mostly none does."""
    allowance = group_allowance(world, game)
    for leader in world.leaders[side]:
        if leader < 0:
            break
        hex = game.hex[leader]
        if hex >= 0:
            if world.distance[game.origin, hex] + world.distance[hex, target] <= allowance:  # every step costs 1 or more
                if not has_units(world, game, side, hex):
                    return True
    return False


@kernel
def note_escaper(world: World, game: State, mover: int, hex: int) -> None:
    """The lone leader in a hex that an enemy on foot has come to, if there is one (R42)."""
    side = other(mover)
    leader = leader_at(world, game, side, hex)
    if leader < 0 or leader == world.beorn or leader == world.thorin or has_units(world, game, side, hex):
        return
    if _was_in_melee(world, game, mover, hex) or game.escaper_count == GROUP:
        return
    game.escapers[game.escaper_count] = leader
    game.escaper_count += 1


@kernel
def _was_in_melee(world: World, game: State, mover: int, hex: int) -> bool:
    """Whether others of the mover's side, on foot, were in the hex already."""
    piece = game.top[mover, hex]
    while piece >= 0:
        if not game.marks[piece] & TRANSIT and not is_eagle(world, piece):
            return True
        piece = game.below[piece]
    return False


@kernel
def next_escape(game: State) -> None:
    """The next leader on the route is asked."""
    if game.escaper_count == 0:
        pop(game)
        return
    game.subject = game.escapers[0]
    for i in range(1, game.escaper_count):
        game.escapers[i - 1] = game.escapers[i]
    game.escaper_count -= 1
    push(game, ESCAPE)


@kernel
def offer_escape(world: World, game: State) -> None:
    """Up to his full allowance to an enemy-free hex within stacking; the own hex: he stays."""
    leader = game.subject
    side = world.side[leader]
    start = game.hex[leader]
    game.player = owner(world, game, leader)
    game.group[0] = leader
    game.group_size = 1
    mark_group(game, TRANSIT)
    if is_eagle(world, leader):
        survey_flight(world, game, side, start, True, False)  # nobody makes room for him
    else:
        survey_march(world, game, side, start, True, False)
    unmark_group(game, TRANSIT)
    if game.over_limit >= 0:
        for hex in range(HEXES):
            if game.legal[hex] and _bars_the_way(world, game, leader, start, hex):
                game.legal[hex] = 0
    game.legal[start] = 1


@kernel
def _bars_the_way(world: World, game: State, leader: int, start: int, hex: int) -> bool:
    """Whether the leader would take the last hex for which somebody who must make room can leave (R10)."""
    lift(world, game, leader)
    place(world, game, leader, hex)
    nobody_leaves = departures(world, game, game.phasing, game.over_limit, 0, True) == 0
    lift(world, game, leader)
    place(world, game, leader, start)
    return nobody_leaves


@kernel
def escape(world: World, game: State, hex: int) -> None:
    """The leader gets away; this triggers no further escape."""
    lift(world, game, game.subject)
    place(world, game, game.subject, hex)
