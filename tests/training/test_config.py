"""The configuration of a training run: presets, TOML files, and what is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bofa_env.scenarios import names
from training.config import PRESETS, Config, bot_names, changed, preset, read_toml


@pytest.mark.parametrize("name", ["skirmish", "gate", "full"])
def test_presets_are_for_scenarios_that_exist(name: str) -> None:
    assert preset(name).scenario == name
    assert name in names()


def test_a_toml_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('games = 7\nlearning_rate = 1\nbots = "random"\nseparate = true\n')
    read = read_toml(path, PRESETS["gate"])
    assert (read.games, read.learning_rate, read.bots, read.separate) == (7, 1.0, "random", True)
    assert changed(PRESETS["gate"], {"games": 7, "learning_rate": 1.0, "bots": "random", "separate": True}) == read


def test_a_configuration_comes_back_from_its_toml_text() -> None:
    config = changed(Config(), {"separate": True, "minutes": 2.5, "options": "bats,hysteria"})
    assert changed(Config(), tomllib.loads(config.toml())) == config
    assert config.option_names == ("bats", "hysteria")


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"gmaes": 8}, "did you mean 'games'"),
        ({"games": "8"}, "games is a int"),
        ({"games": True}, "games is a int"),
        ({"games": 0}, "games is a whole number from 1 on"),
        ({"self_share": 0.9}, "add up to 1"),
        ({"bot_share": -0.5, "self_share": 1.25}, "from 0 to 1"),
        ({"observation": "flat"}, "'hex' looks at 'planes'"),
        ({"policy": "MlpPolicy", "observation": "flat", "separate": True}, "separate"),
        ({"reward": "score"}, "there is no reward"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(entries: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        changed(Config(), entries)


def test_lists_of_bots_keep_their_parameters() -> None:
    assert bot_names("random, mcts:sims=50,horizon=2,greedy") == ["random", "mcts:sims=50,horizon=2", "greedy"]
    assert bot_names("") == []
