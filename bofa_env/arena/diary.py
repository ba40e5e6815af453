"""Diary: how a game went, turn by turn, small enough to be kept for every game."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..batch import Games
from ..rules import pieces, victory
from ..rules.jit import entry
from ..rules.record import TO_COME
from ..rules.world import AREAS, HEXES, PIECES

_HEAD = struct.Struct("<HH")  # turns noted, armies


@entry
def _note(worlds: Any, games: Any, index: int, control: Any, strength: Any, occupied: Any) -> None:
    """Who holds each area, the living strength of each army, and one more for every hex that a side is in."""
    world, game = worlds[0], games[index]
    for area in range(len(control)):
        control[area] = victory.controller(world, game, area)
    for piece in range(PIECES):
        if game.hex[piece] >= TO_COME:
            strength[world.army[piece]] += pieces.strength(world, game, piece)
    for side in range(2):
        for hex in range(HEXES):
            occupied[side, hex] += game.top[side, hex] >= 0


@dataclass(frozen=True)
class Course:
    """The course of one game. Row 0 is the set-up, row t the end of the t-th turn that was played."""

    control: NDArray[np.int8]  # [turn, area]: the side, -1: nobody
    strength: NDArray[np.int16]  # [turn, army]: living strength, on the map or to come
    occupied: NDArray[np.uint8]  # [side, hex]: at how many ends of turn the side was in the hex

    def packed(self) -> bytes:
        """As a few hundred bytes."""
        head = _HEAD.pack(*self.strength.shape)
        return zlib.compress(head + self.control.tobytes() + self.strength.tobytes() + self.occupied.tobytes(), 9)

    @classmethod
    def unpacked(cls, data: bytes) -> Course:
        """Back from `packed`."""
        raw = zlib.decompress(data)
        turns, armies = _HEAD.unpack_from(raw)
        parts = np.split(np.frombuffer(raw, np.uint8, offset=_HEAD.size), np.cumsum([turns * len(AREAS), 2 * turns * armies]))
        return cls(
            parts[0].view(np.int8).reshape(turns, -1),
            np.frombuffer(parts[1].tobytes(), np.int16).reshape(turns, armies),
            parts[2].reshape(2, HEXES),
        )

    @property
    def lead(self) -> NDArray[np.int64]:
        """How many areas more the Free Peoples hold than the Dark Army, by turn."""
        return np.asarray(np.sum(self.control == 0, axis=1) - np.sum(self.control == 1, axis=1))

    @property
    def lead_changes(self) -> int:
        """How often the lead went over from one side to the other; a tie between them is no change yet."""
        led = np.sign(self.lead)
        led = led[led != 0]
        return int(np.sum(led[1:] != led[:-1]))


class Diary:
    """Notes on games that are being played."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._turns = games.records["turn"].copy()
        self._control: list[list[NDArray[np.int8]]] = [[] for _ in range(games.n)]
        self._strength: list[list[NDArray[np.int16]]] = [[] for _ in range(games.n)]
        self._occupied = np.zeros((games.n, 2, HEXES), np.uint8)
        for index in range(games.n):
            self._note(index)

    def follow(self, playing: NDArray[np.bool_]) -> None:
        """Note the games in which a turn, or the game, has just ended."""
        records = self._games.records
        ended = playing & ((records["turn"] != self._turns) | (records["over"] == 1))
        for index in np.flatnonzero(ended).tolist():
            self._note(index)
        self._turns[ended] = records["turn"][ended]

    def course(self, index: int) -> Course:
        """How a game went so far."""
        return Course(np.array(self._control[index]), np.array(self._strength[index]), self._occupied[index])

    def _note(self, index: int) -> None:
        games = self._games
        control = np.empty(len(AREAS), np.int8)
        strength = np.zeros(len(games.data.armies), np.int16)
        _note(games.data.world, games.records, index, control, strength, self._occupied[index])
        self._control[index].append(control)
        self._strength[index].append(strength)
