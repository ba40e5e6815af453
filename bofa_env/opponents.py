"""Opponents: who plays the seats that the learner does not.

An opponent is one of these:

- "random": uniform among the legal actions, played inside the compiled core;
- another spec of a bot, such as "greedy" or "mcts:sims=50": whatever `agents.make` takes;
- an object with `act_batch(games, which) -> actions`: it answers all games in `which` at once, as a frozen network does
  (`bofa_env.views.View.of_some` gives it their observations). It must leave the games alone, and not look at dice to come;
- an object with `act(game) -> action`, or a function `game -> action`: asked game by game. It is handed a copy of the game
  whose future dice and draws are drawn anew, so it can neither change the game nor read what is to come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .batch import Games
from .errors import IllegalAction
from .game import Game
from .rules.actions import ACTIONS
from .seeds import MIX, REDRAW, words


class Actor(Protocol):
    """Anything that can play."""

    def act(self, game: Game) -> int:
        """The action that it takes."""


class BatchActor(Protocol):
    """Anything that can play many games at once."""

    def act_batch(self, games: Games, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        """One action per game; only those of the games in `which` count."""


Opponent: TypeAlias = str | Actor | BatchActor | Callable[[Game], int]
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
        self.players = [_player(opponent) for opponent, _ in pairs]  # None: random
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


class AllAtOnce:
    """A player who answers many games with one call."""

    def __init__(self, actor: BatchActor) -> None:
        self.actor = actor

    def replies(self, games: Games, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        """One action per game, legal in all of `which`."""
        actions = np.asarray(self.actor.act_batch(games, which))
        if actions.shape != (games.n,) or actions.dtype.kind not in "iu":
            raise IllegalAction(
                f"an opponent's act_batch gives {games.n} whole numbers, one per game, not {actions.dtype} {actions.shape}"
            )
        known = (actions >= 0) & (actions < ACTIONS)
        legal = known & (games.masks[np.arange(games.n), np.where(known, actions, 0)] != 0)
        if not legal[which].all():
            wrong = int(np.flatnonzero(which & ~legal)[0])
            raise _not_legal(games, wrong, int(actions[wrong]))
        return actions.astype(np.int64, copy=False)


class OneByOne:
    """A player who is asked game by game."""

    def __init__(self, act: Callable[[Game], int]) -> None:
        self.act = act

    def replies(self, games: Games, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        """One action per game, legal in all of `which`."""
        actions = np.zeros(games.n, np.int64)
        seeds = words(games.seeds, games.records["decisions"].astype(np.int64), REDRAW)
        for index in np.flatnonzero(which).tolist():
            action = self.act(games.game(index).clone(redraw=int(seeds[index])))
            if not isinstance(action, (int, np.integer)) or not 0 <= action < ACTIONS or not games.masks[index, action]:
                raise _not_legal(games, index, action)
            actions[index] = action
        return actions


def _not_legal(games: Games, index: int, action: Any) -> IllegalAction:
    name = games.players_by_seat[int(games.players[index])]
    return IllegalAction(f"game {index}: the opponent, playing {name}, has chosen {action!r}, which is not legal")


def _player(opponent: Any) -> AllAtOnce | OneByOne | None:
    if isinstance(opponent, str):
        if opponent == "random":
            return None
        import agents  # only here: the bots are built on this package

        opponent = agents.make(opponent)
    if callable(getattr(opponent, "act_batch", None)):
        return AllAtOnce(opponent)
    act = getattr(opponent, "act", opponent)
    if not callable(act):
        raise TypeError(
            "an opponent is the spec of a bot, a function of a Game, or an object with act(game) or act_batch(games, which), "
            f"not {opponent!r}"
        )
    return OneByOne(act)
