"""random: every legal action with equal chances."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bofa_env.batch import Games
from bofa_env.game import Game
from bofa_env.rules import doors

from .seeding import words_for, words_of


class Random:
    """Any legal action, all with equal chances."""

    name = "random"
    version = "1"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def act(self, game: Game) -> int:
        """A legal action."""
        legal = game.legal_actions()
        return legal[(words_of(game, self.seed) & 0xFFFFFFFF) * len(legal) >> 32]

    def act_batch(self, games: Games, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        """A legal action for every game."""
        actions = np.zeros(games.n, np.int64)
        shares = (words_for(games, self.seed) & 0xFFFFFFFF) / 2**32
        doors.pick_legal(games.data.world, games.records, 0, games.n, shares, actions)
        return actions
