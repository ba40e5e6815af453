"""Turns and phases: what each consists of (chapter 5)."""

from __future__ import annotations

from . import chips, regroup, victory
from .actions import COMBAT, FIRE, MOVE
from .jit import kernel
from .nodes import (
    CAST_SPELL,
    CHOOSE_CHIP,
    COMBAT_TARGET,
    END_PHASE,
    FIRE_TARGET,
    NEXT_BATS,
    NEXT_CHIEFTAIN,
    NEXT_FLIGHT,
    NEXT_PARTNER,
    NEXT_PHASE,
    ROCK,
    ROLL_ENTRY,
    SELECT,
    pop,
    push,
)
from .record import BATS, CHIEFTAINS, HYSTERIA, LASTING, State
from .seats import has_partner
from .world import DARK_ARMY, FREE_PEOPLES, PIECES, World


@kernel
def next_turn(world: World, game: State) -> None:
    """Twelve turns (O-9: sixteen); then the areas are judged."""
    if game.turn == game.last_turn:
        victory.judge(world, game)
        return
    chips.start_turn(game)
    push(game, NEXT_PHASE)
    push(game, CHOOSE_CHIP)
    if game.standard:
        regroup.begin_regrouping(game, game.first, False)  # S-3
        if game.turn == 4:
            push(game, ROLL_ENTRY)  # S-5


@kernel
def next_phase(game: State) -> None:
    """Phases alternate, first player first, until all phases of the turn are played."""
    if game.phase_number == chips.phases_in(game.turn):
        game.phasing = -1
        pop(game)
        return
    chip = chips.start_next_phase(game)
    if chip >= 0:
        play_chip(game, chip)


@kernel
def play_chip(game: State, chip: int) -> None:
    """A chip is played: its phase begins, or its player says first what it is to be."""
    kind = chips.kind_of_phase(game, chip)
    if kind >= 0:
        begin_phase(game, kind)


@kernel
def begin_phase(game: State, kind: int) -> None:
    """Every piece is fresh; then what this kind of phase consists of."""
    game.phase = kind
    game.acting = game.phasing
    for piece in range(PIECES):
        game.marks[piece] &= LASTING
    game.over_limit = -1
    game.piles_rolled = 0
    game.cursor = 0
    push(game, END_PHASE)
    if kind == MOVE:
        for_each_partner(game, SELECT)
        if game.options & CHIEFTAINS and game.phasing == DARK_ARMY:
            push(game, NEXT_CHIEFTAIN)
        if game.options & HYSTERIA:
            push(game, NEXT_FLIGHT)
        return
    for_each_partner(game, COMBAT_TARGET if kind == COMBAT else FIRE_TARGET)
    if game.standard:
        if has_partner(game, game.phasing):
            push(game, NEXT_PARTNER)  # after the rocks of both, the first partner again
        for_each_partner(game, ROCK)
    if kind == FIRE:
        if game.standard and game.phasing == FREE_PEOPLES:
            push(game, CAST_SPELL)
        if game.options & BATS and game.phasing == DARK_ARMY:
            push(game, NEXT_BATS)


@kernel
def for_each_partner(game: State, node: int) -> None:
    """The phasing player does this; where two share the side, first the one, then the other (O-2)."""
    push(game, node)
    if has_partner(game, game.phasing):
        push(game, NEXT_PARTNER)
        push(game, node)
