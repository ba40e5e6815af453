"""O-5: a dead chieftain returns (R54). O-6: which tribes come late. O-8: extra elves."""

from __future__ import annotations

from .actions import ELF as ELF_ACTION
from .actions import TRIBE
from .jit import kernel
from .nodes import CHOOSE_ELF, PLACE_CHIEFTAIN, pop, push
from .pieces import is_dead
from .record import ASIDE, ON_TOP, TO_COME, State
from .seats import owner
from .stacks import fits, leader_at, place
from .world import BOW, DARK_ARMY, FREE_PEOPLES, HEXES, PIECES, SPEAR, World

# --- O-5


@kernel
def next_chieftain(world: World, game: State) -> None:
    """At the start of a Dark MOVE phase every dead chieftain for whom there is a place returns."""
    while game.cursor < PIECES:
        piece = game.cursor
        game.cursor += 1
        if world.chieftain[piece] and is_dead(game, piece) and _has_place(world, game, piece):
            game.subject = piece
            push(game, PLACE_CHIEFTAIN)
            return
    pop(game)


@kernel
def may_return_to(world: World, game: State, chieftain: int, hex: int) -> bool:
    """A hex with a unit of his tribe that has no leader."""
    if leader_at(world, game, DARK_ARMY, hex) >= 0 or not fits(world, game, chieftain, hex):
        return False
    piece = game.top[DARK_ARMY, hex]
    while piece >= 0:
        if world.tribe[piece] == world.tribe[chieftain]:
            return True
        piece = game.below[piece]
    return False


@kernel
def _has_place(world: World, game: State, chieftain: int) -> bool:
    for hex in range(HEXES):
        if game.top[DARK_ARMY, hex] >= 0 and may_return_to(world, game, chieftain, hex):
            return True
    return False


@kernel
def offer_return(world: World, game: State) -> None:
    """The owner chooses where."""
    game.player = owner(world, game, game.subject)
    for hex in range(HEXES):
        if game.top[DARK_ARMY, hex] >= 0 and may_return_to(world, game, game.subject, hex):
            game.legal[hex] = 1


@kernel
def return_to(world: World, game: State, hex: int) -> None:
    """At half strength rounded up, or on the reduced side in basic; on top of the unit (R17)."""
    chieftain = game.subject
    printed = int(world.strength[chieftain])
    game.hits[chieftain] = printed - (printed + 1) // 2 if game.standard else 1
    game.alive[DARK_ARMY] += 1
    game.marks[chieftain] = ON_TOP
    place(world, game, chieftain, hex)


# --- O-6


@kernel
def offer_tribes(game: State) -> None:
    """Which two of the five tribes come over the mountain in turn 4."""
    game.player = DARK_ARMY
    for tribe in range(5):
        if not game.late_tribes >> tribe & 1:
            game.legal[TRIBE + tribe] = 1


@kernel
def choose_tribe(game: State, action: int) -> None:
    """This tribe comes late."""
    game.late_tribes |= 1 << (action - TRIBE)


# --- O-8


@kernel
def resolve_extra_elves(game: State, die: int) -> None:
    """1-3: one, 4-7: two, 8-10: three of the extra elves, of the owner's choice."""
    game.rolls_left = 1 if die <= 3 else (2 if die <= 7 else 3)
    push(game, CHOOSE_ELF)


@kernel
def _next_extra(world: World, game: State, weapon: int) -> int:
    for piece in range(PIECES):
        if world.extra[piece] and world.weapon[piece] == weapon and game.hex[piece] == ASIDE:
            return piece
    return -1


@kernel
def offer_elves(world: World, game: State) -> None:
    """A spear or a bow, as long as there are any."""
    game.player = FREE_PEOPLES
    if _next_extra(world, game, SPEAR) >= 0:
        game.legal[ELF_ACTION] = 1
    if _next_extra(world, game, BOW) >= 0:
        game.legal[ELF_ACTION + 1] = 1


@kernel
def choose_elf(world: World, game: State, action: int) -> bool:
    """This one comes; returns whether another may be chosen."""
    piece = _next_extra(world, game, SPEAR if action == ELF_ACTION else BOW)
    game.hex[piece] = TO_COME
    game.alive[FREE_PEOPLES] += 1
    game.rolls_left -= 1
    return bool(game.rolls_left > 0)
