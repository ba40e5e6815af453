"""The short signs that stand for pieces and stacks."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import TYPE_CHECKING

from ..data.load import Data
from ..rules.actions import hex_number
from ..rules.world import SIDES, WEAPONS
from .canvas import Ink

if TYPE_CHECKING:
    from ..game import Game, Piece

DIM = Ink(245)
FREE, DARK = Ink(231, 19, bold=True), Ink(231, 88, bold=True)
MELEE_FREE, MELEE_DARK = Ink(226, 19, bold=True), Ink(226, 88, bold=True)

SIDE_INKS = dict(zip(SIDES, (FREE, DARK), strict=True))
SIDE_NAMES = dict(zip(SIDES, ("Free Peoples", "Dark Army"), strict=True))
AREA_NAMES = {
    "front_gate": "Front Gate",
    "dale": "Dale",
    "hilltop": "Hilltop",
    "guard_room_nw": "Guard room NW",
    "guard_room_ne": "Guard room NE",
}

_ARMY_LETTERS = {
    "elves": "E", "lake_men": "L", "dwarves": "D", "eagles": "V", "bolg": "B", "azug": "A", "thuk": "T", "thrak": "K",
    "osag": "O", "gurash": "G", "wolves": "W", "wargs": "R",
}  # fmt: skip
WEAPON_LETTERS = {
    "sword": "s", "spear": "p", "axe": "x", "bow": "b", "rider": "r", "beast": "f", "talon": "t", "none": " ",
}  # fmt: skip


@dataclass(frozen=True)
class Sign:
    """What of a piece is shown."""

    piece: Piece
    letter: str  # of its army, or a leader's initial
    weapon: str


Stack = list[Sign]  # top to bottom


@dataclass
class Stacks:
    """All pieces on the map, by hex and side."""

    hexes: dict[int, tuple[Stack, Stack]] = field(default_factory=dict)

    def at(self, hex: int) -> tuple[Stack, Stack]:
        """The stack of the Free Peoples and that of the Dark Army; both may be empty."""
        return self.hexes.get(hex, ([], []))


def army_letters(data: Data) -> dict[str, str]:
    """One letter for every army that has units."""
    world = data.world[0]
    armies = [data.armies[number] for number in dict.fromkeys(world.army[world.leader == 0].tolist())]
    letters = {army: _ARMY_LETTERS[army] for army in armies if army in _ARMY_LETTERS}
    for army in armies:
        if army not in letters:  # counters other than the packaged ones
            wishes = army.upper() + ascii_uppercase
            letters[army] = next((c for c in wishes if c.isalpha() and c not in letters.values()), "?")
    return {army: letters[army] for army in armies}


def stacks_of(game: Game) -> Stacks:
    """The stacks of a game."""
    data = game.data
    letters = army_letters(data)
    found: defaultdict[int, tuple[Stack, Stack]] = defaultdict(lambda: ([], []))
    for number, piece in enumerate(game.pieces()):
        if piece.hex is not None:
            letter = piece.name[0].upper() if piece.leader else letters[piece.army]
            weapon = WEAPON_LETTERS[WEAPONS[data.world[0].weapon[number]]]
            found[hex_number(piece.hex)][SIDES.index(piece.side)].append(Sign(piece, letter, weapon))
    for stacks in found.values():
        for side, stack in zip(SIDES, stacks, strict=True):
            if len(stack) > 1:
                order = game.stack(str(stack[0].piece.hex), side)
                stack.sort(key=lambda sign: order.index(sign.piece.name))
    return Stacks(dict(found))


def one_side(stack: Stack, large: bool = False) -> str:
    """A stack in a hex of its own.

    `Ep` elf spear, `ep` reduced, `e2` two of them, `E*` with a leader, `E?` hysterical, `*G` a leader alone. Large: its
    strength as well.
    """
    units = [sign for sign in stack if not sign.piece.leader]
    leaders = [sign for sign in stack if sign.piece.leader]
    if not units:
        text = f"*{leaders[0].letter}"
    else:
        letter = units[0].letter if units[0].piece.steps == 2 else units[0].letter.lower()
        hysterical = any(sign.piece.hysterical for sign in units)
        text = letter + ("?" if hysterical else "*" if leaders else "2" if len(units) > 1 else units[0].weapon)
    return f"{text}{strength_of(stack):2d}" if large else text


def both_sides(free: Stack, dark: Stack, large: bool = False) -> tuple[str, str]:
    """Two stacks in one hex: the capital letters of both, `EA`; with their strengths if large."""
    return _letter(free, large), _letter(dark, large)


def _letter(stack: Stack, large: bool) -> str:
    units = [sign for sign in stack if not sign.piece.leader]
    letter = (units or stack)[0].letter
    strength = strength_of(stack)
    return letter + (str(strength) if strength < 10 else "+") if large else letter


def strength_of(stack: Stack) -> int:
    """The current strength of all pieces together."""
    return sum(sign.piece.strength for sign in stack)
