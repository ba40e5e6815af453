"""One seat with Gymnasium: the checker, rewards, opponents, autoreset."""

import copy
import gc
import pickle
import sys
from functools import partial

import gymnasium
import numpy as np
import pytest
from env_helpers import choose, row, same
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from bofa_env import Game, IllegalAction
from bofa_env.gym import BofaEnv
from bofa_env.vector import BofaVectorEnv

IDS = ("bofa/FreePeoples-v0", "bofa/DarkArmy-v0")


def whole_game(env, rng, seed=None):
    """The rewards and the last info of a random-legal game."""
    _, info = env.reset(seed=seed)
    rewards, over = [], False
    while not over:
        _, reward, over, truncated, info = env.step(choose(info["action_mask"], rng)[0])
        assert not truncated
        rewards.append(reward)
    return rewards, info


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("form", ["planes", "flat", "tokens"])
def test_checker(name, form):
    env = gymnasium.make(name, observation=form, dtype="float32" if form == "flat" else "uint8")
    check_env(env.unwrapped)


def test_render(capsys):
    env = BofaEnv(render_mode="ansi")
    env.reset(seed=1)
    assert isinstance(env.render(), str)
    BofaEnv(render_mode="human").reset(seed=1)
    assert capsys.readouterr().out


def test_sides():
    assert gymnasium.make(IDS[0]).reset(seed=1)[0]["vector"][0] == 1
    assert gymnasium.make(IDS[1]).reset(seed=1)[0]["vector"][0] == 0
    assert gymnasium.make("bofa_env.gym:bofa/DarkArmy-v0") is not None


@pytest.mark.parametrize("learner", ["free_peoples", "dark_army"])
def test_the_end_is_always_seen(learner):
    env, ends = BofaEnv(learner, observation="flat", ruleset="basic"), set()
    for seed in range(8):
        rewards, info = whole_game(env, np.random.default_rng(seed), seed)
        winner = env.game.outcome.winner
        assert sum(rewards) == rewards[-1] == (0 if winner is None else 1 if winner == learner else -1)
        assert not info["action_mask"].any() and not env.action_masks().any()
        ends.add(rewards[-1])
    assert ends & {1.0, -1.0}


def test_the_learner_always_has_the_turn():
    env, rng = BofaEnv("dark_army", observation="flat"), np.random.default_rng(0)
    _, info = env.reset(seed=4)
    over = False
    while not over:
        game = env.game
        assert game.player == "dark_army" and np.array_equal(game.action_mask(), info["action_mask"])
        _, _, over, _, info = env.step(choose(info["action_mask"], rng)[0])


def test_one_player_of_several():
    env = BofaEnv("second_wave", observation="flat", options=("four_players",))
    _, info = env.reset(seed=4)
    over, rng = False, np.random.default_rng(0)
    while not over:
        assert env.game.player == "second_wave"
        _, _, over, _, info = env.step(choose(info["action_mask"], rng)[0])


def test_a_side_of_two_players():
    env, seen = BofaEnv("dark_army", observation="flat", options=("three_players",)), set()
    _, info = env.reset(seed=4)
    over, rng = False, np.random.default_rng(0)
    while not over:
        seen.add(env.game.player)
        _, _, over, _, info = env.step(choose(info["action_mask"], rng)[0])
    assert seen == {"plain_host", "second_wave"}


def test_illegal_actions():
    env = BofaEnv(observation="flat")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert reward == -1 and over and info["illegal_action"]
    assert whole_game(env, np.random.default_rng(0))[0]  # and the next game can be played

    strict = BofaEnv(observation="flat", illegal="raise")
    strict.reset(seed=1)
    before = strict.game.position()
    with pytest.raises(IllegalAction):
        strict.step(wrong)
    assert strict.game.position() == before


class Recorder:
    """Plays the first legal action, and keeps what it was given."""

    def __init__(self):
        self.games = []

    def act(self, game):
        self.games.append(game)
        return game.legal_actions()[0]


def test_opponents_get_a_copy_with_other_dice():
    opponent = Recorder()
    env = BofaEnv("free_peoples", opponent, observation="flat")
    whole_game(env, np.random.default_rng(0), 1)
    given = opponent.games[0]
    assert isinstance(given, Game) and given.player == "dark_army" and given.seed != 1
    real = Game(seed=1)
    assert np.array_equal(given.record["hex"], real.record["hex"])
    assert not np.array_equal(given.record["key"], real.record["key"])
    given.play(given.legal_actions()[0])  # harmless
    assert all(game.player == "dark_army" for game in opponent.games[1:])


def test_an_opponent_who_cheats_is_named():
    env = BofaEnv("free_peoples", lambda game: -1, observation="flat")
    with pytest.raises(IllegalAction, match="the opponent, playing dark_army"):
        env.reset(seed=1)


class FirstOfAll:
    """The first legal action, for many games with one call."""

    def __init__(self):
        self.asked = []

    def act_batch(self, games, which):
        self.asked.append(int(which.sum()))
        return games.masks.argmax(1)


def test_an_opponent_for_many_games_at_once():
    """act_batch is asked once for all games that wait, and plays what act would."""
    batched, single = FirstOfAll(), Recorder()
    settings = {"learner": "dark_army", "observation": "flat", "ruleset": "basic", "autoreset_mode": "SameStep"}
    many, one = BofaVectorEnv(6, opponent=[batched, "random"], **settings), BofaVectorEnv(6, opponent=[single, "random"], **settings)
    rng = np.random.default_rng(0)
    seen, infos = many.reset(seed=1)
    assert same(seen, one.reset(seed=1)[0]) and set(infos["opponent"]) == {0, 1}
    for _ in range(300):
        actions = choose(infos["action_mask"], rng)
        seen, rewards, over, _, infos = many.step(actions)
        expected = one.step(actions)
        assert same(seen, expected[0]) and np.array_equal(rewards, expected[1]) and np.array_equal(over, expected[2])
    assert sum(batched.asked) == len(single.games) and len(batched.asked) < len(single.games)


def test_bots_by_name():
    """Alone or beside others, a bot plays the same game."""
    settings = {"learner": "dark_army", "opponent": "greedy", "observation": "flat", "scenario": "skirmish"}
    many, one, rng, over = BofaVectorEnv(4, **settings), BofaEnv(**settings), np.random.default_rng(0), False
    _, infos = many.reset(seed=1)
    one.reset(seed=1)
    while not over:
        actions = choose(infos["action_mask"], rng)
        infos = many.step(actions)[4]
        _, _, over, _, info = one.step(actions[0])
        assert np.array_equal(info["action_mask"], infos["action_mask"][0])


@pytest.mark.parametrize("wrong", [np.full(3, -1), np.full(3, 648), np.zeros(3), np.zeros(2, np.int64)])
def test_a_batch_that_cheats_is_named(wrong):
    class Cheat:
        def act_batch(self, games, which):
            return wrong

    with pytest.raises(IllegalAction, match="opponent"):
        BofaVectorEnv(3, "free_peoples", Cheat(), observation="flat").reset(seed=1)


def test_mixes_of_opponents():
    first, second = Recorder(), Recorder()
    env = BofaVectorEnv(64, "free_peoples", [(first, 1), (second, 3), ("random", 4), (Recorder(), 0)], observation="flat")
    _, infos = env.reset(seed=1)
    assert set(infos["opponent"]) == {0, 1, 2}
    shares = np.bincount(env.table.mix.drawn(np.arange(100_000)), minlength=4) / 100_000
    assert shares == pytest.approx([1 / 8, 3 / 8, 4 / 8, 0], abs=0.006)
    again = BofaEnv("free_peoples", [(first, 1), (second, 3), ("random", 4), (first, 0)], observation="flat")
    assert [again.reset(seed=1 + i)[1]["opponent"] for i in range(64)] == infos["opponent"].tolist()
    with pytest.raises(ValueError, match="there is no bot 'gandalf'"):
        BofaEnv(opponent="gandalf")
    with pytest.raises(ValueError, match="at least one"):
        BofaEnv(opponent=[])
    with pytest.raises(ValueError, match="weights"):
        BofaEnv(opponent=[("random", -1)])
    with pytest.raises(TypeError):
        BofaEnv(opponent=3)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_the_game(copied):
    env, rng = BofaEnv("dark_army", observation="flat", reward="shaped"), np.random.default_rng(0)
    _, info = env.reset(seed=9)
    for _ in range(40):
        _, _, _, _, info = env.step(choose(info["action_mask"], rng)[0])
    twin, over = copied(env), False
    while not over:
        action = choose(info["action_mask"], rng)[0]
        seen, reward, over, _, info = env.step(action)
        other, its_reward, its_over, _, its_info = twin.step(action)
        assert same(seen, other) and reward == its_reward and over == its_over
        assert np.array_equal(info["action_mask"], its_info["action_mask"])


# --- many games


def test_made_by_gymnasium():
    envs = gymnasium.make_vec(IDS[1], num_envs=3, observation="flat")
    assert isinstance(envs.unwrapped, BofaVectorEnv) and envs.num_envs == 3
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    seen, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(seen) and infos["action_mask"].shape == (3, 648)
    other = gymnasium.make_vec(IDS[1], num_envs=3, vectorization_mode="sync", observation="flat")
    assert same(other.reset(seed=1)[0], seen)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("form", ["flat", "tokens"])
def test_autoreset_as_gymnasium_does_it(mode, form):
    """Gymnasium's own SyncVectorEnv over single environments is the oracle, over several games and illegal actions."""
    n, rng = 3, np.random.default_rng(0)
    opponents = ["random", Recorder()]
    settings = {"learner": "dark_army", "opponent": opponents, "observation": form, "scenario": "skirmish", "reward": "shaped"}
    native = BofaVectorEnv(n, autoreset_mode=mode, **settings)
    oracle = gymnasium.vector.SyncVectorEnv([lambda: BofaEnv(**settings)] * n, autoreset_mode=mode)
    seen, infos = native.reset(seed=7)
    expected, expected_infos = oracle.reset(seed=7)
    ends = 0
    for turn in range(400):
        assert same(seen, expected)
        assert infos.keys() == expected_infos.keys()
        for key in infos:
            if key == "final_obs":
                for index in np.flatnonzero(infos["_final_obs"]):
                    assert same(infos[key][index], expected_infos[key][index])
            elif key == "final_info":
                assert infos[key].keys() == expected_infos[key].keys()
                assert all(np.array_equal(infos[key][name], expected_infos[key][name]) for name in infos[key])
            else:
                assert np.array_equal(infos[key], expected_infos[key]), key
        actions = choose(infos["action_mask"], rng)
        if turn % 50 == 49:
            actions[turn % n] = -1 if turn % 100 == 49 else 647
        seen, rewards, over, cut, infos = native.step(actions)
        expected, its_rewards, its_over, its_cut, expected_infos = oracle.step(actions)
        assert rewards == pytest.approx(its_rewards, abs=1e-6)
        assert np.array_equal(over, its_over) and np.array_equal(cut, its_cut)
        ends += over.sum()
    assert ends >= 20


def test_batch_size_and_threads_change_nothing():
    def trace(n, threads):
        envs = BofaVectorEnv(n, "free_peoples", observation="flat", autoreset_mode="SameStep", threads=threads)
        rngs = [np.random.default_rng(i) for i in range(n)]
        _, infos = envs.reset(seed=3)
        found = []
        for _ in range(150):
            actions = np.array([choose(mask, rng)[0] for mask, rng in zip(infos["action_mask"], rngs, strict=True)])
            seen, rewards, over, _, infos = envs.step(actions)
            found.append((seen[0].tobytes(), rewards[0], over[0]))
        return found

    assert trace(1, 1) == trace(7, 1) == trace(7, 2)


def test_without_copies():
    envs = BofaVectorEnv(4, observation="planes", copy=False)
    first, infos = envs.reset(seed=1)
    second, *_, later = envs.step(choose(infos["action_mask"], np.random.default_rng(0)))
    assert first["planes"] is second["planes"] and infos["action_mask"] is later["action_mask"]
    kept = BofaVectorEnv(4, observation="planes")
    assert kept.reset(seed=1)[0]["planes"] is not kept.reset(seed=1)[0]["planes"]
    assert kept.reset(seed=1)[1]["action_mask"] is not kept.reset(seed=1)[1]["action_mask"]


def test_vector_copies_keep_the_games():
    envs, rng = BofaVectorEnv(5, observation="flat", threads=2), np.random.default_rng(0)
    _, infos = envs.reset(seed=1)
    for _ in range(30):
        infos = envs.step(choose(infos["action_mask"], rng))[4]
    twin = pickle.loads(pickle.dumps(envs))
    for _ in range(60):
        actions = choose(infos["action_mask"], rng)
        mine, theirs = envs.step(actions), twin.step(actions)
        infos = mine[4]
        assert same(mine[0], theirs[0]) and np.array_equal(mine[1], theirs[1])
        assert same(row(mine[0], 0), mine[0][0])


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"autoreset_mode": "x"}, "there is no autoreset_mode 'x'"),
        ({"autoreset_mode": "Disabled"}, "there is no autoreset_mode 'Disabled'"),
        ({"autoreset_mode": AutoresetMode.DISABLED}, "there is no autoreset_mode"),
        ({"render_mode": "svg"}, "there is no render mode"),
        ({"reward": "victory"}, "there is no reward"),
        ({"num_envs": 0}, "the number of games"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(wrong, why):
    """The argument is named, and that is all: nothing is to be closed, and nobody complains of it later."""
    complaints = []
    hook, sys.unraisablehook = sys.unraisablehook, complaints.append
    try:
        with pytest.raises(ValueError, match=why):
            BofaVectorEnv(**{"num_envs": 2, **wrong})
        gc.collect()
    finally:
        sys.unraisablehook = hook
    assert not complaints


def test_a_vector_environment_is_closed_once():
    envs = BofaVectorEnv(2, observation="flat")
    assert not envs.closed
    envs.close()
    envs.close()
    assert envs.closed


@pytest.mark.parametrize("make", [BofaEnv, partial(BofaVectorEnv, 2)])
def test_what_one_seat_refuses(make):
    with pytest.raises(ValueError, match="self-play, which only BofaVecEnv"):
        make("both")
    for discount in (5, -0.1, float("nan"), "a", None, True):
        with pytest.raises(ValueError, match="the discount is a number from 0 to 1"):
            make(discount=discount)
