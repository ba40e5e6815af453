"""Matches in pairs: two games with the same seed, sides swapped, so that the luck of the dice is the same for both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bofa_env.batch import Games
from bofa_env.rules.seats import SIDE_OF_SEAT

from .league import bot_actions

_SIDE_OF_SEAT = np.array(SIDE_OF_SEAT, np.int8)


@dataclass(frozen=True)
class Score:
    """What came of a match, for the first of the two players. Draws count half."""

    games: int  # half of them with each side
    as_free_peoples: float  # share of points
    as_dark_army: float
    wins: int
    draws: int
    error: float  # standard error of `share`, pairs being the independent trials
    decisions: float  # per game

    @property
    def share(self) -> float:
        """The share of points, both sides together."""
        return (self.as_free_peoples + self.as_dark_army) / 2


def match(player: Any, other: Any, pairs: int, seed: int = 0, **rules: Any) -> Score:
    """`pairs` pairs of games, all at once: in the first half of the games the player has the Free Peoples."""
    games = Games(2 * pairs, seed=[seed + i for i in range(pairs)] * 2, autoreset="disabled", **rules)
    own_side = np.repeat([0, 1], pairs)
    while (games.players >= 0).any():
        playing = games.players >= 0
        own = playing & (_SIDE_OF_SEAT[games.players] == own_side)
        actions = np.zeros(games.n, np.int64)
        for who, which in ((player, own), (other, playing & ~own)):
            if which.any():
                actions[which] = bot_actions(who, games, which)[which]
        games.step_where(playing, actions)
    winner = games.records["winner"]
    points = np.where(winner < 0, 0.5, winner == own_side).reshape(2, pairs)
    by_pair = points.mean(0)
    return Score(
        games=2 * pairs,
        as_free_peoples=float(points[0].mean()),
        as_dark_army=float(points[1].mean()),
        wins=int((winner == own_side).sum()),
        draws=int((winner < 0).sum()),
        error=float(by_pair.std(ddof=1) / np.sqrt(pairs)) if pairs > 1 else 0.5,
        decisions=float(games.records["decisions"].mean()),
    )
