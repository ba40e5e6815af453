"""Many games of random-legal play, inside the compiled core and on several threads.

Game number i of a series has the seed `setting.seed + i`, for its luck and for its choices: it is the same game
whatever the length of the series and the number of threads, and the only game of the series that begins with its seed.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..data.load import load
from ..game import RULESETS, option_bits
from ..rules import doors
from ..rules.record import GAME
from ..rules.world import AREAS
from ..scenarios import FULL, scenario, scenario_data, scenario_plan

_CHUNK = 8  # games that a thread plays at a time: some hundredths of a second
_MOST_DECISIONS = 1_000_000  # per game; far more than any game has

RESULT = np.dtype(
    [
        ("seed", "i8"),
        ("over", "i1"),
        ("winner", "i1"),  # a side, -1: nobody
        ("level", "i1"),
        ("turn", "i1"),
        ("decisions", "i4"),
        ("control", "i1", len(AREAS)),  # the side that holds each area, -1: nobody
    ]
)
Results = NDArray[Any]  # of dtype RESULT


@dataclass(frozen=True)
class Setting:
    """What kind of games are played."""

    ruleset: str = "standard"
    options: tuple[str, ...] = ()
    deployment: str = "historical"
    seed: int = 0  # of the first game
    scenario: str = FULL


def play_some(setting: Setting, first: int, count: int) -> Results:
    """Games first … first+count-1 of the series, to their end."""
    story = scenario(setting.scenario)
    data = scenario_data(load(), story)
    plan = scenario_plan(data, story, setting.deployment)
    rules = doors.make_setting(
        RULESETS.index(setting.ruleset), option_bits(setting.options, setting.ruleset), turns=story.turns
    )
    games = np.zeros(count, GAME)
    seeds = np.array([setting.seed + first + index for index in range(count)], np.int64)
    doors.drive(data.world, games, 0, count, doors.SET_UP, seeds, plan, rules)
    doors.play_out(data.world, games, 0, count, seeds, _MOST_DECISIONS)
    results = np.zeros(count, RESULT)
    for name in ("over", "winner", "level", "turn", "decisions", "control"):
        results[name] = games[name]
    results["seed"] = seeds
    return results


def play_series(
    setting: Setting, games: int, threads: int, progress: Callable[[Results], None] = lambda some: None
) -> tuple[Results, bool]:
    """A series of games in the order of their numbers, and whether it is whole.

    `progress` gets the results as they come. Ctrl-C ends the series early; games that were begun are still finished,
    so that what is left is the beginning of the series and favours neither short games nor long ones.
    """
    begun: list[Future[Results]] = []
    firsts = iter(range(0, games, _CHUNK))
    whole = False
    with ThreadPoolExecutor(threads, thread_name_prefix="games") as pool:
        try:
            running: set[Future[Results]] = set()
            while not whole:
                for first in islice(firsts, 2 * threads - len(running)):
                    begun.append(pool.submit(play_some, setting, first, min(_CHUNK, games - first)))
                    running.add(begun[-1])
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    progress(future.result())
                whole = not running and len(begun) * _CHUNK >= games
        except KeyboardInterrupt:
            pass
    return np.concatenate([np.zeros(0, RESULT), *(future.result() for future in begun)]), whole
