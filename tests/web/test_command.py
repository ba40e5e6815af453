"""The commands: `bofa web` from start to Ctrl-C, and the exported page."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

from typer.testing import CliRunner
from web.tables import BOTS, SKIRMISH
from web.test_server import recorded

from bofa_env.cli import app

runner = CliRunner()


def test_the_server_starts_plays_and_stops(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bofa_env.cli", "web", "--port", "0", "--data", str(tmp_path / "data")]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert server.stderr is not None
    try:
        address = next(found[0] for line in server.stderr if (found := re.findall(r"http://127\.0\.0\.1:\d+/", line)))
        assert b"Five Armies" in urlopen(address).read()
        order = json.dumps({**SKIRMISH, "seats": BOTS}).encode()
        answer = urlopen(Request(f"{address}api/games", order, {"content-type": "application/json"}))
        id = json.load(answer)["id"]
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(30) in (0, -signal.SIGINT)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [f"{id}.json"]


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = runner.invoke(app, ["web", "--port", str(taken.getsockname()[1]), "--data", str(tmp_path)])
    assert told.exit_code == 2 and "--port" in told.output and "in use" in told.output


def test_a_data_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = runner.invoke(app, ["web", "--data", str(tmp_path / "file")])
    assert told.exit_code == 2 and "--data" in told.output


def test_a_record_becomes_a_page(tmp_path: Path) -> None:
    recorded().save(tmp_path / "game.bofa.jsonl")
    told = runner.invoke(app, ["record", "export", str(tmp_path / "game.bofa.jsonl"), str(tmp_path / "game.html")])
    assert told.exit_code == 0, told.output
    page = (tmp_path / "game.html").read_text("utf-8")
    assert page.startswith("<!doctype html>") and "bofa-replay 1" in page
