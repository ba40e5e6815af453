"""What a bot's own luck comes from: its seed, the game's seed, and how many decisions were taken. Nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bofa_env.batch import Games
from bofa_env.game import Game
from bofa_env.seeds import words

BOT = 17  # the stream of words that bots draw from (see bofa_env.seeds)


def words_for(games: Games, seed: int) -> NDArray[np.int64]:
    """A random whole number from 0 to 2**63 - 1 for every game."""
    return _words(games.seeds, games.records["decisions"].astype(np.int64), seed)


def words_of(game: Game, seed: int) -> int:
    """The same for one game."""
    return int(_words(np.array([game.seed]), game.record["decisions"].astype(np.int64), seed)[0])


def _words(seeds: NDArray[np.int64], counts: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    own = words(np.full(len(seeds), seed, np.int64), np.zeros(len(seeds), np.int64), BOT)
    return words(seeds ^ own, counts, BOT)
