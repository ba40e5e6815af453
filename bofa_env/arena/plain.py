"""Plain text of whatever a bot raises or answers: it never raises, is never long, and can be kept and shown anywhere."""

from __future__ import annotations

from collections.abc import Callable

LONGEST = 300  # characters of a reason; who wants more has the bot to ask


def safe_text(thing: object, most: int = LONGEST, how: Callable[[object], str] = str) -> str:
    """The thing as one line of text. how: `str` or `repr`, which are the bot's own code and may do anything."""
    try:
        text = str.__str__(how(thing))  # what a bot makes may be a kind of text of its own; this is plain again
    except BaseException:
        return f"(a {kind_name(thing)} that cannot be shown)"
    return cut("".join(letter if letter.isprintable() else " " for letter in text), most)


def kind_name(thing: object) -> str:
    """The name of its type, as type itself knows it and not as the thing would have it."""
    name: str = type.__dict__["__name__"].__get__(type(thing))
    return safe_text(name, 60)


def cut(text: str, most: int = LONGEST) -> str:
    """Not longer than that."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def short(name: str, most: int = 24) -> str:
    """A name that fits into a table: its beginning and its end, because specs differ in either."""
    tail = most // 2
    return name if len(name) <= most else f"{name[: most - tail - 1]}…{name[-tail:]}"
