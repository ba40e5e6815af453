"""Victory (chapter 12: B-11, S-11, R30)."""

from __future__ import annotations

from .jit import kernel
from .pieces import is_eagle, other, strength
from .record import COMPLETE, DRAW_GAME, HYSTERICAL, MARGINAL, TACTICAL, WON, State
from .world import AREAS, World

_AREAS = len(AREAS)


@kernel
def counts_for_victory(world: World, piece: int) -> bool:
    """Only units and Thorin count; eagles and other leaders neither hold nor deny (B-11.5)."""
    return bool(world.unit[piece]) and not is_eagle(world, piece)


@kernel
def counting_pieces(world: World, game: State, side: int, hex: int) -> int:
    """How many pieces of the side in the hex count for victory."""
    count = 0
    piece = game.top[side, hex]
    while piece >= 0:
        count += counts_for_victory(world, piece)
        piece = game.below[piece]
    return count


@kernel
def _key_hexes_held(world: World, game: State, side: int, area: int) -> int:
    held = 0
    for i in range(world.keys[area]):
        if counting_pieces(world, game, side, world.key_hexes[area, i]) > 0:
            held += 1
    return held


@kernel
def zone_strength(world: World, game: State, side: int, area: int) -> int:
    """The side's strength in the zone of an area (S-11); a hysterical unit counts 1 (O-4)."""
    total = 0
    for piece in range(len(game.hex)):
        hex = game.hex[piece]
        if hex >= 0 and world.side[piece] == side and world.zone_of[hex] == area and counts_for_victory(world, piece):
            total += 1 if game.marks[piece] & HYSTERICAL else strength(world, game, piece)
    return total


@kernel
def controls(world: World, game: State, side: int, area: int) -> bool:
    """Whether the side controls the area right now."""
    if _key_hexes_held(world, game, side, area) < world.keys[area]:
        return False
    enemy = other(side)
    if not game.standard:  # B-11: alone in every key hex
        return _key_hexes_held(world, game, enemy, area) == 0
    own = zone_strength(world, game, side, area)
    return zone_strength(world, game, enemy, area) < (own + 1) // 2


@kernel
def controller(world: World, game: State, area: int) -> int:
    """The side that controls the area, -1: nobody."""
    for side in range(2):
        if controls(world, game, side, area):
            return side
    return -1


@kernel
def judge(world: World, game: State) -> None:
    """The last turn is over: more areas win (B-11.1); standard has three levels of victory (S-11, R30)."""
    lead = 0
    for area in range(_AREAS):
        holder = controller(world, game, area)
        game.control[area] = holder
        if holder >= 0:
            lead += 1 if holder == 0 else -1
    margin = abs(lead)
    game.over = 1
    game.winner = -1 if lead == 0 else (0 if lead > 0 else 1)
    if lead == 0:
        game.level = DRAW_GAME
    elif not game.standard:
        game.level = WON
    elif margin == _AREAS:
        game.level = COMPLETE
    else:
        game.level = MARGINAL if margin == 1 else TACTICAL


@kernel
def annihilated(world: World, game: State) -> bool:
    """R7: a side with no piece on the map and none to come has lost everything, at once."""
    for side in range(2):
        if game.alive[side] == 0:
            for area in range(_AREAS):
                game.control[area] = controller(world, game, area)
            game.over = 1
            game.winner = other(side)
            game.level = COMPLETE
            return True
    return False


@kernel
def potential(world: World, game: State) -> float:
    """How well the Free Peoples stand right now, from -1 to 1; the same with the sign turned for the Dark Army.

    Half of it is the lead in areas held, half the share of strength: each side's living strength, on the map or to
    come, against the other's. Differences of it may be added to the rewards without changing who plays best.
    """
    lead = 0
    for area in range(_AREAS):
        holder = controller(world, game, area)
        if holder >= 0:
            lead += 1 if holder == 0 else -1
    living = 0
    balance = 0
    for piece in range(len(game.hex)):
        if game.hex[piece] >= -1:
            worth = strength(world, game, piece)
            living += worth
            balance += worth if world.side[piece] == 0 else -worth
    if living == 0:
        return 0.0
    return 0.5 * lead / _AREAS + 0.5 * balance / living
