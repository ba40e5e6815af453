"""Bots that play the game, one file each, and the registry that makes them from a spec string.

    >>> import agents
    >>> captain = agents.make("captain", seed=3)
    >>> captain.act(game)

`docs/bots.md` says what each one does, how strong it is, and how to write one's own.
"""

from .interface import Agent, BatchAgent
from .registry import make, names

__all__ = ["Agent", "BatchAgent", "make", "names"]
