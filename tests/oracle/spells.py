"""Gandalf's spells (S-8, R29, R56)."""

from __future__ import annotations

from .field import DARK, FREE, Hex, distance
from .regroup import may_regroup
from .view import View

SPELLS = ("destroy", "push", "rally")  # in the order of the record's bits
MOST = 2


def _gandalf(view: View) -> Hex:
    where = view.pieces["Gandalf"].hex
    assert where
    return where


def doomed(view: View) -> set[Hex]:
    """Enemy hexes with units within 10, not in melee."""
    return {
        hex
        for hex in view.holds(DARK)
        if distance(_gandalf(view), hex) <= 10
        and not view.in_melee(hex)
        and any(not piece.counter.leader for piece in view.at(DARK, hex))
    }


def pushed(view: View) -> set[Hex]:
    """Enemy stacks within 3; those in his own hex stay."""
    return {hex for hex in view.holds(DARK) if 0 < distance(_gandalf(view), hex) <= 3}


def rallied(view: View) -> set[str]:
    """Friendly units within 3 that could be regrouped."""
    return {
        piece.name
        for hex in view.holds(FREE)
        if distance(_gandalf(view), hex) <= 3
        for piece in view.at(FREE, hex)
        if may_regroup(view, piece)
    }


def spell(view: View) -> set[str]:
    """Each spell that has not succeeded yet and could touch somebody; none after two successes."""
    done = int(view.record["spells_done"])
    if done.bit_count() >= MOST:
        return {"none"}
    touched: dict[str, set[Hex] | set[str]] = {"destroy": doomed(view), "push": pushed(view), "rally": rallied(view)}
    return {"none"} | {f"spell {name}" for bit, name in enumerate(SPELLS) if touched[name] and not done >> bit & 1}


def spell_target(view: View) -> set[str]:
    """The hex to be destroyed."""
    return {f"hex {hex}" for hex in doomed(view)}
