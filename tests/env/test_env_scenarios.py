"""Scenarios: every view and the command take them, and they are small battles that can be won."""

import json

import numpy as np
import pytest
from env_helpers import choose
from typer.testing import CliRunner

from bofa_env import Game, bofa_v0, scenarios
from bofa_env.batch import Games
from bofa_env.cli import app
from bofa_env.gym import BofaEnv
from bofa_env.rules.record import AWAY
from bofa_env.sb3 import BofaVecEnv
from bofa_env.vector import BofaVectorEnv

SMALL = ("dale", "gate", "second_wave", "skirmish")


def test_the_scenarios():
    assert scenarios.names() == ("full", *SMALL)
    listed = CliRunner().invoke(app, ["scenarios"], env={"COLUMNS": "200"}).stdout
    assert all(name in listed for name in scenarios.names())


@pytest.mark.parametrize("name", SMALL)
def test_every_view_plays_the_same_small_battle(name):
    game, games = Game(scenario=name, seed=4), Games(2, scenario=name, seed=4)
    aec = bofa_v0.env(scenario=name, observation="flat")
    aec.reset(seed=4)
    assert np.array_equal(game.record["hex"], games.records["hex"][:1])
    assert np.array_equal(aec.unwrapped.game.record["hex"], game.record["hex"])
    for side in ("free_peoples", "dark_army"):
        one, many = BofaEnv(side, scenario=name, observation="flat"), BofaVectorEnv(2, side, scenario=name, observation="flat")
        own = BofaVecEnv(2, side, scenario=name, observation="flat")
        own.seed(4)
        seen = one.reset(seed=4)[0]
        assert np.array_equal(seen, many.reset(seed=4)[0][0]) and np.array_equal(seen, own.reset()[0])


@pytest.mark.parametrize("name", SMALL)
def test_only_those_named_take_part(name):
    story, game = scenarios.scenario(name), Game(scenario=name, seed=1)
    plan = scenarios.scenario_plan(game.data, story, "historical")
    present = {piece.name for piece in game.pieces() if piece.hex or piece.to_come}
    assert present == {game.data.pieces[number] for number in np.flatnonzero(plan != AWAY)}
    assert 0 < len(present) < 140 and {piece.side for piece in game.pieces() if piece.name in present} == {"free_peoples", "dark_army"}
    assert (game.turn, int(game.record[0].last_turn)) == story.turns


@pytest.mark.parametrize("name", SMALL)
def test_random_play_stays_in_the_region_and_both_can_score(name):
    """Both: until either side has held an area at the end of some game, and 96 have ended in any case."""
    games, rng = Games(64, scenario=name, seed=1), np.random.default_rng(1)
    story = scenarios.scenario(name)
    ends, held = 0, np.zeros(2, int)
    while ends < 96 or (not held.all() and ends < 4000):
        games.step(choose(games.masks, rng))
        if story.region is not None:
            first_column, last_column, first_row, last_row = story.region
            hexes = games.records["hex"][games.records["hex"] >= 0]
            assert (hexes % 28 >= first_column).all() and (hexes % 28 <= last_column).all()
            assert (hexes // 28 >= first_row).all() and (hexes // 28 <= last_row).all()
        if games.terminated.any():
            control = games.final["control"][games.terminated]
            held += [(control == side).sum() for side in range(2)]
            ends += int(games.terminated.sum())
    assert held.all(), f"areas held by each side at the ends of {ends} games: {held}"


def test_what_does_not_go_together():
    with pytest.raises(ValueError, match="there is no scenario 'dal'"):
        bofa_v0.env(scenario="dal")
    with pytest.raises(ValueError, match="deployment of its own"):
        Games(2, scenario="dale", deployment="random")
    with pytest.raises(ValueError, match="need the full game"):
        BofaEnv(scenario="gate", options=("extra_turns",))


def test_simulate_a_scenario(tmp_path):
    path = tmp_path / "games.json"
    done = CliRunner().invoke(app, ["simulate", "--scenario", "skirmish", "--games", "8", "--seed", "3", "--json", str(path)])
    assert done.exit_code == 0 and "--scenario skirmish" in done.stdout
    told = json.loads(path.read_text("utf-8"))
    assert told["scenario"] == "skirmish" and {game["turns"] for game in told["results"]} == {scenarios.scenario("skirmish").turns[1]}
    wrong = CliRunner().invoke(app, ["simulate", "--scenario", "dale", "--option", "extra_turns"], env={"COLUMNS": "200"})
    assert wrong.exit_code == 2 and "--scenario" in wrong.output and "need the full game" in wrong.output
