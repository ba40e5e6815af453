"""The server: pages, the JSON interface, and one socket per game and page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from .. import scenarios
from ..deployments import DEPLOYMENTS
from ..game import RULESETS, option_bits, player_names
from ..rules.record import OPTIONS
from . import bots
from .board import board
from .errors import NotThere, Refused
from .guards import Guards, same_origin
from .hall import Hall, Limits
from .library import Library
from .orders import LONGEST_MESSAGE, game_order, message
from .shelf import Shelf
from .table import Table, Watcher
from .words import AREA_NAMES, OPTION_NAMES, PLAYER_NAMES

STATIC = Path(__file__).parent / "static"
PATIENCE = 10.0  # seconds for a page to say hello
TIDYING = 60.0  # seconds between looks for idle games
MOST_WATCHERS = 40  # at one table
LARGEST_RECORD = 1_000_000  # bytes of a record that a page sends
_PARTS = (".png", ".svg", ".css", ".csv", ".json")  # what a report may be made of

Handler = Callable[[Request], Awaitable[Response]]


def create_app(folder: Path, limits: Limits | None = None, hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")) -> Any:
    """The app on a data folder. hosts: the names under which it may be called."""
    shelf = Shelf(folder)
    hall = Hall(shelf, limits or Limits())
    library = Library(shelf, hall)
    routes = [
        Route("/", partial(page, "index.html")),
        Route("/board.css", board_css),
        Route("/api/lobby", said(partial(lobby, shelf))),
        Route("/api/board", said(drawn_board)),
        Route("/api/games", said(partial(open_table, hall)), methods=["POST"]),
        Route("/api/games/{id}", said(partial(summary, hall))),
        Route("/api/games/{id}/replay", said(partial(game_replay, library))),
        Route("/api/games/{id}/record", said(partial(game_record, library))),
        Route("/api/games/{id}/export", said(partial(game_export, library))),
        Route("/api/records", said(partial(listed_records, shelf))),
        Route("/api/replay", said(partial(sent_replay, library)), methods=["POST"]),
        Route("/api/records/{name:path}", said(partial(record_replay, library))),
        Route("/api/shares/{key}/{at:int}", said(partial(shares, library))),
        Route("/api/reports", said(partial(listed_reports, shelf))),
        Route("/reports/{name:path}", said(partial(report, shelf))),
        WebSocketRoute("/ws/{id}", partial(table_socket, hall)),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        tidying = asyncio.get_running_loop().create_task(_tidy(hall))
        yield
        tidying.cancel()
        hall.close()

    middleware = [Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts)), Middleware(Guards)]
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan)
    app.state.hall = hall
    return app


async def _tidy(hall: Hall) -> None:
    while True:
        await asyncio.sleep(TIDYING)
        hall.tidy()


def said(handler: Handler) -> Handler:
    """What is refused becomes an answer with the reason."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as error:
            return JSONResponse({"type": "error", "reason": error.reason}, error.status)

    return answer


# --- pages and lists


async def page(name: str, request: Request) -> Response:
    """The one page of the app; which view it shows stands behind the # of the address."""
    return FileResponse(STATIC / name, headers={"cache-control": "no-cache"})


async def board_css(request: Request) -> Response:
    """The style sheet of everything that is drawn."""
    return PlainTextResponse(board()["style"], media_type="text/css")


async def drawn_board(request: Request) -> Response:
    """The symbols and the map; the same for every game."""
    return JSONResponse(board())


async def lobby(shelf: Shelf, request: Request) -> Response:
    """What can be chosen for a new game."""
    stories = [scenarios.scenario(name) for name in scenarios.names()]
    return JSONResponse(
        {
            "rulesets": list(RULESETS),
            "options": [{"name": name, "title": OPTION_NAMES[name]} for name in sorted(OPTIONS, key=OPTION_NAMES.__getitem__)],
            "scenarios": [{"name": s.name, "title": s.title, "description": s.description} for s in stories],
            "deployments": list(DEPLOYMENTS),
            "bots": bots.specs(shelf),
            "players": {
                option: list(player_names(option_bits([option] if option else [], "standard")).values())
                for option in ("", "three_players", "four_players")
            },
            "player_names": PLAYER_NAMES,
            "area_names": AREA_NAMES,
        }
    )


async def listed_records(shelf: Shelf, request: Request) -> Response:
    """The game records in the data folder."""
    return JSONResponse(shelf.listed_records())


async def listed_reports(shelf: Shelf, request: Request) -> Response:
    """The reports of the arena in the data folder."""
    return JSONResponse(shelf.listed("reports", *shelf.REPORTS))


async def report(shelf: Shelf, request: Request) -> Response:
    """A report, or a picture in it; shut off from the app by its own policy (`guards.py`)."""
    return FileResponse(shelf.file("reports", request.path_params["name"], *shelf.REPORTS, *_PARTS))


# --- games


async def open_table(hall: Hall, request: Request) -> Response:
    """Set up a game; the answer has its id and the tokens of its seats."""
    order = game_order(await _json(request, LONGEST_MESSAGE))
    table, tokens = await hall.open(order)
    return JSONResponse({"id": table.id, "tokens": tokens}, 201)


async def summary(hall: Hall, request: Request) -> Response:
    """A game in a few words, for a list."""
    table = await hall.find(request.path_params["id"])
    game = table.game
    return JSONResponse(
        {
            "id": table.id,
            "scenario": scenarios.scenario(game.scenario).title,
            "ruleset": game.ruleset,
            "seats": table.order.seats,
            "turn": game.turn,
            "player": game.player,
            "over": game.over,
            "winner": game.outcome.winner if game.outcome else None,
        }
    )


async def game_replay(library: Library, request: Request) -> Response:
    """A game of this server as a replay."""
    return JSONResponse(await library.game_replay(request.path_params["id"]))


async def game_record(library: Library, request: Request) -> Response:
    """A game of this server as a record, to keep."""
    text = await library.game_record(request.path_params["id"])
    return PlainTextResponse(text, headers={"content-disposition": 'attachment; filename="game.jsonl"'})


async def game_export(library: Library, request: Request) -> Response:
    """A game of this server as one HTML file that replays offline."""
    text = await library.game_export(request.path_params["id"])
    return HTMLResponse(text, headers={"content-disposition": 'attachment; filename="game.html"'})


# --- records


async def record_replay(library: Library, request: Request) -> Response:
    """A record in the data folder as a replay."""
    number = request.query_params.get("number", "0")
    if not number.isascii() or not number.isdigit() or len(number) > 7:
        raise Refused("number is that of a record in the file, from 0 on")
    return JSONResponse(await library.record_replay(request.path_params["name"], int(number)))


async def sent_replay(library: Library, request: Request) -> Response:
    """A record that the page sends as a replay; nothing is kept."""
    return JSONResponse(await library.sent_replay((await _body(request, LARGEST_RECORD)).decode("utf-8", "replace")))


async def shares(library: Library, request: Request) -> Response:
    """What the bot that decides there thinks of its choices."""
    return JSONResponse(await library.shares(request.path_params["key"], request.path_params["at"]))


async def _body(request: Request, most: int) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Refused(f"more than {most} bytes")
    return body


async def _json(request: Request, most: int) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("the content type is application/json")
    try:
        return json.loads(await _body(request, most))
    except (ValueError, RecursionError):
        raise Refused("this is not JSON") from None


# --- the socket


async def table_socket(hall: Hall, socket: WebSocket) -> None:
    """One page at one table."""
    if not same_origin(socket.headers):
        await socket.close(4403)
        return
    await socket.accept()
    try:
        table = await hall.find(socket.path_params["id"])
        if len(table.watchers) >= MOST_WATCHERS:
            raise Refused("too many look on already")
        hello = message(await asyncio.wait_for(_text(socket), PATIENCE))
        if hello.type != "hello":
            raise Refused('say {"type": "hello", "tokens": […]} first')
        watcher = table.welcome(hello.tokens)
    except (Refused, TimeoutError) as error:
        with suppress(WebSocketDisconnect, RuntimeError):
            await _error(socket, error.reason if isinstance(error, Refused) else "nobody said hello")
            await socket.close(4404 if isinstance(error, NotThere) else 4400)
        return
    except WebSocketDisconnect:
        return
    telling = asyncio.get_running_loop().create_task(_tell(socket, table, watcher))
    try:
        while True:
            try:
                _obey(table, watcher, await _text(socket))
            except Refused as error:
                await _error(socket, error.reason)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the page is gone
    finally:
        telling.cancel()
        table.farewell(watcher)


def _obey(table: Table, watcher: Watcher, text: str) -> None:
    told = message(text)
    if told.type == "act":
        table.act(watcher, told.action, told.at)
    elif told.type == "undo":
        table.undo(watcher)
    elif told.type == "hello":
        raise Refused("hello was said already")
    elif not watcher.owner:
        raise Refused("only who sits at the table sets its pace")
    elif told.type == "pace":
        table.set_pace(told.seconds)
    else:
        table.paused = told.on
        table.tell()


async def _tell(socket: WebSocket, table: Table, watcher: Watcher) -> None:
    """Whenever there is news the page gets the latest state; what it was too slow to see it is not sent."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await watcher.news.wait()
            watcher.news.clear()
            await socket.send_text(json.dumps(table.news_for(watcher), separators=(",", ":")))


async def _text(socket: WebSocket) -> str:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if not isinstance(text, str):
        raise Refused("a message is a text")
    return text


async def _error(socket: WebSocket, reason: str) -> None:
    await socket.send_text(json.dumps({"type": "error", "reason": reason}))
