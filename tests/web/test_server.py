"""The HTTP side: orders for games, the data folder and its borders, foreign pages, records and replays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web.tables import BOTS, PERSONS, opened, seated

from bofa_env import Game
from bofa_env.record import GameRecord, Recorder, load_corpus, save_corpus

# --- orders

WRONG = [
    ({"seats": {}}, "seats"),
    ({"seats": {"free_peoples": "person"}}, "seats"),
    ({"seats": {**PERSONS, "elven_host": "person"}}, "seats"),
    ({"seats": {**PERSONS, "dark_army": "nobody"}}, "nobody"),
    ({"seats": {**PERSONS, "dark_army": "ppo:/etc/passwd"}}, "runs"),
    ({"seats": {**PERSONS, "dark_army": "ppo:../x.zip"}}, "runs"),
    ({"seats": {**PERSONS, "dark_army": "random:" + "x" * 90}}, "random"),
    ({"seats": {**PERSONS, "dark_army": "mcts:sims=999999999"}}, "waits"),
    ({"ruleset": "chess"}, "chess"),
    ({"ruleset": 3}, "ruleset"),
    ({"ruleset": "basic", "options": ["hysteria"]}, "R33"),
    ({"options": "bats"}, "options"),
    ({"options": ["dragons"]}, "dragons"),
    ({"options": ["extra_turns"]}, "full game"),
    ({"scenario": "../../etc"}, "scenario"),
    ({"deployment": "random"}, "deployment"),
    ({"seed": -1}, "seed"),
    ({"seed": 2**70}, "seed"),
    ({"seed": "7"}, "seed"),
    ({"pace": 99}, "pace"),
    ({"colour": "red"}, "colour"),
]


@pytest.mark.parametrize(("order", "word"), WRONG, ids=[json.dumps(order)[:60] for order, _ in WRONG])
def test_a_wrong_order_is_refused_with_the_reason(client: TestClient, order: dict[str, Any], word: str) -> None:
    answer = client.post("/api/games", json={"scenario": "skirmish", "seats": PERSONS, **order})
    assert answer.status_code in (400, 404)
    assert answer.json()["type"] == "error" and word in answer.json()["reason"]


def test_an_order_that_is_not_json_or_too_long(client: TestClient) -> None:
    kind = {"content-type": "application/json"}
    assert client.post("/api/games", content="{", headers=kind).status_code == 400
    assert client.post("/api/games", content="[" * 3000, headers=kind).status_code == 400
    assert client.post("/api/games", content=" " * 100_000, headers=kind).status_code == 400
    assert client.post("/api/games", content="{}", headers={"content-type": "text/plain"}).status_code == 400


@pytest.mark.parametrize("option", ["three_players", "four_players"])
def test_partners_have_seats_of_their_own(client: TestClient, option: str) -> None:
    seats = client.get("/api/lobby").json()["players"][option]
    id, tokens = opened(client, scenario="full", options=[option], seats=dict.fromkeys(seats, "person"))
    assert set(tokens) == {*seats, "owner"} and id


# --- borders of the data folder

OUT = ["../secret.html", "..%2fsecret.html", "%2e%2e/secret.html", "a/../../secret.html", "/etc/passwd", "//etc/passwd", ".hidden.html",
       "link.html", "folder", "", "x%00.html", "..\\secret.html", "a" * 1000 + ".html"]  # fmt: skip


@pytest.mark.parametrize("name", OUT)
def test_nothing_outside_the_data_folder_is_served(client: TestClient, tmp_path: Path, name: str) -> None:
    secret = tmp_path.parent / "secret.html"
    secret.write_text("secret")
    (tmp_path / "secret.html").write_text("secret")
    (tmp_path / "reports" / "folder").mkdir()
    (tmp_path / "reports" / ".hidden.html").write_text("secret")
    (tmp_path / "reports" / "link.html").symlink_to(secret)
    (tmp_path / "records" / "link.jsonl").symlink_to(secret)
    for path in (f"/reports/{name}", f"/api/records/{name}", f"/api/records/records/{name}", f"/static/{name}"):
        answer = client.get(path)
        assert answer.status_code in (400, 404) and "secret" not in answer.text.replace("secret.html", "")
    assert client.get("/api/reports").json() == [] and client.get("/api/records").json() == []


def test_reports_are_listed_and_shut_off_from_the_app(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "reports" / "may").mkdir()
    (tmp_path / "reports" / "may" / "balance.html").write_text("<h1>Balance</h1>")
    (tmp_path / "reports" / "may" / "games.sqlite").write_text("not to be served")
    recorded().save(tmp_path / "reports" / "may" / "games.bofa.jsonl")
    assert client.get("/api/reports").json() == ["may/balance.html"]
    assert client.get("/api/records").json() == ["reports/may/games.bofa.jsonl"]
    assert client.get("/api/records/reports/may/games.bofa.jsonl").json()["steps"]
    assert client.get("/api/records/games/x.jsonl").status_code == 404
    answer = client.get("/reports/may/balance.html")
    assert "Balance" in answer.text
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "allow-same-origin" not in answer.headers["content-security-policy"]
    assert client.get("/reports/may/games.sqlite").status_code == 404


# --- foreign pages


def test_every_answer_forbids_what_comes_from_outside(client: TestClient) -> None:
    for path in ("/", "/static/app.js", "/board.css", "/api/lobby", "/nowhere"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'self'" in policy and "http" not in policy


def test_the_page_asks_for_nothing_from_outside() -> None:
    import bofa_env.web

    for file in (Path(bofa_env.web.__file__).parent / "static").iterdir():
        text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text and "https://" not in text.replace('"https:"', "")


def test_foreign_origins_and_hosts_are_turned_away(client: TestClient) -> None:
    foreign = {"origin": "http://evil.example"}
    order = {"scenario": "skirmish", "seats": PERSONS}
    assert client.post("/api/games", json=order, headers=foreign).status_code == 403
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    id, _ = opened(client)
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"ws://localhost/ws/{id}", headers=foreign):
        pass
    with client.websocket_connect(f"ws://localhost/ws/{id}", headers={"origin": "http://localhost"}) as socket:
        socket.send_text('{"type": "hello", "tokens": []}')
        assert json.loads(socket.receive_text())["type"] == "state"


# --- records and replays


def recorded(seed: int = 3) -> GameRecord:
    """A skirmish in which everybody does the middle one of what he may do."""
    recorder = Recorder(Game(scenario="skirmish", seed=seed), {"free_peoples": "captain", "dark_army": "random"})
    while not recorder.game.over:
        legal = recorder.game.legal_actions()
        recorder.play(legal[len(legal) // 2])
    return recorder.record()


def test_a_record_in_the_data_folder_is_replayed(client: TestClient, tmp_path: Path) -> None:
    record = recorded()
    record.save(tmp_path / "records" / "one.bofa.jsonl")
    assert client.get("/api/records").json() == ["records/one.bofa.jsonl"]
    replay = client.get("/api/records/records/one.bofa.jsonl").json()
    assert [Game.action_number(step["action"]) for step in replay["steps"]] == list(record.actions)
    assert [(seat["name"], seat["who"]) for seat in replay["seats"]] == [("Free Peoples", "captain"), ("Dark Army", "random")]
    assert record.result is not None
    assert replay["steps"][-1]["changes"]["outcome"]["winner"] == record.result.winner


def test_one_record_of_many(client: TestClient, tmp_path: Path) -> None:
    save_corpus([recorded(3), recorded(4)], tmp_path / "records" / "many.jsonl")
    second = client.get("/api/records/records/many.jsonl?number=1").json()
    assert second["seed"] == "4" and second["records"] == 2
    assert client.get("/api/records/records/many.jsonl?number=2").status_code == 404
    assert client.get("/api/records/records/many.jsonl?number=-1").status_code == 400


def test_a_record_that_is_sent_is_replayed_and_not_kept(client: TestClient, tmp_path: Path) -> None:
    answer = client.post("/api/replay", content=recorded().dumps())
    assert answer.status_code == 200 and answer.json()["steps"]
    assert not list((tmp_path / "records").iterdir())


@pytest.mark.parametrize("text", ["", "{}", "[]", "null\nnull\nnull", '{"format": "bofa-record"}\n', "x" * 1_100_000])
def test_a_broken_record_is_refused(client: TestClient, text: str) -> None:
    answer = client.post("/api/replay", content=text)
    assert answer.status_code == 400 and answer.json()["type"] == "error"


def test_a_forged_record_is_refused(client: TestClient) -> None:
    header, actions, result = recorded().dumps().splitlines()
    forgeries = [
        header.replace('"options":[]', '"options":5'), header.replace('"seed":3', '"seed":"x"'), header.replace("skirmish", "../x"),
        header.replace('"captain"', "5"), header.replace('"deployment"', '"was"'),
    ]  # fmt: skip
    for forged in forgeries:
        if forged != header:
            assert client.post("/api/replay", content="\n".join([forged, actions, result])).status_code in (200, 400)
    shorter = json.dumps(json.loads(actions)[:-3])
    assert client.post("/api/replay", content="\n".join([header, shorter, result])).status_code == 400


def test_a_game_played_here_can_be_taken_home(client: TestClient, tmp_path: Path) -> None:
    id, _ = opened(client, seats=BOTS)
    with seated(client, id) as watcher:
        watcher.until(lambda state: state["frame"]["outcome"])
        actions = watcher.state["at"]
    path = tmp_path / "taken.jsonl"
    path.write_text(client.get(f"/api/games/{id}/record").text)
    (record,) = load_corpus(path)
    assert len(record.actions) == actions and record.agents == BOTS
    assert len(client.get(f"/api/games/{id}/replay").json()["steps"]) == actions
    assert "<script" in client.get(f"/api/games/{id}/export").text


def test_thoughts_only_of_bots_that_tell_them(client: TestClient, tmp_path: Path) -> None:
    recorded().save(tmp_path / "records" / "one.jsonl")
    replay = client.get("/api/records/records/one.jsonl").json()
    assert replay["thoughts"] == []
    assert "does not tell" in client.get(f"/api/shares/{replay['key']}/0").json()["reason"]
    assert client.get(f"/api/shares/{replay['key']}/99999").status_code == 404
    assert client.get("/api/shares/unknown/0").status_code == 404
