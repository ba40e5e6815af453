"""Bots that do everything wrong, and small ones that do it right."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any, ClassVar

import numpy as np

from bofa_env import Game

WELL_BEHAVED_FOR = 5  # decisions: trouble comes in the middle of a game


class First:
    """The first legal action. Fast, and the same every time."""

    name = "first"
    version = "1"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def act(self, game: Game) -> Any:
        """The first legal action, until `misbehave` says otherwise."""
        if game.record["decisions"][0] >= WELL_BEHAVED_FOR:
            return self.misbehave(game)
        return game.legal_actions()[0]

    def misbehave(self, game: Game) -> Any:
        """This one never does."""
        return game.legal_actions()[0]


class Last(First):
    """The last legal action, many games at once."""

    name = "last"

    def misbehave(self, game: Game) -> Any:
        return game.legal_actions()[-1]

    def act(self, game: Game) -> Any:
        return game.legal_actions()[-1]

    def act_batch(self, games: Any, which: Any) -> Any:
        masks = games.masks
        return (masks.shape[1] - 1 - np.argmax(masks[:, ::-1], axis=1)).astype(np.int64)


class Crash(First):
    """Raises."""

    def misbehave(self, game: Game) -> Any:
        raise RuntimeError("my mistake")


class Quit(First):
    """Wants to end the program."""

    def misbehave(self, game: Game) -> Any:
        sys.exit(3)


class Die(First):
    """Takes its process down."""

    def misbehave(self, game: Game) -> Any:
        os._exit(7)


class Segfault(First):
    """Reads where nothing is."""

    def misbehave(self, game: Game) -> Any:
        return ctypes.string_at(0)


class Hang(First):
    """Never comes back, and holds the interpreter's lock in C code while it does not."""

    def misbehave(self, game: Game) -> Any:
        return ctypes.PyDLL(None).sleep(3600)


class Illegal(First):
    """An action that is not legal."""

    def misbehave(self, game: Game) -> Any:
        legal = game.legal_actions()
        return next(action for action in range(10_000) if action not in legal)


class OffTheList(First):
    """A number that is no action."""

    def misbehave(self, game: Game) -> Any:
        return 10**6


class WrongType(First):
    """An action by its name, which is for people."""

    def misbehave(self, game: Game) -> Any:
        return game.legal_names()[0]


class TrueIsNotOne(First):
    """A truth value."""

    def misbehave(self, game: Game) -> Any:
        return True


class Peeker(First):
    """Looks where the dice will come from, and tells; two games that differ in their luck only must look the same to it."""

    seen: ClassVar[list[tuple[int, ...]]] = []

    def act(self, game: Game) -> Any:
        self.seen.append(tuple(game.record["key"].ravel().tolist()))
        return game.legal_actions()[0]


class Vandal(Last):
    """Changes what it is shown."""

    def act_batch(self, games: Any, which: Any) -> Any:
        answer = super().act_batch(games, which)
        games.masks[:] = 1
        games.records["hex"] = -2
        games.records["legal"] = 1
        games.players[:] = 0
        games.seeds[:] = 1
        which[:] = False
        return answer


class BatchCrash(Last):
    """Right when asked about one game, broken when asked about many."""

    def act_batch(self, games: Any, which: Any) -> Any:
        raise RuntimeError("too many")


class BatchHang(Last):
    """Hangs in one of the games, and so in all that it is asked about together."""

    def act(self, game: Game) -> Any:
        if game.record["decisions"][0] >= WELL_BEHAVED_FOR and game.player == "dark_army":
            return ctypes.PyDLL(None).sleep(3600)
        return super().act(game)

    def act_batch(self, games: Any, which: Any) -> Any:
        if (games.records["decisions"][which] >= WELL_BEHAVED_FOR).any():
            return ctypes.PyDLL(None).sleep(3600)
        return super().act_batch(games, which)


class Unspeakable:
    """Whatever it is asked to say about itself, it raises."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")

    __str__ = __repr__


class NoIndex:
    """Wants to be a number and raises, not a TypeError."""

    def __index__(self) -> int:
        raise SystemExit("not today")


class SilentError(Exception):
    """An exception that cannot even be told."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


class CannotBeShown(First):
    """An answer whose repr raises."""

    def misbehave(self, game: Game) -> Any:
        return Unspeakable()


class NoNumber(First):
    """An answer whose __index__ raises."""

    def misbehave(self, game: Game) -> Any:
        return NoIndex()


class HugeNumber(First):
    """A whole number that Python refuses to write down."""

    def misbehave(self, game: Game) -> Any:
        return 10**5000


class CrashWithoutWords(First):
    """An exception whose str raises."""

    def misbehave(self, game: Game) -> Any:
        raise SilentError


class CrashAtLength(First):
    """An exception of many words, on many lines, not all of which can be written down."""

    def misbehave(self, game: Game) -> Any:
        raise RuntimeError("\ud800 and so\non \x1b[31m" * 1000)


class CutOff(First):
    """Closes every file of its process, the connection to its guard too."""

    def misbehave(self, game: Game) -> Any:
        os.closerange(0, 256)
        return game.legal_actions()[0]


class OnlyWithSeed0(First):
    """Can be made for the first question and for no game."""

    def __init__(self, seed: int) -> None:
        if seed != 0:
            raise RuntimeError(f"no seed {seed} for me")


class HangsWithSeed5(First):
    """Its constructor never comes back."""

    def __init__(self, seed: int) -> None:
        if seed == 5:
            ctypes.PyDLL(None).sleep(3600)


class HangsWhenMade(First):
    """Its constructor never comes back, whatever the seed."""

    def __init__(self, seed: int) -> None:
        ctypes.PyDLL(None).sleep(3600)


class NoVersion:
    """A name is all that it has."""

    def act(self, game: Game) -> Any:
        return game.legal_actions()[0]

    def __init__(self, seed: int) -> None:
        self.seed = seed


class RaisesWhenMade(First):
    """Something is missing, and it does not say so in words."""

    def __init__(self, seed: int) -> None:
        raise KeyError("a key of mine")


def cannot_be_made(seed: int) -> Any:
    """Not even a bot."""
    raise ValueError("no model here")
