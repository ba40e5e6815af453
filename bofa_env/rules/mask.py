"""The mask of a decision, `game.legal`: a byte for every action, 1 if it is legal.

`game.legal_words` is the same memory, eight actions to a word: clearing, counting and searching go by words, since most
of a mask is empty.
"""

from __future__ import annotations

from .actions import ACTIONS
from .jit import kernel
from .record import MASK_WORDS, State

_BLOCK = 9  # words; a divisor of MASK_WORDS
_EVERY_OTHER_BYTE = 0x00FF00FF00FF00FF


@kernel
def clear_mask(game: State) -> None:
    """Nothing is legal yet."""
    for word in range(MASK_WORDS):  # a plain loop is compiled to wide stores, an assignment of the whole is not
        game.legal_words[word] = 0


@kernel
def _sum_of_bytes(word: int) -> int:
    """The eight bytes of a word added up; they stay below 128."""
    pairs = (word & _EVERY_OTHER_BYTE) + (word >> 8 & _EVERY_OTHER_BYTE)
    fours = pairs + (pairs >> 32)
    return (fours + (fours >> 16)) & 0xFFFF


@kernel
def count_legal(game: State) -> int:
    """How many actions the mask allows."""
    one = two = three = 0  # eight counts side by side in each; three, so that no addition waits for the one before
    for word in range(0, MASK_WORDS, 3):
        one += int(game.legal_words[word])
        two += int(game.legal_words[word + 1])
        three += int(game.legal_words[word + 2])
    return _sum_of_bytes(one + two + three)


@kernel
def nth_legal(game: State, number: int) -> int:
    """The action with this number among the legal ones, counted from 0."""
    word = 0
    for block in range(MASK_WORDS // _BLOCK):  # whole blocks first
        word = block * _BLOCK
        columns = 0
        for i in range(_BLOCK):
            columns += int(game.legal_words[word + i])
        here = _sum_of_bytes(columns)
        if here > number:
            break
        number -= here
    here = _sum_of_bytes(int(game.legal_words[word]))
    while here <= number and word < MASK_WORDS - 1:
        number -= here
        word += 1
        here = _sum_of_bytes(int(game.legal_words[word]))
    action = word * 8
    while action < ACTIONS - 1 and (number > 0 or not game.legal[action]):
        number -= int(game.legal[action])
        action += 1
    return action
