"""Reinforcements in the standard game (S-5; R8, R9, R13, R16, R38)."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import BOARD, DARK, FREE, dests, enter, hexes, maybe, move, neighbours, verbs
from tests.standard.common import before_turn, next_turn, pass_until, standard, where

NORTH_WEST, NORTH_EAST = set(BOARD["entry_north_west"]), set(BOARD["entry_north_east"])
CORNER = "2700"
CIRCLE = BOARD["entry_circle"]


def entry_hexes(game: Game, name: str) -> set[str]:
    """Where a reinforcement may be placed now."""
    copy = game.clone()
    copy.play("enter")
    while copy.subject != name:
        copy.play("skip")
        copy.play("enter")
    return hexes(copy)


def dark_move_in_turn_4(die: int, pieces: dict[str, str]) -> Game:
    """Turn 4 begins with this roll; then the first MOVE phase of the Dark Army."""
    game = before_turn(4, pieces)
    next_turn(game, [die])
    game.play("chip MOVE")
    game.play("chip MOVE")
    game.draws(["MOVE"])
    game.play("done")
    assert (game.turn, game.phase, game.phasing_player) == (4, "MOVE", DARK)
    return game


# --- turn 4


def test_the_corner_belongs_to_both_edges() -> None:
    """S-5, B-2: "including the corner" """
    assert {CORNER} == NORTH_WEST & NORTH_EAST


@pytest.mark.parametrize("die", range(1, 11))
@pytest.mark.parametrize("name", ["Osag", "osag spear 1", "Gurash", "gurash bow 1"])
def test_where_the_tribes_come_over_the_mountain(die: int, name: str) -> None:
    """S-5, R8: 1–3 north-east, 4–6 north-west, 7–10 either; leaders and units alike"""
    allowed = NORTH_EAST if die <= 3 else NORTH_WEST if die <= 6 else NORTH_EAST | NORTH_WEST
    assert entry_hexes(dark_move_in_turn_4(die, {name: "to come"}), name) == allowed


def test_one_roll_for_both_tribes() -> None:
    """S-5, R8"""
    game = dark_move_in_turn_4(2, {"osag spear 1": "to come", "gurash bow 1": "to come"})
    assert entry_hexes(game, "osag spear 1") == entry_hexes(game, "gurash bow 1") == NORTH_EAST


def test_the_roll_holds_for_later_turns_too() -> None:
    """S-5, R38: what did not enter stays available, on the same edge"""
    game = dark_move_in_turn_4(5, {"osag spear 1": "to come", "elves spear 1": "1717"})
    while game.turn == 4:
        pass_until(game, DARK, "MOVE")
    assert entry_hexes(game, "osag spear 1") == NORTH_WEST


def test_the_roll_is_made_once() -> None:
    """S-5: at the start of turn 4 and of no other"""
    for turn in (2, 3, 5, 6):
        game = before_turn(turn, {"osag spear 1": "to come", "elves spear 1": "1717"})
        game.dice([1])
        game.play("done")
        assert game._dice == [1], turn


def test_the_roll_does_not_bind_the_others() -> None:
    """S-5: wargs come from the south, eagles from both mountain edges"""
    game = standard({"wargs beast 1": "to come"}, turn=5, entry_edges="north_east")
    assert entry_hexes(game, "wargs beast 1") == set(BOARD["entry_south_east"]) | set(BOARD["entry_south_west"])
    game = standard({"eagles talon 1": "to come"}, player=FREE, turn=7, entry_edges="north_east")
    assert entry_hexes(game, "eagles talon 1") == NORTH_EAST | NORTH_WEST


# --- onto enemies


def test_onto_enemies_without_a_courage_test() -> None:
    """S-5, R38: goblins onto an elf on the mountain, which needs courage when they move (S-6): melee, no roll"""
    game = standard({"osag spear 1": "to come", "elves spear 1": "1500"}, turn=4)
    game.explicit_chance = True
    enter(game, "osag spear 1", "1500")
    assert not game.at_chance and game.stack("1500", DARK) == ["osag spear 1"]


def test_that_is_its_move() -> None:
    """R38: who is placed onto enemies does not move on, or to another hex; the enemy stays where he is"""
    game = standard({"osag spear 1": "to come", "elves spear 1": "1500"}, turn=4)
    enter(game, "osag spear 1", "1500")
    assert "1500" not in hexes(game) and where(game, "elves spear 1") == ["1500"]


def test_onto_a_lone_leader_it_is_the_move_too() -> None:
    """R38: Beorn never escapes, so he is in a melee now"""
    game = standard({"osag spear 1": "to come", "Beorn": "1500"}, turn=4)
    enter(game, "osag spear 1", "1500")
    assert "1500" not in hexes(game)


def test_placed_on_a_free_triangle_it_moves_on() -> None:
    """R38: normally, but into no enemy hex: it did not begin the phase adjacent to it (R11)"""
    game = standard({"osag spear 1": "to come", "dwarves axe 1": "1600"}, turn=4)
    enter(game, "osag spear 1", "1500")
    assert "1600" in neighbours("1500")
    assert "1501" in dests(game, "1500") and "1600" not in dests(game, "1500")


@pytest.mark.parametrize("eagle", ["eagles talon 1", "Gwaihir"])
def test_not_onto_eagles(eagle: str) -> None:
    """R38, R24: whether they fly alone or above a Dark piece"""
    assert "1500" not in entry_hexes(standard({"osag spear 1": "to come", eagle: "1500"}, turn=4), "osag spear 1")
    game = standard({"Osag": "to come", eagle: "1500", "gurash sword 1": "1500"}, turn=4)
    assert "1500" not in entry_hexes(game, "Osag")


def test_onto_enemies_within_the_own_limits() -> None:
    """S-5, B-9: one full unit, and a leader"""
    pieces = {"osag spear 1": "1500", "osag spear 2": "to come", "Osag": "to come", "elves spear 1": "1500"}
    game = standard(pieces, turn=4)
    assert "1500" not in entry_hexes(game, "osag spear 2") and "1500" in entry_hexes(game, "Osag")


# --- eagles


def test_eagles_come_in_turn_7() -> None:
    """B-5, S-5: not before"""
    pieces = {"eagles talon 1": "to come", "Gwaihir": "to come", "elves spear 1": "1717"}
    assert "enter" not in verbs(standard(pieces, player=FREE, turn=6))
    game = standard(pieces, player=FREE, turn=7)
    assert entry_hexes(game, "eagles talon 1") == entry_hexes(game, "Gwaihir") == NORTH_WEST | NORTH_EAST


def test_an_eagle_enters_alone_or_with_gwaihir() -> None:
    """R16, R38"""
    pieces = {"eagles talon 1": "to come", "eagles talon 2": "1400", "Gwaihir": "1500", "elves spear 1": "1600", "Gandalf": "1700"}
    found = entry_hexes(standard(pieces, player=FREE, turn=7), "eagles talon 1")
    assert "1500" in found and not {"1400", "1600", "1700"} & found
    pieces = {**pieces, "Gwaihir": "to come", "eagles talon 1": "1300 reduced"}
    found = entry_hexes(standard(pieces, player=FREE, turn=7), "Gwaihir")
    assert {"1300", "1400"} <= found and not {"1600", "1700"} & found


@pytest.mark.parametrize("eagle", ["eagles talon 1", "Gwaihir"])
def test_eagles_may_be_placed_above_enemies(eagle: str) -> None:
    """R38: that is their move; nobody is forced into a melee (R47)"""
    game = standard({eagle: "to come", "osag spear 1": "1500"}, player=FREE, turn=7)
    enter(game, eagle, "1500")
    assert game.piece(eagle).hex == "1500" and "1500" not in hexes(game)
    game.draws(["COMBAT"])
    pass_until(game, DARK, "COMBAT")
    assert {"1500"} <= hexes(game) and "done" in verbs(game)


def test_an_eagle_placed_on_a_free_triangle_flies_on_and_dives() -> None:
    """R38, S-7"""
    game = standard({"eagles talon 1": "to come", "osag spear 1": "1502"}, player=FREE, turn=7)
    enter(game, "eagles talon 1", "1500")
    move(game, "1500", "1505")
    assert game.decision == "dive" and hexes(game) == {"1502"}


def test_an_entered_eagle_may_fly_above_enemies_from_afar() -> None:
    """R38, R11: eagles do so from anywhere in reach"""
    game = standard({"eagles talon 1": "to come", "azug sword 1": "1706"}, player=FREE, turn=7)
    enter(game, "eagles talon 1", "1700")
    assert "1706" in dests(game, "1700")


# --- Beorn


def test_beorn_onto_enemies_without_a_courage_test() -> None:
    """R9, R38: onto the goblins on the circle, or beside them"""
    game = standard({"Beorn": "to come", "azug sword 1": CIRCLE}, player=FREE, turn=8)
    assert entry_hexes(game, "Beorn") == {CIRCLE} | neighbours(CIRCLE)
    game.explicit_chance = True
    enter(game, "Beorn", CIRCLE)
    assert not game.at_chance and game.piece("Beorn").hex == CIRCLE and CIRCLE not in hexes(game)


def test_beorn_beside_friends() -> None:
    """R9: not onto friends: the nearest hexes free of pieces"""
    game = standard({"Beorn": "to come", "elves spear 1": CIRCLE, "azug sword 1": "0112"}, player=FREE, turn=8)
    assert entry_hexes(game, "Beorn") == neighbours(CIRCLE) - {"0112"}


def test_beorn_beside_an_eagle_above_enemies() -> None:
    """R9, R16: a friend is there, so he does not enter onto them"""
    game = standard({"Beorn": "to come", "eagles talon 1": CIRCLE, "azug sword 1": CIRCLE}, player=FREE, turn=8)
    assert entry_hexes(game, "Beorn") == neighbours(CIRCLE)


def test_beorn_goes_on_into_enemies_after_a_free_entry() -> None:
    """R38, B-10.5: he need not begin the phase adjacent"""
    game = standard({"Beorn": "to come", "azug sword 1": "0413"}, player=FREE, turn=8)
    game.play("enter")
    maybe(game, "enter", f"hex {CIRCLE}")
    assert "0413" in dests(game, CIRCLE)


def test_nobody_has_to_enter() -> None:
    """R38: what does not enter stays to come, also in the turns after"""
    game = standard({"Beorn": "to come", "elves spear 1": "1717", "azug sword 1": "1317"}, player=FREE, turn=8)
    assert "done" in verbs(game)
    while game.turn == 8:
        pass_until(game, FREE, "MOVE")
    assert game.turn > 8 and entry_hexes(game, "Beorn") == {CIRCLE}
