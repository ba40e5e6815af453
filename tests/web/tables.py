"""What the tests of the web app share: orders for games, and a socket at a table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient

PERSONS = {"free_peoples": "person", "dark_army": "person"}
BOTS = {"free_peoples": "random", "dark_army": "random"}
SKIRMISH: dict[str, Any] = {"scenario": "skirmish", "seed": 3, "pace": 0}


def opened(client: TestClient, **order: Any) -> tuple[str, dict[str, str]]:
    """A new game: its id and its tokens."""
    answer = client.post("/api/games", json={**SKIRMISH, "seats": PERSONS, **order})
    assert answer.status_code == 201, answer.text
    told = answer.json()
    return told["id"], told["tokens"]


class Seat:
    """A page at a table."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}

    def send(self, message: Any) -> None:
        """A message, as JSON unless it is a text already."""
        self.socket.send_text(message if isinstance(message, str) else json.dumps(message))

    def receive(self) -> dict[str, Any]:
        """The next message; a state is remembered."""
        told: dict[str, Any] = json.loads(self.socket.receive_text())
        if told["type"] == "state":
            self.state = told
        return told

    def error(self) -> str:
        """The reason of the next refusal."""
        while (told := self.receive())["type"] != "error":
            pass
        return str(told["reason"])

    def until(self, done: Any) -> dict[str, Any]:
        """Wait for a state of this kind."""
        while not self.state or not done(self.state):
            told = self.receive()
            assert told["type"] == "state", told
        return self.state

    def act(self, action: str) -> dict[str, Any]:
        """Take the pending decision and wait for what follows."""
        at = self.state["at"]
        self.send({"type": "act", "action": action, "at": at})
        return self.until(lambda state: state["at"] > at)

    def names(self) -> list[str]:
        """The legal actions."""
        return [choice["action"] for choice in self.state["choices"]]


@contextmanager
def seated(client: TestClient, id: str, *tokens: str) -> Iterator[Seat]:
    """At a table, after the first state has come."""
    with client.websocket_connect(f"ws://localhost/ws/{id}") as socket:
        seat = Seat(socket)
        seat.send({"type": "hello", "tokens": list(tokens)})
        seat.until(lambda state: True)
        yield seat
