"""Replays: of the games played here, of records in the data folder, and of records that a page sends."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..game import Game
from . import bots
from .errors import NotThere, Refused
from .export import page_of
from .hall import Hall
from .orders import PERSON
from .replays import named_shares, replay
from .shelf import Shelf

KEPT = 20  # replays whose heat maps can still be asked for
Result = TypeVar("Result")


@dataclass
class Shown:
    """A game that is replayed: how it began, what was played, and by whom."""

    start: Game
    actions: list[int]
    seats: dict[str, str]
    players: dict[str, Any] = field(default_factory=dict)  # the bots that were asked what they think


class Library:
    """Makes replays, beside everything else that goes on."""

    def __init__(self, shelf: Shelf, hall: Hall) -> None:
        self.shelf = shelf
        self.hall = hall
        self._shown: OrderedDict[str, Shown] = OrderedDict()

    async def _aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self.hall.pool, work, *arguments)

    # --- games of this server

    def _game(self, id: str) -> Shown:
        table = self.hall.find(id)
        order = table.order
        start = Game(order.ruleset, order.options, order.deployment, order.seed, scenario=order.scenario)
        return Shown(start, list(table.actions), dict(order.seats))

    async def game_replay(self, id: str) -> dict[str, Any]:
        """A game of this server, as far as it has come."""
        return await self._aside(self._replay, self._game(id))

    async def game_export(self, id: str) -> str:
        """The same as one HTML file."""
        shown = self._game(id)
        return await self._aside(lambda: page_of(replay(shown.start.clone(), shown.actions, shown.seats)))

    # --- what the bots think

    def _replay(self, shown: Shown) -> dict[str, Any]:
        key = secrets.token_urlsafe(12)
        self._shown[key] = shown
        while len(self._shown) > KEPT:
            self._shown.popitem(last=False)
        return {**replay(shown.start.clone(), shown.actions, shown.seats), "key": key}

    async def shares(self, key: str, at: int) -> dict[str, float]:
        """How the bot that takes decision `at` of a replay divides its favour among its choices."""
        if key not in self._shown:
            raise NotThere("this replay is no longer at hand; load it again")
        return await self._aside(self._shares, self._shown[key], at)

    def _shares(self, shown: Shown, at: int) -> dict[str, float]:
        if not 0 <= at < len(shown.actions):
            raise NotThere(f"the replay has the decisions 0 to {len(shown.actions) - 1}")
        game = shown.start.clone()
        for action in shown.actions[:at]:
            game.play(action)
        player = str(game.player)
        spec = shown.seats.get(player, PERSON)
        if spec == PERSON:
            raise Refused("a person decides here; what people think is not known")
        if player not in shown.players:
            shown.players[player] = bots.bot(spec, shown.start.seed, self.shelf)
        told = bots.shares(shown.players[player], game)
        if told is None:
            raise Refused(f"the bot {spec} does not tell what it thinks; learned bots do")
        return named_shares(told)
