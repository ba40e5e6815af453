"""Victory (chapter 12)."""

from __future__ import annotations

from bofa_env.rules.record import HYSTERICAL

from .field import DARK, FREE, Hex, field
from .view import Piece, View, enemy_of, half

Areas = dict[str, str | None]


def _keys() -> dict[str, set[Hex]]:
    """The hexes that have to be held: the star, all three tops, the hex."""
    place = field()
    return {
        "front_gate": {place.gate},
        "dale": {place.star},
        "hilltop": set(place.tops),
        "guard_room_nw": {place.guard_rooms["north_west"]},
        "guard_room_ne": {place.guard_rooms["north_east"]},
    }


def _zone(area: str, keys: set[Hex]) -> set[Hex]:
    """Standard: all Dale hexes; tops and slopes; else the hex itself."""
    letters = {"dale": "d", "hilltop": "hs"}.get(area, "")
    return keys | {hex for hex, letter in field().terrain.items() if letter and letter in letters}


def areas(view: View) -> Areas:
    """Who controls what."""
    holds = _holds_standard if view.standard else _holds_basic
    found: Areas = {}
    for area, keys in _keys().items():
        holders = [side for side in (FREE, DARK) if holds(view, side, area, keys)]
        assert len(holders) < 2
        found[area] = holders[0] if holders else None
    return found


def _holds_basic(view: View, side: str, area: str, keys: set[Hex]) -> bool:
    """Whoever alone has counting pieces there, on the hilltop in all three hexes."""
    mine = all(_counting(view, side, hex) for hex in keys)
    return mine and not any(_counting(view, enemy_of(side), hex) for hex in keys)


def _holds_standard(view: View, side: str, area: str, keys: set[Hex]) -> bool:
    """Counting pieces in the key hexes, and less than half of their strength in the zone against them."""
    mine, theirs = (
        sum(_strength(piece) for hex in _zone(area, keys) for piece in _counting(view, one, hex))
        for one in (side, enemy_of(side))
    )
    return all(_counting(view, side, hex) for hex in keys) and theirs < half(mine)


def _counting(view: View, side: str, hex: Hex) -> list[Piece]:
    """Units and Thorin; eagles and other leaders neither hold nor deny."""
    return [piece for piece in view.at(side, hex) if piece.counter.controls and not piece.counter.eagle]


def _strength(piece: Piece) -> int:
    """1 for the hysterical (O-4)."""
    return 1 if piece.marked(HYSTERICAL) else piece.strength


def result(view: View) -> tuple[str | None, str]:
    """Winner and level at the end: annihilation (R7), or more areas; standard: by how many (S-11, R30)."""
    left = {piece.side for piece in view.pieces.values() if piece.hex or piece.to_come}
    if len(left) == 1:
        return left.pop(), "complete"
    held = list(areas(view).values())
    lead = held.count(FREE) - held.count(DARK)
    if lead == 0:
        return None, "draw"
    winner = FREE if lead > 0 else DARK
    if not view.standard:
        return winner, "won"
    return winner, "complete" if abs(lead) == 5 else "tactical" if abs(lead) >= 2 else "marginal"
