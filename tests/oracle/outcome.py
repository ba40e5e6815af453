"""What dice do (chapters 8, 9, 10): the two tables as they stand in RULES.md, modifiers, and who takes the hits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from bofa_env.rules.record import ON_TOP

from . import archery
from .field import Hex, field
from .view import Piece, View

_COMBAT = """
| roll | ≤−5 | −4…−3 | −2…−1 | 0 | 1…2 | 3…4 | 5…6 | 7…8 | 9…10 | 11…14 | ≥15 |
|---|---|---|---|---|---|---|---|---|---|---|---|
| 0 | D1 | D1 | D1 | D1 | D2 | D2 | D2 | D3 | D3 | D3 | D3 |
| 1 | – | D1 | D1 | D1 | D1 | D2 | D2 | D2 | D3 | D3 | D3 |
| 2 | – | – | D1 | D1 | D1 | D1 | D2 | D2 | D2 | D3 | D3 |
| 3 | – | – | – | D1 | D1 | D1 | D1* | D2 | D2 | D2 | D3 |
| 4 | – | – | – | – | D1 | D1 | D1 | D1* | D2 | D2 | D2 |
| 5 | A1 | A1 | – | – | D1 | D1 | D1 | D1 | D1* | D2 | D2 |
| 6 | A1 | A1 | A1 | – | – | – | D1 | D1 | D1 | D1* | D2 |
| 7 | A1 | A1 | A1 | A1 | – | – | – | D1 | D1 | D1 | D1* |
| 8 | A1 | A1 | A1 | A1 | A1 | – | – | – | D1 | D1 | D1 |
| 9 | A2 | A1 | A1 | A1 | A1 | A1 | – | – | – | D1 | D1 |
| 10 | A2 | A2 | A1 | A1 | A1 | A1 | A1 | – | – | – | D1 |
| 11 | A2 | A2 | A2 | A1 | A1 | A1 | A1 | – | – | – | – |
"""
_SHOTS = """
| roll | 1 | 2–3 | 4–5 | 6–8 | 9–11 | 12–14 | 15+ |
|---|---|---|---|---|---|---|---|
| 1 | 1 | 2 | 2 | 3 | 3 | 3 | 3 |
| 2 | 1 | 1 | 1 | 2 | 2 | 2 | 2 |
| 3 | – | 1 | 1 | 1 | 1 | 2 | 2 |
| 4 | – | – | 1 | 1 | 1 | 1 | 1 |
| 5 | – | – | – | 1 | 1 | 1 | 1 |
| 6 | – | – | – | – | 1 | 1 | 1 |
| 7 | – | – | – | – | – | 1 | 1 |
| 8 | – | – | – | – | – | – | 1 |
"""


def _cells(text: str) -> list[list[str]]:
    return [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in text.strip().splitlines()]


def _bounds(head: str) -> tuple[int, int]:
    """The lowest and highest number of a column: −4…−3, 2–3, ≤−5, ≥15, 15+."""
    head = head.replace("−", "-")
    if head[0] in "≤≥":
        return (-999, int(head[1:])) if head[0] == "≤" else (int(head[1:]), 999)
    if head.endswith("+"):
        return int(head[:-1]), 999
    low, _, high = head.replace("–", "…").partition("…")
    return int(low), int(high or low)


class Table:
    """A printed table: columns by their heads, rows by the roll."""

    def __init__(self, text: str) -> None:
        head, _, *rows = _cells(text)
        self.columns = [_bounds(cell) for cell in head[1:]]
        self.rows = {int(row[0]): row[1:] for row in rows}

    def column(self, value: int) -> int:
        """The number of the column for a difference or a strength."""
        return next(i for i, (low, high) in enumerate(self.columns) if low <= value <= high)

    def cell(self, column: int, roll: int) -> str:
        """What stands there; a dash for rolls beyond the last row."""
        return self.rows[roll][column] if roll in self.rows else "–"


COMBAT_TABLE, SHOT_TABLE = Table(_COMBAT), Table(_SHOTS)


@dataclass(frozen=True)
class Result:
    """What a die brings: hits for the defender's hex, or for the attacker."""

    on_defender: int = 0
    on_attacker: int = 0


# --- combat


def combat_column(view: View) -> int:
    """Attacker minus defender, as a column."""
    target = view.hex_field("target")
    assert target
    side = sum(piece.strength for hex in fighting_hexes(view) for piece in view.at(view.side, hex))
    return COMBAT_TABLE.column(side - sum(piece.strength for piece in view.at(view.enemy, target)))


def fighting_hexes(view: View) -> list[Hex]:
    """The hexes whose friends take part: the melee and its second wave, or the attackers."""
    if view.record["melee"]:
        return [hex for hex in (view.hex_field("target"), view.hex_field("wave")) if hex]
    return view.hexes_field("attackers", "attacker_count")


def combat_modifier(view: View) -> int:
    """Basic: attacks only; all that apply are added."""
    if view.standard:
        raise NotImplementedError("standard modifiers")
    if view.record["melee"]:
        return 0
    place, target = field(), view.hex_field("target")
    assert target
    hexes = fighting_hexes(view)
    return (
        (1 if any(place.level(hex) < place.level(target) for hex in hexes) else 0)
        + (1 if any(frozenset((hex, target)) in place.river for hex in hexes) else 0)
        + (1 if place.terrain[target] == "d" else 0)
        + (1 if target in place.guard_rooms.values() else 0)
        + (2 if target == place.gate else 0)
    )


def combat_result(view: View, die: int) -> Result:
    """The cell of the table for this die."""
    cell = COMBAT_TABLE.cell(combat_column(view), min(max(die + combat_modifier(view), 0), 11))
    if cell == "–":
        return Result()
    return Result(on_defender=int(cell[1])) if cell[0] == "D" else Result(on_attacker=int(cell[1]))


# --- shots


def shot_column(view: View) -> int:
    """The sum of all shooters, as a column."""
    target = view.hex_field("target")
    assert target
    total = sum(archery.strength(view, hex, target) for hex in view.hexes_field("shooters", "shooter_count"))
    return SHOT_TABLE.column(total)


def shot_result(view: View, die: int) -> Result:
    """The cell of the table for this die; basic knows no modifiers."""
    cell = SHOT_TABLE.cell(shot_column(view), die)
    return Result(on_defender=0 if cell == "–" else int(cell))


# --- losses


def steps_left(stack: list[Piece]) -> int:
    """How many hits the stack can take."""
    return sum(2 - piece.hits for piece in stack)


def losses(view: View, side: str, hex: Hex, hits: int) -> Counter[str]:
    """The hits that each piece of a stack takes (B-9): all of them from one attack, melee or shot."""
    stack = view.top_to_bottom(side, hex)
    units = [piece for piece in stack if not piece.counter.leader]
    leaders = [piece for piece in stack if piece.counter.leader]
    taken: Counter[str] = Counter()

    def give(piece: Piece, most: int) -> None:
        nonlocal hits
        share = min(most, hits, 2 - piece.hits - taken[piece.name])
        taken[piece.name] += share
        hits -= share

    for leader in leaders:
        if leader.marked(ON_TOP):
            give(leader, 1)
    for unit in units:
        give(unit, 2)
    for leader in leaders:
        give(leader, 2)
    return +taken


def melee_losses(view: View, hits: int) -> Counter[str]:
    """The attacker's pieces in the melee hex take hits before the second wave."""
    target, wave = view.hex_field("target"), view.hex_field("wave")
    assert target
    first = min(hits, steps_left(view.at(view.side, target)))
    taken = losses(view, view.side, target, first)
    return taken + losses(view, view.side, wave, hits - first) if wave else taken
