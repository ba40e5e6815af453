"""What the tests of the bots share."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import agents
from bofa_env import Game
from bofa_env.batch import Games
from bofa_env.rules.seats import SIDE_OF_SEAT

CHEAP = ("random", "greedy", "captain")
SEARCHING = ("flatmc:sims=8,turns=16,horizon=1", "mcts:sims=8,turns=16,horizon=1")
SIDES_OF_SEATS = np.array([*SIDE_OF_SEAT, -1])


def scores(one: str, other: str, pairs: int, seed: int = 0, **kind: Any) -> NDArray[np.float64]:
    """Paired games, sides swapped: what `one` scores in each (1, 0.5, 0), first as the Free Peoples, then as the Dark Army."""
    games = Games(2 * pairs, seed=[seed + i for i in range(pairs)] * 2, autoreset="disabled", **kind)
    bots = agents.make(one, 1), agents.make(other, 2)
    side = np.repeat([0, 1], pairs)
    while not games.records["over"].all():
        for bot, mine in zip(bots, (True, False), strict=True):
            which = (games.players >= 0) & ((SIDES_OF_SEATS[games.players] == side) == mine)
            if which.any():
                games.step_where(which, answers(bot, games, which))
    winner = games.records["winner"]
    return np.where(winner < 0, 0.5, winner == side).reshape(2, pairs)


def answers(bot: agents.Agent, games: Games, which: NDArray[np.bool_]) -> NDArray[np.int64]:
    """A bot's actions, one by one if it cannot do many at once."""
    if isinstance(bot, agents.BatchAgent):
        return bot.act_batch(games, which)
    actions = np.zeros(games.n, np.int64)
    for index in np.flatnonzero(which):
        actions[index] = bot.act(games.game(int(index)))
    return actions


def somewhere(seed: int, decisions: int, **kind: Any) -> Game:
    """A game after so many decisions of random play."""
    game = Game(seed=seed, **kind)
    rng = random.Random(seed)
    for _ in range(decisions):
        if game.outcome is not None:
            break
        game.play(rng.choice(game.legal_actions()))
    return game
