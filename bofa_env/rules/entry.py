"""Reinforcements (chapter 6, B-5, S-5; R8, R9, R38), in the owner's MOVE phases from their turn on."""

from __future__ import annotations

from .actions import SKIP
from .jit import kernel
from .pieces import is_eagle, other
from .record import ENTERED, MOVED, SKIPPED, TO_COME, State
from .seats import owner
from .setup import entry_turn
from .stacks import fits, occupied, only_eagles, place
from .world import DARK_ARMY, ENTRY_NE, ENTRY_NW, HEXES, World


@kernel
def next_to_enter(world: World, game: State, seat: int) -> int:
    """The seat's first reinforcement that could come now and was not passed over in this phase; -1: none."""
    side = game.phasing
    for piece in range(world.first_piece[side], world.end_piece[side]):
        if game.hex[piece] != TO_COME or game.marks[piece] & SKIPPED or owner(world, game, piece) != seat:
            continue
        turn = entry_turn(world, game, piece)
        if 0 < turn <= game.turn and _has_entry(world, game, piece):
            return piece
    return -1


@kernel
def entry_edges(world: World, game: State, piece: int) -> int:
    """Where the piece may come onto the map, as bits; the turn-4 tribes where the roll says (R8)."""
    if world.tribe[piece] >= 0:
        return (ENTRY_NW | ENTRY_NE) & int(game.second_wave_edges)
    return int(world.enters_at[piece])


@kernel
def may_enter_at(world: World, game: State, piece: int, hex: int) -> bool:
    """Within the limits; onto enemies only Dark pieces and eagles, and never onto eagles (R38)."""
    side = world.side[piece]
    enemy = other(side)
    if occupied(game, enemy, hex):
        if side != DARK_ARMY and not is_eagle(world, piece):
            return False
        if game.standard and (only_eagles(world, game, enemy, hex) or (is_eagle(world, piece) and world.guard_room[hex])):
            return False
    return fits(world, game, piece, hex)


@kernel
def _has_entry(world: World, game: State, piece: int) -> bool:
    if piece == world.beorn:
        return True
    edges = entry_edges(world, game, piece)
    for hex in range(HEXES):
        if world.entry[hex] & edges and may_enter_at(world, game, piece, hex):
            return True
    return False


@kernel
def offer_entry(world: World, game: State) -> None:
    """The hexes where the reinforcement may be placed, or `skip`."""
    piece = game.subject
    game.legal[SKIP] = 1
    edges = entry_edges(world, game, piece)
    if piece == world.beorn:
        _offer_beorn(world, game, edges)
        return
    for hex in range(HEXES):
        if world.entry[hex] & edges and may_enter_at(world, game, piece, hex):
            game.legal[hex] = 1


@kernel
def _offer_beorn(world: World, game: State, edges: int) -> None:
    """R9: the circle; the nearest hex free of pieces if a friend is there; either, if enemies are."""
    beorn = world.beorn
    side = world.side[beorn]
    for circle in range(HEXES):
        if not world.entry[circle] & edges:
            continue
        friends = occupied(game, side, circle)
        enemies = occupied(game, other(side), circle)
        if not friends:
            game.legal[circle] = 1
        if not friends and not enemies:
            continue
        nearest = 99
        for hex in range(HEXES):
            if _free(world, game, hex):
                nearest = min(nearest, int(world.distance[circle, hex]))
        for hex in range(HEXES):
            if _free(world, game, hex) and world.distance[circle, hex] == nearest:
                game.legal[hex] = 1


@kernel
def _free(world: World, game: State, hex: int) -> bool:
    if occupied(game, 0, hex) or occupied(game, 1, hex):
        return False
    return fits(world, game, world.beorn, hex)


@kernel
def enter(world: World, game: State, piece: int, hex: int) -> None:
    """Placed on the map it may move on in this phase; placed onto enemies, that was its move (R38)."""
    place(world, game, piece, hex)
    game.marks[piece] |= ENTERED
    if occupied(game, other(world.side[piece]), hex):
        game.marks[piece] |= MOVED


@kernel
def pass_over(game: State, piece: int) -> None:
    """Not this piece, not in this phase; it stays available for later ones."""
    game.marks[piece] |= SKIPPED


@kernel
def resolve_entry(game: State, die: int) -> None:
    """S-5: where the turn-4 tribes come over the mountain: 1-3 north-east, 4-6 north-west, 7-10 either (R8)."""
    if die <= 3:
        game.second_wave_edges = ENTRY_NE
    elif die <= 6:
        game.second_wave_edges = ENTRY_NW
    else:
        game.second_wave_edges = ENTRY_NW | ENTRY_NE
