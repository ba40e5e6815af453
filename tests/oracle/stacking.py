"""Stacking limits (chapter 8)."""

from __future__ import annotations

from collections.abc import Iterable

from .field import FREE, Hex, field
from .view import Piece, View


def within_limits(stack: Iterable[Piece], standard: bool = False, extra: bool = False) -> bool:
    """One full unit, or two reduced ones (never an elf with a dwarf), plus at most one leader; Beorn alone.

    Standard: an eagle alone or with Gwaihir only (R16), who is an eagle too (R35). extra: O-7.
    """
    pieces = list(stack)
    units = [piece for piece in pieces if not piece.counter.leader]
    if len(pieces) - len(units) > 1:
        return False
    if len(pieces) > 1 and any(piece.name == "Beorn" for piece in pieces):
        return False
    if standard and len(pieces) > 1 and any(piece.counter.eagle for piece in pieces):
        return len(pieces) == 2 and _gwaihir_and_an_eagle(pieces)
    if len(units) <= 1:
        return True
    if len(units) == 2 and extra and _on_a_rider(units):
        return True
    kinds = {unit.counter.kind for unit in units}
    return len(units) == 2 and all(unit.reduced for unit in units) and not kinds >= {"elf", "dwarf"}


def _gwaihir_and_an_eagle(pieces: list[Piece]) -> bool:
    return all(piece.counter.eagle for piece in pieces) and any(piece.name == "Gwaihir" for piece in pieces)


def _on_a_rider(units: list[Piece]) -> bool:
    """O-7: a goblin unit on foot on a rider, whatever steps the two have lost (R66)."""
    riders = [unit for unit in units if unit.counter.weapon == "rider"]
    return len(riders) == 1 and all(unit.counter.kind == "goblin" for unit in units)


def may_stand(piece: Piece, hex: Hex, standard: bool = False) -> bool:
    """Cliffs are for eagles only, the Front Gate never (B-6.4, R12); standard: of the Free Peoples only for dwarves (S-6)."""
    if piece.counter.eagle:
        return hex != field().gate
    if standard and hex == field().gate and piece.side == FREE:
        return piece.counter.kind == "dwarf"
    return field().terrain[hex] != "c"


def fits(view: View, stack: Iterable[Piece]) -> bool:
    """Whether the limits of this game allow the stack."""
    return within_limits(stack, view.standard, "extra_stacking" in view.options)


def can_join(view: View, group: list[Piece], hex: Hex) -> bool:
    """Whether these pieces may stand in the hex, and the limits allow them there with their friends."""
    friends = [piece for piece in view.at(group[0].side, hex) if piece not in group]
    return fits(view, group + friends) and all(may_stand(piece, hex, view.standard) for piece in group)
