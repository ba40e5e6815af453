"""PettingZoo, Gymnasium, its vector form and Stable-Baselines3 give the same games from the same seeds and actions."""

import zlib

import numpy as np
import pytest
from env_helpers import row, same

from bofa_env import Game, bofa_v0
from bofa_env.batch import Games
from bofa_env.gym import BofaEnv
from bofa_env.sb3 import BofaVecEnv
from bofa_env.vector import BofaVectorEnv

RULES = {"options": ("bats", "hysteria"), "scenario": "second_wave", "observation": "tokens", "reward": "margin"}


def policy(mask):
    """A choice that follows from what is legal alone."""
    legal = np.flatnonzero(mask)
    return int(legal[zlib.crc32(legal.astype(np.int32).tobytes()) % len(legal)]) if len(legal) else 0


def opponent(game):
    return policy(game.action_mask())


def by_pettingzoo(learner, seed, games):
    """What the learner sees and gets at every decision, and at the end."""
    env, trace = bofa_v0.env(**RULES), []
    for number in range(games):
        env.reset(seed=seed if number == 0 else None)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            if agent == learner:
                trace.append((seen["observation"], reward, over, seen["action_mask"]))
            env.step(None if over else policy(seen["action_mask"]))
    return trace


def by_gymnasium(learner, seed, games):
    env, trace = BofaEnv(learner, opponent, **RULES), []
    for number in range(games):
        seen, info = env.reset(seed=seed if number == 0 else None)
        reward, over = 0.0, False
        trace.append((seen, reward, over, info["action_mask"]))
        while not over:
            seen, reward, over, _, info = env.step(policy(info["action_mask"]))
            trace.append((seen, reward, over, info["action_mask"]))
    return trace


def by_vector(learner, seed, games):
    envs, trace = BofaVectorEnv(2, learner, opponent, **RULES), []
    seen, infos = envs.reset(seed=[seed + 100, seed])
    reward, over = 0.0, False
    while True:
        trace.append((row(seen, 1), reward, over, infos["action_mask"][1]))
        games -= over
        if not games:
            return trace
        seen, rewards, ended, _, infos = envs.step(np.array([policy(mask) for mask in infos["action_mask"]]))
        reward, over = rewards[1], ended[1]


def by_sb3(learner, seed, games):
    env, trace = BofaVecEnv(2, learner, opponent, **RULES), []
    env.seed(seed - 1)
    seen = env.reset()
    trace.append((row(seen, 1), 0.0, False, env.action_masks()[1]))
    while games:
        seen, rewards, done, infos = env.step(np.array([policy(mask) for mask in env.action_masks()]))
        if done[1]:
            games -= 1
            trace.append((infos[1]["terminal_observation"], rewards[1], True, np.zeros(648)))
            if not games:
                break
            trace.append((row(seen, 1), 0.0, False, env.action_masks()[1]))
        else:
            trace.append((row(seen, 1), rewards[1], False, env.action_masks()[1]))
    return trace


def agree(first, second):
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        assert same(one[0], other[0])
        assert one[1] == pytest.approx(other[1], abs=1e-6) and one[2] == other[2]
        assert np.array_equal(one[3], other[3])


@pytest.mark.parametrize("learner", ["free_peoples", "dark_army"])
def test_the_views_agree(learner):
    expected = by_pettingzoo(learner, 21, 2)
    assert sum(over for _, _, over, _ in expected) == 2
    agree(by_gymnasium(learner, 21, 2), expected)
    agree(by_vector(learner, 21, 2), expected)


@pytest.mark.parametrize("learner", ["free_peoples", "dark_army"])
def test_stable_baselines3_agrees(learner):
    agree(by_sb3(learner, 21, 2), by_pettingzoo(learner, 21, 2))


def test_self_play_agrees():
    env, aec = BofaVecEnv(2, "both", **RULES), bofa_v0.env(**RULES)
    env.seed(20)
    seen = env.reset()
    aec.reset(seed=21)
    done = [False, False]
    while not done[1]:
        expected = aec.last()[0]
        assert same(row(seen, 1), expected["observation"]) and np.array_equal(env.action_masks()[1], expected["action_mask"])
        assert ["free_peoples", "dark_army"][env.side[1]] == aec.agent_selection
        actor = aec.agent_selection
        aec.step(policy(expected["action_mask"]))
        seen, rewards, done, infos = env.step(np.array([policy(mask) for mask in env.action_masks()]))
        assert rewards[1] == pytest.approx(aec.rewards[actor])
        assert ["free_peoples", "dark_army"][env.acted[1]] == actor
    assert same(infos[1]["terminal_observation"], aec.observe(actor)["observation"])


def test_the_games_are_those_of_the_core():
    """Game, and Games with autoreset, go through the same positions and on to the same seeds."""
    env, games, game = bofa_v0.env(observation="flat"), Games(3, seed=5), Game(seed=6)
    env.reset(seed=6)
    for number in range(2):
        while True:
            seen = env.last()[0]
            action = policy(seen["action_mask"])
            assert np.array_equal(seen["action_mask"], games.masks[1])
            assert same(seen["observation"], games.observe("flat")["flat"][1])
            if number == 0:
                game.play(action)
            env.step(action)
            games.step(np.array([policy(mask) for mask in games.masks]))
            if games.terminated[1]:
                break
        for _ in env.agents[:]:
            env.step(None)
        env.reset()
    assert game.over
