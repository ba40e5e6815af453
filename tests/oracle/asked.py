"""What must be asked next: a choice that a rule gives may not be passed over."""

from __future__ import annotations

from collections.abc import Iterator

from . import archery, combat, eagles, escape, rocks, spells
from .legality import select
from .stacking import fits
from .view import Piece, View


def passed_over(before: View, action: str, after: View) -> str:
    """Which decision should have come after this action instead of the one that came; empty if all is well."""
    for due, reason in (*_in_the_phase(before, action, after), *_at_its_start(before, after)):
        if after.decision != due:
            return f"{before.decision} {action}: {due} should follow ({reason}), not {after.decision}"
    return ""


# --- at the start of a phase


def _at_its_start(before: View, after: View) -> Iterator[tuple[str, str]]:
    """Spells, then rocks, then combats or shots; nothing has been asked in this phase yet."""
    if not after.phase or (before.turn, before.phase_number, before.phase) == (after.turn, after.phase_number, after.phase):
        return
    if after.phase == "MOVE":
        if len(select(after)) > 1:
            yield "select", "somebody can move or enter"
    elif (
        after.phase == "FIRE"
        and after.side == "free_peoples"
        and after.pieces["Gandalf"].hex
        and _choice(spells.spell(after), after)
    ):
        yield "spell", "S-8"
    elif _choice(rocks.rock(after), after):
        yield "rock", "S-7"
    elif after.phase == "COMBAT" and len(combat.combat_target(after)) > 1:
        yield "combat_target", "B-7"
    elif after.phase == "FIRE" and len(archery.fire_target(after)) > 1:
        yield "fire_target", "B-8"


def _choice(actions: set[str], view: View) -> bool:
    """Something else than none, in standard."""
    return view.standard and len(actions) > 1


# --- within a phase


def _in_the_phase(before: View, action: str, after: View) -> Iterator[tuple[str, str]]:
    if not action.startswith("hex ") and action != "commit":
        return
    hex = action[4:]
    if before.decision == "combat_target":
        yield from _a_combat(before, hex)
    elif before.decision == "fire_target" and len(archery.shooters_at(before, hex)) > 1:
        yield "shooters", "several hexes can shoot"
    elif before.decision in ("destination", "enter") and before.standard:
        yield from _a_move(before, hex)
    if before.decision in ("combat_target", "attackers", "take_hit"):
        yield from _an_advance(before, hex if before.decision == "combat_target" else before.hex_field("target"), after)


def _a_combat(before: View, hex: str) -> Iterator[tuple[str, str]]:
    """Who fights: the second wave of a melee, or the hexes that attack."""
    if hex in combat.melees(before):
        if len(combat.second_wave_hexes(before, hex)) > 0:
            yield "second_wave", "a friend next door can support"
        return
    hexes, by_choice = combat.attackers_of(before, hex), hex in combat.melees_by_choice(before)
    if len(hexes) + by_choice > 1:
        yield "attackers", "several hexes can attack"
    elif by_choice and combat.second_wave_hexes(before, hex):
        yield "second_wave", "a friend next door can support"


def _an_advance(before: View, target: str | None, after: View) -> Iterator[tuple[str, str]]:
    """An attack has left its target empty."""
    if not target or not before.at(before.enemy, target):
        return
    empty = not after.at(before.enemy, target) and not after.at(before.side, target)
    if empty and not after.record["melee"] and not after.record["over"] and len(combat.advance(after)) > 1:
        yield "advance", "B-7"


def _a_move(before: View, hex: str) -> Iterator[tuple[str, str]]:
    """Dives on the way, and leaders who escape from those on foot; who lies on top is asked first."""
    movers = before.group() if before.decision == "destination" else [before.pieces[before.subject or ""]]
    if hex == movers[0].hex:
        return
    if len({piece.counter.leader for piece in movers + before.at(before.side, hex)}) > 1:
        return
    arrived = before.moved(movers, hex)
    if movers[0].counter.eagle:
        start = movers[0].hex
        if start and eagles.prey(arrived, _at(arrived, movers[0]), start):
            yield "dive", "S-7"
        return
    there = before.at(before.enemy, hex)
    if there and not before.in_melee(hex) and all(escape.escapes(before, piece) for piece in there):
        over = not fits(before, arrived.at(before.side, hex))
        if not over and any(escape.refuges(arrived, leader) for leader in there):
            yield "escape", "S-10"


def _at(view: View, piece: Piece) -> Piece:
    """The same piece where it is now."""
    return next(other for stack in view.stacks.values() for other in stack if other.name == piece.name)
