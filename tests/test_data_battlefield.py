"""The battlefield: every statement of RULES.md, chapter 2, and of the rulebook behind it, checked on the data.

The tests do their own geometry: a hex is the point (x, y) of its centre, x counted in half hex widths and y in rows.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest

from bofa_env.data.load import Data, load, load_world
from bofa_env.rules.actions import hex_name, hex_number
from bofa_env.rules.world import (
    AREAS,
    AT_GATE,
    CLIFF,
    DALE,
    DARK_ARMY,
    ENTRY_CIRCLE,
    ENTRY_NE,
    ENTRY_NW,
    ENTRY_SE,
    ENTRY_SW,
    FREE_PEOPLES,
    GATE,
    HEXES,
    HILLTOP,
    IMPASSABLE,
    MOUNTAIN,
    PILES,
    PLAIN,
    SLOPE,
    SPUR_NE,
    SPUR_NW,
    WORLD,
)

Point = tuple[int, int]
GRID = {"E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1), "NE": (1, -1)}
SIDES = (FREE_PEOPLES, DARK_ARMY)


def centre(hex: int) -> Point:
    row, column = divmod(hex, 28)
    return 2 * column + row % 2, row


HEX_AT = {centre(hex): hex for hex in range(HEXES)}


def beside(hex: int, grid_direction: str) -> int | None:
    (x, y), (dx, dy) = centre(hex), GRID[grid_direction]
    return HEX_AT.get((x + dx, y + dy))


ADJACENT = nx.Graph((hex, to) for hex in range(HEXES) for way in GRID if (to := beside(hex, way)) is not None)


@pytest.fixture(scope="module")
def data() -> Data:
    return load()


@pytest.fixture(scope="module")
def world(data: Data) -> Any:
    return data.world[0]


def cost(world: Any, side: int, start: int, end: int) -> int:
    """What the record says that one step costs."""
    (way,) = np.flatnonzero(world.neighbour[start] == end)
    return int(world.step_cost[side, start, way])


def marked(world: Any, field: str, a: int, b: int) -> bool:
    """Does the record mark this hexside? It must say the same from either hex."""
    one = world[field][a][world.neighbour[a] == b].item()
    other = world[field][b][world.neighbour[b] == a].item()
    assert one == other
    return bool(one)


def hexes_of(world: Any, terrain: int) -> list[int]:
    return [int(hex) for hex in np.flatnonzero(world.terrain == terrain)]


def hexes_with(bits: Any, bit: int) -> set[int]:
    return {int(hex) for hex in np.flatnonzero(bits & bit)}


# --- the record and the grid


def test_the_world_is_one_read_only_record() -> None:
    world = load_world()
    assert world.shape == (1,)
    assert world.dtype == WORLD
    with pytest.raises(ValueError, match="read-only"):
        world["terrain"][0, 0] = DALE
    assert load_world() is world, "the packaged files are loaded once"


def test_hexes_are_named_by_column_and_row(world: Any) -> None:
    """R2"""
    assert hex_name(int(world.gate)) == "2006"
    assert hex_number("2721") == HEXES - 1


def test_every_direction_leads_to_the_right_neighbour(world: Any) -> None:
    """R3: E, SE, SW, W, NW, NE, clockwise"""
    for hex in range(HEXES):
        expected = [beside(hex, way) for way in GRID]
        assert world.neighbour[hex].tolist() == [-1 if to is None else to for to in expected]


def test_distance_is_the_number_of_steps(world: Any) -> None:
    """R2: cliffs, red hexsides and rivers do not change distance"""
    for hex, steps in nx.all_pairs_shortest_path_length(ADJACENT):
        assert world.distance[hex].tolist() == [steps[to] for to in range(HEXES)]


def test_axial_coordinates(world: Any) -> None:
    for hex in range(HEXES):
        q, r = (int(n) for n in world.cube[hex])
        assert (2 * q + r, r) == centre(hex)
        assert world.hex_at[q + 16, r] == hex
    assert np.count_nonzero(world.hex_at >= 0) == HEXES


# --- compass


def test_compass() -> None:
    """R3: the map stands on its corner, so a grid direction turned by 45 degrees is nearest to its compass name."""
    compass = {"NE": 45, "E": 0, "SE": -45, "SW": -135, "W": 180, "NW": 135}
    turned = {
        way: math.degrees(math.atan2(-dy * math.sqrt(3), dx)) + 45  # a row is sqrt(3) half widths high
        for way, (dx, dy) in GRID.items()
    }

    def nearest(angle: float) -> str:
        return min(compass, key=lambda name: abs((angle - compass[name] + 180) % 360 - 180))

    assert [nearest(turned[way]) for way in GRID] == ["NE", "E", "SE", "SW", "W", "NW"]
    clockwise_from_north = {way: (90 - angle) % 360 for way, angle in turned.items()}
    assert min(clockwise_from_north, key=lambda way: clockwise_from_north[way]) == "E"  # O-4: 1 is the first of them


# --- the mountain and its two spurs


def left_of_dividing_line(hex: int, gate: int) -> int:
    """Twice the area of the triangle gate, north corner, hex: exact, so 0 means on the line."""
    (x, y), (gx, gy), (nx_, ny) = centre(hex), centre(gate), centre(hex_number("2700"))
    return (x - gx) * (ny - gy) - (y - gy) * (nx_ - gx)


def test_north_is_a_corner(world: Any) -> None:
    """B-2, R2: the north-west edge and the north-east edge meet in the hex in which both rows of triangles end."""
    assert hexes_with(world.entry, ENTRY_NW) & hexes_with(world.entry, ENTRY_NE) == {hex_number("2700")}


def test_a_line_from_the_gate_to_the_north_corner_divides_the_spurs(world: Any) -> None:
    """B-2: each spur is the mountain on its side; hexes on the line belong to neither"""
    side = {hex: left_of_dividing_line(hex, int(world.gate)) for hex in hexes_of(world, MOUNTAIN)}
    assert hexes_with(world.spur, SPUR_NW) == {hex for hex, where in side.items() if where > 0}
    assert hexes_with(world.spur, SPUR_NE) == {hex for hex, where in side.items() if where < 0}
    on_the_line = {hex for hex, where in side.items() if where == 0}
    assert on_the_line == {hex_number("2303"), hex_number("2700")}
    assert not world.spur[list(on_the_line)].any()


def test_the_spurs_lie_along_the_north_west_and_north_east_edges(world: Any) -> None:
    """B-2, B-6.3"""
    line = {hex_number("2700")}
    assert {hex_number(f"{column:02d}00") for column in range(28)} - line <= hexes_with(world.spur, SPUR_NW)
    assert {hex_number(f"27{row:02d}") for row in range(22)} - line <= hexes_with(world.spur, SPUR_NE)
    for spur in (SPUR_NW, SPUR_NE):
        assert nx.is_connected(ADJACENT.subgraph(hexes_with(world.spur, spur)))


def test_the_front_gate_is_a_set_up_zone_of_its_own(world: Any) -> None:
    """B-2, R5"""
    assert hexes_with(world.spur, AT_GATE) == {int(world.gate)}
    assert int(world.spur[world.gate]) == AT_GATE


def test_the_mountain_has_four_levels_on_both_spurs(world: Any) -> None:
    """B-2, B-6.3: 1 is the lowest level, and each level is on both spurs"""
    for spur in (SPUR_NW, SPUR_NE):
        assert {int(world.level[hex]) for hex in hexes_with(world.spur, spur)} == {1, 2, 3, 4}


def test_levels_of_the_other_terrain(world: Any) -> None:
    """B-6.1, B-6.2, S-6: slopes are as high as the plain, the hilltop one higher; R2: cliffs are 3"""
    heights = {PLAIN: 0, DALE: 0, SLOPE: 0, GATE: 0, HILLTOP: 1, CLIFF: 3}
    for terrain, height in heights.items():
        assert {int(world.level[hex]) for hex in hexes_of(world, terrain)} == {height}


# --- the Front Gate


def test_the_gate_is_open_to_two_plain_hexes_south_west_and_south_east(world: Any) -> None:
    """B-6.2, B-7, S-8: by the compass; R3: on the grid these are W and SW"""
    gate = int(world.gate)
    assert hexes_of(world, GATE) == [gate]
    open_to = {way for way in GRID if not marked(world, "barrier", gate, beside(gate, way) or 0)}
    assert open_to == {"W", "SW"}
    assert all(world.terrain[beside(gate, way)] == PLAIN for way in open_to)


def test_the_gate_has_two_red_flanks_and_cliffs_behind(data: Data, world: Any) -> None:
    """B-6.2, B-6.4, B-7"""
    gate = int(world.gate)
    red = {(set(hexside) - {gate}).pop() for hexside in data.red_hexsides}
    cliffs = set(hexes_of(world, CLIFF))
    assert len(data.red_hexsides) == len(red) == 2
    assert len(cliffs) == 3
    around = set(ADJACENT[gate])
    assert around == red | (cliffs & around) | {beside(gate, "W"), beside(gate, "SW")}
    assert all(centre(cliff)[0] > centre(gate)[0] for cliff in cliffs), "behind: to the north"
    assert nx.is_connected(ADJACENT.subgraph(cliffs | {gate}))


def test_nothing_but_the_gate_has_closed_hexsides(world: Any) -> None:
    """B-6.2"""
    closed = {frozenset((a, b)) for a, b in ADJACENT.edges if marked(world, "barrier", a, b)}
    assert len(closed) == 4
    assert all(int(world.gate) in hexside for hexside in closed)


# --- victory areas


def key_hexes(world: Any, area: str) -> list[int]:
    return [int(hex) for hex in np.flatnonzero(world.key_of == AREAS.index(area))]


def zone(world: Any, area: str) -> set[int]:
    return {int(hex) for hex in np.flatnonzero(world.zone_of == AREAS.index(area))}


def test_five_victory_areas(world: Any) -> None:
    """B-11.2"""
    assert len(AREAS) == 5
    assert [len(key_hexes(world, area)) for area in AREAS] == world["keys"].tolist() == [1, 1, 3, 1, 1]


def test_one_guard_room_on_each_spur_inside_the_set_up_zones(world: Any) -> None:
    """B-11.2, B-2"""
    for area, spur in (("guard_room_nw", SPUR_NW), ("guard_room_ne", SPUR_NE)):
        (room,) = key_hexes(world, area)
        assert world.spur[room] == spur
        assert world.terrain[room] == MOUNTAIN
        assert world.guard_room[room] == 1
        assert zone(world, area) == {room}
    assert np.count_nonzero(world.guard_room) == 2


def test_the_front_gate_is_an_area(world: Any) -> None:
    """B-11.2"""
    assert key_hexes(world, "front_gate") == [world.gate]
    assert zone(world, "front_gate") == {int(world.gate)}


def test_the_hilltop_has_three_hexes_with_slopes_all_around(world: Any) -> None:
    """B-11.3, S-8, S-11.6: the slopes contest it"""
    tops, slopes = set(hexes_of(world, HILLTOP)), set(hexes_of(world, SLOPE))
    assert set(key_hexes(world, "hilltop")) == tops
    assert len(tops) == 3
    assert nx.is_connected(ADJACENT.subgraph(tops))
    assert set().union(*(ADJACENT[top] for top in tops)) - tops == slopes
    assert zone(world, "hilltop") == tops | slopes


def test_dale_has_several_hexes_and_its_star_in_the_middle(world: Any) -> None:
    """B-11.2, B-11.4, S-11.5"""
    dale = hexes_of(world, DALE)
    (star,) = key_hexes(world, "dale")
    assert len(dale) > 1
    assert nx.is_connected(ADJACENT.subgraph(dale))
    assert star in nx.center(ADJACENT.subgraph(dale))
    assert zone(world, "dale") == set(dale)


def test_the_free_peoples_can_hold_three_areas_from_the_start(world: Any) -> None:
    """R2: the designer's note: at the beginning of the game he holds 3 victory areas. B-11, B-2"""
    set_up = [area for area in AREAS if all(world.spur[hex] for hex in key_hexes(world, area))]
    assert set_up == ["front_gate", "guard_room_nw", "guard_room_ne"]


def test_nothing_else_belongs_to_an_area(world: Any) -> None:
    """B-11"""
    in_zone = set().union(*(zone(world, area) for area in AREAS))
    assert {int(hex) for hex in np.flatnonzero(world.zone_of == -1)} == set(range(HEXES)) - in_zone
    assert np.count_nonzero(world.key_of != -1) == 7


# --- the river


def test_the_river_runs_along_hexsides_on_the_plain(data: Data, world: Any) -> None:
    """B-1, B-6.1, B-6.7"""
    for a, b in ADJACENT.edges:
        river = (a, b) in data.river or (b, a) in data.river
        assert marked(world, "river", a, b) == river
        if river:
            assert world.level[a] == world.level[b] == 0


def test_the_river_is_one_line_from_the_gate_to_the_edge(data: Data, world: Any) -> None:
    """R2: it comes out of the Front Gate. Each end of a hexside is named by the three places that meet there."""
    river: nx.Graph[frozenset[Point]] = nx.Graph()
    for a, b in data.river:
        (ax, ay), (bx, by) = centre(a), centre(b)
        around_a = {(ax + dx, ay + dy) for dx, dy in GRID.values()}
        around_b = {(bx + dx, by + dy) for dx, dy in GRID.values()}
        one, other = (frozenset({centre(a), centre(b), third}) for third in around_a & around_b)
        river.add_edge(one, other)
    assert nx.is_connected(river)
    ends = [corner for corner, degree in river.degree if degree == 1]
    assert len(ends) == 2
    assert max(degree for _, degree in river.degree) == 2
    assert [centre(int(world.gate)) in end for end in ends].count(True) == 1
    assert [any(place not in HEX_AT for place in end) for end in ends].count(True) == 1


def test_the_ruined_bridge_changes_nothing(data: Data, world: Any) -> None:
    """B-6.5: the river is crossed there at the same cost; R39: here on a path, which does not help against the river"""
    a, b = data.ruined_bridge
    assert marked(world, "river", a, b)
    assert [cost(world, side, a, b) for side in SIDES] == [2, 3]


# --- entry hexes


def test_three_rows_of_triangles_along_the_southern_edges(world: Any) -> None:
    """B-2, B-5"""
    south_east, south_west = hexes_with(world.entry, ENTRY_SE), hexes_with(world.entry, ENTRY_SW)
    assert {hex // 28 for hex in south_east} == {19, 20, 21}
    assert {hex % 28 for hex in south_west} == {0, 1, 2}
    units_to_set_up = 18 + 17 + 15 + 8  # Azug, Thuk, Thrak, wolves: one unit to a hex
    assert len(south_east | south_west) >= units_to_set_up == 58


def test_one_row_of_triangles_along_the_northern_edges(world: Any) -> None:
    """B-5, S-5: the corner included in both; O-6: too few for two tribes, so fewer than 35"""
    north_west, north_east = hexes_with(world.entry, ENTRY_NW), hexes_with(world.entry, ENTRY_NE)
    assert {hex // 28 for hex in north_west} == {0}
    assert {hex % 28 for hex in north_east} == {27}
    assert hex_number("2700") in north_west & north_east
    assert len(north_west | north_east) < 18 + 17
    for row in (north_west, north_east):
        assert nx.is_connected(ADJACENT.subgraph(row))


def test_one_entry_circle_on_the_south_west_edge(world: Any) -> None:
    """B-5"""
    (circle,) = hexes_with(world.entry, ENTRY_CIRCLE)
    assert circle % 28 == 0
    assert world.terrain[circle] == PLAIN


def test_every_entry_hex_can_be_stood_in(world: Any) -> None:
    """B-5"""
    assert not set(np.flatnonzero(world.entry)) & {*hexes_of(world, CLIFF), int(world.gate)}


# --- rocks


def test_slides_are_straight_and_go_down(world: Any) -> None:
    """B-1, S-7: two hexes, the first step down, the second not up"""
    assert 0 < world.piles <= PILES
    for pile, slide in zip(world.pile_hex[: world.piles], world.slide[: world.piles], strict=True):
        (x0, y0), (x1, y1), (x2, y2) = (centre(int(hex)) for hex in (pile, *slide))
        assert (x1 - x0, y1 - y0) == (x2 - x1, y2 - y1)
        assert (x1 - x0, y1 - y0) in GRID.values()
        assert world.level[pile] > world.level[slide[0]] >= world.level[slide[1]]


def test_piles_are_on_mountains_and_on_the_hill(world: Any) -> None:
    """B-1, S-7: "from hills and mountains" """
    piles = world.pile_hex[: world.piles].tolist()
    assert len(set(piles)) == len(piles)
    assert {int(world.terrain[pile]) for pile in piles} == {MOUNTAIN, HILLTOP}
    for spur in (SPUR_NW, SPUR_NE):
        assert any(world.spur[pile] == spur for pile in piles)


def test_unused_piles_are_marked(world: Any) -> None:
    assert (world.pile_hex[world.piles :] == -1).all()
    assert (world.slide[world.piles :] == -1).all()


# --- what a step costs


def path_steps(data: Data) -> set[tuple[int, int]]:
    steps = {step for path in data.paths for step in pairwise(path.hexes)}
    return steps | {(b, a) for a, b in steps}


def test_paths_have_no_gaps(data: Data) -> None:
    """B-6.6"""
    assert len({path.name for path in data.paths}) == len(data.paths) > 0
    assert all(ADJACENT.has_edge(a, b) for a, b in path_steps(data))


@pytest.mark.parametrize("terrain", [MOUNTAIN, SLOPE, DALE])
def test_paths_undo_the_terrain(data: Data, world: Any, terrain: int) -> None:
    """B-6.6: a path runs over the mountain, through Dale and over the slopes, and each step along it costs 1 there;
    R39: the river is paid all the same"""
    steps = [(a, b) for a, b in path_steps(data) if world.terrain[b] == terrain]
    assert steps
    for a, b in steps:
        river = marked(world, "river", a, b)
        assert [cost(world, side, a, b) for side in SIDES] == [1 + 1 * river, 1 + 2 * river]


def test_stepping_onto_a_path_from_beside_it_costs_the_terrain(data: Data, world: Any) -> None:
    """B-6.6: 2 from a neighbouring mountain hex, though both may be hexes of paths"""
    ridge = next(path for path in data.paths if path.name == "north-west ridge")
    for hex in ridge.hexes:
        for start in set(ADJACENT[hex]) - {a for a, b in path_steps(data) if b == hex}:
            assert cost(world, FREE_PEOPLES, start, hex) == 2


def test_costs_off_the_paths(data: Data, world: Any) -> None:
    """B-6.3, B-6.7, B-6.8, B-6.9, B-6.11: every other hexside; B-6.5: piles, guard rooms and triangles add nothing"""
    to_enter = {PLAIN: 1, HILLTOP: 1, MOUNTAIN: 2, SLOPE: 2, DALE: 2}
    for a, b in set(ADJACENT.edges) | {(b, a) for a, b in ADJACENT.edges}:
        if {CLIFF, GATE} & {int(world.terrain[a]), int(world.terrain[b])} or (a, b) in path_steps(data):
            continue
        river = (a, b) in data.river or (b, a) in data.river
        expected = to_enter[int(world.terrain[b])]
        assert cost(world, FREE_PEOPLES, a, b) == expected + (1 if river else 0)
        assert cost(world, DARK_ARMY, a, b) == expected + (2 if river else 0)


def test_the_gate_costs_four_from_its_two_plain_neighbours_only(data: Data, world: Any) -> None:
    """B-6.2: one of the two steps is along a path, which never helps there"""
    gate = int(world.gate)
    inward = {way: hex for way in GRID if (hex := beside(gate, way)) is not None}
    assert any((hex, gate) in path_steps(data) for hex in inward.values())
    for side in SIDES:
        costs = {way: cost(world, side, hex, gate) for way, hex in inward.items()}
        assert costs == dict.fromkeys(GRID, IMPASSABLE) | {"W": 4, "SW": 4}
        costs = {way: cost(world, side, gate, hex) for way, hex in inward.items()}
        assert costs == dict.fromkeys(GRID, IMPASSABLE) | {"W": 1, "SW": 1}


def test_no_ground_piece_enters_or_leaves_a_cliff(world: Any) -> None:
    """B-6.2, B-6.4"""
    for cliff in hexes_of(world, CLIFF):
        for hex in ADJACENT[cliff]:
            for side in SIDES:
                assert cost(world, side, hex, cliff) == cost(world, side, cliff, hex) == IMPASSABLE


def test_no_step_leads_off_the_map(world: Any) -> None:
    """B-6"""
    for side in SIDES:
        assert (world.step_cost[side][world.neighbour < 0] == IMPASSABLE).all()


def test_every_hex_but_the_cliffs_can_be_reached_on_foot(world: Any) -> None:
    """B-6: no part of the map is cut off"""
    walk = nx.Graph((a, b) for a, b in ADJACENT.edges if cost(world, DARK_ARMY, a, b) < IMPASSABLE)
    assert nx.is_connected(walk)
    assert set(range(HEXES)) - set(walk) == set(hexes_of(world, CLIFF))


def test_what_a_picture_needs(data: Data) -> None:
    """R2"""
    assert data.battlefield == "Erebor (reconstruction)"
    assert [path.name for path in data.paths][:2] == ["south road", "west road"]
    assert data.paths[0].hexes[-1] == hex_number("2006")
    assert len(data.river) == len({frozenset(hexside) for hexside in data.river}) == 54
