"""How fast the core is, and other game environments in the same run: random legal play, in decisions per second.

Of our own it measures the compiled core (reset and play_out, on one thread and on two), the class Game played from
Python, and how long the command `bofa simulate --games 1` takes with an empty numba cache, and the next time.

Everything is measured in rounds, ours and the others in turn. A rate is that of the best round. A ratio is taken within
each round, where both met the same machine: the median counts, and the lowest and highest tell how far to trust it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numba
import numpy as np
from peers import Measurement, measure_all
from rich.console import Console
from rich.table import Table

from bofa_env import Game, __version__
from bofa_env.commands.files import check_writable, write_whole
from bofa_env.commands.playouts import Setting, play_some
from bofa_env.rules.record import GAME, RULES_VERSION

CORE, TWO_THREADS, FROM_PYTHON = "core, one thread", "core, two threads", "Game, from Python"
CHUNK = 16  # games that a thread plays between two looks at the clock
COMMAND = [sys.executable, "-m", "bofa_env.cli", "simulate", "--games", "1", "--seed", "1"]

# What we aim at: how many times as fast the core on one thread is to be as a peer, and how long a start may take
FASTER = {"OpenSpiel chess": 3.0, "OpenSpiel hive": 30.0}
COLD, WARM = 60.0, 2.0  # seconds


@dataclass(frozen=True)
class Own:
    """One of our own rows."""

    ruleset: str
    name: str
    decisions: int
    games: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds


@dataclass(frozen=True)
class Aim:
    """Something to reach, and what was measured; None: not measured."""

    what: str
    measured: str | None
    met: bool | None
    unclear: bool = False  # the rounds disagree about it


def core(ruleset: str, name: str, seconds: float, threads: int) -> Own:
    """The compiled core: each thread plays games of its own, one chunk after the other."""
    play_some(Setting(ruleset), 0, 1)  # compiles, or loads what was compiled
    start = perf_counter()

    def play(thread: int) -> tuple[int, int]:
        setting = Setting(ruleset, seed=thread << 32)
        decisions = games = 0
        while perf_counter() - start < seconds:
            decisions += int(play_some(setting, games, CHUNK)["decisions"].sum())
            games += CHUNK
        return decisions, games

    with ThreadPoolExecutor(threads) as pool:
        played = list(pool.map(play, range(threads)))
    passed = perf_counter() - start
    return Own(ruleset, name, sum(d for d, _ in played), sum(g for _, g in played), passed)


def from_python(ruleset: str, name: str, seconds: float) -> Own:
    """What a user of Game does to play random games, as in peers.py: ask for the legal actions, pick one, play it."""
    pick = random.Random(1).random
    game, games, decisions = Game(ruleset, seed=0), 0, 0
    game.play(game.legal_actions()[0])  # compiles, or loads what was compiled
    start = perf_counter()
    while (now := perf_counter()) - start < seconds:
        legal = game.legal_actions()
        game.play(legal[int(pick() * len(legal))])
        decisions += 1
        if game.over:
            games += 1
            game = Game(ruleset, seed=games)
    return Own(ruleset, name, decisions, games, now - start)


def own_rows(rulesets: list[str], seconds: float) -> list[Own]:
    rows = []
    for ruleset in rulesets:
        rows.append(core(ruleset, CORE, seconds, 1))
        rows.append(core(ruleset, TWO_THREADS, seconds, 2))
        rows.append(from_python(ruleset, FROM_PYTHON, seconds))
    return rows


Round = tuple[list[Own], list[Measurement]]


def best(rounds: list[Round]) -> Round:
    """Every row's best round."""
    own = [max(rows, key=lambda row: row.decisions_per_second) for rows in zip(*(o for o, _ in rounds), strict=True)]
    peers = [
        max(rows, key=lambda row: row.decisions_per_second or 0.0) for rows in zip(*(p for _, p in rounds), strict=True)
    ]
    return own, peers


def ratios(rounds: list[Round], ruleset: str, peer: str) -> list[float]:
    """How many times as fast the core on one thread was as the peer, round by round, in ascending order."""
    found = []
    for own, peers in rounds:
        rate = next(row.decisions_per_second for row in own if (row.ruleset, row.name) == (ruleset, CORE))
        other = next(row.decisions_per_second for row in peers if row.name == peer)
        if other:
            found.append(rate / other)
    return sorted(found)


def told_ratio(found: list[float]) -> str:
    return f"{median(found):,.1f} × ({found[0]:,.1f}–{found[-1]:,.1f})" if found else "–"


def starts() -> dict[str, float]:
    """Seconds from the start of the process to the end of its first game: rules to be compiled, and rules on disk."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        return {name: _timed(lambda: _run(environment)) for name in ("cold", "warm")}


def _run(environment: dict[str, str]) -> None:
    subprocess.run(COMMAND, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _timed(work: Callable[[], None]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        "bofa-env": __version__,
        "rules version": RULES_VERSION,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown"


def aims(rounds: list[Round], rulesets: list[str], start: dict[str, float]) -> list[Aim]:
    """Met or not, by the median round; unclear if some rounds say one thing and some the other."""
    found = []
    for ruleset in rulesets:
        for peer in (peer.name for peer in rounds[0][1] if peer.name in FASTER):
            times = ratios(rounds, ruleset, peer)
            met = median(times) >= FASTER[peer] if times else None
            unclear = bool(times) and times[0] < FASTER[peer] <= times[-1]
            what = f"{ruleset} core ≥ {FASTER[peer]:.0f} × {peer} from Python"
            found.append(Aim(what, told_ratio(times) if times else None, met, unclear))
    for name, limit in (("cold", COLD), ("warm", WARM)):
        what = f"{name} start to the first finished game ≤ {limit:.0f} s"
        seconds = start.get(name)
        found.append(Aim(what, None, None) if seconds is None else Aim(what, f"{seconds:.1f} s", seconds <= limit))
    return found


def print_report(rounds: list[Round], rulesets: list[str], reached: list[Aim], about: dict[str, Any]) -> None:
    own, peers = best(rounds)
    console = Console(markup=False, highlight=False)
    console.print(", ".join(f"{name} {value}" for name, value in about.items()), soft_wrap=True)
    console.print(f"one game is a record of {GAME.itemsize:,} bytes\n")

    table = Table("bofa-env", "decisions/s", "games/s", "decisions/game", title="Random legal play")
    for column in table.columns[1:]:
        column.justify = "right"
    for row in own:
        per_game = f"{row.decisions / row.games:,.0f}" if row.games else "–"
        rates = f"{row.decisions_per_second:,.0f}", f"{row.games / row.seconds:,.1f}"
        table.add_row(f"{row.ruleset}: {row.name}", *rates, per_game)
    console.print(table)

    heads = [f"{ruleset} core" for ruleset in rulesets]
    table = Table("peer, from Python", "decisions/s", *heads, title="Other game environments, one process")
    for column in table.columns[1:]:
        column.justify = "right"
    for peer in peers:
        rate = "–" if peer.decisions_per_second is None else f"{peer.decisions_per_second:,.0f}"
        table.add_row(peer.name, rate, *(told_ratio(ratios(rounds, ruleset, peer.name)) for ruleset in rulesets))
    console.print(table)
    for peer in peers:
        if peer.decisions_per_second is None:
            console.print(f"{peer.name}: {peer.detail}")

    table = Table("aim", "measured", "", title="What we aim at")
    for aim in reached:
        word = {True: "met", False: "not met", None: "not measured"}[aim.met] + ", but rounds differ" * aim.unclear
        style = {True: "green", False: "red", None: "dim"}[aim.met]
        table.add_row(aim.what, aim.measured or "–", word, style=style)
    console.print(table)


def as_json(rounds: list[Round], reached: list[Aim], start: dict[str, float], about: dict[str, Any]) -> str:
    told = {
        "machine": about,
        "record_bytes": GAME.itemsize,
        "rounds": [
            {
                "own": [{**asdict(row), "decisions_per_second": row.decisions_per_second} for row in own],
                "peers": [asdict(peer) for peer in peers],
            }
            for own, peers in rounds
        ],
        "start_seconds": start,
        "aims": [asdict(aim) for aim in reached],
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each row and round")
    parser.add_argument("--rounds", type=int, default=5, help="how often each row is measured")
    parser.add_argument("--ruleset", choices=("basic", "standard", "both"), default="basic")
    parser.add_argument("--no-cold", action="store_true", help="do not measure the starts, which takes about a minute")
    parser.add_argument("--no-peers", action="store_true", help="only our own rows")
    parser.add_argument("--json", type=Path, metavar="PATH", help="write all figures to a file as well")
    asked = parser.parse_args()
    if asked.seconds <= 0 or asked.rounds < 1:
        parser.error("--seconds has to be more than 0, --rounds at least 1")
    if asked.json is not None:
        try:
            check_writable(asked.json)
        except OSError as error:
            parser.error(f"--json: {error}")

    about = machine()
    with Console(stderr=True).status("measuring …"):
        rulesets = ["basic", "standard"] if asked.ruleset == "both" else [asked.ruleset]
        rounds = [
            (own_rows(rulesets, asked.seconds), [] if asked.no_peers else measure_all(asked.seconds))
            for _ in range(asked.rounds)
        ]
        start = {} if asked.no_cold else starts()
    reached = aims(rounds, rulesets, start)
    print_report(rounds, rulesets, reached, about)
    if asked.json is not None:
        write_whole(asked.json, as_json(rounds, reached, start, about))


if __name__ == "__main__":
    main()
