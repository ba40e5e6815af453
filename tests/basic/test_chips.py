"""Turns, chips and phases (B-3, B-4; R6, R37)."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import DARK, FREE, SPARE, position, verbs

SIX_CHIPS = {"MOVE": 3, "COMBAT": 1, "FIRE": 1, "FC": 1}
EIGHT_CHIPS = {"MOVE": 3, "COMBAT": 2, "FIRE": 2, "FC": 1}


def to_turn(turn: int) -> Game:
    """A quiet game (two archers face each other) at the choice of chips of a turn."""
    game = position({}, turn=turn - 1, player=FREE if turn % 2 else DARK, phase="MOVE") if turn > 1 else Game("basic", seed=3)
    while game.turn < turn:
        game.play("done" if "done" in verbs(game) else game.legal_actions()[0])
    assert (game.turn, game.decision) == (turn, "choose_chip")
    return game


def finish_phase(game: Game) -> None:
    """The player does nothing in his phase."""
    number = game.record[0].phase_number
    while game.record[0].phase_number == number and game.phase is not None:
        game.play("done")


# --- who is first, and what is in the cup


@pytest.mark.parametrize("turn", range(1, 13))
def test_odd_turns_are_black_even_turns_white(turn: int) -> None:
    """B-3, B-1: in a black turn the Dark Army takes the first chip, in a white turn the Free Peoples"""
    game = to_turn(turn)
    assert game.player == (DARK if turn % 2 else FREE)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_six_chips_in_turns_1_to_3(turn: int) -> None:
    """B-3: three MOVE, one each of COMBAT, F/C and FIRE"""
    assert to_turn(turn).cup == SIX_CHIPS


@pytest.mark.parametrize("turn", range(4, 13))
def test_eight_chips_from_turn_4_on(turn: int) -> None:
    """B-3: one FIRE and one COMBAT more; all chips return to the cup each turn"""
    assert to_turn(turn).cup == EIGHT_CHIPS


@pytest.mark.parametrize("turn, phases", [(1, 4), (2, 4), (3, 4), (4, 6), (5, 6), (11, 6), (12, 6)])
def test_number_of_phases(turn: int, phases: int) -> None:
    """B-3, B-4: 4 chips are played in turns 1-3, 6 from turn 4 on; they alternate, first player first"""
    first, second = (DARK, FREE) if turn % 2 else (FREE, DARK)
    game = position({}, player=first, phase="MOVE", turn=turn, held="MOVE")
    played = []
    while game.turn == turn and not game.over:
        if game.phase is not None:
            played.append(game.phasing_player)
            finish_phase(game)
        else:
            game.play(game.legal_actions()[0])
    assert played == [first, second] * (phases // 2)


# --- the chosen chips


def test_every_chip_may_be_chosen_in_turn_1() -> None:
    """B-3: the first player takes a chip of his choice; MOVE is the usual choice in turn 1, not forced"""
    game = to_turn(1)
    assert verbs(game) == {"chip MOVE", "chip COMBAT", "chip FIRE", "chip FC"}


def test_the_second_player_chooses_from_what_is_left() -> None:
    """B-3: then the second player takes a chip of his choice; the one COMBAT chip is gone"""
    game = to_turn(1)
    game.play("chip COMBAT")
    assert (game.player, game.decision) == (FREE, "choose_chip")
    assert game.cup == {**SIX_CHIPS, "COMBAT": 0}
    assert verbs(game) == {"chip MOVE", "chip FIRE", "chip FC"}


def test_the_first_players_chip_is_phase_1() -> None:
    """B-3: "this is the first phase of the turn"; the second player only holds his"""
    game = to_turn(1)
    game.play("chip MOVE")
    game.play("chip FIRE")
    assert (game.phase, game.phasing_player, game.player) == ("MOVE", DARK, DARK)
    assert game.held_chip == "FIRE"
    assert game.cup == {"MOVE": 2, "COMBAT": 1, "FIRE": 0, "FC": 1}


def test_the_held_chip_may_not_be_played_at_once() -> None:
    """B-3: phase 2 is always a blind draw"""
    game = to_turn(4)
    game.play("chip MOVE")
    game.play("chip FIRE")
    game.draws(["COMBAT"])
    finish_phase(game)
    assert (game.phase, game.phasing_player, game.held_chip) == ("COMBAT", DARK, "FIRE")


def test_from_phase_3_on_the_first_player_draws_blind() -> None:
    """B-3: he has no choice, whatever is in the cup"""
    game = to_turn(4)
    game.play("chip MOVE")
    game.play("chip FIRE")
    game.draws(["MOVE", "COMBAT"])
    finish_phase(game)
    finish_phase(game)
    assert (game.phase, game.phasing_player, game.decision) == ("COMBAT", FREE, "combat_target")


def at_phase_4(held: str = "FIRE") -> Game:
    """Turn 4, before phase 4: the second player (the Dark Army) still holds his chip."""
    game = to_turn(4)
    game.play("chip MOVE")
    game.play(f"chip {held}")
    game.draws(["MOVE", "COMBAT"])
    for _ in range(3):
        finish_phase(game)
    assert game.phase is None
    return game


def test_the_second_player_plays_his_chip_or_draws() -> None:
    """B-3: from phase 3 on, while he holds his chip, he plays it or draws blind"""
    game = at_phase_4()
    assert (game.player, game.decision) == (DARK, "held_or_draw")
    assert verbs(game) == {"play held", "draw"}
    game.play("play held")
    assert (game.phase, game.held_chip) == ("FIRE", None)


def test_a_drawn_chip_leaves_the_held_one() -> None:
    """B-3"""
    game = at_phase_4()
    game.draws(["MOVE"])
    game.play("draw")
    assert (game.phase, game.phasing_player, game.held_chip) == ("MOVE", DARK, "FIRE")


def test_after_the_held_chip_is_played_he_draws_blind() -> None:
    """B-3: the chip can be played once"""
    game = at_phase_4()
    game.play("play held")
    game.draws(["COMBAT", "FIRE"])
    finish_phase(game)
    finish_phase(game)
    assert (game.phase, game.phasing_player) == ("FIRE", DARK)  # phase 6, drawn


def test_the_held_chip_must_be_played_in_the_last_phase() -> None:
    """R6: basic: still held at his last phase, phase 6 from turn 4 on, it must be played"""
    game = at_phase_4()
    game.draws(["MOVE", "COMBAT"])
    game.play("draw")
    finish_phase(game)
    assert game.phasing_player == FREE  # phase 5
    cup = game.cup
    finish_phase(game)
    assert (game.phase, game.phasing_player, game.decision) == ("FIRE", DARK, "fire_target")
    assert game.held_chip is None and game.cup == cup  # not drawn from the cup


def test_in_turns_1_to_3_the_held_chip_is_played_as_phase_4() -> None:
    """R6, B-3: there phase 4 is already the last; the example of B-3 plays it so"""
    game = position({}, player=DARK, phase="MOVE", turn=1, held="MOVE")
    game.draws(["FIRE", "COMBAT"])
    for _ in range(3):
        finish_phase(game)
    assert (game.phase, game.phasing_player, game.held_chip) == ("MOVE", FREE, None)


def test_two_chips_stay_in_the_cup() -> None:
    """B-3: 8 chips, 6 played; 6 chips, 4 played"""
    game = at_phase_4()
    game.play("play held")
    finish_phase(game)
    finish_phase(game)
    assert game.phase is not None
    assert sum(game.cup.values()) == 2


# --- F/C


@pytest.mark.parametrize("action, phase, decision", [("fire", "FIRE", "fire_target"), ("combat", "COMBAT", "combat_target")])
def test_fc_is_fire_or_combat(action: str, phase: str, decision: str) -> None:
    """B-4: an F/C chip is played as FIRE or as COMBAT, as its player likes"""
    game = to_turn(2)
    game.play("chip FC")
    game.play("chip MOVE")
    assert (game.player, game.decision) == (FREE, "fire_or_combat")
    assert verbs(game) == {"fire", "combat"}
    game.play(action)
    assert (game.phase, game.player, game.decision) == (phase, FREE, decision)


def test_a_drawn_fc_chip_asks_its_player() -> None:
    """B-4"""
    game = to_turn(4)
    game.play("chip MOVE")
    game.play("chip MOVE")
    game.draws(["FC"])
    finish_phase(game)
    assert (game.player, game.decision, game.phasing_player) == (DARK, "fire_or_combat", DARK)


def test_a_held_fc_chip_asks_its_player() -> None:
    """B-4"""
    game = at_phase_4("FC")
    game.play("play held")
    assert (game.player, game.decision) == (DARK, "fire_or_combat")


def test_an_fc_chip_that_must_be_played_asks_its_player_too() -> None:
    """R6, B-4: still held at the last phase"""
    game = position({}, player=DARK, phase="MOVE", turn=1, held="FC")
    game.draws(["FIRE", "MOVE"])
    for _ in range(3):
        finish_phase(game)
    assert (game.turn, game.player, game.decision) == (1, FREE, "fire_or_combat")


def test_fire_with_nothing_to_shoot_is_a_way_out_of_melees() -> None:
    """B-4: in the Dark Army's F/C phase its melee need not be fought if the chip is played as FIRE"""
    game = position({"wolves beast 1": "1414", "elves spear 1": "1414"}, turn=4, player=FREE, phase="MOVE", spare=False)
    game.draws(["FC"])
    game.play("done")
    assert (game.player, game.decision) == (DARK, "fire_or_combat")
    game.draws(["MOVE"])
    game.play("fire")
    assert game.piece("wolves beast 1").steps == game.piece("elves spear 1").steps == 2
    assert game.phasing_player == FREE


# --- what a phase lets its player do


@pytest.mark.parametrize("phase, decision", [("MOVE", "select"), ("COMBAT", "combat_target"), ("FIRE", "fire_target")])
@pytest.mark.parametrize("player", [FREE, DARK])
def test_each_phase_has_its_own_doings(phase: str, decision: str, player: str) -> None:
    """B-4: move in MOVE, fight in COMBAT, shoot in FIRE; only the phasing player acts (B-1)"""
    game = position({}, player=player, phase=phase)
    assert (game.decision, game.player, game.phasing_player) == (decision, player, player)
    own, enemy = SPARE["gurash bow 2"], SPARE["lake_men bow 3"]
    if player == FREE:
        own, enemy = enemy, own
    assert set(game.legal_names()) == {f"hex {own if phase == 'MOVE' else enemy}", "done"}


# --- everything is public


def test_everything_is_public() -> None:
    """R37: held chips, the cup's content, all pieces"""
    game = to_turn(2)
    game.play("chip MOVE")
    game.play("chip COMBAT")
    assert game.player == FREE  # and yet he sees the Dark Army's chip, and its pieces
    assert game.held_chip == "COMBAT"
    assert game.cup == {**SIX_CHIPS, "MOVE": 2, "COMBAT": 0}
    assert game.piece("gurash bow 2").hex == SPARE["gurash bow 2"]
