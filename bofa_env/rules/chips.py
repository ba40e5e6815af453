"""Turns and chips (chapter 5, B-3, S-3; R6)."""

from __future__ import annotations

from .actions import CHIP, COMBAT, COMBAT_ACTION, DRAW, FC, FIRE, FIRE_ACTION, MOVE, PLAY_HELD
from .jit import kernel
from .nodes import CHOOSE_CHIP, DRAW_CHIP, FIRE_OR_COMBAT, HELD_OR_DRAW, push
from .pieces import other
from .record import State
from .world import DARK_ARMY, FREE_PEOPLES


@kernel
def phases_in(turn: int) -> int:
    """Four phases in turns 1-3, six from turn 4 on."""
    return 4 if turn <= 3 else 6


@kernel
def fill_cup(game: State) -> None:
    """All chips return to the cup; from turn 4 on with one FIRE and one COMBAT more."""
    more = 0 if game.turn <= 3 else 1
    game.cup[MOVE] = 3
    game.cup[COMBAT] = 1 + more
    game.cup[FIRE] = 1 + more
    game.cup[FC] = 1


@kernel
def start_turn(game: State) -> None:
    """Odd turns are black: the Dark Army is first player; even turns are white."""
    game.turn += 1
    game.first = DARK_ARMY if game.turn % 2 else FREE_PEOPLES
    game.phase_number = 0
    game.phasing = -1
    game.acting = -1
    game.chosen = -1
    game.held = -1
    game.second_choice = 0
    fill_cup(game)


@kernel
def offer_chips(game: State) -> None:
    """A chip of his choice for the first player, then one for the second."""
    game.player = game.first if game.chosen < 0 else other(game.first)
    for chip in range(4):
        if game.cup[chip]:
            game.legal[CHIP + chip] = 1


@kernel
def choose_chip(game: State, action: int) -> None:
    """The first player will play his chip as phase 1; the second holds his."""
    chip = action - CHIP
    game.cup[chip] -= 1
    if game.chosen < 0:
        game.chosen = chip
        push(game, CHOOSE_CHIP)
    else:
        game.held = chip
        game.second_choice = 1


@kernel
def start_next_phase(game: State) -> int:
    """Whose phase it is now, and the chip for it if nobody has to decide or draw; -1 if somebody has."""
    game.phase_number += 1
    number = game.phase_number
    game.phasing = game.first if number % 2 else other(game.first)
    if number == 1:
        return int(game.chosen)
    holds = game.phasing != game.first and game.held >= 0
    if holds and number > 2:  # the held chip may not be played at once
        if not game.standard and number == phases_in(game.turn):  # R6
            return play_held(game)
        push(game, HELD_OR_DRAW)
    else:
        push(game, DRAW_CHIP)
    return -1


@kernel
def play_held(game: State) -> int:
    """The chip that the second player chose at the start of the turn."""
    chip = int(game.held)
    game.held = -1
    return chip


@kernel
def offer_held_or_draw(game: State) -> None:
    """Play the held chip, or draw blind."""
    game.player = game.phasing
    game.legal[PLAY_HELD] = 1
    game.legal[DRAW] = 1


@kernel
def offer_fire_or_combat(game: State) -> None:
    """An F/C chip is played as FIRE or as COMBAT."""
    game.player = game.phasing
    game.legal[FIRE_ACTION] = 1
    game.legal[COMBAT_ACTION] = 1


@kernel
def kind_of_phase(game: State, chip: int) -> int:
    """The kind of phase that a chip brings; -1: its player has to say."""
    if chip == FC:
        push(game, FIRE_OR_COMBAT)
        return -1
    return chip
