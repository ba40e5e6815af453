"""Stacking limits (chapter 8)."""

from __future__ import annotations

from collections.abc import Iterable

from .field import Hex, field
from .view import Piece


def within_limits(stack: Iterable[Piece], standard: bool = False) -> bool:
    """One full unit, or two reduced ones (never an elf with a dwarf), plus at most one leader; Beorn alone."""
    pieces = list(stack)
    units = [piece for piece in pieces if not piece.counter.leader]
    if len(pieces) - len(units) > 1:
        return False
    if len(pieces) > 1 and any(piece.name == "Beorn" for piece in pieces):
        return False
    if standard:
        raise NotImplementedError("R16")
    if len(units) <= 1:
        return True
    kinds = {unit.counter.kind for unit in units}
    return len(units) == 2 and all(unit.reduced for unit in units) and not kinds >= {"elf", "dwarf"}


def may_stand(piece: Piece, hex: Hex, standard: bool = False) -> bool:
    """Cliffs are for eagles only, the Front Gate never (B-6.4, R12)."""
    if standard and hex == field().gate:
        raise NotImplementedError("S-6")
    if piece.counter.eagle:
        return hex != field().gate
    return field().terrain[hex] != "c"
