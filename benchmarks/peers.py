"""How fast other game environments are: random legal play from Python, in one process, in decisions per second.

Every loop does what a user of that package would do to play random games: ask for the legal actions, pick one
uniformly, apply it, start a new game at the end. Creating the environment is not timed, starting new games is. Seconds are
of processor time.
"""

from __future__ import annotations

import argparse
import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import process_time
from typing import Any

import numpy as np

BETWEEN = 50  # decisions between two looks at the clock


@dataclass(frozen=True)
class Measurement:
    name: str
    decisions_per_second: float | None  # None: could not be measured, detail says why
    seconds: float
    detail: str


def open_spiel(name: str, seconds: float, game: str, view: str = "none") -> Measurement:
    """State.legal_actions() and apply_action(); with a view, also what a learner needs: observation and mask.

    `lists` are the plain calls, `arrays` the module open_spiel.python.observation, which fills one numpy array.
    """
    import pyspiel
    from open_spiel.python.observation import make_observation

    if game not in pyspiel.registered_names():
        return Measurement(name, None, 0.0, f"this build of OpenSpiel has no {game}")
    spiel = pyspiel.load_game(game)
    new_game = spiel.new_initial_state
    if view == "arrays":
        observation = make_observation(spiel)
        mask = np.zeros(spiel.num_distinct_actions(), np.int8)
    pick = random.Random(1).random
    state, games, decisions = new_game(), 0, 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        for _ in range(BETWEEN):
            legal = state.legal_actions()
            if view == "lists":
                state.observation_tensor()
                state.legal_actions_mask()
            elif view == "arrays":
                observation.set_from(state, state.current_player())
                mask[:] = 0
                mask[legal] = 1
            state.apply_action(legal[int(pick() * len(legal))])
            decisions += 1
            if state.is_terminal():
                state, games = new_game(), games + 1
    return result(name, decisions, now - start, f"{games:,} games")


def pettingzoo(name: str, seconds: float, module: str, maker: str) -> Measurement:
    """An AEC environment; last() includes the observation and its action mask."""
    env: Any = getattr(importlib.import_module(f"pettingzoo.classic.{module}"), maker)()
    env.reset(seed=1)
    pick = random.Random(1).random
    games = decisions = 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        for _ in range(BETWEEN):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                games += 1
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(pick() * len(legal))]))
            decisions += 1
    return result(name, decisions, now - start, f"{games:,} games")


def catanatron(name: str, seconds: float) -> Measurement:
    """Four random players. Ticks with one legal action (mostly "roll") are played but not counted as decisions."""
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    pick = random.Random(1).random

    def decide(player: object, game: object, actions: list[Any]) -> Any:
        return actions[int(pick() * len(actions))]

    def new_game(number: int) -> Any:
        return Game([RandomPlayer(color) for color in Color], seed=number)

    game, games, decisions, ticks = new_game(1), 0, 0, 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        for _ in range(BETWEEN):
            decisions += len(game.state.playable_actions) > 1
            game.play_tick(decide)
            ticks += 1
            if game.winning_color() is not None or game.state.num_turns >= TURNS_LIMIT:
                games += 1
                game = new_game(games + 1)
    return result(name, decisions, now - start, f"{games:,} games; {ticks / (now - start):,.0f}/s with forced ones")


def result(name: str, decisions: int, seconds: float, detail: str) -> Measurement:
    return Measurement(name, decisions / seconds, seconds, detail)


PEERS: dict[str, Callable[[str, float], Measurement]] = {
    "OpenSpiel chess": partial(open_spiel, game="chess"),
    "OpenSpiel chess, observed as lists": partial(open_spiel, game="chess", view="lists"),
    "OpenSpiel chess, observed as arrays": partial(open_spiel, game="chess", view="arrays"),
    "OpenSpiel hive": partial(open_spiel, game="hive"),
    "PettingZoo chess, raw_env": partial(pettingzoo, module="chess_v6", maker="raw_env"),
    "PettingZoo chess, env": partial(pettingzoo, module="chess_v6", maker="env"),
    "PettingZoo connect_four, raw_env": partial(pettingzoo, module="connect_four_v3", maker="raw_env"),
    "PettingZoo connect_four, env": partial(pettingzoo, module="connect_four_v3", maker="env"),
    "Catanatron": catanatron,
}


def measure(name: str, seconds: float) -> Measurement:
    try:
        return PEERS[name](name, seconds)
    except ImportError as missing:  # an environment may also raise its own, naming what it needs
        return Measurement(name, None, 0.0, f"not installed ({missing.name or missing}): pip install -e '.[bench]'")


def measure_all(seconds: float) -> list[Measurement]:
    return [measure(name, seconds) for name in PEERS]


def print_table(measurements: list[Measurement]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("peer", "decisions/s", "seconds", "detail", title="Random legal play, one process")
    table.columns[1].justify = table.columns[2].justify = "right"
    for m in measurements:
        rate = "–" if m.decisions_per_second is None else f"{m.decisions_per_second:,.0f}"
        table.add_row(m.name, rate, f"{m.seconds:.1f}", m.detail)
    Console(markup=False).print(table)  # or [bench] would be taken for a style


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each peer")
    print_table(measure_all(parser.parse_args().seconds))
