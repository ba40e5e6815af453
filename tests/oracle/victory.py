"""Victory (chapter 12)."""

from __future__ import annotations

from .field import DARK, FREE, field
from .view import View

Areas = dict[str, str | None]


def areas(view: View) -> Areas:
    """Who controls what: whoever alone has counting pieces there, on the hilltop in all three hexes."""
    if view.standard:
        raise NotImplementedError("S-11")
    place = field()
    keys = {
        "front_gate": [place.gate],
        "dale": [place.star],
        "hilltop": sorted(place.tops),
        "guard_room_nw": [place.guard_rooms["north_west"]],
        "guard_room_ne": [place.guard_rooms["north_east"]],
    }
    there = {side: {hex for hex in view.holds(side) if _counts(view, side, hex)} for side in (FREE, DARK)}
    found: Areas = {}
    for area, hexes in keys.items():
        full = [side for side, held in there.items() if held.issuperset(hexes)]
        present = [side for side, held in there.items() if held.intersection(hexes)]
        found[area] = full[0] if full and len(present) == 1 else None
    return found


def _counts(view: View, side: str, hex: str) -> bool:
    """Units and Thorin; eagles and other leaders neither hold nor deny."""
    return any(piece.counter.controls and not piece.counter.eagle for piece in view.at(side, hex))


def result(view: View) -> tuple[str | None, str]:
    """Winner and level at the end: annihilation (R7), or more areas."""
    left = {piece.side for piece in view.pieces.values() if piece.hex or piece.to_come}
    if len(left) == 1:
        return left.pop(), "complete"
    held = list(areas(view).values())
    lead = held.count(FREE) - held.count(DARK)
    return (None, "draw") if lead == 0 else (FREE if lead > 0 else DARK, "won")
