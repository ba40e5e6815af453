"""O-6: the Dark Army picks which two of its five tribes come over the mountain in turn 4."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from bofa_env import Game
from tests.helpers import BOARD, DARK, FREE, hexes, verbs
from tests.options.board import RULESETS, STANDARD, battle, wait

OPTION = ("variable_reinforcements",)
TRIBES = ("azug", "thuk", "thrak", "osag", "gurash")
SOUTH = {*BOARD["entry_south_east"], *BOARD["entry_south_west"]}
NORTH_WEST, NORTH_EAST = set(BOARD["entry_north_west"]), set(BOARD["entry_north_east"])


def chosen(*late: str, ruleset: str = STANDARD, deployment: str = "random", seed: int = 1) -> Game:
    """These two tribes come late; everything else is set up, or asked for."""
    game = Game(ruleset, OPTION, deployment, seed)
    for tribe in late:
        game.play(f"tribe {tribe}")
    return game


def tribe_of(game: Game, tribe: str) -> list[str]:
    return [piece.name for piece in game.pieces(DARK) if piece.army == tribe]


def limits_hold(game: Game) -> bool:
    """B-9, for full units: one, and at most one leader."""
    places = [(piece.side, piece.hex, piece.leader) for piece in game.pieces() if piece.hex]
    return len(places) == len(set(places))


# --- the choice


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_dark_army_picks_two_of_five(ruleset: str) -> None:
    """O-6"""
    game = Game(ruleset, OPTION, "random", 1)
    assert (game.decision, game.player) == ("tribe", DARK)
    assert verbs(game) == {f"tribe {tribe}" for tribe in TRIBES} and not hexes(game)
    game.play("tribe thuk")
    assert verbs(game) == {f"tribe {tribe}" for tribe in TRIBES if tribe != "thuk"}
    game.play("tribe azug")
    assert game.decision == "choose_chip"


def test_after_the_set_up_of_the_free_peoples_and_before_its_own() -> None:
    """O-6: he sees them first"""
    game = Game(STANDARD, OPTION, "free", 1)
    rng = random.Random(1)
    while game.decision != "tribe":
        assert game.player == FREE
        game.play(rng.choice(game.legal_actions()))
    waiting = {piece.name for piece in game.pieces(FREE) if not piece.hex and piece.to_come}
    assert waiting == {"Gwaihir", "Beorn", *(f"eagles talon {number}" for number in range(1, 5))}
    assert not any(piece.hex for piece in game.pieces(DARK))


@pytest.mark.parametrize("late", list(combinations(TRIBES, 2)))
def test_the_other_three_are_set_up(late: tuple[str, str]) -> None:
    """O-6: every pair, on the SE and SW triangles within the limits; wolves too, Bolg's host as ever in turn 5"""
    game = chosen(*late)
    for tribe in TRIBES:
        for name in tribe_of(game, tribe):
            piece = game.piece(name)
            assert piece.to_come == (tribe in late) and (piece.hex in SOUTH) == (tribe not in late)
    assert all(game.piece(f"wolves beast {number}").hex in SOUTH for number in range(1, 9))
    assert game.piece("Bolg").to_come and game.piece("wargs beast 1").to_come
    assert limits_hold(game)


@pytest.mark.parametrize("late", list(combinations(TRIBES, 2)))
def test_the_historical_set_up_has_a_place_for_every_tribe(late: tuple[str, str]) -> None:
    """O-6, B-2, B-9"""
    game = chosen(*late, deployment="historical")
    assert game.decision == "choose_chip" and limits_hold(game)
    for tribe in TRIBES:
        places = {game.piece(name).hex for name in tribe_of(game, tribe)}
        assert places == {None} if tribe in late else places <= SOUTH


def test_in_the_free_set_up_the_owner_places_the_three() -> None:
    """O-6, B-2: and nobody of the other two"""
    game = Game(STANDARD, OPTION, "free", 1)
    rng = random.Random(1)
    while game.decision != "tribe":
        game.play(rng.choice(game.legal_actions()))
    game.play("tribe azug")
    game.play("tribe thrak")
    asked = set()
    while game.turn == 0:
        assert game.player == DARK
        if game.decision == "deploy":
            asked.add(game.piece(str(game.subject)).army)
            assert hexes(game) <= SOUTH
        game.play(rng.choice(game.legal_actions()))
    assert asked == {"thuk", "osag", "gurash", "wolves"} and limits_hold(game)


def test_the_historical_set_up_with_the_historical_choice_is_the_historical_set_up() -> None:
    """O-6: Osag and Gurash late, as in B-5"""
    game, usual = chosen("osag", "gurash", deployment="historical"), Game(seed=1)
    assert [piece.hex for piece in game.pieces()] == [piece.hex for piece in usual.pieces()]


def test_without_the_option_nobody_is_asked() -> None:
    """O-6 is an option"""
    assert Game(seed=1).decision == "choose_chip"
    assert all(Game(seed=1).piece(name).to_come for name in ("Osag", "Gurash", "osag spear 1", "gurash bow 2"))


# --- turn 4


def dark_move_of_turn(game: Game, turn: int, die: int | None = None) -> Game:
    """Nobody does anything until the Dark Army's first MOVE phase of that turn, or of a later one."""
    while not (game.turn >= turn and game.phase == "MOVE" and game.phasing_player == DARK and game.decision == "select"):
        if game.turn == 3 and die is not None and not game.position()["script"]["dice"]:
            game.dice([die])
        if game.decision == "choose_chip" and "chip MOVE" in game.legal_names():
            game.play("chip MOVE")
        elif game.decision == "held_or_draw":
            game.play("play held")
        else:
            wait(game)
    return game


def enterable(game: Game) -> dict[str, set[str]]:
    """Whom `enter` brings on in this phase, and where."""
    copy, found = game.clone(), {}
    while "enter" in copy.legal_names():
        copy.play("enter")
        found[str(copy.subject)] = hexes(copy)
        copy.play("skip")
    return found


def test_they_do_not_come_before_turn_4() -> None:
    """O-6: still in turn 4"""
    for turn in (1, 2, 3):
        game = dark_move_of_turn(chosen("azug", "thrak"), turn)
        if game.turn <= 3:
            assert "enter" not in verbs(game)


@pytest.mark.parametrize(
    ("die", "edges"),
    [(3, NORTH_EAST), (6, NORTH_WEST), (10, NORTH_WEST | NORTH_EAST)],
    ids=["north-east", "north-west", "either"],
)
def test_they_come_over_the_mountain_where_the_roll_says(die: int, edges: set[str]) -> None:
    """O-6, R8: all of both tribes and nobody else"""
    game = dark_move_of_turn(chosen("azug", "thrak"), 4, die)
    assert game.turn == 4
    found = enterable(game)
    assert set(found) == {*tribe_of(game, "azug"), *tribe_of(game, "thrak")}
    assert all(where <= edges and where for where in found.values())


def test_in_basic_they_come_over_either_edge() -> None:
    """O-6, B-5"""
    game = dark_move_of_turn(chosen("azug", "thuk", ruleset="basic"), 4)
    assert enterable(game)["azug sword 1"] == NORTH_WEST | NORTH_EAST


def test_who_finds_no_triangle_comes_later() -> None:
    """O-6: there are not enough triangles for all of them; the others come in a later phase and are never lost"""
    game = dark_move_of_turn(chosen("azug", "thuk"), 4, 10)
    rng = random.Random(1)
    while game.decision != "select" or "enter" in game.legal_names():
        names = [name for name in game.legal_names() if name != "skip"]
        game.play("enter" if "enter" in names else rng.choice(names))
    waiting = [name for name in (*tribe_of(game, "azug"), *tribe_of(game, "thuk")) if game.piece(name).to_come]
    assert waiting  # 35 units do not all find room on fewer than 35 triangles
    game.play("done")
    later = dark_move_of_turn(game, 5)
    assert all(later.piece(name).to_come for name in waiting)


def test_a_sparse_position_may_have_any_tribe_to_come() -> None:
    """O-6: a tribe with pieces to come is one of those that come over the mountain"""
    game = battle({"azug sword 1": "to come", "azug sword 2": "1717"}, *OPTION, phase="MOVE", turn=5)
    assert set(enterable(game)) == {"azug sword 1"}
    assert enterable(game)["azug sword 1"] == NORTH_WEST | NORTH_EAST
