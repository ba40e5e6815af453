"""What bots think of their choices, for the heat map.

A bot may have a method beside `act`:

    probabilities(game) -> array of 648 numbers     how it divides its favour among the actions

Learned bots give their policy; a tree search could give the shares of its visits. Bots without it are simply not asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ..game import Game
from ..record import GameRecord
from .bots import unforeseen

Shares = dict[int, float]  # action -> its share

BUDGET = 120.0  # seconds that an export asks bots at most; what they think after that is left out


def tells_thoughts(spec: str) -> bool:
    """Whether bots of this kind have the optional method `probabilities(game)`, one number per action."""
    from agents.registry import factory_of

    try:
        return hasattr(factory_of(spec.partition(":")[0]), "probabilities")
    except (ValueError, ImportError):
        return False


def shares_of(player: Any, game: Game) -> Shares | None:
    """How a bot that can tell divides its favour among the legal actions; None: it cannot."""
    if not hasattr(player, "probabilities"):
        return None
    told = np.asarray(player.probabilities(unforeseen(game)), np.float64)
    return {action: float(told[action]) for action in game.legal_actions()}


def thinker(record: GameRecord) -> Callable[[Game], Shares | None] | None:
    """Asks the bots of a record, where they can be made and tell; None: there is nobody to ask."""
    import agents

    players = {}
    for player, spec in record.agents.items():
        if tells_thoughts(spec):
            try:
                players[player] = agents.make(spec)
            except (ValueError, ImportError, OSError):
                continue  # its model is not here: the replay is shown without its thoughts
    started = time.monotonic()

    def ask(game: Game) -> Shares | None:
        player = players.get(str(game.player))
        return shares_of(player, game) if player and time.monotonic() - started < BUDGET else None

    return ask if players else None
