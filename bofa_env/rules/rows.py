"""Sets of hexes as rows of bits: a whole row of the map is tested, shifted or joined in one operation.

A set is BAND words, one for each row of the map, with an empty row above and below: a look across the edge finds nothing.
Bits go by the axial coordinate q: a step in a direction is then the same shift everywhere, whichever row it starts in.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from .jit import kernel
from .record import State
from .world import BAND, COLUMNS, ROWS

LEAN = 16  # keeps all bits above 0 though q falls below 0 towards the bottom left
_LAST_PLACE = LEAN + COLUMNS - 1  # no hex has its bit above this


@kernel
def row_of(hex: int) -> int:
    """The word in which the hex has its bit."""
    return int(hex) // COLUMNS + 1


@kernel
def bit_of(hex: int) -> int:
    """The bit of the hex in its word."""
    row = int(hex) // COLUMNS
    return 1 << (int(hex) - row * COLUMNS + LEAN - row // 2)


@kernel
def hex_of(row: int, place: int) -> int:
    """The hex of the bit at this place in the word of this row."""
    line = row - 1
    return line * COLUMNS + place - LEAN + line // 2


def _place_of_lowest(bits: int) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


# Where the lowest of the bits is; there has to be one.
lowest: Any = _place_of_lowest if numba.config.DISABLE_JIT else trailing_zeros


@kernel
def disc_row(hex: int, radius: int, row: int) -> int:
    """The bits of a row that are within so many hexes of a hex; some may lie off the map."""
    down = row - row_of(hex)
    if abs(down) > radius:
        return 0
    line = row_of(hex) - 1
    place = int(hex) - line * COLUMNS + LEAN - line // 2
    first = max(place - radius + max(-down, 0), 0)
    last = min(place + radius - max(down, 0), _LAST_PLACE)
    return (1 << (last + 1)) - (1 << first)


# Eight actions of the mask as a word, by the eight bits that say which of them are legal
_AS_BYTES = np.array([sum(1 << 8 * i for i in range(8) if bits >> i & 1) for bits in range(256)], np.int64)
_WORDS = 2 * COLUMNS // 8  # two rows of the map fill whole words of the mask


@kernel
def mark_pair(game: State, pair: int, upper: int, lower: int) -> None:
    """Of two rows, 2 * pair + 1 and the next, the hexes of these bits become legal and all others are not."""
    lean = LEAN - pair
    bits = upper >> lean | lower >> lean << COLUMNS
    for word in range(_WORDS):
        game.legal_words[pair * _WORDS + word] = _AS_BYTES[bits >> 8 * word & 255]


def as_rows(hexes: Any) -> list[int]:
    """A set of hexes, given as any numbers of hexes, as rows of bits; for tables that are worked out once."""
    rows = [0] * BAND
    for hex in hexes:
        row, column = divmod(int(hex), COLUMNS)
        rows[row + 1] |= 1 << (column + LEAN - row // 2)
    return rows


assert BAND == ROWS + 2 and ROWS % 2 == 0 and 2 * COLUMNS % 8 == 0
