"""What the standard game takes over unchanged (S-2, S-4, S-9; R43, R46)."""

from __future__ import annotations

import pytest

from bofa_env import Game
from bofa_env.errors import PositionError
from tests.helpers import DARK, FREE, attack, hexes, melee, verbs
from tests.standard.common import standard, steps, where


def test_the_set_up_is_the_same() -> None:
    """S-2: piece by piece, everybody may be placed where he may be in the basic game"""
    standard_game, basic = (Game(ruleset=ruleset, deployment="free", seed=1) for ruleset in ("standard", "basic"))
    placed = 0
    while basic.decision in ("deploy", "stack_order"):
        assert (standard_game.decision, standard_game.subject, standard_game.player) == (basic.decision, basic.subject, basic.player)
        assert standard_game.legal_actions() == basic.legal_actions()
        action = basic.legal_actions()[placed % len(basic.legal_actions())]
        basic.play(action)
        standard_game.play(action)
        placed += 1
    assert placed > 80 and standard_game.turn == basic.turn == 1


def test_the_chips_are_the_same() -> None:
    """S-4: 6 chips in turns 1–3, 8 from turn 4 on; four and six phases"""
    for turn, cup in ((3, {"MOVE": 3, "COMBAT": 1, "FIRE": 1, "FC": 1}), (5, {"MOVE": 3, "COMBAT": 2, "FIRE": 2, "FC": 1})):
        game = standard({"azug sword 1": "1717"}, player=DARK, phase="MOVE", turn=turn)
        assert game.cup == {**cup, "MOVE": 2}


def test_in_fire_phases_nobody_moves_or_fights() -> None:
    """S-4: an archer shoots, a melee goes on unfought"""
    game = standard({"azug sword 1": "1717", "elves spear 1": "1717", "azug bow 1": "1517", "elves bow 1": "1317"}, phase="FIRE")
    assert game.decision == "fire_target" and hexes(game) == {"1317", "2620"} and "done" in verbs(game)


@pytest.mark.parametrize(
    "pieces",
    [
        {"elves spear 1": "1717", "elves spear 2": "1717"},
        {"elves spear 1": "1717", "elves spear 2": "1717 reduced"},
        {"elves spear 1": "1717 reduced", "elves spear 2": "1717 reduced", "elves spear 3": "1717 reduced"},
        {"elves spear 1": "1717 reduced", "dwarves axe 1": "1717 reduced"},
        {"elves spear 1": "1717", "Gandalf": "1717", "Bilbo": "1717"},
        {"Gandalf": "1717", "Bilbo": "1717"},
        {"dwarves axe 1": "1717", "Thorin": "1717", "Dain": "1717"},
        {"elves spear 1": "1717", "Beorn": "1717"},
        {"Gandalf": "1717", "Beorn": "1717"},
    ],
)
def test_stacks_that_may_not_be(pieces: dict[str, str]) -> None:
    """S-9, B-9.1, B-9.2, B-9.4, B-9.5"""
    with pytest.raises(PositionError, match="B-9"):
        standard(pieces)


@pytest.mark.parametrize(
    "pieces",
    [
        {"elves spear 1": "1717", "Gandalf": "1717"},
        {"elves spear 1": "1717 reduced", "lake_men sword 1": "1717 reduced", "Bard": "1717"},
        {"dwarves axe 1": "1717", "Thorin": "1717"},
        {"Beorn": "1717", "azug sword 1": "1717", "Azug": "1717"},
    ],
)
def test_stacks_that_may(pieces: dict[str, str]) -> None:
    """S-9, B-9.1, B-9.4, R34: Thorin takes the leader's place"""
    game = standard(pieces)
    assert where(game, *pieces) == ["1717"] * len(pieces)


def test_attacks_and_melees_in_any_order() -> None:
    """R43, S-7: an attack before the melee that must be fought, or after it"""
    pieces = {"azug sword 1": "1717", "lake_men sword 1": "1717", "azug sword 2": "1317", "lake_men sword 2": "1417"}
    game = standard(pieces, phase="COMBAT")
    assert {"1717", "1417"} <= hexes(game) and "done" not in verbs(game)
    attack(game, "1417", "1317", die=5)
    assert "done" not in verbs(game)
    melee(game, "1717", die=5)
    assert "done" in verbs(game)


def test_melees_give_no_advance() -> None:
    """R46, S-7: the second wave stays where it is"""
    pieces = {"azug sword 1": "1717", "azug sword 2": "1617", "lake_men sword 1": "1717 reduced"}
    game = standard(pieces, phase="COMBAT")
    melee(game, "1717", "1617", die=1)
    assert steps(game, "lake_men sword 1") == [0] and game.decision == "combat_target"
    assert where(game, "azug sword 2") == ["1617"] and game.phasing_player != FREE
