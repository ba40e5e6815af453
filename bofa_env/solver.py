"""Exact values of small positions, by enumeration of every decision and every chance event.

    >>> from bofa_env.solver import micro_positions, solve
    >>> solve(micro_positions()["storm_of_dale"].game())
    Fraction(-16, 25)

The value is what the Free Peoples can expect with best play of both sides: +1 won, 0 drawn, -1 lost. Positions with a few
pieces and a phase or two left are solved in seconds; larger ones are out of reach.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any

from .game import Game
from .rules.record import GAME, SCRATCH
from .rules.world import SIDES

_CHANCE_FIELDS = ("key", "counter", "explicit_chance", "decisions", "last_die")
_STATE = tuple(name for name in GAME.names or () if name not in (*SCRATCH, *_CHANCE_FIELDS))


class TooLarge(ValueError):
    """The position has more states than the caller allows."""


@dataclass(frozen=True)
class MicroPosition:
    """A shipped position with its exact value."""

    name: str
    description: str
    position: Mapping[str, Any]
    value: Fraction

    def game(self) -> Game:
        """The position as a game."""
        return Game.from_position(dict(self.position))


@cache
def micro_positions() -> dict[str, MicroPosition]:
    """The shipped micro-positions by name."""
    text = (resources.files(__package__) / "data" / "micro_positions.toml").read_text("utf-8")
    found = {}
    for name, table in tomllib.loads(text).items():
        found[name] = MicroPosition(name, table["description"], table["position"], Fraction(table["value"]))
    return found


def solve(game: Game, most_states: int = 1_000_000) -> Fraction:
    """The exact value of a game for the Free Peoples."""
    return _Solver(most_states).value(game.clone())


def best_actions(game: Game, most_states: int = 1_000_000) -> dict[str, Fraction]:
    """The exact value, for the Free Peoples, of every legal action."""
    solver = _Solver(most_states)
    found = {}
    for action in game.legal_actions():
        after = game.clone()
        after.explicit_chance = True
        after.play(action)
        found[game.action_name(action)] = solver.value(after)
    return found


class _Solver:
    def __init__(self, most_states: int) -> None:
        self._most_states = most_states
        self._known: dict[bytes, Fraction] = {}

    def value(self, game: Game) -> Fraction:
        if game.outcome is not None:
            return Fraction({SIDES[0]: 1, SIDES[1]: -1, None: 0}[game.outcome.winner])
        game.explicit_chance = True
        key = b"".join(game.record[0][name].tobytes() for name in _STATE)
        if key not in self._known:
            if len(self._known) == self._most_states:
                raise TooLarge(f"more than {self._most_states} states; a solvable position has a few pieces and phases")
            self._known[key] = self._expected(game) if game.at_chance else self._best(game)
        return self._known[key]

    def _expected(self, game: Game) -> Fraction:
        total = Fraction(0)
        for chance in game.chance_outcomes():
            after = game.clone()
            after.happen(chance.outcome)
            total += Fraction(chance.probability).limit_denominator(100) * self.value(after)
        return total

    def _best(self, game: Game) -> Fraction:
        values = []
        for action in game.legal_actions():
            after = game.clone()
            after.play(action)
            values.append(self.value(after))
        return max(values) if game.side_of(str(game.player)) == SIDES[0] else min(values)
