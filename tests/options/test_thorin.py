"""O-3, R23: while Thorin lives and stands outside the Front Gate, the Free Peoples fight one column further to the right."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import DARK, FREE, GATE, attack, lost, melee
from tests.options.board import BASIC, RULESETS, STANDARD, battle, begin, eve

OUT = "2008"  # a plain hex near the gate, more than ten hexes away from the fight
EVEN = 5  # with this die a difference of 0 does nothing, and the next column has D1


def fight(thorin: str | None, *options: str, player: str = FREE, die: int = EVEN, ruleset: str = STANDARD) -> int:
    """Lake-men attack goblins of the same strength next door, or the other way round: what the defender loses."""
    pieces = {"lake_men sword 1": "0717", "azug sword 1": "0817"}
    if thorin:
        pieces["Thorin"] = thorin
    game = battle(pieces, *options, player=player, ruleset=ruleset)
    target, start, victim = ("0817", "0717", "azug sword 1") if player == FREE else ("0717", "0817", "lake_men sword 1")
    attack(game, target, start, die=die)
    return lost(game, victim)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_outside_the_gate_he_shifts_attacks_by_one_column(ruleset: str) -> None:
    """O-3, R23: at any distance, in both rulesets"""
    assert fight(OUT, "thorin", ruleset=ruleset) == 1
    assert fight(OUT, ruleset=ruleset) == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_in_the_gate_he_does_not(ruleset: str) -> None:
    """O-3: as soon as he leaves the hex of the Front Gate"""
    assert fight(GATE, "thorin", ruleset=ruleset) == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_dead_he_does_not(ruleset: str) -> None:
    """R23: while he lives"""
    assert fight(None, "thorin", ruleset=ruleset) == 0


def test_it_is_exactly_one_column() -> None:
    """O-3: difference 0 with Thorin is resolved as +1…+2 for every die"""
    expected = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 0, 7: 0}
    assert {die: fight(OUT, "thorin", die=die) for die in expected} == expected


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_dark_army_gets_nothing_from_him(ruleset: str) -> None:
    """R23: in the Free Peoples' COMBAT phases"""
    assert fight(OUT, "thorin", player=DARK, ruleset=ruleset) == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_melees_are_shifted_too(ruleset: str) -> None:
    """O-3, R23: attacks and melees"""
    pieces = {"lake_men sword 1": "0717", "azug sword 1": "0717", "Thorin": OUT}
    for options, loss in ((("thorin",), 1), ((), 0)):
        game = battle(pieces, *options, player=FREE, ruleset=ruleset)
        melee(game, "0717", die=EVEN)
        assert lost(game, "azug sword 1") == loss


def test_he_may_be_in_the_fight_himself() -> None:
    """R23: Thorin (6) attacks a goblin (5): +1…+2 becomes +3…+4, where a 1 hits twice"""
    for options, loss in ((("thorin",), 2), ((), 1)):
        game = battle({"Thorin": "0717", "azug sword 1": "0817"}, *options, player=FREE)
        attack(game, "0817", "0717", die=1)
        assert lost(game, "azug sword 1") == loss


def test_the_last_column_stays() -> None:
    """R23 is as R45: there is nothing to the right of ≥15"""
    pieces = {"dwarves axe 6": "0717", "dwarves axe 7": "0917", "azug bow 1": "0817 reduced", "Azug": "0817", "Thorin": OUT}
    found = []
    for options in (("thorin",), ()):
        game = battle({**pieces, "dwarves axe 8": "0818"}, *options, player=FREE, ruleset=BASIC)
        attack(game, "0817", "0717", "0917", "0818", die=10)  # 24 against 6
        found.append(lost(game, "azug bow 1", "Azug"))
    assert found[0] == found[1] == 1 + 1


def test_it_begins_when_he_steps_out() -> None:
    """O-3: the same game before and after his step"""
    game = eve({"lake_men sword 1": "0717", "azug sword 1": "0817", "Thorin": GATE}, FREE, "thorin", turn=5)
    begin(game, "MOVE")
    stepping = game.clone()
    stepping.play(f"hex {GATE}")
    stepping.play("hex 1907")
    assert stepping.piece("Thorin").hex == "1907"
    assert [_loss_in_the_next_combat(copy) for copy in (game, stepping)] == [0, 1]


def _loss_in_the_next_combat(game: Game) -> int:
    game.draws(["MOVE", "COMBAT"])
    game.play("done")  # the Free Peoples' MOVE
    game.play("done")  # the Dark Army's
    assert (game.phase, game.phasing_player) == ("COMBAT", FREE)
    attack(game, "0817", "0717", die=EVEN)
    return lost(game, "azug sword 1")
