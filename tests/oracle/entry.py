"""Set-up and reinforcements (chapters 4 and 6)."""

from __future__ import annotations

from collections.abc import Iterator

from bofa_env.rules.record import SKIPPED

from .field import DARK, Hex, distance, field
from .movement import under_eagles
from .stacking import can_join, may_stand
from .view import Piece, View, enemy_of

_EDGES = {1: "entry_north_west", 2: "entry_north_east"}  # bits of the record


def deploy(view: View) -> set[str]:
    """Anywhere in its zone within the limits."""
    assert view.subject
    piece = view.pieces[view.subject]
    zone = {hex for name in piece.counter.start for hex in field().zones[name]}
    return {f"hex {hex}" for hex in zone if can_join(view, [piece], hex)}


def next_to_deploy(view: View) -> set[str]:
    """The Free Peoples are set up first; these are the pieces of the side whose turn it is."""
    waiting = [piece for piece in view.pieces.values() if piece.to_come and piece.counter.start]
    return {piece.name for piece in waiting if piece.side != DARK} or {piece.name for piece in waiting}


def entry_hexes(view: View, piece: Piece) -> set[Hex]:
    """Where a reinforcement may be placed."""
    zone = {hex for name in _edges(view, piece) for hex in field().zones[name]}
    enemy = enemy_of(piece.side)
    if piece.name == "Beorn":
        return _beorn(view, piece, *zone)
    onto_enemies = piece.side == DARK or piece.counter.eagle  # R38
    closed = under_eagles(view, enemy) if onto_enemies else view.holds(enemy)
    return {hex for hex in zone - closed if can_join(view, [piece], hex)}


def _edges(view: View, piece: Piece) -> set[str]:
    """The edges where it comes; in standard a roll says it for the tribes of turn 4 (R8)."""
    edges = set(piece.counter.enters_at)
    if view.standard and piece.counter.enters_turn == 4:
        edges &= {edge for bit, edge in _EDGES.items() if view.record["second_wave_edges"] & bit}
    return edges


def _beorn(view: View, beorn: Piece, circle: Hex) -> set[Hex]:
    """R9."""
    friends, enemies = view.at(beorn.side, circle), view.at(enemy_of(beorn.side), circle)
    if not friends and not enemies:
        return {circle}
    taken = view.holds(beorn.side) | view.holds(enemy_of(beorn.side))
    free = [hex for hex in field().terrain if hex not in taken and may_stand(beorn, hex, view.standard)]
    nearest = min(distance(circle, hex) for hex in free)
    found = {hex for hex in free if distance(circle, hex) == nearest}
    return found if friends else found | {circle}


def may_enter(view: View) -> Iterator[str]:
    """The reinforcements that the phasing player may bring on now."""
    for piece in view.pieces.values():
        due = piece.to_come and piece.side == view.side and 0 < piece.counter.enters_turn <= view.turn
        if due and not piece.marked(SKIPPED) and entry_hexes(view, piece):
            yield piece.name


def enter(view: View) -> set[str]:
    """A hex for the reinforcement, or not this one."""
    assert view.subject
    return {"skip"} | {f"hex {hex}" for hex in entry_hexes(view, view.pieces[view.subject])}
