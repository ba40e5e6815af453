"""What the two search bots share: a budget, and asking the captain first."""

from __future__ import annotations

import time
from typing import Any

from bofa_env.game import Game
from bofa_env.rules.seats import SIDE_OF_SEAT

from .seeding import words_of
from .thinking.chart import blank_charts
from .thinking.desk import desk_for
from .thinking.outlook import FEATURES
from .thinking.search import ask_captain, best_action, new_tree, search
from .thinking.weights import CAPTAINS, tempers
from .thinking.worth import marches_in

MOST = 20_000  # simulations that a tree has room for when the budget is time
AT_ONCE = 8  # simulations between looks at the watch


class Searcher:
    """Simulates from the decision at hand, on copies of the game with dice of their own.

    sims: simulations for each decision that is worth a search. seconds: time for each instead (then the result depends on
    the machine). width: candidates at each node, from the captain and his other tempers. turns: how many of the last turns
    are searched; before them the captain plays. horizon: phases that are played on before the outlook is asked; 0, and
    always in the last turn: to the end. explore: how much the tree tries what looks worse. trust: by how many standard
    errors another choice than the captain's must have been better.
    """

    kind = ""
    flat = False
    version = "2"

    def __init__(
        self, sims: int = 64, seconds: float = 0.0, width: int = 6, turns: int = 2, horizon: int = 0, explore: float = 0.15,
        trust: float = 1.5, seed: int = 0,
    ) -> None:  # fmt: skip
        _check_whole("sims", sims, 1, MOST)
        _check_whole("width", width, 2, 50)
        _check_whole("turns", turns, 1, 16)
        _check_whole("horizon", horizon, 0, 96)
        for what, value in (("seconds", seconds), ("explore", explore), ("trust", trust)):
            if isinstance(value, (bool, str)) or not 0 <= value < 1e6:
                raise ValueError(f"{what} is a number from 0 on, not {value!r}")
        self.name = _spec(
            self.kind, sims=sims, seconds=seconds, width=width, turns=turns, horizon=horizon, explore=explore, trust=trust
        )
        self.sims, self.seconds, self.width, self.horizon = sims, seconds, width, horizon
        self.turns = turns
        free, dark = CAPTAINS
        self._charts = (
            blank_charts(*(weights for temper in tempers(free) for weights in (temper, dark))),
            blank_charts(*(weights for temper in tempers(dark) for weights in (free, temper))),
        )
        self.explore, self.trust, self.seed = float(explore), trust, seed

    def act(self, game: Game) -> int:
        """The captain's choice, or one that did better."""
        worlds, record = game.data.world, game.record
        desk, charts = desk_for(marches_in(worlds), 3), self._charts[SIDE_OF_SEAT[int(record["player"][0])]]
        choice, weighty = ask_captain(worlds, record, desk, charts, self.turns)
        if not weighty:
            return int(choice)
        word = words_of(game, self.seed) >> 16
        tree = new_tree(MOST if self.seconds else self.sims, self.width, FEATURES)

        def some_more(simulations: int) -> None:
            search(
                worlds, record, desk, charts, tree, word, simulations, self.width, self.horizon, self.explore, self.flat
            )

        if not self.seconds:
            some_more(self.sims)
        else:
            end = time.perf_counter() + self.seconds
            for _ in range(MOST // AT_ONCE):
                some_more(AT_ONCE)
                if time.perf_counter() > end:
                    break
        return best_action(tree, self.trust)


def _check_whole(what: str, value: Any, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{what} is a whole number from {least} to {most}, not {value!r}")


def _spec(kind: str, **given: Any) -> str:
    seconds = given.pop("seconds")
    if seconds:
        given = {"seconds": seconds, **{key: value for key, value in given.items() if key != "sims"}}
    return f"{kind}:" + ",".join(f"{key}={value}" for key, value in given.items())
