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
    standard: bool = False

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
        """Basic: two steps for everybody; standard: a leader's strength is what he has left (R1)."""
        if self.standard and self.counter.leader:
            return self.counter.strength - self.hits
        return half(self.counter.strength) if self.reduced else self.counter.strength

    @property
    def bow(self) -> int:
        return half(self.counter.bow) if self.reduced else self.counter.bow

    @property
    def sane(self) -> bool:
        """O-4: who is hysterical never attacks, shoots, rolls or moves by will."""
        return not self.marked(rec.HYSTERICAL)

    def marked(self, flag: int) -> bool:
        return bool(self.marks & flag)


Stacks = dict[tuple[str, Hex], list[Piece]]  # the newest piece first


class View:
    """All facts about a game that the rules ask for."""

    def __init__(self, game: Game) -> None:
        self.record: Any = game.record[0].copy()  # as it is now, whatever is played afterwards
        self.names: tuple[str, ...] = game.data.pieces
        self.standard = game.ruleset == "standard"
        self.options: tuple[str, ...] = tuple(game.options)
        self.turn = game.turn
        self.phase = game.phase
        self.phase_number = int(self.record["phase_number"])
        self.decision = game.decision
        self.side: str = game.phasing_player or FREE
        self.between_phases = game.phasing_player is None
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

    def shared(self, hex: Hex) -> bool:
        """Both sides are in the hex."""
        return bool(self.at(FREE, hex) and self.at(DARK, hex))

    def in_melee(self, hex: Hex) -> bool:
        """Both sides are in the hex; in standard eagles with no other friend there only fly above (S-7)."""
        return self.shared(hex) and not self.flown_over(hex)

    def flown_over(self, hex: Hex) -> bool:
        """Standard: eagles and no other friends of theirs above enemies."""
        return self.standard and self.shared(hex) and all(piece.counter.eagle for piece in self.at(FREE, hex))

    def top_to_bottom(self, side: str, hex: Hex) -> list[Piece]:
        """R17: a leader on top, the units by arrival, a leader beneath."""

        def layer(piece: Piece) -> int:
            return 1 if not piece.counter.leader else 0 if piece.marked(rec.ON_TOP) else 2

        return sorted(self.at(side, hex), key=layer)

    def moved(self, group: list[Piece], end: Hex) -> View:
        """The same game after these pieces, all of one hex, have moved there."""
        side = group[0].side
        after = object.__new__(View)
        after.__dict__.update(self.__dict__)
        after.stacks = {
            place: [piece for piece in stack if piece not in group] if place == (side, group[0].hex) else stack
            for place, stack in self.stacks.items()
        }
        arrived = [replace(piece, hex=end, marks=piece.marks | rec.MOVED) for piece in group]
        after.stacks[side, end] = arrived + after.at(side, end)
        return after


_NAMES = [f"{number % 28:02d}{number // 28:02d}" for number in range(28 * 22)]


def _hex(number: int) -> Hex | None:
    return _NAMES[number] if number >= 0 else None


@cache
def _piece(name: str, hex: int, hits: int, marks: int, standard: bool) -> Piece:
    return Piece(counters()[name], _hex(hex), hex == rec.TO_COME, hits, marks, standard)


def _pieces(game: Game) -> dict[str, Piece]:
    columns = [game.record[0][field].tolist() for field in ("hex", "hits", "marks")]
    standard = game.ruleset == "standard"
    return {name: _piece(name, *facts, standard) for name, *facts in zip(game.data.pieces, *columns, strict=True)}


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
