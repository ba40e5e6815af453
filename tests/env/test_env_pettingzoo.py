"""The AEC environment: PettingZoo's own tests, and what they do not ask."""

import copy
import inspect
import pickle
import re
import warnings

import numpy as np
import pettingzoo
import pytest
from env_helpers import choose, same
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test
from pettingzoo.utils.conversions import aec_to_parallel

from bofa_env import Game, IllegalAction, bofa_v0, reference, scenarios
from bofa_env import observation as forms
from bofa_env.batch import Games
from bofa_env.rewards import REWARDS
from bofa_env.rules.actions import VERBS
from bofa_env.rules.nodes import DECISIONS
from bofa_env.rules.record import OPTIONS, RULES_VERSION
from bofa_env.rules.world import HEXES

FORMS = ("planes", "flat", "tokens")


def play(env, rng, steps=10**6):
    """Random-legal play; gives every agent's rewards, as `last` tells them."""
    rewards = {agent: [] for agent in env.agents}
    for agent in env.agent_iter(steps):
        seen, reward, over, _, _ = env.last()
        rewards[agent].append(reward)
        env.step(None if over else int(choose(seen["action_mask"], rng)[0]))
    return rewards


@pytest.mark.parametrize("form", FORMS)
def test_api(form):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like agents named player_0, and no dicts
        api_test(bofa_v0.env(observation=form), num_cycles=800)


@pytest.mark.parametrize("options", [("three_players",), ("four_players",)])
@pytest.mark.parametrize("reward", ["outcome", "shaped"])
def test_api_with_partners(options, reward):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(bofa_v0.env(observation="flat", dtype="float32", options=options, reward=reward), num_cycles=400)


def test_seeds():
    seed_test(lambda: bofa_v0.env(observation="flat"), 300)


def test_max_cycles_does_not_apply():
    """PettingZoo's max_cycles_test is for parallel environments that can be cut short. This one takes its turns, cannot be told to
    stop, and goes on to the end of the game, whenever that comes.
    """
    for make in (bofa_v0.env, bofa_v0.raw_env):
        with pytest.raises(TypeError, match="max_cycles"):
            make(max_cycles=4)
    assert not hasattr(bofa_v0, "parallel_env")
    with pytest.raises(AssertionError, match="parallel"):
        aec_to_parallel(bofa_v0.raw_env(observation="flat"))
    env, rng, decisions = bofa_v0.env(observation="flat", scenario="skirmish"), np.random.default_rng(2), 0
    env.reset(seed=2)
    for _ in env.agent_iter():
        seen, _, over, truncated, _ = env.last()
        assert not truncated and over == env.unwrapped.game.over
        decisions += not over
        env.step(None if over else int(choose(seen["action_mask"], rng)[0]))
    assert decisions > 20 and env.unwrapped.game.over and not env.agents


def test_render(capsys):
    render_test(lambda **kwargs: bofa_v0.env(observation="flat", **kwargs))


def test_save_observations():
    save_obs_test(bofa_v0.env())


@pytest.mark.slow
def test_performance_benchmark():
    performance_benchmark(bofa_v0.env(observation="flat"))


def test_registered():
    env = pettingzoo.make("aec", "bofa-v0", observation="flat", ruleset="basic")
    env.reset(seed=1)
    assert env.unwrapped.game.ruleset == "basic"
    assert pettingzoo.make("aec", "bofa_v0").metadata["name"] == "bofa_v0"


@pytest.mark.parametrize(
    ("options", "agents"),
    [
        ((), ["free_peoples", "dark_army"]),
        (("three_players",), ["free_peoples", "plain_host", "second_wave"]),
        (("four_players",), ["elven_host", "plain_host", "second_wave", "dwarves_and_men"]),
    ],
)
def test_partners_share_rewards_and_everybody_sees_the_end(options, agents):
    env = bofa_v0.env(observation="flat", options=options)
    env.reset(seed=3)
    assert env.possible_agents == env.agents == agents
    rewards = play(env, np.random.default_rng(3))
    outcome = env.unwrapped.game.outcome
    for agent, received in rewards.items():
        side = env.unwrapped.game.side_of(agent)
        expected = 0 if outcome.winner is None else 1 if outcome.winner == side else -1
        assert sum(received) == received[-1] == expected


def test_some_game_is_won_and_the_loser_sees_it():
    env = bofa_v0.env(observation="flat", ruleset="basic")
    for seed in range(20):
        env.reset(seed=seed)
        rewards = play(env, np.random.default_rng(seed))
        if env.unwrapped.game.outcome.winner:
            assert sorted(received[-1] for received in rewards.values()) == [-1, 1]
            return
    pytest.fail("20 random games were all drawn")


def test_the_game_is_that_of_the_seed():
    env, game, rng = bofa_v0.env(observation="flat"), Game(seed=11), np.random.default_rng(0)
    env.reset(seed=11)
    for agent in env.agent_iter():
        seen, _, over, _, info = env.last()
        if over:
            env.step(None)
            continue
        assert agent == game.player
        assert np.array_equal(seen["action_mask"], game.action_mask())
        assert np.array_equal(info["action_mask"], game.action_mask())
        assert seen["action_mask"].dtype == info["action_mask"].dtype == np.int8
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any() and not env.infos[other]["action_mask"].any()
        action = int(choose(seen["action_mask"], rng)[0])
        game.play(action)
        env.step(action)
    assert game.over and env.unwrapped.game.outcome == game.outcome


def test_illegal_actions():
    raw = bofa_v0.raw_env(observation="flat")
    raw.reset(seed=1)
    wrong = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    before = raw.game.position()
    with pytest.raises(IllegalAction):
        raw.step(wrong)
    assert raw.game.position() == before

    env = bofa_v0.env(observation="flat")
    env.reset(seed=1)
    culprit = env.agent_selection
    env.last()
    env.step(wrong)
    rewards = {}
    for agent in env.agent_iter():
        rewards[agent] = env.last()[1]
        env.step(None)
    assert rewards == {agent: -1 if agent == culprit else 0 for agent in ("free_peoples", "dark_army")}  # not zero-sum


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_the_game(wrapped, copied):
    env = (bofa_v0.env if wrapped else bofa_v0.raw_env)(observation="flat", reward="shaped")
    env.reset(seed=5)
    play(env, np.random.default_rng(1), 100)
    twin = copied(env)
    assert twin.agent_selection == env.agent_selection
    for _ in range(2):  # on to the end, and through the next game too
        first, second = play(env, np.random.default_rng(2)), play(twin, np.random.default_rng(2))
        assert first == second
        env.reset()
        twin.reset()
        assert same(env.last()[0], twin.last()[0])


def test_a_copy_is_independent():
    env = bofa_v0.env(observation="flat")
    env.reset(seed=5)
    twin, before = copy.deepcopy(env), env.unwrapped.game.position()
    play(twin, np.random.default_rng(1), 50)
    assert env.unwrapped.game.position() == before


def test_the_specification_names_everything():
    text = bofa_v0.raw_env.__doc__
    for word in ("616 chip MOVE", "647 elf bow", "own_unit_1_strength (16)", "decision_choose_chip (1)", "marks_low (255)"):
        assert word in text
    assert "{" not in text


def test_the_specification_is_complete():
    """Every channel with its meaning, every verb and kind of decision, every argument, option and scenario, every reward."""
    text = bofa_v0.raw_env.__doc__
    lines = {line.strip() for line in text.splitlines()}
    for number, verb in enumerate(VERBS):
        assert f"{HEXES + number} {verb}" in lines
    for number, kind in enumerate(DECISIONS):
        legal, who, about = reference.KINDS[kind]
        assert f"{number} {kind}: {about}; decided by: {who}; legal: {legal}" in lines
    for channels, meaning in (
        (forms.PLANES, reference.plane_text),
        (forms.GLOBALS, reference.global_text),
        (forms.COLUMNS_OF_PIECE, reference.COLUMN_TEXTS.get),
    ):
        for number, (name, most) in enumerate(channels):
            assert meaning(name) and f"{number} {name} ({most}): {meaning(name)}" in lines

    after = text.partition("## Arguments")[2].partition("## Versions")[0]
    arguments = {*inspect.signature(bofa_v0.raw_env.__init__).parameters, *inspect.signature(Games.__init__).parameters}
    for name in arguments - {"self", "n", "rules", "autoreset"}:  # there is one game, and PettingZoo sets it up
        assert re.search(rf"\b{name}\b[^.]*:", after), name
    for name in (*OPTIONS, *(f'"{scenario}"' for scenario in scenarios.names()), *(f'"{reward}"' for reward in REWARDS)):
        assert name in after, name
    rewarded = text.partition("## Rewards")[2].partition("## Start")[0]
    for words in (*(f"`{reward}`" for reward in REWARDS), "half the lead in areas held", "half the lead in living strength", "zero-sum"):
        assert words in " ".join(rewarded.split()), words
    versions = text.partition("## Versions")[2]
    assert "v0" in versions and f"version {forms.OBSERVATION_VERSION}" in versions and f"version {RULES_VERSION}" in versions


def test_the_seed_of_the_first_game_can_be_an_argument():
    env = bofa_v0.env(observation="flat", seed=11)
    env.reset()
    assert env.unwrapped.game.position() == Game(seed=11).position()


def test_wrong_arguments_are_named():
    with pytest.raises(ValueError, match="there is no observation 'plane'"):
        bofa_v0.env(observation="plane")
    with pytest.raises(ValueError, match="there is no render mode"):
        bofa_v0.env(render_mode="svg")
    with pytest.raises(ValueError, match="there is no reward"):
        bofa_v0.env(reward="victory")
    for discount in (5, -0.1, float("nan"), "a", None, True):
        with pytest.raises(ValueError, match="the discount is a number from 0 to 1"):
            bofa_v0.raw_env(reward="shaped", discount=discount)
