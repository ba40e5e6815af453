"""The battlefield, read from its TOML file: hexes by name, hexsides as pairs of names, costs as networkx graphs."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

import networkx as nx

FREE, DARK = "free_peoples", "dark_army"
Hex = str
Hexside = frozenset[Hex]

TERRAIN_COST = {".": 1, "h": 1, "1": 2, "2": 2, "3": 2, "4": 2, "s": 2, "d": 2, "G": 4}  # RULES.md, chapter 7; c: never
RIVER_COST = {FREE: 1, DARK: 2}
LEVEL = {".": 0, "d": 0, "s": 0, "G": 0, "1": 1, "2": 2, "3": 3, "4": 4, "h": 1, "c": 3}  # chapter 2


@dataclass(frozen=True, eq=False)
class Field:
    """What the rules ask of the battlefield."""

    terrain: dict[Hex, str]  # the letter of the file
    sky: nx.Graph  # all neighbours: for distance and flight
    contact: nx.Graph  # neighbours that can fight each other: not over red hexsides, nor the closed flanks of the gate
    ground: dict[str, nx.DiGraph]  # by side: `cost` of each step on foot
    river: frozenset[Hexside]
    gate: Hex
    star: Hex
    tops: frozenset[Hex]
    guard_rooms: dict[str, Hex]
    zones: dict[str, frozenset[Hex]]  # set-up and entry zones by their name in the file
    rocks: dict[Hex, tuple[Hex, ...]]  # the piles in the order of the file, and their slides

    def level(self, hex: Hex) -> int:
        """0 to 4."""
        return LEVEL[self.terrain[hex]]

    def mountain(self, hex: Hex) -> bool:
        """Levels 1 to 4 of the mountain; cliffs and the hill are something else."""
        return self.terrain[hex] in "1234"

    def around(self, hex: Hex) -> list[Hex]:
        """The hexes that can be fought from here."""
        return list(self.contact[hex])


def spot(hex: Hex) -> tuple[int, int]:
    """The centre of a hex in half widths and rows; odd rows are pushed half a hex to the right."""
    column, row = int(hex[:2]), int(hex[2:])
    return 2 * column + row % 2, row


def _sky(hexes: list[Hex]) -> nx.Graph:
    by_spot = {spot(hex): hex for hex in hexes}
    graph = nx.Graph()
    for (x, y), hex in by_spot.items():
        for other in ((x + 2, y), (x + 1, y + 1), (x - 1, y + 1)):
            if other in by_spot:
                graph.add_edge(hex, by_spot[other])
    return graph


def _ground(
    side: str, contact: nx.Graph, terrain: dict[Hex, str], river: set[Hexside], paths: set[Hexside]
) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(contact)
    for a, b in contact.edges:
        for start, end in ((a, b), (b, a)):
            if "c" in (terrain[start], terrain[end]):
                continue
            cost = TERRAIN_COST[terrain[end]]
            if frozenset((a, b)) in paths and terrain[end] != "G":
                cost = 1
            if frozenset((a, b)) in river:
                cost += RIVER_COST[side]
            graph.add_edge(start, end, cost=cost)
    return graph


@cache
def field() -> Field:
    """The packaged battlefield."""
    toml = tomllib.loads((resources.files("bofa_env") / "data" / "battlefield.toml").read_text("utf-8"))
    rows = [line.split() for line in toml["terrain"].strip().splitlines()]
    terrain = {f"{c:02d}{r:02d}": letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
    sky = _sky(list(terrain))
    gate = toml["front_gate"]
    contact = sky.copy()
    contact.remove_edges_from(toml["red_hexsides"])
    contact.remove_edges_from([(gate, hex) for hex in sky[gate] if terrain[hex] != "."])
    river = {frozenset(side) for side in toml["river"]}
    paths = {frozenset(step) for path in toml["path"] for step in zip(path["hexes"], path["hexes"][1:], strict=False)}
    zones = {name: frozenset(toml[name]) for name in toml if name.startswith(("entry_north", "entry_south", "spur_"))}
    zones["front_gate"] = frozenset([gate])
    zones["entry_circle"] = frozenset([toml["entry_circle"]])
    return Field(
        terrain=terrain,
        sky=sky,
        contact=contact,
        ground={side: _ground(side, contact, terrain, river, paths) for side in (FREE, DARK)},
        river=frozenset(river),
        gate=gate,
        star=toml["dale_star"],
        tops=frozenset(toml["hilltop"]),
        guard_rooms=dict(toml["guard_rooms"]),
        zones=zones,
        rocks={pile["hex"]: tuple(pile["slide"]) for pile in toml["rock_pile"]},
    )


@cache
def _distances(start: Hex) -> dict[Hex, int]:
    return dict(nx.single_source_shortest_path_length(field().sky, start))


def distance(a: Hex, b: Hex) -> int:
    """How many steps it is through the air."""
    return _distances(a)[b]


@cache
def walks(side: str, start: Hex, allowance: int, blocked: frozenset[Hex]) -> dict[Hex, int]:
    """Every hex that a piece on foot comes to within its allowance, and its cost; blocked hexes are never entered."""

    def cost(_: Hex, end: Hex, edge: dict[str, int]) -> int | None:
        return None if end in blocked else edge["cost"]

    return dict(nx.single_source_dijkstra_path_length(field().ground[side], start, cutoff=allowance, weight=cost))
