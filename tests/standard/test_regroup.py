"""Regrouping at the start of a turn (S-3; R17, R51)."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import CLIFFS, DARK, FREE, GATE, hexes, neighbours
from tests.standard.common import before_turn, next_turn, rolls_at_turn, steps, where

AROUND = ["1817", "1617", "1818", "1718", "1816", "1716"]  # around 1717, on the open plain
FREE_UNITS = ["elves spear 1", "elves bow 1", "lake_men sword 1", "dwarves axe 1"]
DARK_UNITS = ["azug sword 1", "thuk spear 1", "thrak rider 1", "osag bow 1", "gurash sword 1", "bolg axe 1", "wolves beast 1"]
STRENGTH = {
    "Gandalf": 5, "Thranduil": 4, "Bilbo": 2, "Dain": 4, "Thorin": 6, "Bard": 3, "Gwaihir": 4,
    "Bolg": 5, "Azug": 4, "Thuk": 2, "Thrak": 3, "Osag": 3, "Gurash": 3,
}  # fmt: skip
HELPS = {
    "Gandalf": FREE_UNITS, "Thranduil": ["elves spear 1", "elves bow 1"], "Bilbo": ["elves spear 1", "elves bow 1"],
    "Dain": ["dwarves axe 1"], "Thorin": ["dwarves axe 1"], "Bard": ["lake_men sword 1"],
    "Bolg": DARK_UNITS, "Azug": ["azug sword 1"], "Thuk": ["thuk spear 1"], "Thrak": ["thrak rider 1"],
    "Osag": ["osag bow 1"], "Gurash": ["gurash sword 1"],
}  # fmt: skip
PAIRS = [
    (leader, unit) for leader in HELPS for unit in (FREE_UNITS if leader in list(HELPS)[:6] else DARK_UNITS)
]  # fmt: skip


def turn_of(piece: str) -> int:
    """A turn at whose start this piece's side regroups."""
    armies = ("elves", "lake_men", "dwarves", "eagles", "Gandalf", "Thranduil", "Bilbo", "Dain", "Thorin", "Bard", "Gwaihir", "Beorn")
    return 2 if piece.startswith(armies) else 3


def regrouped(pieces: dict[str, str], *dice: int) -> Game:
    """The game after the regrouping of the side of the first piece, with these dice."""
    game = before_turn(turn_of(next(iter(pieces))), pieces)
    next_turn(game, list(dice))
    return game


# --- when, and who


@pytest.mark.parametrize("turn", range(2, 13))
def test_the_free_peoples_regroup_in_even_turns_the_dark_army_in_odd_ones(turn: int) -> None:
    """S-3.1, S-3.2, S-4.1, R51: turn 10 too, which the printed list leaves out; it happens without a chip"""
    game = before_turn(turn, {"elves spear 1": "1717 reduced", "azug sword 1": "1517 reduced"})
    next_turn(game, [4, 4] if turn == 4 else [4])  # S-5: turn 4 has a roll of its own
    assert game.turn == turn and game.decision == "choose_chip"
    assert steps(game, "elves spear 1", "azug sword 1") == ([2, 1] if turn % 2 == 0 else [1, 2])


@pytest.mark.parametrize("die", range(1, 11))
def test_a_reduced_unit_is_restored_with_4_or_less(die: int) -> None:
    """S-3.3"""
    assert steps(regrouped({"elves spear 1": "1717 reduced"}, die), "elves spear 1") == [2 if die <= 4 else 1]


def test_every_reduced_unit_rolls_once() -> None:
    """S-3.3: on the map only; full units do not roll"""
    pieces = {"elves spear 1": "1717 reduced", "dwarves axe 1": "1517 reduced", "eagles talon 1": "1317 reduced", "elves bow 1": "1117"}
    assert rolls_at_turn(2, pieces) == 3
    assert rolls_at_turn(2, {"elves bow 1": "1117", "Gandalf": "1717"}) == 0


def test_nobody_is_asked() -> None:
    """S-3, S-4.1, S-1: it is automatic"""
    game = regrouped({"elves spear 1": "1717 reduced"}, 1)
    assert (game.decision, game.player) == ("choose_chip", FREE)


def test_units_in_melee_regroup_too() -> None:
    """S-3.4"""
    assert steps(regrouped({"elves spear 1": "1717 reduced", "azug sword 1": "1717"}, 4), "elves spear 1") == [2]


def test_units_under_an_eagle_and_eagles_above_enemies_regroup_too() -> None:
    """S-3.4, R47"""
    pieces = {"eagles talon 1": "1717 reduced", "azug sword 1": "1717 reduced"}
    assert steps(regrouped(pieces, 4), "eagles talon 1", "azug sword 1") == [2, 1]
    assert steps(regrouped(dict(reversed(pieces.items())), 4), "eagles talon 1", "azug sword 1") == [1, 2]


# --- leaders


@pytest.mark.parametrize("leader", STRENGTH)
def test_a_leader_rolls_once_per_hit_against_his_original_strength(leader: str) -> None:
    """S-3: his strength or less heals one hit, more does not; each roll stands for itself"""
    strength = STRENGTH[leader]
    hits = strength - 1
    pieces = {leader: f"1717 hits={hits}"}
    assert rolls_at_turn(turn_of(leader), pieces) == hits
    game = regrouped(pieces, *[strength] * hits)
    assert game.piece(leader).hits == 0 and game.piece(leader).strength == strength
    game = regrouped(pieces, *[strength + 1] * hits)
    assert game.piece(leader).hits == hits


def test_one_success_and_one_failure() -> None:
    """S-3: a hit healed by the first roll takes no roll away from the second"""
    assert regrouped({"Gandalf": "1717 hits=3"}, 6, 5, 5).piece("Gandalf").hits == 1
    assert regrouped({"Gandalf": "1717 hits=3"}, 5, 6, 6).piece("Gandalf").hits == 2


def test_beorn_heals_as_leaders_do() -> None:
    """S-3: he takes no part in helping units, but has hits of his own (S-10): 8 or less"""
    assert regrouped({"Beorn": "1717 hits=3"}, 8, 9, 8).piece("Beorn").hits == 1


def test_leaders_regroup_before_the_units() -> None:
    """S-3: Gandalf with two hits helps with what he has after his own rolls: 4 then, so an 8 restores and a 9 does not"""
    for die, restored in ((8, 2), (9, 1)):
        game = regrouped({"elves spear 1": "1717 reduced", "Gandalf": "1717 hits=2"}, 5, 6, die)
        assert (game.piece("Gandalf").hits, game.piece("elves spear 1").steps) == (1, restored)


def test_all_leaders_come_before_all_units() -> None:
    """S-3: whoever the leaders are: dice for Bard, then Gandalf, or the other way round, then the elf"""
    pieces = {"elves spear 1": "1717 reduced", "Bard": "1517 hits=1", "Gandalf": "1317 hits=1"}
    game = regrouped(pieces, 1, 1, 10)
    assert (game.piece("Bard").hits, game.piece("Gandalf").hits, game.piece("elves spear 1").steps) == (0, 0, 1)


def test_the_other_sides_leaders_do_not_heal() -> None:
    """S-3.1, S-3.2"""
    assert rolls_at_turn(3, {"Gandalf": "1717 hits=3", "elves spear 1": "1517 reduced"}) == 0
    assert rolls_at_turn(2, {"Bolg": "1717 hits=3", "azug sword 1": "1517 reduced"}) == 0


# --- what a leader gives


@pytest.mark.parametrize("leader, unit", PAIRS)
def test_who_helps_whom(leader: str, unit: str) -> None:
    """S-3, S-3.1 (help): a leader on top takes his strength off the roll of a unit that he commands; S-3.2 (help): Bilbo
    helps elves though he does not command them
    """
    bonus = STRENGTH[leader] if unit in HELPS[leader] else 0
    pieces = {unit: "1717 reduced", leader: "1717"}
    assert steps(regrouped(pieces, 4 + bonus), unit) == [2]
    if 5 + bonus <= 10:
        assert steps(regrouped(pieces, 5 + bonus), unit) == [1]


def test_gwaihir_helps_eagles() -> None:
    """S-3.1 (help), R35: 4 + 4"""
    for die, restored in ((8, 2), (9, 1)):
        assert steps(regrouped({"eagles talon 1": "1717 reduced", "Gwaihir": "1717"}, die), "eagles talon 1") == [restored]


def test_bolg_helps_wargs() -> None:
    """S-3.1 (help): all Dark armies"""
    assert steps(regrouped({"wargs beast 1": "1717 reduced", "Bolg": "1717"}, 9), "wargs beast 1") == [2]


@pytest.mark.parametrize("leader, unit", [("Gandalf", "elves spear 1"), ("Bilbo", "elves spear 1"), ("Bolg", "azug sword 1")])
def test_a_leader_beneath_does_not_help(leader: str, unit: str) -> None:
    """S-3, B-9: he must lie on top"""
    assert steps(regrouped({unit: "1717 reduced", leader: "1717 beneath"}, 5), unit) == [1]


def test_a_leader_next_door_does_not_help() -> None:
    """S-3: only in the same stack"""
    assert steps(regrouped({"elves spear 1": "1717 reduced", "Gandalf": "1617"}, 5), "elves spear 1") == [1]


def test_a_wounded_leader_helps_with_his_current_strength() -> None:
    """S-3.3 (help), S-10: Gandalf with 3 hits that do not heal gives 2"""
    for die, restored in ((6, 2), (7, 1)):
        game = regrouped({"elves spear 1": "1717 reduced", "Gandalf": "1717 hits=3"}, 10, 10, 10, die)
        assert steps(game, "elves spear 1") == [restored]


def test_a_leader_helps_both_units_under_him() -> None:
    """S-3.3 (help): two reduced units, 9 or less each with Bolg; the first restored one has to leave"""
    game = before_turn(3, {"azug sword 1": "1717 reduced", "azug sword 2": "1717 reduced", "Bolg": "1717"})
    game.dice([9, 9])
    game.play("done")
    assert game.decision == "regroup_step"
    game.play("hex 1817")
    assert game.decision == "choose_chip"
    assert steps(game, "azug sword 1", "azug sword 2") == [2, 2]
    assert sorted(where(game, "azug sword 1", "azug sword 2")) == ["1717", "1817"]
    assert game.piece("Bolg").hex == "1717"


def test_each_unit_by_its_own_command() -> None:
    """S-3.1 (help): Azug on an azug and a thuk unit helps only his own"""
    pieces = {"azug sword 1": "1717 reduced", "thuk sword 1": "1717 reduced", "Azug": "1717"}
    game = before_turn(3, pieces)
    game.dice([8, 8])
    game.play("done")
    game.play("hex 1817")
    assert steps(game, "azug sword 1", "thuk sword 1") == [2, 1]


# --- a restored unit that breaks stacking


PAIR = {"azug sword 1": "1717 reduced", "azug sword 2": "1717 reduced"}


def stepping(pieces: dict[str, str], turn: int = 3) -> Game:
    """The first reduced unit is restored, no other."""
    game = before_turn(turn, pieces)
    game.dice([1] + [10] * 8)
    game.play("done")
    game._dice.clear()
    return game


def test_it_must_step_to_an_adjacent_hex() -> None:
    """S-3.3 (help): at once, its owner chooses where; it may not stay"""
    game = stepping(PAIR)
    assert (game.decision, game.player, game.subject) == ("regroup_step", DARK, "azug sword 1")
    assert hexes(game) == neighbours("1717")
    game.play("hex 1718")
    assert where(game, "azug sword 1", "azug sword 2") == ["1718", "1717"]
    assert steps(game, "azug sword 1", "azug sword 2") == [2, 1]


def test_a_single_unit_stays_where_it_is() -> None:
    """S-3.3 (help): only if there would be too many; with a leader there are not"""
    game = stepping({"azug sword 1": "1717 reduced", "Azug": "1717"})
    assert game.decision == "choose_chip" and game.piece("azug sword 1").hex == "1717"


def test_next_to_enemies_or_not() -> None:
    """S-3.3 (help): even if an enemy is beside that hex; but not into one"""
    game = stepping({**PAIR, "elves spear 1": "1817"})
    assert hexes(game) == neighbours("1717") - {"1817"}
    assert "1818" in neighbours("1817") and "1818" in hexes(game)


@pytest.mark.parametrize("enemy", ["Gandalf", "eagles talon 1", "Gwaihir", "elves spear 1"])
def test_only_to_hexes_free_of_enemies(enemy: str) -> None:
    """S-3.3 (help), S-7: lone leaders and eagles are enemies too"""
    assert "1817" not in hexes(stepping({**PAIR, enemy: "1817"}))


def test_within_the_limits() -> None:
    """S-3.3 (help), B-9: not where a unit is, reduced or full; to a lone leader it may"""
    friends = {"azug sword 3": "1817", "azug sword 4": "1617 reduced", "Azug": "1818"}
    assert hexes(stepping({**PAIR, **friends})) == neighbours("1717") - {"1817", "1617"}


def test_a_leader_whom_it_joins_lies_on_top() -> None:
    """R17: a forced move; nobody is asked"""
    game = stepping({**PAIR, "Azug": "1818 beneath"})
    game.play("hex 1818")
    assert game.decision == "choose_chip" and game.stack("1818", DARK) == ["Azug", "azug sword 1"]


def test_out_of_a_melee() -> None:
    """S-3.3, S-3.4: one unit of two in a melee is restored and steps out of it"""
    game = stepping({**PAIR, "elves spear 1": "1717"})
    assert hexes(game) == neighbours("1717")
    game.play("hex 1817")
    assert game.stack("1717", DARK) == ["azug sword 2"]


def test_river_and_height_do_not_matter() -> None:
    """S-3.3 (help): an adjacent hex; 1609 is across the river from 1608, 1506 is a level up from 1505's foot"""
    game = stepping({"azug sword 1": "1608 reduced", "azug sword 2": "1608 reduced"})
    assert hexes(game) == neighbours("1608")
    game = stepping({"dwarves axe 1": "1406 reduced", "dwarves axe 2": "1406 reduced"}, turn=2)
    assert hexes(game) == neighbours("1406")


def test_not_onto_cliffs_nor_across_red_hexsides() -> None:
    """S-3.3 (help), B-6.2, B-6.4: from 2007 neither the cliff 2106 nor the gate; from 1905 neither the cliff 2005 nor the gate"""
    for behind in ("2007", "1905"):
        game = stepping({"dwarves axe 1": f"{behind} reduced", "dwarves axe 2": f"{behind} reduced"}, turn=2)
        assert GATE in neighbours(behind) and CLIFFS & neighbours(behind)
        assert hexes(game) == neighbours(behind) - CLIFFS - {GATE}


def test_at_the_edge_of_the_map() -> None:
    """S-3.3 (help): the corner 0000 has two neighbours"""
    assert hexes(stepping({"azug sword 1": "0000 reduced", "azug sword 2": "0000 reduced"})) == {"0100", "0001"}


def test_with_only_one_hex_to_go_to_nobody_is_asked() -> None:
    """S-3.3 (help), DESIGN 4: forced"""
    game = stepping({"azug sword 1": "0000 reduced", "azug sword 2": "0000 reduced", "elves spear 1": "0100"})
    assert game.decision == "choose_chip" and where(game, "azug sword 1", "azug sword 2") == ["0001", "0000"]


def test_two_units_may_leave_one_after_the_other() -> None:
    """S-3.3: each hex is judged for itself"""
    game = before_turn(3, {**PAIR, "azug sword 3": "1317 reduced", "azug sword 4": "1317 reduced"})
    game.dice([1, 10, 1, 10])
    game.play("done")
    assert game.subject == "azug sword 1"
    game.play("hex 1718")
    assert game.subject == "azug sword 3" and hexes(game) == neighbours("1317")
    game.play("hex 1217")
    assert game.decision == "choose_chip"


def test_when_the_second_is_restored_after_the_first_has_left_it_stays() -> None:
    """S-3.3"""
    game = before_turn(3, PAIR)
    game.dice([1, 1])
    game.play("done")
    game.play("hex 1718")
    assert game.decision == "choose_chip" and steps(game, "azug sword 1", "azug sword 2") == [2, 2]
    assert where(game, "azug sword 1", "azug sword 2") == ["1718", "1717"]


# --- shifting a friend


FULL_RING = {f"azug sword {number}": hex for number, hex in enumerate(AROUND, 3)}


def test_if_all_hexes_are_full_of_friends_one_is_shifted() -> None:
    """S-3.3 (help): the owner chooses which, and where to"""
    game = stepping({**PAIR, **FULL_RING})
    assert (game.decision, game.player) == ("regroup_step", DARK) and hexes(game) == set(AROUND)
    game.play("hex 1817")
    assert (game.decision, game.player) == ("regroup_shift", DARK)
    assert hexes(game) == neighbours("1817") - set(AROUND) - {"1717"}
    game.play("hex 1917")
    assert where(game, "azug sword 1", "azug sword 2", "azug sword 3") == ["1817", "1717", "1917"]
    assert steps(game, "azug sword 1", "azug sword 2", "azug sword 3") == [2, 1, 2]


def test_no_shift_while_there_is_room() -> None:
    """S-3.3 (help): only if all are taken"""
    ring = {name: hex for name, hex in FULL_RING.items() if hex != "1716"}
    game = stepping({**PAIR, **ring})
    assert game.decision == "choose_chip" and game.piece("azug sword 1").hex == "1716"


def test_enemies_are_not_shifted() -> None:
    """S-3.3 (help): friends in three hexes, enemies in the others: one of the friends makes room"""
    ring = dict(list(FULL_RING.items())[:3])
    enemies = {f"elves spear {number}": hex for number, hex in enumerate(AROUND[3:], 1)}
    assert hexes(stepping({**PAIR, **ring, **enemies})) == set(AROUND[:3])


def test_a_leader_with_the_shifted_friend_stays() -> None:
    """S-3.3 (help): one unit is shifted; its leader keeps the hex and lies on top of the newcomer (R17)"""
    game = stepping({**PAIR, **FULL_RING, "Azug": "1817 beneath"})
    game.play("hex 1817")
    game.play("hex 1917")
    assert game.stack("1817", DARK) == ["Azug", "azug sword 1"] and game.stack("1917", DARK) == ["azug sword 3"]


# The corner 0000: its neighbours 0100 and 0001, and beyond them 0200, 0101, 0102, 0002
CORNER = {"azug sword 1": "0000 reduced", "azug sword 2": "0000 reduced"}
NEXT = {"azug sword 3": "0100", "azug sword 4": "0001"}
BEYOND = {"azug sword 5": "0200", "azug sword 6": "0101", "azug sword 7": "0102", "azug sword 8": "0002"}


def test_the_corner_used_here() -> None:
    """S-3.3 (help): what the next tests take for granted"""
    assert neighbours("0000") == {"0100", "0001"}
    assert neighbours("0100") | neighbours("0001") == {"0000", "0100", "0001", "0200", "0101", "0102", "0002"}


def test_without_room_for_a_shift_it_stays_reduced() -> None:
    """S-3.3 (help): the success is lost"""
    game = stepping({**CORNER, **NEXT, **BEYOND})
    assert game.decision == "choose_chip"
    assert steps(game, "azug sword 1", "azug sword 2") == [1, 1]
    assert where(game, "azug sword 1", "azug sword 2") == ["0000", "0000"]


def test_among_enemies_it_stays_reduced() -> None:
    """S-3.3 (help): no enemy-free hex at all; or friends who could go only to enemies"""
    game = stepping({**CORNER, "elves spear 1": "0100", "elves spear 2": "0001"})
    assert steps(game, "azug sword 1") == [1]
    enemies = {f"elves spear {number}": hex for number, hex in enumerate(BEYOND.values(), 1)}
    game = stepping({**CORNER, **NEXT, **enemies})
    assert steps(game, "azug sword 1") == [1]


def test_one_free_hex_beyond_is_enough() -> None:
    """S-3.3 (help): 0200 is free: the friend in 0100 goes there; all is forced"""
    beyond = {name: hex for name, hex in BEYOND.items() if hex != "0200"}
    game = stepping({**CORNER, **NEXT, **beyond})
    assert game.decision == "choose_chip"
    assert where(game, "azug sword 1", "azug sword 3") == ["0100", "0200"] and steps(game, "azug sword 1") == [2]


def test_only_one_friend_is_shifted() -> None:
    """S-3.3 (help): two reduced friends would both have to go; and a shifted friend pushes no other on"""
    pairs = {
        "azug spear 1": "0100 reduced", "azug spear 2": "0100 reduced",
        "azug spear 3": "0001 reduced", "azug spear 4": "0001 reduced",
    }  # fmt: skip
    game = before_turn(3, {**CORNER, **pairs})
    game.dice([1, 10, 10, 10, 10, 10])
    game.play("done")
    assert game.decision == "choose_chip" and steps(game, "azug sword 1") == [1]


def test_a_shifted_friend_may_take_the_place_that_becomes_free() -> None:
    """S-3.3 (help): a reduced friend goes to the other reduced unit in 0000; everything else is full"""
    near = {"azug sword 3": "0100", "azug sword 4": "0001 reduced"}
    game = stepping({**CORNER, **near, **BEYOND})
    assert where(game, "azug sword 1", "azug sword 2", "azug sword 4") == ["0001", "0000", "0000"]
    assert steps(game, "azug sword 1", "azug sword 2", "azug sword 4") == [2, 1, 1]


def test_a_shifted_elf_does_not_join_a_dwarf() -> None:
    """S-3.3 (help), B-9.2: the only place for the elf is beside a reduced dwarf; so the unit stays reduced"""
    pieces = {
        "elves spear 1": "0000 reduced", "lake_men sword 1": "0000 reduced",
        "elves spear 2": "0100 reduced", "azug sword 1": "0001",
        "dwarves axe 1": "0200 reduced", "azug sword 2": "0101",
    }  # fmt: skip
    game = before_turn(2, pieces)
    game.dice([1] + [10] * 3)
    game.play("done")
    # elves spear 1 restored: 0100 holds an elf who could go to the man in 0000, not to the dwarf in 0200
    assert game.decision == "choose_chip"
    assert where(game, "elves spear 1", "elves spear 2") == ["0100", "0000"]
    assert game.piece("elves spear 1").steps == 2


def test_nobody_is_shifted_into_the_gate_who_may_not_be_there() -> None:
    """S-6, S-3.3 (help): of the Free Peoples only dwarves"""
    for army, allowed in (("dwarves axe", True), ("elves spear", False)):
        game = stepping({f"{army} 1": "1907 reduced", f"{army} 2": "1907 reduced"}, turn=2)
        assert (GATE in hexes(game)) == allowed
        assert hexes(game) | {GATE} == neighbours("1907") | {GATE}


def test_out_of_the_gate_only_to_its_two_plain_neighbours() -> None:
    """S-3.3 (help), B-6.2"""
    game = stepping({"dwarves axe 1": f"{GATE} reduced", "dwarves axe 2": f"{GATE} reduced"}, turn=2)
    assert hexes(game) == {"1906", "1907"}
    game = stepping({"azug sword 1": f"{GATE} reduced", "azug sword 2": f"{GATE} reduced"})
    assert hexes(game) == {"1906", "1907"}
