"""A server in the test's own process, and one that a browser can reach."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web import browser

from bofa_env.web.app import create_app


def make_folders(folder: Path) -> Path:
    """The folders that other commands would have made."""
    for name in ("runs", "reports", "records"):
        (folder / name).mkdir()
    return folder


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """The app on an empty data folder."""
    make_folders(tmp_path)
    with TestClient(create_app(tmp_path), base_url="http://localhost") as client:
        yield client


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the server for the browser."""
    return make_folders(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[str]:
    """A real server on a port of its own; its address."""
    import uvicorn

    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(data), log_level="warning", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A headless browser."""
    path = browser.find()
    if path is None:
        if browser.required():
            pytest.fail(browser.MISSING)
        pytest.skip(browser.MISSING)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=browser.FLAGS)
        yield found
        found.close()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A fresh page; whatever it complains about fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert not complaints
