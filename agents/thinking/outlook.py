"""The outlook: who will win from here if captains go on on both sides, from -1 (Dark Army) to 1 (Free Peoples).

What the search bots see at the leaves of their search. It looks at who holds each area, whose strength is near it, and the
strength of the two armies, on the map and to come; each weighs differently early and late. The weights were fitted to the
results of games between captains (see docs/bots.md).
"""

from __future__ import annotations

from math import tanh
from typing import Any

import numpy as np

from bofa_env.rules.pieces import strength
from bofa_env.rules.record import TO_COME
from bofa_env.rules.victory import controls, counts_for_victory
from bofa_env.rules.world import AREAS, PIECES

from .compiled import answer, thought

NEAR = 6  # movement points
_AREAS = len(AREAS)
SIGNS = 2 * _AREAS + 3  # what is looked at: areas held, strength near them, strength on the map, to come, and a constant
FEATURES = 2 * SIGNS + _AREAS

FITTED = np.array(
    [
        0.148, 0.176, -0.008, 0.092, 0.051, -0.074, -0.130, 0.099, 0.112, -0.028, 0.472, 0.320, -0.470, 0.186, -0.287, -0.033,
        -0.135, -0.186, 0.218, 0.046, 0.068, -0.131, 0.132, 0.049, 0.057, 0.271, 0.167, 0.258, 0.395, 0.290, 0.473,
    ]
)  # fmt: skip


@thought
def look_at(world: Any, game: Any, marches: Any, seen: Any) -> None:
    """The features of a position, from the Free Peoples' point of view."""
    time = game.turn / game.last_turn
    on_map = np.zeros(2)
    to_come = np.zeros(2)
    near = np.zeros((2, _AREAS))
    for piece in range(PIECES):
        hex = game.hex[piece]
        side = world.side[piece]
        if hex == TO_COME:
            to_come[side] += strength(world, game, piece)
        elif hex >= 0:
            power = strength(world, game, piece)
            on_map[side] += power
            if counts_for_victory(world, piece):
                for area in range(_AREAS):
                    if marches[side, area, hex] <= NEAR:
                        near[side, area] += power
    for area in range(_AREAS):
        held = 0.0
        if world.keys[area]:
            if controls(world, game, 0, area):
                held = 1.0
            elif controls(world, game, 1, area):
                held = -1.0
        seen[area] = held
        seen[_AREAS + area] = (near[0, area] - near[1, area]) / (near[0, area] + near[1, area] + 4.0)
        seen[2 * SIGNS + area] = held * time**4
    army = on_map[0] + on_map[1] + to_come[0] + to_come[1] + 1.0
    seen[2 * _AREAS] = (on_map[0] - on_map[1]) / army
    seen[2 * _AREAS + 1] = (to_come[0] - to_come[1]) / army
    seen[2 * _AREAS + 2] = 1.0
    for sign in range(SIGNS):
        seen[SIGNS + sign] = seen[sign] * time


@thought
def result(game: Any) -> float:
    """How a game ended for the Free Peoples: mostly who won, and a little by how many areas: a slope that search can climb."""
    lead = 0
    for area in range(_AREAS):
        if game.control[area] >= 0:
            lead += 1 - 2 * int(game.control[area])
    won = 0.0 if game.winner < 0 else 1.0 - 2.0 * game.winner
    return 0.7 * won + 0.06 * lead


@thought
def outlook(world: Any, game: Any, marches: Any, seen: Any) -> float:
    """The expected result for the Free Peoples; `seen` is scratch."""
    if game.over:
        return result(game)
    look_at(world, game, marches, seen)
    total = 0.0
    for i in range(FEATURES):
        total += FITTED[i] * seen[i]
    return tanh(total)


@answer
def look_at_all(worlds: Any, games: Any, marches: Any, seen: Any) -> None:
    """The features of many positions, to fit the weights."""
    for index in range(len(games)):
        look_at(worlds[0], games[index], marches, seen[index])
