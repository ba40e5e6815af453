"""The captain's chart: what he reads off the board before he decides anything.

Strength by hex, strength that bears on a hex from next door, how near the nearest enemy is, and how far it is to where his
units are needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bofa_env.rules.actions import ACTIONS
from bofa_env.rules.pieces import other, strength
from bofa_env.rules.tables import COMBAT_TABLE, combat_column
from bofa_env.rules.victory import controls, counts_for_victory
from bofa_env.rules.world import AREAS, DALE, HEXES, PIECES

from .compiled import thought
from .weights import WEIGHTS, Weights

_AREAS = len(AREAS)
FRONT_GATE, DALE_STAR, HILLTOP, GUARD_ROOM_NW, _ = range(_AREAS)


# A record and not a tuple of arrays: compiled code then counts no references, which would take longer than the thinking.
CHART = np.dtype(
    (
        np.record,
        [
            ("weights", WEIGHTS),  # what it is read with; all else is worked out anew for every decision
            ("power", "i2", (2, HEXES)),  # [side, hex] strength there
            ("pressure", "i2", (2, HEXES)),  # [side, hex] strength of the side in the hexes around
            ("near", "i2", (2, HEXES)),  # [side, hex] distance to the nearest piece of the side
            ("way", "f8", HEXES),  # movement points to where the side at hand is needed; more to easy or hopeless places
            ("needed", "i8", _AREAS),  # 1: the side at hand wants more units there
            ("own", "i8", _AREAS),  # its strength at hand there
            ("theirs", "i8", _AREAS),  # the enemy's on the way
            ("scores", "f8", ACTIONS),  # what he thought of an action, where he weighed several
            ("queue", "i2", HEXES),
        ],
    )
)


def blank_charts(*captains: Weights) -> NDArray[Any]:
    """A chart for each captain: the Free Peoples' first, then the Dark Army's."""
    charts = np.zeros(len(captains), CHART)
    for chart, weights in zip(charts, captains, strict=True):
        chart["weights"] = tuple(weights)
    return charts


@thought
def draw(world: Any, game: Any, chart: Any, marches: Any, side: int) -> None:
    """The whole chart for a side."""
    chart.power[:] = 0
    chart.pressure[:] = 0
    for piece in range(PIECES):
        hex = game.hex[piece]
        if hex < 0:
            continue
        one = world.side[piece]
        power = strength(world, game, piece)
        chart.power[one, hex] += power
        for direction in range(6):
            there = world.neighbour[hex, direction]
            if there >= 0 and not world.barrier[hex, direction]:
                chart.pressure[one, there] += power
    measure_nearness(world, game, chart, other(side))
    judge_areas(world, game, chart, marches, side)


@thought
def measure_nearness(world: Any, game: Any, chart: Any, side: int) -> None:
    """How far the nearest piece of the side is from every hex, as the crow flies."""
    near = chart.near[side]
    near[:] = 99
    count = 0
    for piece in range(PIECES):
        hex = game.hex[piece]
        if hex >= 0 and world.side[piece] == side and near[hex]:
            near[hex] = 0
            chart.queue[count] = hex
            count += 1
    i = 0
    while i < count:
        hex = chart.queue[i]
        i += 1
        for direction in range(6):
            there = world.neighbour[hex, direction]
            if there >= 0 and near[there] == 99:
                near[there] = near[hex] + 1
                chart.queue[count] = there
                count += 1


@thought
def judge_areas(world: Any, game: Any, chart: Any, marches: Any, side: int) -> None:
    """Where units are needed, and how far that is from every hex."""
    enemy = other(side)
    weights = chart.weights
    chart.own[:] = 0
    chart.theirs[:] = 0
    for piece in range(PIECES):
        hex = game.hex[piece]
        if hex < 0 or not counts_for_victory(world, piece):
            continue
        power = strength(world, game, piece)
        for area in range(_AREAS):
            if world.side[piece] == side:
                if marches[side, area, hex] <= weights.at_hand:
                    chart.own[area] += power
            elif marches[enemy, area, hex] <= weights.on_the_way:
                chart.theirs[area] += power
    chart.way[:] = 120.0
    for area in range(_AREAS):
        chart.needed[area] = 0
        if world.keys[area] == 0:
            continue
        own, theirs = chart.own[area], chart.theirs[area]
        held = controls(world, game, side, area)
        enough = own >= weights.enough * theirs + 6
        chart.needed[area] = not (held and enough)
        farther = weights.hard * ground(world, int(world.key_hexes[area, 0]))
        farther += min(weights.satisfied, weights.crowded * max(0.0, own - 2.5 * theirs - 12.0))
        if held:
            farther = weights.satisfied if enough else 0.0
        farther += longing(weights, area)
        for hex in range(HEXES):
            chart.way[hex] = min(chart.way[hex], marches[side, area, hex] + farther)


@thought
def longing(weights: Any, area: int) -> float:
    """How much farther away than it is an area seems to be."""
    if area == FRONT_GATE:
        return float(weights.to_gate)
    if area == DALE_STAR:
        return float(weights.to_dale)
    if area == HILLTOP:
        return float(weights.to_hill)
    return float(weights.to_nw if area == GUARD_ROOM_NW else weights.to_ne)


@thought
def cover(world: Any, hex: int) -> int:
    """What the ground adds to the die of whoever attacks a hex from the worst side, as most of its sides are."""
    worse = 0
    for direction in range(6):
        there = world.neighbour[hex, direction]
        if there < 0 or world.barrier[hex, direction] or world.level[there] < world.level[hex] or world.river[hex, direction]:
            worse += 1
    return ground(world, hex) + (1 if worse >= 3 else 0)


@thought
def ground(world: Any, hex: int) -> int:
    """What the ground of a hex adds to the die of whoever attacks it from the same level."""
    if world.guard_room[hex] or world.terrain[hex] == DALE:
        return 1
    return 2 if hex == world.gate else 0


@thought
def area_worth(game: Any, weights: Any) -> float:
    """An area in hand: the nearer the end, the more."""
    left = float(game.last_turn - game.turn)
    return float(max(weights.area_first, weights.area_last - weights.area_slope * left))


# --- odds at a glance: expected hits by modifier (-3 … 6) and column

_LEAST = -3


def _expected(sign: int) -> NDArray[np.float64]:
    hits = np.zeros((10, COMBAT_TABLE.shape[1]))
    for i in range(10):
        for die in range(1, 11):
            row = COMBAT_TABLE[min(max(die + _LEAST + i, 0), 11)].astype(float) * sign
            hits[i] += np.maximum(row, 0.0) / 10
    return hits


_ON_DEFENDER, _ON_ATTACKER = _expected(1), _expected(-1)


@thought
def hits_on_defender(difference: int, modifier: int) -> float:
    """Expected hits on the defender of a combat with this difference of strengths."""
    return float(_ON_DEFENDER[min(max(modifier - _LEAST, 0), 9), combat_column(difference)])


@thought
def hits_on_attacker(difference: int, modifier: int) -> float:
    """Expected hits on the attacker."""
    return float(_ON_ATTACKER[min(max(modifier - _LEAST, 0), 9), combat_column(difference)])
