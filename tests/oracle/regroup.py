"""Regrouping (S-3, R74): where a restored unit goes that breaks stacking."""

from __future__ import annotations

from dataclasses import replace

from bofa_env.rules.record import HYSTERICAL, ON_TOP

from .counters import Counter
from .field import DARK, FREE, Hex, field
from .stacking import can_join, fits
from .view import Piece, View, enemy_of


def _next_door(view: View, piece: Piece) -> set[Hex]:
    """Adjacent hexes free of enemies; over red hexsides nobody steps."""
    assert piece.hex
    return set(field().around(piece.hex)) - view.holds(enemy_of(piece.side))


def places(view: View, piece: Piece) -> set[Hex]:
    """Adjacent enemy-free hexes where it may stand within the limits."""
    return {hex for hex in _next_door(view, piece) if can_join(view, [piece], hex)}


def _full(piece: Piece) -> Piece:
    return replace(piece, hits=0)


def shifts(view: View, unit: Piece) -> dict[Hex, tuple[Piece, set[Hex]]]:
    """Hexes where one friend, shifted by one hex, makes room for the restored unit: the topmost who can (R74), and where to."""
    found: dict[Hex, tuple[Piece, set[Hex]]] = {}
    for hex in _next_door(view, unit):
        after = view.moved([unit], hex)
        for friend in view.top_to_bottom(unit.side, hex):
            free = places(after, friend)
            if free and can_join(_without(view, friend), [_full(unit)], hex):
                found[hex] = friend, free
                break
    return found


def _without(view: View, piece: Piece) -> View:
    """The same game, this piece left out."""
    assert piece.hex
    after = view.moved([piece], piece.hex)
    after.stacks[piece.side, piece.hex] = [other for other in view.at(piece.side, piece.hex) if other is not piece]
    return after


def step_hexes(view: View, unit: Piece) -> set[Hex]:
    """Where a restored unit may go that cannot stay: to a place with room, else where a friend makes room."""
    roomy = {hex for hex in _next_door(view, unit) if can_join(view, [_full(unit)], hex)}
    return roomy or set(shifts(view, unit))


def may_regroup(view: View, piece: Piece) -> bool:
    """A reduced unit, whether it will find room or not; a hysterical one under a leader on top who commands it (O-4, R53)."""
    if piece.counter.leader or not piece.hex:
        return False
    if not piece.marked(HYSTERICAL):
        return piece.reduced
    top = view.top_to_bottom(piece.side, piece.hex)[0]
    return top.counter.leader and top.marked(ON_TOP) and commands(top.counter, piece.counter)


def commands(leader: Counter, unit: Counter) -> bool:
    """Chapter 11: Gandalf all Free Peoples, Bolg all Dark, others their own army; Bilbo and Beorn nobody."""
    if leader.name in ("Gandalf", "Bolg"):
        return leader.side == unit.side
    if leader.name == "Thorin":
        return unit.kind == "dwarf"
    return leader.name not in ("Bilbo", "Beorn") and leader.army == unit.army


def regrouping(view: View) -> str:
    """Whose units regroup: at the start of an even turn the Free Peoples; when Gandalf rallies, his."""
    return DARK if view.between_phases and view.turn % 2 else FREE


def restored(view: View) -> Piece:
    """The unit that has just been restored: the full one in the only stack that breaks the limits."""
    side = regrouping(view)
    too_many = [stack for hex in view.holds(side) if not fits(view, stack := view.at(side, hex))]
    (unit,) = [piece for stack in too_many for piece in stack if not piece.counter.leader and not piece.reduced]
    return unit


def regroup_step(view: View) -> set[str]:
    """Where the restored unit goes."""
    return {f"hex {hex}" for hex in step_hexes(view, restored(view))}


def shifted(view: View) -> tuple[Piece, set[Hex]]:
    """The friend who makes room in the hex where the restored unit goes, and where he may go."""
    target = view.hex_field("target")
    assert target
    return shifts(view, restored(view))[target]


def regroup_shift(view: View) -> set[str]:
    """Where the friend goes who makes room."""
    return {f"hex {hex}" for hex in shifted(view)[1]}
