"""An AI research environment for the 1984 hex wargame The Battle of Five Armies."""

from .errors import ChanceError, IllegalAction, PositionError, UnknownName
from .game import ChanceOutcome, Game, Outcome, Piece

__all__ = ["ChanceError", "ChanceOutcome", "Game", "IllegalAction", "Outcome", "Piece", "PositionError", "UnknownName"]
__version__ = "0.1.0"
