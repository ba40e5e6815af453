"""A table: one game with its seats, its story, and those who look on."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any

from ..errors import IllegalAction
from ..game import Game, copied
from ..record import GameRecord
from ..rules.actions import hex_name
from . import story
from .bots import bot, choice
from .errors import Refused
from .frames import Camera
from .hints import hints
from .orders import PERSON, GameOrder
from .refusals import not_your_turn, refusal
from .shelf import Shelf
from .words import label, prompt

KEPT = 100  # how many decisions back something may be taken back at all
BETWEEN_SAVES = 2.0  # seconds, while bots play


def digest(token: str) -> str:
    """What is kept of a token: enough to know it again."""
    return hashlib.sha256(token.encode()).hexdigest()


class Watcher:
    """One page that shows the table; with the tokens of seats it may also play them."""

    def __init__(self, players: frozenset[str], owner: bool) -> None:
        self.players = players  # the seats, none: a spectator
        self.owner = owner  # may set the pace and pause
        self.news = asyncio.Event()
        self.lines_told = 0


class Table:
    """One game. Persons act through `act`; bots are asked by `run`."""

    def __init__(self, id: str, order: GameOrder, locks: dict[str, str], shelf: Shelf, save: Callable[[Table], None]) -> None:
        self.id = id
        self.order = order
        self.locks = locks  # digests of the tokens: by player, and "owner"
        self.game = _set_up(order)
        self.bots = {player: bot(who, self.game.seed, shelf) for player, who in order.seats.items() if who != PERSON}
        self.actions: list[int] = []
        self._camera = Camera(self.game)
        self.lines: list[story.Line] = []
        self.watchers: set[Watcher] = set()
        self.pace = order.pace
        self.paused = False
        self.trouble: str | None = None  # why the game cannot go on
        self.last_used = time.monotonic()
        self._save, self._saved_at = save, 0.0
        self._past: list[tuple[str, Any, int]] = []  # who decided, the record before, and how many lines there were
        self._woken, self._hurried = asyncio.Event(), asyncio.Event()

    # --- who may what

    def welcome(self, tokens: tuple[str, ...]) -> Watcher:
        """Somebody comes to the table; Refused if a token of his opens no seat here."""
        mine: set[str] = set()
        for token in tokens:
            known = digest(token)
            opened = {player for player, lock in self.locks.items() if secrets.compare_digest(lock, known)}
            if not opened:
                raise Refused("this token opens no seat at this table")
            mine |= opened
        watcher = Watcher(frozenset(mine - {"owner"}), bool(mine))
        self.watchers.add(watcher)
        self.last_used = time.monotonic()
        self.tell()
        return watcher

    def farewell(self, watcher: Watcher) -> None:
        """Somebody leaves."""
        self.watchers.discard(watcher)
        self.last_used = time.monotonic()
        self.tell()

    # --- playing

    def act(self, watcher: Watcher, action: int | str, at: int) -> None:
        """A person takes the pending decision; Refused says by which rule he cannot."""
        if not watcher.players:
            raise Refused("you watch this game; only who sits at the table can play")
        if self.game.player not in watcher.players:
            raise Refused(not_your_turn(self.game))
        if at not in (-1, len(self.actions)):
            raise Refused("the game has gone on since; look again")
        self.play(self._number(action))
        self.save()

    def _number(self, action: int | str) -> int:
        try:
            number = self.game.action_number(action) if isinstance(action, str) else action
        except ValueError as error:
            raise Refused(str(error)) from None
        if number not in self.game.legal_actions():
            raise Refused(refusal(self.game, number))
        return number

    def play(self, action: int) -> bool:
        """A legal action of whoever has to decide; returns whether there was anything to see."""
        self._past.append((str(self.game.player), copied(self.game.record), len(self.lines)))
        del self._past[:-KEPT]
        told = story.play(self.game, action)
        self.lines += told
        self.actions.append(action)
        self.tell()
        return bool(told)

    def may_undo(self, watcher: Watcher) -> bool:
        """Whether the last decision was taken there, and no die or draw has followed it."""
        if self.game.over or not self._past:
            return False
        who, before, _ = self._past[-1]
        return bool(who in watcher.players and (before["counter"] == self.game.record["counter"]).all())

    def undo(self, watcher: Watcher) -> None:
        """Take the last decision back."""
        if not self.may_undo(watcher):
            raise Refused("a decision can be taken back until a die is thrown, a chip drawn, or another player decides")
        _, self.game.record, lines = self._past.pop()
        del self.lines[lines:]
        self.actions.pop()
        for other in self.watchers:
            other.lines_told = min(other.lines_told, lines)
        self.tell()
        self.save()

    async def run(self, pool: Executor) -> None:
        """Ask the bots as long as the game goes on."""
        loop = asyncio.get_running_loop()
        while not self.game.over and self.trouble is None:
            player = self.bots.get(str(self.game.player))
            if player is None or self.paused:
                self._woken.clear()
                await self._woken.wait()
                continue
            asked_at = len(self.actions), self.game.player
            try:
                action = await loop.run_in_executor(pool, choice, player, self.game.clone())
                if asked_at != (len(self.actions), self.game.player) or self.paused:
                    continue
                if action not in self.game.legal_actions():
                    raise IllegalAction(f"it chose {action}, which is not legal")
            except Exception as error:  # a bot is somebody else's code: it must not take the server down
                self.trouble = f"The bot {self.order.seats[str(self.game.player)]} failed: {error}"
                break
            seen = self.play(action)
            if time.monotonic() - self._saved_at > BETWEEN_SAVES:
                self.save()
            await self._rest(self.pace if seen else 0)
        self.save()
        self.tell()

    async def _rest(self, seconds: float) -> None:
        """Let people follow; a change of pace ends the rest."""
        self._hurried.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), seconds)

    def set_pace(self, seconds: float) -> None:
        """How long bots rest after a move."""
        self.pace = seconds
        self._hurried.set()
        self.tell()

    # --- telling

    def tell(self) -> None:
        """There is news for all who look on."""
        self._woken.set()
        for watcher in self.watchers:
            watcher.news.set()

    def save(self) -> None:
        """Write the game down as far as it has come."""
        self._saved_at = time.monotonic()
        self._save(self)

    def news_for(self, watcher: Watcher) -> dict[str, Any]:
        """All that a page has to know now; of the story only what it was not told yet."""
        first, watcher.lines_told = watcher.lines_told, len(self.lines)
        game = self.game
        present = frozenset[str]().union(*(other.players for other in self.watchers))
        return {
            "type": "state",
            "at": len(self.actions),
            "you": sorted(watcher.players),
            "owner": watcher.owner,
            "frame": self._camera.frame(),
            "prompt": prompt(game),
            "choices": self._choices() if game.player in watcher.players else None,
            "joined": _joined(game),
            "undo": self.may_undo(watcher),
            "lines": {"from": first, "new": [line.told() for line in self.lines[first:]]},
            "seats": {
                player: {"who": who, "here": who != PERSON or player in present} for player, who in self.order.seats.items()
            },
            "pace": self.pace,
            "paused": self.paused,
            "trouble": self.trouble,
            "seed": str(game.seed),  # as text: JavaScript's numbers are too short
        }

    def record(self) -> GameRecord:
        """The game as far as it has come; its result is not worked out."""
        game = self.game
        return GameRecord(
            game.seed, tuple(self.actions), game.ruleset, game.options, game.scenario, game.deployment, agents=self.order.seats
        )

    def _choices(self) -> list[dict[str, Any]]:
        told = hints(self.game)
        found = []
        for action in self.game.legal_actions():
            name = self.game.action_name(action)
            entry: dict[str, Any] = {"action": name}
            if name.startswith("hex "):
                entry["hex"] = name[4:]
            else:
                entry["label"] = label(self.game, name)
            if action in told:
                entry["hint"] = told[action]
            found.append(entry)
        return found


def _set_up(order: GameOrder) -> Game:
    try:
        game = Game(order.ruleset, order.options, order.deployment, order.seed, scenario=order.scenario)
    except ValueError as error:
        raise Refused(str(error)) from None
    players = set(game.players.values())
    if set(order.seats) != players:
        raise Refused(f"this game has the seats {', '.join(sorted(players))}; say for each who plays it")
    return game


def _joined(game: Game) -> list[str]:
    """The hexes that take part so far in the attack or shot that is being put together."""

    if game.decision == "attackers":
        hexes = game.record["attackers"][0, : game.record["attacker_count"][0]]
    elif game.decision == "shooters":
        hexes = game.record["shooters"][0, : game.record["shooter_count"][0]]
    else:
        return []
    return [hex_name(int(hex)) for hex in hexes]
