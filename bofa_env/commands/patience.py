"""A word to whoever waits while the rules are compiled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer

from rich.console import Console

_SOON = 2.0  # seconds; compiled rules are usually loaded by then
_MESSAGE = "preparing the rules (the first time they are compiled: about a minute) …"


@contextmanager
def patience(console: Console) -> Iterator[None]:
    """If what is done takes long, say why: with a spinner on a terminal, otherwise with a line."""
    status = console.status(_MESSAGE)
    lock = Lock()
    done = False

    def speak() -> None:
        with lock:
            if done:
                return
            if console.is_terminal:
                status.start()
            else:
                console.print(_MESSAGE)

    timer = Timer(_SOON, speak)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            done = True
            status.stop()
