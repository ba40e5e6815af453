"""Melees: both sides in one hex (B-7; R18, R43, R46)."""

from __future__ import annotations

import pytest

from tests.basic.test_attack import printed
from tests.helpers import (
    BOARD,
    DARK,
    FREE,
    GATE,
    TERRAIN,
    attack,
    dests,
    hexes,
    lost,
    maybe,
    melee,
    neighbours,
    position,
    verbs,
)

WEST, EAST = "1617", "1817"


# --- must be fought


@pytest.mark.parametrize("player", [DARK, FREE])
def test_every_melee_must_be_fought(player: str) -> None:
    """B-7, B-4: in every COMBAT phase, whoever's it is; an attack may be left out, a melee not (B-7.3)"""
    game = position({"azug sword 1": "1717", "elves spear 1": "1717"}, player=player, phase="COMBAT")
    assert "1717" in hexes(game) and "done" not in verbs(game)
    melee(game, "1717", die=4)
    assert "done" in verbs(game) and "1717" not in hexes(game)


def test_a_melee_is_fought_once_per_phase() -> None:
    """B-7: each piece takes part in one melee or attack; the melee goes on in the next COMBAT phase"""
    game = position({"azug sword 1": "1717", "elves spear 1": "1717"}, phase="COMBAT", turn=5)
    melee(game, "1717", die=4)
    game.draws(["COMBAT"])
    game.play("done")
    assert game.phasing_player == FREE and "1717" in hexes(game) and "done" not in verbs(game)


@pytest.mark.parametrize(
    "dark, free",
    [
        ("azug sword 1", "Gandalf"),  # a unit on a lone leader
        ("Azug", "elves spear 1"),  # a lone leader among enemy units
        ("Azug", "Gandalf"),
        ("azug sword 1", "eagles talon 1"),  # basic: an eagle is a unit like others
        ("azug sword 1", "Beorn"),
        ("azug sword 1", "Thorin"),
    ],
)
@pytest.mark.parametrize("player", [DARK, FREE])
def test_any_enemies_in_one_hex_are_a_melee(dark: str, free: str, player: str) -> None:
    """B-7, B-10.3: whatever they are"""
    game = position({dark: "1717", free: "1717"}, player=player, phase="COMBAT")
    assert "1717" in hexes(game) and "done" not in verbs(game)


def test_a_melee_may_be_in_the_gate_or_on_any_terrain() -> None:
    """B-7"""
    for hex in (GATE, "1203", "1212", "0509", "1902"):
        game = position({"azug sword 1": hex, "dwarves axe 1": hex}, phase="COMBAT")
        assert hex in hexes(game)


# --- strength and table


@pytest.mark.parametrize("die", range(1, 11))
@pytest.mark.parametrize("free, difference", [("elves spear 1", -2), ("lake_men sword 1", 0), ("eagles talon 1", 2)])
def test_the_difference_in_a_melee(free: str, difference: int, die: int) -> None:
    """B-7.1 (melee), R20: worked out as for an attack: a goblin of 5 against 7, 5 and 3"""
    game = position({"azug sword 1": "1717", free: "1717"}, phase="COMBAT")
    melee(game, "1717", die=die)
    assert (lost(game, free), lost(game, "azug sword 1")) == printed(difference, die)


def test_all_pieces_in_the_hex_fight() -> None:
    """B-7 (stacking): 3 + 3 + 4 against 7 + 5 is -2: a 2 hits, a 3 does not"""
    pieces = {
        "azug sword 1": "1717 reduced", "azug sword 2": "1717 reduced", "Azug": "1717",
        "elves spear 1": "1717", "Gandalf": "1717 beneath",
    }  # fmt: skip
    for die, hits in ((2, 1), (3, 0)):
        game = position(pieces, phase="COMBAT")
        melee(game, "1717", die=die)
        assert lost(game, "elves spear 1", "Gandalf") == hits


def test_the_phasing_player_attacks_in_a_melee() -> None:
    """B-7: the Free Peoples' COMBAT phase: 7 - 5 = +2, on a 5 the goblin is hit"""
    game = position({"azug sword 1": "1717", "elves spear 1": "1717"}, player=FREE, phase="COMBAT")
    melee(game, "1717", die=5)
    assert (lost(game, "azug sword 1"), lost(game, "elves spear 1")) == (1, 0)


@pytest.mark.parametrize("hex", [GATE, "1203", "2412", "1212", "0509"])
def test_no_modifiers_in_a_basic_melee(hex: str) -> None:
    """B-7 (terrain): the advantages are against attacks: at 0 a 6 does nothing and a 7 hits the attacker, anywhere"""
    for die, hits in ((6, 0), (7, 1)):
        game = position({"azug sword 1": hex, "lake_men sword 1": hex}, phase="COMBAT")
        melee(game, hex, die=die)
        assert (lost(game, "azug sword 1"), lost(game, "lake_men sword 1")) == (hits, 0)


@pytest.mark.parametrize("hex, wave", [("1608", "1609"), ("1506", "1406"), ("0509", "0409"), (GATE, "1907")])
def test_no_modifiers_for_the_second_wave_either(hex: str, wave: str) -> None:
    """B-7.2 (melee): across the river, uphill, into the gate: 5 + 2 against 7"""
    for die, hits in ((6, 0), (7, 1)):
        game = position({"azug sword 1": hex, "wolves beast 1": wave, "elves spear 1": hex}, phase="COMBAT")
        melee(game, hex, wave, die=die)
        assert (lost(game, "azug sword 1"), lost(game, "elves spear 1")) == (hits, 0)


# --- the second wave


def test_one_adjacent_stack_may_support() -> None:
    """B-7.2 (melee): any one of the hexes around with friends, or none"""
    pieces = {
        "azug sword 1": "1717",
        "elves spear 1": "1717",
        "azug sword 2": WEST,
        "azug sword 3": EAST,
        "azug sword 4": "1517",
    }
    game = position(pieces, phase="COMBAT")
    game.play("hex 1717")
    assert (game.decision, game.player) == ("second_wave", DARK)
    assert hexes(game) == {WEST, EAST} and verbs(game) == {"none"}


def test_the_whole_stack_supports() -> None:
    """B-7.2 (melee): 5 + (3 + 3 + 4) - 8 = +7: a 6 hits, which at -3 it would not"""
    pieces = {
        "azug sword 1": "1717", "dwarves axe 6": "1717",
        "azug sword 2": f"{WEST} reduced", "azug sword 3": f"{WEST} reduced", "Azug": WEST,
    }  # fmt: skip
    game = position(pieces, phase="COMBAT")
    melee(game, "1717", WEST, die=6)
    assert lost(game, "dwarves axe 6") == 1


def test_only_the_phasing_player_has_a_second_wave() -> None:
    """B-7.2 (melee): "the phasing player": the elf next door does not help the defender: 5 - 7 = -2, a 2 hits"""
    pieces = {"azug sword 1": "1717", "elves spear 1": "1717", "elves spear 2": WEST}
    game = position(pieces, phase="COMBAT")
    melee(game, "1717", die=2)
    assert lost(game, "elves spear 1") == 1


def test_who_supports_has_fought() -> None:
    """B-7: his one combat of the phase: no attack of his own afterwards, and no second melee to support"""
    pieces = {
        "azug sword 1": "1717", "elves spear 1": "1717",
        "azug sword 2": WEST, "elves spear 2": "1517",
        "wolves beast 1": "1616", "elves spear 3": "1616",
    }  # fmt: skip
    assert {"1717", "1517", "1616"} <= neighbours(WEST)
    game = position(pieces, phase="COMBAT")
    assert "1517" in hexes(game)
    melee(game, "1717", WEST, die=6)
    assert "1517" not in hexes(game)
    game.dice([4])
    game.play("hex 1616")
    assert game.decision == "combat_target"  # no second wave was left to choose


def test_who_attacked_does_not_support() -> None:
    """B-7"""
    pieces = {"azug sword 1": "1717", "elves spear 1": "1717", "azug sword 2": WEST, "elves spear 2": "1517"}
    game = position(pieces, phase="COMBAT")
    attack(game, "1517", WEST, die=4)
    game.dice([4])
    game.play("hex 1717")
    assert game.decision == "combat_target"


def test_a_stack_locked_in_a_melee_does_not_support() -> None:
    """R18: two melees next to each other"""
    pieces = {"azug sword 1": "1717", "elves spear 1": "1717", "azug sword 2": WEST, "elves spear 2": WEST}
    game = position({**pieces, "wolves beast 1": EAST}, phase="COMBAT")
    game.play("hex 1717")
    assert hexes(game) == {EAST}


def test_not_even_after_its_own_melee() -> None:
    """R18, B-7: it has fought, though its enemy is dead"""
    pieces = {"azug sword 1": "1717", "elves spear 1": "1717", "azug sword 2": WEST, "Bilbo": f"{WEST} reduced"}
    game = position(pieces, phase="COMBAT")
    melee(game, WEST, die=1)
    assert game.piece("Bilbo").steps == 0
    game.dice([4])
    game.play("hex 1717")
    assert game.decision == "combat_target"


@pytest.mark.parametrize("flank", ["2007", "1905"])
def test_no_second_wave_across_the_red_hexsides(flank: str) -> None:
    """R18, B-6.2 (the board): into the gate only from its two plain hexes, and out of it only to them"""
    pieces = {"azug sword 1": GATE, "Thorin": GATE, "azug sword 2": flank, "azug sword 3": "1906", "azug sword 4": "1907"}
    game = position(pieces, phase="COMBAT")
    game.play(f"hex {GATE}")
    assert hexes(game) == {"1906", "1907"}
    pieces = {"azug sword 1": flank, "elves spear 1": flank, "Thorin": GATE, "elves spear 2": "1906", "elves spear 3": "1907"}
    game = position(pieces, player=FREE, phase="COMBAT")
    game.play(f"hex {flank}")
    assert hexes(game) == {"1906" if flank == "1905" else "1907"}


def test_no_second_wave_from_the_cliffs_into_the_gate() -> None:
    """B-6.2 (the board)"""
    pieces = {"azug sword 1": GATE, "Thorin": GATE, "eagles talon 1": "2005", "eagles talon 2": "2106", "elves spear 1": "1906"}
    game = position(pieces, player=FREE, phase="COMBAT")
    game.play(f"hex {GATE}")
    assert hexes(game) == {"1906"}


def test_who_may_not_stand_in_the_gate_may_support_into_it() -> None:
    """R18, R12: an eagle on a plain neighbour; in the basic game eagles support like others (R35)"""
    for eagle in ("eagles talon 1", "Gwaihir"):
        pieces = {"azug sword 1": GATE, "Thorin": GATE, eagle: "1906"}
        game = position(pieces, player=FREE, phase="COMBAT")
        game.play(f"hex {GATE}")
        assert hexes(game) == {"1906"}


def test_a_lone_leader_may_support() -> None:
    """B-7.2 (melee), B-10.1: any stack; 5 + 5 - 8 = +2"""
    game = position({"azug sword 1": "1717", "Bolg": WEST, "dwarves axe 6": "1717"}, phase="COMBAT")
    melee(game, "1717", WEST, die=5)
    assert lost(game, "dwarves axe 6") == 1


# --- losses


def test_the_melee_hex_takes_hits_before_the_second_wave() -> None:
    """B-7.4 (losses): A1 on the goblin in the melee; nobody chooses"""
    pieces = {"wolves beast 1": "1717", "wolves beast 2": WEST, "dwarves axe 6": "1717"}
    game = position(pieces, phase="COMBAT")
    melee(game, "1717", WEST, die=10)  # 4 - 8 = -4: A2
    assert (game.piece("wolves beast 1").steps, game.piece("wolves beast 2").steps) == (0, 2)
    assert game.decision == "combat_target"


def test_what_the_melee_hex_cannot_take_goes_to_the_second_wave() -> None:
    """B-7.4 (losses): "always first" the one in the hex: a reduced wolf takes one, the second wave the other"""
    pieces = {"wolves beast 1": "1717 reduced", "wolves beast 2": WEST, "dwarves axe 6": "1717"}
    game = position(pieces, phase="COMBAT")
    melee(game, "1717", WEST, die=10)  # 3 - 8 = -5: A2
    assert (game.piece("wolves beast 1").steps, game.piece("wolves beast 2").steps) == (0, 1)


def test_a_leader_in_the_melee_hex_comes_before_the_second_wave_too() -> None:
    """B-7.4 (losses), B-9.3 (effects): Thuk on a reduced wolf: he one, the wolf one"""
    pieces = {
        "wolves beast 1": "1717 reduced",
        "Thuk": "1717",
        "wolves beast 2": WEST,
        "dwarves axe 6": "1717",
        "Thorin": "1717",
    }
    game = position(pieces, phase="COMBAT")
    melee(game, "1717", WEST, die=10)  # 5 - 14: A2
    assert [game.piece(name).steps for name in ("Thuk", "wolves beast 1", "wolves beast 2")] == [1, 0, 2]


def test_the_defenders_losses_go_from_the_top_down() -> None:
    """B-7.2 (losses), B-9.2 (effects)"""
    pieces = {"bolg axe 1": "1717", "elves spear 1": "1717 reduced", "elves spear 2": "1717 reduced", "bolg axe 2": WEST}
    game = position(pieces, phase="COMBAT")
    melee(game, "1717", WEST, die=4)  # 12 - 8 = +4: D1
    assert (game.piece("elves spear 2").steps, game.piece("elves spear 1").steps) == (0, 1)


# --- afterwards


def test_melees_give_no_advance() -> None:
    """R46: not even if all attackers' enemies are dead; the second wave stays where it is"""
    pieces = {"azug sword 1": "1717", "Bilbo": "1717 reduced", "azug sword 2": WEST}
    game = position(pieces, phase="COMBAT")
    melee(game, "1717", WEST, die=1)
    assert game.piece("Bilbo").steps == 0
    assert game.decision == "combat_target" and game.piece("azug sword 2").hex == WEST


def test_no_advance_into_a_melee_hex_that_both_left_empty() -> None:
    """R46: the attackers in the melee are dead; the second wave does not follow"""
    pieces = {"wolves beast 1": "1717 reduced", "wolves beast 2": WEST, "dwarves axe 6": "1717"}
    game = position(pieces, phase="COMBAT")
    melee(game, "1717", WEST, die=10)
    assert game.stack("1717", DARK) == [] and game.decision == "combat_target"


def test_a_leader_whose_unit_dies_stays_in_the_melee() -> None:
    """R40, B-7: the melee goes on; in his own MOVE phase he may step out, one hex"""
    pieces = {"azug sword 1": "1717 reduced", "Thuk": "1717 beneath", "elves spear 1": "1717"}
    game = position(pieces, player=FREE, phase="COMBAT", turn=4)
    melee(game, "1717", die=4)  # 7 - 5 = +2: D1
    assert game.stack("1717", DARK) == ["Thuk"]
    game.draws(["MOVE"])
    game.play("done")
    assert (game.phase, game.phasing_player) == ("MOVE", DARK)
    assert dests(game, "1717") == neighbours("1717")
    game.draws(["COMBAT"])
    game.play("done")
    assert (game.phasing_player, game.decision) == (FREE, "combat_target") and "1717" in hexes(game)


def test_a_melee_that_killed_its_enemies_is_over() -> None:
    """B-7, B-6.5 (enemies): the winner is not pinned any more"""
    game = position({"azug sword 1": "1717", "Bilbo": "1717 reduced"}, phase="COMBAT", turn=5)
    melee(game, "1717", die=1)
    game.draws(["FIRE", "MOVE"])
    game.play("done")
    maybe(game, "fire_target", "done")
    assert (game.phase, game.phasing_player) == ("MOVE", DARK)
    assert "2217" in dests(game, "1717")


def test_the_board_used_here() -> None:
    """B-7 (terrain): what the tests above take for granted: a river, a higher level, a hilltop, guard rooms"""
    assert ["1608", "1609"] in BOARD["river"]
    assert (TERRAIN["1406"], TERRAIN["1506"], TERRAIN["0409"], TERRAIN["0509"]) == (".", "1", "s", "h")
    assert set(BOARD["guard_rooms"].values()) == {"1203", "2412"}
