"""Opponents: who plays the seats that the learner does not.

An opponent is "random" (uniform among the legal actions; played inside the compiled core), or an object with
`act(game) -> action`, or a function `game -> action`. It is handed a copy of the game whose future dice and draws are drawn
anew, so it can neither change the game nor read what is to come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .errors import UnknownName
from .game import Game
from .seeds import MIX, words


class Actor(Protocol):
    """Anything that can play."""

    def act(self, game: Game) -> int:
        """The action that it takes."""


Opponent: TypeAlias = str | Actor | Callable[[Game], int]
Opponents: TypeAlias = Opponent | Sequence[Opponent] | Sequence[tuple[Opponent, float]]


class Mix:
    """One opponent, or several of which one is drawn for every game.

    opponents: an opponent; a list of them, drawn with equal chances; or a list of pairs (opponent, weight).
    """

    def __init__(self, opponents: Opponents) -> None:
        entries: list[Any] = list(opponents) if isinstance(opponents, (list, tuple)) else [opponents]
        if not entries:
            raise ValueError("a mix of opponents names at least one")
        pairs = [entry if isinstance(entry, tuple) and len(entry) == 2 else (entry, 1.0) for entry in entries]
        self.players: list[Callable[[Game], int] | None] = [_player(opponent) for opponent, _ in pairs]  # None: random
        weights = np.array([weight for _, weight in pairs], np.float64)
        if not np.isfinite(weights).all() or (weights < 0).any() or not weights.sum() > 0:
            raise ValueError(f"weights of opponents are numbers from 0 on, not all 0: {weights.tolist()}")
        self._edges = np.cumsum(weights / weights.sum())[:-1]
        self.is_random = np.array([player is None for player in self.players])

    def __len__(self) -> int:
        return len(self.players)

    def drawn(self, seeds: NDArray[np.int64]) -> NDArray[np.int64]:
        """The opponent of each game, an index into `players`; it follows from the game's seed alone."""
        chances = words(seeds, np.zeros_like(seeds), MIX) / 2.0**63
        return np.searchsorted(self._edges, chances, "right")


def _player(opponent: Any) -> Callable[[Game], int] | None:
    if isinstance(opponent, str):
        if opponent != "random":
            raise UnknownName(f"there is no opponent {opponent!r}; there is 'random', or give something with act(game)")
        return None
    act = getattr(opponent, "act", opponent)
    if not callable(act):
        raise TypeError(f"an opponent is 'random', a function of a Game, or an object with act(game), not {opponent!r}")
    return act  # type: ignore[no-any-return]
