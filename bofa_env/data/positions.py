"""On which line of a TOML file each value stands.

tomllib tells what a file says, but not where. So the text of a file that tomllib has accepted is read once more, for
the lines alone; that the text is valid TOML may be taken for granted here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

# How to get to a value: ("army", 3, "units", 0, "strength"); () is the whole file
Route = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""
      (?P<skip>    [ \t\r]+ | \#[^\n]* )
    | (?P<newline> \n )
    | (?P<string>  \"{3}(?:[^\\]|\\.)*?\"{3,5} | '{3}.*?'{3,5} | "(?:[^"\\]|\\.)*" | '[^']*' )
    | (?P<mark>    [\[\]{}=,.] )
    | (?P<word>    [^\[\]{}=,.\s\#"']+ )
    """,
    re.VERBOSE | re.DOTALL,
)


def positions(text: str) -> Mapping[Route, int]:
    """The line (from 1) of every key, table and item; the lines of a text of several lines count as its items."""
    reader = _Reader(text)
    reader.read_file()
    return reader.lines


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    line = 1
    for found in _TOKEN.finditer(text):
        kind, token = str(found.lastgroup), found.group()
        if kind != "skip":
            yield kind, token, line
        line += token.count("\n")


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = [*_tokens(text), ("end", "", text.count("\n") + 1)]
        self.next = 0
        self.lines: dict[Route, int] = {(): 1}
        self.tables: dict[Route, int] = {}  # how many tables each [[array of tables]] has so far

    def take(self) -> tuple[str, str, int]:
        self.next += 1
        return self.tokens[self.next - 1]

    def sees(self, *tokens: str) -> bool:
        """Is one of these marks, a new line or the end of the file next?"""
        kind, token, _ = self.tokens[self.next]
        return kind in tokens or (kind == "mark" and token in tokens)

    def read_file(self) -> None:
        table: Route = ()
        while not self.sees("end"):
            if self.sees("newline"):
                self.take()
            elif self.sees("["):
                table = self.read_header()
            else:
                self.read_pair(table)

    def read_header(self) -> Route:
        line = self.take()[2]
        many = self.sees("[")
        if many:
            self.take()
        *outer, last = self.read_key()
        while self.sees("]"):
            self.take()
        route: Route = ()
        for part in outer:
            route = (*route, part)
            self.lines.setdefault(route, line)
            if route in self.tables:
                route = (*route, self.tables[route] - 1)
        route = (*route, last)
        self.lines.setdefault(route, line)
        if many:
            number = self.tables.get(route, 0)
            self.tables[route] = number + 1
            route = (*route, number)
            self.lines[route] = line
        return route

    def read_key(self) -> list[str]:
        parts = [self.take()[1].strip("\"'")]
        while self.sees("."):
            self.take()
            parts.append(self.take()[1].strip("\"'"))
        return parts

    def read_pair(self, table: Route) -> None:
        line = self.tokens[self.next][2]
        route = table
        for part in self.read_key():
            route = (*route, part)
            self.lines.setdefault(route, line)
        self.take()  # the equals sign
        self.read_value(route)

    def read_value(self, route: Route) -> None:
        if self.sees("["):
            self.read_items(route)
        elif self.sees("{"):
            self.take()
            while not self.sees("}", "end"):
                if self.sees(",", "newline"):
                    self.take()
                else:
                    self.read_pair(route)
            self.take()
        elif self.sees("string"):
            self.read_text(route)
        else:  # a number, a date or a truth value; a dot within it is a mark of its own
            while not self.sees(",", "]", "}", "newline", "end"):
                self.take()

    def read_items(self, route: Route) -> None:
        self.take()
        number = 0
        while not self.sees("]", "end"):
            if self.sees(",", "newline"):
                self.take()
                continue
            self.lines[*route, number] = self.tokens[self.next][2]
            self.read_value((*route, number))
            number += 1
        self.take()

    def read_text(self, route: Route) -> None:
        _, token, line = self.take()
        quotes = token[:3]
        if quotes in ('"""', "'''"):
            first = line + token.startswith(quotes + "\n")  # TOML drops a new line right after the quotes
            for number in range(token.count("\n") + 1):
                self.lines[*route, number] = first + number
