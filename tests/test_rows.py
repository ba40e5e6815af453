"""Sets of hexes as rows of bits, and the mask by words: each against a plain reading of the same thing."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from bofa_env import Game
from bofa_env.data.fill import fill_sets
from bofa_env.data.load import load
from bofa_env.rules import mask, rows, spread
from bofa_env.rules.actions import ACTIONS
from bofa_env.rules.jit import entry
from bofa_env.rules.record import GAME
from bofa_env.rules.world import BAND, HEXES, IMPASSABLE

RNG = np.random.default_rng(5)


# --- doors for this file


@entry
def _places(found: Any) -> None:
    for hex in range(HEXES):
        found[hex, 0] = rows.row_of(hex)
        found[hex, 1] = rows.bit_of(hex)
        found[hex, 2] = rows.hex_of(rows.row_of(hex), rows.lowest(rows.bit_of(hex)))


@entry
def _disc(hex: int, radius: int, found: Any) -> None:
    for row in range(BAND):
        found[row] = rows.disc_row(hex, radius, row)


@entry
def _mark(games: Any, chosen: Any) -> None:
    for pair in range((BAND - 2) // 2):
        rows.mark_pair(games[0], pair, chosen[2 * pair + 1], chosen[2 * pair + 2])


@entry
def _count(games: Any) -> int:
    return mask.count_legal(games[0])


@entry
def _nth(games: Any, number: int) -> int:
    return mask.nth_legal(games[0], number)


@entry
def _clear(games: Any) -> None:
    mask.clear_mask(games[0])


@entry
def _spread(worlds: Any, games: Any, side: int, start: int, allowance: int, with_costs: bool) -> None:
    spread.spread(worlds[0], games[0], side, start, allowance, with_costs)


def _hexes(words: NDArray[np.int64]) -> set[int]:
    return {hex for hex in range(HEXES) if words[hex // 28 + 1] >> (hex % 28 + 16 - hex // 28 // 2) & 1}


# --- sets


def test_every_hex_has_a_bit_of_its_own() -> None:
    found = np.zeros((HEXES, 3), np.int64)
    _places(found)
    assert (found[:, 2] == np.arange(HEXES)).all()
    assert len({(row, bit) for row, bit, _ in found.tolist()}) == HEXES
    assert (np.bitwise_count(found[:, 1]) == 1).all()
    assert found[:, 0].min() == 1 and found[:, 0].max() == BAND - 2, "the rows outside are empty"


def test_sets_are_read_back() -> None:
    chosen = set(RNG.choice(HEXES, 200, replace=False).tolist())
    assert _hexes(np.array(rows.as_rows(chosen))) == chosen


@pytest.mark.parametrize("hex", [0, 27, 13 * 28 + 14, 12 * 28, 21 * 28, HEXES - 1])
@pytest.mark.parametrize("radius", [0, 1, 2, 3, 10, 99])
def test_a_disc_has_the_hexes_within_a_distance(hex: int, radius: int) -> None:
    found = np.zeros(BAND, np.int64)
    _disc(hex, radius, found)
    distance = load().world["distance"][0]
    assert _hexes(found) == set(np.flatnonzero(distance[hex] <= radius).tolist())


# --- the mask


def test_two_rows_at_a_time_become_the_mask() -> None:
    game = np.zeros(1, GAME)
    game["legal"] = 1
    chosen = set(RNG.choice(HEXES, 150, replace=False).tolist())
    _mark(game, np.array(rows.as_rows(chosen)))
    assert set(np.flatnonzero(game["legal"][0, :HEXES]).tolist()) == chosen
    assert game["legal"][0, HEXES:].all(), "the verbs are left alone"


@pytest.mark.parametrize("share", [0.0, 0.002, 0.1, 0.5, 1.0])
def test_legal_actions_are_counted_and_found_by_number(share: float) -> None:
    game = np.zeros(1, GAME)
    for _ in range(20):
        game["legal"] = RNG.random(ACTIONS) < share
        legal = np.flatnonzero(game["legal"][0])
        assert _count(game) == len(legal)
        assert [_nth(game, number) for number in range(len(legal))] == legal.tolist()
    _clear(game)
    assert not game["legal"].any() and _count(game) == 0


# --- how far a group comes, on ground as rough as the rules allow (B-6: up to 4 for the gate, and 2 for the river)


def _rough_world() -> NDArray[Any]:
    world = load().world.copy()
    costs = RNG.choice([1, 1, 2, 2, 3, 4, 5, 6, IMPASSABLE], world["step_cost"].shape)
    world["step_cost"] = np.where(world["neighbour"][:, None] < 0, IMPASSABLE, costs)
    fill_sets(world)
    return world


def _cheapest(world: NDArray[Any], side: int, start: int, allowance: int, closed: set[int]) -> dict[int, int]:
    graph = nx.DiGraph()
    graph.add_node(start)
    for hex in range(HEXES):
        for direction in range(6):
            there, cost = int(world["neighbour"][0, hex, direction]), int(world["step_cost"][0, side, hex, direction])
            if there >= 0 and cost < IMPASSABLE and there not in closed:
                graph.add_edge(hex, there, weight=cost)
    return nx.single_source_dijkstra_path_length(graph, start, cutoff=allowance)  # type: ignore[no-any-return]


@pytest.mark.parametrize("allowance", [1, 2, 3, 5, 8, 13, 40, 99])
def test_spread_finds_the_cheapest_costs(allowance: int) -> None:
    """B-6: enemies' units close their hexes, friends do not; against networkx, on random costs from 1 to 6 and none."""
    game = Game(deployment="historical", seed=3)
    for _ in range(60):
        game.play(int(RNG.choice(game.legal_actions())))
    rec = game.record
    for _ in range(4):
        world = _rough_world()
        side = int(RNG.integers(2))
        start = int(rec["hex"][0][(rec["hex"][0] >= 0) & (world["side"][0] == side)][int(RNG.integers(20))])
        rec["group"][0, 0] = rec["top"][0, side, start]
        rec["group_size"] = 1
        closed = _hexes(rec["blocking"][0, 1 - side])
        mover = int(rec["group"][0, 0])
        if side == 0 and world["kind"][0, mover] != 2:  # of the Free Peoples only dwarves may be in the gate (S-6)
            closed.add(int(world["gate"][0]))
        expected = _cheapest(world, side, start, allowance, closed)
        _spread(world, rec, side, start, allowance, True)
        reach = rec["reach"][0]
        assert {hex: int(reach[hex]) for hex in range(HEXES) if reach[hex] != spread.UNREACHED} == expected
        _spread(world, rec, side, start, allowance, False)
        first, last = max(1, start // 28 + 1 - allowance), min(BAND - 2, start // 28 + 1 + allowance)
        reached = np.zeros(BAND, np.int64)
        reached[first : last + 1] = rec["reached"][0, first : last + 1]
        assert _hexes(reached) == set(expected) - {start}
