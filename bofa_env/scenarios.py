"""Scenarios: small battles on the same rules, as data files, for quick learning and tests. `full` is the whole game.

A scenario names the pieces that take part and where they stand, which turns are played, and if it likes a region: hexes
outside it are off the map.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .data.fill import fill_sets
from .data.load import Data
from .deployments import places_of, set_up_plan
from .errors import UnknownName, one_of
from .rules.record import ASK, AWAY, EXTRA_ELVES, EXTRA_TURNS, VARIABLE
from .rules.world import COLUMNS, HEXES, IMPASSABLE, PIECES

FULL = "full"


@dataclass(frozen=True)
class Scenario:
    """What a scenario file says."""

    name: str
    title: str
    description: str
    turns: tuple[int, int] = (0, 0)  # first and last; 0: as in the whole game
    region: tuple[int, int, int, int] | None = None  # first and last column, first and last row
    to_come: tuple[str, ...] = ()  # armies that enter as reinforcements
    places: tuple[tuple[str, int], ...] = ()  # the hex of every piece (BENEATH_BIT added where a leader lies beneath)


WHOLE_GAME = Scenario(
    FULL, "The Battle of Five Armies", "The whole game: 140 pieces, twelve turns (sixteen with the option extra_turns)."
)


def names() -> tuple[str, ...]:
    """All scenarios, the whole game first."""
    folder = resources.files(__package__) / "data" / "scenarios"
    return (FULL, *sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


@lru_cache
def scenario(name: str) -> Scenario:
    """The scenario of that name."""
    one_of("scenario", name, names())
    if name == FULL:
        return WHOLE_GAME
    text = (resources.files(__package__) / "data" / "scenarios" / f"{name}.toml").read_text("utf-8")
    return _read(name, tomllib.loads(text))


def _read(name: str, table: dict[str, Any]) -> Scenario:
    places: dict[str, int] = {}
    for entry in table["deploy"]:
        places.update(places_of(entry))
    region = table.get("region")
    return Scenario(
        name=name,
        title=table["title"],
        description=table["description"],
        turns=tuple(table["turns"]),
        region=(*region["columns"], *region["rows"]) if region else None,
        to_come=tuple(table.get("to_come", ())),
        places=tuple(places.items()),
    )


def check_fits(scenario: Scenario, deployment: str, options: int) -> None:
    """Refuse what makes no sense in a small scenario."""
    if scenario.name == FULL:
        return
    if deployment != "historical":
        raise UnknownName(f"scenario {scenario.name!r} has a deployment of its own; {deployment!r} is for the full game")
    if options & (EXTRA_ELVES | EXTRA_TURNS | VARIABLE):
        raise UnknownName(
            "extra_elves, extra_turns and variable_reinforcements need the full game; "
            f"{scenario.name!r} has only some of its pieces and turns"
        )


def scenario_plan(data: Data, scenario: Scenario, deployment: str) -> NDArray[np.int16]:
    """Where every piece is set up; AWAY: it takes no part."""
    if scenario.name == FULL:
        return set_up_plan(data, deployment)
    plan = np.full(PIECES, AWAY, np.int16)
    for piece, hex in scenario.places:
        plan[data.piece_number[piece]] = hex
    for army in scenario.to_come:
        plan[data.world["army"][0] == data.armies.index(army)] = ASK
    return plan


@lru_cache(maxsize=16)
def scenario_data(data: Data, scenario: Scenario) -> Data:
    """The data with everything outside the scenario's region taken off the map."""
    if scenario.region is None:
        return data
    first_column, last_column, first_row, last_row = scenario.region
    column, row = np.arange(HEXES) % COLUMNS, np.arange(HEXES) // COLUMNS
    inside = (first_column <= column) & (column <= last_column) & (first_row <= row) & (row <= last_row)
    world = data.world.copy()
    record = world[0]
    leads_out = (record.neighbour < 0) | ~inside[record.neighbour]
    record.neighbour[leads_out | ~inside[:, None]] = -1
    for side in range(2):
        record.step_cost[side][record.neighbour < 0] = IMPASSABLE
    fill_sets(world)
    record.entry[~inside] = 0
    world.setflags(write=False)
    return replace(data, world=world)

