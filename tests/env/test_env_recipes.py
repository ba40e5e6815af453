"""The recipes: every block of docs/recipes.md runs as it stands there, only with smaller numbers."""

import importlib.util
import re
import warnings
from pathlib import Path

import pytest
from pettingzoo.utils.env_logger import EnvLogger

TEXT = (Path(__file__).parents[2] / "docs" / "recipes.md").read_text("utf-8")
SECTIONS = {
    title: re.findall(r"```python\n(.*?)```", text, re.DOTALL) for title, text in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", TEXT, re.M | re.S)
}


def run(title, smaller, **given):
    """Run the blocks of a section one after the other; gives the names that they leave."""
    for block in SECTIONS[title]:
        for old, new in smaller.items():
            block = block.replace(old, new)
        names = {"__name__": "recipe", **given}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the libraries themselves warn of
            exec(compile(block, f"docs/recipes.md, {title}", "exec"), names)
    return names


def test_the_sections():
    assert {title: len(blocks) for title, blocks in SECTIONS.items()} == {
        "A loop of your own, many games at once": 1, "The bare core": 1, "Stable-Baselines3: MaskablePPO": 2, "PettingZoo": 1, "RLlib": 1, "TorchRL": 1,
    }  # fmt: skip


def test_a_loop_of_your_own():
    left = run("A loop of your own, many games at once", {"num_envs=256": "num_envs=4", "range(1000)": "range(20)"})
    assert left["observations"].shape[0] == 4


def test_the_bare_core():
    left = run("The bare core", {"Games(256": "Games(4", "range(1000)": "range(20)"})
    assert left["seen"]["planes"].any()


def test_stable_baselines3(tmp_path, monkeypatch):
    import torch

    torch.set_num_threads(1)  # the networks are tiny, and tests run side by side
    monkeypatch.chdir(tmp_path)
    left = run(
        "Stable-Baselines3: MaskablePPO",
        {"(64, ": "(4, ", 'observation="flat"': 'observation="flat", scenario="skirmish"', "n_steps=256": "n_steps=16", "batch_size=2048": "batch_size=32", "1_000_000": "64", "verbose=1": "verbose=0"},
    )
    assert left["model"].num_timesteps >= 64 and (tmp_path / "earlier.zip").exists()


def test_pettingzoo():
    assert not run("PettingZoo", {'observation="flat")': 'observation="flat", scenario="skirmish")'})["env"].agents


@pytest.mark.skipif(importlib.util.find_spec("torchrl") is None, reason="TorchRL is in no extra")
def test_torchrl():
    rollout = run("TorchRL", {'dtype="float32")': 'dtype="float32", scenario="skirmish")', "rollout(100)": "rollout(30)"})["rollout"]
    assert rollout.shape[0] == 30  # nobody has lost by an illegal action
    turns = rollout["free_peoples", "mask"].int() + rollout["dark_army", "mask"].int()
    assert (turns == 1).all()


@pytest.mark.slow
def test_rllib(monkeypatch):
    told = []
    monkeypatch.setattr(EnvLogger, "warn_on_illegal_move", lambda: told.append("illegal"))
    smaller = {"num_env_runners=2": "num_env_runners=0, rollout_fragment_length=64", "learner=4096": "learner=64", "minibatch_size=512": "minibatch_size=32"}
    left = run("RLlib", {**smaller, "result =": "told.clear()\nresult ="}, told=told)
    assert left["result"]["env_runners"]["num_env_steps_sampled"] >= 64
    assert not told  # every action that was learned from was legal
