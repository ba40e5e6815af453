"""Rewards: the margin, and shaping that adds up to nothing but the outcome."""

import numpy as np
import pytest
from env_helpers import choose

from bofa_env import bofa_v0
from bofa_env.gym import BofaEnv
from bofa_env.rewards import final_values
from bofa_env.rules.record import COMPLETE, GAME
from bofa_env.vector import BofaVectorEnv


def test_final_values():
    records = np.zeros(5, GAME)
    records["control"] = [[0, 0, 1, -1, -1], [1, 1, 1, 0, -1], [0, 1, -1, -1, -1], [1, -1, -1, -1, -1], [0, 0, 0, 0, 0]]
    records["winner"] = [0, 1, -1, 0, 0]
    records["level"][3] = COMPLETE  # R7: the Dark Army is annihilated, whatever areas it had
    records["over"] = [1, 1, 1, 1, 0]
    assert final_values(records, "outcome").tolist() == [1, -1, 0, 1, 0]
    assert final_values(records, "shaped").tolist() == [1, -1, 0, 1, 0]
    assert final_values(records, "margin") == pytest.approx([0.2, -0.4, 0, 1, 0])


@pytest.mark.parametrize("learner", ["free_peoples", "dark_army"])
@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_shaping_leaves_the_optimum(learner, discount):
    """The discounted sum of shaped rewards is that of the outcome less the potential of the first decision."""
    settings = {"observation": "flat", "ruleset": "basic"}
    plain, shaped = BofaEnv(learner, **settings), BofaEnv(learner, reward="shaped", discount=discount, **settings)
    sign = 1 if learner == "free_peoples" else -1
    for seed in range(3):
        rng = np.random.default_rng(seed)
        plain.reset(seed=seed)
        _, info = shaped.reset(seed=seed)
        first = sign * float(shaped.table.games.potentials()[0])
        assert -1 <= first <= 1
        over, factor, of_plain, of_shaped, different = False, 1.0, 0.0, 0.0, False
        while not over:
            action = choose(info["action_mask"], rng)[0]
            reward, shaped_reward = plain.step(action)[1], 0.0
            _, shaped_reward, over, _, info = shaped.step(action)
            of_plain += factor * reward
            of_shaped += factor * shaped_reward
            different |= abs(reward - shaped_reward) > 1e-3
            factor *= discount
        assert of_shaped == pytest.approx(of_plain - first, abs=1e-4) and different


@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_shaping_for_all_agents(discount):
    env = bofa_v0.env(observation="flat", ruleset="basic", reward="shaped", discount=discount)
    env.reset(seed=2)
    rng, first = np.random.default_rng(2), {}
    total, factor = dict.fromkeys(env.agents, 0.0), dict.fromkeys(env.agents, 1 / discount)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        if agent not in first:
            first[agent] = (1 if agent == "free_peoples" else -1) * float(env.unwrapped._games.potentials()[0])
            assert reward == 0
        total[agent] += factor[agent] * reward
        factor[agent] *= discount
        env.step(None if over else int(choose(seen["action_mask"], rng)[0]))
    winner = env.unwrapped.game.outcome.winner
    for agent in total:
        outcome = 0 if winner is None else 1 if winner == agent else -1
        assert total[agent] == pytest.approx(factor[agent] / discount * outcome - first[agent], abs=1e-4)


def test_the_margin_is_the_lead_in_areas():
    env = BofaEnv("dark_army", observation="flat", reward="margin")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over, rng = False, np.random.default_rng(seed)
        while not over:
            _, reward, over, _, info = env.step(choose(info["action_mask"], rng)[0])
        scores = env.game.outcome.scores
        assert reward == pytest.approx((scores["dark_army"] - scores["free_peoples"]) / 5)


def test_wrong_discount():
    with pytest.raises(ValueError, match="discount"):
        BofaVectorEnv(2, discount=1.5)
