"""Which browser there is. Run as a program it says when there is none, and that the browser tests are then left out."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
MISSING = f"no browser found (looked for {', '.join(NAMES)}): the tests of the web page are left out"


def find() -> str | None:
    """The path of a Chromium."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


def required() -> bool:
    """Whether the tests have to fail without one."""
    return os.environ.get("BOFA_REQUIRE_BROWSER") == "1"


if __name__ == "__main__" and not find():
    print(MISSING)
