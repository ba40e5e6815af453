"""What may be chosen: the mask of every kind of decision, and who decides."""

from __future__ import annotations

from . import actions as act
from . import archery, chieftains, chips, combat, dive, entry, escape, group, movement, regroup, rocks, setup, spells
from .jit import kernel
from .mask import clear_mask
from .nodes import (
    ADVANCE,
    ATTACKERS,
    CAST_SPELL,
    CHOOSE_CHIP,
    CHOOSE_ELF,
    CHOOSE_TRIBE,
    COMBAT_TARGET,
    DEPLOY,
    DESTINATION,
    DIVE,
    ENTER_AT,
    ESCAPE,
    FIRE_OR_COMBAT,
    FIRE_TARGET,
    HELD_OR_DRAW,
    PLACE_CHIEFTAIN,
    REGROUP_SHIFT,
    REGROUP_STEP,
    ROCK,
    SECOND_WAVE,
    SELECT,
    SELECT_PIECES,
    SHOOTERS,
    SPELL_TARGET,
    STACK_ORDER,
    TAKE_HIT,
)
from .record import State
from .seats import has_partner, owner
from .world import World


@kernel
def offer(world: World, game: State, node: int) -> None:
    """Write the exact mask of a decision into `game.legal`, and who decides into `game.player`."""
    clear_mask(game)
    game.player = game.acting
    if node == SELECT:
        offer_select(world, game)
    elif node == SELECT_PIECES:
        offer_select_pieces(world, game)
    elif node == DESTINATION:
        game.player = owner(world, game, game.group[0])
        movement.offer_destinations(world, game, game.phasing, game.over_limit >= 0)
    elif node == STACK_ORDER:
        game.player = owner(world, game, game.subject)
        game.legal[act.ON_TOP] = 1
        game.legal[act.BENEATH] = 1
    elif node == COMBAT_TARGET:
        combat.offer_combats(world, game)
    elif node == SECOND_WAVE:
        combat.offer_second_wave(world, game)
    elif node == ATTACKERS:
        combat.offer_attackers(world, game)
    elif node == TAKE_HIT:
        combat.offer_hits(game)
    elif node == ADVANCE:
        combat.offer_advance(world, game)
    elif node == FIRE_TARGET:
        archery.offer_fire_targets(world, game)
    elif node == SHOOTERS:
        archery.offer_shooters(world, game)
    elif node == ENTER_AT:
        entry.offer_entry(world, game)
    elif node == DEPLOY:
        setup.offer_deploy(world, game)
    elif node == CHOOSE_CHIP:
        chips.offer_chips(game)
    elif node == HELD_OR_DRAW:
        chips.offer_held_or_draw(game)
    elif node == FIRE_OR_COMBAT:
        chips.offer_fire_or_combat(game)
    else:
        offer_by_standard(world, game, node)


@kernel
def offer_by_standard(world: World, game: State, node: int) -> None:
    """Decisions that only the standard game and the options ask for."""
    if node == ROCK:
        rocks.offer_rocks(world, game)
    elif node == ESCAPE:
        escape.offer_escape(world, game)
    elif node == DIVE:
        dive.offer_dive(world, game)
    elif node == CAST_SPELL:
        spells.offer_spells(world, game)
    elif node == SPELL_TARGET:
        spells.offer_spell_target(world, game)
    elif node == REGROUP_STEP:
        regroup.offer_step(world, game)
    elif node == REGROUP_SHIFT:
        regroup.offer_shift(world, game)
    elif node == PLACE_CHIEFTAIN:
        chieftains.offer_return(world, game)
    elif node == CHOOSE_TRIBE:
        chieftains.offer_tribes(game)
    elif node == CHOOSE_ELF:
        chieftains.offer_elves(world, game)


@kernel
def offer_select(world: World, game: State) -> None:
    """A stack to move, a reinforcement to bring on, or `done`; a stack over the limit comes first (R10)."""
    if game.over_limit >= 0:
        game.legal[game.over_limit] = 1
        return
    side, seat = int(game.phasing), int(game.acting)
    shared = has_partner(game, side)
    for piece in range(world.first_piece[side], world.end_piece[side]):
        hex = game.hex[piece]
        ready = (hex >= 0) & (world.side[piece] == side) & group.may_still_move(game, piece)
        if shared:
            ready &= owner(world, game, piece) == seat
        game.legal[hex if ready else act.DONE] = 1  # no branches: nobody can foretell who has moved
    if entry.next_to_enter(world, game, game.acting) >= 0:
        game.legal[act.ENTER] = 1
    game.legal[act.DONE] = 1


@kernel
def offer_select_pieces(world: World, game: State) -> None:
    """Any of the stack's pieces that can still move; over the limit, those whose leaving makes room (R10)."""
    side = game.phasing
    if game.over_limit >= 0:
        sets = movement.departures(world, game, side, game.origin, 0, False)
        for bits in range(1, 8):
            game.legal[act.TAKE + bits] = sets >> bits & 1
        game.player = owner(world, game, game.stack[_first_piece_of_first_set(sets)])  # R64
        return
    count = group.list_movable(world, game, side, game.origin, game.acting)
    for bits in range(1, 1 << count):
        game.legal[act.TAKE + bits] = 1


@kernel
def _first_piece_of_first_set(sets: int) -> int:
    """Bit b of `sets`: the pieces whose bits are set in b may leave together. The topmost piece of the first such set."""
    bits = 1
    while not sets >> bits & 1:
        bits += 1
    piece = 0
    while not bits >> piece & 1:
        piece += 1
    return piece
