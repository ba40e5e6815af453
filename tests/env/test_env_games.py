"""Games: N at once. Seeds, autoreset, buffers that stay, threads, and playing only some of them."""

import pickle

import numpy as np
import pytest
from env_helpers import choose

from bofa_env import Game, IllegalAction, observation
from bofa_env.batch import Games

BUFFERS = ("records", "masks", "players", "decisions", "rewards", "terminated", "episodes", "seeds", "final")


def positions(games):
    """The games as they are, without what has no meaning between steps."""
    return [games.game(index).position() for index in range(games.n)]


def test_every_game_has_its_own_seed():
    games = Games(3, seed=[5, 900, 5], scenario="skirmish")
    for index, seed in enumerate((5, 900, 5)):
        assert games.game(index).position() == Game(scenario="skirmish", seed=seed).position()
    assert Games(3, seed=7).seeds.tolist() == [7, 8, 9]
    assert len(set(Games(50).seeds.tolist())) == 50  # fresh ones
    with pytest.raises(ValueError, match="3 games take 3 seeds, not 2"):
        Games(3, seed=[1, 2])


def test_buffers_stay_and_are_not_copies():
    games, rng = Games(4, seed=1, scenario="skirmish"), np.random.default_rng(0)
    before = {name: getattr(games, name) for name in BUFFERS}
    for _ in range(100):
        games.step(choose(games.masks, rng))
    games.reset(3)
    assert all(getattr(games, name) is array for name, array in before.items())
    seen = games.observe("planes")
    assert games.observe("planes", out=seen)["planes"] is seen["planes"]
    assert games.observe("planes")["planes"] is not seen["planes"]


@pytest.mark.parametrize("form", ["planes", "flat", "tokens"])
def test_a_used_buffer_shows_nothing_of_the_past(form):
    games, rng = Games(5, seed=1, scenario="dale"), np.random.default_rng(0)
    used = games.observe(form)
    for _ in range(60):
        games.step(choose(games.masks, rng))
        games.observe(form, out=used)
        fresh = games.observe(form)
        assert all(np.array_equal(used[name], fresh[name]) for name in fresh)


def test_a_buffer_that_does_not_fit_is_refused():
    games = Games(3, seed=1)
    for wrong in (
        observation.buffers("planes", 2),
        observation.buffers("flat", 3),
        {name: array.astype(np.int64) for name, array in observation.buffers("planes", 3).items()},
        {name: array[:3] for name, array in observation.buffers("planes", 4).items()} | {"planes": np.zeros((3, 64, 22, 56), np.uint8)[..., ::2]},
    ):
        with pytest.raises(ValueError, match="contiguous uint8 array"):
            games.observe("planes", out=wrong)
    part = {name: array[1:4] for name, array in observation.buffers("planes", 8).items()}
    assert games.observe("planes", out=part)["planes"].any()  # a part of a larger one will do


def test_autoreset_modes_tell_the_same_story():
    """Episode by episode the same games; only the step in which the next one is set up differs."""
    same, later, never = (Games(1, seed=3, scenario="skirmish", autoreset=mode) for mode in ("same_step", "next_step", "disabled"))
    rng, ends = np.random.default_rng(0), 0
    while ends < 4:
        assert np.array_equal(same.masks, later.masks) and same.seeds == later.seeds
        action = choose(same.masks, rng)
        same.step(action)
        later.step(action)
        if ends == 0:
            never.step(action)
        assert np.array_equal(same.rewards, later.rewards) and np.array_equal(same.terminated, later.terminated)
        if same.terminated[0]:
            ends += 1
            assert later.records["over"][0] and not later.masks.any() and later.players[0] == -1
            assert same.final["control"].tobytes() == later.records["control"].tobytes()
            assert not same.records["over"][0] and same.masks.any()
            later.step(np.array([12345]))  # ignored: this step sets up the next game
            assert not later.rewards.any() and not later.terminated.any()
    assert never.records["over"][0] and never.episodes[0] == 1
    never.step(np.array([0]))  # and it stays over
    assert never.records["over"][0] and not never.terminated[0] and never.episodes[0] == 1


def test_an_illegal_action_changes_no_game():
    games = Games(3, seed=1)
    actions, before = games.masks.argmax(1), positions(games)
    for wrong in (-1, 648, int(np.flatnonzero(games.masks[2] == 0)[0])):
        with pytest.raises(IllegalAction, match="game 2"):
            games.step([*actions[:2], wrong])
    for wrong in (actions[:2], actions.astype(float), actions[None]):
        with pytest.raises(IllegalAction, match="3 whole numbers"):
            games.step(wrong)
    assert positions(games) == before


def test_batch_size_and_threads_change_nothing():
    def trace(n, threads):
        games = Games(n, seed=11, scenario="second_wave", threads=threads)
        rngs, found = [np.random.default_rng(index) for index in range(n)], []
        for _ in range(250):
            games.step(np.array([choose(mask, rng)[0] for mask, rng in zip(games.masks, rngs, strict=True)]))
            found.append((games.masks[0].tobytes(), games.rewards[0].tobytes(), games.seeds[0], games.observe("flat")["flat"][0].tobytes()))
        return found

    assert trace(1, 1) == trace(5, 1) == trace(5, 2) == trace(5, 8)


def test_only_some_are_stepped():
    games = Games(6, seed=1, autoreset="disabled")
    which, before = np.array([True, False, True, True, False, False]), positions(games)
    games.step_where(which, games.masks.argmax(1))
    changed = [now != then for now, then in zip(positions(games), before, strict=True)]
    assert changed == which.tolist()
    games.step_where(np.ones(6, np.bool_), games.masks.argmax(1))  # and the others can be stepped later


@pytest.mark.parametrize("threads", [1, 3])
def test_random_play_until_a_seat_has_to_decide(threads):
    seats = np.array([True, False, False, False])
    games, alone = Games(7, seed=1, autoreset="disabled", threads=threads), Games(1, seed=4, autoreset="disabled")
    waiting = games.players == 1
    assert waiting.all()  # the Dark Army chooses the first chip
    which = np.array([True, True, False, True, False, True, True])
    before = positions(games)
    games.play_on(which, seats, stream=9)
    alone.play_on(np.ones(1, np.bool_), seats, stream=9)
    after = positions(games)
    assert [now != then for now, then in zip(after, before, strict=True)] == which.tolist()
    assert (games.players[which] == 0).all() and games.masks[which].any(1).all()
    assert after[3] == alone.game(0).position()  # seed 1 + 3: the same game, whoever else plays
    games.play_on(which, np.zeros(4, np.bool_), stream=9)  # nobody is to be asked: to the end
    assert games.records["over"][which].all() and not games.records["over"][~which].any()


def test_random_play_depends_on_seed_and_stream():
    def end(seed, stream):
        games = Games(1, seed=seed, scenario="dale", autoreset="disabled")
        games.play_on(np.ones(1, np.bool_), np.zeros(4, np.bool_), stream)
        return games.records["hex"].tobytes()

    assert end(1, 1) == end(1, 1) != end(1, 2) and end(2, 1) != end(1, 1)


def test_pickles_keep_the_games():
    games, rng = Games(4, seed=1, scenario="dale", threads=2), np.random.default_rng(0)
    for _ in range(50):
        games.step(choose(games.masks, rng))
    twin = pickle.loads(pickle.dumps(games))
    for _ in range(300):
        actions = choose(games.masks, rng)
        games.step(actions)
        twin.step(actions)
        assert np.array_equal(games.masks, twin.masks) and np.array_equal(games.seeds, twin.seeds)
    assert games.episodes.sum() and np.array_equal(games.episodes, twin.episodes)


@pytest.mark.parametrize("wrong", [{"n": 0}, {"n": 2.0}, {"n": True}, {"threads": 0}, {"autoreset": "later"}, {"scenario": "mordor"}])
def test_wrong_arguments_are_named(wrong):
    with pytest.raises(ValueError, match=r"whole number|there is no"):
        Games(**{"n": 2, **wrong})
