"""Whole games between two captains in one call: what tuning their weights takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bofa_env.batch import Games

from .chart import blank_charts
from .command import decide
from .compiled import planner
from .desk import desk_for, play
from .outlook import result
from .weights import Weights
from .worth import marches_in


@planner
def fight_out(drive: Any, worlds: Any, games: Any, desk: Any, charts: Any, results: Any) -> None:
    """Play all games to their end; how they ended for the Free Peoples."""
    for index in range(len(games)):
        desk.minds[1] = games[index]
        while desk.minds[1].choices:
            desk.minds[0] = desk.minds[1]
            play(drive, worlds, desk, 1, decide(worlds[0], desk.minds[0], desk.marches, charts))
        games[index] = desk.minds[1]
        results[index] = result(desk.minds[1])


def duel(free: Weights, dark: Weights, games: Games) -> NDArray[np.float64]:
    """How each of the games ends for the Free Peoples if captains with these weights play it: from -1 to 1, see `result`."""
    results = np.zeros(games.n)
    worlds = games.data.world
    fight_out(worlds, games.records, desk_for(marches_in(worlds)), blank_charts(free, dark), results)
    return results
