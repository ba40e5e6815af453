"""Checkpoints: everything that a run needs to go on as if it had never stopped."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import numpy as np
import torch

from .models import write_bytes
from .selfplay import SelfPlayPPO


def save_checkpoint(path: Path, algorithm: SelfPlayPPO, more: dict[str, Any]) -> None:
    """Weights, optimizer, league, games, generators and what the caller adds; written whole or not at all."""
    table = algorithm.env.table
    state = {
        "policy": algorithm.policy.state_dict(),
        "optimizer": algorithm.policy.optimizer.state_dict(),
        "league": algorithm.league.state(),
        "counts": {name: getattr(algorithm, name) for name in _COUNTS},
        "env": {"table": table, "acted": algorithm.env.acted},
        "episode_starts": algorithm._last_episode_starts,
        "torch": torch.get_rng_state(),
        "numpy": np.random.get_state(),
        "python": random.getstate(),
        "more": more,
    }
    memory = io.BytesIO()
    torch.save(state, memory)
    write_bytes(path, memory.getvalue())


def load_checkpoint(path: Path, algorithm: SelfPlayPPO) -> dict[str, Any]:
    """Put an algorithm of the same configuration where the run was; returns what the caller had added."""
    state = torch.load(path, weights_only=False)
    algorithm.policy.load_state_dict(state["policy"])
    algorithm.policy.optimizer.load_state_dict(state["optimizer"])
    algorithm.league.restore(state["league"], algorithm.policy)
    for name, value in state["counts"].items():
        setattr(algorithm, name, value)
    algorithm.env.table = state["env"]["table"]
    algorithm.env.acted[:] = state["env"]["acted"]
    algorithm._last_obs = algorithm.env._observations()
    algorithm._last_episode_starts = state["episode_starts"]
    torch.set_rng_state(state["torch"])
    np.random.set_state(state["numpy"])
    random.setstate(state["python"])
    return state["more"]  # type: ignore[no-any-return]


_COUNTS = ("num_timesteps", "_n_updates", "clock", "finished", "mask_sizes", "_current_progress_remaining")
