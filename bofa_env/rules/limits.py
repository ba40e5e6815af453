"""What values the fields of a record can have: a position from outside is checked before a kernel trusts it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .nodes import CHANCE, DECISIONS, FIRST_CHANCE, FIRST_STEP, STEPS
from .record import AWAY, BENEATH_BIT, GAME, GROUP, NODES_DEEP
from .world import HEXES, PIECES, PILES

_A_HEX, _A_PIECE, _A_SIDE, _A_CHIP, _A_BIT = (-1, HEXES - 1), (-1, PIECES - 1), (-1, 1), (-1, 3), (0, 1)
_A_NODE = (-1, FIRST_STEP + len(STEPS) - 1)

RANGES: dict[str, tuple[int, int]] = {
    "last_turn": (1, 16), "first": (0, 1), "phase_number": (0, 6), "phase": (-1, 2), "phasing": _A_SIDE,
    "acting": (-1, 3),
    "cup": (0, 3), "chosen": _A_CHIP, "held": _A_CHIP, "second_choice": _A_BIT, "second_wave_edges": (0, 3),
    "late_tribes": (0, 31), "spells_done": (0, 7), "plan": (AWAY, BENEATH_BIT + HEXES - 1),
    "todo": (0, _A_NODE[1]), "depth": (0, NODES_DEEP), "subject": _A_PIECE, "origin": _A_HEX, "target": _A_HEX,
    "wave": _A_HEX, "melee": _A_BIT, "group": _A_PIECE, "group_size": (0, GROUP), "over_limit": _A_HEX,
    "attackers": _A_HEX, "attacker_count": (0, 6), "shooters": _A_HEX, "shooter_count": (0, 64), "hits_left": (0, 3),
    "escapers": _A_PIECE, "escaper_count": (0, GROUP), "cursor": (0, 2 * PIECES), "piles_rolled": (0, 2**15 - 1),
    "regrouping": _A_SIDE, "rolls_left": (-1, 16), "without_rolls": _A_BIT, "pile": (-1, PILES - 1), "slide_step": (0, 2),
    "spell": (-1, 2), "last_die": (0, 10), "explicit_chance": _A_BIT, "key": (0, 2**32 - 1), "counter": (0, 2**31 - 1),
    "over": _A_BIT, "winner": _A_SIDE, "level": (0, 5), "control": _A_SIDE, "player": (-1, 3), "decision": _A_NODE,
    "decisions": (0, 2**31 - 1),
}  # fmt: skip

_NODES = {*range(len(DECISIONS)), *range(FIRST_CHANCE, FIRST_CHANCE + len(CHANCE)), *range(FIRST_STEP, _A_NODE[1] + 1)}


def checked_field(name: str, value: Any) -> NDArray[np.int64]:
    """The value of a field as an array of the right shape; ValueError if it can never be one."""
    wanted = GAME[name]
    shape = wanted.shape
    try:
        array = np.asarray(value)
    except ValueError:
        array = np.empty(0)
    if array.shape != shape or array.dtype.kind != "i":
        of = f"a list of {' x '.join(map(str, shape))} whole numbers" if shape else "a whole number"
        raise ValueError(f"{name} is {of}")
    low, high = RANGES[name]
    if array.min(initial=high) < low or array.max(initial=low) > high:
        raise ValueError(f"{name} is from {low} to {high}")
    if name == "todo" and not {int(node) for node in array.flat} <= _NODES:
        raise ValueError("todo has a node that does not exist")
    if name == "plan" and any(p >= 0 and p % BENEATH_BIT >= HEXES for p in array.flat):
        raise ValueError("plan has a hex off the map")
    return array
