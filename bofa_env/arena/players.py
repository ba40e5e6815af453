"""Players: bots by their specs. The arena knows a bot only by its interface."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from ..game import Game
from .plain import safe_text

OWN = "python:"  # python:package.module:Name makes a bot of one's own with Name(seed)


NO_VERSION = "?"  # of a bot that does not say which it is


class Player(Protocol):
    """A bot. One that can answer many games at once also has `act_batch(games, which)`; one whose play changes a `version`."""

    def act(self, game: Game) -> int:
        """A legal action for the player who has to decide."""


@dataclass(frozen=True)
class Kind:
    """What is to be known of a bot before it plays."""

    version: str
    batched: bool


def make(spec: str, seed: int) -> Player:
    """The bot of a spec; ValueError says what is wrong with any other."""
    if not spec.startswith(OWN):
        from agents import make as registered

        return registered(spec, seed)
    place, _, name = spec.removeprefix(OWN).partition(":")
    try:
        factory: Any = getattr(import_module(place), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"{spec!r} is no bot: {error}; write python:package.module:Name") from None
    player = factory(seed)
    if not callable(getattr(player, "act", None)):
        raise ValueError(f"what {name} makes, {safe_text(player, 60, repr)}, has no act(game)")
    return player  # type: ignore[no-any-return]


def kind_of(player: Player) -> Kind:
    """Its version, and whether it answers many games at once."""
    return Kind(safe_text(getattr(player, "version", NO_VERSION), 60), batched(player))


def batched(player: Player) -> bool:
    """Whether it answers many games at once."""
    return callable(getattr(player, "act_batch", None))
