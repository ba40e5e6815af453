"""The Front Gate in the standard game (S-6, S-7, S-8; R12, R18): of the Free Peoples only dwarves may be in it."""

from __future__ import annotations

import pytest

from bofa_env import Game
from bofa_env.errors import PositionError
from tests.helpers import CLIFFS, DARK, FREE, GATE, attack, dests, hexes, melee, move
from tests.standard.common import BEHIND_GATE, BESIDE_GATE, cast, standard, steps, where

DWARVES = ["Thorin", "Dain", "dwarves axe 1"]
OTHERS = ["elves spear 1", "elves bow 1", "lake_men sword 1", "Gandalf", "Bilbo", "Thranduil", "Bard", "Beorn"]
EAGLES = ["eagles talon 1", "Gwaihir"]
GOBLINS = ["azug sword 1", "azug rider 1", "wolves beast 1", "wargs beast 1", "Azug", "Bolg"]


@pytest.mark.parametrize("start", BESIDE_GATE)
@pytest.mark.parametrize("name", DWARVES + GOBLINS)
def test_dwarves_and_dark_pieces_enter(name: str, start: str) -> None:
    """S-6, B-6.2: from the two plain hexes, for 4 points"""
    player = FREE if name in DWARVES else DARK
    assert GATE in dests(standard({name: start}, player=player), start)


@pytest.mark.parametrize("start", BESIDE_GATE)
@pytest.mark.parametrize("name", OTHERS + EAGLES)
def test_no_others_of_the_free_peoples_enter(name: str, start: str) -> None:
    """S-6, R12: neither the empty gate nor one held by goblins"""
    assert GATE not in dests(standard({name: start}, player=FREE), start)
    assert GATE not in dests(standard({name: start, "azug sword 1": GATE}, player=FREE), start)


@pytest.mark.parametrize("name", OTHERS + EAGLES)
def test_a_position_with_others_in_the_gate_is_refused(name: str) -> None:
    """S-6, R12"""
    with pytest.raises(PositionError, match="S-6"):
        standard({name: GATE})


@pytest.mark.parametrize("start", BEHIND_GATE)
@pytest.mark.parametrize("name, enemy, player", [("dwarves axe 1", "azug sword 1", FREE), ("azug rider 1", "Thorin", DARK)])
def test_not_across_the_red_hexsides(name: str, enemy: str, player: str, start: str) -> None:
    """B-6.2: no melee is brought on from there"""
    assert GATE not in dests(standard({name: start, enemy: GATE}, player=player), start)


def test_a_dwarf_does_not_take_an_elf_along() -> None:
    """S-6: reduced dwarf and reduced man, or a dwarf with Gandalf: only the dwarf alone"""
    pieces = {"dwarves axe 1": "1907 reduced", "lake_men sword 1": "1907 reduced"}
    game = standard(pieces, player=FREE)
    assert GATE not in dests(game, "1907", "1+2") | dests(game, "1907", "1") and GATE in dests(game, "1907", "2")
    game = standard({"dwarves axe 1": "1907", "Gandalf": "1907"}, player=FREE)
    assert GATE not in dests(game, "1907", "1+2") | dests(game, "1907", "1") and GATE in dests(game, "1907", "2")


# --- advance


@pytest.mark.parametrize("name, allowed", [("dwarves axe 1", True), ("Thorin", True), ("elves spear 1", False), ("Beorn", False)])
def test_who_advances_into_it(name: str, allowed: bool) -> None:
    """S-6, B-7.5: dwarves only"""
    game = standard({name: "1907", "wolves beast 1": f"{GATE} reduced"}, player=FREE, phase="COMBAT")
    attack(game, GATE, "1907", die=1)
    assert steps(game, "wolves beast 1") == [0]
    assert game.decision == ("advance" if allowed else "combat_target")
    if allowed:
        game.play("hex 1907")
        assert game.piece(name).hex == GATE


def test_of_two_attacking_hexes_only_the_dwarves_may_advance() -> None:
    """S-6, B-7.5"""
    pieces = {"elves spear 1": "1906", "dwarves axe 1": "1907", "wolves beast 1": f"{GATE} reduced"}
    game = standard(pieces, player=FREE, phase="COMBAT")
    attack(game, GATE, "1906", "1907", die=1)
    assert hexes(game) == {"1907"}


def test_goblins_advance_into_it() -> None:
    """S-6: the limit is the Free Peoples'"""
    game = standard({"azug sword 1": "1907", "azug sword 2": "1906", "dwarves axe 1": f"{GATE} reduced"}, phase="COMBAT")
    attack(game, GATE, "1906", "1907", die=1)  # 10 - 4 = +6, 1 + 2: a hit
    game.play("hex 1906")
    assert where(game, "azug sword 2") == [GATE]


# --- fighting into it


@pytest.mark.parametrize("name", ["elves spear 1", "lake_men sword 1", "Gandalf", "Beorn"])
def test_who_may_not_stand_there_may_attack_it(name: str) -> None:
    """S-6, B-6.2"""
    assert GATE in hexes(standard({name: "1906", "azug sword 1": GATE}, player=FREE, phase="COMBAT"))


@pytest.mark.parametrize("wave", BESIDE_GATE)
def test_who_may_not_stand_there_may_be_the_second_wave(wave: str) -> None:
    """R18, S-6: elves support Thorin: 6 + 7 - 5 = +8; 6 + 2 for the gate makes 8: nothing; 5 + 2 makes 7: a hit"""
    for die, left in ((5, 1), (6, 2)):
        game = standard({"Thorin": GATE, "azug sword 1": GATE, "elves spear 1": wave}, player=FREE, phase="COMBAT")
        melee(game, GATE, wave, die=die)
        assert steps(game, "azug sword 1") == [left]


@pytest.mark.parametrize("start", BEHIND_GATE)
def test_no_attack_and_no_second_wave_across_the_red_hexsides(start: str) -> None:
    """B-6.2, R18"""
    assert GATE not in hexes(standard({"azug sword 1": start, "Thorin": GATE}, phase="COMBAT"))
    pieces = {"azug sword 1": GATE, "azug sword 2": start, "azug sword 3": "1907", "Thorin": GATE}
    game = standard(pieces, phase="COMBAT")
    game.play(f"hex {GATE}")
    assert game.decision == "second_wave" and hexes(game) == {"1907"}


def test_eagles_on_the_cliffs_do_not_reach_it() -> None:
    """B-6.2, R12: they neither attack it nor are attacked from it"""
    for cliff in CLIFFS:
        game = standard({"eagles talon 1": cliff, "azug sword 1": GATE}, player=FREE, phase="COMBAT")
        assert GATE not in hexes(game)
        game = standard({"eagles talon 1": cliff, "azug sword 1": GATE}, phase="COMBAT")
        assert cliff not in hexes(game)


# --- forced moves


def test_nobody_is_pushed_into_it() -> None:
    """S-8.2 (spells): the gate stops those whom Gandalf pushes"""
    game = standard({"Gandalf": "1707", "azug sword 1": "1907", "azug sword 2": "1806"}, player=FREE, phase="FIRE")
    cast(game, "push", die=7)
    assert GATE not in where(game, "azug sword 1", "azug sword 2")


def test_a_pinned_elf_beside_the_gate_does_not_step_into_it() -> None:
    """S-6, R11"""
    pieces = {"azug sword 1": "1907", "elves spear 1": "1907"}
    assert GATE not in dests(standard(pieces, player=FREE), "1907")
    pieces = {"azug sword 1": "1907", "dwarves axe 1": "1907"}
    assert GATE in dests(standard(pieces, player=FREE), "1907")


def test_thorin_may_leave_and_come_back() -> None:
    """S-6: nothing binds him to it"""
    game = standard({"Thorin": GATE}, player=FREE)
    move(game, GATE, "1907")
    assert where(game, "Thorin") == ["1907"]
    assert GATE in dests(standard({"Thorin": "1907"}, player=FREE), "1907")


def test_making_room_in_it_stays_among_dwarves() -> None:
    """S-6, R10: a dwarf relieves another; nobody else can"""
    game: Game = standard({"dwarves axe 1": GATE, "dwarves axe 2": "1907", "elves spear 1": "1906"}, player=FREE)
    assert GATE in dests(game, "1907") and GATE not in dests(game, "1906")
