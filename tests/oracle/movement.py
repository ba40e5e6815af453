"""Movement (chapter 7): where a group may end, and who must make room (R10)."""

from __future__ import annotations

from itertools import combinations

from bofa_env.rules.record import BALKED, ENTERED, MOVED

from .field import Hex, distance, field, walks
from .stacking import fits, may_stand
from .view import Piece, View

Group = list[Piece]


def can_still_move(piece: Piece) -> bool:
    """Each piece moves at most once per MOVE phase."""
    return not piece.marked(MOVED) and piece.sane


def movable(view: View, hex: Hex) -> Group:
    """The pieces of a stack that can still move, top to bottom: those that `take 1`, `take 2` … name."""
    return [piece for piece in view.top_to_bottom(view.side, hex) if can_still_move(piece)]


def takes(pieces: Group) -> dict[str, Group]:
    """Every set of these pieces by the name of the action that takes it."""
    numbered = list(enumerate(pieces, 1))
    sets = [chosen for size in range(1, len(numbered) + 1) for chosen in combinations(numbered, size)]
    return {"take " + "+".join(str(n) for n, _ in chosen): [piece for _, piece in chosen] for chosen in sets}


# --- where a group may end, as far as enemies and its legs are concerned


def blocking(view: View, enemy: str) -> frozenset[Hex]:
    """Hexes that cannot be passed: with an enemy unit, or Thorin; in standard not those held only by eagles."""
    return frozenset(
        hex
        for hex in view.holds(enemy)
        if any(piece.counter.controls and not (view.standard and piece.counter.eagle) for piece in view.at(enemy, hex))
    )


def under_eagles(view: View, enemy: str) -> set[Hex]:
    """Hexes with enemy eagles, Gwaihir too (R60): nobody stops there in standard (R24)."""
    if not view.standard:
        return set()
    return {hex for hex in view.holds(enemy) if any(piece.counter.eagle for piece in view.at(enemy, hex))}


def _pinned(view: View, hex: Hex) -> bool:
    """Enemy units (or Thorin) in the hex; leaders and eagles pin nobody (R40)."""
    return any(piece.counter.controls and not piece.counter.eagle for piece in view.at(view.enemy, hex))


def ends(view: View, group: Group, enemy_free: bool) -> set[Hex]:
    """All hexes but its own where the group may end its move, stacking aside."""
    start = group[0].hex
    assert start
    allowance = min(piece.counter.move for piece in group)
    on_foot = [piece for piece in group if not piece.counter.eagle]
    enemies = view.holds(view.enemy)
    found: set[Hex]
    if not on_foot:  # eagles ignore everything, but end on no enemies in a guard room (S-7)
        found = {hex for hex in field().terrain if distance(start, hex) <= allowance}
        if view.standard:
            found -= enemies & set(field().guard_rooms.values())
    elif _pinned(view, start):  # R11: one step, out of it
        steps = field().ground[view.side][start]
        found = {hex for hex, step in steps.items() if step["cost"] <= allowance} - enemies
    else:
        blocked = blocking(view, view.enemy)
        costs = walks(view.side, start, allowance, blocked)
        found = set(costs) - under_eagles(view, view.enemy)
        if not enemy_free:
            found |= {hex for hex in blocked if _may_bring_melee(view, group, start, hex, costs, allowance)}
    if enemy_free or any(piece.marked(BALKED) for piece in group):  # R14
        found -= enemies
    found.discard(start)
    return {hex for hex in found if all(may_stand(piece, hex, view.standard) for piece in group)}


def _may_bring_melee(view: View, group: Group, start: Hex, hex: Hex, costs: dict[Hex, int], allowance: int) -> bool:
    """R11: from the next hex, where it began the phase, as its whole move; Beorn and eagles from anywhere in reach."""
    ground = field().ground[view.side]

    def affordable(last: Hex) -> bool:
        return ground.has_edge(last, hex) and costs[last] + ground.edges[last, hex]["cost"] <= allowance

    bound = [piece for piece in group if not piece.counter.eagle and piece.name != "Beorn"]
    if not bound:
        return any(affordable(last) for last in costs)
    return not any(piece.marked(ENTERED) for piece in bound) and affordable(start)


# --- stacking


def destinations(view: View, group: Group, must_leave: bool) -> set[Hex]:
    """Where the group may end: within the limits, or over them if a friend can then leave (R10); its own hex: stay."""
    start = group[0].hex
    assert start
    legal = set() if must_leave else {start}
    for hex in ends(view, group, enemy_free=must_leave):
        if fits(view, group + view.at(view.side, hex)) or makes_room(view.moved(group, hex), hex):
            legal.add(hex)
    return legal


def makes_room(view: View, hex: Hex) -> set[str]:
    """R10: the sets of friends that could leave the hex, so that the limits hold there, for a hex within the limits."""
    stack = view.at(view.side, hex)
    return {
        name
        for name, group in takes(movable(view, hex)).items()
        if fits(view, [piece for piece in stack if piece not in group])
        and any(fits(view, group + view.at(view.side, end)) for end in ends(view, group, enemy_free=True))
    }


# --- decisions


def select_pieces(view: View) -> set[str]:
    """Any of the stack that can still move; over the limit, those whose leaving makes room."""
    origin = view.hex_field("origin")
    assert origin
    if view.hex_field("over_limit"):
        return makes_room(view, origin)
    return set(takes(movable(view, origin)))


def destination(view: View) -> set[str]:
    """Where the selected group may end."""
    return {f"hex {hex}" for hex in destinations(view, view.group(), view.hex_field("over_limit") is not None)}


def stacks_to_move(view: View) -> set[str]:
    """Stacks with a piece that can still move."""
    return {f"hex {hex}" for hex in view.holds(view.side) if any(map(can_still_move, view.at(view.side, hex)))}
