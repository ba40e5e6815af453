"""A sheet of coloured characters, for terminals of 256 colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

_RESET = "\x1b[0m"


class Ink(NamedTuple):
    """How a character looks; a colour is a number of the 256-colour palette, None the terminal's own."""

    colour: int | None = None
    ground: int | None = None
    bold: bool = False
    underlined: bool = False

    def codes(self) -> str:
        """The escape sequence that switches to this ink."""
        codes = ["0"]
        if self.bold:
            codes.append("1")
        if self.underlined:
            codes.append("4")
        if self.colour is not None:
            codes.append(f"38;5;{self.colour}")
        if self.ground is not None:
            codes.append(f"48;5;{self.ground}")
        return f"\x1b[{';'.join(codes)}m"


PLAIN_INK = Ink()

Run = tuple[str, Ink]  # some text and how it looks
Line = list[Run]


def line_text(line: Line, colour: bool) -> str:
    """One line as a terminal takes it: with escape sequences, or the bare characters."""
    if not colour:
        return "".join(text for text, _ in line).rstrip()
    written = "".join(text if ink == PLAIN_INK else f"{ink.codes()}{text}{_RESET}" for text, ink in line)
    return written.rstrip()


def line_width(line: Line) -> int:
    """How many columns the line takes."""
    return sum(len(text) for text, _ in line)


def wrapped(head: Run, items: list[Line], width: int, between: str = "  ") -> Iterator[Line]:
    """A head, and items behind it that are never broken, on as many lines as they need."""
    indent = len(head[0])
    line, used = [head], indent
    for number, item in enumerate(items):
        if number and used + len(between) + line_width(item) > width:
            yield line
            line, used = [(" " * indent, PLAIN_INK)], indent
        elif number:
            line.append((between, PLAIN_INK))
            used += len(between)
        line += item
        used += line_width(item)
    yield line


class Canvas:
    """A sheet of characters, each with its ink, and with the character that stands for it where there is no colour."""

    def __init__(self, width: int, height: int) -> None:
        self._cells = [[(" ", " ", PLAIN_INK)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: Ink = PLAIN_INK, bare: str | None = None) -> None:
        """Write text; `bare` is what to write instead where there is no colour."""
        for offset, (character, plain) in enumerate(zip(text, bare or text, strict=True)):
            self._cells[y][x + offset] = (character, plain, ink)

    def lines(self, colour: bool) -> list[str]:
        """The sheet, line by line."""
        return [line_text(self._runs(row, colour), colour) for row in self._cells]

    @staticmethod
    def _runs(row: list[tuple[str, str, Ink]], colour: bool) -> Line:
        return [
            ("".join(character if colour else plain for character, plain, _ in cells), ink)
            for ink, cells in ((ink, list(group)) for ink, group in groupby(row, key=lambda cell: cell[2]))
        ]
