"""Views: what a learner sees of a game, as a Gymnasium space and as arrays of that space."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import ArrayLike, NDArray

from . import observation
from .batch import Games
from .data.load import Data
from .errors import one_of
from .game import Game
from .rules.actions import ACTIONS

DTYPES = ("uint8", "float32")


def action_space() -> spaces.Space[Any]:
    """A hex or a verb: see `bofa_env.rules.actions`."""
    return spaces.Discrete(ACTIONS)


def mask_space() -> spaces.Box:
    """1 for every legal action."""
    return spaces.Box(0, 1, (ACTIONS,), np.int8)


class View:
    """An observation form in a number format.

    form: "planes", "flat" or "tokens" (`bofa_env.observation`). dtype: "uint8" as it is, or "float32", where every entry is
    divided by its largest value and so lies between 0 and 1. The observation of `flat` is the bare array; that of the others a
    dict of arrays.
    """

    def __init__(self, form: str = "planes", dtype: str = "uint8") -> None:
        self.form = one_of("observation", form, observation.FORMS)
        self.dtype = one_of("dtype", dtype, DTYPES)
        self._largest = observation.largest(form)
        self._divisor = {name: most.astype(np.float32) for name, most in self._largest.items()}
        if "planes" in self._divisor:
            self._divisor["planes"] = self._divisor["planes"][:, :1, :1]  # the same all over a plane

    @property
    def space(self) -> spaces.Space[Any]:
        """The space of one observation, made anew."""
        boxes = {name: self._box(most) for name, most in self._largest.items()}
        return boxes["flat"] if self.form == "flat" else spaces.Dict(boxes)  # type: ignore[arg-type]

    def _box(self, most: NDArray[np.uint8]) -> spaces.Box:
        if self.dtype == "uint8":
            return spaces.Box(np.zeros_like(most), most, dtype=np.uint8)
        return spaces.Box(0.0, 1.0, most.shape, np.float32)

    def buffers(self, games: int) -> dict[str, NDArray[np.uint8]]:
        """Arrays into which so many games can be observed again and again."""
        return observation.buffers(self.form, games)

    def of(self, games: Games, seats: ArrayLike, out: dict[str, NDArray[np.uint8]] | None = None, copy: bool = True) -> Any:
        """The observations of all games, each seen from a seat; without `copy` they may lie in `out` itself."""
        return self._dressed(games.observe(self.form, seats, out), copy and out is not None)

    def of_some(self, games: Games, which: NDArray[np.bool_], seats: NDArray[np.int8]) -> Any:
        """The same for the games in `which` only, in their order."""
        return self._look(games.data, games.records[which], np.ascontiguousarray(seats[which]))

    def of_game(self, game: Game, seat: int) -> Any:
        """The observation of a single Game."""
        return self.one(self._look(game.data, game.record, np.array([seat], np.int8)), 0)

    def _look(self, data: Data, records: NDArray[Any], seats: NDArray[np.int8]) -> Any:
        arrays = self.buffers(len(records))
        door, rest = observation.observer(self.form, arrays, data)
        door(data.world, records, 0, len(records), seats, *rest)
        return self._dressed(arrays, False)

    def one(self, observations: Any, index: int) -> Any:
        """One game's observation out of many."""
        if self.form == "flat":
            return observations[index]
        return {name: array[index] for name, array in observations.items()}

    def _dressed(self, arrays: dict[str, NDArray[np.uint8]], copy: bool) -> Any:
        if self.dtype == "float32":
            dressed: dict[str, Any] = {
                name: np.divide(array, self._divisor[name], dtype=np.float32) for name, array in arrays.items()
            }
        else:
            dressed = {name: array.copy() for name, array in arrays.items()} if copy else arrays
        return dressed["flat"] if self.form == "flat" else dressed
