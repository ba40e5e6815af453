"""Looking one decision ahead: what each legal action is worth by the evaluation in worth.py. The mind of `greedy`.

Decisions that are only half of something are valued by the whole: a stack that could be moved by its best destination, a
combat or a shot that is being prepared by its odds. All others are played on a copy with dice of its own, several times
where dice matter.
"""

from __future__ import annotations

from typing import Any

from bofa_env.rules import actions as act
from bofa_env.rules import combat, stacks
from bofa_env.rules.actions import ACTIONS
from bofa_env.rules.archery import add_shooter
from bofa_env.rules.chance import seed_streams
from bofa_env.rules.combat import defending_strength
from bofa_env.rules.nodes import (
    ATTACKERS,
    CAST_SPELL,
    COMBAT_TARGET,
    DESTINATION,
    DIVE,
    FIRE_TARGET,
    ROCK,
    SECOND_WAVE,
    SELECT,
    SELECT_PIECES,
    SHOOTERS,
    SPELL_TARGET,
)
from bofa_env.rules.pieces import other, strength
from bofa_env.rules.seats import SIDE_OF_SEAT
from bofa_env.rules.world import HEXES, PIECES

from .compiled import planner, thought
from .desk import play
from .odds import attack_with_all, damage, prospect, shoot_with_all, shot_prospect
from .worth import ALONE, find_open, key_worth, place_worth, position_worth

WORTH_MOVING = 0.05  # a smaller gain is no reason to move
WORTH_ADDING = 0.05  # nor to send one more hex into a combat or shot
_SIDE_OF_SEAT = SIDE_OF_SEAT


@planner
def look_ahead(
    drive: Any, worlds: Any, games: Any, which: Any, words: Any, redraws: int, desk: Any, actions: Any
) -> None:
    """The best action of each game in `which`; of equals the first."""
    for index in range(len(games)):
        if not which[index] or games[index].choices == 0:
            continue
        desk.minds[0] = games[index]
        game = desk.minds[0]
        side = _SIDE_OF_SEAT[game.player]
        find_open(worlds[0], game, side, desk.open)
        best = -2e30  # below what cannot be valued: then the first legal action is taken
        for action in range(ACTIONS):
            if not game.legal[action]:
                continue
            value = _value(drive, worlds, desk, side, action, words[index], redraws)
            if value > best:
                best = value
                actions[index] = action
            if game.decision == SELECT and action < HEXES and value > WORTH_MOVING:
                break  # any stack that gains may go first: the others come after


@thought
def _value(drive: Any, worlds: Any, desk: Any, side: int, action: int, word: int, redraws: int) -> float:
    world, game = worlds[0], desk.minds[0]
    node = game.decision
    if node == DESTINATION:
        return _gain(world, game, desk, side, action)
    if node in (SELECT, SELECT_PIECES):
        if action == act.DONE:
            return WORTH_MOVING
        if action == act.ENTER:
            return 1.0
        return _best_move(drive, worlds, desk, side, action)
    if node in (COMBAT_TARGET, SECOND_WAVE, ATTACKERS):
        return _combat_value(world, game, action)
    if node in (FIRE_TARGET, SHOOTERS):
        return _shot_value(world, game, action)
    chancy = node in (ROCK, DIVE, CAST_SPELL, SPELL_TARGET)
    return _average(drive, worlds, desk, side, action, word, redraws if chancy else 1)


@thought
def _gain(world: Any, game: Any, desk: Any, side: int, hex: int) -> float:
    """What the evaluation gains if the selected group goes to a hex."""
    if hex == game.origin:
        return 0.0
    gain = 0.0
    units = 0
    power = 0
    for i in range(game.group_size):
        piece = game.group[i]
        units += 1 - int(world.leader[piece])
        power += strength(world, game, piece)
        gain -= place_worth(world, game, desk.marches, desk.open, piece, game.origin)
    if stacks.occupied(game, other(side), hex):
        gain += 0.25 * (power - defending_strength(world, game, other(side), hex))
        return gain + (0.5 * key_worth(game) if world.key_of[hex] >= 0 and units else 0.0)
    for i in range(game.group_size):
        piece = game.group[i]
        if units == 0 or not world.leader[piece]:
            gain += place_worth(world, game, desk.marches, desk.open, piece, hex)
    if units and _leaves_leader(world, game, side):
        gain += ALONE
    return gain


@thought
def _leaves_leader(world: Any, game: Any, side: int) -> bool:
    """Whether the group takes the last units away from a leader who stays."""
    leader = stacks.leader_at(world, game, side, game.origin)
    if leader < 0:
        return False
    staying = 0
    piece = game.top[side, game.origin]
    while piece >= 0:
        staying += 1
        for i in range(game.group_size):
            if game.group[i] == piece:
                staying -= 1
                if piece == leader:
                    return False
        piece = game.below[piece]
    return staying == 1


@thought
def _best_move(drive: Any, worlds: Any, desk: Any, side: int, action: int) -> float:
    """The best destination of a stack, or of some of its pieces."""
    desk.minds[1] = desk.minds[0]
    play(drive, worlds, desk, 1, action)
    game = desk.minds[1]
    if game.decision == SELECT_PIECES:  # all together
        takes = act.TAKE + 7
        while not game.legal[takes]:
            takes -= 1
        play(drive, worlds, desk, 1, takes)
    best = -1e30
    for hex in range(HEXES):
        if game.legal[hex]:
            best = max(best, _gain(worlds[0], game, desk, side, hex))
    return best


@thought
def _combat_value(world: Any, game: Any, action: int) -> float:
    """The odds of the combat that the action begins, adds to or commits."""
    if action == act.DONE:
        return 0.0
    if game.decision == COMBAT_TARGET:
        attack_with_all(world, game, action)
        return prospect(world, game, 1.0, key_worth(game))
    if game.decision == SECOND_WAVE:
        game.wave = -1 if action == act.NONE else action
        return prospect(world, game, 1.0, key_worth(game))
    if action == act.COMMIT:
        return prospect(world, game, 1.0, key_worth(game)) + WORTH_ADDING
    if action == game.target:  # the eagles above it
        game.melee = 1
        value = prospect(world, game, 1.0, key_worth(game))
        game.melee = 0
        return value
    combat.add_attacker(game, action)
    value = prospect(world, game, 1.0, key_worth(game))
    game.attacker_count -= 1
    return value


@thought
def _shot_value(world: Any, game: Any, action: int) -> float:
    """The odds of the shot that the action begins, adds to or commits."""
    if action == act.DONE:
        return 0.0
    if game.decision == FIRE_TARGET:
        shoot_with_all(world, game, action)
        return shot_prospect(world, game)
    if action == act.COMMIT:
        return shot_prospect(world, game) + WORTH_ADDING
    add_shooter(game, action)
    value = shot_prospect(world, game)
    game.shooter_count -= 1
    return value


@thought
def _average(drive: Any, worlds: Any, desk: Any, side: int, action: int, word: int, times: int) -> float:
    """The evaluation after the action, averaged over dice drawn anew; the same dice for every action."""
    total = 0.0
    for time in range(times):
        desk.minds[1] = desk.minds[0]
        seed_streams(desk.minds[1], word + time)
        play(drive, worlds, desk, 1, action)
        if desk.minds[1].decision == SPELL_TARGET:
            play(drive, worlds, desk, 1, _dearest(worlds[0], desk.minds[1], side))
        total += position_worth(worlds[0], desk.minds[1], desk.marches, desk.open, side)
    return total / times


@thought
def _dearest(world: Any, game: Any, side: int) -> int:
    """The enemy hex whose units are worth most."""
    best = -1.0
    found = 0
    for piece in range(PIECES):
        hex = game.hex[piece]
        if hex >= 0 and game.legal[hex]:
            worth = damage(world, game, other(side), hex, 9)
            if worth > best:
                best = worth
                found = int(hex)
    return found
