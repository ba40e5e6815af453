"""Archery (chapter 10): who can shoot at what, and how hard."""

from __future__ import annotations

from bofa_env.rules.record import SHOT

from .field import Hex, distance, field
from .sight import sees
from .view import Piece, View


def _archers(stack: list[Piece]) -> list[tuple[Piece, int]]:
    """The shooters of a stack with their bow values; R25: Bard alone, or for one of the lake-men's archers."""
    bows = [piece for piece in stack if piece.counter.weapon == "bow" and piece.sane]
    values = [(piece, piece.bow) for piece in bows]
    if any(piece.name == "Bard" for piece in stack):
        if len(stack) == 1:
            return [(stack[0], stack[0].bow)]
        for i, (piece, value) in enumerate(values):
            if piece.counter.army == "lake_men":
                values[i] = piece, value + 1
                break
    return values


def strength(view: View, shooters: Hex, target: Hex) -> int:
    """What the shooters of a hex add to a shot: bow - distance + 1 for each in range; 0: they cannot take part."""
    far = distance(shooters, target)
    total = sum(max(0, value - far + 1) for _, value in _archers(view.at(view.side, shooters))) if far else 0
    return total if total and _in_sight(view, shooters, target) else 0


def _in_sight(view: View, shooters: Hex, target: Hex) -> bool:
    """Basic: only the Front Gate hides anybody (R27). Standard: lines of sight, and nobody shoots out of guard rooms (S-8)."""
    if not view.standard:
        return field().gate not in (shooters, target) or field().contact.has_edge(shooters, target)
    if shooters in field().guard_rooms.values():
        return False
    return sees(shooters, target, view.holds(view.side) | view.holds(view.enemy))


def _ready(view: View) -> set[Hex]:
    """Stacks that have not shot in this phase and are not in melee."""
    return {
        hex
        for hex in view.holds(view.side)
        if not view.in_melee(hex) and not any(piece.marked(SHOT) for piece in view.at(view.side, hex))
    }


def shooters_at(view: View, target: Hex) -> set[Hex]:
    """Hexes whose shooters can shoot at the target."""
    if view.in_melee(target) or not view.at(view.enemy, target):
        return set()
    return {hex for hex in _ready(view) if distance(hex, target) <= 7 and strength(view, hex, target)}


def fire_target(view: View) -> set[str]:
    """Every enemy that somebody can shoot at, or the end of the phase."""
    return {"done"} | {f"hex {hex}" for hex in view.holds(view.enemy) if shooters_at(view, hex)}


def shooters(view: View) -> set[str]:
    """One more hex of shooters, or that is all."""
    target = view.hex_field("target")
    assert target
    chosen = view.hexes_field("shooters", "shooter_count")
    more = {f"hex {hex}" for hex in shooters_at(view, target) - set(chosen)}
    return more | {"commit"} if chosen else more
