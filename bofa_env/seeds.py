"""Seeds that follow from seeds, so that a game never depends on how many others are played beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .rules.chance import scramble
from .rules.doors import later_seed
from .rules.jit import entry

# What the words are drawn for
OPPONENT, MIX, REDRAW = range(1, 4)


@entry
def later_seeds(first_seeds: Any, episodes: Any, which: Any, seeds: Any) -> None:
    """The seeds of the games in `which` for these episodes, as autoreset gives them."""
    for index in range(len(seeds)):
        if which[index]:
            seeds[index] = later_seed(first_seeds[index], episodes[index])


@entry
def _write_words(seeds: Any, counts: Any, stream: int, out: Any) -> None:
    for index in range(len(seeds)):
        low = scramble((seeds[index] & 0xFFFFFFFF) + 0x9E3779B9 * stream)
        high = scramble(((seeds[index] >> 32) & 0xFFFFFFFF) ^ low)
        out[index] = (scramble(high + counts[index]) & 0x7FFFFFFF) << 32 | scramble(scramble(low + counts[index]) ^ high)


def words(seeds: NDArray[np.int64], counts: NDArray[np.int64], stream: int) -> NDArray[np.int64]:
    """A random whole number from 0 to 2**63 - 1 for each game, from its seed, a count and the stream."""
    out = np.empty(len(seeds), np.int64)
    _write_words(seeds, counts, stream, out)
    return out
