"""What every answer carries so that a page can do no more than it has to, and who may call at all."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

_APP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "font-src data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-src 'self'; "
    "frame-ancestors 'self'"
)
# Reports are files that somebody put there: they may draw and compute, but not reach the app, its games or the net.
_REPORTS = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
)


def same_origin(headers: Any) -> bool:
    """Whether a browser's request comes from a page of this server; who is no browser sends no origin."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


class Guards:
    """ASGI middleware: security headers on every answer, and no changes on behalf of foreign pages."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if scope["method"] not in ("GET", "HEAD") and not same_origin(headers):
            await send({"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"text/plain")]})
            await send({"type": "http.response.body", "body": b"this comes from another site's page"})
            return
        policy = _REPORTS if scope["path"].startswith("/reports/") else _APP

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", []),
                    (b"content-security-policy", policy.encode()),
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                    (b"cross-origin-resource-policy", b"same-origin"),
                ]
            await send(message)

        await self.app(scope, receive, guarded)
