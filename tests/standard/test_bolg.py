"""Bolg from the North (S-10; R45): one column to the right within three hexes of him."""

from __future__ import annotations

import pytest

from tests.helpers import FREE, GATE, distance
from tests.standard.fighting import LOWEST, check_attack, check_melee, printed

WEST, EAST = "1617", "1817"  # beside 1717


@pytest.mark.parametrize("bolg, shift", [("1718", 1), ("1917", 1), ("2017", 1), ("1714", 1), ("2117", 0), ("1713", 0), ("2217", 0)])
def test_attacks_within_3_hexes(bolg: str, shift: int) -> None:
    """S-10.1 (Bolg), R45: from Bolg to the target hex: 3 is near enough, 4 is not"""
    assert (distance(bolg, "1717") <= 3) == bool(shift)
    check_attack({"Bolg": bolg, "azug sword 1": WEST, "lake_men sword 1": "1717"}, "1717", WEST, modifier=0, shift=shift)


@pytest.mark.parametrize("bolg, shift", [("1718", 1), ("2017", 1), ("2117", 0)])
def test_melees_within_3_hexes(bolg: str, shift: int) -> None:
    """S-10.1 (Bolg), R45"""
    check_melee({"Bolg": bolg, "wargs beast 1": "1717", "lake_men sword 1": "1717"}, "1717", modifier=0, shift=shift)


def test_the_target_hex_counts_not_the_attackers() -> None:
    """R45: attackers 3 hexes from Bolg, the target 4; and the other way round"""
    assert distance("1317", WEST) == 3 and distance("1317", "1717") == 4
    check_attack({"Bolg": "1317", "azug sword 1": WEST, "lake_men sword 1": "1717"}, "1717", WEST, modifier=0, shift=0)
    assert distance("2017", WEST) == 4 and distance("2017", "1717") == 3
    check_attack({"Bolg": "2017", "azug sword 1": WEST, "lake_men sword 1": "1717"}, "1717", WEST, modifier=0, shift=1)


def test_every_kind_of_dark_unit() -> None:
    """S-10 (Bolg): the Dark Army's combats: wolves and other leaders too"""
    for unit in ("wolves beast 1", "azug bow 1", "Azug"):
        check_attack({"Bolg": "1917", unit: WEST, "lake_men sword 1": "1717"}, "1717", WEST, modifier=0, shift=1)


def test_not_in_the_free_peoples_phases() -> None:
    """S-10.1 (Bolg): "in the Dark player's COMBAT phase": neither for them nor for the goblins"""
    check_attack({"Bolg": "1917", "azug sword 1": "1717", "lake_men sword 1": WEST}, "1717", WEST, modifier=0, player=FREE)
    check_melee({"Bolg": "1917", "azug sword 1": "1717", "lake_men sword 1": "1717"}, "1717", modifier=0, player=FREE)


def test_bolg_in_the_melee_himself() -> None:
    """S-10.1 (Bolg): distance 0"""
    check_melee({"Bolg": "1717", "wargs beast 1": "1717", "dwarves axe 1": "1717"}, "1717", modifier=0, shift=1)


def test_bolg_elsewhere_in_a_melee() -> None:
    """S-10.1 (Bolg): his presence is enough, whatever he does; wounds do not matter"""
    pieces = {"Bolg": "1917 hits=4", "elves bow 1": "1917", "azug sword 1": WEST, "lake_men sword 1": "1717"}
    check_attack(pieces, "1717", WEST, modifier=0, shift=1)


def test_with_the_bodyguards_bonus() -> None:
    """S-10.2 (Bolg): they have both"""
    check_attack({"Bolg": "1917", "bolg axe 1": WEST, "dwarves axe 1": "1717"}, "1717", WEST, modifier=-1, shift=1)


def test_with_the_ground() -> None:
    """S-10 (Bolg), B-7: modifiers and columns are different things; the gate"""
    check_attack({"Bolg": "1908", "azug sword 1": "1907", "Thorin": GATE}, GATE, "1907", modifier=2, shift=1)


def test_the_second_wave() -> None:
    """S-10 (Bolg): the melee's hex counts"""
    pieces = {"Bolg": "2017", "wargs beast 1": "1717", "wargs beast 2": WEST, "dwarves axe 1": "1717", "Dain": "1717"}
    check_melee(pieces, "1717", WEST, modifier=0, shift=1)


@pytest.mark.parametrize(
    "dark, free",
    [
        (("wolves beast 1",), ("dwarves axe 1",)),  # -5: to -4…-3
        (("azug bow 1",), ("dwarves axe 1",)),  # -3
        (("azug sword 1",), ("elves spear 1",)),  # -2
        (("azug sword 1",), ("lake_men sword 1",)),  # 0
        (("azug sword 1",), ("eagles talon 1",)),  # 2
        (("azug sword 1", "wolves beast 1"), ("eagles talon 1",)),  # 4
        (("azug sword 1", "wargs beast 1"), ("eagles talon 1",)),  # 6
        (("azug sword 1", "azug sword 2"), ("eagles talon 1",)),  # 7
        (("azug sword 1", "azug sword 2", "wolves beast 1"), ("eagles talon 1",)),  # 9
        (("azug sword 1", "azug sword 2", "wargs beast 1"), ("eagles talon 1",)),  # 11
        (("azug sword 1", "azug sword 2", "azug sword 3", "wargs beast 1"), ("eagles talon 1",)),  # 16: stays
    ],
)
def test_from_every_column(dark: tuple[str, ...], free: tuple[str, ...]) -> None:
    """R45: one column to the right; the last one stays"""
    around = [WEST, EAST, "1718", "1818"]
    pieces = {"Bolg": "2017", **dict(zip(dark, around, strict=False)), free[0]: "1717"}
    check_attack(pieces, "1717", *around[: len(dark)], modifier=0, shift=1)


def test_the_last_column_stays() -> None:
    """R45"""
    assert all(printed(LOWEST[-1], roll, 1) == printed(LOWEST[-1], roll) for roll in range(12))
