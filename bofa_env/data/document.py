"""A TOML file, read value by value; whatever is wrong in it is said with the file, the line and the reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ..rules.actions import hex_number
from .grid import distance
from .positions import Route, positions

Hexside = tuple[int, int]
_Value = TypeVar("_Value")
_WORDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}


class DataError(ValueError):
    """A data file that cannot be used: which file, on which line, and why."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(file, line, reason)
        self.file, self.line, self.reason = file, line, reason

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.reason}"


def read(path: Path) -> Table:
    """The whole of a TOML file, as a table."""
    raw = path.read_bytes()
    try:
        text = raw.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise DataError(str(path), raw[: error.start].count(b"\n") + 1, "this is not UTF-8 text") from None
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))  # else it is the end of the file
        line = int(at[1]) if at else text.count("\n") + 1
        raise DataError(str(path), line, f"not valid TOML: {error}") from None
    return Table(str(path), positions(text), (), content)


@dataclass(frozen=True)
class Table:
    """One table of a file. Its methods return a value of the right kind or raise DataError."""

    file: str
    lines: Mapping[Route, int]
    route: Route
    content: dict[str, Any]

    def error(self, reason: str, *where: str | int) -> DataError:
        """What to raise; where: the key, and the item of a list, that is to blame (else the table itself)."""
        route = (*self.route, *where)
        while route not in self.lines:
            route = route[:-1]
        return DataError(self.file, self.lines[route], reason)

    def only(self, *keys: str) -> None:
        """Refuse any other key: a misspelt one must not be passed over in silence."""
        for key in self.content:
            if key not in keys:
                raise self.error(f"unknown key {key!r}; the keys here are {', '.join(keys)}", key)

    def _of_kind(self, value: object, kind: type[_Value], *where: str | int) -> _Value:
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(f"{where[0]!r}: {_WORDS[kind]} is needed here, not {value!r}", *where)
        return value

    def _get(self, key: str, kind: type[_Value]) -> _Value:
        if key not in self.content:
            raise self.error(f"{key!r} is missing")
        return self._of_kind(self.content[key], kind, key)

    # --- plain values

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self._get(key, str)
        if not value.strip():
            raise self.error(f"{key!r} is empty", key)
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts; a single text is a list of one."""
        if isinstance(self.content.get(key), str):
            return [self.text(key)]
        return [self._of_kind(value, str, key, number) for number, value in enumerate(self._get(key, list))]

    def choice(self, key: str, words: Collection[str]) -> str:
        """One of some words."""
        word = self.text(key)
        if word not in words:
            raise self.error(f"unknown {key} {word!r}; it is one of {', '.join(words)}", key)
        return word

    def choices(self, key: str, words: Collection[str]) -> list[str]:
        """One or more of some words."""
        chosen = self.texts(key)
        for number, word in enumerate(chosen):
            if word not in words:
                raise self.error(f"unknown {key} {word!r}; it is one of {', '.join(words)}", key, number)
        if not chosen:
            raise self.error(f"{key!r} is empty", key)
        return chosen

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from low to high."""
        if default is not None and key not in self.content:
            return default
        value = self._get(key, int)
        if not low <= value <= high:
            raise self.error(f"{key!r} is {value}; it has to be from {low} to {high}", key)
        return value

    def flag(self, key: str) -> bool:
        """True or false; false if it is not there."""
        return self._get(key, bool) if key in self.content else False

    # --- tables within this one

    def table(self, key: str) -> Table:
        """A table within this one."""
        return Table(self.file, self.lines, (*self.route, key), self._get(key, dict))

    def tables(self, key: str) -> list[Table]:
        """A list of tables within this one."""
        return [
            Table(self.file, self.lines, (*self.route, key, number), self._of_kind(value, dict, key, number))
            for number, value in enumerate(self._get(key, list))
        ]

    # --- hexes and hexsides

    def _hex(self, value: object, *where: str | int) -> int:
        try:
            return hex_number(self._of_kind(value, str, *where))
        except DataError:
            raise
        except ValueError as error:
            raise self.error(str(error), *where) from None

    def hex(self, key: str) -> int:
        """A hex that is named CCRR."""
        return self._hex(self._get(key, str), key)

    def hexes(self, key: str, *, repeats: bool = False) -> tuple[int, ...]:
        """A list of hexes, each of them once (unless repeats)."""
        hexes: list[int] = []
        for number, value in enumerate(self._get(key, list)):
            hex = self._hex(value, key, number)
            if hex in hexes and not repeats:
                raise self.error(f"{key!r}: hex {value!r} stands here twice", key, number)
            hexes.append(hex)
        return tuple(hexes)

    def _hexside(self, value: object, *where: str | int) -> Hexside:
        names = self._of_kind(value, list, *where)
        if len(names) != 2:
            raise self.error(
                f"{where[0]!r}: a hexside is named by the two hexes that it divides, not {names!r}", *where
            )
        a, b = (self._hex(name, *where, number) for number, name in enumerate(names))
        if distance(a, b) != 1:
            raise self.error(f"{where[0]!r}: hexes {names[0]!r} and {names[1]!r} are not adjacent", *where)
        return a, b

    def hexside(self, key: str) -> Hexside:
        """A hexside: the two hexes that it divides."""
        return self._hexside(self._get(key, list), key)

    def hexsides(self, key: str) -> tuple[Hexside, ...]:
        """A list of hexsides, each of them once."""
        return tuple(self._hexsides(key))

    def _hexsides(self, key: str) -> Iterator[Hexside]:
        seen: set[frozenset[int]] = set()
        for number, value in enumerate(self._get(key, list)):
            hexside = self._hexside(value, key, number)
            if frozenset(hexside) in seen:
                raise self.error(f"{key!r}: hexside {value!r} stands here twice", key, number)
            seen.add(frozenset(hexside))
            yield hexside
