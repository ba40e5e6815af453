"""Tuning the captain's weights."""

from __future__ import annotations

import numpy as np
import pytest
from bot_helpers import answers

import agents
from agents.thinking.duel import duel
from agents.thinking.weights import CAPTAINS
from bofa_env.batch import Games
from training import tune_captain


def test_a_duel_is_the_game_that_captains_play() -> None:
    together, one_by_one = (Games(2, seed=9, autoreset="disabled") for _ in range(2))
    results = duel(*CAPTAINS, together)
    captain = agents.make("captain")
    while (one_by_one.players >= 0).any():
        which = one_by_one.players >= 0
        one_by_one.step_where(which, answers(captain, one_by_one, which))
    assert together.records["control"].tolist() == one_by_one.records["control"].tolist()
    winner = one_by_one.records["winner"]
    assert (np.sign(results) == np.where(winner < 0, 0, 1 - 2 * winner)).all()


def test_evolution_climbs() -> None:
    """Towards a point where two weights differ from the start."""
    evolution = tune_captain.Evolution(CAPTAINS[0], draws=20, reach=0.5, seed=1)
    goal = np.zeros(len(CAPTAINS[0]))
    goal[:2] = 2.0, -2.0
    for _ in range(60):
        directions = evolution.draw()
        evolution.learn(directions, -((evolution.guess + evolution.reach * directions - goal) ** 2).sum(1))
    assert ((evolution.guess - goal) ** 2).sum() < 2.0


def test_the_command_prints_weights(capsys: pytest.CaptureFixture[str]) -> None:
    tune_captain.main(["--side", "dark_army", "--minutes", "0", "--draws", "2", "--games", "2"])
    told = capsys.readouterr().out
    assert "generation 1" in told
    assert all(f"{name}=" in told for name in CAPTAINS[1]._fields)
