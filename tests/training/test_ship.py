"""What is written beside a shipped model."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from bofa_env.observation import OBSERVATION_VERSION
from bofa_env.rules.record import RULES_VERSION
from training.config import PRESETS
from training.ship import command_of, curve_of


def test_the_command_names_what_differs_from_the_preset() -> None:
    config = {**PRESETS["gate"].__dict__, "seed": 4, "separate": True, "bots": "greedy", "threads": 9}
    assert command_of(config, "gate") == "bofa train gate --seed 4 --separate --bots greedy"


def test_the_curve_has_the_columns_that_matter() -> None:
    rows = [{"update": 1, "decisions": 8, "kl": 0.1}, {"update": 2, "decisions": 16, "kl": 0.1, "against/random": 0.51239}]
    assert curve_of(rows) == [{"update": 1, "decisions": 8}, {"update": 2, "decisions": 16, "against/random": 0.5124}]


@pytest.mark.parametrize(("name", "bars"), [("skirmish", {"random": 0.95, "greedy": 0.6}), ("full", {"random": 0.95, "greedy": 0.5})])
def test_the_shipped_models_fit_and_stand_where_they_should(name: str, bars: dict[str, float]) -> None:
    folder = resources.files("training") / "models"
    facts = json.loads((folder / f"{name}.json").read_text("utf-8"))
    assert (facts["rules_version"], facts["observation_version"]) == (RULES_VERSION, OBSERVATION_VERSION)
    assert facts["curve"]
    assert len((folder / f"{name}.zip").read_bytes()) <= 5_000_000
    for bot, bar in bars.items():
        assert facts["standing"][bot]["points"] >= bar
    assert set(facts["standing"]) == {"random", "greedy", "captain"}
