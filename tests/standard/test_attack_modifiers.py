"""Attack modifiers of the standard game (S-7; R21, R44), added to those of the terrain (B-7)."""

from __future__ import annotations

import pytest

from tests.helpers import BOARD, DARK, FREE, GATE, TERRAIN, neighbours
from tests.standard.common import border, level
from tests.standard.fighting import check_attack, printed

WEST, EAST, SOUTH = "1617", "1817", "1718"  # around 1717
ROOM = BOARD["guard_rooms"]["north_west"]


def test_the_pasted_table() -> None:
    """R20: three corners of it, and the roll clamped to 0–11"""
    assert printed(-6, 0) == (1, 0) and printed(15, 11) == (0, 0) and printed(-9, 12) == (0, 2) and printed(99, -1) == (3, 0)


# --- terrain, as in the basic game


@pytest.mark.parametrize(
    "start, target, modifier",
    [
        (WEST, "1717", 0), ("1406", "1506", 1), ("1506", "1505", 1), ("1505", "1506", 0), ("1506", "1606", 0), ("0409", "0509", 1),
        ("0509", "0609", 0), ("1608", "1609", 1), ("0912", "1012", 2), ("1013", "1113", 1), ("1112", "1212", 1), ("1310", "1211", 2),
        ("1303", ROOM, 1), ("1103", ROOM, 2), ("1302", ROOM, 1), ("1907", GATE, 2), ("1906", GATE, 2),
    ],
)  # fmt: skip
def test_the_ground_adds_up(start: str, target: str, modifier: int) -> None:
    """B-7 (terrain), S-7: lower, river, Dale, guard room 1 each, the gate 2; both sides alike"""
    expected = 2 if target == GATE else (
        (level(start) < level(target)) + border(BOARD["river"], start, target) + (TERRAIN[target] == "d") + (target == ROOM)
    )  # fmt: skip
    assert expected == modifier and target in neighbours(start)
    check_attack({"wolves beast 1": start, "dwarves axe 1": target}, target, start, modifier=modifier)
    check_attack({"lake_men sword 1": start, "azug sword 1": target}, target, start, modifier=modifier, player=FREE)


def test_one_lower_attacker_is_enough() -> None:
    """B-7.1 (terrain)"""
    check_attack({"wolves beast 1": "1406", "wargs beast 1": "1505", "dwarves axe 1": "1506"}, "1506", "1406", "1505", modifier=1)
    check_attack({"wolves beast 1": "1608", "wargs beast 1": "1610", "dwarves axe 1": "1609"}, "1609", "1608", "1610", modifier=1)


# --- spears


@pytest.mark.parametrize("defender", ["azug sword 1", "azug bow 1", "azug rider 1", "wolves beast 1", "bolg axe 1", "Azug"])
def test_spears_against_others(defender: str) -> None:
    """S-7.1 (attacks), R44: -1; also against a lone leader, where no defending unit has a spear"""
    check_attack({"elves spear 1": WEST, defender: "1717"}, "1717", WEST, modifier=-1, player=FREE)


@pytest.mark.parametrize("defender", ["lake_men sword 1", "elves bow 1", "dwarves axe 1", "Thorin", "Gandalf"])
def test_goblin_spears_too(defender: str) -> None:
    """S-7.1 (attacks): "of both armies" """
    check_attack({"azug spear 1": WEST, defender: "1717"}, "1717", WEST, modifier=-1)


@pytest.mark.parametrize("attacker", ["lake_men sword 1", "elves bow 1", "dwarves axe 1", "Thranduil", "Gandalf"])
def test_others_have_no_such_bonus(attacker: str) -> None:
    """R44, R21: leaders alone have none: there must be an attacking unit"""
    check_attack({attacker: WEST, "azug sword 1": "1717"}, "1717", WEST, modifier=0, player=FREE)


def test_spears_against_spears() -> None:
    """S-7.1 (attacks), R44: not if a defending unit has spears; one of two is enough"""
    check_attack({"elves spear 1": WEST, "azug spear 1": "1717"}, "1717", WEST, modifier=0, player=FREE)
    pieces = {"elves spear 1": WEST, "azug spear 1": "1717 reduced", "azug sword 1": "1717 reduced"}
    check_attack(pieces, "1717", WEST, modifier=0, player=FREE)


def test_only_spears() -> None:
    """R44: every attacking unit, in all attacking hexes"""
    pieces = {"elves spear 1": WEST, "elves spear 2": EAST, "azug sword 1": "1717", "Azug": "1717"}
    check_attack(pieces, "1717", WEST, EAST, modifier=-1, player=FREE)
    pieces = {"elves spear 1": WEST, "elves bow 1": EAST, "azug sword 1": "1717", "Azug": "1717"}
    check_attack(pieces, "1717", WEST, EAST, modifier=0, player=FREE)
    pieces = {"elves spear 1": f"{WEST} reduced", "elves bow 1": f"{WEST} reduced", "azug sword 1": "1717"}
    check_attack(pieces, "1717", WEST, modifier=0, player=FREE)


def test_leaders_do_not_matter_for_spears() -> None:
    """R21: with them, or from another hex; on the defender's side either"""
    check_attack({"elves spear 1": WEST, "Gandalf": WEST, "azug sword 1": "1717"}, "1717", WEST, modifier=-1, player=FREE)
    pieces = {"elves spear 1": WEST, "Gandalf": EAST, "azug sword 1": "1717", "Azug": "1717"}
    check_attack(pieces, "1717", WEST, EAST, modifier=-1, player=FREE)


def test_spears_with_the_ground() -> None:
    """S-7 (attacks): added to the terrain: uphill +1 - 1; the gate +2 - 1"""
    check_attack({"elves spear 1": "1406", "azug sword 1": "1506"}, "1506", "1406", modifier=0, player=FREE)
    check_attack({"azug spear 1": "1907", "Thorin": GATE}, GATE, "1907", modifier=1)


# --- Bolg and his bodyguard; here Bolg is near, so his column shift (S-10, R45) comes on top


def test_the_bodyguard_attacks_at_minus_1() -> None:
    """S-7.2 (attacks), R44: without Bolg; several of them"""
    check_attack({"bolg axe 1": WEST, "dwarves axe 1": "1717"}, "1717", WEST, modifier=-1)
    pieces = {"bolg axe 1": WEST, "bolg axe 2": EAST, "dwarves axe 1": "1717", "Dain": "1717"}
    check_attack(pieces, "1717", WEST, EAST, modifier=-1)


def test_bolg_alone_or_with_them() -> None:
    """S-7.2 (attacks), S-10.2 (Bolg): both the -1 and the column"""
    check_attack({"Bolg": WEST, "dwarves axe 1": "1717"}, "1717", WEST, modifier=-1, shift=1)
    check_attack({"Bolg": WEST, "bolg axe 1": WEST, "dwarves axe 1": "1717"}, "1717", WEST, modifier=-1, shift=1)
    check_attack({"Bolg": WEST, "bolg axe 1": EAST, "dwarves axe 1": "1717"}, "1717", WEST, EAST, modifier=-1, shift=1)


def test_not_with_other_units() -> None:
    """R44: "only" Bolg and his bodyguard"""
    pieces = {"bolg axe 1": WEST, "azug sword 1": EAST, "dwarves axe 1": "1717"}
    check_attack(pieces, "1717", WEST, EAST, modifier=0)
    check_attack({"Bolg": WEST, "azug sword 1": WEST, "dwarves axe 1": "1717"}, "1717", WEST, modifier=0, shift=1)
    pieces = {"bolg axe 1": f"{WEST} reduced", "wolves beast 1": f"{WEST} reduced", "dwarves axe 1": "1717"}
    check_attack(pieces, "1717", WEST, modifier=0)


def test_other_chieftains_do_not_matter() -> None:
    """R21: Azug with a bodyguard is ignored; Azug alone has no bonus"""
    check_attack({"bolg axe 1": WEST, "Azug": WEST, "dwarves axe 1": "1717"}, "1717", WEST, modifier=-1)
    check_attack({"Azug": WEST, "lake_men sword 1": "1717"}, "1717", WEST, modifier=0)


def test_bolg_with_spears() -> None:
    """R44, R21: the attacking units are spears: -1 for them; with the bodyguard among them nothing"""
    check_attack({"Bolg": WEST, "azug spear 1": WEST, "dwarves axe 1": "1717"}, "1717", WEST, modifier=-1, shift=1)
    check_attack({"bolg axe 1": WEST, "azug spear 1": EAST, "dwarves axe 1": "1717"}, "1717", WEST, EAST, modifier=0)


def test_the_bodyguard_at_the_gate() -> None:
    """S-7 (attacks): +2 - 1"""
    check_attack({"bolg axe 1": "1907", "Thorin": GATE}, GATE, "1907", modifier=1)


# --- Beorn


def test_beorn_alone() -> None:
    """S-7.3 (attacks), S-10, R44: -1, with the ground added"""
    check_attack({"Beorn": WEST, "azug sword 1": "1717"}, "1717", WEST, modifier=-1, player=FREE)
    check_attack({"Beorn": "1406", "azug sword 1": "1506"}, "1506", "1406", modifier=0, player=FREE)


def test_beorn_with_others() -> None:
    """R44: "only" Beorn; with spears it is the spears' bonus, once (R21)"""
    pieces = {"Beorn": WEST, "lake_men sword 1": EAST, "azug sword 1": "1717", "Azug": "1717"}
    check_attack(pieces, "1717", WEST, EAST, modifier=0, player=FREE)
    pieces = {"Beorn": WEST, "elves spear 1": EAST, "azug sword 1": "1717", "Azug": "1717"}
    check_attack(pieces, "1717", WEST, EAST, modifier=-1, player=FREE)


def test_beorn_defending_gives_nothing() -> None:
    """S-7.3 (attacks): "when he attacks" """
    check_attack({"wargs beast 1": WEST, "Beorn": "1717"}, "1717", WEST, modifier=0, player=DARK)


# --- the ends of the table


def test_a_roll_of_0() -> None:
    """R20, S-7: 1 - 1 is the row 0, which no die reaches by itself: elves of 7 against 5: two hits"""
    assert printed(2, 0) == (2, 0) and printed(2, 1) == (1, 0)
    check_attack({"elves spear 1": WEST, "azug sword 1": "1717"}, "1717", WEST, modifier=-1, player=FREE)


def test_a_roll_of_more_than_11() -> None:
    """R20: 10 + 2 counts as 11"""
    check_attack({"wolves beast 1": "1907", "Thorin": GATE}, GATE, "1907", modifier=2)
