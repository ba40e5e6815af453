"""What a player is told before he commits himself, against the tables and costs of the rules page."""

from __future__ import annotations

import random

import pytest
from helpers import DARK, FREE, position, select

from bofa_env import Game
from bofa_env.rules import tables
from bofa_env.web import story
from bofa_env.web.hints import hints
from bofa_env.web.lens import Lens


def told(game: Game) -> dict[str, dict[str, object]]:
    """The hints by the names of their actions."""
    return {game.action_name(action): hint for action, hint in hints(game).items()}


def test_costs_of_terrain_and_river() -> None:  # B-6, R39
    game = position({"azug sword 1": "0911"}, DARK, "MOVE")
    select(game, "0911")
    costs = {name: hint["cost"] for name, hint in told(game).items()}
    assert set(costs) == set(game.legal_names())
    assert costs["hex 0911"] == 0
    assert costs["hex 1011"] == 1  # plain
    assert costs["hex 1012"] == 2  # Dale
    assert costs["hex 0811"] == 3  # across the river, +2 for the Dark Army
    assert costs["hex 0711"] == 4
    assert all(hint["of"] == 5 for hint in told(game).values())


def test_every_hex_in_reach_has_a_cost_within_the_allowance() -> None:
    rng = random.Random(5)
    game, seen = Game(seed=5), 0
    while seen < 40:
        if game.decision == "destination":
            seen += 1
            for hint in told(game).values():
                assert 0 <= int(str(hint["cost"])) <= int(str(hint["of"]))
        game.play(rng.choice(game.legal_actions()))


def test_odds_of_an_attack_before_it_is_committed() -> None:  # B-7
    game = position({"azug sword 1": "1016", "azug sword 2": "1116", "elves spear 1": "1015"}, DARK, "COMBAT")
    hint = told(game)["hex 1015"]
    assert (hint["together"], hint["attack"], hint["defence"], hint["modifier"]) == (2, 10, 7, 0)
    assert hint["results"] == [2, 1, 1, 1, 1, 0, 0, 0, -1, -1]  # the column 3…4, as printed
    game.play("hex 1015")
    one = told(game)["hex 1016"]
    assert (one["attack"], one["results"]) == (5, [1, 1, 0, 0, 0, -1, -1, -1, -1, -1])  # −2…−1
    game.play("hex 1016")
    assert told(game)["commit"] == one
    assert told(game)["hex 1116"]["attack"] == 10


def test_odds_of_a_shot_before_it_is_committed() -> None:  # B-8: bow 6 at distance 2 is 5
    game = position({"elves bow 1": "1016", "azug sword 1": "1014"}, FREE, "FIRE")
    hint = told(game)["hex 1014"]
    assert hint["strength"] == 5 and hint["results"] == [2, 1, 1, 1, 0, 0, 0, 0, 0, 0]


def test_the_chance_of_courage() -> None:  # S-6: a goblin unit of strength 5 before elves dares it on 1 to 5
    game = position({"azug sword 1": "1016", "elves spear 1": "1015"}, DARK, "MOVE", ruleset="standard")
    select(game, "1016")
    assert told(game)["hex 1015"]["courage"] == 0.5


def test_hints_leave_the_game_alone() -> None:
    rng = random.Random(2)
    game = Game(scenario="skirmish", seed=2)
    while not game.over:
        before = game.record.tobytes()
        hints(game)
        assert game.record.tobytes() == before
        game.play(rng.choice(game.legal_actions()))


@pytest.mark.parametrize(("scenario", "options"), [("skirmish", ()), ("gate", ("hysteria", "bats"))])
def test_the_game_that_is_told_is_the_game_that_is_played(scenario: str, options: tuple[str, ...]) -> None:
    rng = random.Random(4)
    told, played = Game(scenario=scenario, options=options, seed=4), Game(scenario=scenario, options=options, seed=4)
    lines: list[story.Line] = []
    while not played.over:
        action = rng.choice(played.legal_actions())
        lines += story.play(told, action)
        played.play(action)
        assert told.record.tobytes() == played.record.tobytes()
    lost = [piece.name for piece in played.pieces() if piece.steps == 0]
    assert sorted(line.text.lower() for line in lines if line.text.endswith("is lost")) == sorted(
        f"{name.lower()} is lost".replace("_", "-") for name in lost
    )
    assert lines[-1].kind == "end"


def test_the_told_result_of_a_combat_is_the_tables() -> None:
    game = position({"azug sword 1": "1016", "azug sword 2": "1116", "elves spear 1": "1015"}, DARK, "COMBAT")
    for name in ("hex 1015", "hex 1016", "hex 1116"):
        lines = story.play(game, name)
    assert game.last_die is not None
    result = int(tables.COMBAT_TABLE[game.last_die, 5])
    words = {2: "2 hits on the defender", 1: "1 hit on the defender", 0: "no effect", -1: "1 hit on the attacker"}[result]
    assert lines[0].kind == "combat" and lines[0].text.endswith(f"10 against 7, die {game.last_die}: {words}")


def test_a_lens_looks_at_a_copy() -> None:
    game = position({"azug sword 1": "1016"}, DARK, "MOVE")
    select(game, "1016")
    before = game.record.tobytes()
    Lens(game).costs()
    assert game.record.tobytes() == before
