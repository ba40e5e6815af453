"""Bots at the table: which there are, and how they are asked."""

from __future__ import annotations

import re
from importlib import resources
from importlib.util import find_spec
from typing import Any

import numpy as np

from ..errors import one_of
from ..game import Game
from ..seeds import REDRAW, words
from .errors import Refused
from .shelf import Shelf

MODEL_SUFFIX = ".zip"
_SPEC = re.compile(r"[A-Za-z0-9_.-]+(:[A-Za-z0-9_=.,-]+)?")
_LARGEST = 100_000  # of any number in a spec: a bot that never answers helps nobody
_LONGEST = 30  # seconds that a bot may ask to think


def specs(shelf: Shelf) -> list[str]:
    """The bots to choose from: by name, and for every model that is shipped or in the data folder one that plays it."""
    import agents

    models = [*_shipped(), *shelf.listed("models", MODEL_SUFFIX)] if find_spec("torch") else []
    return [name for name in agents.names() if name != "ppo"] + [f"ppo:{model}" for model in models]


def _shipped() -> list[str]:
    """The models of the package by their short names; found without loading PyTorch."""
    folder = resources.files("training") / "models"
    return sorted(file.name.removesuffix(MODEL_SUFFIX) for file in folder.iterdir() if file.name.endswith(MODEL_SUFFIX))


def bot(spec: str, seed: int, shelf: Shelf) -> Any:
    """The bot of a spec. A model's path is looked up in the data folder; no other spec can name a file."""
    import agents

    name, _, rest = spec.partition(":")
    try:
        one_of("bot", name, agents.names())
        if name == "ppo":
            model, comma, more = rest.partition(",")
            path = model if model in _shipped() else shelf.file("models", model, MODEL_SUFFIX)
            return agents.make(f"ppo:{path}{comma}{more}", seed)
        if not _SPEC.fullmatch(spec):
            raise ValueError("a spec is a name, or a name and parameters such as mcts:sims=200")
        for key, number in re.findall(r"(\w*)=?(\d+(?:\.\d*)?)(?=,|$)", rest):
            if float(number) > (_LONGEST if key == "seconds" else _LARGEST):
                raise ValueError(f"{number} is more than a table here waits for")
        return agents.make(spec, seed)
    except Refused:
        raise
    except Exception as error:  # a bot is somebody else's code: whatever goes wrong in making it is an answer, not a crash
        raise Refused(f"the bot {spec!r} cannot play: {error}") from None


def choice(player: Any, game: Game) -> int:
    """The bot's action; it sees a copy of the game whose future dice and draws are drawn anew."""
    return int(player.act(unforeseen(game)))


def unforeseen(game: Game) -> Game:
    """A copy with another future, the same one each time it is asked for."""
    redraw = words(np.array([game.seed]), game.record["decisions"].astype(np.int64), REDRAW)
    return game.clone(redraw=int(redraw[0]))
