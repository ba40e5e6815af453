"""What a combat or a shot is worth before the die falls: the rules' own columns, modifiers and tables, over all ten dice."""

from __future__ import annotations

from typing import Any

from bofa_env.rules import archery, combat, stacks
from bofa_env.rules.pieces import capacity, other
from bofa_env.rules.record import ON_TOP
from bofa_env.rules.tables import combat_result, shot_result

from .chart import area_worth
from .compiled import thought
from .worth import piece_worth

ADVANCE_WORTH = 1.0  # an emptied hex


@thought
def loss(world: Any, game: Any, piece: int, hits: int) -> float:
    """What a piece is worth less after so many hits."""
    before = piece_worth(world, game, piece)
    had = game.hits[piece]
    after = 0.0
    if had + hits < capacity(world, game, piece):
        game.hits[piece] = had + hits
        after = piece_worth(world, game, piece)
        game.hits[piece] = had
    return before - after


@thought
def life(world: Any, game: Any, side: int, hex: int) -> int:
    """How many hits empty the hex of the side's pieces."""
    total = 0
    piece = game.top[side, hex]
    while piece >= 0:
        total += capacity(world, game, piece) - int(game.hits[piece])
        piece = game.below[piece]
    return total


@thought
def damage(world: Any, game: Any, side: int, hex: int, hits: int) -> float:
    """What so many hits cost a stack: a leader on top takes the first, the units the next, he what is left (B-9.3)."""
    leader = stacks.leader_at(world, game, side, hex)
    his = 0
    if leader >= 0 and hits > 0 and game.marks[leader] & ON_TOP:
        his = 1
        hits -= 1
    total = 0.0
    piece = game.top[side, hex]
    while piece >= 0 and hits > 0:
        if not world.leader[piece]:
            taken = min(hits, 2 - int(game.hits[piece]))
            total += loss(world, game, piece, taken)
            hits -= taken
        piece = game.below[piece]
    if leader >= 0 and his + hits > 0:
        total += loss(world, game, leader, his + hits)
    return total


@thought
def prospect(world: Any, game: Any, caution: float, area: float) -> float:
    """The expected worth of the combat at hand (target, attackers or melee and wave).

    Own losses count `caution` times; `area` is what it is worth to empty a key hex.
    """
    side = int(game.phasing)
    enemy = other(side)
    target = int(game.target)
    column = combat.column_at_hand(world, game)
    modifier = combat.combat_modifier(world, game)
    lives = life(world, game, enemy, target)
    prize = 0.0
    if not game.melee:
        prize = ADVANCE_WORTH
        if world.key_of[target] >= 0:
            prize += area
    total = 0.0
    for die in range(1, 11):
        result = combat_result(column, die + modifier)
        if result > 0:
            total += damage(world, game, enemy, target, result)
            if result >= lives:
                total += prize
        elif result < 0:
            total -= caution * price(world, game, side, -result)
    return total / 10.0


@thought
def weighed(world: Any, game: Any, weights: Any) -> float:
    """The same as the captain weighs it."""
    return prospect(world, game, weights.caution, weights.prize * area_worth(game, weights))


@thought
def price(world: Any, game: Any, side: int, hits: int) -> float:
    """What hits on the attacker cost him: in a melee those in the hex first, else the stack that loses least by it."""
    if game.melee:
        there = life(world, game, side, game.target)
        cost = damage(world, game, side, game.target, hits)
        if hits > there and game.wave >= 0:
            cost += damage(world, game, side, game.wave, hits - there)
        return cost
    least = 1e9
    for i in range(game.attacker_count):
        least = min(least, damage(world, game, side, game.attackers[i], 1))
    return least * hits


@thought
def shot_prospect(world: Any, game: Any) -> float:
    """The expected worth of the shot at hand (target and shooters)."""
    enemy = other(int(game.phasing))
    strength = archery.volley_strength(world, game)
    modifier = archery.shot_modifier(world, game)
    total = 0.0
    for die in range(1, 11):
        hits = shot_result(strength, die + modifier)
        if hits > 0:
            total += damage(world, game, enemy, game.target, hits)
    return total / 10.0


@thought
def attack_with_all(world: Any, game: Any, target: int) -> None:
    """Make the combat at hand the attack on a target by everybody next to it who may, or the melee that is there."""
    side = int(game.phasing)
    game.target = target
    game.wave = -1
    game.attacker_count = 0
    game.melee = combat.must_fight(world, game, side, target)
    if game.melee:
        return
    for direction in range(6):
        hex = world.neighbour[target, direction]
        if hex >= 0 and not world.barrier[target, direction] and combat.may_attack_from(world, game, side, hex):
            combat.add_attacker(game, hex)
    if game.attacker_count == 0:  # only the eagles above it can fight there
        game.melee = 1


@thought
def shoot_with_all(world: Any, game: Any, target: int) -> None:
    """Make the shot at hand the one at a target by everybody who may."""
    game.target = target
    game.shooter_count = 0
    count = archery.list_shooters(world, game, False)
    for i in range(count):
        if archery.shot_strength(world, game, game.phasing, game.queue[i], target):
            archery.add_shooter(game, game.queue[i])
