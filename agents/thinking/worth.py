"""What pieces and places are worth, in points of strength: the evaluation that `greedy` documents and that others begin with.

    a unit       its current strength, and 1.5 for being there at all (a reduced unit may regroup)
    a leader     twice his current strength, and 2
    a place      for every unit that counts for victory:
                 in a key hex (gate, star, top, guard room): KEY_FIRST at the start, KEY_LAST in the last turn; half of it
                 while enemies are in the hex too
                 elsewhere in the zone of an area (Dale, the hill): 0.3 of its strength
                 else: -0.04 of its strength for each movement point to the nearest area that is still to be won
                 a leader without units: -2
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bofa_env.rules.pieces import other, strength
from bofa_env.rules.record import TO_COME
from bofa_env.rules.stacks import has_units
from bofa_env.rules.victory import counting_pieces, counts_for_victory, zone_strength
from bofa_env.rules.world import AREAS, HEXES, IMPASSABLE, PIECES

from .compiled import answer, thought

KEY_FIRST, KEY_LAST = 8.0, 30.0
IN_ZONE = 0.3
PER_STEP = 0.04
ALONE = -2.0
FAR = 40  # movement points: so far away is who is not on the map yet
NEVER = 99  # where no way leads
_AREAS = len(AREAS)

Marches = Any  # array of movement points [side, area, hex] to the nearest key hex of the area
Open = Any  # array [area]: 1 where there is something left to win


@answer
def _measure(worlds: Any, marches: Marches) -> None:
    world = worlds[0]
    marches[:] = NEVER
    for side in range(2):
        for area in range(_AREAS):
            for i in range(world.keys[area]):
                marches[side, area, world.key_hexes[area, i]] = 0
            changed = True
            while changed:
                changed = False
                for hex in range(HEXES):
                    for direction in range(6):
                        step = world.step_cost[side, hex, direction]
                        if step == IMPASSABLE:
                            continue
                        cost = step + marches[side, area, world.neighbour[hex, direction]]
                        if cost < marches[side, area, hex]:
                            marches[side, area, hex] = cost
                            changed = True


_known: dict[int, tuple[Any, NDArray[np.int16]]] = {}


def marches_in(worlds: NDArray[Any]) -> NDArray[np.int16]:
    """The movement points from every hex to the areas, enemies aside: worked out once for each world."""
    if id(worlds) not in _known:
        marches = np.empty((2, _AREAS, HEXES), np.int16)
        _measure(worlds, marches)
        _known[id(worlds)] = worlds, marches  # the world is kept, so that its id stays its own
    return _known[id(worlds)][1]


@thought
def piece_worth(world: Any, game: Any, piece: int) -> float:
    """A living piece."""
    if world.leader[piece]:
        return 2.0 * strength(world, game, piece) + 2.0
    return strength(world, game, piece) + 1.5


@thought
def key_worth(game: Any) -> float:
    """A key hex in hand: the nearer the end, the more."""
    left = float(game.last_turn - game.turn)
    return max(KEY_FIRST, KEY_LAST - 2.0 * left)


@thought
def find_open(world: Any, game: Any, side: int, open: Open) -> None:
    """Mark the areas that the side has still to win: a key hex without its units, or enemies in the zone."""
    for area in range(_AREAS):
        open[area] = 0
        for i in range(world.keys[area]):
            if counting_pieces(world, game, side, world.key_hexes[area, i]) == 0:
                open[area] = 1
        if world.keys[area] and zone_strength(world, game, other(side), area):
            open[area] = 1


@thought
def way_to_go(marches: Marches, open: Open, side: int, hex: int) -> int:
    """Movement points from a hex to the nearest area that is still to be won; none is: 0."""
    nearest = 9999
    for area in range(_AREAS):
        if open[area]:
            nearest = min(nearest, int(marches[side, area, hex]))
    return 0 if nearest == 9999 else nearest


@thought
def place_worth(world: Any, game: Any, marches: Marches, open: Open, piece: int, hex: int) -> float:
    """A piece in a hex; TO_COME: not on the map yet."""
    if not counts_for_victory(world, piece):
        lonely = hex >= 0 and world.leader[piece] and not has_units(world, game, world.side[piece], hex)
        return ALONE if lonely else 0.0
    power = float(strength(world, game, piece))
    if hex == TO_COME:
        return -PER_STEP * power * FAR
    side = int(world.side[piece])
    if world.key_of[hex] >= 0:
        return key_worth(game) * (0.5 if game.top[other(side), hex] >= 0 else 1.0)
    if world.zone_of[hex] >= 0 and open[world.zone_of[hex]]:
        return IN_ZONE * power
    return -PER_STEP * power * way_to_go(marches, open, side, hex)


@thought
def position_worth(world: Any, game: Any, marches: Marches, open: Open, side: int) -> float:
    """The whole position for a side: its pieces and places less those of the other side. `open` is scratch."""
    total = 0.0
    for one in range(2):
        find_open(world, game, one, open)
        sign = 1.0 if one == side else -1.0
        for piece in range(PIECES):
            if world.side[piece] == one and game.hex[piece] >= TO_COME:
                worth = piece_worth(world, game, piece)
                total += sign * (worth + place_worth(world, game, marches, open, piece, game.hex[piece]))
    if game.over and game.winner >= 0:
        total += 1000.0 if game.winner == side else -1000.0
    return total
