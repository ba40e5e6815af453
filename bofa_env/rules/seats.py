"""Who decides (O-2, R52): with three or four players each decides for his own pieces.

Seat 0 or 1 is a side's player, or the partner who also chooses its chips: the elves', and the plain army's. Seat 2 is the
Dark Army's second wave, seat 3 the dwarves and men.
"""

from __future__ import annotations

from .jit import kernel
from .record import FOUR_PLAYERS, HYSTERICAL, THREE_PLAYERS, VARIABLE, State
from .world import DARK_ARMY, ELF, FREE_PEOPLES, TRIBES, World

SEATS = 4
SECOND_WAVE_SEAT, DWARVES_AND_MEN_SEAT = 2, 3
SIDE_OF_SEAT = (FREE_PEOPLES, DARK_ARMY, DARK_ARMY, FREE_PEOPLES)
_OSAG, _GURASH = TRIBES.index("osag"), TRIBES.index("gurash")


@kernel
def has_partner(game: State, side: int) -> bool:
    """Whether two players share the side."""
    if side == DARK_ARMY:
        return bool(game.options & (THREE_PLAYERS | FOUR_PLAYERS))
    return bool(game.options & FOUR_PLAYERS)


@kernel
def owner(world: World, game: State, piece: int) -> int:
    """The seat of the player to whom the piece belongs."""
    side = int(world.side[piece])
    if not has_partner(game, side):
        return side
    if side == DARK_ARMY:
        tribe = int(world.tribe[piece])
        if game.options & VARIABLE:  # those who come over the mountain
            return SECOND_WAVE_SEAT if tribe >= 0 and game.late_tribes >> tribe & 1 else side
        return SECOND_WAVE_SEAT if tribe in (_OSAG, _GURASH) else side
    if world.kind[piece] == ELF or piece == world.beorn or piece == world.gandalf or piece == world.bilbo:
        return side
    return DWARVES_AND_MEN_SEAT


@kernel
def other_partner(game: State) -> int:
    """The seat of the phasing side that is not acting now."""
    side = int(game.phasing)
    if game.acting != side:
        return side
    return SECOND_WAVE_SEAT if side == DARK_ARMY else DWARVES_AND_MEN_SEAT


@kernel
def holds_piece(world: World, game: State, seat: int, side: int, hex: int) -> bool:
    """Whether the seat's player has a piece of his own in the hex; a hysterical one obeys nobody (O-4)."""
    piece = game.top[side, hex]
    while piece >= 0:
        if owner(world, game, piece) == seat and not game.marks[piece] & HYSTERICAL:
            return True
        piece = game.below[piece]
    return False
