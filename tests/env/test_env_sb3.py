"""Stable-Baselines3: its checker, the native VecEnv, MaskablePPO."""

import pickle
import warnings

import numpy as np
import pytest
import torch
from env_helpers import choose, row, same
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from bofa_env.gym import BofaEnv
from bofa_env.sb3 import BofaVecEnv

torch.set_num_threads(1)  # the networks are tiny, and tests run side by side


@pytest.mark.parametrize("form", ["planes", "flat", "tokens"])
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_checker(form, dtype):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # planes look like a picture to it, but are none
        check_env(BofaEnv(observation=form, dtype=dtype))


def test_found_in_vector_too():
    from bofa_env import vector

    assert vector.BofaVecEnv is BofaVecEnv
    with pytest.raises(AttributeError):
        _ = vector.Nothing


@pytest.mark.parametrize("learner", ["free_peoples", "dark_army"])
def test_like_a_dummy_vec_env(learner):
    """Stable-Baselines3's own DummyVecEnv over single environments is the oracle."""
    settings = {"learner": learner, "observation": "flat", "dtype": "float32", "scenario": "skirmish"}
    native, oracle = BofaVecEnv(6, **settings), DummyVecEnv([lambda: BofaEnv(**settings)] * 6)
    native.seed(4)
    oracle.seed(4)
    rng, ends, decided = np.random.default_rng(0), 0, 0
    assert same(native.reset(), oracle.reset())
    for _ in range(300):
        masks = native.env_method("action_masks")
        assert np.array_equal(masks, np.stack(oracle.env_method("action_masks")))
        actions = choose(masks, rng)
        seen, rewards, done, infos = native.step(actions)
        expected, its_rewards, its_done, its_infos = oracle.step(actions)
        assert same(seen, expected) and np.array_equal(rewards, its_rewards) and np.array_equal(done, its_done)
        assert rewards.dtype == its_rewards.dtype
        for index in np.flatnonzero(done):
            assert same(infos[index]["terminal_observation"], its_infos[index]["terminal_observation"])
        ends += done.sum()
        decided += (rewards != 0).sum()
    assert ends >= 12 and decided


def test_self_play_turns_the_view():
    env, rng = BofaVecEnv(8, "both", observation="tokens", ruleset="basic"), np.random.default_rng(0)
    env.seed(1)
    seen, ends, sides = env.reset(), [], set()
    while len(ends) < 12:
        side = env.side.copy()
        assert np.array_equal(seen["vector"][:, 0] == 1, side == 0)  # the first entry tells whose view it is
        assert (seen["vector"][:, 2] == 1).all()  # and that he has to decide
        assert env.action_masks().any(1).all()
        seen, rewards, done, infos = env.step(choose(env.action_masks(), rng))
        assert np.array_equal(env.acted, side)
        assert not rewards[~done].any()
        for index in np.flatnonzero(done):
            assert (infos[index]["terminal_observation"]["vector"][0] == 1) == (side[index] == 0)
            ends.append(rewards[index])
        sides.update(env.same_side.tolist())
    assert sides == {True, False} and set(ends) <= {-1.0, 0.0, 1.0}


def test_masks_are_one_array():
    env = BofaVecEnv(5, observation="flat")
    env.reset()
    masks = env.env_method("action_masks")
    assert isinstance(masks, np.ndarray) and masks.shape == (5, 648) and masks.dtype == np.bool_
    assert np.array_equal(env.env_method("action_masks", indices=[1, 3]), masks[[1, 3]])
    assert env.has_attr("action_masks") and not env.has_attr("nothing")
    assert [game.player for game in env.env_method("game", indices=2)] == ["free_peoples"]
    with pytest.raises(AttributeError):
        env.env_method("nothing")


def test_old_observations_stay_as_they_were():
    env, rng = BofaVecEnv(2, observation="planes"), np.random.default_rng(0)
    first = env.reset()
    kept = {name: array.copy() for name, array in first.items()}
    for _ in range(5):
        env.step(choose(env.action_masks(), rng))
    assert same(first, kept)
    assert env.observation_space.contains(row(first, 0))


def test_pickle():
    env, rng = BofaVecEnv(2, observation="flat"), np.random.default_rng(0)
    env.seed(1)
    env.reset()
    for _ in range(20):
        env.step(choose(env.action_masks(), rng))
    twin = pickle.loads(pickle.dumps(env))
    actions = choose(env.action_masks(), rng)
    assert same(env.step(actions)[0], twin.step(actions)[0])


@pytest.mark.parametrize(
    ("learner", "form", "policy"), [("free_peoples", "flat", "MlpPolicy"), ("both", "tokens", "MultiInputPolicy")]
)
def test_maskable_ppo_learns(learner, form, policy):
    env = VecMonitor(BofaVecEnv(4, learner, observation=form, dtype="float32", illegal="raise", scenario="skirmish"))
    model = MaskablePPO(policy, env, n_steps=16, batch_size=32, n_epochs=1, seed=1, policy_kwargs={"net_arch": [32]})
    model.learn(256)
    assert model.num_timesteps >= 256
