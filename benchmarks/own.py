"""How fast we are, row by row: random legal play in decisions per second.

Every row plays the same way: ask what is legal, pick one of it uniformly, play it, begin anew at the end of a game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import perf_counter, process_time
from typing import Any

import numpy as np

from bofa_env import Game, bofa_v0, observation
from bofa_env.batch import Games
from bofa_env.commands.playouts import Setting, play_some
from bofa_env.vector import BofaVectorEnv

CHUNK = 16  # games that a thread plays between two looks at the clock
BATCH = 128  # games that are stepped at once
BETWEEN = 50  # decisions between two looks at the clock
SHORT = "skirmish"  # a scenario in which a game soon ends: played before the clock starts

CORE, TWO_THREADS, FROM_PYTHON = "core, one thread", "core, two threads", "Game, from Python"
MASKS, PLANES, FLAT = "Games.step, masks only", "Games.step, uint8 planes", "Games.step, flat"
VECTOR_PLANES, VECTOR_FLAT = "VectorEnv against random, planes", "VectorEnv against random, flat"
AEC_RAW, AEC = "AEC, raw_env, planes", "AEC, env, planes"


@dataclass(frozen=True)
class Own:
    """One of our own rows."""

    ruleset: str
    name: str
    decisions: int
    games: int  # that were finished; 0: they were not counted, since a batch begins in the midst of its games
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds


def core(ruleset: str, name: str, seconds: float) -> Own:
    """The compiled core: one chunk of games after the other."""
    play_some(Setting(ruleset), 0, 1)  # compiles, or loads what was compiled
    decisions = games = 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        decisions += int(play_some(Setting(ruleset), games, CHUNK)["decisions"].sum())
        games += CHUNK
    return Own(ruleset, name, decisions, games, now - start)


def two_threads(ruleset: str, name: str, seconds: float) -> Own:
    """The same on two threads that share nothing; by the clock on the wall."""
    play_some(Setting(ruleset), 0, 1)
    start = perf_counter()

    def play(thread: int) -> tuple[int, int]:
        decisions = games = 0
        while perf_counter() - start < seconds:
            decisions += int(play_some(Setting(ruleset, seed=thread << 32), games, CHUNK)["decisions"].sum())
            games += CHUNK
        return decisions, games

    with ThreadPoolExecutor(2) as pool:
        played = list(pool.map(play, range(2)))
    return Own(ruleset, name, sum(d for d, _ in played), sum(g for _, g in played), perf_counter() - start)


def from_python(ruleset: str, name: str, seconds: float) -> Own:
    """What a user of Game does to play random games, as in peers.py: ask for the legal actions, pick one, play it."""
    pick = random.Random(1).random
    game, games, decisions = Game(ruleset, seed=0), 0, 0
    game.play(game.legal_actions()[0])
    start = process_time()
    while (now := process_time()) - start < seconds:
        for _ in range(BETWEEN):
            legal = game.legal_actions()
            game.play(legal[int(pick() * len(legal))])
            decisions += 1
            if game.over:
                games += 1
                game = Game(ruleset, seed=games)
    return Own(ruleset, name, decisions, games, now - start)


def stepped(ruleset: str, name: str, seconds: float, form: str | None) -> Own:
    """Games.step on a batch: masks in any case, and the observation of whoever has to decide."""
    games, rng = Games(BATCH, ruleset, seed=1), np.random.default_rng(1)
    out = observation.buffers(form, BATCH) if form else None
    for _ in range(300):  # into the midst of the games
        games.step(games.sample(rng))
    if form:
        games.observe(form, out=out)  # compiles, or loads what was compiled
    decisions = 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        if form:
            games.observe(form, out=out)
        games.step(games.sample(rng))
        decisions += BATCH
    return Own(ruleset, name, decisions, 0, now - start)


def vector(ruleset: str, name: str, seconds: float, form: str) -> Own:
    """The VectorEnv: decisions of the learner; those of the opponent are played besides, and not counted."""
    rng = np.random.default_rng(1)
    few = BofaVectorEnv(2, ruleset=ruleset, observation=form, autoreset_mode="SameStep", copy=False, scenario=SHORT)
    few.reset(seed=1)
    while not few.step(few.table.games.sample(rng))[2].any():  # compiles, or loads, all that comes up until a game has ended
        pass
    envs = BofaVectorEnv(BATCH, ruleset=ruleset, observation=form, autoreset_mode="SameStep", copy=False)
    envs.reset(seed=1)
    decisions = 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        envs.step(envs.table.games.sample(rng))
        decisions += BATCH
    return Own(ruleset, name, decisions, 0, now - start)


def aec(ruleset: str, name: str, seconds: float, make: Callable[..., Any]) -> Own:
    """The AEC environment, as peers.py plays those of PettingZoo; last() includes the observation and its mask."""
    pick = random.Random(1).random

    def went_on(env: Any) -> bool:
        """One decision, or the next game where there is none."""
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            return False
        legal = seen["action_mask"].nonzero()[0]
        env.step(int(legal[int(pick() * len(legal))]))
        return True

    short = make(ruleset=ruleset, scenario=SHORT)
    short.reset(seed=1)
    while went_on(short):  # compiles, or loads, all that comes up until a game has ended
        pass
    env = make(ruleset=ruleset)
    env.reset(seed=1)
    games = decisions = 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        for _ in range(BETWEEN):
            if went_on(env):
                decisions += 1
            else:
                games += 1
    return Own(ruleset, name, decisions, games, now - start)


ROWS: dict[str, Callable[[str, str, float], Own]] = {
    CORE: core,
    TWO_THREADS: two_threads,
    FROM_PYTHON: from_python,
    MASKS: partial(stepped, form=None),
    PLANES: partial(stepped, form="planes"),
    FLAT: partial(stepped, form="flat"),
    VECTOR_PLANES: partial(vector, form="planes"),
    VECTOR_FLAT: partial(vector, form="flat"),
    AEC_RAW: partial(aec, make=bofa_v0.raw_env),
    AEC: partial(aec, make=bofa_v0.env),
}


def own_rows(rulesets: list[str], seconds: float) -> list[Own]:
    """All rows of all rulesets."""
    return [measure(ruleset, name, seconds) for ruleset in rulesets for name, measure in ROWS.items()]
