"""What every channel of an observation ought to tell, read once more from elsewhere: the data files (by the oracle's own
readers), the public face of `Game`, and where that is silent the fields of the record by their names.

Nothing here looks at the kernels that write observations, nor at the order of their channels: all goes by names.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray
from oracle.counters import Counter, counters
from oracle.field import LEVEL, field, spot
from oracle.view import View, half

from bofa_env import Game, observation, scenarios
from bofa_env.rules import record as rec

Plane = NDArray[np.uint8]

COLUMNS, ROWS, HEXES, PIECES = 28, 22, 616, 140
FREE, DARK = "free_peoples", "dark_army"
SIDE_OF_PLAYER = {
    "free_peoples": FREE, "elven_host": FREE, "dwarves_and_men": FREE,
    "dark_army": DARK, "plain_host": DARK, "second_wave": DARK,
}  # fmt: skip
CHIPS = ("MOVE", "COMBAT", "FIRE", "FC")
AREAS = ("front_gate", "dale", "hilltop", "guard_room_nw", "guard_room_ne")
TRIBES = ("azug", "thuk", "thrak", "osag", "gurash")
KINDS = ("elf", "man", "dwarf", "eagle", "goblin", "wolf", "warg", "none")
WEAPONS = ("sword", "spear", "axe", "bow", "rider", "beast", "talon", "none")
OPTIONS = (
    "bats", "three_players", "thorin", "hysteria", "chieftains", "variable_reinforcements", "extra_stacking", "extra_elves",
    "extra_turns", "four_players",
)  # fmt: skip
COMBAT = ("attackers", "take_hit", "advance")  # decisions in the midst of a combat
STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # from E clockwise, in half widths and rows

BATTLEFIELD: dict[str, Any] = tomllib.loads((resources.files("bofa_env") / "data" / "battlefield.toml").read_text("utf-8"))


# --- the arrays of an observation, by name


def named(form: str, seen: dict[str, Any]) -> dict[str, dict[str, NDArray[Any]]]:
    """The arrays of one observation as tables of named channels: `planes`, `globals`, `pieces`."""
    entries = [name for name, _ in observation.GLOBALS]
    row = seen["flat"] if form == "flat" else seen["vector"]
    tables: dict[str, dict[str, NDArray[Any]]] = {"globals": dict(zip(entries, row[: len(entries)], strict=True))}
    rest = row[len(entries) :]
    if form == "planes":
        names = ("where", "hits", "marks_low", "marks_high", "depth", "selected")
        tables["planes"] = dict(zip((name for name, _ in observation.PLANES), seen["planes"], strict=True))
        tables["pieces"] = dict(zip(names, rest.reshape(PIECES, len(names)).T, strict=True))
    elif form == "flat":
        names = tuple(name for name, _ in observation.CHANGING)
        tables["pieces"] = dict(zip(names, rest.reshape(PIECES, len(names)).T, strict=True))
    else:
        tables["pieces"] = dict(zip((name for name, _ in observation.COLUMNS_OF_PIECE), seen["tokens"].T, strict=True))
        assert not rest.size
    return tables


# --- small things


def hex_number(name: str) -> int:
    """The hex as its number on the grid."""
    return int(name[:2]) + COLUMNS * int(name[2:])


def strength(counter: Counter, hits: int, standard: bool) -> int:
    """Steps halve, rounded up (R32); a leader of the standard game loses one per hit (S-10)."""
    if standard and counter.leader:
        return counter.strength - hits
    return half(counter.strength) if hits else counter.strength


def bow(counter: Counter, hits: int, standard: bool) -> int:
    """The same for the bow; Bard keeps his in the standard game."""
    return half(counter.bow) if hits and not (standard and counter.leader) else counter.bow


def _plane() -> Plane:
    return np.zeros(HEXES, np.uint8)


class Position:
    """A game as one of its seats sees it."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat, self.record = game, seat, game.record[0]
        self.player = game.players[seat]
        self.side = SIDE_OF_PLAYER[self.player]
        self.enemy = DARK if self.side == FREE else FREE
        self.standard = game.ruleset == "standard"
        self.view = View(game)  # stacks, newest first

    def hex_field(self, name: str) -> int:
        """A hex that the pending decision or chance event is about; none when the game is over."""
        return -1 if self.game.over else int(self.record[name])

    def second_wave(self) -> int:
        """The second wave of the combat at hand."""
        fighting = self.game.decision in COMBAT or self.game.chance_event == "combat"
        return int(self.record["wave"]) if fighting and self.game.phase != "FIRE" else -1

    def together(self) -> set[int]:
        """The hexes that attack or shoot together in the combat at hand."""
        if self.game.decision not in (*COMBAT, "shooters") and self.game.chance_event not in ("combat", "shot"):
            return set()
        what = "shooter" if self.game.phase == "FIRE" else "attacker"
        return {int(hex) for hex in self.record[f"{what}s"][: int(self.record[f"{what}_count"])]}


# --- the global entries


def globals_of(seen: Position) -> dict[str, int]:
    """Every global entry."""
    game, record, side = seen.game, seen.record, seen.side
    first = (FREE, DARK)[int(record["first"])] if record["first"] >= 0 else None
    held = CHIPS.index(game.held_chip) + 1 if game.held_chip else 0
    entries: dict[str, Any] = {
        "free_peoples": side == FREE,
        "seat": seen.seat,
        "to_decide": game.player == seen.player,
        "standard": seen.standard,
        "turn": game.turn,
        "last_turn": record["last_turn"],
        "phase_number": record["phase_number"],
        **{f"phase_{phase.lower()}": game.phase == phase for phase in ("MOVE", "COMBAT", "FIRE")},
        "own_phase": game.phasing_player == side,
        "enemy_phase": game.phasing_player == seen.enemy,
        "own_first": first == side,
        "acting": record["acting"] + 1,
        **{f"cup_{chip.lower()}": game.cup[chip] for chip in CHIPS},
        "chosen_chip": record["chosen"] + 1,
        "held_chip": held,
        "held_is_own": held and first == seen.enemy,  # the second player holds it
        "second_choice": record["second_choice"],
        "entry_edges": record["second_wave_edges"],
        "spells_done": record["spells_done"],
        "subject": record["subject"] + 1,
        "hits_left": record["hits_left"],
        "melee": record["melee"],
        "last_die": game.last_die or 0,
        "rock_pile": record["pile"] + 1,
        "slide_step": record["slide_step"],
        "piles_rolled_low": int(record["piles_rolled"]) % 256,
        "piles_rolled_high": int(record["piles_rolled"]) // 256,
        "spell": record["spell"] + 1,
        "over": game.over,
    }
    for bit, tribe in enumerate(TRIBES):
        entries[f"late_{tribe}"] = int(record["late_tribes"]) >> bit & 1
    for option in OPTIONS:
        entries[f"option_{option}"] = option in game.options
    for area, holder in game.areas().items():
        entries[f"own_holds_{area}"] = holder == side
        entries[f"enemy_holds_{area}"] = holder == seen.enemy
    for kind in observation.DECISIONS:
        entries[f"decision_{kind}"] = game.decision == kind
    hexes = {name: seen.hex_field(name) for name in ("origin", "target", "over_limit")} | {"second_wave": seen.second_wave()}
    for name, hex in hexes.items():
        entries[f"{name}_column"] = hex % COLUMNS + 1 if hex >= 0 else 0
        entries[f"{name}_row"] = hex // COLUMNS + 1 if hex >= 0 else 0
    if game.subject and game.decision != "regroup_shift":  # there it is the unit for whom room is made
        assert entries["subject"] == game.data.piece_number[game.subject] + 1
    return {name: int(value) for name, value in entries.items()}


# --- the pieces


@cache
def _printed() -> dict[str, list[int]]:
    """What the counters say."""
    told = list(counters().values())
    armies = list(dict.fromkeys(counter.army for counter in told))
    return {
        "piece": list(range(1, PIECES + 1)),
        "kind": [KINDS.index(counter.kind) + 1 for counter in told],
        "army": [armies.index(counter.army) + 1 for counter in told],
        "weapon": [WEAPONS.index(counter.weapon) + 1 for counter in told],
        "leader": [int(counter.leader) for counter in told],
        "unit": [int(counter.controls) for counter in told],
        "full_strength": [counter.strength for counter in told],
        "move": [counter.move for counter in told],
        "full_bow": [counter.bow for counter in told],
        "entry_turn": [counter.enters_turn for counter in told],
        "tribe": [TRIBES.index(counter.army) + 1 if counter.army in TRIBES else 0 for counter in told],
    }


def pieces_of(seen: Position) -> dict[str, list[int]]:
    """Every column of the piece table."""
    game, record, together = seen.game, seen.record, seen.together()
    selected = {int(number) for number in record["group"][: int(record["group_size"])]}
    columns: dict[str, list[int]] = {name: [] for name, _ in observation.CHANGING}
    for number, (name, counter) in enumerate(counters().items()):
        piece, marks = game.piece(name), int(record["marks"][number])
        hex = hex_number(piece.hex) if piece.hex else -1
        dead = piece.steps == 0
        stack = [other.name for other in seen.view.at(counter.side, piece.hex)] if piece.hex else [name]
        row = {
            "relation": 3 if counter.side != seen.side else 1 if game.owner(name) == seen.player else 2,
            "where": 0 if piece.hex else 1 if piece.to_come else 2 if dead else 3,
            "column": int(piece.hex[:2]) + 1 if piece.hex else 0,
            "row": int(piece.hex[2:]) + 1 if piece.hex else 0,
            "hits": piece.hits,
            "strength": 0 if dead else strength(counter, piece.hits, seen.standard),
            "bow": 0 if dead else bow(counter, piece.hits, seen.standard),
            "depth": stack.index(name),
            "marks_low": marks % 256,
            "marks_high": marks // 256,
            "selected": int(number in selected),
            "chosen": int(hex in together and counter.side == game.phasing_player),
        }
        assert (piece.on_top, piece.hysterical) == (counter.leader and marks % 2 == 1, marks // 2 % 2 == 1)
        assert (piece.strength, piece.bow) == (row["strength"], row["bow"])
        for column, value in row.items():
            columns[column].append(value)
    return {**columns, **_printed()}


# --- the planes


@cache
def ground(scenario: str) -> dict[str, Plane]:
    """The planes that never change."""
    map, region = field(), scenarios.scenario(scenario).region
    planes = {name: _plane() for name, _ in observation.GROUND}
    keys = {map.gate, map.star, *map.tops, *map.guard_rooms.values()}
    terrains = {"mountain": "1234", "slope": "s", "hilltop": "h", "dale": "d", "gate": "G", "cliff": "c"}
    edges = {"entry_north_west": 1, "entry_north_east": 2, "entry_south_east": 4, "entry_south_west": 8, "entry_circle": 16}
    by_spot = {spot(hex): hex for hex in map.terrain}
    for hex, letter in map.terrain.items():
        number = hex_number(hex)
        planes["level"][number] = LEVEL[letter]
        for name, letters in terrains.items():
            planes[name][number] = letter in letters
        planes["guard_room"][number] = hex in map.guard_rooms.values()
        planes["victory_hex"][number] = hex in keys
        x, y = spot(hex)
        for bit, (right, down) in enumerate(STEPS):
            other = by_spot.get((x + right, y + down))
            if other is not None:
                planes["river"][number] |= (frozenset((hex, other)) in map.river) << bit
                planes["barrier"][number] |= (not map.contact.has_edge(hex, other)) << bit
        first_column, last_column, first_row, last_row = region or (0, COLUMNS - 1, 0, ROWS - 1)
        if first_column <= int(hex[:2]) <= last_column and first_row <= int(hex[2:]) <= last_row:
            planes["entry"][number] = sum(bit for zone, bit in edges.items() if hex in map.zones[zone])
    for pile in BATTLEFIELD["rock_pile"]:
        planes["rock_pile"][hex_number(pile["hex"])] = 1
        for step, hex in enumerate(pile["slide"], 1):
            planes["slide"][hex_number(hex)] = step
    return planes


def _stack_planes(seen: Position, whose: str, side: str) -> dict[str, Plane]:
    planes = {f"{whose}_{name}": _plane() for name, _ in observation.STACK}
    numbers = {name: number for number, name in enumerate(counters(), 1)}
    for (its_side, hex), stack in seen.view.stacks.items():
        if its_side != side:
            continue
        at = hex_number(hex)
        entries: dict[str, int] = {
            "hysterical": sum(piece.marked(rec.HYSTERICAL) for piece in stack),
            "spent": any(piece.marked(mark) for piece in stack for mark in (rec.MOVED, rec.FOUGHT, rec.SHOT)),
        }
        units = [piece for piece in stack if not piece.counter.leader]
        for place, unit in enumerate(units, 1):
            entries[f"unit_{place}_piece"] = numbers[unit.name]
            if place <= 2:
                entries[f"unit_{place}_strength"] = strength(unit.counter, unit.hits, seen.standard)
                entries[f"unit_{place}_reduced"] = unit.reduced
                entries[f"unit_{place}_move"] = unit.counter.move
                entries[f"unit_{place}_bow"] = bow(unit.counter, unit.hits, seen.standard)
                entries[f"unit_{place}_weapon"] = WEAPONS.index(unit.counter.weapon) + 1
        leaders = [piece for piece in stack if piece.counter.leader]
        for leader in leaders[:1]:
            entries["leader_piece"] = numbers[leader.name]
            entries["leader_strength"] = strength(leader.counter, leader.hits, seen.standard)
            entries["leader_hits"] = leader.hits
            entries["leader_on_top"] = leader.marked(rec.ON_TOP)
            entries["leader_move"] = leader.counter.move
        for leader in leaders[1:]:
            entries["leader_2_piece"] = numbers[leader.name]
        assert len(units) <= 4 and len(leaders) <= 2, f"no channel tells of all pieces in {hex}"
        for name, value in entries.items():
            planes[f"{whose}_{name}"][at] = value
    return planes


def _context(seen: Position) -> dict[str, Plane]:
    game = seen.game
    planes = {name: _plane() for name, _ in observation.CONTEXT}
    for piece in game.pieces(seen.side):
        if piece.hex and game.owner(piece.name) != seen.player:
            planes["ally"][hex_number(piece.hex)] = 1
    for name in ("origin", "target", "over_limit"):
        if seen.hex_field(name) >= 0:
            planes[name][seen.hex_field(name)] = 1
    for hex in seen.together():
        planes["chosen"][hex] = 1
    if seen.second_wave() >= 0:
        planes["chosen"][seen.second_wave()] = 2
    if game.player == seen.player:
        planes["legal"][:] = game.action_mask()[:HEXES]
    return planes


def planes_of(seen: Position) -> dict[str, Plane]:
    """Every plane."""
    own, enemy = _stack_planes(seen, "own", seen.side), _stack_planes(seen, "enemy", seen.enemy)
    planes = {**ground(seen.game.scenario), **own, **enemy, **_context(seen)}
    return {name: plane.reshape(ROWS, COLUMNS) for name, plane in planes.items()}


def expected(game: Game, seat: int) -> dict[str, dict[str, Any]]:
    """All tables, as `named` gives them."""
    seen = Position(game, seat)
    return {"planes": planes_of(seen), "globals": globals_of(seen), "pieces": pieces_of(seen)}
