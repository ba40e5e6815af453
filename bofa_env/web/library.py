"""Replays: of the games played here, of records in the data folder, and of records that a page sends."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ..record import GameRecord, judged
from . import bots, thoughts
from .errors import NotThere, Refused
from .export import page_of
from .hall import Hall
from .orders import PERSON
from .replays import named_shares, replay
from .shelf import Shelf

KEPT = 20  # replays whose heat maps can still be asked for
LINES = 3  # of a record in its file


@dataclass
class Shown:
    """A game that is replayed, and the bots that were asked what they think."""

    record: GameRecord
    players: dict[str, Any] = field(default_factory=dict)


class Library:
    """Makes replays, beside everything else that goes on."""

    def __init__(self, shelf: Shelf, hall: Hall) -> None:
        self.shelf = shelf
        self.hall = hall
        self._shown: OrderedDict[str, Shown] = OrderedDict()

    # --- games of this server

    async def game_replay(self, id: str) -> dict[str, Any]:
        """A game of this server, as far as it has come."""
        return await self.hall.aside(self._replay, (await self.hall.find(id)).record())

    async def game_record(self, id: str) -> str:
        """The same as a record."""
        return await self.hall.aside(lambda record: judged([record])[0].dumps(), (await self.hall.find(id)).record())

    async def game_export(self, id: str) -> str:
        """The same as one HTML file."""
        return await self.hall.aside(lambda record: page_of(replay(record)), (await self.hall.find(id)).record())

    # --- records

    async def record_replay(self, name: str, number: int) -> dict[str, Any]:
        """A record in the data folder; of a file with many the one with this number, from 0 on."""
        return await self.hall.aside(self._filed, name, number)

    def _filed(self, name: str, number: int) -> dict[str, Any]:
        path = self.shelf.record(name)
        with path.open(encoding="utf-8", errors="replace") as file:
            lines = list(islice(file, LINES * number, LINES * (number + 1)))
            rest = sum(1 for line in file if line.strip())
        if not lines and number:
            raise NotThere(f"{name} has no record {number}")
        told = self._replay(_read("".join(lines)))
        return {**told, "number": number, "records": number + 1 + rest // LINES}

    async def sent_replay(self, text: str) -> dict[str, Any]:
        """A record that a page sends."""
        return await self.hall.aside(lambda: self._replay(_read(text)))

    def _replay(self, record: GameRecord) -> dict[str, Any]:
        key = secrets.token_urlsafe(12)
        self._shown[key] = Shown(record)
        while len(self._shown) > KEPT:
            self._shown.popitem(last=False)
        telling = [player for player, spec in record.agents.items() if thoughts.tells_thoughts(spec)]
        return {**replay(record), "key": key, "thoughts": telling}

    # --- what the bots think

    async def shares(self, key: str, at: int) -> dict[str, float]:
        """How the bot that takes decision `at` of a replay divides its favour among its choices."""
        if key not in self._shown:
            raise NotThere("this replay is no longer at hand; load it again")
        return await self.hall.aside(self._shares, self._shown[key], at)

    def _shares(self, shown: Shown, at: int) -> dict[str, float]:
        record = shown.record
        if not 0 <= at < len(record.actions):
            raise NotThere(f"the replay has the decisions 0 to {len(record.actions) - 1}")
        game = record.replay(at)
        player = str(game.player)
        spec = record.agents.get(player, PERSON)
        if spec == PERSON:
            raise Refused("a person decides here; what people think is not known")
        if player not in shown.players:
            shown.players[player] = bots.bot(spec, record.seed, self.shelf)
        told = thoughts.shares_of(shown.players[player], game)
        if told is None:
            raise Refused(f"the bot {spec} does not tell what it thinks; learned bots do")
        return named_shares(told)


def _read(text: str) -> GameRecord:
    """The record of a text; whatever is wrong with a text from outside is an answer, not a crash."""
    try:
        return GameRecord.loads(text)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Refused(f"this record cannot be replayed: {error}") from None
