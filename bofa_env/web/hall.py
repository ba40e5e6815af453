"""The hall: all tables, those in memory and those whose games lie written in the data folder."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ..commands.files import write_whole
from ..rules.record import RULES_VERSION
from .errors import Full, NotThere, Refused
from .orders import PERSON, GameOrder, game_order
from .shelf import Shelf
from .table import Table, digest

_ID = re.compile(r"[A-Za-z0-9_-]{16,40}")
_FORMAT = "bofa-table 1"
Result = TypeVar("Result")


@dataclass(frozen=True)
class Limits:
    """How much the server takes upon itself."""

    games: int = 50  # in memory at once
    idle: float = 3600.0  # seconds after which a game that nobody looks at is put away
    threads: int = 4  # bots that think at the same time


class Hall:
    """Opens tables, finds them again, puts idle ones away."""

    def __init__(self, shelf: Shelf, limits: Limits) -> None:
        self.shelf = shelf
        self.limits = limits
        self.tables: dict[str, Table] = {}
        self.pool = ThreadPoolExecutor(limits.threads, thread_name_prefix="bot")
        self._desk = ThreadPoolExecutor(2, thread_name_prefix="desk")  # its own, so that bots that think long hold up only bots
        self._runs: dict[str, asyncio.Task[None]] = {}
        self._restoring = asyncio.Lock()

    async def open(self, order: GameOrder) -> tuple[Table, dict[str, str]]:
        """A new table, and the tokens of its seats: one for each person, and the owner's."""
        tokens = {player: secrets.token_urlsafe(18) for player, who in order.seats.items() if who == PERSON}
        tokens["owner"] = secrets.token_urlsafe(18)
        locks = {player: digest(token) for player, token in tokens.items()}
        table = await self.aside(Table, secrets.token_urlsafe(18), order, locks, self.shelf, self._write)
        table.order = replace(order, seed=table.game.seed)
        self._seat(table)
        table.save()
        return table, tokens

    async def find(self, id: str) -> Table:
        """The table of a game; NotThere if there is none of that id."""
        if id in self.tables:
            return self.tables[id]
        if not _ID.fullmatch(id):
            raise NotThere("there is no such game")
        async with self._restoring:  # two pages may ask for the same game at once
            if id not in self.tables:
                self._seat(await self.aside(self._restored, id))
            return self.tables[id]

    async def aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do something slow (a bot may load its model, a game is played again) while the other tables go on."""
        return await asyncio.get_running_loop().run_in_executor(self._desk, work, *arguments)

    def _seat(self, table: Table) -> None:
        self._make_room()
        self.tables[table.id] = table
        self._runs[table.id] = asyncio.get_running_loop().create_task(table.run(self.pool))

    def put_away(self, id: str) -> None:
        """Out of memory; the file stays."""
        table = self.tables.pop(id)
        table.save()
        self._runs.pop(id).cancel()

    def tidy(self) -> None:
        """Put away the games that nobody has looked at for a while."""
        now = time.monotonic()
        for id, table in list(self.tables.items()):
            if not table.watchers and now - table.last_used > self.limits.idle:
                self.put_away(id)

    def _make_room(self) -> None:
        """One more fits in, if need be in the place of the one that was left alone longest."""
        if len(self.tables) < self.limits.games:
            return
        alone = [table for table in self.tables.values() if not table.watchers]
        if not alone:
            raise Full(f"{self.limits.games} games are being played; no more fit in")
        self.put_away(min(alone, key=lambda table: table.last_used).id)

    def close(self) -> None:
        """The end: everything is written down."""
        for id in list(self.tables):
            self.put_away(id)
        for pool in (self.pool, self._desk):
            pool.shutdown(wait=False, cancel_futures=True)

    # --- on disk

    def _write(self, table: Table) -> None:
        told = {
            "format": _FORMAT,
            "rules_version": RULES_VERSION,
            "order": table.order.told(),
            "locks": table.locks,
            "actions": table.actions,
        }
        folder = self.shelf.root("games")
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / f"{table.id}.json", json.dumps(told))

    def _restored(self, id: str) -> Table:
        """A table as it was written down, played again up to where it stood."""
        told: Any = json.loads(self.shelf.file("games", f"{id}.json").read_text("utf-8"))
        if told.get("format") != _FORMAT or told.get("rules_version") != RULES_VERSION:
            raise Refused("this game was played by another version of the rules")
        table = Table(id, game_order(told["order"]), told["locks"], self.shelf, self._write)
        for action in told["actions"]:
            table.play(action)
        return table
