"""A few hundred decisions of every path: shared and separate networks, SB3's own policies, warm start, resuming."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from training.config import Config, changed
from training.league import LEARNER
from training.run import Run

TINY: dict[str, Any] = {
    "games": 8, "steps": 16, "batch": 64, "epochs": 1, "channels": 8, "layers": 1, "hidden": 8, "threads": 1, "bots": "random",
    "evaluate_every": 0, "evaluation_pairs": 1, "ladder": "random", "snapshot_every": 1, "decisions": 256,
}  # fmt: skip


def tiny(**more: Any) -> Config:
    return changed(Config(), {**TINY, **more})


def weights(run: Run) -> dict[str, torch.Tensor]:
    return {name: tensor.clone() for name, tensor in run.algorithm.policy.state_dict().items()}


def same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"separate": True},
        {"policy": "MlpPolicy", "observation": "flat"},
        {"policy": "MultiInputPolicy", "observation": "tokens"},
        {"policy": "sb3_contrib.common.maskable.policies:MaskableActorCriticPolicy", "observation": "flat"},
        {"imitate": "greedy", "imitate_decisions": 128, "imitate_spread": 20},
    ],
    ids=["shared", "separate", "flat MLP", "tokens", "one's own class", "imitation"],
)
def test_a_run_learns_logs_and_leaves_a_model(settings: dict[str, Any], tmp_path: Path) -> None:
    run = Run(tiny(**settings), tmp_path)
    before = weights(run)
    row = run.train()
    assert not same(before, weights(run))
    assert all(torch.isfinite(tensor).all() for tensor in weights(run).values())
    assert run.algorithm.num_timesteps == run.total
    for column in ("entropy", "mask_size", "decisions_per_second", "share_env", "against/random/free_peoples"):
        assert np.isfinite(row[column])
    assert row["mask_size"] > 1  # forced decisions are never asked
    lines = (tmp_path / "curve.csv").read_text().splitlines()
    assert len(lines) == 1 + run.updates
    assert {"config.toml", "checkpoint.pt", "model.zip", "tensorboard"} <= {path.name for path in tmp_path.iterdir()}


def test_both_seats_are_trained(tmp_path: Path) -> None:
    """The decisions that are learned from are both sides', against opponents too; and each network of two learns."""
    run = Run(tiny(separate=True, self_share=0.0, past_share=0.0, bot_share=1.0), tmp_path)
    before = weights(run)
    run.advance()
    buffer = run.algorithm.rollout_buffer
    for side in range(2):
        of_side = buffer.side == side
        assert (buffer.trained & of_side).any()
        assert (~buffer.trained & of_side).any()  # those of the bots
    seen = buffer.observations["vector"][..., 0]  # 1: seen by the Free Peoples
    assert ((seen == 1) == (buffer.side == 0)).all()
    after = weights(run)
    for net in ("nets.0", "nets.1"):
        assert any(not torch.equal(before[name], after[name]) for name in before if net in name)


def test_against_himself_every_decision_is_learned_from(tmp_path: Path) -> None:
    run = Run(tiny(self_share=1.0, past_share=0.0, bot_share=0.0), tmp_path)
    run.advance()
    assert run.algorithm.rollout_buffer.trained.all()
    assert (run.algorithm.league.players == LEARNER).all()


@pytest.mark.parametrize("settings", [{}, {"imitate": "greedy", "imitate_decisions": 256}], ids=["self-play", "imitation"])
def test_a_run_that_was_interrupted_goes_on_to_the_same_parameters_and_curve(settings: dict[str, Any], tmp_path: Path) -> None:
    config = tiny(**settings, decisions=512, past_share=0.5, self_share=0.25, bot_share=0.25, past_selves=2, games=4)
    whole = Run(config, tmp_path / "whole")
    whole.train()
    first = Run(config, tmp_path / "parts")
    for _ in range(whole.updates // 2):
        first.advance()
    first.save()
    second = Run(config, tmp_path / "parts")
    assert second.updates == whole.updates // 2
    second.train()
    assert same(weights(whole), weights(second))
    for one, other in zip(whole.curve.rows, second.curve.rows, strict=True):
        for column in ("decisions", "entropy", "value_loss", "games", "mask_size"):
            assert one.get(column) == other.get(column)


def test_a_run_is_seeded(tmp_path: Path) -> None:
    found = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        run = Run(tiny(seed=seed), tmp_path / name)
        run.advance()
        found.append(weights(run))
    assert same(found[0], found[1])
    assert not same(found[0], found[2])


def test_another_configuration_is_not_resumed(tmp_path: Path) -> None:
    Run(tiny(), tmp_path).save()
    with pytest.raises(ValueError, match="another learning_rate"):
        Run(tiny(learning_rate=1e-5), tmp_path)
