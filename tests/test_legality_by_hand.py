"""Positions that random play hardly comes to, against the oracle and against the rule itself."""

from __future__ import annotations

from oracle.compare import disagreement
from oracle.view import View

from bofa_env import Game
from tests.helpers import DARK, FREE, hexes, maybe, move, neighbours, verbs
from tests.options.board import begin, eve
from tests.standard.common import before_turn, pass_until, standard


def agreed(game: Game) -> Game:
    """The game, about whose pending decision the oracle says the same."""
    assert not (different := disagreement(game, View(game))), different
    return game


# Mountain along the north-west edge, walled in by elves: a goblin in the north corner comes to 2600 and 2500 only, and 2500 is full
CORRIDOR = {
    "azug sword 1": "2700", "azug sword 2": "2500", "wolves beast 1": "2300", "Gandalf": "2400",
    **{f"elves spear {number}": hex for number, hex in enumerate(["2701", "2601", "2501", "2401", "2301"], 1)},
}  # fmt: skip


def test_an_escaping_leader_leaves_the_last_hex_to_who_must_make_room() -> None:
    """R67, R15, R10: the wolves run over Gandalf into the corner; the goblin there can only go to 2600"""
    game = standard(CORRIDOR)
    assert "hex 2700" in agreed(_selected(game, "2300")).legal_names()
    move(game, "2300", "2700")
    assert (game.decision, game.subject) == ("escape", "Gandalf")
    assert "2600" not in hexes(agreed(game)) and hexes(game) > {"2400"}


def test_with_another_hex_for_the_goblin_he_may() -> None:
    """R67: without the other goblin, this one could go to 2500 as well"""
    game = standard({name: hex for name, hex in CORRIDOR.items() if name != "azug sword 2"})
    move(game, "2300", "2700")
    assert (game.decision, game.subject) == ("escape", "Gandalf")
    assert {"2600", "2500"} <= hexes(agreed(game))


def _selected(game: Game, hex: str) -> Game:
    copy = game.clone()
    maybe(copy, "select", f"hex {hex}")
    return copy


def test_no_push_for_those_in_his_own_hex_only() -> None:
    """R56: the goblins with Gandalf stay where they are; two hexes on they would not"""
    pieces = {"Gandalf": "1717", "azug sword 1": "1717", "azug sword 2": "1713"}
    game = agreed(standard(pieces, player=FREE, phase="FIRE"))
    assert game.decision == "spell" and verbs(game) == {"spell destroy", "none"}
    game = agreed(standard({**pieces, "azug sword 2": "1714"}, player=FREE, phase="FIRE"))
    assert "spell push" in verbs(game)


def test_eagles_do_not_fight_those_who_ran_into_a_guard_room() -> None:
    """R47, S-7.4, R31: a mad goblin has run under the eagle in the guard room"""
    game = begin(eve({"azug sword 1": "1403 hysterical", "eagles talon 1": "1203"}, DARK, "hysteria"), "MOVE", 4, 5)
    pass_until(game, FREE, "COMBAT")
    assert game.piece("azug sword 1").hex == game.piece("eagles talon 1").hex == "1203"
    assert game.decision == "combat_target" and "1203" not in hexes(agreed(game))


def test_of_two_who_could_be_shifted_the_topmost_is() -> None:
    """R74, O-7: two reduced goblins on foot, the restored rider takes the place of either"""
    around = sorted(neighbours("1117"))
    pieces = {
        "wolves beast 1": "1117 reduced", "azug rider 1": "1117 reduced",
        "azug sword 1": f"{around[0]} reduced", "azug sword 2": f"{around[0]} reduced",
        **{f"elves spear {number}": hex for number, hex in enumerate(around[1:], 1)},
    }  # fmt: skip
    game = before_turn(5, pieces, options=["extra_stacking"])
    game.explicit_chance = True
    game.play("done")
    while game.chance_event == "regroup":
        subject = game.data.pieces[int(game.record[0].subject)]
        game.happen(1 if subject == "azug rider 1" else 10)
    maybe(game, "regroup_step", f"hex {around[0]}")
    assert game.decision == "regroup_shift" and agreed(game).subject == "azug sword 2"
