"""Refusals name the rule that stands behind them."""

from __future__ import annotations

import random

import pytest
from helpers import DARK, FREE, position, select

from bofa_env import Game
from bofa_env.rules.actions import ACTIONS
from bofa_env.web.refusals import refusal


def why(game: Game, action: str) -> str:
    """The reason why an action is illegal; it has to be."""
    assert action not in game.legal_names()
    return refusal(game, game.action_number(action))


def moving(pieces: dict[str, str], start: str, **more: str) -> Game:
    """A game in which the Dark Army's stack there has been selected."""
    game = position(pieces, DARK, "MOVE", **more)
    select(game, start)
    assert game.decision == "destination"
    return game


def test_too_far() -> None:
    reason = why(moving({"azug sword 1": "1016"}, "1016"), "hex 1008")
    assert "B-6" in reason and "allowance is 5" in reason


def test_into_a_melee_only_from_next_door() -> None:
    assert "R11" in why(moving({"azug sword 1": "1016", "elves spear 1": "1013"}, "1016"), "hex 1013")


def test_pinned_in_a_melee() -> None:
    assert "R11" in why(moving({"azug sword 1": "1016", "elves spear 1": "1016"}, "1016"), "hex 1013")


def test_cliffs() -> None:
    assert "cliffs" in why(moving({"azug sword 1": "2007"}, "2007"), "hex 2105")


def test_stacking() -> None:
    game = moving({"azug sword 1": "1016", "azug sword 2": "1015", "elves spear 1": "1015"}, "1016")
    # the friend there is in a melee and may step out, so make him one who has moved
    assert "hex 1015" in game.legal_names() or "B-9" in why(game, "hex 1015")
    game = position({"azug sword 1": "1016", "azug sword 2": "1014"}, DARK, "MOVE")
    select(game, "1014")
    game.play("hex 1015")
    select(game, "1016")
    assert "B-9" in why(game, "hex 1015")


def test_a_piece_moves_once() -> None:
    game = position({"azug sword 1": "1016", "azug sword 2": "0606"}, DARK, "MOVE")
    select(game, "1016")
    game.play("hex 1015")
    assert "B-6" in why(game, "hex 1015")
    assert "None of your pieces" in why(game, "hex 0000")


def test_melees_must_be_fought() -> None:
    game = position({"azug sword 1": "1016", "elves spear 1": "1016", "azug sword 2": "1116"}, DARK, "COMBAT")
    assert "R43" in why(game, "done")


def test_attacks() -> None:
    game = position({"azug sword 1": "1016", "elves spear 1": "1015", "elves spear 2": "1010"}, DARK, "COMBAT")
    assert "next to it" in why(game, "hex 1010")
    assert "No enemy" in why(game, "hex 1011")


def test_shots() -> None:
    game = position({"elves bow 1": "1016", "azug sword 1": "1014", "azug sword 2": "1004"}, FREE, "FIRE", ruleset="standard")
    assert "range" in why(game, "hex 1004")
    assert "No enemy" in why(game, "hex 1015")


def test_outside_the_scenario() -> None:
    game = Game(scenario="skirmish", seed=1)
    rng = random.Random(1)
    while game.decision != "destination":
        game.play(rng.choice(game.legal_actions()))
    assert "outside" in why(game, "hex 2700")


@pytest.mark.parametrize(("scenario", "options"), [("skirmish", ()), ("gate", ("hysteria",)), ("full", ("three_players", "extra_stacking"))])
def test_there_is_always_an_answer_and_nothing_changes(scenario: str, options: tuple[str, ...]) -> None:
    rng = random.Random(7)
    game = Game(scenario=scenario, options=options, seed=7)
    for _ in range(150):
        if game.over:
            break
        legal = set(game.legal_actions())
        before = game.record.tobytes()
        for action in rng.sample(sorted(set(range(ACTIONS)) - legal), 8):
            assert refusal(game, action)[-1] in ".?"
        assert game.record.tobytes() == before
        game.play(rng.choice(sorted(legal)))
    assert refusal(game, 10**6)
