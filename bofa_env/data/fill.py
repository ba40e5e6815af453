"""Writes battlefield and counters into the world record, and works out what follows from them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..rules.geometry import sight_tables
from ..rules.rows import as_rows
from ..rules.world import (
    AREAS,
    AT_GATE,
    CHEAP,
    CLIFF,
    DALE,
    DWARF,
    EAGLE,
    ELF,
    GATE,
    HEXES,
    HILLTOP,
    IMPASSABLE,
    MAN,
    MOUNTAIN,
    PLAIN,
    SIDES,
    SLOPE,
    SPUR_NE,
    SPUR_NW,
)
from .battlefield import Battlefield
from .counters import Counters, Piece
from .document import Hexside
from .grid import axial, direction, neighbour

_COST = {PLAIN: 1, HILLTOP: 1, MOUNTAIN: 2, SLOPE: 2, DALE: 2, GATE: 4}  # B-6
_RIVER_COST = (1, 2)  # by side (B-6.7)

_COMMANDS = {"Thranduil": ELF, "Dain": DWARF, "Thorin": DWARF, "Bard": MAN, "Gwaihir": EAGLE}  # S-3
_COMMANDS_ALL = ("Gandalf", "Bolg")  # of their own side
_CHARACTERS = ("Thorin", "Gandalf", "Bilbo", "Bard", "Dain", "Thranduil", "Gwaihir", "Beorn", "Bolg")

World = NDArray[Any]  # of shape (1,) and dtype WORLD


def fill_battlefield(world: World, battlefield: Battlefield) -> None:
    """Everything in the record that is counted by hex."""
    _fill_grid(world)
    world["sight_count"][0], world["sight_step"][0], world["sight_entry"][0] = sight_tables()
    world["terrain"][0] = battlefield.terrain
    world["level"][0] = battlefield.level
    world["gate"][0] = battlefield.gate
    _fill_areas(world, battlefield)

    for bit, spur in zip((SPUR_NW, SPUR_NE), battlefield.spurs, strict=True):
        world["spur"][0][list(spur)] |= bit
    world["spur"][0][battlefield.gate] |= AT_GATE
    for bit, hexes in battlefield.entries.items():
        world["entry"][0][list(hexes)] |= bit

    world["piles"][0] = len(battlefield.piles)
    world["pile_hex"][0] = -1
    world["slide"][0] = -1
    for number, pile in enumerate(battlefield.piles):
        world["pile_hex"][0][number] = pile.hex
        world["slide"][0][number] = pile.slide

    _mark_hexsides(world["river"][0], battlefield.river)
    _mark_hexsides(world["barrier"][0], battlefield.red_hexsides)
    _mark_hexsides(world["barrier"][0], _closed_flanks(battlefield))
    _fill_step_costs(world, battlefield)
    fill_sets(world)


def _fill_grid(world: World) -> None:
    world["hex_at"][0] = -1
    for hex in range(HEXES):
        q, r = axial(hex)
        world["cube"][0][hex] = q, r
        world["hex_at"][0][q + 16, r] = hex
        world["neighbour"][0][hex] = [neighbour(hex, direction) for direction in range(6)]
    q, r = world["cube"][0].astype(np.int64).T
    dq, dr = q[:, None] - q, r[:, None] - r
    world["distance"][0] = (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def _fill_areas(world: World, battlefield: Battlefield) -> None:
    """The victory areas: key hexes (B-11) and zones (S-11)."""
    terrain = world["terrain"][0]
    key, zone = world["key_of"][0], world["zone_of"][0]
    key[:] = zone[:] = -1
    zone[terrain == DALE] = AREAS.index("dale")
    zone[(terrain == HILLTOP) | (terrain == SLOPE)] = AREAS.index("hilltop")
    key[battlefield.gate] = zone[battlefield.gate] = AREAS.index("front_gate")
    key[battlefield.star] = AREAS.index("dale")
    key[list(battlefield.tops)] = AREAS.index("hilltop")
    for room, area in zip(battlefield.guard_rooms, ("guard_room_nw", "guard_room_ne"), strict=True):
        key[room] = zone[room] = AREAS.index(area)
        world["guard_room"][0][room] = 1
    world["keys"][0] = [np.count_nonzero(key == area) for area in range(len(AREAS))]
    world["key_hexes"][0] = -1
    for number in range(len(AREAS)):
        hexes = np.flatnonzero(key == number)
        world["key_hexes"][0, number, : len(hexes)] = hexes


def _closed_flanks(battlefield: Battlefield) -> list[Hexside]:
    """The hexsides of the Front Gate that do not lead to the plain (B-6.2)."""
    gate = battlefield.gate
    around = [neighbour(gate, direction) for direction in range(6)]
    return [(gate, hex) for hex in around if hex >= 0 and battlefield.terrain[hex] != PLAIN]


def _mark_hexsides(marks: NDArray[Any], hexsides: tuple[Hexside, ...] | list[Hexside]) -> None:
    for a, b in hexsides:
        marks[a, direction(a, b)] = marks[b, direction(b, a)] = 1


def _fill_step_costs(world: World, battlefield: Battlefield) -> None:
    """What a ground piece pays to cross each hexside (B-6); a path helps in both directions."""
    on_path = {frozenset(step) for path in battlefield.paths for step in zip(path.hexes, path.hexes[1:], strict=False)}
    terrain, river, barrier = battlefield.terrain, world["river"][0], world["barrier"][0]
    world["step_cost"][0] = IMPASSABLE
    for hex in range(HEXES):
        for d in range(6):
            to = neighbour(hex, d)
            if to < 0 or barrier[hex, d] or CLIFF in (terrain[hex], terrain[to]):
                continue
            cost = 1 if frozenset((hex, to)) in on_path and terrain[to] != GATE else _COST[terrain[to]]
            for side in range(len(SIDES)):
                world["step_cost"][0][side, hex, d] = cost + river[hex, d] * _RIVER_COST[side]


def fill_sets(world: World) -> None:
    """Step costs again, as sets of hexes."""
    costs = world["step_cost"][0]
    world["ground"][0] = as_rows(range(HEXES))
    for side in range(len(SIDES)):
        world["rough"][0, side] = as_rows(np.flatnonzero((costs[side] == CHEAP).any(1)))
        world["dear"][0, side] = as_rows(np.flatnonzero(((costs[side] > CHEAP) & (costs[side] < IMPASSABLE)).any(1)))
        for cost in range(CHEAP):
            for d in range(6):
                world["exits"][0, side, cost, d] = as_rows(np.flatnonzero(costs[side, :, d] == cost + 1))


def fill_counters(world: World, counters: Counters) -> None:
    """Everything in the record that is counted by piece."""
    pieces = counters.pieces
    for field in (
        "side", "army", "tribe", "kind", "weapon", "leader", "unit", "strength", "move", "bow", "extra",
        "start", "enters_turn", "enters_at",
    ):  # fmt: skip
        world[field][0] = [getattr(piece, field) for piece in pieces]
    for side in range(len(SIDES)):
        numbers = np.flatnonzero(world["side"][0] == side)
        for name, chosen in (("leaders", world["leader"][0, numbers] > 0), ("archers", world["bow"][0, numbers] > 0)):
            world[name][0, side] = -1
            world[name][0, side, : chosen.sum()] = numbers[chosen]
        world["first_piece"][0, side], world["end_piece"][0, side] = numbers[0], numbers[-1] + 1
    for number, leader in enumerate(pieces):
        if leader.leader:
            world["chieftain"][0][number] = leader.tribe >= 0
            world["commands"][0][number] = [_commands(leader, unit) for unit in pieces]
            world["rallies"][0][number] = [_rallies(leader, unit) for unit in pieces]
    names = [piece.name for piece in pieces]
    for character in _CHARACTERS:
        world[character.lower()][0] = names.index(character) if character in names else -1


def _commands(leader: Piece, unit: Piece) -> bool:
    """S-3: whom a leader helps in courage tests and in regrouping. Leaders are under nobody's command."""
    if unit.leader or unit.side != leader.side:
        return False
    if leader.tribe >= 0:
        return unit.tribe == leader.tribe
    return leader.name in _COMMANDS_ALL or _COMMANDS.get(leader.name) == unit.kind


def _rallies(leader: Piece, unit: Piece) -> bool:
    """S-3: whom a leader helps to regroup. Bilbo commands nobody, but rallies the elves as their king does."""
    if leader.name == "Bilbo":
        return not unit.leader and unit.side == leader.side and unit.kind == ELF
    return _commands(leader, unit)
