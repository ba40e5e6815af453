"""The AEC environment: PettingZoo's own tests, and what they do not ask."""

import copy
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from env_helpers import choose, same
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test

from bofa_env import Game, IllegalAction, bofa_v0

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
    """PettingZoo's max_cycles_test is for parallel environments that can be cut short; this one is neither."""
    assert not bofa_v0.raw_env.metadata["is_parallelizable"]


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
    assert rewards[culprit] == -1 and set(rewards) == {"free_peoples", "dark_army"}


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


def test_wrong_arguments_are_named():
    with pytest.raises(ValueError, match="there is no observation 'plane'"):
        bofa_v0.env(observation="plane")
    with pytest.raises(ValueError, match="there is no render mode"):
        bofa_v0.env(render_mode="svg")
    with pytest.raises(ValueError, match="there is no reward"):
        bofa_v0.env(reward="victory")
