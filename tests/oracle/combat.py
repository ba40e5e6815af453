"""Melees and attacks (chapter 9): what may be fought, by whom, and what follows."""

from __future__ import annotations

from bofa_env.rules.record import FOUGHT

from .field import Hex, field
from .stacking import can_join
from .view import Piece, View


def _fresh(view: View, hex: Hex) -> bool:
    """Friends are there, and none of them has taken part in a melee or attack of this phase."""
    stack = view.at(view.side, hex)
    return bool(stack) and not any(piece.marked(FOUGHT) for piece in stack)


def fighters(view: View, hex: Hex) -> list[Piece]:
    """The pieces of a hex that attack or support together: all but the hysterical (O-4)."""
    return [piece for piece in view.at(view.side, hex) if piece.sane]


def _free_to_attack(view: View, hex: Hex) -> bool:
    """Somebody is there, fresh, and not in a melee (R18, R19)."""
    pieces = fighters(view, hex)
    return bool(pieces) and not any(piece.marked(FOUGHT) for piece in pieces) and not view.in_melee(hex)


def melees(view: View) -> set[Hex]:
    """Melees that the phasing player must still fight."""
    return {hex for hex in view.holds(view.side) if view.in_melee(hex) and _fresh(view, hex)}


def melees_by_choice(view: View) -> set[Hex]:
    """Eagles above enemies: fought if the phasing player likes (R47), but in no guard room and not in the Front Gate.

    The hysterical like nothing (O-4).
    """
    closed = {field().gate, *field().guard_rooms.values()}
    return {hex for hex in view.holds(view.side) - closed if view.flown_over(hex) and _fresh(view, hex) and fighters(view, hex)}


def attackers_of(view: View, target: Hex) -> set[Hex]:
    """Hexes from which the target can be attacked."""
    if not view.at(view.enemy, target) or view.in_melee(target):
        return set()
    return {hex for hex in field().around(target) if _free_to_attack(view, hex)}


def combat_target(view: View) -> set[str]:
    """Melees and attacks in any order; the phase ends when no melee is left."""
    must = melees(view)
    may = {hex for hex in view.holds(view.enemy) if attackers_of(view, hex)}
    return {f"hex {hex}" for hex in must | may | melees_by_choice(view)} | (set() if must else {"done"})


def second_wave(view: View) -> set[str]:
    """One adjacent stack, or none."""
    target = view.hex_field("target")
    assert target
    return {"none"} | {f"hex {hex}" for hex in second_wave_hexes(view, target)}


def second_wave_hexes(view: View, target: Hex) -> set[Hex]:
    """Adjacent stacks that are not in a melee of their own; standard: no eagles (S-7)."""
    return {
        hex
        for hex in field().around(target)
        if _free_to_attack(view, hex) and not (view.standard and any(piece.counter.eagle for piece in view.at(view.side, hex)))
    }


def attackers(view: View) -> set[str]:
    """One more hex, or that is all; the target's own hex as the first means the eagle's melee (R59)."""
    target = view.hex_field("target")
    assert target
    chosen = view.hexes_field("attackers", "attacker_count")
    more = {f"hex {hex}" for hex in attackers_of(view, target) - set(chosen)}
    if chosen:
        return more | {"commit"}
    return more | ({f"hex {target}"} if target in melees_by_choice(view) else set())


def take_hit(view: View) -> set[str]:
    """Any attacking hex that still has somebody to take it."""
    return {f"hex {hex}" for hex in view.hexes_field("attackers", "attacker_count") if view.at(view.side, hex)}


def advance(view: View) -> set[str]:
    """All pieces of one attacking hex into the hex that was emptied."""
    target = view.hex_field("target")
    assert target
    return {"none"} | {
        f"hex {hex}"
        for hex in view.hexes_field("attackers", "attacker_count")
        if (stack := fighters(view, hex)) and can_join(view, stack, target)
    }
