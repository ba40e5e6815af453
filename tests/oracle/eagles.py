"""Dive attacks (S-7)."""

from __future__ import annotations

from .field import Hex, distance, field
from .view import Piece, View


def prey(view: View, eagle: Piece, start: Hex) -> set[Hex]:
    """Mountain hexes with an enemy unit on a way from the start to where the eagle is now."""
    assert eagle.hex
    return {
        hex
        for hex in view.holds(view.enemy)
        if field().mountain(hex)
        and hex not in field().guard_rooms.values()
        and not view.in_melee(hex)
        and any(not piece.counter.leader for piece in view.at(view.enemy, hex))
        and distance(start, hex) + distance(hex, eagle.hex) <= eagle.counter.move
    }


def dive(view: View) -> set[str]:
    """One enemy unit on the way, or none."""
    assert view.subject
    start = view.hex_field("origin")
    assert start
    return {"none"} | {f"hex {hex}" for hex in prey(view, view.pieces[view.subject], start)}
