"""Melee modifiers of the standard game (S-7; R21, R22)."""

from __future__ import annotations

import pytest

from tests.helpers import BOARD, FREE, GATE, TERRAIN
from tests.standard.common import border, level
from tests.standard.fighting import check_melee

WEST, EAST = "1617", "1817"  # beside 1717
ROOM = BOARD["guard_rooms"]["north_west"]


# --- goblins


@pytest.mark.parametrize("goblin", ["azug sword 1", "azug rider 1", "bolg axe 1", "thrak rider 1", "gurash sword 1"])
def test_goblins_fight_at_minus_1(goblin: str) -> None:
    """S-7.1 (melees)"""
    check_melee({goblin: "1717", "dwarves axe 1": "1717"}, "1717", modifier=-1)


@pytest.mark.parametrize("goblin", ["azug bow 1", "azug spear 1", "osag spear 1"])
def test_goblin_bows_and_spears_do_not(goblin: str) -> None:
    """S-7.1 (melees): "except archers and spears" """
    check_melee({goblin: "1717", "dwarves axe 1": "1717"}, "1717", modifier=0)


@pytest.mark.parametrize("name", ["wolves beast 1", "wargs beast 1", "Azug", "Bolg"])
def test_wolves_wargs_and_leaders_are_no_goblin_units(name: str) -> None:
    """S-7.1 (melees): Bolg brings his column (S-10)"""
    check_melee({name: "1717", "dwarves axe 1": "1717"}, "1717", modifier=0, shift=int(name == "Bolg"))


def test_a_leader_with_them_does_not_matter() -> None:
    """S-7.1 (melees), R21"""
    check_melee({"azug sword 1": "1717", "Azug": "1717", "dwarves axe 1": "1717"}, "1717", modifier=-1)
    check_melee({"azug bow 1": "1717", "Azug": "1717", "dwarves axe 1": "1717"}, "1717", modifier=0)


@pytest.mark.parametrize(
    "one, two, modifier",
    [
        ("azug sword 1", "azug rider 1", -1), ("azug sword 1", "azug bow 1", 0), ("azug sword 1", "azug spear 1", 0),
        ("azug sword 1", "wolves beast 1", -1), ("azug bow 1", "wolves beast 1", 0), ("wolves beast 2", "wolves beast 1", 0),
        ("wargs beast 1", "bolg axe 1", -1),
    ],
)  # fmt: skip
def test_two_units_in_the_hex(one: str, two: str, modifier: int) -> None:
    """S-7.1 (melees): none may be a goblin bow or spear; goblins with wolves have it (the units include goblin units)"""
    check_melee({one: "1717 reduced", two: "1717 reduced", "dwarves axe 1": "1717"}, "1717", modifier=modifier)


@pytest.mark.parametrize(
    "fighter, wave, modifier",
    [
        ("azug sword 1", "azug sword 2", -1), ("azug sword 1", "azug bow 1", 0), ("azug bow 1", "azug sword 1", 0),
        ("wolves beast 1", "azug sword 1", -1), ("wolves beast 1", "azug spear 1", 0), ("wolves beast 1", "wargs beast 1", 0),
        ("azug sword 1", "Azug", -1), ("Azug", "azug sword 1", -1),
    ],
)  # fmt: skip
def test_the_second_wave_is_part_of_it(fighter: str, wave: str, modifier: int) -> None:
    """S-7.1 (melees): the phasing side's units in the melee, second wave included"""
    check_melee({fighter: "1717", wave: WEST, "dwarves axe 1": "1717", "Dain": "1717"}, "1717", WEST, modifier=modifier)


def test_not_when_the_goblins_defend() -> None:
    """S-7.1 (melees): the phasing side's roll; goblins in the Free Peoples' phase change nothing"""
    check_melee({"azug sword 1": "1717", "dwarves axe 1": "1717"}, "1717", modifier=0, player=FREE)


@pytest.mark.parametrize("unit", ["elves spear 1", "elves bow 1", "lake_men sword 1", "dwarves axe 1", "Thorin"])
def test_the_free_peoples_have_no_such_bonus(unit: str) -> None:
    """S-7 (melees): spears neither: that is for attacks"""
    check_melee({unit: "1717", "azug sword 1": "1717"}, "1717", modifier=0, player=FREE)


def test_the_bodyguard_has_the_goblins_bonus_not_its_own() -> None:
    """S-7.1, S-7.2: -1 in melees as goblins, -1 in attacks as bodyguard; never both"""
    check_melee({"bolg axe 1": "1717", "Bolg": "1717", "dwarves axe 1": "1717", "Dain": "1717"}, "1717", modifier=-1, shift=1)


# --- Beorn


def test_beorn_fights_at_minus_2() -> None:
    """S-7.2 (melees), S-10"""
    check_melee({"Beorn": "1717", "azug sword 1": "1717", "Azug": "1717"}, "1717", modifier=-2, player=FREE)


def test_beorn_wounded_too() -> None:
    """S-7.2 (melees), S-10: his strength is less, his fury is not"""
    check_melee({"Beorn": "1717 hits=5", "azug sword 1": "1717"}, "1717", modifier=-2, player=FREE)


def test_beorn_as_the_second_wave() -> None:
    """S-7.2 (melees): he takes part"""
    pieces = {"lake_men sword 1": "1717", "Beorn": WEST, "azug sword 1": "1717", "Azug": "1717"}
    check_melee(pieces, "1717", WEST, modifier=-2, player=FREE)
    check_melee({**pieces, "Beorn": "1717", "lake_men sword 1": WEST}, "1717", WEST, modifier=-2, player=FREE)


def test_beorn_next_door_who_does_not_support() -> None:
    """S-7.2 (melees)"""
    pieces = {"lake_men sword 1": "1717", "Beorn": WEST, "azug sword 1": "1717"}
    check_melee(pieces, "1717", None, modifier=0, player=FREE)


def test_beorn_in_the_enemys_phase() -> None:
    """S-7.2 (melees): on the phasing side only: wolves against him have no modifier, goblins theirs"""
    check_melee({"wargs beast 1": "1717", "Beorn": "1717"}, "1717", modifier=0)
    check_melee({"azug sword 1": "1717", "Beorn": "1717"}, "1717", modifier=-1)


# --- the ground under a melee


@pytest.mark.parametrize("hex", ["1212", "1203", "0509", "1902", GATE])
def test_the_ground_of_the_melee_does_not_matter(hex: str) -> None:
    """S-7 (melees), B-7: those are advantages against attacks; without a second wave there is none"""
    check_melee({"wargs beast 1": hex, "dwarves axe 1": hex}, hex, modifier=0)
    check_melee({"dwarves axe 1": hex, "azug sword 1": hex}, hex, modifier=0, player=FREE)


# --- the second wave


@pytest.mark.parametrize(
    "hex, wave, modifier",
    [
        ("1717", WEST, 0), ("1506", "1406", 1), ("1506", "1505", 0), ("1506", "1606", 0), ("0509", "0409", 1), ("1609", "1608", 1),
        ("1609", "1610", 0), ("1212", "1112", 0), ("1211", "1310", 1), (ROOM, "1303", 0), (ROOM, "1103", 1), (ROOM, "1302", 0),
        (GATE, "1906", 2), (GATE, "1907", 2),
    ],
)  # fmt: skip
def test_from_below_across_the_river_or_into_the_gate(hex: str, wave: str, modifier: int) -> None:
    """S-7.3 (melees), R22: +1 from a lower level or across the river, +2 into the gate; Dale and guard rooms add nothing"""
    if hex != GATE:
        assert modifier == (level(wave) < level(hex) or border(BOARD["river"], hex, wave))
    pieces = {"wargs beast 1": hex, "wargs beast 2": wave, "dwarves axe 1": hex, "Dain": hex}
    check_melee(pieces, hex, wave, modifier=modifier)
    pieces = {"dwarves axe 1": hex, "lake_men sword 1": wave, "azug sword 1": hex, "Azug": hex}
    check_melee(pieces, hex, wave, modifier=modifier, player=FREE)


def test_below_and_across_the_river_is_still_1() -> None:
    """R22: "from a lower level or across a river": no place on this battlefield is both; Dale across the river is 1 (above)"""
    both = [pair for pair in BOARD["river"] if level(pair[0]) != level(pair[1])]
    assert both == []


def test_into_the_gate_across_the_river_is_2() -> None:
    """R22: +2 instead: 1906 lies a river away from 1907, the gate from neither"""
    assert not border(BOARD["river"], GATE, "1906") and not border(BOARD["river"], GATE, "1907")


def test_two_units_in_the_second_wave() -> None:
    """R22, S-7.3 (melees): +1 more; a unit with its leader is one unit"""
    two = {"wargs beast 2": f"{WEST} reduced", "wargs beast 3": f"{WEST} reduced"}
    check_melee({"wargs beast 1": "1717", **two, "dwarves axe 1": "1717"}, "1717", WEST, modifier=1)
    one = {"wargs beast 2": WEST, "Azug": WEST}
    check_melee({"wargs beast 1": "1717", **one, "dwarves axe 1": "1717", "Dain": "1717"}, "1717", WEST, modifier=0)


def test_two_units_from_below() -> None:
    """R22: 1 + 1; into the gate 2 + 1"""
    pieces = {"wargs beast 1": "1506", "wargs beast 2": "1406 reduced", "wargs beast 3": "1406 reduced", "dwarves axe 1": "1506"}
    check_melee(pieces, "1506", "1406", modifier=2)
    pieces = {"wargs beast 1": GATE, "wargs beast 2": "1907 reduced", "wargs beast 3": "1907 reduced", "Thorin": GATE}
    check_melee(pieces, GATE, "1907", modifier=3)


def test_two_units_in_the_melee_hex_itself_add_nothing() -> None:
    """R22: it is the second wave that counts"""
    pieces = {"wargs beast 1": "1717 reduced", "wargs beast 2": "1717 reduced", "wargs beast 3": WEST, "dwarves axe 1": "1717"}
    check_melee(pieces, "1717", WEST, modifier=0)


def test_a_leader_alone_as_second_wave_from_below() -> None:
    """S-7.3 (melees): whoever comes from below"""
    check_melee({"wargs beast 1": "1506", "Azug": "1406", "dwarves axe 1": "1506"}, "1506", "1406", modifier=1)


def test_goblins_from_below_cancel_out() -> None:
    """S-7.3 (melees): "in some cases that will cancel the goblins' bonus" """
    pieces = {"azug sword 1": "1506", "azug sword 2": "1406", "dwarves axe 1": "1506", "Dain": "1506"}
    check_melee(pieces, "1506", "1406", modifier=0)
    pieces = {"azug sword 1": GATE, "azug sword 2": "1907", "Thorin": GATE}
    check_melee(pieces, GATE, "1907", modifier=1)


def test_beorn_from_below() -> None:
    """S-7.2, S-7.3 (melees): -2 + 1"""
    pieces = {"lake_men sword 1": "1506", "Beorn": "1406", "azug sword 1": "1506", "Azug": "1506"}
    check_melee(pieces, "1506", "1406", modifier=-1, player=FREE)


def test_the_defender_has_no_second_wave_modifiers() -> None:
    """S-7.3 (melees): friends of the defender next door do not count"""
    pieces = {"wargs beast 1": "1506", "dwarves axe 1": "1506", "lake_men sword 1": "1406"}
    check_melee(pieces, "1506", modifier=0)


def test_the_hexes_used_here() -> None:
    """S-7: Dale, a guard room, a river"""
    assert TERRAIN["1211"] == TERRAIN["1212"] == "d" and TERRAIN[ROOM] == "3" and border(BOARD["river"], "1211", "1310")
