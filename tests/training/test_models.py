"""Models carry what they fit, refuse the rest, and play as bots."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO

import agents
from agents.ppo import Ppo
from bofa_env import Game
from bofa_env.batch import Games
from training.evaluate import match
from training.models import CARD, ModelMismatch, read_card, shipped
from training.run import Run

from .test_runs import tiny


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    run = Run(tiny(), folder)
    run.advance()
    run.save()
    return folder / "model.zip"


def _with_card(model: Path, path: Path, **changes: Any) -> Path:
    with zipfile.ZipFile(model) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, json.dumps({**json.loads(content), **changes}) if name == CARD else content)
    return path


def test_a_model_is_sb3s_own_format(model: Path) -> None:
    assert MaskablePPO.load(model, device="cpu").policy.state_dict().keys()
    assert model.stat().st_size < 5_000_000
    assert read_card(model).scenario == "skirmish"


@pytest.mark.parametrize(("entry", "said"), [("rules_version", "rules version 99"), ("observation_version", "observation version 99")])
def test_a_model_of_another_version_is_refused(model: Path, tmp_path: Path, entry: str, said: str) -> None:
    with pytest.raises(ModelMismatch, match=said):
        Ppo(str(_with_card(model, tmp_path / "old.zip", **{entry: 99})))


def test_a_model_of_another_kind_of_game_is_refused(model: Path) -> None:
    bot = agents.make(f"ppo:{model}")
    with pytest.raises(ModelMismatch, match="scenario 'skirmish'"):
        bot.act(Game(scenario="gate", seed=1))
    with pytest.raises(ModelMismatch, match="ruleset 'standard'"):
        bot.act(Game("basic", scenario="skirmish", seed=1))
    with pytest.raises(ModelMismatch, match="options"):
        bot.act(Game(options=("bats",), scenario="skirmish", seed=1))
    lax = agents.make(f"ppo:{model},strict=no")
    lax.act(Game(options=("bats",), scenario="skirmish", seed=1))
    with pytest.raises(ModelMismatch, match="part of the map"):
        lax.act(Game(seed=1))


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no model"):
        agents.make(f"ppo:{tmp_path}/nothing.zip")
    with pytest.raises(ValueError, match="there is no model 'nobody'"):
        agents.make("ppo:nobody")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("data", "{}")
    with pytest.raises(ModelMismatch, match="no card"):
        agents.make(f"ppo:{tmp_path}/other.zip")


@pytest.mark.parametrize("temperature", [0, 1])
def test_one_game_and_many_get_the_same_actions(model: Path, temperature: float) -> None:
    bot = agents.make(f"ppo:{model},temperature={temperature}", seed=4)
    games = Games(12, scenario="skirmish", seed=5)
    rng = np.random.default_rng(0)
    for _ in range(30):
        games.step(games.sample(rng))
    everywhere, some = np.ones(12, np.bool_), np.arange(12) % 3 == 0
    all_at_once, fewer = bot.act_batch(games, everywhere), bot.act_batch(games, some)
    one_by_one = [bot.act(games.game(index)) for index in range(12)]
    assert all_at_once.tolist() == one_by_one
    assert (fewer[some] == all_at_once[some]).all()
    assert all(games.masks[index, action] for index, action in enumerate(one_by_one))


def test_a_match_is_paired_and_counts_all_games(model: Path) -> None:
    bot = agents.make(f"ppo:{model}")
    score = match(bot, agents.make("random"), 6, seed=2, scenario="skirmish")
    assert score.games == 12
    assert score.share * 12 == pytest.approx(score.wins + score.draws / 2)
    assert match(bot, agents.make("random"), 6, seed=2, scenario="skirmish") == score
    assert match(bot, bot, 6, seed=2, scenario="skirmish").share == 0.5  # against himself, luck is shared


@pytest.mark.parametrize("name", ["full", "skirmish"])
def test_the_shipped_models_play(name: str) -> None:
    assert name in shipped()
    bot = agents.make(f"ppo:{name}")
    game = Game(scenario=name, seed=3)
    for _ in range(5):
        game.play(bot.act(game))
