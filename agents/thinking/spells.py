"""Gandalf's spells as the captain uses them: two may succeed in a game, and a failed attempt costs nothing."""

from __future__ import annotations

from typing import Any

from bofa_env.rules import actions as act
from bofa_env.rules.nodes import SPELL_TARGET
from bofa_env.rules.pieces import is_reduced_unit, on_map, other
from bofa_env.rules.world import HEXES, PIECES

from .chart import area_worth
from .compiled import thought
from .worth import piece_worth

LEAST = 6.0  # what a spell must do to be tried; in the last turns anything will do
PUSHED = 0.6  # an enemy stack driven off


@thought
def choose_spell(world: Any, game: Any, chart: Any, side: int) -> int:
    """The spell that does most, or the hex to destroy."""
    target, struck = dearest(world, game, chart, side)
    if game.decision == SPELL_TARGET:
        return target
    best = LEAST if game.turn < game.last_turn - 1 else 0.5
    found = act.NONE
    if game.legal[act.SPELL + act.DESTROY] and 0.6 * struck > 0.6 * best:
        best = struck
        found = act.SPELL + act.DESTROY
    rallied = 0.0
    pushed = 0.0
    for piece in range(PIECES):
        if not on_map(game, piece) or world.distance[game.hex[piece], game.hex[world.gandalf]] > 3:
            continue
        if world.side[piece] != side:
            pushed += PUSHED
        elif is_reduced_unit(world, game, piece):
            rallied += 0.4 * world.strength[piece]
    if game.legal[act.SPELL + act.RALLY] and rallied > best:
        best = rallied
        found = act.SPELL + act.RALLY
    if game.legal[act.SPELL + act.PUSH] and pushed > best:
        found = act.SPELL + act.PUSH
    return found


@thought
def dearest(world: Any, game: Any, chart: Any, side: int) -> tuple[int, float]:
    """The enemy hex within reach whose units are worth most, and what they are worth; a key hex more than others."""
    best = 0.0
    found = 0
    gandalf = game.hex[world.gandalf]
    for hex in range(HEXES):
        piece = game.top[other(side), hex]
        if piece < 0 or world.distance[gandalf, hex] > 10 or game.top[side, hex] >= 0:
            continue
        if game.decision == SPELL_TARGET and not game.legal[hex]:
            continue
        worth = 0.5 * area_worth(game, chart.weights) / world.keys[world.key_of[hex]] if world.key_of[hex] >= 0 else 0.0
        while piece >= 0:
            if not world.leader[piece]:
                worth += piece_worth(world, game, piece)
            piece = game.below[piece]
        if worth > best:
            best = worth
            found = hex
    return found, best
