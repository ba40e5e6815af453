"""The captain's decisions, one kind after another. He reads the record and the rules' own tables; he never plays on."""

from __future__ import annotations

from typing import Any

from bofa_env.rules import actions as act
from bofa_env.rules import combat, stacks
from bofa_env.rules.actions import ACTIONS
from bofa_env.rules.archery import add_shooter
from bofa_env.rules.nodes import (
    ADVANCE,
    ATTACKERS,
    CAST_SPELL,
    CHOOSE_CHIP,
    CHOOSE_ELF,
    CHOOSE_TRIBE,
    COMBAT_TARGET,
    DESTINATION,
    DIVE,
    FIRE_OR_COMBAT,
    FIRE_TARGET,
    HELD_OR_DRAW,
    ROCK,
    SECOND_WAVE,
    SELECT,
    SELECT_PIECES,
    SHOOTERS,
    SPELL_TARGET,
    STACK_ORDER,
    TAKE_HIT,
)
from bofa_env.rules.pieces import is_eagle, is_reduced_unit, other, strength
from bofa_env.rules.seats import SIDE_OF_SEAT
from bofa_env.rules.victory import counts_for_victory
from bofa_env.rules.world import HEXES, PIECES

from .chart import draw
from .compiled import answer, thought
from .ground import group_counts, group_power, melee, moving, standing
from .odds import attack_with_all, damage, loss, shoot_with_all, shot_prospect, weighed
from .phases import choose_chip, fire_rather_than_combat, play_held
from .spells import choose_spell

UNRATED = -1e30  # the score of an action that the captain has not weighed
_SIDE_OF_SEAT = SIDE_OF_SEAT


@answer
def command(worlds: Any, games: Any, which: Any, marches: Any, mind: Any, charts: Any, actions: Any) -> None:
    """The captain's action for each game in `which`."""
    for index in range(len(games)):
        if which[index] and games[index].choices:
            mind[0] = games[index]
            actions[index] = decide(worlds[0], mind[0], marches, charts)


@thought
def decide(world: Any, game: Any, marches: Any, charts: Any) -> int:
    """The captain's action; changes nothing in the game but scratch, and who fights in the combat at hand."""
    node = game.decision
    side = int(_SIDE_OF_SEAT[game.player])
    chart = charts[side]
    chart.scores[:] = UNRATED
    if node == ATTACKERS:
        return add_attackers(world, game, chart.weights)
    if node == SHOOTERS:
        return add_shooters(world, game)
    if node == SECOND_WAVE:
        return send_wave(world, game, chart.weights)
    if node == TAKE_HIT:
        return take_hit(world, game, side)
    if node == SELECT_PIECES:
        return last_legal(game)
    if node == COMBAT_TARGET:
        return choose_combat(world, game, chart)
    if node == FIRE_TARGET:
        return choose_shot(world, game, chart)
    if node == ROCK:
        return roll_rocks(world, game, side)
    if node == DIVE:
        return dive(world, game, side)
    if node in (CHOOSE_TRIBE, CHOOSE_ELF):
        return last_legal(game)
    draw(world, game, chart, marches, side)
    if node == SELECT:
        return select(world, game, chart, side)
    if node == DESTINATION:
        return destination(world, game, chart, side)
    if node == STACK_ORDER:
        return order_stack(world, game, chart, side)
    if node == ADVANCE:
        return advance(world, game, chart, side)
    if node in (CAST_SPELL, SPELL_TARGET):
        return choose_spell(world, game, chart, side)
    if node == CHOOSE_CHIP:
        return choose_chip(world, game, chart, side)
    if node == HELD_OR_DRAW:
        return act.PLAY_HELD if play_held(world, game, chart, side) else act.DRAW
    if node == FIRE_OR_COMBAT:
        return act.FIRE_ACTION if fire_rather_than_combat(world, game, chart, side) else act.COMBAT_ACTION
    return put(world, game, chart, side)


@thought
def last_legal(game: Any) -> int:
    """The last of the legal actions: all pieces together, the tribes of the second wave, bows."""
    action = ACTIONS - 1
    while not game.legal[action]:
        action -= 1
    return action


# --- moving


@thought
def select(world: Any, game: Any, chart: Any, side: int) -> int:
    """Reinforcements first, then the stacks that can better their place, those next to the enemy first."""
    if game.legal[act.ENTER]:
        return act.ENTER
    if not game.legal[act.DONE]:
        return last_legal(game)
    near = chart.near[other(side)]
    nearest = 0
    while nearest < 99:
        following = 99
        for piece in range(PIECES):
            hex = game.hex[piece]
            if hex < 0 or world.side[piece] != side or not game.legal[hex] or near[hex] < nearest:
                continue
            if near[hex] > nearest:
                following = min(following, int(near[hex]))
            elif game.top[side, hex] == piece and could_better(world, game, chart, side, hex):
                return int(hex)
        nearest = following
    return act.DONE


@thought
def could_better(world: Any, game: Any, chart: Any, side: int, hex: int) -> bool:
    """Whether one of the hexes around is a better place for the stack, or an enemy there worth a melee."""
    power = int(chart.power[side, hex])
    counting = 0
    flies = True
    piece = game.top[side, hex]
    while piece >= 0:
        if counts_for_victory(world, piece):
            counting += strength(world, game, piece)
        flies = flies and is_eagle(world, piece)
        piece = game.below[piece]
    if flies or counting == 0:
        return True
    here = standing(world, game, chart, side, power, counting, hex, hex, flies) + chart.weights.moving
    for direction in range(6):
        there = world.neighbour[hex, direction]
        if there < 0 or world.barrier[hex, direction]:
            continue
        if game.top[other(side), there] >= 0:
            if melee(world, game, chart, side, power, counting, there) > here:
                return True
        elif standing(world, game, chart, side, power, counting, hex, there, flies) > here:
            return True
    return False


@thought
def destination(world: Any, game: Any, chart: Any, side: int) -> int:
    """The best place in reach."""
    power = group_power(world, game)
    counting = group_counts(world, game)
    best = -1e30
    found = 0
    for hex in range(HEXES):
        if game.legal[hex]:
            value = moving(world, game, chart, side, power, counting, hex)
            if hex == game.origin:
                value += chart.weights.moving
            chart.scores[hex] = value
            if value > best:
                best = value
                found = hex
    return found


@thought
def put(world: Any, game: Any, chart: Any, side: int) -> int:
    """The best hex for a piece that is set up, enters, escapes, returns or steps aside."""
    piece = int(game.subject)
    power = strength(world, game, piece)
    counting = power if counts_for_victory(world, piece) else 0
    best = -1e30
    found = last_legal(game)
    for hex in range(HEXES):
        if game.legal[hex]:
            value = standing(world, game, chart, side, power, counting, game.hex[piece], hex, is_eagle(world, piece))
            if game.top[other(side), hex] >= 0:
                value -= 20.0
            chart.scores[hex] = value
            if value > best:
                best = value
                found = hex
    return found


@thought
def order_stack(world: Any, game: Any, chart: Any, side: int) -> int:
    """A leader lies on top where he can help a reduced unit regroup or no enemy is near; else his units shield him."""
    hex = game.hex[game.subject]
    unit = stacks.top_unit(world, game, side, hex)
    if is_reduced_unit(world, game, unit) and world.rallies[game.subject, unit]:
        return act.ON_TOP
    return act.ON_TOP if chart.near[other(side), hex] > 6 else act.BENEATH


@thought
def advance(world: Any, game: Any, chart: Any, side: int) -> int:
    """Into the emptied hex with whoever stands better there."""
    best = 0.0
    found = act.NONE
    for hex in range(HEXES):
        if not game.legal[hex]:
            continue
        power = int(chart.power[side, hex])
        counting = 0
        piece = game.top[side, hex]
        flies = is_eagle(world, piece)
        while piece >= 0:
            if counts_for_victory(world, piece):
                counting += strength(world, game, piece)
            piece = game.below[piece]
        gain = standing(world, game, chart, side, power, counting, hex, game.target, flies) - standing(
            world, game, chart, side, power, counting, hex, hex, flies
        )
        if gain > best:
            best = gain
            found = hex
    return found


# --- fighting


@thought
def choose_combat(world: Any, game: Any, chart: Any) -> int:
    """The combat with the best odds first; none below what is worth a fight, unless it must be fought."""
    best = chart.weights.fight if game.legal[act.DONE] else -1e30
    chart.scores[act.DONE] = best
    found = act.DONE
    for hex in range(HEXES):
        if game.legal[hex]:
            attack_with_all(world, game, hex)
            value = weighed(world, game, chart.weights)
            chart.scores[hex] = value
            if value > best:
                best = value
                found = hex
    return found


@thought
def send_wave(world: Any, game: Any, weights: Any) -> int:
    """The second wave that betters the odds most."""
    best = weighed(world, game, weights)
    found = act.NONE
    for hex in range(HEXES):
        if game.legal[hex]:
            game.wave = hex
            value = weighed(world, game, weights)
            if value > best:
                best = value
                found = hex
    return found


@thought
def add_attackers(world: Any, game: Any, weights: Any) -> int:
    """One hex more as long as it betters the odds."""
    best = weighed(world, game, weights) + 0.05 if game.legal[act.COMMIT] else -1e30
    found = act.COMMIT
    for direction in range(6):
        hex = world.neighbour[game.target, direction]
        if hex >= 0 and game.legal[hex]:
            combat.add_attacker(game, hex)
            value = weighed(world, game, weights)
            game.attacker_count -= 1
            if value > best:
                best = value
                found = int(hex)
    return found if game.legal[found] else last_legal(game)


@thought
def take_hit(world: Any, game: Any, side: int) -> int:
    """Where it costs least; who holds a key hex is spared."""
    least = 1e30
    found = 0
    for i in range(game.attacker_count):
        hex = int(game.attackers[i])
        if game.legal[hex]:
            cost = damage(world, game, side, hex, 1) + (5.0 if world.key_of[hex] >= 0 else 0.0)
            if cost < least:
                least = cost
                found = hex
    return found


@thought
def choose_shot(world: Any, game: Any, chart: Any) -> int:
    """The target with the best odds."""
    best = 0.0
    chart.scores[act.DONE] = best
    found = act.DONE
    for hex in range(HEXES):
        if game.legal[hex]:
            shoot_with_all(world, game, hex)
            value = shot_prospect(world, game)
            chart.scores[hex] = value
            if value > best:
                best = value
                found = hex
    return found


@thought
def add_shooters(world: Any, game: Any) -> int:
    """One more shooter if together they do better than one after the other."""
    count = int(game.shooter_count)
    so_far = shot_prospect(world, game) if count else 0.0
    best = 0.0 if count else -1e30
    found = act.COMMIT
    for hex in range(HEXES):
        if not game.legal[hex]:
            continue
        add_shooter(game, hex)
        gain = shot_prospect(world, game) - so_far
        if count:
            game.shooters[0], game.shooters[count] = game.shooters[count], game.shooters[0]
            game.shooter_count = 1
            gain -= shot_prospect(world, game)
            game.shooters[0], game.shooters[count] = game.shooters[count], game.shooters[0]
        game.shooter_count = count
        if gain > best:
            best = gain
            found = hex
    return found


@thought
def roll_rocks(world: Any, game: Any, side: int) -> int:
    """Whatever does the enemy more harm than friends."""
    best = 0.0
    found = act.NONE
    for pile in range(world.piles):
        hex = world.pile_hex[pile]
        if not game.legal[hex]:
            continue
        value = 0.0
        share = 0.5
        for step in range(2):
            there = world.slide[pile, step]
            value += share * damage(world, game, other(side), there, 1)
            if game.top[side, there] >= 0:
                value -= 1.5 * share * damage(world, game, side, there, 1)
            share = 0.15
        if value > best:
            best = value
            found = int(hex)
    return found


@thought
def dive(world: Any, game: Any, side: int) -> int:
    """On the unit that loses most by a hit."""
    best = 0.0
    found = act.NONE
    for hex in range(HEXES):
        if game.legal[hex]:
            value = loss(world, game, stacks.top_unit(world, game, other(side), hex), 1)
            if value > best:
                best = value
                found = hex
    return found
