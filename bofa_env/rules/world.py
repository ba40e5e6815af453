"""The world: battlefield and counters as one read-only numpy record.

Everything that a rule looks up and that never changes during a game is here, worked out once when the two data
files are loaded (`bofa_env.data.load`). A kernel takes it as its first argument.
"""

from __future__ import annotations

from typing import Any

import numpy as np

COLUMNS, ROWS = 28, 22
HEXES = COLUMNS * ROWS  # 616
BAND = ROWS + 2  # the words of a set of hexes (`rows.py`)
PIECES = 140
PILES = 16  # room for rock piles

# Directions on the grid, clockwise; R3: by the compass these are NE, E, SE, SW, W, NW.
EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(6)

# Sides
FREE_PEOPLES, DARK_ARMY = 0, 1
SIDES = ("free_peoples", "dark_army")

# Terrain
PLAIN, MOUNTAIN, SLOPE, HILLTOP, DALE, GATE, CLIFF = range(7)

# Victory areas (B-11)
AREAS = ("front_gate", "dale", "hilltop", "guard_room_nw", "guard_room_ne")

# Spurs, and entry hexes by edge; both are sets of bits
SPUR_NW, SPUR_NE, AT_GATE = 1, 2, 4
ENTRY_NW, ENTRY_NE, ENTRY_SE, ENTRY_SW, ENTRY_CIRCLE = 1, 2, 4, 8, 16

# Kinds of piece
ELF, MAN, DWARF, EAGLE, GOBLIN, WOLF, WARG, OTHER = range(8)

# Weapons
SWORD, SPEAR, AXE, BOW, RIDER, BEAST, TALON, UNARMED = range(8)
WEAPONS = ("sword", "spear", "axe", "bow", "rider", "beast", "talon", "none")

# The tribes of O-6, in this order
TRIBES = ("azug", "thuk", "thrak", "osag", "gurash")

IMPASSABLE = 99
CHEAP = 3  # steps of a cost up to this are taken a whole row at a time

SIGHT_RANGE = 10  # lines of sight are worked out as far as this
SIGHT_STEPS = 16  # room for the pairs of hexes on one line
STEPS_OF = 4  # q, r of one hex and of the other

_FIELDS: list[tuple[Any, ...]] = [
    # --- the battlefield, by hex (column + 28 * row)
    ("neighbour", "i2", (HEXES, 6)),  # -1: off the map
    ("terrain", "i1", HEXES),
    ("level", "i1", HEXES),
    ("river", "i1", (HEXES, 6)),  # 1: the river runs along this hexside
    ("barrier", "i1", (HEXES, 6)),  # 1: red hexside or closed flank of the gate: nothing crosses it
    ("step_cost", "i1", (2, HEXES, 6)),  # by side: what it costs to cross; IMPASSABLE if it cannot be done
    # sets of hexes (`rows.py`): all; by side, those that can be left at a cost of 1, 2 and 3, by direction; those where
    # some hexside costs 3; and those where some costs even more
    ("ground", "i8", BAND),
    ("exits", "i8", (2, CHEAP, 6, BAND)),
    ("rough", "i8", (2, BAND)),
    ("dear", "i8", (2, BAND)),
    ("distance", "i1", (HEXES, HEXES)),
    ("cube", "i1", (HEXES, 2)),  # axial coordinates q, r
    ("hex_at", "i2", (64, 32)),  # [q + 16, r]: the hex with these axial coordinates, -1: none
    ("guard_room", "i1", HEXES),
    ("key_of", "i1", HEXES),  # index into AREAS if this is a key hex (gate, star, top, guard room), else -1
    ("zone_of", "i1", HEXES),  # index into AREAS if the hex belongs to the area's zone (S-11), else -1
    ("keys", "i1", len(AREAS)),  # how many key hexes each area has
    ("key_hexes", "i2", (len(AREAS), 3)),  # and which; -1: no more
    ("spur", "i1", HEXES),  # bits SPUR_NW, SPUR_NE, AT_GATE
    ("entry", "i1", HEXES),  # bits ENTRY_…
    ("gate", "i2"),
    ("piles", "i2"),
    ("pile_hex", "i2", PILES),
    ("slide", "i2", (PILES, 2)),
    # --- lines of sight, by axial offset (geometry.py)
    ("sight_count", "i1", (2 * SIGHT_RANGE + 1, 2 * SIGHT_RANGE + 1)),
    ("sight_step", "i1", (2 * SIGHT_RANGE + 1, 2 * SIGHT_RANGE + 1, SIGHT_STEPS, STEPS_OF)),
    ("sight_entry", "i1", (2 * SIGHT_RANGE + 1, 2 * SIGHT_RANGE + 1)),
    # --- the counters, by piece
    ("side", "i1", PIECES),
    ("first_piece", "i2", 2),  # by side: all its pieces have numbers from this
    ("end_piece", "i2", 2),  # to below this
    ("army", "i1", PIECES),  # in the order of the counters file
    ("tribe", "i1", PIECES),  # index into TRIBES, else -1
    ("kind", "i1", PIECES),
    ("weapon", "i1", PIECES),
    ("leader", "i1", PIECES),  # 1: leader or character (Thorin too)
    ("leaders", "i2", (2, PIECES)),  # by side: its leaders, -1: no more
    ("archers", "i2", (2, PIECES)),  # and all who have bows
    ("unit", "i1", PIECES),  # 1: counts as a unit: every unit, and Thorin (B-10.4)
    ("strength", "i1", PIECES),
    ("move", "i1", PIECES),
    ("bow", "i1", PIECES),
    ("extra", "i1", PIECES),  # 1: set aside unless O-8 brings it
    ("start", "i1", PIECES),  # bits SPUR_… for the Free Peoples, ENTRY_… for the Dark Army; 0: comes later
    ("enters_turn", "i1", PIECES),  # 0: on the map from the start
    ("enters_at", "i1", PIECES),  # bits ENTRY_…
    ("commands", "i1", (PIECES, PIECES)),  # [leader, unit] (S-3)
    ("rallies", "i1", (PIECES, PIECES)),  # [leader, unit]: helps it regroup: commands, and Bilbo for elves
    ("chieftain", "i1", PIECES),  # 1: leader of one of the TRIBES (O-5)
    # pieces with rules of their own; -1 if the counters file has none of that name
    ("thorin", "i2"),
    ("gandalf", "i2"),
    ("bilbo", "i2"),
    ("bard", "i2"),
    ("dain", "i2"),
    ("thranduil", "i2"),
    ("gwaihir", "i2"),
    ("beorn", "i2"),
    ("bolg", "i2"),
]


def laid_out(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Wide fields first, so that every number lies where the processor likes it and no gap is left between them; `spare` fills
    up the last word.
    """
    widest_first = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    return np.dtype([*widest_first, ("spare", "i1", 8 - np.dtype(widest_first).itemsize % 8)], align=True)


WORLD = np.dtype((np.record, laid_out(_FIELDS)))

World = Any  # one record of dtype WORLD
Array = np.ndarray[Any, Any]
