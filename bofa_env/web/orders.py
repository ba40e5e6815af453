"""What a page may ask for, checked field by field before anything is done with it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .errors import Refused

PERSON = "person"
LONGEST_MESSAGE = 4096  # bytes
SLOWEST = 5.0  # seconds between two moves of bots


@dataclass(frozen=True)
class GameOrder:
    """A game to be set up. seats: for each player "person" or the spec of a bot."""

    ruleset: str
    options: tuple[str, ...]
    scenario: str
    deployment: str
    seed: int | None
    seats: dict[str, str]
    pace: float = 0.25

    def told(self) -> dict[str, Any]:
        """As JSON holds it."""
        return {**self.__dict__, "options": list(self.options)}


def game_order(told: Any) -> GameOrder:
    """The order in a JSON document; what is left out is as usual."""
    fields = _object(told, {"ruleset", "options", "scenario", "deployment", "seed", "seats", "pace"})
    options, seats, seed = fields.get("options", []), fields.get("seats"), fields.get("seed")
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options) or len(options) > 20:
        raise Refused("options is a list of names")
    if not isinstance(seats, dict) or not all(isinstance(who, str) and len(who) <= 100 for who in seats.values()):
        raise Refused('seats says who plays each side: {"free_peoples": "person", "dark_army": "random"}')
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63):
        raise Refused("seed is a whole number from 0 on, or null")
    return GameOrder(
        ruleset=_word(fields, "ruleset", "standard"),
        options=tuple(dict.fromkeys(options)),
        scenario=_word(fields, "scenario", "full"),
        deployment=_word(fields, "deployment", "historical"),
        seed=seed,
        seats=dict(seats),
        pace=_pace(fields.get("pace", GameOrder.pace)),
    )


@dataclass(frozen=True)
class Message:
    """What comes over a game's socket: hello, act, undo, pace or pause."""

    type: str
    tokens: tuple[str, ...] = ()
    action: int | str = ""
    at: int = -1
    seconds: float = 0.0
    on: bool = False


_FIELDS = {"hello": {"tokens"}, "act": {"action", "at"}, "undo": set(), "pace": {"seconds"}, "pause": {"on"}}


def message(text: str) -> Message:
    """A message of the page; Refused says what is wrong with any other text."""
    if len(text.encode("utf-8", "replace")) > LONGEST_MESSAGE:
        raise Refused(f"a message has at most {LONGEST_MESSAGE} bytes")
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("a message is a JSON object") from None
    kind = told.get("type") if isinstance(told, dict) else None
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise Refused(f'a message has a "type": {", ".join(_FIELDS)}')
    fields = _object(told, {"type", *_FIELDS[kind]})
    if kind == "hello":
        tokens = fields.get("tokens", [])
        if not isinstance(tokens, list) or len(tokens) > 8 or not all(isinstance(t, str) and len(t) <= 100 for t in tokens):
            raise Refused("tokens is a list of the tokens of one's seats, empty for somebody who only watches")
        return Message(kind, tokens=tuple(tokens))
    if kind == "act":
        action, at = fields.get("action"), fields.get("at", -1)
        if isinstance(action, bool) or not isinstance(action, (int, str)) or len(str(action)) > 40:
            raise Refused('action is the name or the number of an action, such as "hex 1212"')
        if isinstance(at, bool) or not isinstance(at, int):
            raise Refused("at is the number of the decision that is answered")
        return Message(kind, action=action, at=at)
    if kind == "pace":
        return Message(kind, seconds=_pace(fields.get("seconds")))
    if kind == "pause" and not isinstance(fields.get("on"), bool):
        raise Refused("on is true or false")
    return Message(kind, on=bool(fields.get("on")))


def _object(told: Any, known: set[str]) -> dict[str, Any]:
    if not isinstance(told, dict):
        raise Refused("a JSON object is expected")
    if unknown := sorted(set(told) - known):
        raise Refused(f"{unknown[0][:40]!r} is not known here; there is {', '.join(sorted(known))}")
    return told


def _word(fields: dict[str, Any], key: str, usual: str) -> str:
    value = fields.get(key, usual)
    if not isinstance(value, str) or len(value) > 60:
        raise Refused(f"{key} is a name")
    return value


def _pace(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= SLOWEST:
        raise Refused(f"pace is a number of seconds from 0 to {SLOWEST:g}")
    return float(value)
