"""O-9: sixteen turns."""

from __future__ import annotations

import pytest

from bofa_env import Game
from bofa_env.errors import PositionError
from tests.helpers import DARK, FREE
from tests.options.board import RULESETS, STANDARD, battle, end_phase, wait

PIECES = {"azug sword 1": "1212", "lake_men sword 1": "1717"}


def last_phase(turn: int, *options: str, ruleset: str = STANDARD) -> Game:
    """The last phase of a turn is over."""
    player = DARK if turn % 2 == 0 else FREE
    game = battle(PIECES, *options, player=player, phase="FIRE", turn=turn, phase_number=6, ruleset=ruleset)
    end_phase(game)
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
def test_turn_12_is_not_the_last(ruleset: str) -> None:
    """O-9: four turns more; turn 13 is black as every odd turn (B-3)"""
    game = last_phase(12, "extra_turns", ruleset=ruleset)
    assert (game.turn, game.over, game.decision, game.player) == (13, False, "choose_chip", DARK)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_it_turn_12_is(ruleset: str) -> None:
    """B-3"""
    game = last_phase(12, ruleset=ruleset)
    assert game.over and game.turn == 12


@pytest.mark.parametrize("turn", [13, 14, 15])
def test_white_and_black_turns_go_on(turn: int) -> None:
    """O-9, B-3"""
    game = last_phase(turn, "extra_turns")
    assert (game.turn, game.player) == (turn + 1, FREE if turn % 2 else DARK)
    assert sum(game.cup.values()) == 8


@pytest.mark.parametrize("ruleset", RULESETS)
def test_turn_16_is_the_last_and_then_the_areas_are_judged(ruleset: str) -> None:
    """O-9, B-11, S-11"""
    game = last_phase(16, "extra_turns", ruleset=ruleset)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.scores) == (DARK, {FREE: 0, DARK: 1})


def test_regrouping_goes_on() -> None:
    """O-9, S-3: the Dark Army in turn 13"""
    game = battle({**PIECES, "azug sword 2": "1010 reduced"}, "extra_turns", player=DARK, phase="FIRE", turn=12, phase_number=6)
    game.dice([4])
    end_phase(game)
    assert game.piece("azug sword 2").steps == 2


def test_positions_know_how_many_turns_there_are() -> None:
    """O-9, B-3"""
    assert battle(PIECES, "extra_turns", turn=16, player=FREE).turn == 16
    with pytest.raises(PositionError, match="B-3"):
        battle(PIECES, turn=13)
    with pytest.raises(PositionError, match="B-3"):
        battle(PIECES, "extra_turns", turn=17)


def test_a_whole_game_has_sixteen_turns_of_four_or_six_phases() -> None:
    """O-9, B-3"""
    game = Game(options=("extra_turns",), seed=3)
    phases: dict[int, set[int]] = {}
    while not game.over:
        phases.setdefault(game.turn, set()).add(int(game.record[0].phase_number))
        wait(game)
    assert set(phases) == set(range(1, 17))
    assert all(max(seen) == (4 if turn <= 3 else 6) for turn, seen in phases.items())
