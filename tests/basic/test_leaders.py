"""Leaders and special pieces (B-10), and how a stack with a leader takes hits (B-9.2, B-9.3)."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import DARK, FREE, GATE, attack, dests, hexes, lost, melee, position, shoot, verbs

WEST, EAST = "1617", "1817"
# In 1717 stands who is to be hit. Three bodyguards with Bolg and Azug around him: 6 + 5, 6 + 4, 6.
STORM = {"bolg axe 1": WEST, "Bolg": WEST, "bolg axe 2": EAST, "Azug": EAST, "bolg axe 3": "1716"}


def steps(game: Game, *names: str) -> tuple[int, ...]:
    return tuple(game.piece(name).steps for name in names)


def three_hits(pieces: dict[str, str]) -> Game:
    """An attack with 27 on 1717 at a roll of 1: D3 (if 27 is 9 or more above the defender)."""
    game = position({**STORM, **pieces}, phase="COMBAT")
    attack(game, "1717", WEST, EAST, "1716", die=1)
    return game


def two_hits(pieces: dict[str, str]) -> Game:
    """Two elf archers shoot with 12 at a roll of 3: 2 hits."""
    game = position({"elves bow 1": WEST, "elves bow 2": EAST, **pieces}, player=FREE, phase="FIRE")
    shoot(game, "1717", WEST, EAST, die=3)
    return game


# --- strength


@pytest.mark.parametrize(
    "name, full, reduced",
    [("Gandalf", 5, 3), ("Bilbo", 2, 1), ("Thrak", 3, 2), ("Thorin", 6, 3), ("Beorn", 8, 4), ("Bolg", 5, 3), ("Thuk", 2, 1)],
)
def test_leaders_have_two_steps_and_half_strength(name: str, full: int, reduced: int) -> None:
    """B-10.2, R1, R32: in the basic game a hit halves a leader's strength, rounded up; it does not just take off one"""
    assert position({name: "1717"}).piece(name).strength == full
    piece = position({name: "1717 reduced"}).piece(name)
    assert (piece.strength, piece.steps) == (reduced, 1)


@pytest.mark.parametrize(
    "name, full, reduced", [("azug sword 1", 5, 3), ("wolves beast 1", 2, 1), ("elves spear 1", 7, 4), ("eagles talon 1", 3, 2)]
)
def test_units_have_half_strength_on_their_reduced_side(name: str, full: int, reduced: int) -> None:
    """R32, B-1: rounded up; the move stays the same"""
    whole, half = position({name: "1717"}).piece(name), position({name: "1717 reduced"}).piece(name)
    assert (whole.strength, half.strength) == (full, reduced)
    assert whole.move == half.move and (whole.steps, half.steps) == (2, 1)


def test_a_leader_adds_his_strength() -> None:
    """B-10.1, B-9: on top or beneath: 5 + 4 against 8 is +1: a 5 hits"""
    for place in (WEST, f"{WEST} beneath"):
        game = position({"azug sword 1": WEST, "Azug": place, "dwarves axe 6": "1717"}, phase="COMBAT")
        attack(game, "1717", WEST, die=5)
        assert lost(game, "dwarves axe 6") == 1


def test_a_leader_dies_of_two_hits_however_strong() -> None:
    """B-10.2, R1: Beorn of 8 like Bilbo of 2"""
    for name in ("Beorn", "Bilbo", "Thorin"):
        game = position({**STORM, name: "1717 reduced"}, phase="COMBAT")
        attack(game, "1717", WEST, die=3)  # D1
        assert game.piece(name).steps == 0 and game.piece(name).hex is None


# --- hits on a stack with a leader


def test_a_leader_on_top_takes_one_hit_the_units_the_rest() -> None:
    """B-9.3 (effects): three hits on a leader and a full unit: he one, the unit two"""
    assert steps(three_hits({"elves spear 9": "1717", "Bilbo": "1717"}), "Bilbo", "elves spear 9") == (1, 0)


def test_a_leader_on_top_takes_the_first_hit() -> None:
    """B-9.2, B-9.3 (effects): from the top down: of one hit he takes it, of two one is the unit's"""
    game = position({"azug sword 1": WEST, "lake_men sword 1": "1717 reduced", "Bilbo": "1717"}, phase="COMBAT")
    attack(game, "1717", WEST, die=3)  # 5 - 5 = 0: D1
    assert steps(game, "Bilbo", "lake_men sword 1") == (1, 1)
    assert steps(two_hits({"azug sword 1": "1717", "Azug": "1717"}), "Azug", "azug sword 1") == (1, 1)


def test_what_the_units_cannot_take_goes_back_to_the_leader() -> None:
    """B-9.3 (effects): on a reduced unit: he one, the unit one, he the third"""
    assert steps(three_hits({"elves spear 9": "1717 reduced", "Bilbo": "1717"}), "Bilbo", "elves spear 9") == (0, 0)


def test_two_hits_on_a_leader_over_a_reduced_unit() -> None:
    """B-9.3 (effects): one each"""
    assert steps(two_hits({"azug sword 1": "1717 reduced", "Azug": "1717"}), "Azug", "azug sword 1") == (1, 0)


def test_a_leader_on_two_reduced_units() -> None:
    """B-9.2, B-9.3 (effects): three hits: he one, then the units from the top down"""
    pieces = {"elves spear 9": "1717 reduced", "elves spear 10": "1717 reduced", "Bilbo": "1717"}
    assert steps(three_hits(pieces), "Bilbo", "elves spear 10", "elves spear 9") == (1, 0, 0)


def test_a_wounded_leader_on_top_dies_of_his_one_hit() -> None:
    """B-9.3 (effects), B-10.2: the rest still go to the unit"""
    assert steps(three_hits({"elves spear 9": "1717", "Bilbo": "1717 reduced"}), "Bilbo", "elves spear 9") == (0, 0)
    assert steps(two_hits({"azug sword 1": "1717", "Azug": "1717 reduced"}), "Azug", "azug sword 1") == (0, 1)


def test_a_leader_beneath_is_hit_only_after_the_units() -> None:
    """B-9.2 (effects): three hits: two for the unit, one for him"""
    assert steps(three_hits({"elves spear 9": "1717", "Bilbo": "1717 beneath"}), "Bilbo", "elves spear 9") == (1, 0)
    assert steps(two_hits({"azug sword 1": "1717", "Azug": "1717 beneath"}), "Azug", "azug sword 1") == (2, 0)


def test_a_lone_leader_takes_all_hits() -> None:
    """B-9.3 (effects): the one-hit rule is for stacks; hits beyond all pieces vanish"""
    assert steps(three_hits({"Gandalf": "1717"}), "Gandalf") == (0,)
    assert steps(two_hits({"Azug": "1717"}), "Azug") == (0,)


def test_one_hit_per_attack_not_per_phase() -> None:
    """B-9.3 (effects): "per attack, melee or shot": a second attack hits him again"""
    game = position({**STORM, "dwarves axe 6": "1717", "Bilbo": "1717"}, phase="COMBAT")
    attack(game, "1717", WEST, die=4)  # 11 - 10 = +1: D1
    assert steps(game, "Bilbo", "dwarves axe 6") == (1, 2)
    attack(game, "1717", EAST, die=4)  # 10 - 9 = +1: D1
    assert steps(game, "Bilbo", "dwarves axe 6") == (0, 2)


def test_one_hit_per_shot() -> None:
    """B-9.3 (effects): two shots of one hit each are both his; one shot of two hits is one his and one the unit's"""
    pieces = {"elves bow 1": WEST, "elves bow 2": EAST, "azug sword 1": "1717", "Azug": "1717"}
    game = position(pieces, player=FREE, phase="FIRE")
    shoot(game, "1717", WEST, die=5)
    shoot(game, "1717", EAST, die=5)
    assert steps(game, "Azug", "azug sword 1") == (0, 2)


def test_in_a_melee_too() -> None:
    """B-9.3 (effects): D2 on Gandalf over an elf: one each; in the attacker's stack A2: one each"""
    game = position(
        {"bolg axe 1": "1717", "Bolg": "1717", "bolg axe 2": WEST, "elves spear 1": "1717", "Bilbo": "1717"}, phase="COMBAT"
    )
    melee(game, "1717", WEST, die=1)  # 17 - 9 = +8: D2
    assert steps(game, "Bilbo", "elves spear 1") == (1, 1)
    game = position({"wolves beast 1": "1717", "Thuk": "1717", "dwarves axe 6": "1717", "Thorin": "1717"}, phase="COMBAT")
    melee(game, "1717", die=10)  # 4 - 14: A2
    assert steps(game, "Thuk", "wolves beast 1") == (1, 1)


def test_the_attackers_leader_on_top_takes_one_hit_as_well() -> None:
    """B-9.3 (effects), B-7.3 (losses): both hits on his hex: one for him, one for his wolf"""
    pieces = {"wolves beast 1": WEST, "Thuk": WEST, "wolves beast 2": EAST, "dwarves axe 6": "1717", "Thorin": "1717"}
    game = position(pieces, phase="COMBAT")
    attack(game, "1717", WEST, EAST, die=9)  # 6 - 14: A2
    game.play(f"hex {WEST}")
    game.play(f"hex {WEST}")
    assert steps(game, "Thuk", "wolves beast 1", "wolves beast 2") == (1, 1, 2)


def test_an_attackers_hit_on_one_hex_at_a_time() -> None:
    """B-7.3 (losses), B-9.3 (effects): one hit on each hex: the leaders on top take them"""
    pieces = {
        "wolves beast 1": WEST,
        "Thuk": WEST,
        "wolves beast 2": EAST,
        "Thrak": EAST,
        "dwarves axe 6": "1717",
        "Thorin": "1717",
    }
    game = position(pieces, phase="COMBAT")
    attack(game, "1717", WEST, EAST, die=9)  # 9 - 14 = -5: A2
    game.play(f"hex {WEST}")
    game.play(f"hex {EAST}")
    assert steps(game, "Thuk", "wolves beast 1", "Thrak", "wolves beast 2") == (1, 2, 1, 2)


# --- Thorin


def test_thorin_is_a_leader_in_a_stack() -> None:
    """B-10.4: on top of dwarves he takes one hit of three"""
    assert steps(three_hits({"dwarves axe 6": "1717", "Thorin": "1717"}), "Thorin", "dwarves axe 6") == (1, 0)


def test_thorin_is_a_unit_on_the_map() -> None:
    """B-10.4, R34: he cannot be passed, he pins, he holds areas (see also movement and victory)"""
    game = position({"Thorin": GATE, "azug sword 1": "1906"})
    assert game.areas()["front_gate"] == FREE
    assert GATE in dests(game, "1906")
    pinned = position({"Thorin": "1717", "wolves beast 1": "1717"})
    assert len(dests(pinned, "1717")) == 6


# --- Beorn and the eagles


def test_beorn_shares_a_hex_only_with_enemies() -> None:
    """B-10.5, B-9.5"""
    game = position({"Beorn": "1717", "azug sword 1": "1717"}, player=FREE, phase="COMBAT")
    assert "1717" in hexes(game) and "done" not in verbs(game)


def test_beorn_comes_from_afar() -> None:
    """B-10.5: directly onto an enemy, though he did not begin next to it"""
    game = position({"Beorn": "1517", "azug sword 1": "1717", "elves spear 1": "1518"}, player=FREE)
    assert "1717" in dests(game, "1517")
    assert "1717" not in dests(game, "1518")


def test_eagles_come_from_afar() -> None:
    """B-10.6, R35: Gwaihir as well"""
    for name in ("eagles talon 1", "Gwaihir"):
        assert "1717" in dests(position({name: "1212", "azug sword 1": "1717"}, player=FREE), "1212")


def test_gwaihir_is_a_leader_in_all_else() -> None:
    """R35: two steps, a leader's place, no hold on his hex"""
    game = position({"Gwaihir": "1717", "eagles talon 1": "1817", "Bolg": "1719", "azug sword 1": "1616"})
    assert game.piece("Gwaihir").leader and not game.piece("eagles talon 1").leader
    assert "1717" in dests(game, "1616")  # one may stop on him, from two hexes away or one
    assert steps(three_hits({"eagles talon 1": "1717", "Gwaihir": "1717"}), "Gwaihir", "eagles talon 1") == (1, 0)


def test_the_dead_are_gone() -> None:
    """B-1, B-10.2: a dead leader is off the map and has no strength"""
    piece = three_hits({"Gandalf": "1717"}).piece("Gandalf")
    assert (piece.hex, piece.steps, piece.strength, piece.to_come) == (None, 0, 0, False)


def test_leaders_are_of_their_side() -> None:
    """B-10, B-2: eight leaders and characters of the Free Peoples, six of the Dark Army"""
    game = Game("basic", seed=1)
    assert {piece.name for piece in game.pieces(FREE) if piece.leader} == {
        "Thranduil", "Bard", "Dain", "Thorin", "Gandalf", "Bilbo", "Gwaihir", "Beorn"
    }  # fmt: skip
    assert {piece.name for piece in game.pieces(DARK) if piece.leader} == {"Bolg", "Azug", "Thuk", "Thrak", "Osag", "Gurash"}
