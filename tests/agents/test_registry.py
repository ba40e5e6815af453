"""Bots from a spec string, and bots of other packages."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import agents
from agents import registry
from agents.registry import SpecError
from bofa_env import Game


def test_the_bots_of_the_package_are_named() -> None:
    assert {"random", "greedy", "captain", "flatmc", "mcts", "ppo"} <= set(agents.names())


@pytest.mark.parametrize("spec", ["random", "greedy", "captain", "greedy:redraws=2", "mcts:sims=5,horizon=1", "flatmc:sims=5"])
def test_a_bot_is_made_again_from_its_name(spec: str) -> None:
    bot = agents.make(spec, seed=3)
    again = agents.make(bot.name, seed=3)
    assert again.name == bot.name and again.version == bot.version
    assert isinstance(bot, agents.Agent)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("captian", "did you mean 'captain'"),
        ("", "a spec is text such as"),
        ("greedy:depth=2", "no parameter 'depth' to set: 'greedy' takes redraws"),
        ("captain:seed=3", "'captain' takes no parameters"),
        ("random:5", "'random' takes no parameters"),
        ("mcts:sims=5,sims=6", "every key=value once"),
        ("mcts:sims=5,,width=2", "is not a parameter"),
        ("greedy:redraws=0", "redraws is a whole number from 1"),
        ("mcts:sims=none", "sims is a whole number"),
        ("mcts:seconds=-1", "seconds is a number from 0 on"),
        ("ppo", "needs model"),
    ],
)
def test_a_bad_spec_says_what_is_wrong(spec: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        agents.make(spec)


def test_the_seed_of_a_bot_is_a_whole_number() -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        agents.make("random", seed=-1)


class FirstLegal:
    """Takes the first legal action."""

    version = "1"

    def __init__(self, backwards: bool = False, seed: int = 0) -> None:
        self.name = f"first_legal:backwards={backwards}"
        self.backwards, self.seed = backwards, seed

    def act(self, game: Game) -> int:
        return game.legal_actions()[-1 if self.backwards else 0]


def test_a_bot_of_another_package_plugs_in(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("first_legal", f"{__name__}:FirstLegal", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == "bofa.agents" else [])
    assert "first_legal" in agents.names()
    game = Game(seed=1)
    assert agents.make("first_legal").act(game) == game.legal_actions()[0]
    assert agents.make("first_legal:backwards=yes").act(game) == game.legal_actions()[-1]
    with pytest.raises(SpecError, match="takes backwards"):
        agents.make("first_legal:sims=3")


def test_what_a_plug_in_makes_must_be_able_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "factory_of", lambda name: lambda seed: object())
    with pytest.raises(SpecError, match="has no act"):
        agents.make("whatever")


def test_an_installed_package_is_found(tmp_path: Path) -> None:
    """As pip would install it: a module, and metadata beside it that names the entry point."""
    (tmp_path / "passer.py").write_text("def make(seed):\n    return Bot()\nclass Bot:\n    def act(self, game):\n        return game.legal_actions()[0]\n")
    info = tmp_path / "passer-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: passer\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[bofa.agents]\npasser = passer:make\n")
    code = "import agents; assert 'passer' in agents.names(); print(type(agents.make('passer')).__name__)"
    environment: dict[str, Any] = {"PYTHONPATH": f"{tmp_path}:{Path(__file__).parents[2]}"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout.strip() == "Bot", done.stderr
