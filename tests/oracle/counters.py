"""The counters, read from their TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Counter:
    """One counter as printed."""

    name: str
    army: str
    side: str
    kind: str
    weapon: str  # "none": a leader
    strength: int
    move: int
    bow: int
    leader: bool
    controls: bool  # counts as a unit: units, and Thorin (B-10.4)
    extra: bool
    start: tuple[str, ...]  # zones where it is set up; empty: it comes later
    enters_turn: int
    enters_at: tuple[str, ...]

    @property
    def eagle(self) -> bool:
        """Eagles, and Gwaihir (R35)."""
        return self.kind == "eagle"


def _army(army: dict[str, Any]) -> list[Counter]:
    start = army.get("start", [])
    enters = army.get("enters", {"turn": 0, "at": []})
    common: dict[str, Any] = {
        "army": army["name"],
        "side": army["side"],
        "kind": army["kind"],
        "start": (start,) if isinstance(start, str) else tuple(start),
        "enters_turn": enters["turn"],
        "enters_at": tuple(enters["at"]),
    }
    found = [
        Counter(
            name=leader["name"], weapon="none", strength=leader["strength"], move=leader["move"],
            bow=leader.get("bow", 0), leader=True, controls=leader.get("also_unit", False), extra=False, **common,
        )
        for leader in army.get("leaders", [army["leader"]] if "leader" in army else [])
    ]  # fmt: skip
    so_far: dict[str, int] = {}
    for row in army["units"]:
        weapon = row["weapon"]
        for i in range(row["count"]):
            so_far[weapon] = so_far.get(weapon, 0) + 1
            found.append(
                Counter(
                    name=f"{army['name']} {weapon} {so_far[weapon]}", weapon=weapon, strength=row["strength"],
                    move=row["move"], bow=row.get("bow", 0), leader=False, controls=True,
                    extra=i >= row["count"] - row.get("extra", 0), **common,
                )
            )  # fmt: skip
    return found


@cache
def counters() -> dict[str, Counter]:
    """All counters by name, in the order of the file."""
    toml = tomllib.loads((resources.files("bofa_env") / "data" / "counters.toml").read_text("utf-8"))
    return {counter.name: counter for army in toml["army"] for counter in _army(army)}
