"""Pieces: steps, hits, current strength (chapter 1)."""

from __future__ import annotations

from .jit import kernel
from .record import DEAD, State
from .world import EAGLE, GOBLIN, RIDER, World


@kernel
def other(side: int) -> int:
    """The other side."""
    return 1 - side


@kernel
def is_eagle(world: World, piece: int) -> bool:
    """Eagle units, and Gwaihir (R35)."""
    return bool(world.kind[piece] == EAGLE)


@kernel
def capacity(world: World, game: State, piece: int) -> int:
    """How many hits kill it: two steps, or in the standard game a leader's strength (R1)."""
    if game.standard and world.leader[piece]:
        return int(world.strength[piece])
    return 2


@kernel
def strength(world: World, game: State, piece: int) -> int:
    """Current strength: the reduced side has half, rounded up (R32); a standard leader loses one per hit (S-10)."""
    printed = int(world.strength[piece])
    if game.standard and world.leader[piece]:
        return printed - int(game.hits[piece])
    return printed if game.hits[piece] == 0 else (printed + 1) // 2


@kernel
def bow(world: World, game: State, piece: int) -> int:
    """Current bow value; Bard's own bow has nothing to halve in the standard game."""
    printed = int(world.bow[piece])
    if game.hits[piece] == 0 or (game.standard and world.leader[piece]):
        return printed
    return (printed + 1) // 2


@kernel
def is_reduced_unit(world: World, game: State, piece: int) -> bool:
    """A unit on its reduced side."""
    return bool(world.leader[piece] == 0 and game.hits[piece] == 1)


@kernel
def is_goblin_unit(world: World, piece: int) -> bool:
    """Goblin units, riders included; not wolves, wargs or leaders (S-6)."""
    return bool(world.kind[piece] == GOBLIN and world.leader[piece] == 0)


@kernel
def is_rider(world: World, piece: int) -> bool:
    """Wolf riders."""
    return bool(world.weapon[piece] == RIDER)


@kernel
def has(marks: int, flag: int) -> bool:
    """Whether a flag is set."""
    return (marks & flag) != 0


@kernel
def on_map(game: State, piece: int) -> bool:
    """Whether the piece stands on the battlefield."""
    return bool(piece >= 0 and game.hex[piece] >= 0)


@kernel
def is_dead(game: State, piece: int) -> bool:
    """Whether the piece was removed."""
    return bool(game.hex[piece] == DEAD)
