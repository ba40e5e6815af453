"""Dense positions: pieces of both sides crowded into a few hexes around the interesting places of the map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .counters import counters
from .field import DARK, FREE, Hex, distance, field
from .rulesets import Case
from .stacking import may_stand, within_limits
from .view import Piece, enemy_of

Pick = Callable[[int], int]  # a number below the bound

PLACES = {
    "gate": "1906", "cliffs": "2105", "dale": "1211", "river": "1509", "bend": "0716", "hill": "0609",
    "north-west guard room": "1203", "north-east guard room": "2412", "north-west triangles": "1400",
    "north-east triangles": "2706", "north corner": "2700", "circle": "0013", "south-west triangles": "0108",
    "south-east triangles": "1220", "plain": "1714",
}  # fmt: skip
PHASES = ("MOVE", "COMBAT", "FIRE")


def _armies() -> dict[str, list[str]]:
    """Counters by what makes them special, so that each sort comes up often."""
    sorts: dict[str, list[str]] = {}
    for counter in counters().values():
        if counter.extra:
            continue
        sort = counter.side + (" leader" if counter.leader else " eagle" if counter.eagle else " " + counter.weapon)
        sorts.setdefault(sort, []).append(counter.name)
    sorts["rare"] = ["Beorn", "Thorin", "Gwaihir", "Bard", "Dain", "Thranduil", "Bolg", "Bilbo"]
    sorts["Bard and his bowmen"] = ["Bard", "Bard", "lake_men bow 1", "lake_men bow 2", "lake_men bow 3"]  # R25
    sorts["dwarves"] = [name for name in counters() if name.startswith("dwarves")]
    return sorts


def dense_position(
    pick: Pick, case: Case, phase: str, *, place: str | None = None, only: str = "", apart: bool | None = None
) -> dict[str, Any]:
    """A sparse position that the limits allow, made from the numbers that `pick` gives.

    place: where, one of PLACES. only: a word in the sorts of pieces, such as "bow". apart: no hex with both sides.
    """
    centre = PLACES[place] if place else list(PLACES.values())[pick(len(PLACES))]
    radius = 1 + pick(3)
    hexes = [hex for hex in field().terrain if distance(centre, hex) <= radius]
    sorts = [names for sort, names in _armies().items() if only in sort]
    reduced_of_four = pick(4)  # how many of four pieces have lost a step
    apart = bool(pick(2)) if apart is None else apart
    stacks: dict[tuple[str, Hex], list[Piece]] = {}
    told: dict[str, dict[str, Any]] = {}
    for _ in range(2 + pick(4 * len(hexes))):
        names = sorts[pick(len(sorts))]
        name = names[pick(len(names))]
        hex = hexes[pick(len(hexes))]
        reduced = pick(4) < reduced_of_four
        piece = Piece(counters()[name], hex, False, int(reduced), 0)
        stack = stacks.setdefault((piece.side, hex), [])
        if name in told or not may_stand(piece, hex) or not within_limits([*stack, piece]):
            continue
        if apart and stacks.get((enemy_of(piece.side), hex)):
            continue
        stack.append(replace(piece))
        told[name] = {"name": name, "hex": hex, "reduced": reduced}
        if piece.counter.leader:
            told[name]["on_top"] = bool(pick(2))
    if pick(2):  # reinforcements wait
        for counter in counters().values():
            if counter.enters_turn and counter.name not in told and pick(4) == 0:
                told[counter.name] = {"name": counter.name, "to_come": True}
    return {
        "ruleset": case.ruleset,
        "options": list(case.options),
        "seed": pick(1000),
        "turn": 1 + pick(12),
        "player": (FREE, DARK)[pick(2)],
        "phase": phase,
        "piece": list(told.values()),
    }
