"""Deployments: where every piece is set up, as a plan for the core."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .data.load import Data
from .rules.actions import hex_number
from .rules.record import ASK, AT_RANDOM, BENEATH_BIT
from .rules.world import PIECES

DEPLOYMENTS = ("historical", "random", "free")


def set_up_plan(data: Data, deployment: str) -> NDArray[np.int16]:
    """For every piece the hex where it is set up, ASK its owner, or AT_RANDOM."""
    if deployment == "free":
        return np.full(PIECES, ASK, np.int16)
    if deployment == "random":
        return np.full(PIECES, AT_RANDOM, np.int16)
    plan = np.full(PIECES, ASK, np.int16)
    for name, hex in _read(deployment).items():
        if name in data.piece_number:
            plan[data.piece_number[name]] = hex
    return plan


@cache
def _read(deployment: str) -> dict[str, int]:
    """The hex of every piece by name, BENEATH_BIT added for a leader who lies beneath."""
    text = (resources.files(__package__) / "data" / "deployments" / f"{deployment}.toml").read_text("utf-8")
    places: dict[str, int] = {}
    for entry in tomllib.loads(text)["deploy"]:
        places.update(places_of(entry))
    return places


def places_of(entry: dict[str, Any]) -> dict[str, int]:
    """The hexes that one `deploy` table of a deployment or scenario file gives to its pieces."""
    pieces, hex = entry["pieces"], entry["hex"]
    if isinstance(hex, str):
        return {pieces: hex_number(hex) + (BENEATH_BIT if entry.get("beneath") else 0)}
    return {f"{pieces} {number}": hex_number(name) for number, name in enumerate(hex, 1)}
