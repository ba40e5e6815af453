"""Compiled and plain, one game and many, one thread and two: the same games (DESIGN.md, chapter 6.6)."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray
from oracle.rulesets import DEPLOYMENTS, ENGINE_CASES, Case
from trace_game import trace

import bofa_env.rules
from bofa_env import Game
from bofa_env.rules import doors
from bofa_env.rules.record import GAME

PLAIN = bool(numba.config.DISABLE_JIT)
jit_only = pytest.mark.skipif(PLAIN, reason="kernels are plain functions with NUMBA_DISABLE_JIT=1")


# --- compiled and plain


def _plain_trace(case: Case, deployment: str, seed: int, decisions: int) -> str:
    script = str(Path(__file__).with_name("trace_game.py"))
    command = [sys.executable, script, str(case), deployment, str(seed), str(decisions)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


@jit_only
@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_plain_python_plays_the_same_game(case: Case) -> None:
    assert _plain_trace(case, "random", 1, 100) == trace(str(case), "random", 1, 100)


@jit_only
@pytest.mark.slow
@pytest.mark.parametrize("deployment", DEPLOYMENTS)
@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_plain_python_plays_the_same_games_to_the_end(case: Case, deployment: str) -> None:
    for seed in range(2):
        assert _plain_trace(case, deployment, seed, 10_000) == trace(str(case), deployment, seed, 10_000)


# --- one and many


def _fresh(case: Case, count: int) -> NDArray[Any]:
    games = np.zeros(count, GAME)
    for seed in range(count):
        games[seed] = Game(case.ruleset, case.options, DEPLOYMENTS[seed % 3], seed).record[0]
    return games


def _play(games: NDArray[Any], first: int, last: int) -> int:
    return doors.play_out(Game("basic", seed=0).data.world, games, first, last, np.arange(len(games)), 100_000)


@pytest.mark.skipif(PLAIN, reason="too slow without the compiler; the traces above compare both")
@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_one_game_or_many_one_thread_or_two(case: Case) -> None:
    count = 48
    start = _fresh(case, count)
    together = start.copy()
    taken = _play(together, 0, count)
    assert together["over"].all()
    assert taken == together["decisions"].sum()

    one_by_one = start.copy()
    assert sum(_play(one_by_one, i, i + 1) for i in reversed(range(count))) == taken
    assert one_by_one.tobytes() == together.tobytes()

    apart = np.zeros(1, GAME)
    for i in range(0, count, 7):
        apart[0] = start[i]
        doors.play_out(Game("basic", seed=0).data.world, apart, 0, 1, np.array([i]), 100_000)
        assert apart[0].tobytes() == together[i].tobytes()

    for threads, slices in ((2, 2), (2, 12), (4, 48)):
        parallel = start.copy()
        bounds = np.linspace(0, count, slices + 1).astype(int)
        with ThreadPoolExecutor(threads) as pool:
            jobs = [pool.submit(_play, parallel, int(a), int(b)) for a, b in pairwise(bounds)]
        assert sum(job.result() for job in jobs) == taken
        assert parallel.tobytes() == together.tobytes()


@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_played_out_or_step_by_step(case: Case) -> None:
    """Every decision that `play_out` takes is a legal one, and leads where `step` leads with it."""
    world = Game("basic", seed=0).data.world
    games = _fresh(case, 2)
    seeds = np.arange(2)
    for number in range(4 if PLAIN else 60):
        doors.play_out(world, games, 0, 2, seeds + 2 * number, 1 if PLAIN else 20)
        before = games.copy()
        doors.play_out(world, games, 0, 2, seeds + 1000 + 2 * number, 1)
        for i in range(2):
            legal = np.flatnonzero(before[i]["legal"]).tolist()
            ends = {_stepped(world, before[i : i + 1].copy(), action) for action in legal} or {before[i].tobytes()}
            assert games[i].tobytes() in ends


def _stepped(world: NDArray[Any], game: NDArray[Any], action: int) -> bytes:
    assert doors.step(world, game, 0, action)
    return game[0].tobytes()


# --- compile time


def _kernels() -> dict[str, Any]:
    """Every compiled function of the rules, by its name."""
    found = {}
    for module in pkgutil.iter_modules(bofa_env.rules.__path__):
        for name, value in vars(importlib.import_module(f"bofa_env.rules.{module.name}")).items():
            if hasattr(value, "signatures") and hasattr(value, "py_func"):
                found[f"{value.py_func.__module__}.{name}"] = value
    return found


def _signatures(kernel: Any) -> set[Any]:
    """What a kernel was compiled for: in this process, or by the rules as they are now and kept in the cache on disk."""
    on_disk = kernel._cache._cache_file._load_index()  # empty if it is of other rules
    return {key[0] for key in on_disk} | {tuple(signature) for signature in kernel.signatures}


@jit_only
@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_every_kernel_is_compiled_once(case: Case) -> None:
    """A second signature of a kernel is compiled for nothing, and so is everything that calls it."""
    _play(_fresh(case, 3), 0, 3)
    game = Game(case.ruleset, case.options, seed=0)
    Game.from_position(game.position())
    game.areas()
    game.piece("Gandalf")
    compiled = {name: _signatures(kernel) for name, kernel in _kernels().items()}
    assert not {name: found for name, found in compiled.items() if len(found) > 1}
    assert sum(map(len, compiled.values())) > 0.9 * len(compiled) > 100
