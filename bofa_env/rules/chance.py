"""Chance: three separate streams per game, each a hash of (key, counter).

A counter-based generator lives in two words of the record, gives the same numbers whatever the batch size or thread
count, and is re-drawn for a planner by changing its key. All arithmetic stays below 2**63, so that compiled and plain
Python agree.
"""

from __future__ import annotations

from .jit import kernel
from .record import CHIP_STREAM, DICE_STREAM, State

_WORD = 0xFFFFFFFF


@kernel
def scramble(value: int) -> int:
    """A bijection of 32-bit words that leaves no visible pattern."""
    word = value & _WORD
    word ^= word >> 16
    word = (word * 0x21F0AAAD) & _WORD
    word ^= word >> 15
    word = (word * 0x735A2D97) & _WORD
    word ^= word >> 15
    return word


@kernel
def seed_streams(game: State, seed: int) -> None:
    """Every stream gets keys of its own from one integer."""
    for stream in range(3):
        seed_stream(game, stream, seed)


@kernel
def seed_stream(game: State, stream: int, seed: int) -> None:
    """One stream from one integer; the others stay as they are."""
    low = scramble((seed & _WORD) + 0x9E3779B9 * (stream + 1))
    high = scramble(((seed >> 32) & _WORD) + low)
    game.key[stream, 0] = scramble(low ^ high)
    game.key[stream, 1] = scramble(high + 0x3C6EF372 + stream)
    game.counter[stream] = 0


@kernel
def below(game: State, stream: int, bound: int) -> int:
    """The stream's next number, uniform in 0 … bound-1."""
    count = int(game.counter[stream])
    game.counter[stream] = count + 1
    word = scramble(scramble(count + int(game.key[stream, 0])) ^ int(game.key[stream, 1]))
    return (word * bound) >> 32


@kernel
def throw_die(game: State) -> int:
    """The die gives 1-10 uniformly."""
    return below(game, DICE_STREAM, 10) + 1


@kernel
def draw_chip(game: State) -> int:
    """A chip drawn blind from the cup."""
    left = 0
    for chip in range(4):
        left += int(game.cup[chip])
    pick = below(game, CHIP_STREAM, left)
    chip = 0
    while pick >= int(game.cup[chip]):
        pick -= int(game.cup[chip])
        chip += 1
    return chip
