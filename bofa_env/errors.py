"""What can be wrong with what a caller asks. Every message says what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class IllegalAction(ValueError):
    """The action is not among the legal ones; the game has not changed."""


class UnknownName(ValueError):
    """A ruleset, option, deployment, mode … that does not exist."""


class PositionError(ValueError):
    """A position that breaks a rule, or is not one at all; names the rule where there is one."""


class ChanceError(ValueError):
    """Dice or draws that cannot be."""


def one_of(what: str, name: object, known: Iterable[str]) -> str:
    """The name, if it is known; otherwise an UnknownName that lists what is."""
    names = list(known)
    if isinstance(name, str) and name in names:
        return name
    close = get_close_matches(str(name), names, n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    raise UnknownName(f"there is no {what} {name!r}{hint}; there is {', '.join(names)}")
