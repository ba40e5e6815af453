"""Loads the battlefield and the counters, the packaged ones or others of the same format.

    data = load()
    data.world                     # the record that the rules work with, read-only
    data.piece_number["Gandalf"]   # 38

A file that is broken or contradicts the rulebook is refused with a DataError: file, line and reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from importlib import resources
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..rules.world import SIDES, WORLD
from .battlefield import read_battlefield
from .counters import read_counters
from .document import DataError, Hexside
from .fill import fill_battlefield, fill_counters
from .ways import MapPath

__all__ = ["Data", "DataError", "MapPath", "PieceNumbers", "UnknownPiece", "load", "load_world"]

_Stamp = tuple[str, int, int]  # a file as it is now: path, time of the last change, size


class UnknownPiece(KeyError):
    """There is no piece of that name."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would print the quotes of a key


class PieceNumbers(Mapping[str, int]):
    """The number of each piece, by its name."""

    def __init__(self, pieces: tuple[str, ...]) -> None:
        self._numbers = {name: number for number, name in enumerate(pieces)}

    def __getitem__(self, name: str) -> int:
        if name not in self._numbers:
            raise UnknownPiece(self._no_such(name))
        return self._numbers[name]

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def _no_such(self, name: object) -> str:
        by_lower = {known.lower(): known for known in self._numbers}
        close = [by_lower[lower] for lower in get_close_matches(str(name).lower(), by_lower)]
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        return f"there is no piece {name!r}{hint}"


@dataclass(frozen=True, eq=False)
class Data:
    """What the two files say: `world` for the rules, and beside it the names, and what only a picture needs."""

    world: NDArray[Any] = field(repr=False)  # shape (1,), dtype WORLD, read-only
    battlefield: str  # its name
    pieces: tuple[str, ...]  # the name of each piece, by its number
    piece_number: PieceNumbers
    armies: tuple[str, ...]  # the name of each army, by its number
    army_sides: tuple[str, ...]  # "free_peoples" or "dark_army", by the army's number
    paths: tuple[MapPath, ...]
    river: tuple[Hexside, ...]
    red_hexsides: tuple[Hexside, ...]
    ruined_bridge: Hexside

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy that comes out of a pickle is as read-only as the original."""
        self.__dict__.update(state)
        self.world.setflags(write=False)


def load(battlefield: str | PathLike[str] | None = None, counters: str | PathLike[str] | None = None) -> Data:
    """The data of these files, or of the packaged ones; a file that has not changed is read only once."""
    return _load(_stamp(battlefield, "battlefield.toml"), _stamp(counters, "counters.toml"))


def load_world(
    battlefield: str | PathLike[str] | None = None, counters: str | PathLike[str] | None = None
) -> NDArray[Any]:
    """The world record alone: shape (1,), dtype WORLD, read-only."""
    return load(battlefield, counters).world


def _stamp(path: str | PathLike[str] | None, packaged: str) -> _Stamp:
    file = Path(str(resources.files(__package__) / packaged)) if path is None else Path(path)
    file = file.resolve(strict=True)
    status = file.stat()
    return str(file), status.st_mtime_ns, status.st_size


@lru_cache(maxsize=16)
def _load(battlefield_file: _Stamp, counters_file: _Stamp) -> Data:
    battlefield = read_battlefield(Path(battlefield_file[0]))
    counters = read_counters(Path(counters_file[0]))
    world = np.zeros(1, WORLD)
    fill_battlefield(world, battlefield)
    fill_counters(world, counters)
    world.setflags(write=False)
    pieces = tuple(piece.name for piece in counters.pieces)
    return Data(
        world=world,
        battlefield=battlefield.name,
        pieces=pieces,
        piece_number=PieceNumbers(pieces),
        armies=counters.armies,
        army_sides=tuple(SIDES[side] for side in counters.army_sides),
        paths=battlefield.paths,
        river=battlefield.river,
        red_hexsides=battlefield.red_hexsides,
        ruined_bridge=battlefield.ruined_bridge,
    )
