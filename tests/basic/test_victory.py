"""Victory (B-11; R7): who holds which area, and who wins."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import BOARD, DARK, FREE, GATE, attack, move, position, shoot

STAR = BOARD["dale_star"]
TOPS = BOARD["hilltop"]
ROOM_NW, ROOM_NE = BOARD["guard_rooms"]["north_west"], BOARD["guard_rooms"]["north_east"]
KEYS = {"front_gate": GATE, "dale": STAR, "guard_room_nw": ROOM_NW, "guard_room_ne": ROOM_NE}
NOBODY = {"front_gate": None, "dale": None, "hilltop": None, "guard_room_nw": None, "guard_room_ne": None}


def held(pieces: dict[str, str]) -> dict[str, str | None]:
    return position(pieces).areas()


def hill(names: list[str]) -> dict[str, str]:
    return dict(zip(names, TOPS, strict=False))


def at_the_end(pieces: dict[str, str]) -> Game:
    """Turn 12 is over: the Dark Army has passed in the sixth and last phase."""
    game = position(pieces, turn=12, phase_number=6)
    assert game.outcome is None
    game.play("done")
    return game


# --- control


def test_nobody_holds_an_empty_area() -> None:
    """B-11.1"""
    assert held({}) == NOBODY


@pytest.mark.parametrize("area, hex", KEYS.items())
@pytest.mark.parametrize("name, side", [("azug sword 1", DARK), ("dwarves axe 1", FREE)])
def test_who_alone_has_units_there_holds_it(area: str, hex: str, name: str, side: str) -> None:
    """B-11.1, B-11.2: guard rooms, Front Gate, the star of Dale; a reduced unit will do"""
    assert held({name: hex}) == {**NOBODY, area: side}
    assert held({name: f"{hex} reduced"}) == {**NOBODY, area: side}


@pytest.mark.parametrize("area, hex", KEYS.items())
def test_nobody_holds_a_contested_area(area: str, hex: str) -> None:
    """B-11.1: however many or strong: in the basic game one enemy is enough"""
    assert held({"dwarves axe 6": hex, "Dain": hex, "wolves beast 1": f"{hex} reduced"})[area] is None


def test_dale_is_its_star_hex() -> None:
    """B-11.4: other hexes of the town neither hold nor deny it"""
    assert held({"azug sword 1": "1112"})["dale"] is None
    assert held({"azug sword 1": STAR, "elves spear 1": "1112", "elves spear 2": "1213"})["dale"] == DARK


def test_the_hilltop_is_all_three_hexes() -> None:
    """B-11.3: a unit in each"""
    names = ["azug sword 1", "azug sword 2", "azug sword 3"]
    assert len(TOPS) == 3
    assert held(hill(names)) == {**NOBODY, "hilltop": DARK}
    assert held(hill(names[:2])) == NOBODY


def test_an_enemy_on_any_top_denies_the_hilltop() -> None:
    """B-11.3"""
    names = ["azug sword 1", "azug sword 2", "azug sword 3"]
    for top in TOPS:
        assert held({**hill(names), "elves spear 1": top})["hilltop"] is None
    assert held({**hill(["azug sword 1", "azug sword 2", "elves spear 1"])})["hilltop"] is None


def test_slopes_do_not_matter_in_the_basic_game() -> None:
    """B-11.3: only the three tops; slopes contest the hilltop only in the standard game"""
    assert held({**hill(["azug sword 1", "azug sword 2", "azug sword 3"]), "elves spear 1": "0510"})["hilltop"] == DARK


@pytest.mark.parametrize("name", ["eagles talon 1", "Gwaihir", "Gandalf", "Beorn", "Bard", "Bilbo"])
def test_eagles_and_leaders_do_not_hold(name: str) -> None:
    """B-11.5"""
    assert held({name: STAR})["dale"] is None
    assert held({name: ROOM_NW})["guard_room_nw"] is None


@pytest.mark.parametrize("name", ["eagles talon 1", "Gwaihir", "Gandalf", "Beorn"])
def test_eagles_and_leaders_do_not_deny(name: str) -> None:
    """B-11.5: by moving in nobody loses the area either"""
    assert held({"azug sword 1": STAR, name: STAR})["dale"] == DARK
    assert held({**hill(["azug sword 1", "azug sword 2", "azug sword 3"]), name: TOPS[0]})["hilltop"] == DARK


def test_dark_leaders_do_not_count_either() -> None:
    """B-11.5"""
    assert held({"Bolg": STAR})["dale"] is None
    assert held({"Bolg": STAR, "elves spear 1": STAR})["dale"] == FREE


def test_thorin_counts() -> None:
    """B-11.5, B-10.4, R34: he holds and denies like a unit"""
    assert held({"Thorin": GATE})["front_gate"] == FREE
    assert held({"Thorin": STAR, "azug sword 1": STAR})["dale"] is None
    assert held({**hill(["Thorin", "elves spear 1", "elves spear 2"])})["hilltop"] == FREE


def test_areas_are_judged_as_they_are() -> None:
    """B-11.1: control is lost when the unit leaves; nothing is remembered"""
    game = position({"azug sword 1": STAR})
    assert game.areas()["dale"] == DARK
    move(game, STAR, "1213")
    assert game.areas()["dale"] is None


# --- the end


def test_the_game_ends_after_turn_12() -> None:
    """B-3, B-11.1: judged at the end of the last turn"""
    game = at_the_end({})
    assert game.over and game.player is None and game.decision is None and game.legal_actions() == []


def test_not_before() -> None:
    """B-3: turn 11 is followed by turn 12; holding everything does not end the game"""
    everything = {"azug sword 1": GATE, "azug sword 2": STAR, "azug sword 3": ROOM_NE, "azug sword 4": ROOM_NW}
    everything |= hill(["thuk sword 1", "thuk sword 2", "thuk sword 3"])
    game = position(everything, turn=11, player=FREE, phase_number=6)
    game.play("done")
    assert (game.turn, game.outcome) == (12, None)


def test_more_areas_win() -> None:
    """B-11.1: two against one"""
    game = at_the_end({"azug sword 1": STAR, "azug sword 2": GATE, "elves spear 1": ROOM_NW})
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.level) == (DARK, "won")
    assert game.outcome.scores == {FREE: 1, DARK: 2}
    assert game.outcome.areas == {**NOBODY, "dale": DARK, "front_gate": DARK, "guard_room_nw": FREE}


def test_the_free_peoples_win_alike() -> None:
    """B-11.1"""
    outcome = at_the_end({"elves spear 1": ROOM_NW}).outcome
    assert outcome is not None and (outcome.winner, outcome.level) == (FREE, "won")


@pytest.mark.parametrize("pieces", [{}, {"azug sword 1": STAR, "elves spear 1": ROOM_NW}])
def test_equal_is_a_draw(pieces: dict[str, str]) -> None:
    """B-11.1: "more than his opponent" """
    outcome = at_the_end(pieces).outcome
    assert outcome is not None and (outcome.winner, outcome.level) == (None, "draw")


def test_all_five_are_simply_won_in_the_basic_game() -> None:
    """B-11.1: levels of victory are for the standard game"""
    everything = {"azug sword 1": GATE, "azug sword 2": STAR, "azug sword 3": ROOM_NE, "azug sword 4": ROOM_NW}
    everything |= hill(["thuk sword 1", "thuk sword 2", "thuk sword 3"])
    outcome = at_the_end(everything).outcome
    assert outcome is not None and (outcome.winner, outcome.level, outcome.scores) == (DARK, "won", {FREE: 0, DARK: 5})


# --- the early end (R7)


def test_a_side_without_pieces_has_lost_at_once() -> None:
    """R7: no piece on the map and none to come: the other side scores a complete victory, whatever it holds"""
    game = position({"azug sword 1": "1617", "Bilbo": "1717 reduced"}, phase="COMBAT", spare=False)
    attack(game, "1717", "1617", die=1)
    assert game.over and game.outcome is not None
    assert (game.outcome.winner, game.outcome.level) == (DARK, "complete")


def test_by_a_shot_too() -> None:
    """R7"""
    game = position({"elves bow 1": "1617", "azug sword 1": "1717 reduced"}, player=FREE, phase="FIRE", spare=False)
    shoot(game, "1717", "1617", die=1)
    assert game.outcome is not None and (game.outcome.winner, game.outcome.level) == (FREE, "complete")


def test_the_attacker_may_be_the_one_who_is_gone() -> None:
    """R7: the last wolf dies in its own attack; before that nobody has won"""
    pieces = {"wolves beast 1": "1617 reduced", "elves spear 1": "1717"}
    game = position(pieces, phase="COMBAT", spare=False)
    assert game.outcome is None
    attack(game, "1717", "1617", die=10)
    assert game.outcome is not None and (game.outcome.winner, game.outcome.level) == (FREE, "complete")


def test_a_side_with_pieces_to_come_goes_on() -> None:
    """R7: "and none to come" """
    pieces = {"azug sword 1": "1617", "azug sword 2": "2020", "Bilbo": "1717 reduced", "Beorn": "to come"}
    game = position(pieces, phase="COMBAT", spare=False)
    attack(game, "1717", "1617", die=1)
    assert game.piece("Bilbo").steps == 0 and game.outcome is None


def test_leaders_and_eagles_keep_a_side_alive() -> None:
    """R7: no piece at all, not: no unit"""
    for last in ("Bilbo", "eagles talon 1"):
        game = position({"azug sword 1": "1617", "elves spear 9": "1717 reduced", last: "1212"}, phase="COMBAT", spare=False)
        attack(game, "1717", "1617", die=1)
        assert game.piece("elves spear 9").steps == 0 and game.outcome is None
