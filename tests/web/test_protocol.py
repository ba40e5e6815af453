"""The socket of a game: who may do what, and that nothing that comes over it does harm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web.tables import BOTS, PERSONS, SKIRMISH, opened, seated

from bofa_env import Game
from bofa_env.web import table as tables
from bofa_env.web.app import create_app
from bofa_env.web.hall import Limits


def test_a_game_to_its_end_is_the_game_that_its_seed_and_actions_make(client: TestClient) -> None:
    id, tokens = opened(client)
    game = Game(scenario="skirmish", seed=3)
    with seated(client, id, *tokens.values()) as seat:
        while not game.over:
            assert seat.names() == game.legal_names()
            name = seat.names()[len(seat.names()) // 2]
            seat.act(name)
            game.play(name)
        assert seat.state["frame"]["outcome"]["winner"] == game.outcome.winner  # type: ignore[union-attr]
        assert seat.state["choices"] is None


NONSENSE = [
    "", "nonsense", "null", "[]", "3", '"act"', "{", "[" * 2000, '{"type": "dance"}', '{"type": ["act"]}', '{"type": "act"}',
    '{"type": "act", "action": true}', '{"type": "act", "action": null}', '{"type": "act", "action": {"hex": 1}}',
    '{"type": "act", "action": "hex 9999"}', '{"type": "act", "action": "hex 1212; rm"}', '{"type": "act", "action": -1}',
    '{"type": "act", "action": 100000}', '{"type": "act", "action": 1e400}', '{"type": "act", "action": "chip MOVE", "at": "0"}',
    '{"type": "act", "action": "chip MOVE", "more": 1}', '{"type": "undo", "at": 3}', '{"type": "pace", "seconds": -1}',
    '{"type": "pace", "seconds": 1e9}', '{"type": "pace", "seconds": NaN}', '{"type": "pace"}', '{"type": "pause", "on": "yes"}',
    '{"type": "hello", "tokens": []}', '{"type": "act", "action": "' + "x" * 5000 + '"}', '{"type": "act", "action": "\ud800"}',
]  # fmt: skip


def test_malformed_messages_get_an_error_and_harm_nothing(client: TestClient) -> None:
    id, tokens = opened(client)
    with seated(client, id, *tokens.values()) as seat:
        before = seat.state
        for text in NONSENSE:
            seat.send(text.encode("utf-8", "replace").decode())
            assert seat.error()
        seat.socket.send_bytes(b"\x00\x01")
        assert seat.error()
        with seated(client, id) as other:
            assert other.state["frame"] == before["frame"] and other.state["at"] == before["at"]
        seat.act("chip MOVE")


def test_an_illegal_move_is_refused_with_its_rule_and_changes_nothing(client: TestClient) -> None:
    id, tokens = opened(client, scenario="full", deployment="historical", ruleset="basic")
    with seated(client, id, *tokens.values()) as seat:
        seat.act("chip MOVE")
        seat.act("chip FIRE")
        seat.until(lambda state: state["frame"]["decision"] == "select")
        seat.act("hex 0717" if "hex 0717" in seat.names() else next(name for name in seat.names() if name.startswith("hex")))
        seat.until(lambda state: state["frame"]["decision"] in ("destination", "select_pieces"))
        if seat.state["frame"]["decision"] == "select_pieces":
            seat.act("take 1")
        at = seat.state["at"]
        seat.send({"type": "act", "action": "hex 2700", "at": at})
        assert "B-6" in seat.error()
        assert seat.state["at"] == at


def test_a_strangers_game_id_gets_an_error(client: TestClient) -> None:
    for id in ("x" * 24, "short", "a" * 500):
        with client.websocket_connect(f"ws://localhost/ws/{id}") as socket:
            assert json.loads(socket.receive_text())["type"] == "error"
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == 4404
        assert client.get(f"/api/games/{id}").status_code == 404


def test_only_the_holder_of_a_seat_plays_it(client: TestClient) -> None:
    id, tokens = opened(client)
    other_id, other_tokens = opened(client)
    with seated(client, id) as spectator, seated(client, id, tokens["free_peoples"]) as free:
        assert spectator.state["you"] == [] and spectator.state["choices"] is None
        act = {"type": "act", "action": "chip MOVE"}
        for seat in (spectator, free):  # the Dark Army begins an odd turn
            seat.send(act)
            assert seat.error()
        for message in ({"type": "pause", "on": True}, {"type": "pace", "seconds": 1}, {"type": "undo"}):
            spectator.send(message)
            assert spectator.error()
        with seated(client, id, tokens["dark_army"]) as dark:
            dark.act("chip MOVE")
        assert free.until(lambda state: state["at"] == 1)["choices"]
    for wrong in (other_tokens["dark_army"], "guess", ""):
        with client.websocket_connect(f"ws://localhost/ws/{id}") as socket:
            socket.send_text(json.dumps({"type": "hello", "tokens": [wrong]}))
            assert "token" in json.loads(socket.receive_text())["reason"]
    assert client.get(f"/api/games/{other_id}").json()["turn"] == 1


def test_a_page_has_to_say_hello_first(client: TestClient) -> None:
    id, _ = opened(client)
    with client.websocket_connect(f"ws://localhost/ws/{id}") as socket:
        socket.send_text('{"type": "act", "action": "chip MOVE"}')
        assert "hello" in json.loads(socket.receive_text())["reason"]


def test_an_answer_to_an_older_question_is_refused(client: TestClient) -> None:
    id, tokens = opened(client)
    with seated(client, id, *tokens.values()) as seat:
        seat.act("chip MOVE")
        seat.send({"type": "act", "action": "chip FIRE", "at": 0})
        assert "gone on" in seat.error()
        assert seat.state["at"] == 1


def test_a_decision_can_be_taken_back_until_chance_speaks(client: TestClient) -> None:
    id, tokens = opened(client)
    with seated(client, id, *tokens.values()) as seat:
        frame = seat.state["frame"]
        seat.act("chip MOVE")
        assert seat.state["undo"]
        seat.send({"type": "undo"})
        seat.until(lambda state: state["at"] == 0)
        assert seat.state["frame"] == frame
        seat.act("chip COMBAT")
        seat.act("chip MOVE")  # nobody can fight yet: the phase passes, and a chip is drawn blind
        assert not seat.state["undo"]
        seat.send({"type": "undo"})
        assert "taken back" in seat.error()


def test_several_games_at_once(client: TestClient) -> None:
    games = [opened(client, seats=BOTS, seed=seed)[0] for seed in range(5)]
    person, tokens = opened(client)
    with seated(client, person, *tokens.values()) as seat:
        seat.act("chip MOVE")
        for id in games:
            with seated(client, id) as watcher:
                watcher.until(lambda state: state["frame"]["outcome"])
        assert seat.act("chip FIRE")["at"] == 2
    told = [client.get(f"/api/games/{id}").json() for id in games]
    assert all(game["over"] for game in told)


def test_a_restart_restores_the_games(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path), base_url="http://localhost") as client:
        id, tokens = opened(client)
        with seated(client, id, *tokens.values()) as seat:
            for _ in range(6):
                seat.act(seat.names()[0])
            before = seat.state
    with TestClient(create_app(tmp_path), base_url="http://localhost") as client, seated(client, id, *tokens.values()) as seat:
        for part in ("at", "frame", "choices", "prompt"):
            assert seat.state[part] == before[part]
        assert seat.state["lines"]["from"] == 0 and len(seat.state["lines"]["new"]) > 2
        seat.act(seat.names()[0])


def test_no_token_is_written_down(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path), base_url="http://localhost") as client:
        _, tokens = opened(client)
    (file,) = (tmp_path / "runs" / "web").iterdir()
    assert not any(token in file.read_text() for token in tokens.values())


def test_more_games_than_fit_in(tmp_path: Path) -> None:
    limits = Limits(games=2)
    with TestClient(create_app(tmp_path, limits), base_url="http://localhost") as client:
        first, second = opened(client)[0], opened(client)[0]
        with seated(client, first), seated(client, second):
            refused = client.post("/api/games", json={**SKIRMISH, "seats": PERSONS})
            assert refused.status_code == 503 and refused.json()["type"] == "error"
        third, _ = opened(client)  # now one that nobody looks at is put away
        assert len(client.app.state.hall.tables) == 2  # type: ignore[attr-defined]
        assert all(client.get(f"/api/games/{id}").status_code == 200 for id in (first, second, third))  # and comes back


def test_idle_games_are_put_away(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path, Limits(idle=0)), base_url="http://localhost") as client:
        id, _ = opened(client)
        hall = client.app.state.hall  # type: ignore[attr-defined]
        with seated(client, id):
            client.portal.call(_tidy, hall)  # type: ignore[union-attr]
            assert id in hall.tables  # somebody looks on
        while hall.tables[id].watchers:
            pass
        client.portal.call(_tidy, hall)  # type: ignore[union-attr]
        assert not hall.tables


async def _tidy(hall: Any) -> None:
    hall.tidy()


class Hostile:
    """A bot of somebody else's."""

    def __init__(self, deed: Any) -> None:
        self.act = deed


def _crash(game: Game) -> int:
    raise RuntimeError("out of ideas")


@pytest.mark.parametrize(("deed", "word"), [(_crash, "out of ideas"), (lambda game: 10**9, "not legal"), (lambda game: "x", "failed")])
def test_a_bot_that_fails_stops_its_own_game_only(client: TestClient, monkeypatch: pytest.MonkeyPatch, deed: Any, word: str) -> None:
    monkeypatch.setattr(tables, "bot", lambda *_: Hostile(deed))
    id, _ = opened(client, seats={**PERSONS, "dark_army": "random"})
    with seated(client, id) as watcher:
        assert word in watcher.until(lambda state: state["trouble"])["trouble"]
    assert client.get("/api/lobby").status_code == 200


def test_pause_and_pace(client: TestClient) -> None:
    id, tokens = opened(client, seats=BOTS, pace=5)
    with seated(client, id, tokens["owner"]) as owner:
        owner.send({"type": "pause", "on": True})
        paused = owner.until(lambda state: state["paused"])["at"]
        owner.send({"type": "pace", "seconds": 0})
        assert owner.until(lambda state: state["pace"] == 0)["at"] <= paused + 1
        owner.send({"type": "pause", "on": False})
        owner.until(lambda state: state["frame"]["outcome"])
