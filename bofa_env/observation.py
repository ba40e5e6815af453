"""Observations: a game as arrays, from the point of view of one player (own / enemy, not Free / Dark).

Three forms, chosen by name; all are `uint8` (or `float32`, every entry divided by its largest value):

- `planes`: `planes` (64, 22, 28) over the grid, and `vector` (what is not on the map, and the state of every piece)
- `flat`:   one row: the global entries, then the changing columns of the piece table
- `tokens`: `tokens` (140, 23), one row per piece, and `vector` (the global entries)

Every public fact can be rebuilt from each of them. PLANES, GLOBALS and COLUMNS name every entry with its largest value; the
same entries serve both sides.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .data.load import Data
from .rules.actions import FIRE
from .rules.jit import entry, kernel
from .rules.nodes import ADVANCE, ATTACKERS, DECISIONS, ROLL_COMBAT, ROLL_SHOT, SHOOTERS, TAKE_HIT
from .rules.pieces import bow, strength
from .rules.record import DEAD, FOUGHT, HYSTERICAL, MOVED, ON_TOP, OPTIONS, SHOT
from .rules.seats import SIDE_OF_SEAT, has_partner, owner
from .rules.victory import controller
from .rules.world import AREAS, CLIFF, COLUMNS, HEXES, PIECES, ROWS, TRIBES, WEAPONS

OBSERVATION_VERSION = 1
FORMS = ("planes", "flat", "tokens")

# --- the planes: (name, largest value)

GROUND: tuple[tuple[str, int], ...] = (
    ("level", 4), ("mountain", 1), ("slope", 1), ("hilltop", 1), ("dale", 1), ("gate", 1), ("cliff", 1),
    ("guard_room", 1), ("victory_hex", 1),
    ("river", 63), ("barrier", 63),  # sets of hexsides: bit 0 E, then clockwise
    ("entry", 31),  # bits: 1 NW, 2 NE, 4 SE, 8 SW, 16 circle
    ("rock_pile", 1), ("slide", 2),
)  # fmt: skip
STACK: tuple[tuple[str, int], ...] = (
    ("unit_1_piece", PIECES), ("unit_1_strength", 16), ("unit_1_reduced", 1), ("unit_1_move", 16), ("unit_1_bow", 16),
    ("unit_1_weapon", len(WEAPONS)),
    ("unit_2_piece", PIECES), ("unit_2_strength", 16), ("unit_2_reduced", 1), ("unit_2_move", 16), ("unit_2_bow", 16),
    ("unit_2_weapon", len(WEAPONS)),
    ("unit_3_piece", PIECES), ("unit_4_piece", PIECES),  # only while a stack is over the limit (R10)
    ("leader_piece", PIECES), ("leader_strength", 16), ("leader_hits", 16), ("leader_on_top", 1), ("leader_move", 16),
    ("leader_2_piece", PIECES),
    ("hysterical", 4), ("spent", 1),  # spent: some piece here has moved, fought or shot in this phase
)  # fmt: skip
CONTEXT: tuple[tuple[str, int], ...] = (
    ("ally", 1),  # pieces of a partner (O-2)
    ("origin", 1), ("target", 1), ("chosen", 2),  # chosen: 1 hexes that attack or shoot together, 2 the second wave
    ("over_limit", 1), ("legal", 1),
)  # fmt: skip
PLANES = (
    *GROUND,
    *((f"own_{name}", most) for name, most in STACK),
    *((f"enemy_{name}", most) for name, most in STACK),
    *CONTEXT,
)
_OWN, _ENEMY, _CONTEXT = len(GROUND), len(GROUND) + len(STACK), len(GROUND) + 2 * len(STACK)

# --- the global entries

GLOBALS: tuple[tuple[str, int], ...] = (
    ("free_peoples", 1),  # 1: the observer fights for the Free Peoples
    ("seat", 3), ("to_decide", 1), ("standard", 1),
    ("turn", 16), ("last_turn", 16), ("phase_number", 6), ("phase_move", 1), ("phase_combat", 1), ("phase_fire", 1),
    ("own_phase", 1), ("enemy_phase", 1), ("own_first", 1), ("acting", 4),
    ("cup_move", 3), ("cup_combat", 3), ("cup_fire", 3), ("cup_fc", 3),
    ("chosen_chip", 4), ("held_chip", 4), ("held_is_own", 1), ("second_choice", 1),
    ("entry_edges", 3), ("spells_done", 7),
    ("subject", PIECES), ("hits_left", 3), ("melee", 1), ("last_die", 10), ("rock_pile", 16), ("slide_step", 2),
    ("piles_rolled_low", 255), ("piles_rolled_high", 127), ("spell", 3), ("over", 1),
    *((f"late_{tribe}", 1) for tribe in TRIBES),
    *((f"option_{option}", 1) for option in OPTIONS),
    *((f"own_holds_{area}", 1) for area in AREAS),
    *((f"enemy_holds_{area}", 1) for area in AREAS),
    *((f"decision_{decision}", 1) for decision in DECISIONS),
    # hexes that the decision is about, counted from 1; 0: none
    ("origin_column", COLUMNS), ("origin_row", ROWS), ("target_column", COLUMNS), ("target_row", ROWS),
    ("second_wave_column", COLUMNS), ("second_wave_row", ROWS), ("over_limit_column", COLUMNS), ("over_limit_row", ROWS),
)  # fmt: skip

# --- the piece table: first what changes, then what the counter says

CHANGING: tuple[tuple[str, int], ...] = (
    ("relation", 3),  # 1 own, 2 a partner's, 3 enemy
    ("where", 3),  # 0 on the map, 1 to come, 2 dead, 3 set aside
    ("column", COLUMNS), ("row", ROWS),  # counted from 1; 0: not on the map
    ("hits", 16), ("strength", 16), ("bow", 16),
    ("depth", 8),  # how many newer pieces of its side lie in its hex
    ("marks_low", 255), ("marks_high", 15),  # the marks of record.py
    ("selected", 1),  # part of the group that moves
    ("chosen", 1),  # its hex attacks or shoots together with others
)  # fmt: skip
PRINTED: tuple[tuple[str, int], ...] = (
    ("piece", PIECES), ("kind", 8), ("army", 16), ("weapon", len(WEAPONS)), ("leader", 1), ("unit", 1), ("full_strength", 16),
    ("move", 16), ("full_bow", 16), ("entry_turn", 16), ("tribe", 5),
)  # fmt: skip
COLUMNS_OF_PIECE = (*CHANGING, *PRINTED)

_PLANES, _GLOBALS, _CHANGING, _TABLE = len(PLANES), len(GLOBALS), len(CHANGING), len(COLUMNS_OF_PIECE)
_HEXSIDES = 1 << np.arange(6, dtype=np.uint8)  # the bits of a set of hexsides
_STATUS = 6  # what `vector` tells of every piece beside the planes: where, hits, marks (2), depth, selected


def shapes(form: str) -> dict[str, tuple[int, ...]]:
    """The arrays of an observation form, by name; `flat` has the one array `flat`."""
    if form == "planes":
        return {"planes": (_PLANES, ROWS, COLUMNS), "vector": (_GLOBALS + PIECES * _STATUS,)}
    if form == "tokens":
        return {"tokens": (PIECES, _TABLE), "vector": (_GLOBALS,)}
    return {"flat": (_GLOBALS + PIECES * _CHANGING,)}


def largest(form: str) -> dict[str, NDArray[np.uint8]]:
    """The largest value of every entry, in the shape of the arrays."""
    of_globals = [most for _, most in GLOBALS]
    columns = dict(COLUMNS_OF_PIECE)
    status = [columns[name] for name in ("where", "hits", "marks_low", "marks_high", "depth", "selected")]
    if form == "planes":
        planes = np.empty((_PLANES, ROWS, COLUMNS), np.uint8)
        planes[:] = np.array([most for _, most in PLANES], np.uint8)[:, None, None]
        return {"planes": planes, "vector": np.array(of_globals + status * PIECES, np.uint8)}
    if form == "tokens":
        table = np.array([most for _, most in COLUMNS_OF_PIECE], np.uint8)
        return {"tokens": np.tile(table, (PIECES, 1)), "vector": np.array(of_globals, np.uint8)}
    return {"flat": np.array(of_globals + [most for _, most in CHANGING] * PIECES, np.uint8)}


def buffers(form: str, games: int) -> dict[str, NDArray[np.uint8]]:
    """Zeroed arrays for so many games."""
    return {name: np.zeros((games, *shape), np.uint8) for name, shape in shapes(form).items()}


def checked(form: str, games: int, arrays: dict[str, NDArray[np.uint8]]) -> dict[str, NDArray[np.uint8]]:
    """The arrays, if they are such as `buffers` makes: the kernels write into them without looking."""
    for name, shape in shapes(form).items():
        array = arrays.get(name)
        if array is None or array.shape != (games, *shape) or array.dtype != np.uint8 or not array.flags.carray:
            raise ValueError(f"{name!r} is to be a contiguous uint8 array {(games, *shape)}, as observation.buffers makes it")
    return arrays


@lru_cache(maxsize=16)
def ground(data: Data) -> NDArray[np.uint8]:
    """The planes that never change, worked out once for each battlefield."""
    world = data.world[0]
    planes = np.zeros((len(GROUND), HEXES), np.uint8)
    planes[0] = world.level
    for terrain in range(1, CLIFF + 1):
        planes[terrain] = world.terrain == terrain
    planes[7] = world.guard_room
    planes[8] = world.key_of >= 0
    planes[9] = world.river @ _HEXSIDES
    planes[10] = world.barrier @ _HEXSIDES
    planes[11] = world.entry
    for pile in range(world.piles):
        planes[12, world.pile_hex[pile]] = 1
        planes[13, world.slide[pile]] = 1, 2
    planes.setflags(write=False)  # all games of this battlefield share it
    return planes


# --- kernels


@kernel
def _relation(world: Any, game: Any, seat: int, piece: int) -> int:
    if world.side[piece] != SIDE_OF_SEAT[seat]:
        return 3
    return 1 if owner(world, game, piece) == seat else 2


@kernel
def _where(hex: int) -> int:
    return 0 if hex >= 0 else -hex


@kernel
def _depth(world: Any, game: Any, piece: int) -> int:
    if game.hex[piece] < 0:
        return 0
    above = game.top[world.side[piece], game.hex[piece]]
    depth = 0
    while above != piece:
        above = game.below[above]
        depth += 1
    return depth


@kernel
def _chosen(world: Any, game: Any, piece: int) -> int:
    """Whether the piece's hex attacks or shoots in the combat at hand."""
    hex = int(game.hex[piece])
    if hex < 0 or world.side[piece] != game.phasing:
        return 0
    if game.phase == FIRE:
        for i in range(game.shooter_count):
            if game.shooters[i] == hex:
                return 1
    else:
        for i in range(game.attacker_count):
            if game.attackers[i] == hex:
                return 1
    return 0


@kernel
def _in_combat(game: Any) -> bool:
    """Whether a combat or shot is at hand; otherwise attackers, shooters and second wave are those of some earlier one.

    With explicit chance a game can also be looked at while its die is in the air.
    """
    return game.decision in (ATTACKERS, TAKE_HIT, ADVANCE, SHOOTERS, ROLL_COMBAT, ROLL_SHOT)


@kernel
def _second_wave(game: Any) -> int:
    """The hex of the second wave, -1: none."""
    return int(game.wave) if _in_combat(game) and game.phase != FIRE else -1


@kernel
def _write_hex(values: Any, at: int, hex: int) -> None:
    if hex >= 0:
        values[at] = hex % COLUMNS + 1
        values[at + 1] = hex // COLUMNS + 1


@kernel
def write_globals(world: Any, game: Any, seat: int, out: Any) -> None:
    """The global entries, in the order of GLOBALS."""
    side = SIDE_OF_SEAT[seat]
    values = out
    values[:_GLOBALS] = 0
    values[0] = side == 0
    values[1] = seat
    values[2] = game.player == seat
    values[3] = game.standard
    values[4] = game.turn
    values[5] = game.last_turn
    values[6] = game.phase_number
    if game.phase >= 0:
        values[7 + game.phase] = 1
    values[10] = game.phasing == side
    values[11] = game.phasing == 1 - side
    values[12] = game.first == side
    values[13] = game.acting + 1
    for chip in range(4):
        values[14 + chip] = game.cup[chip]
    values[18] = game.chosen + 1
    values[19] = game.held + 1
    values[20] = game.held >= 0 and game.first != side
    values[21] = game.second_choice
    values[22] = game.second_wave_edges
    values[23] = game.spells_done
    values[24] = game.subject + 1
    values[25] = game.hits_left
    values[26] = game.melee
    values[27] = game.last_die
    values[28] = game.pile + 1
    values[29] = game.slide_step
    values[30] = game.piles_rolled & 255
    values[31] = game.piles_rolled >> 8
    values[32] = game.spell + 1
    values[33] = game.over
    at = 34
    for tribe in range(5):
        values[at + tribe] = game.late_tribes >> tribe & 1
    at += 5
    for option in range(10):
        values[at + option] = game.options >> option & 1
    at += 10
    for area in range(5):
        holder = controller(world, game, area)
        values[at + area] = holder == side
        values[at + 5 + area] = holder == 1 - side
    at += 10
    if 0 <= game.decision < len(DECISIONS):
        values[at + game.decision] = 1
    at += len(DECISIONS)
    if game.decision >= 0:
        _write_hex(values, at, game.origin)
        _write_hex(values, at + 2, game.target)
        _write_hex(values, at + 4, _second_wave(game))
        _write_hex(values, at + 6, game.over_limit)


@kernel
def write_pieces(world: Any, game: Any, seat: int, out: Any, first: int, width: int) -> None:
    """The changing columns of every piece, in the order of CHANGING: those of piece i from out[first + width * i] on."""
    fighting = _in_combat(game)
    for piece in range(PIECES):
        at = first + width * piece
        hex = int(game.hex[piece])
        out[at] = _relation(world, game, seat, piece)
        out[at + 1] = _where(hex)
        out[at + 2] = hex % COLUMNS + 1 if hex >= 0 else 0
        out[at + 3] = hex // COLUMNS + 1 if hex >= 0 else 0
        out[at + 4] = game.hits[piece]
        out[at + 5] = strength(world, game, piece) if hex != DEAD else 0
        out[at + 6] = bow(world, game, piece) if hex != DEAD else 0
        out[at + 7] = _depth(world, game, piece)
        out[at + 8] = game.marks[piece] & 255
        out[at + 9] = game.marks[piece] >> 8
        out[at + 10] = 0
        out[at + 11] = _chosen(world, game, piece) if fighting else 0
    for i in range(game.group_size):
        out[first + width * game.group[i] + 10] = 1


@kernel
def write_status(world: Any, game: Any, out: Any, first: int) -> None:
    """What the planes do not tell of every piece: where, hits, marks (2), depth, selected."""
    for piece in range(PIECES):
        at = first + _STATUS * piece
        out[at] = _where(game.hex[piece])
        out[at + 1] = game.hits[piece]
        out[at + 2] = game.marks[piece] & 255
        out[at + 3] = game.marks[piece] >> 8
        out[at + 4] = _depth(world, game, piece)
        out[at + 5] = 0
    for i in range(game.group_size):
        out[first + _STATUS * game.group[i] + 5] = 1


@kernel
def write_ground(ground: Any, planes: Any) -> None:
    """The planes that never change; as a plain loop, since an assignment of slices is compiled to something far slower."""
    for plane in range(_OWN):
        row, told = planes[plane], ground[plane]
        for hex in range(HEXES):
            row[hex] = told[hex]


@kernel
def write_stack(world: Any, game: Any, side: int, hex: int, first: int, planes: Any) -> None:
    """One side's stack in a hex, from plane `first` on; units newest first, as they lie."""
    units = 0
    leaders = 0
    piece = int(game.top[side, hex])
    while piece >= 0:
        if world.leader[piece]:
            if leaders == 0:
                planes[first + 14, hex] = piece + 1
                planes[first + 15, hex] = strength(world, game, piece)
                planes[first + 16, hex] = game.hits[piece]
                planes[first + 17, hex] = (game.marks[piece] & ON_TOP) != 0
                planes[first + 18, hex] = world.move[piece]
            else:
                planes[first + 19, hex] = piece + 1
            leaders += 1
        else:
            if units < 2:
                at = first + 6 * units
                planes[at, hex] = piece + 1
                planes[at + 1, hex] = strength(world, game, piece)
                planes[at + 2, hex] = game.hits[piece]
                planes[at + 3, hex] = world.move[piece]
                planes[at + 4, hex] = bow(world, game, piece)
                planes[at + 5, hex] = world.weapon[piece] + 1
            elif units < 4:
                planes[first + 10 + units, hex] = piece + 1
            units += 1
        if game.marks[piece] & HYSTERICAL:
            planes[first + 20, hex] += 1
        if game.marks[piece] & (MOVED | FOUGHT | SHOT):
            planes[first + 21, hex] = 1
        piece = int(game.below[piece])


@kernel
def write_planes(world: Any, game: Any, seat: int, planes: Any) -> None:
    """All planes but the ground."""
    side = SIDE_OF_SEAT[seat]
    shared = has_partner(game, side)
    planes[_OWN:] = 0
    for piece in range(PIECES):
        hex = int(game.hex[piece])
        if hex < 0:
            continue
        its_side = world.side[piece]
        if game.top[its_side, hex] == piece:  # once per stack
            write_stack(world, game, its_side, hex, _OWN if its_side == side else _ENEMY, planes)
        if shared and its_side == side and owner(world, game, piece) != seat:
            planes[_CONTEXT, hex] = 1
    if game.decision < 0:
        return
    _mark(planes, _CONTEXT + 1, game.origin)
    _mark(planes, _CONTEXT + 2, game.target)
    if _in_combat(game) and game.phase == FIRE:
        for i in range(game.shooter_count):
            _mark(planes, _CONTEXT + 3, game.shooters[i])
    elif _in_combat(game):
        for i in range(game.attacker_count):
            _mark(planes, _CONTEXT + 3, game.attackers[i])
    wave = _second_wave(game)
    if wave >= 0:
        planes[_CONTEXT + 3, wave] = 2
    _mark(planes, _CONTEXT + 4, game.over_limit)
    if game.player == seat:
        for hex in range(HEXES):
            planes[_CONTEXT + 5, hex] = game.legal[hex]


@kernel
def _mark(planes: Any, plane: int, hex: int) -> None:
    if hex >= 0:
        planes[plane, hex] = 1


@kernel
def is_set_up(game: Any) -> bool:
    """Whether there is a game to see. A record in which none was ever set up is all zeros, and its stacks have no end: whoever
    walked through one would never come back, and compiled code cannot be interrupted. It shows as all zeros.
    """
    return bool(game.last_turn > 0)


@kernel
def viewer(game: Any, seats: Any, index: int) -> int:
    """Whose view is asked for; -1: that of the player to decide (when the game is over, of seat 0)."""
    if seats[index] >= 0:
        return int(seats[index])
    return max(int(game.player), 0)


# --- doors: `seats` says for every game whose view it is, -1: of the player to decide


def observer(form: str, arrays: dict[str, NDArray[np.uint8]], data: Data) -> tuple[Any, tuple[Any, ...]]:
    """The compiled function that fills the arrays of a form, and its last arguments; the first are worlds, games, first,
    last, seats. The grid and the table are handed over as plain rows. `data`: the games' own, whose ground is seen.
    """
    games = len(next(iter(arrays.values())))
    if form == "planes":
        return observe_planes, (arrays["planes"].reshape(games, _PLANES, HEXES, copy=False), arrays["vector"], ground(data))
    if form == "tokens":
        return observe_tokens, (arrays["tokens"].reshape(games, PIECES * _TABLE, copy=False), arrays["vector"])
    return observe_flat, (arrays["flat"],)


@entry
def observe_planes(
    worlds: Any, games: Any, first: int, last: int, seats: Any, planes: Any, vectors: Any, its_ground: Any
) -> None:
    """The form `planes` for games first … last-1. The ground is copied every time: nobody knows what the arrays held before."""
    world = worlds[0]
    for index in range(first, last):
        game = games[index]
        seat = viewer(game, seats, index)
        write_ground(its_ground, planes[index])
        if not is_set_up(game):
            planes[index, _OWN:] = 0
            vectors[index] = 0
            continue
        write_planes(world, game, seat, planes[index])
        write_globals(world, game, seat, vectors[index])
        write_status(world, game, vectors[index], _GLOBALS)


@entry
def observe_flat(worlds: Any, games: Any, first: int, last: int, seats: Any, rows: Any) -> None:
    """The form `flat`."""
    for index in range(first, last):
        game = games[index]
        seat = viewer(game, seats, index)
        if not is_set_up(game):
            rows[index] = 0
            continue
        write_globals(worlds[0], game, seat, rows[index])
        write_pieces(worlds[0], game, seat, rows[index], _GLOBALS, _CHANGING)


@entry
def observe_tokens(worlds: Any, games: Any, first: int, last: int, seats: Any, tokens: Any, vectors: Any) -> None:
    """The form `tokens`."""
    world = worlds[0]
    for index in range(first, last):
        game = games[index]
        seat = viewer(game, seats, index)
        if not is_set_up(game):
            tokens[index] = 0
            vectors[index] = 0
            continue
        write_globals(world, game, seat, vectors[index])
        table = tokens[index]
        write_pieces(world, game, seat, table, 0, _TABLE)
        for piece in range(PIECES):
            at = _TABLE * piece + _CHANGING
            table[at] = piece + 1
            table[at + 1] = world.kind[piece] + 1
            table[at + 2] = world.army[piece] + 1
            table[at + 3] = world.weapon[piece] + 1
            table[at + 4] = world.leader[piece]
            table[at + 5] = world.unit[piece]
            table[at + 6] = world.strength[piece]
            table[at + 7] = world.move[piece]
            table[at + 8] = world.bow[piece]
            table[at + 9] = world.enters_turn[piece]
            table[at + 10] = world.tribe[piece] + 1
