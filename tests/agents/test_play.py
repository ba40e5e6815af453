"""Every bot plays every kind of game to its end, by the rules, the same way every time, and without reading the dice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from bot_helpers import CHEAP, SEARCHING, answers, somewhere

import agents
from bofa_env import Game, scenarios
from bofa_env.batch import Games
from bofa_env.rules import doors

KINDS: dict[str, dict[str, Any]] = {
    "basic": {"ruleset": "basic"},
    "free set-up": {"deployment": "free"},
    "random set-up": {"deployment": "random", "options": ("bats", "chieftains", "extra_turns")},
    "three players": {"options": ("three_players", "variable_reinforcements", "extra_stacking"), "deployment": "free"},
    "four players": {"options": ("four_players", "hysteria", "thorin", "extra_elves"), "deployment": "free"},
    "basic, four players": {"ruleset": "basic", "options": ("four_players", "chieftains", "extra_stacking", "extra_elves")},
}


def play_to_the_end(bot: agents.Agent, games: Games) -> None:
    """The bot plays all seats; every action is checked against the mask."""
    for _ in range(20_000):
        which = games.players >= 0
        if not which.any():
            return
        actions = answers(bot, games, which)
        assert games.masks[which, actions[which]].all()
        games.step_where(which, actions)
    raise AssertionError("the games do not end")


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("spec", CHEAP)
def test_games_of_every_kind_are_played_to_the_end(spec: str, kind: dict[str, Any]) -> None:
    play_to_the_end(agents.make(spec, 1), Games(2, seed=11, autoreset="disabled", **kind))


@pytest.mark.parametrize("scenario", [name for name in scenarios.names() if name != "full"])
@pytest.mark.parametrize("spec", CHEAP)
def test_scenarios_are_played_to_the_end(spec: str, scenario: str) -> None:
    play_to_the_end(agents.make(spec, 1), Games(2, seed=5, autoreset="disabled", scenario=scenario))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("spec", SEARCHING)
def test_search_plays_games_of_every_kind_to_the_end(spec: str, kind: dict[str, Any]) -> None:
    play_to_the_end(agents.make(spec, 1), Games(1, seed=11, autoreset="disabled", **kind))


@pytest.mark.parametrize("spec", SEARCHING)
def test_search_plays_a_small_battle(spec: str) -> None:
    play_to_the_end(agents.make(spec, 1), Games(1, seed=3, autoreset="disabled", scenario="skirmish"))


@pytest.mark.slow
@pytest.mark.parametrize("spec", CHEAP)
def test_many_kinds_of_game_at_random(spec: str) -> None:
    rng = np.random.default_rng(4)
    names = ["bats", "thorin", "hysteria", "chieftains", "variable_reinforcements", "extra_stacking", "extra_elves", "extra_turns"]
    for seed in range(30):
        options = [name for name in names if rng.random() < 0.4] + [[], ["three_players"], ["four_players"]][seed % 3]
        ruleset = "basic" if "hysteria" not in options and rng.random() < 0.5 else "standard"
        deployment = ["historical", "random", "free"][seed % 3 - 1]
        kind: dict[str, Any] = {"ruleset": ruleset, "options": options, "deployment": deployment}
        try:
            games = Games(2, seed=seed, autoreset="disabled", **kind)
        except ValueError:
            continue  # options that do not go together
        play_to_the_end(agents.make(spec, seed), games)


# --- the same way every time


@pytest.mark.parametrize("spec", CHEAP)
def test_one_game_and_many_give_the_same_actions(spec: str) -> None:
    """Batch size and order change nothing, and `act` agrees with `act_batch`."""
    seeds = [41, 42, 43, 44]
    many, backwards = Games(4, seed=seeds, autoreset="disabled"), Games(4, seed=seeds[::-1], autoreset="disabled")
    everybody = np.ones(4, np.bool_)
    bot = agents.make(spec, 9)
    for _ in range(120):
        actions = bot.act_batch(many, everybody)  # type: ignore[attr-defined]
        assert actions[::-1].tolist() == bot.act_batch(backwards, everybody).tolist()  # type: ignore[attr-defined]
        assert actions[2] == agents.make(spec, 9).act(many.game(2))
        many.step_where(everybody, actions)
        backwards.step_where(everybody, actions[::-1].copy())


@pytest.mark.parametrize("spec", [*CHEAP, *SEARCHING])
def test_the_same_seed_gives_the_same_action_and_the_game_is_left_alone(spec: str) -> None:
    for decisions in (0, 40, 300, 700):
        game = somewhere(7, decisions)
        before = game.record.tobytes()
        action = agents.make(spec, 5).act(game)
        assert game.record.tobytes() == before
        assert action == agents.make(spec, 5).act(game)
        assert action in game.legal_actions()


def test_another_seed_gives_another_random_game() -> None:
    game = somewhere(7, 60)
    assert len({agents.make("random", seed).act(game) for seed in range(20)}) > 1


# --- never the dice to come


@pytest.mark.parametrize("spec", [*CHEAP, *SEARCHING])
def test_games_that_differ_only_in_what_is_to_come_get_the_same_action(spec: str) -> None:
    bot = agents.make(spec, 5)
    for seed, decisions in ((1, 0), (2, 150), (3, 420), (4, 800)):
        game = somewhere(seed, decisions)
        if game.outcome is not None:
            continue
        action = bot.act(game)
        for other in (1, 2, 3):
            twin = game.clone()
            doors.reseed(twin.record, 0, other)
            assert bot.act(twin) == action


def test_a_game_that_waits_for_chance_can_be_searched_afterwards() -> None:
    """A search must not be led astray by scripted dice: they are not in the record."""
    game = Game(seed=3)
    plain = agents.make("mcts:sims=8,turns=16,horizon=1", 1).act(game)
    game.dice([1] * 20)
    assert agents.make("mcts:sims=8,turns=16,horizon=1", 1).act(game) == plain
