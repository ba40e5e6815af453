"""`bofa web`: the app in the browser."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from .options import said_by
from .patience import patience

_LOCAL = ("127.0.0.1", "localhost", "::1")
_LARGEST_MESSAGE = 65536  # bytes; what is larger ends the connection


def web(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on. Only this machine can come in unless you say otherwise.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any that is free.")] = 8642,
    data: Annotated[
        Path,
        typer.Option("--data", metavar="DIR", help="The folder with runs/, reports/ and records/; nothing outside it is used."),
    ] = Path("."),
    games: Annotated[int, typer.Option("--games", min=1, max=1000, help="How many games may be in memory at once.")] = 50,
) -> None:
    """Play, watch and replay in the browser."""
    console = Console(stderr=True)
    try:
        import starlette  # noqa: F401
        import uvicorn
        import websockets  # noqa: F401
    except ImportError as error:
        console.print(f"{error.name} is missing: pip install 'bofa-env\\[web]'", style="red", highlight=False)
        raise typer.Exit(1) from None
    with said_by("--data"):
        data.mkdir(parents=True, exist_ok=True)
    with patience(console):
        from ..web.app import create_app
        from ..web.hall import Limits
        from ..web.warm_up import warm_up

        warm_up()
        # Under other names than these a foreign page could reach a local server; who opens it to others has to trust them.
        hosts = ("localhost", "127.0.0.1", "[::1]") if host in _LOCAL else ("*",)
        app = create_app(data, Limits(games=games), hosts)
    if host not in _LOCAL:
        console.print(f"Everybody who can reach {host}:{port} can now play here.", style="yellow", highlight=False)
    with said_by("--port"):
        listener = _listener(host, port)
    where = f"[{host}]" if ":" in host else host
    console.print(f"The app is at http://{where}:{listener.getsockname()[1]}/ (Ctrl-C stops it)", highlight=False)
    config = uvicorn.Config(app, log_level="warning", ws="websockets-sansio", ws_max_size=_LARGEST_MESSAGE)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _listener(host: str, port: int) -> socket.socket:
    """A socket on that address; OSError if it is taken or not this machine's."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except socket.gaierror as error:
        raise OSError(f"there is no address {host}: {error.strerror}") from None
    except OSError as error:
        raise OSError(f"cannot listen on {host}:{port}: {os.strerror(error.errno or 0)}") from None
