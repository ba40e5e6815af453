"""Which phase the captain wants: what a MOVE, COMBAT or FIRE phase would be worth to him now, and so which chip."""

from __future__ import annotations

from typing import Any

from bofa_env.rules import actions as act
from bofa_env.rules import archery, combat
from bofa_env.rules.chips import phases_in
from bofa_env.rules.pieces import other
from bofa_env.rules.record import FOUGHT, SHOT
from bofa_env.rules.world import HEXES, PIECES

from .chart import area_worth
from .compiled import thought
from .odds import attack_with_all, shoot_with_all, shot_prospect, weighed

SHARED = 0.7  # attackers can fight only once, though several targets count on them


@thought
def prepare(game: Any, side: int) -> None:
    """Think of the game as if a phase of the side began."""
    game.phasing = side
    game.acting = side
    for piece in range(PIECES):
        game.marks[piece] &= ~(FOUGHT | SHOT)


@thought
def combat_worth(world: Any, game: Any, chart: Any, side: int) -> float:
    """What a COMBAT phase would bring: every attack worth making, and the melees that must be fought."""
    prepare(game, side)
    total = 0.0
    for hex in range(HEXES):
        if game.top[other(side), hex] < 0:
            continue
        if combat.must_fight(world, game, side, hex):
            attack_with_all(world, game, hex)
            total += weighed(world, game, chart.weights)
        elif chart.pressure[side, hex] > 0:
            attack_with_all(world, game, hex)
            if game.attacker_count:
                total += SHARED * max(0.0, weighed(world, game, chart.weights))
    return total


@thought
def fire_worth(world: Any, game: Any, chart: Any, side: int) -> float:
    """What a FIRE phase would bring: the best targets for as many shots as there are shooters."""
    prepare(game, side)
    shooters = archery.list_shooters(world, game, False)
    if shooters == 0:
        return 0.0
    total = 0.0
    used = 0
    for hex in range(HEXES):
        if game.top[other(side), hex] < 0 or used >= shooters:
            continue
        if archery.may_shoot_at(world, game, side, hex):
            shoot_with_all(world, game, hex)
            if game.shooter_count:
                total += shot_prospect(world, game)
                used += min(int(game.shooter_count), 2)
    return total


@thought
def move_worth(world: Any, game: Any, chart: Any, side: int) -> float:
    """What a MOVE phase would bring: more in the last turn, when areas are taken."""
    return float(chart.weights.move_chip + (area_worth(game, chart.weights) if game.turn == game.last_turn else 0.0))


@thought
def chip_worth(world: Any, game: Any, chart: Any, side: int, chip: int) -> float:
    """What a chip would bring now."""
    if chip == act.MOVE:
        return move_worth(world, game, chart, side)
    if chip == act.COMBAT:
        return combat_worth(world, game, chart, side)
    if chip == act.FIRE:
        return fire_worth(world, game, chart, side)
    return max(combat_worth(world, game, chart, side), fire_worth(world, game, chart, side))


@thought
def choose_chip(world: Any, game: Any, chart: Any, side: int) -> int:
    """The chip that brings most; the second player of the last turn keeps a MOVE for the very end."""
    if game.chosen >= 0 and game.turn == game.last_turn and game.legal[act.CHIP + act.MOVE]:
        return act.CHIP + act.MOVE
    best = -1e30
    found = 0
    for chip in range(4):
        if game.legal[act.CHIP + chip]:
            worth = chip_worth(world, game, chart, side, chip)
            if worth > best:
                best = worth
                found = act.CHIP + chip
    return found


@thought
def play_held(world: Any, game: Any, chart: Any, side: int) -> bool:
    """Play the held chip when a blind draw promises less; a MOVE kept for the end of the game is played there."""
    last = game.phase_number == phases_in(game.turn)
    if game.turn == game.last_turn and game.held == act.MOVE:
        return bool(last)
    worth = chip_worth(world, game, chart, side, game.held)
    total = 0.0
    left = 0
    for chip in range(4):
        if game.cup[chip]:
            left += int(game.cup[chip])
            total += game.cup[chip] * chip_worth(world, game, chart, side, chip)
    blind = total / left if left else 0.0
    return worth >= blind + (0.0 if last else 1.0)


@thought
def fire_rather_than_combat(world: Any, game: Any, chart: Any, side: int) -> bool:
    """An F/C chip as FIRE."""
    return fire_worth(world, game, chart, side) > combat_worth(world, game, chart, side)
