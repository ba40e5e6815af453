"""The two tables of the game as printed (R20, R26)."""

from __future__ import annotations

import numpy as np

from .jit import kernel

# Hits on the defender are positive, on the attacker negative; rows are the modified roll, 0 to 11.
COMBAT_TABLE = np.array(
    [
        [+1, +1, +1, +1, +2, +2, +2, +3, +3, +3, +3],
        [+0, +1, +1, +1, +1, +2, +2, +2, +3, +3, +3],
        [+0, +0, +1, +1, +1, +1, +2, +2, +2, +3, +3],
        [+0, +0, +0, +1, +1, +1, +1, +2, +2, +2, +3],
        [+0, +0, +0, +0, +1, +1, +1, +1, +2, +2, +2],
        [-1, -1, +0, +0, +1, +1, +1, +1, +1, +2, +2],
        [-1, -1, -1, +0, +0, +0, +1, +1, +1, +1, +2],
        [-1, -1, -1, -1, +0, +0, +0, +1, +1, +1, +1],
        [-1, -1, -1, -1, -1, +0, +0, +0, +1, +1, +1],
        [-2, -1, -1, -1, -1, -1, +0, +0, +0, +1, +1],
        [-2, -2, -1, -1, -1, -1, -1, +0, +0, +0, +1],
        [-2, -2, -2, -1, -1, -1, -1, +0, +0, +0, +0],
    ],
    dtype=np.int8,
)
LAST_COLUMN = COMBAT_TABLE.shape[1] - 1

# The starred results (O-4): by column the roll that brings hysteria, -1: none.
STARRED_ROLL = np.array([-1, -1, -1, -1, -1, -1, 3, 4, 5, 6, 7], dtype=np.int8)

# Hits by shots; rows are the modified roll, 1 to 8 (more never hits).
SHOT_TABLE = np.array(
    [
        [1, 2, 2, 3, 3, 3, 3],
        [1, 1, 1, 2, 2, 2, 2],
        [0, 1, 1, 1, 1, 2, 2],
        [0, 0, 1, 1, 1, 1, 1],
        [0, 0, 0, 1, 1, 1, 1],
        [0, 0, 0, 0, 1, 1, 1],
        [0, 0, 0, 0, 0, 1, 1],
        [0, 0, 0, 0, 0, 0, 1],
    ],
    dtype=np.int8,
)


@kernel
def combat_column(difference: int) -> int:
    """The column for attacker minus defender."""
    if difference <= -5:
        return 0
    if difference <= -3:
        return 1
    if difference <= -1:
        return 2
    if difference == 0:
        return 3
    if difference <= 10:
        return 4 + (difference - 1) // 2
    return 9 if difference <= 14 else 10


@kernel
def combat_result(column: int, roll: int) -> int:
    """Hits on the defender (positive) or on the attacker (negative) for a modified roll."""
    return int(COMBAT_TABLE[min(max(roll, 0), 11), column])


@kernel
def shot_column(strength: int) -> int:
    """The column for the sum of the shooters' strengths."""
    if strength <= 1:
        return 0
    if strength <= 3:
        return 1
    if strength <= 5:
        return 2
    return min(strength // 3 + 1, 6)


@kernel
def shot_result(strength: int, roll: int) -> int:
    """Hits for a modified roll."""
    if roll > 8:
        return 0
    return int(SHOT_TABLE[max(roll, 1) - 1, shot_column(strength)])
