"""The second player's chip in the standard game (S-3): played or kept, never forced."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import DARK, FREE, verbs
from tests.standard.common import standard

PIECES = {"azug sword 1": "1717", "elves spear 1": "1317"}


def in_turn(turn: int, number: int, held: str = "COMBAT", **more: object) -> Game:
    """A MOVE phase with this number; the second player of the turn holds a chip."""
    first, second = (DARK, FREE) if turn % 2 else (FREE, DARK)
    return standard(PIECES, player=first if number % 2 else second, turn=turn, phase_number=number, held=held, **more)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_in_the_last_phase_of_four_he_plays_it_or_draws(turn: int) -> None:
    """S-3: not forced, unlike in the basic game (R6)"""
    game = in_turn(turn, 3)
    game.play("done")
    assert game.decision == "held_or_draw" and verbs(game) == {"play held", "draw"}
    assert game.player == (FREE if turn % 2 else DARK)


@pytest.mark.parametrize("turn", [4, 5, 12])
@pytest.mark.parametrize("number", [3, 5])
def test_from_turn_4_on_he_chooses_in_phases_4_and_6(turn: int, number: int) -> None:
    """S-3: "later in the turn": each time anew, in the last phase too"""
    game = in_turn(turn, number)
    game.play("done")
    assert verbs(game) == {"play held", "draw"} and game.player == (FREE if turn % 2 else DARK)


def test_not_at_once() -> None:
    """B-3, S-3: phase 2 is a blind draw"""
    game = in_turn(5, 1)
    game.draws(["FIRE"])
    game.play("done")
    assert (game.phase, game.phasing_player, game.held_chip) == ("FIRE", FREE, "COMBAT")


def test_the_first_player_draws_blind() -> None:
    """B-3, S-3: he has nothing to choose"""
    game = in_turn(5, 2)
    game.draws(["FIRE"])
    game.play("done")
    assert (game.phase, game.phasing_player) == ("FIRE", DARK)


def test_a_chip_that_was_played_is_gone() -> None:
    """S-3: after that he draws blind"""
    game = in_turn(5, 3)
    game.play("done")
    game.play("play held")
    assert (game.phase, game.phasing_player, game.held_chip) == ("COMBAT", FREE, None)
    game.draws(["MOVE", "FIRE"])
    game.play("done")
    game.play("done")
    assert (game.phase, game.phasing_player) == ("FIRE", FREE)


def test_a_chip_never_played_returns_to_the_cup() -> None:
    """S-3, B-3: at the end of the turn; no phase is added for it"""
    game = in_turn(3, 3)
    game.play("done")
    game.draws(["MOVE"])
    game.play("draw")
    game.dice([10])  # S-5
    game.play("done")
    assert game.turn == 4 and game.held_chip is None
    assert game.cup == {"MOVE": 3, "COMBAT": 2, "FIRE": 2, "FC": 1}


def test_the_drawn_chip_is_played_even_if_it_is_of_the_same_kind() -> None:
    """S-3: the held one stays held"""
    game = in_turn(5, 3)
    game.play("done")
    game.draws(["COMBAT"])
    game.play("draw")
    assert (game.phase, game.held_chip) == ("COMBAT", "COMBAT")


def test_a_held_fc_chip_is_fire_or_combat() -> None:
    """S-3, B-4"""
    game = in_turn(5, 3, held="FC")
    game.play("done")
    game.play("play held")
    assert game.decision == "fire_or_combat"
    game.play("combat")
    assert (game.phase, game.phasing_player) == ("COMBAT", FREE)
