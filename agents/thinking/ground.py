"""Where the captain wants his pieces: what it is worth to him that a group stands in a hex.

    the area     a key hex that no friend holds; strength in the zone of an area where it is needed; else the way to where
                 units are needed
    the chance   hits to be expected if the group joined its friends in an attack on an enemy next to it
    the danger   hits to be expected if the enemy attacked the group there
    the melee    where enemies are in the hex: both sides' odds, the test of courage, and whether it takes an area from them
"""

from __future__ import annotations

from typing import Any

from bofa_env.rules import courage
from bofa_env.rules.chips import phases_in
from bofa_env.rules.pieces import is_eagle, other, strength
from bofa_env.rules.victory import controls, counts_for_victory
from bofa_env.rules.world import CLIFF

from .chart import area_worth, cover, ground, hits_on_attacker, hits_on_defender
from .compiled import thought

WARY = 5  # an enemy so near may come


@thought
def group_counts(world: Any, game: Any) -> int:
    """The strength of the selected group that counts for victory."""
    total = 0
    for i in range(game.group_size):
        if counts_for_victory(world, game.group[i]):
            total += strength(world, game, game.group[i])
    return total


@thought
def group_power(world: Any, game: Any) -> int:
    """The strength of the selected group."""
    total = 0
    for i in range(game.group_size):
        total += strength(world, game, game.group[i])
    return total


@thought
def time_to_fight(game: Any) -> float:
    """1 while combats are to come, less in the last phases, 0 at the very end."""
    left = 6 * int(game.last_turn - game.turn) + phases_in(game.turn) - int(game.phase_number)
    return min(1.0, left / 4.0)


@thought
def worth_of_hit(power: int) -> float:
    """About what a hit costs a stack of this strength."""
    return 0.5 * power + 0.75


@thought
def standing(
    world: Any, game: Any, chart: Any, side: int, power: int, counting: int, origin: int, hex: int, flies: bool
) -> float:
    """What it is worth that a group stands in a hex; `origin` is where it is now, and not counted among its friends."""
    enemy = other(side)
    friends = int(chart.power[side, hex])
    if hex == origin:
        friends = max(0, friends - power)
    value = holding(world, game, chart, side, power, counting, friends, hex, flies)
    fights = time_to_fight(game)
    if fights <= 0.0:
        return value
    value += fights * chart.weights.chance * chance(world, chart, side, enemy, power, origin, hex)
    if counting:
        value -= fights * chart.weights.danger * exposure(world, chart, side, power, power + friends, origin, hex)
    return float(value)


@thought
def holding(
    world: Any, game: Any, chart: Any, side: int, power: int, counting: int, friends: int, hex: int, flies: bool
) -> float:
    """The area's part of it."""
    if counting == 0:
        if flies:
            return -0.1 * abs(int(chart.near[other(side), hex]) - 1)
        return float((chart.weights.company if friends > 0 else 0.0) - 0.1 * chart.way[hex])
    value = -chart.weights.per_step * counting * chart.way[hex]
    area = world.zone_of[hex]
    if area < 0:
        return float(value)
    if world.key_of[hex] >= 0 and friends == 0:
        value += area_worth(game, chart.weights) / world.keys[area] + chart.weights.garrison * counting
    elif chart.needed[area]:
        value += chart.weights.in_zone * counting
    return float(value)


@thought
def chance(world: Any, chart: Any, side: int, enemy: int, power: int, origin: int, hex: int) -> float:
    """What the group adds to the best attack that it could join from the hex."""
    if chart.near[enemy, hex] > 1:
        return 0.0
    best = 0.0
    for direction in range(6):
        target = world.neighbour[hex, direction]
        if target < 0 or world.barrier[hex, direction] or chart.power[enemy, target] == 0:
            continue
        others = int(chart.pressure[side, target])
        if world.distance[origin, target] == 1:
            others = max(0, others - power)
        defence = int(chart.power[enemy, target])
        uphill = 1 if world.level[hex] < world.level[target] or world.river[hex, direction] else 0
        modifier = ground(world, target) + uphill
        gain = _attack(others + power, defence, modifier) - (_attack(others, defence, modifier) if others else 0.0)
        best = max(best, gain)
    return best


@thought
def exposure(world: Any, chart: Any, side: int, power: int, defence: int, origin: int, hex: int) -> float:
    """What an attack on the hex would cost: by the enemies next to it, and by those who may come into its open sides.

    A friend next door closes a side, so lines and clusters are safer than single stacks.
    """
    enemy = other(side)
    if chart.near[enemy, hex] > WARY:
        return 0.0
    against = 0.0
    for direction in range(6):
        there = world.neighbour[hex, direction]
        if there < 0 or world.barrier[hex, direction] or world.terrain[there] == CLIFF:
            continue
        if chart.power[enemy, there] > 0:
            against += chart.power[enemy, there]
        elif chart.near[enemy, there] <= WARY and chart.power[side, there] <= (power if there == origin else 0):
            against += chart.weights.coming
    if against <= 0.0:
        return 0.0
    return hits_on_defender(int(against) - defence, cover(world, hex)) * worth_of_hit(defence)


@thought
def _attack(power: int, defence: int, modifier: int) -> float:
    """The worth of an attack at a glance, none if it is not worth it."""
    gained = hits_on_defender(power - defence, modifier) * worth_of_hit(defence)
    return max(0.0, gained - 3.0 * hits_on_attacker(power - defence, modifier))


@thought
def melee(world: Any, game: Any, chart: Any, side: int, power: int, counting: int, hex: int) -> float:
    """What it is worth that the selected group goes into a hex with enemies."""
    enemy = other(side)
    weights = chart.weights
    theirs = int(chart.power[enemy, hex])
    ours = hits_on_defender(power - theirs, 0) * worth_of_hit(theirs)
    ours -= hits_on_attacker(power - theirs, 0) * worth_of_hit(power)
    behind = int(chart.pressure[enemy, hex])
    back = hits_on_defender(theirs + min(behind, 6) - power, 0) * worth_of_hit(power)
    value = time_to_fight(game) * weights.melee * (ours - back) - weights.stuck - weights.per_step * counting * chart.way[hex]
    area = world.zone_of[hex]
    denies = counting > 0 and area >= 0 and controls(world, game, enemy, area)
    if denies and (2 * counting >= theirs or world.keys[area] > 1):
        value += weights.deny * area_worth(game, weights)
    return float(value)


@thought
def bravery(world: Any, game: Any, side: int, hex: int) -> float:
    """The chance that the selected group dares to go into the hex."""
    if not courage.must_test(world, game, side, game.origin, hex):
        return 1.0
    passes = 0
    for die in range(1, 11):
        passes += courage.passes(world, game, hex, die)
    return passes / 10.0


@thought
def moving(world: Any, game: Any, chart: Any, side: int, power: int, counting: int, hex: int) -> float:
    """What it is worth that the selected group goes to a hex, or stays."""
    enemy = other(side)
    flies = is_eagle(world, game.group[0])
    origin = int(game.origin)
    if game.top[enemy, hex] >= 0 and hex != origin:
        stay = standing(world, game, chart, side, power, counting, origin, origin, flies)
        brave = bravery(world, game, side, hex)
        return brave * melee(world, game, chart, side, power, counting, hex) + (1.0 - brave) * (stay - 0.3)
    value = standing(world, game, chart, side, power, counting, origin, hex, flies)
    if hex != origin and counting and chart.power[side, hex] > 0:
        value -= chart.weights.crowd
    return value
