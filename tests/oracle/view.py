"""A game as the oracle sees it: pieces with names, in stacks by side and hex."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bofa_env import Game
from bofa_env.rules import record as rec

from .counters import Counter, counters
from .field import DARK, FREE, Hex


def enemy_of(side: str) -> str:
    """The other side."""
    return DARK if side == FREE else FREE


def half(value: int) -> int:
    """Halves are rounded up (R32)."""
    return -(-value // 2)


@dataclass(frozen=True)
class Piece:
    """A piece as it is now."""

    counter: Counter
    hex: Hex | None
    to_come: bool
    hits: int
    marks: int

    @property
    def name(self) -> str:
        return self.counter.name

    @property
    def side(self) -> str:
        return self.counter.side

    @property
    def reduced(self) -> bool:
        return self.hits > 0

    @property
    def strength(self) -> int:
        """Basic: two steps for everybody."""
        return half(self.counter.strength) if self.reduced else self.counter.strength

    @property
    def bow(self) -> int:
        return half(self.counter.bow) if self.reduced else self.counter.bow

    def marked(self, flag: int) -> bool:
        return bool(self.marks & flag)


Stacks = dict[tuple[str, Hex], list[Piece]]  # the newest piece first


class View:
    """All facts about a game that the rules ask for."""

    def __init__(self, game: Game) -> None:
        self.record: Any = game.record[0]
        self.names: tuple[str, ...] = game.data.pieces
        self.standard = game.ruleset == "standard"
        self.turn = game.turn
        self.decision = game.decision
        self.side: str = game.phasing_player or FREE
        self.subject = game.subject
        self.cup = game.cup
        self.held = game.held_chip
        self.pieces = _pieces(game)
        self.stacks = _stacks(game, self.pieces)

    @property
    def enemy(self) -> str:
        return enemy_of(self.side)

    # --- fields of the record, in words

    def hex_field(self, name: str) -> Hex | None:
        """The hex in a field of the record."""
        return _hex(int(self.record[name]))

    def hexes_field(self, name: str, count: str) -> list[Hex]:
        """The first so many hexes of a field of the record."""
        return [_NAMES[int(hex)] for hex in self.record[name][: int(self.record[count])]]

    def group(self) -> list[Piece]:
        """The pieces that have been selected to move together."""
        return [self.pieces[self.names[number]] for number in self.record["group"][: int(self.record["group_size"])]]

    # --- who is where

    def at(self, side: str, hex: Hex) -> list[Piece]:
        """A side's pieces in a hex, the newest first."""
        return self.stacks.get((side, hex), [])

    def holds(self, side: str) -> set[Hex]:
        """All hexes where the side has pieces."""
        return {hex for (owner, hex), stack in self.stacks.items() if owner == side and stack}

    def in_melee(self, hex: Hex) -> bool:
        """Both sides are in the hex."""
        return bool(self.at(FREE, hex) and self.at(DARK, hex))

    def top_to_bottom(self, side: str, hex: Hex) -> list[Piece]:
        """R17: a leader on top, the units by arrival, a leader beneath."""

        def layer(piece: Piece) -> int:
            return 1 if not piece.counter.leader else 0 if piece.marked(rec.ON_TOP) else 2

        return sorted(self.at(side, hex), key=layer)

    def moved(self, group: list[Piece], end: Hex) -> View:
        """The same game after these pieces have moved there."""
        after = object.__new__(View)
        after.__dict__.update(self.__dict__)
        after.stacks = {
            place: [piece for piece in stack if piece not in group] if place == (self.side, group[0].hex) else stack
            for place, stack in self.stacks.items()
        }
        arrived = [replace(piece, hex=end, marks=piece.marks | rec.MOVED) for piece in group]
        after.stacks[self.side, end] = arrived + self.at(self.side, end)
        return after


_NAMES = [f"{number % 28:02d}{number // 28:02d}" for number in range(28 * 22)]


def _hex(number: int) -> Hex | None:
    return _NAMES[number] if number >= 0 else None


@cache
def _piece(name: str, hex: int, hits: int, marks: int) -> Piece:
    return Piece(counters()[name], _hex(hex), hex == rec.TO_COME, hits, marks)


def _pieces(game: Game) -> dict[str, Piece]:
    columns = [game.record[0][field].tolist() for field in ("hex", "hits", "marks")]
    return {name: _piece(name, *facts) for name, *facts in zip(game.data.pieces, *columns, strict=True)}


def _stacks(game: Game, pieces: dict[str, Piece]) -> Stacks:
    """The stacks; how many pieces lie below a piece says where it belongs in its own."""
    below = game.record[0]["below"].tolist()

    def height(number: int) -> int:
        count = 0
        while below[number] >= 0:
            number, count = below[number], count + 1
        return count

    stacks: Stacks = defaultdict(list)
    on_map = [number for number, name in enumerate(game.data.pieces) if pieces[name].hex]
    for number in sorted(on_map, key=height, reverse=True):
        piece = pieces[game.data.pieces[number]]
        assert piece.hex
        stacks[piece.side, piece.hex].append(piece)
    return dict(stacks)
