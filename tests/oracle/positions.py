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


def _too_narrow(pieces: list[Piece], hex: Hex) -> bool:
    """S-7: no eagles above enemies in a guard room."""
    return hex in field().guard_rooms.values() and any(piece.counter.eagle for piece in pieces)


def dense_position(
    pick: Pick, case: Case, phase: str, *, place: str | None = None, only: str = "", apart: bool | None = None
) -> dict[str, Any]:
    """A sparse position that the limits allow, made from the numbers that `pick` gives.

    place: where, one of PLACES. only: a word in the sorts of pieces, such as "bow". apart: no hex with both sides.
    """
    standard, extra = case.ruleset == "standard", "extra_stacking" in case.options
    hysteria = "hysteria" in case.options
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
        stack, enemies = stacks.setdefault((piece.side, hex), []), stacks.get((enemy_of(piece.side), hex), [])
        if name in told or not may_stand(piece, hex, standard) or not within_limits([*stack, piece], standard, extra):
            continue
        if enemies and (apart or (standard and _too_narrow([piece, *enemies], hex))):
            continue
        stack.append(replace(piece))
        told[name] = {"name": name, "hex": hex, "reduced": reduced}
        if piece.counter.leader:
            told[name]["on_top"] = bool(pick(2))
            if standard:  # S-10: as many hits as he has strength
                del told[name]["reduced"]
                told[name]["hits"] = pick(piece.counter.strength) if reduced else 0
        elif hysteria and piece.counter.kind not in ("eagle", "elf") and pick(4) == 0:
            told[name]["hysterical"] = True
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


def gandalf_position(pick: Pick, case: Case) -> dict[str, Any]:
    """Gandalf in a crowd at the start of a FIRE phase of the Free Peoples; some of his spells have succeeded."""
    position = dense_position(pick, case, "FIRE")
    taken = {piece["name"]: piece.get("hex") for piece in position["piece"]}
    hexes = [hex for hex in field().terrain if may_stand(Piece(counters()["Gandalf"], hex, False, 0, 0), hex, True)]
    crowd = [hex for hex in taken.values() if hex]
    near = [hex for hex in hexes if hex not in crowd and any(distance(hex, other) <= 2 for other in crowd)]
    if "Gandalf" not in taken:
        position["piece"].append({"name": "Gandalf", "hex": near[pick(len(near))]})
    spells = ["destroy", "push", "rally"]
    del spells[pick(3)]
    return {**position, "player": FREE, "spells": spells[: pick(3)]}


CORNERS = ("0000", "2700", "0021", "2721", "2206", "1907", "0013")


def regrouping_position(pick: Pick, case: Case) -> dict[str, Any]:
    """The end of a turn: reduced units in pairs, hemmed in by friends and enemies, regroup next. Nobody can shoot."""
    turn = 1 + pick(11)
    side = DARK if turn % 2 == 0 else FREE  # at the start of an even turn the Free Peoples regroup
    corner = CORNERS[pick(len(CORNERS))]
    units = {
        owner: [
            c.name for c in counters().values() if c.side == owner and c.weapon not in ("none", "bow", "talon") and not c.extra
        ]
        for owner in (FREE, DARK)
    }
    leaders = [c.name for c in counters().values() if c.side == side and (c.leader or c.eagle)]
    told: list[dict[str, Any]] = []

    def take(names: list[str], hex: Hex, **more: Any) -> None:
        name = names[pick(len(names))] if names else ""
        if name and may_stand(Piece(counters()[name], hex, False, 0, 0), hex, True):
            names.remove(name)
            told.append({"name": name, "hex": hex, **more})

    for owner, far in ((FREE, "1714"), (DARK, "1414")):  # both sides live on
        take(units[owner], far)
    for hex in [hex for hex in field().terrain if distance(corner, hex) <= 2]:
        what = pick(9) if distance(corner, hex) else 0
        for _ in range(2 if what < 3 else 0):
            take(units[side], hex, reduced=True)
        if what in (3, 4, 5):
            take(units[side], hex, reduced=what == 3)
        elif what == 6:
            take(units[enemy_of(side)], hex)
        if what == 7 or (what in (0, 4) and pick(3) == 0):
            take(leaders, hex)
    phases = 4 if turn <= 3 else 6
    frame = {"ruleset": case.ruleset, "options": list(case.options), "seed": pick(1000), "turn": turn}
    return {**frame, "player": side, "phase": "FIRE", "phase_number": phases, "piece": _allowed(told, case)}


def _allowed(told: list[dict[str, Any]], case: Case) -> list[dict[str, Any]]:
    """Those of the pieces that the limits allow, the first ones first."""
    standard, extra = case.ruleset == "standard", "extra_stacking" in case.options
    stacks: dict[tuple[str, Hex], list[Piece]] = {}
    kept = []
    for words in told:
        piece = Piece(counters()[words["name"]], words["hex"], False, int(words.get("reduced", False)), 0)
        stack = stacks.setdefault((piece.side, words["hex"]), [])
        if within_limits([*stack, piece], standard, extra):
            stack.append(piece)
            kept.append(words)
    return kept
