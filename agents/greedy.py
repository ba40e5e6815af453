"""greedy: one decision ahead, with the evaluation in `agents/thinking/worth.py`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bofa_env.batch import Games
from bofa_env.game import Game

from .seeding import words_for, words_of
from .thinking.desk import desk_for
from .thinking.looking import look_ahead
from .thinking.worth import marches_in


class Greedy:
    """Looks one decision ahead and takes what a plain evaluation likes best; half-finished moves and combats are valued whole.

    redraws: how often an action whose outcome hangs on dice is tried, each time with other dice.
    """

    version = "1"

    def __init__(self, redraws: int = 6, seed: int = 0) -> None:
        if not isinstance(redraws, int) or not 1 <= redraws <= 1000:
            raise ValueError(f"redraws is a whole number from 1 to 1000, not {redraws!r}")
        self.name = "greedy" if redraws == 6 else f"greedy:redraws={redraws}"
        self.redraws = redraws
        self.seed = seed

    def act(self, game: Game) -> int:
        """The best action."""
        words = np.array([words_of(game, self.seed)])
        return int(self._look(game.data.world, game.record, np.ones(1, np.bool_), words)[0])

    def act_batch(self, games: Games, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The best action of each game in `which`."""
        return self._look(games.data.world, games.records, which, words_for(games, self.seed))

    def _look(
        self, worlds: NDArray[Any], records: NDArray[Any], which: NDArray[np.bool_], words: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        actions = np.zeros(len(records), np.int64)
        look_ahead(worlds, records, which, words, self.redraws, desk_for(marches_in(worlds)), actions)
        return actions
