"""Rulings that this project has added (chapter 14 of the rules) and that no other test proves."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import DARK, FREE, dests
from tests.standard.common import standard, where


@pytest.mark.parametrize("flyers", [["Gwaihir"], ["eagles talon 1"], ["Gwaihir", "eagles talon 1"]])
def test_nobody_stops_on_gwaihir_or_eagles(flyers: list[str]) -> None:
    """R60, R24: they may be passed, but nobody ends his move on them"""
    game = standard({"azug sword 1": "1717", **dict.fromkeys(flyers, "1517")}, player=DARK)
    reached = dests(game, "1717")
    assert "1517" not in reached and "1417" in reached


def test_the_roll_of_turn_4_comes_before_regrouping() -> None:
    """R63, R8, S-5: the first die of turn 4 tells the edge, the next one regroups"""
    game = Game.from_position(
        {
            "ruleset": "standard", "turn": 3, "player": FREE, "phase": "FIRE", "phase_number": 4,
            "piece": [
                {"name": "elves spear 1", "hex": "1203", "reduced": True},
                {"name": "elves bow 1", "hex": "1204"},
                {"name": "azug sword 1", "hex": "1205"},
                {"name": "osag sword 1", "to_come": True},
            ],
        }
    )  # fmt: skip
    game.explicit_chance = True
    game.play("done")
    assert (game.turn, game.chance_event) == (4, "entry")
    game.happen(2)
    assert game.chance_event == "regroup"
    game.happen(4)
    assert game.piece("elves spear 1").steps == 2


def test_beorn_takes_the_direct_step_where_a_detour_costs_the_same() -> None:
    """R67, R15, S-6: from next door on the same level he needs no courage, though a path leads there from below as cheaply"""
    game = standard({"Beorn": "2210", "azug sword 1": "2211"}, player=FREE, turn=8)
    game.explicit_chance = True
    game.play("hex 2210")
    game.play("hex 2211")
    assert game.chance_event is None and where(game, "Beorn") == ["2211"]


def test_a_goblin_on_a_rider_stays_legal_when_hits_have_thinned_it() -> None:
    """R66, O-7: whatever steps they have lost"""
    pieces = [{"name": "azug sword 1", "hex": "1717", "reduced": True}, {"name": "azug rider 1", "hex": "1717"}]
    position = {"ruleset": "basic", "options": ["extra_stacking"], "turn": 3, "player": DARK, "phase": "MOVE", "piece": pieces}
    game = Game.from_position(position)
    assert game.stack("1717", DARK) == ["azug sword 1", "azug rider 1"]
