"""What a bot is."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from bofa_env.batch import Games
from bofa_env.game import Game


@runtime_checkable
class Agent(Protocol):
    """Anything that plays. Its choice depends on the public state of the game at hand and on its own seed, mixed with the
    game's seed and the number of decisions taken: never on dice to come, on other games, or on what it was asked before.
    """

    name: str  # the spec that makes it again, such as "mcts:sims=200"
    version: str  # changes when its play changes

    def act(self, game: Game) -> int:
        """A legal action for the player who has to decide."""


@runtime_checkable
class BatchAgent(Agent, Protocol):
    """A bot that can answer many games at once."""

    def act_batch(self, games: Games, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        """One action per game; only the rows in `which` count."""
