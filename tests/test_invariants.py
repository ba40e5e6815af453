"""What must hold at every state of every game (DESIGN.md, chapter 6.4)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import numpy as np
import pytest
from oracle.batch import MOST_DECISIONS, play_and_check
from oracle.positions import PHASES, dense_position
from oracle.rulesets import CASES, DEPLOYMENTS, ENGINE_CASES, PLAYED, Case

from bofa_env import Game
from bofa_env.errors import IllegalAction
from bofa_env.rules import doors
from bofa_env.rules.actions import ACTIONS
from bofa_env.rules.record import GAME, SCRATCH

KEPT = [name for name in GAME.names or () if name not in SCRATCH]


# --- all states of many games


@pytest.mark.parametrize("case", PLAYED, ids=str)
def test_every_state_of_two_hundred_games(case: Case) -> None:
    _play_many(case, 200, first_seed=0)


@pytest.mark.parametrize("case", ENGINE_CASES[len(CASES) :], ids=str)
def test_every_state_of_a_few_games(case: Case) -> None:
    games = play_and_check(case, 24, first_seed=0)
    assert games["over"].all()


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
@pytest.mark.parametrize("case", PLAYED, ids=str)
def test_every_state_of_ten_thousand_games(case: Case, block: int) -> None:
    _play_many(case, 500, first_seed=10_000 + 500 * block)


def _play_many(case: Case, count: int, first_seed: int) -> None:
    games = play_and_check(case, count, first_seed)  # checks on the way
    assert len(games) == count
    assert games["over"].all()
    assert games["decisions"].max() < MOST_DECISIONS
    assert games["decisions"].min() > 300
    assert set(np.unique(games["winner"])) == {-1, 0, 1}, "every result is possible"
    fought_out = games[games["alive"].all(1)]
    assert (fought_out["turn"] == fought_out["last_turn"]).all(), "before the last turn only R7 ends a game"


# --- states of a few games, looked at one by one


def _states(case: Case, every: int) -> Iterator[Game]:
    """States of random games and of random crowds, one in so many."""
    count = 0
    for number, deployment in enumerate(DEPLOYMENTS):
        for game in _walk(Game(case.ruleset, case.options, deployment, seed=number), number, MOST_DECISIONS):
            count += 1
            if count % every == 0:
                yield game
    for seed in range(40 if case.known else 0):
        choose = random.Random(seed)
        game = Game.from_position(dense_position(choose.randrange, case, PHASES[seed % 3]))
        for number, state in enumerate(_walk(game, seed, 40)):
            if number % 5 == 0:
                yield state


def _walk(game: Game, seed: int, limit: int) -> Iterator[Game]:
    """The states of a random game, the last one too."""
    choose = random.Random(seed)
    for _ in range(limit):
        if game.over:
            break
        yield game
        game.play(choose.choice(game.legal_actions()))
    yield game


def differences(a: Game, b: Game) -> list[str]:
    """The fields in which two games differ, scratch aside."""
    return [name for name in KEPT if not np.array_equal(a.record[0][name], b.record[0][name])]


def play_on(game: Game, seed: int, decisions: int) -> list[int]:
    """Random decisions; returns them."""
    choose, taken = random.Random(seed), []
    while not game.over and len(taken) < decisions:
        taken.append(choose.choice(game.legal_actions()))
        game.play(taken[-1])
    return taken


@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_legal_actions_can_be_played_and_no_others(case: Case) -> None:
    choose = random.Random(1)
    for game in _states(case, every=60):
        before = game.record.copy()
        legal = set(game.legal_actions())
        assert legal == set(np.flatnonzero(game.action_mask()).tolist())
        assert {game.action_number(name) for name in game.legal_names()} == legal
        others = [action for action in range(ACTIONS) if action not in legal]
        for action in choose.sample(others, 12):
            for told in (action, game.action_name(action)):
                with pytest.raises(IllegalAction):
                    game.play(told)
            assert not doors.step(game.data.world, game.record, 0, action)
        for action in (-1, ACTIONS, 10**9, True, None, 1.0, "", "hex 9999", "march"):
            with pytest.raises(IllegalAction):
                game.play(action)  # type: ignore[arg-type]
        assert game.record.tobytes() == before.tobytes()
        for action in choose.sample(sorted(legal), min(6, len(legal))):
            copy = game.clone()
            copy.play(action)
            assert copy.record[0]["decisions"] == before[0]["decisions"] + 1
        assert game.record.tobytes() == before.tobytes(), "playing on with a clone changed the game"


@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_positions_survive_json(case: Case) -> None:
    for number, game in enumerate(_states(case, every=50)):
        text = json.dumps(game.position())
        restored = Game.from_position(json.loads(text))
        assert not differences(game, restored), f"{game!r} differs in {differences(game, restored)}"
        assert restored.legal_actions() == game.legal_actions()
        assert json.dumps(restored.position()) == text
        if number % 4 == 0:
            copy = game.clone()
            assert play_on(copy, number, 60) == play_on(restored, number, 60)
            assert not differences(copy, restored)


@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_positions_that_wait_for_chance_survive_json(case: Case) -> None:
    game = Game(case.ruleset, case.options, seed=5, explicit_chance=True)
    choose, seen = random.Random(5), 0
    while not game.over:
        if not game.at_chance:
            game.play(choose.choice(game.legal_actions()))
            continue
        seen += 1
        if seen % 5 == 0:
            restored = Game.from_position(json.loads(json.dumps(game.position())))
            assert restored.chance_event == game.chance_event
            assert restored.chance_outcomes() == game.chance_outcomes()
            assert not differences(game, restored)
        game.happen(choose.choice(game.chance_outcomes()).outcome)
    assert seen > 100


@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_clones_are_independent(case: Case) -> None:
    for number, game in enumerate(_states(case, every=150)):
        before = game.record.tobytes()
        first, second, redrawn = game.clone(), game.clone(), game.clone(redraw=number)
        assert play_on(first, number, 80) == play_on(second, number, 80)
        assert first.record.tobytes() == second.record.tobytes()
        play_on(redrawn, number, 80)
        assert game.record.tobytes() == before


@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_turns_and_phases_follow_the_chips(case: Case) -> None:
    """Chapter 5, seen from outside: who plays which phase, and with which chip."""
    for seed in range(3):
        game = Game(case.ruleset, case.options, seed=seed)
        choose, phases, previous = random.Random(seed), list[tuple[int, int, str, str]](), None
        while not game.over:
            now = game.turn, int(game.record[0]["phase_number"]), game.phasing_player, game.phase
            if game.phase and now != previous:
                phases.append(now)  # type: ignore[arg-type]
                previous = now
            game.play(choose.choice(game.legal_actions()))
        assert phases == sorted(phases, key=lambda phase: phase[:2])
        assert len({phase[:2] for phase in phases}) == len(phases), "two kinds of phase from one chip"
        for turn, number, side, _ in phases:
            assert side == ("dark_army" if (turn + number) % 2 == 0 else "free_peoples")
        for turn in range(1, game.turn + 1):
            kinds = [kind for when, _, _, kind in phases if when == turn]
            assert kinds.count("MOVE") <= 3
            assert kinds.count("COMBAT") <= (2 if turn < 4 else 3) >= kinds.count("FIRE")
