"""What the server refuses, and with which HTTP status."""

from __future__ import annotations


class Refused(Exception):
    """A request that is answered with an error; nothing has changed."""

    status = 400

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotThere(Refused):
    """No such game, record or report; or one that the asker may not know of."""

    status = 404


class Full(Refused):
    """As many games as the server takes."""

    status = 503
