"""Leaders who escape (S-10, R15, R42, R67)."""

from __future__ import annotations

from bofa_env.rules.record import ENTERED, MOVED

from .field import Hex, distance, field, walks
from .movement import blocking, makes_room
from .stacking import can_join
from .view import Piece, View, enemy_of

BRAVE = ("Beorn", "Thorin")  # they do not escape


def refuges(view: View, leader: Piece) -> set[Hex]:
    """Enemy-free hexes within his full allowance and within the limits."""
    start, enemy = leader.hex, enemy_of(leader.side)
    assert start
    if leader.counter.eagle:
        near = {hex for hex in field().terrain if distance(start, hex) <= leader.counter.move}
    else:
        near = set(walks(leader.side, start, leader.counter.move, blocking(view, enemy)))
    near -= view.holds(enemy) | {start}
    return {hex for hex in near if can_join(view, [leader], hex) and _leaves_room(view, leader, hex)}


def _leaves_room(view: View, leader: Piece, hex: Hex) -> bool:
    """R67: not the last hex for which somebody who must make room could leave."""
    over = view.hex_field("over_limit")
    return not over or bool(makes_room(view.moved([leader], hex), over))


def escape(view: View) -> set[str]:
    """Such a hex, or his own: he stays."""
    assert view.subject
    leader = view.pieces[view.subject]
    return {f"hex {hex}" for hex in refuges(view, leader) | {leader.hex}}


def may_escape(view: View) -> set[str]:
    """Lone leaders whose hex an enemy on foot has come to, or may have passed."""
    return {
        piece.name
        for piece in view.pieces.values()
        if piece.hex and piece.side == view.enemy and escapes(view, piece) and _on_the_way(view, piece.hex)
    }


def escapes(view: View, piece: Piece) -> bool:
    """A leader, not Beorn nor Thorin, without friendly units (R42)."""
    assert piece.hex
    friends = view.at(piece.side, piece.hex)
    return piece.counter.leader and piece.name not in BRAVE and all(friend.counter.leader for friend in friends)


def _on_the_way(view: View, hex: Hex) -> bool:
    """Where somebody has just entered (R38), or on one of the cheapest routes of the group that has moved."""
    if any(piece.marked(ENTERED) and piece.marked(MOVED) for piece in view.at(view.side, hex)):
        return True
    origin, target = view.hex_field("origin"), view.hex_field("target")
    if hex == target:
        return True
    if origin is None or target is None:
        return False
    blocked = blocking(view, view.enemy) - {target}
    whole, rest = walks(view.side, origin, 10, blocked), walks(view.side, hex, 10, blocked)
    return hex in whole and target in rest and whole[hex] + rest[target] == whole[target]
