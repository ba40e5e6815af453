"""Leaders in the standard game (S-10; R1, R36): hits, current strength, who takes them."""

from __future__ import annotations

import pytest

from bofa_env import Game
from bofa_env.errors import PositionError
from tests.helpers import DARK, FREE, attack, dests, hexes, melee, move, shoot, within
from tests.standard.common import pass_until, standard, steps, where
from tests.standard.fighting import check_attack

WEST, EAST, SOUTH = "1617", "1817", "1718"  # around 1717
STRENGTH = {
    "Gandalf": 5, "Thranduil": 4, "Bilbo": 2, "Dain": 4, "Thorin": 6, "Bard": 3, "Gwaihir": 4, "Beorn": 8,
    "Bolg": 5, "Azug": 4, "Thuk": 2, "Thrak": 3, "Osag": 3, "Gurash": 3,
}  # fmt: skip
FREE_LEADERS = list(STRENGTH)[:8]


def shot_at(leader: str, hits: int) -> Game:
    """A wounded leader takes one more hit from an arrow."""
    bow, player, die = ("azug bow 1", DARK, 3) if leader in FREE_LEADERS else ("elves bow 1", FREE, 5)
    game = standard({bow: WEST, leader: f"1717 hits={hits}"}, player=player, phase="FIRE")
    while game.decision in ("spell", "rock"):
        game.play("none")
    shoot(game, "1717", WEST, die=die)
    return game


# --- hits and strength


@pytest.mark.parametrize("leader", STRENGTH)
def test_his_strength_is_what_he_can_take(leader: str) -> None:
    """S-10.1, S-10.2, S-10.4, R1: every hit costs 1 of strength; he is gone when his hits equal it, not only when they exceed it"""
    for hits in range(STRENGTH[leader]):
        game = shot_at(leader, hits)
        left = STRENGTH[leader] - hits - 1
        assert game.piece(leader).strength == left
        assert (game.piece(leader).hex is None) == (left == 0)


@pytest.mark.parametrize("leader", STRENGTH)
def test_nobody_stands_with_as_many_hits_as_strength(leader: str) -> None:
    """R1: such a position is refused"""
    with pytest.raises(PositionError, match="R1"):
        standard({leader: f"1717 hits={STRENGTH[leader]}"})


def test_bilbo_leaves_the_game_with_his_second_hit() -> None:
    """R36: not dead, but without his ring; he does not come back"""
    game = shot_at("Bilbo", 1)
    assert game.piece("Bilbo").hex is None and not game.piece("Bilbo").to_come


def test_wounds_do_not_change_the_allowance() -> None:
    """S-10: strength only"""
    assert dests(standard({"Bilbo": "1717 hits=1"}, player=FREE), "1717") == within("1717", 5) - {"1717"}


@pytest.mark.parametrize("hits", range(5))
def test_he_fights_with_his_current_strength(hits: int) -> None:
    """S-10.3: attacking, defending, alone or in a stack"""
    check_attack({"Gandalf": f"{WEST} hits={hits}", "azug sword 1": "1717"}, "1717", WEST, modifier=0, player=FREE)
    check_attack({"azug sword 1": WEST, "Gandalf": f"1717 hits={hits}", "elves bow 1": "1717"}, "1717", WEST, modifier=0)
    assert standard({"Gandalf": f"1717 hits={hits}"}).piece("Gandalf").strength == 5 - hits


def test_units_have_two_steps_as_ever() -> None:
    """S-10, B-7: half strength when reduced, rounded up (R32)"""
    game = standard({"elves spear 1": "1717 reduced", "azug sword 1": "1517 reduced"})
    assert (game.piece("elves spear 1").strength, game.piece("azug sword 1").strength) == (4, 3)


# --- who takes the hits


def three_hits(pieces: dict[str, str]) -> Game:
    """Three hits in one attack on 1717: dwarves all round, against a weak stack, with a roll of 1."""
    dwarves = {f"dwarves axe {number}": hex for number, hex in enumerate([WEST, EAST, SOUTH], 1)}
    game = standard({**dwarves, **pieces}, player=FREE, phase="COMBAT")
    attack(game, "1717", WEST, EAST, SOUTH, die=1)
    return game


def test_a_leader_on_top_takes_one_of_three() -> None:
    """B-9.3, S-10: the unit under him the others"""
    game = three_hits({"azug sword 1": "1717", "Azug": "1717"})
    assert game.piece("Azug").hits == 1 and steps(game, "azug sword 1") == [0]


def test_what_the_unit_cannot_take_comes_back_to_him() -> None:
    """B-9.3, S-10: over a reduced unit: 1, the unit 1, and 1 more"""
    game = three_hits({"azug sword 1": "1717 reduced", "Azug": "1717"})
    assert game.piece("Azug").hits == 2 and steps(game, "azug sword 1") == [0] and where(game, "Azug") == ["1717"]


def test_over_two_reduced_units() -> None:
    """B-9.3: one each"""
    game = three_hits({"azug sword 1": "1717 reduced", "azug sword 2": "1717 reduced", "Azug": "1717"})
    assert game.piece("Azug").hits == 1 and steps(game, "azug sword 1", "azug sword 2") == [0, 0]


def test_a_leader_beneath_is_hit_last() -> None:
    """B-9.2, S-10: full unit 2, then he 1; he survives what would have killed him in the basic game"""
    game = three_hits({"azug sword 1": "1717", "Azug": "1717 beneath"})
    assert game.piece("Azug").hits == 1 and steps(game, "azug sword 1") == [0]


def test_a_lone_leader_takes_all() -> None:
    """S-10: three hits; Thuk with 2 dies, the rest vanishes"""
    assert three_hits({"Azug": "1717"}).piece("Azug").hits == 3
    game = three_hits({"Thuk": "1717"})
    assert game.piece("Thuk").hex is None


def test_one_hit_per_combat_not_per_phase() -> None:
    """B-9.3: the next attack may hit him again"""
    pieces = {"dwarves axe 1": WEST, "dwarves axe 2": EAST, "wolves beast 1": "1717", "Azug": "1717"}
    game = standard(pieces, player=FREE, phase="COMBAT")
    for hits, hex in ((1, WEST), (2, EAST)):
        attack(game, "1717", hex, die=4)  # 7 - 6, then 7 - 5: one hit each
        assert game.piece("Azug").hits == hits
    assert steps(game, "wolves beast 1") == [2]


def test_a_dying_leader_on_top_leaves_the_rest_to_the_unit() -> None:
    """B-9.3, S-10: Azug with 3 hits takes his last one"""
    game = three_hits({"azug sword 1": "1717", "Azug": "1717 hits=3"})
    assert game.piece("Azug").hex is None and steps(game, "azug sword 1") == [0]


def test_the_attackers_leader_too() -> None:
    """B-9.3, B-7.3 (losses): A2 on a wolf with Azug: he one, the wolf one"""
    game = standard({"wolves beast 1": WEST, "Azug": WEST, "Thorin": "1717", "dwarves axe 1": "1717"}, phase="COMBAT")
    attack(game, "1717", WEST, die=10)  # 6 - 13: A2
    assert game.piece("Azug").hits == 1 and steps(game, "wolves beast 1") == [1]


def test_a_leader_survives_his_unit_in_a_melee() -> None:
    """S-10, R40: it goes on; he may step out in his own MOVE phase"""
    pieces = {"dwarves axe 1": "1717", "wolves beast 1": "1717 reduced", "Azug": "1717 beneath"}
    game = standard(pieces, player=FREE, phase="COMBAT", turn=4)
    melee(game, "1717", die=4)  # 7 - 5: one hit
    assert game.stack("1717", DARK) == ["Azug"]
    game.draws(["MOVE"])
    pass_until(game, DARK, "MOVE")
    move(game, "1717", EAST)
    assert where(game, "Azug") == [EAST]


# --- a surviving lone leader keeps his hex


def test_a_surviving_leader_keeps_the_hex() -> None:
    """S-10, B-7.5: no advance"""
    game = three_hits({"azug sword 1": "1717", "Azug": "1717"})
    assert game.decision == "combat_target" and "1717" not in hexes(game)  # all have attacked
    assert where(game, "Azug") == ["1717"]


def test_an_emptied_hex_may_be_entered() -> None:
    """S-10, B-7.5: Thuk is dead"""
    assert three_hits({"Thuk": "1717"}).decision == "advance"
