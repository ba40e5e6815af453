"""An AI research environment for the 1984 hex wargame The Battle of Five Armies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import ChanceError, IllegalAction, PositionError, UnknownName
    from .game import ChanceOutcome, Game, Outcome, Piece

__all__ = ["ChanceError", "ChanceOutcome", "Game", "IllegalAction", "Outcome", "Piece", "PositionError", "UnknownName"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """The names above are imported when first used: numba takes half a second, and `bofa --help` does not need it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import errors, game

    return getattr(errors, name) if hasattr(errors, name) else getattr(game, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
