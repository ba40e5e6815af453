"""How fast we are, and other game environments in the same run: random legal play, in decisions per second.

Of our own it measures the compiled core, the class Game, Games and the environments (`own.py`), and how long the command
`bofa simulate --games 1` takes with an empty numba cache, and the next time. `peers.py` has the others.

Everything is measured in rounds, ours and the others in turn. A rate is that of the best round. A ratio is taken within
each round, where both met the same machine: the median counts, and the lowest and highest tell how far to trust it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numba
import numpy as np
import own
from own import Own
from peers import Measurement, measure_all
from rich.console import Console
from rich.table import Table

from bofa_env import __version__
from bofa_env.commands.files import check_writable, write_whole
from bofa_env.rules.record import GAME, RULES_VERSION

COMMAND = [sys.executable, "-m", "bofa_env.cli", "simulate", "--games", "1", "--seed", "1"]

# What we aim at: how many times as fast a row of ours is to be as a peer, and how long a start may take
FASTER = (
    (own.CORE, "OpenSpiel chess", 3.0),
    (own.CORE, "OpenSpiel hive", 30.0),
    (own.MASKS, "OpenSpiel chess", 5.0),
    (own.PLANES, "OpenSpiel chess, observed as lists", 5.0),
    (own.AEC, "PettingZoo chess, env", 10.0),
)
COLD, WARM = 60.0, 2.0  # seconds

# The row of ours that does the same work as the peer
ALIKE = {
    "OpenSpiel chess": own.MASKS,
    "OpenSpiel chess, observed as lists": own.PLANES,
    "OpenSpiel chess, observed as arrays": own.PLANES,
    "OpenSpiel hive": own.MASKS,
    "PettingZoo chess, raw_env": own.AEC_RAW,
    "PettingZoo chess, env": own.AEC,
    "PettingZoo connect_four, raw_env": own.AEC_RAW,
    "PettingZoo connect_four, env": own.AEC,
    "Catanatron": own.MASKS,
}


@dataclass(frozen=True)
class Aim:
    """Something to reach, and what was measured; None: not measured."""

    what: str
    measured: str | None
    met: bool | None
    unclear: bool = False  # the rounds disagree about it


Round = tuple[list[Own], list[Measurement]]


def best(rounds: list[Round]) -> Round:
    """Every row's best round."""
    ours = [max(rows, key=lambda row: row.decisions_per_second) for rows in zip(*(o for o, _ in rounds), strict=True)]
    peers = [
        max(rows, key=lambda row: row.decisions_per_second or 0.0) for rows in zip(*(p for _, p in rounds), strict=True)
    ]
    return ours, peers


def ratios(rounds: list[Round], ruleset: str, row: str, peer: str) -> list[float]:
    """How many times as fast a row of ours was as the peer, round by round, in ascending order."""
    found = []
    for ours, peers in rounds:
        rate = next(one.decisions_per_second for one in ours if (one.ruleset, one.name) == (ruleset, row))
        other = next((one.decisions_per_second for one in peers if one.name == peer), None)
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
        for row, peer, wanted in FASTER if rounds[0][1] else ():
            times = ratios(rounds, ruleset, row, peer)
            met = median(times) >= wanted if times else None
            unclear = bool(times) and times[0] < wanted <= times[-1]
            what = f"{ruleset}: {row} ≥ {wanted:.0f} × {peer}"
            found.append(Aim(what, told_ratio(times) if times else None, met, unclear))
    for name, limit in (("cold", COLD), ("warm", WARM)):
        what = f"{name} start to the first finished game ≤ {limit:.0f} s"
        seconds = start.get(name)
        found.append(Aim(what, None, None) if seconds is None else Aim(what, f"{seconds:.1f} s", seconds <= limit))
    return found


def print_report(rounds: list[Round], rulesets: list[str], reached: list[Aim], about: dict[str, Any]) -> None:
    ours, peers = best(rounds)
    console = Console(markup=False, highlight=False)
    console.print(", ".join(f"{name} {value}" for name, value in about.items()), soft_wrap=True)
    console.print(f"one game is a record of {GAME.itemsize:,} bytes\n")

    table = Table("bofa-env", "decisions/s", "games/s", "decisions/game", title="Random legal play")
    for column in table.columns[1:]:
        column.justify = "right"
    for row in ours:
        of_games = (f"{row.games / row.seconds:,.1f}", f"{row.decisions / row.games:,.0f}") if row.games else ("–", "–")
        table.add_row(f"{row.ruleset}: {row.name}", f"{row.decisions_per_second:,.0f}", *of_games)
    console.print(table)

    table = Table("peer, from Python", "decisions/s", "our row that does the same", *rulesets, title="Other game environments")
    for column in (table.columns[1], *table.columns[3:]):
        column.justify = "right"
    for peer in peers:
        rate = "–" if peer.decisions_per_second is None else f"{peer.decisions_per_second:,.0f}"
        row = ALIKE[peer.name]
        times = [told_ratio(ratios(rounds, ruleset, row, peer.name)) for ruleset in rulesets]
        table.add_row(peer.name, rate, row, *times)
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
                "own": [{**asdict(row), "decisions_per_second": row.decisions_per_second} for row in ours],
                "peers": [asdict(peer) for peer in peers],
            }
            for ours, peers in rounds
        ],
        "start_seconds": start,
        "aims": [asdict(aim) for aim in reached],
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each row and round")
    parser.add_argument("--rounds", type=int, default=5, help="how often each row is measured")
    parser.add_argument("--ruleset", choices=("basic", "standard", "both"), default="standard")
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
            (own.own_rows(rulesets, asked.seconds), [] if asked.no_peers else measure_all(asked.seconds))
            for _ in range(asked.rounds)
        ]
        start = {} if asked.no_cold else starts()
    reached = aims(rounds, rulesets, start)
    print_report(rounds, rulesets, reached, about)
    if asked.json is not None:
        write_whole(asked.json, as_json(rounds, reached, start, about))


if __name__ == "__main__":
    main()
