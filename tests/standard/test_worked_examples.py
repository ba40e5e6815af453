"""Every worked example of the rulebook's standard part, as printed."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bofa_env import Game
from tests.helpers import BOARD, DARK, FREE, GATE, TERRAIN, dests, distance, hexes, move, shoot, verbs
from tests.standard.common import before_turn, level, next_turn, standard, steps, where
from tests.standard.fighting import LOWEST, check_attack, printed

STAR = BOARD["dale_star"]


def enters(pieces: dict[str, str], start: str, end: str, take: str, die: int) -> bool:
    """Whether the pieces pass their courage test with this die."""
    game = standard(pieces)
    game.dice([die])
    move(game, start, end, take)
    assert game._dice == [], "no test was made"
    if game.decision == "stack_order":
        game.play("leader on top")
    return bool(game.stack(end, DARK))


def test_gandalf_regroups() -> None:
    """S-3: two hits, each needs a 5 or less: he rolls a 4 and a 6, and one hit is healed"""
    game = before_turn(2, {"Gandalf": "1717 hits=2"})
    next_turn(game, [4, 6])
    assert (game.piece("Gandalf").hits, game.piece("Gandalf").strength) == (1, 4)


@pytest.mark.parametrize("die", range(1, 11))
def test_bolg_helps_a_goblin(die: int) -> None:
    """S-3: Bolg (5) on a reduced goblin: instead of a 4 it needs a 9 or less"""
    game = before_turn(3, {"azug sword 1": "1717 reduced", "Bolg": "1717"})
    next_turn(game, [die])
    assert steps(game, "azug sword 1") == [2 if die <= 9 else 1]


def test_turn_3_with_two_move_chips_left() -> None:
    """S-3: Dark takes MOVE, the Free Peoples COMBAT; MOVE, FIRE and F/C are played; in his second phase the Free player sees
    only two MOVE chips in the cup, draws one of them and keeps his COMBAT
    """
    game = before_turn(3, {"azug sword 1": "1717", "elves spear 1": "1317"})
    game.play("done")
    assert (game.turn, game.decision, game.player) == (3, "choose_chip", DARK)
    game.play("chip MOVE")
    assert game.player == FREE
    game.play("chip COMBAT")
    game.draws(["FIRE", "FC"])
    assert (game.phase, game.phasing_player) == ("MOVE", DARK)
    game.play("done")
    assert (game.phase, game.phasing_player) == ("FIRE", FREE)
    game.play("done")
    assert (game.decision, game.player) == ("fire_or_combat", DARK)
    game.play("fire")
    game.play("done")
    assert (game.decision, game.player, game.held_chip) == ("held_or_draw", FREE, "COMBAT")
    assert game.cup == {"MOVE": 2, "COMBAT": 0, "FIRE": 0, "FC": 0} and verbs(game) == {"play held", "draw"}
    game.play("draw")
    assert (game.phase, game.phasing_player, game.held_chip) == ("MOVE", FREE, "COMBAT")


@pytest.mark.parametrize("die", range(1, 11))
def test_a_goblin_on_level_2_against_a_dwarf_on_level_3(die: int) -> None:
    """S-6.2: a goblin of 5 needs a 5 or less"""
    assert (level("1304"), level("1303")) == (2, 3)
    assert enters({"azug sword 1": "1304", "dwarves axe 1": "1303"}, "1304", "1303", "1", die) == (die <= 5)


@pytest.mark.parametrize("die", range(1, 11))
def test_gurash_and_a_goblin_against_an_elf(die: int) -> None:
    """S-6.3: Gurash (3) on a goblin of 4: a 7 or less; on a mountain too there is only this one test"""
    pieces = {"gurash sword 1": "1617", "Gurash": "1617", "elves spear 1": "1717"}
    assert enters(pieces, "1617", "1717", "1+2", die) == (die <= 7)
    pieces = {"gurash sword 1": "1304", "Gurash": "1304", "elves spear 1": "1303"}
    assert enters(pieces, "1304", "1303", "1+2", die) == (die <= 7)


@pytest.mark.parametrize("die", range(1, 11))
def test_a_goblin_of_6_at_the_gate(die: int) -> None:
    """S-6.5: a 4 or less; a suitable leader could help: with Bolg a 9"""
    assert enters({"bolg axe 1": "1907", "Thorin": GATE}, "1907", GATE, "1", die) == (die <= 4)
    assert enters({"bolg axe 1": "1907", "Bolg": "1907", "Thorin": GATE}, "1907", GATE, "1+2", die) == (die <= 9)


def test_a_rider_of_6_too() -> None:
    """S-6.5: any goblin of 6"""
    assert standard({"thrak rider 1": "1907"}).piece("thrak rider 1").strength == 6
    assert enters({"thrak rider 1": "1907", "Thorin": GATE}, "1907", GATE, "1", 4)
    assert not enters({"thrak rider 1": "1907", "Thorin": GATE}, "1907", GATE, "1", 5)


def test_gandalfs_three_hits_and_two_more() -> None:
    """S-10, R1: with 3 hits he regroups and tests courage with 2; two more and he is out of the game"""
    game = standard({"Gandalf": "1717 hits=3", "azug bow 1": "1617"}, phase="FIRE")
    assert game.piece("Gandalf").strength == 2
    shoot(game, "1717", "1617", die=1)  # strength 4, a 1: two hits
    assert game.piece("Gandalf").hex is None and steps(game, "Gandalf") == [0]


@pytest.mark.parametrize("die, restored", [(6, 2), (7, 1)])
def test_gandalf_with_three_hits_helps_with_2(die: int, restored: int) -> None:
    """S-10: regrouping: 4 + 2"""
    game = before_turn(2, {"elves spear 1": "1717 reduced", "Gandalf": "1717 hits=3"})
    next_turn(game, [10, 10, 10, die])
    assert steps(game, "elves spear 1") == [restored]


@pytest.mark.parametrize("die, there", [(9, True), (10, False)])
def test_gandalf_with_three_hits_in_a_courage_test(die: int, there: bool) -> None:
    """S-10: courage: elves of 7 up the mountain, 7 + 2"""
    game = standard({"elves spear 1": "1406", "Gandalf": "1406 hits=3", "azug sword 1": "1506"}, player=FREE)
    game.dice([die])
    move(game, "1406", "1506", "1+2")
    assert bool(game.stack("1506", FREE)) == there


def test_gandalf_escapes_to_an_elf_unit() -> None:
    """S-10: a goblin moves into his hex; he goes two hexes to an elf unit and joins it; the goblin's move goes on"""
    pieces = {"azug sword 1": "1517", "Gandalf": "1717", "elves spear 1": "1715"}
    assert distance("1717", "1715") == 2
    game = standard(pieces)
    assert {"1717", "1817"} <= dests(game, "1517")
    move(game, "1517", "1817")
    assert (game.decision, game.player, game.subject) == ("escape", FREE, "Gandalf") and "1715" in hexes(game)
    game.play("hex 1715")
    game.play("leader on top")
    assert game.stack("1715", FREE) == ["Gandalf", "elves spear 1"] and where(game, "azug sword 1") == ["1817"]
    assert (game.decision, game.player) == ("select", DARK)


def test_bolgs_column() -> None:
    """S-10.1, R45: "the column to the right of the one normally used" """
    check_attack({"Bolg": "1917", "azug sword 1": "1617", "elves spear 1": "1717"}, "1717", "1617", modifier=0, shift=1)
    assert all(printed(low, roll, 1) == printed(high, roll) for low, high in pairwise(LOWEST) for roll in range(12))


def dale(free: dict[str, str]) -> Game:
    """A goblin of 5 on the star and one of 4 elsewhere in Dale."""
    assert TERRAIN["1112"] == TERRAIN["1211"] == TERRAIN["1213"] == "d"
    return standard({"azug sword 1": STAR, "azug bow 1": "1112", **free})


def test_dale_is_the_goblins() -> None:
    """S-11.5: 5 on the star, 4 beside it, no Free Peoples"""
    assert dale({}).areas()["dale"] == DARK


@pytest.mark.parametrize(
    "free, control",
    [
        ({"elves spear 1": "1211 reduced"}, DARK),  # 4
        ({"lake_men sword 1": "1211"}, None),  # 5
        ({"elves spear 1": "1211"}, None),  # 7
        ({"lake_men sword 1": "1211 reduced", "lake_men sword 2": "1211 reduced"}, None),  # 6
    ],
)
def test_five_points_contest_dale(free: dict[str, str], control: str | None) -> None:
    """S-11.5: "at least 5" """
    assert dale(free).areas()["dale"] == control


@pytest.mark.parametrize(
    "others, control",
    [
        ({"lake_men sword 1": "1211", "elves spear 1": "1213"}, FREE),  # 7 + 5 + 7 = 19
        ({"lake_men sword 1": "1211", "elves spear 9": "1213"}, None),  # 7 + 5 + 6 = 18
    ],
)
def test_nineteen_points_take_dale(others: dict[str, str], control: str | None) -> None:
    """S-11.5: 19 against 9, with a unit on the star (in a melee with the goblin there)"""
    game = dale({"elves bow 1": STAR, **others})
    assert sum(game.piece(name).strength for name in ("elves bow 1", *others)) == (19 if control else 18)
    assert game.areas()["dale"] == control
