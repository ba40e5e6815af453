"""What is legal at a pending decision, and whose decision it is."""

from __future__ import annotations

from collections.abc import Callable

from . import archery, combat, eagles, entry, escape, movement, regroup, rocks, spells
from .field import DARK, FREE
from .view import Piece, View, enemy_of


def select(view: View) -> set[str]:
    """A stack, a reinforcement, or the end of the phase; whoever is over the limit moves next (R10)."""
    over = view.hex_field("over_limit")
    if over:
        return {f"hex {over}"}
    enter = {"enter"} if any(entry.may_enter(view)) else set()
    return movement.stacks_to_move(view) | enter | {"done"}


def chips_in(turn: int) -> int:
    """How many chips a turn has (chapter 5)."""
    return 6 if turn <= 3 else 8


def choose_chip(view: View) -> set[str]:
    """Any chip that is in the cup."""
    return {f"chip {chip}" for chip, count in view.cup.items() if count}


ACTIONS: dict[str, Callable[[View], set[str]]] = {
    "deploy": entry.deploy,
    "choose_chip": choose_chip,
    "held_or_draw": lambda view: {"play held", "draw"},
    "fire_or_combat": lambda view: {"fire", "combat"},
    "select": select,
    "select_pieces": movement.select_pieces,
    "enter": entry.enter,
    "destination": movement.destination,
    "dive": eagles.dive,
    "stack_order": lambda view: {"leader on top", "leader beneath"},
    "escape": escape.escape,
    "rock": rocks.rock,
    "combat_target": combat.combat_target,
    "second_wave": combat.second_wave,
    "attackers": combat.attackers,
    "take_hit": combat.take_hit,
    "advance": combat.advance,
    "spell": spells.spell,
    "spell_target": spells.spell_target,
    "fire_target": archery.fire_target,
    "shooters": archery.shooters,
    "regroup_step": regroup.regroup_step,
    "regroup_shift": regroup.regroup_shift,
}
STANDARD = set(ACTIONS)
BASIC = STANDARD - {"dive", "escape", "rock", "spell", "spell_target", "regroup_step", "regroup_shift"}


def legal_names(view: View) -> set[str]:
    """The names of all legal actions."""
    assert view.decision
    return ACTIONS[view.decision](view)


def deciding(view: View) -> str:
    """Whose decision it is (DESIGN.md, chapter 4)."""
    if view.decision in ("regroup_step", "regroup_shift"):
        return regroup.regrouping(view)
    if view.decision in ("deploy", "stack_order", "escape"):
        assert view.subject
        return view.pieces[view.subject].side
    if view.decision == "choose_chip":
        first = DARK if view.turn % 2 else FREE
        return first if sum(view.cup.values()) == chips_in(view.turn) else enemy_of(first)
    return view.side


def subjects(view: View) -> set[str] | None:
    """The pieces that the decision may be about; None if it is about none."""
    if view.decision == "deploy":
        return entry.next_to_deploy(view)
    if view.decision == "enter":
        return set(entry.may_enter(view))
    if view.decision == "escape":
        return escape.may_escape(view)
    if view.decision == "regroup_step":
        return {regroup.restored(view).name}
    if view.decision == "regroup_shift":
        return {regroup.shifted(view)[0].name}
    if view.decision == "dive":
        return {piece.name for piece in view.group() if piece.counter.eagle}
    if view.decision == "stack_order":
        return {piece.name for piece in view.pieces.values() if piece.counter.leader and _shares(view, piece)}
    return None


def _shares(view: View, leader: Piece) -> bool:
    return leader.hex is not None and any(not piece.counter.leader for piece in view.at(leader.side, leader.hex))
