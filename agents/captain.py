"""captain: a scripted commander who knows the game. His thoughts are in `agents/thinking/command.py` and beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bofa_env.batch import Games
from bofa_env.game import Game
from bofa_env.rules.record import GAME

from .thinking.chart import blank_charts
from .thinking.command import command
from .thinking.weights import CAPTAINS
from .thinking.worth import marches_in


class Captain:
    """A scripted commander: holds or storms the areas, attacks where the odds are good, keeps leaders covered. No search."""

    name = "captain"
    version = "3"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed  # not needed: the same position gives the same action
        self.weights = CAPTAINS

    def act(self, game: Game) -> int:
        """His action."""
        return int(self._command(game.data.world, game.record, np.ones(1, np.bool_))[0])

    def act_batch(self, games: Games, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        """His action for each game in `which`."""
        return self._command(games.data.world, games.records, which)

    def _command(self, worlds: NDArray[Any], records: NDArray[Any], which: NDArray[np.bool_]) -> NDArray[np.int64]:
        actions = np.zeros(len(records), np.int64)
        command(worlds, records, which, marches_in(worlds), np.zeros(1, GAME), blank_charts(*self.weights), actions)
        return actions
