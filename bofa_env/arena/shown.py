"""What bots get to see: the games as they stand, with all future luck drawn anew and restrictions applied.

A bot that looks into the dice to come finds others; one that changes what it is shown changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..batch import Games
from ..rules.chance import seed_streams
from ..rules.jit import entry
from ..seeds import REDRAW, words


@entry
def _redraw(games: Any, seeds: Any) -> None:
    for index in range(len(games)):
        seed_streams(games[index], seeds[index])


class Shown(Games):
    """A copy of games for bots, brought up to date by `update`."""

    def __init__(self, games: Games, narrow: Callable[[NDArray[Any]], None] | None) -> None:
        self.__dict__.update(games.__dict__)
        self._real, self._narrow = games, narrow
        self.records = np.empty_like(games.records)
        self.masks, self.players, self.decisions = games.masks.copy(), games.players.copy(), games.decisions.copy()
        self.seeds = games.seeds.copy()

    def update(self) -> None:
        """Show the games as they are now. What is drawn anew follows from a game's seed and its number of decisions."""
        real = self._real
        self.records.view(np.uint8)[:] = real.records.view(np.uint8)
        self.seeds[:] = words(real.seeds, real.records["decisions"].astype(np.int64), REDRAW)
        _redraw(self.records, self.seeds)
        if self._narrow is not None:
            self._narrow(self.records)
        self._show()
