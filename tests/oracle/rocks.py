"""Rocks (S-7, R34, R48)."""

from __future__ import annotations

from .field import Hex, field
from .view import Piece, View

ROLLING_LEADERS = ("Thorin", "Beorn")


def can_roll(piece: Piece) -> bool:
    """A unit, Thorin or Beorn; not an eagle, and nobody hysterical (O-4)."""
    if piece.counter.eagle or not piece.sane:
        return False
    return not piece.counter.leader or piece.name in ROLLING_LEADERS


def in_the_way(view: View, hex: Hex) -> bool:
    """An enemy outside melee, on foot."""
    return not view.in_melee(hex) and any(not piece.counter.eagle for piece in view.at(view.enemy, hex))


def rock(view: View) -> set[str]:
    """Every pile that has not rolled in this phase and has somebody to roll it at somebody; or none."""
    rolled = int(view.record["piles_rolled"])
    return {"none"} | {
        f"hex {pile}"
        for number, (pile, slide) in enumerate(field().rocks.items())
        if not rolled >> number & 1
        and not view.in_melee(pile)
        and any(map(can_roll, view.at(view.side, pile)))
        and any(in_the_way(view, hex) for hex in slide)
    }
