"""What came out of a series of games: rows for files, figures and tables for people."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np
from rich.table import Table

from .. import __version__
from ..render.symbols import AREA_NAMES, SIDE_NAMES
from ..rules.record import COMPLETE, LEVELS, MARGINAL, RULES_VERSION
from ..rules.world import AREAS, SIDES
from .intervals import wilson
from .playouts import Results, Setting


def rows(results: Results) -> list[dict[str, Any]]:
    """One flat row for each game."""
    return [
        {
            "seed": int(result["seed"]),
            "winner": SIDES[result["winner"]] if result["winner"] >= 0 else None,
            "level": LEVELS[result["level"]],
            **{f"areas_{side}": int(np.sum(result["control"] == number)) for number, side in enumerate(SIDES)},
            "turns": int(result["turn"]),
            "decisions": int(result["decisions"]),
            **{area: SIDES[side] if side >= 0 else None for area, side in zip(AREAS, result["control"], strict=True)},
        }
        for result in results
    ]


def as_csv(results: Results) -> str:
    """A header and one line for each game."""
    told = rows(results)
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(told[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(told)
    return text.getvalue()


def as_json(results: Results, setting: Setting) -> str:
    """What was played, a summary, and the games. Nothing that differs when it is played again: no times."""
    told = {
        "version": __version__,
        "rules_version": RULES_VERSION,
        "play": "random",
        "ruleset": setting.ruleset,
        "options": list(setting.options),
        "deployment": setting.deployment,
        "scenario": setting.scenario,
        "seed": setting.seed,
        "games": len(results),
        "summary": summary(results),
    }
    games = ",\n    ".join(json.dumps(row) for row in rows(results))
    return f'{json.dumps(told, indent=2)[:-2]},\n  "results": [\n    {games}\n  ]\n}}\n'


def summary(results: Results) -> dict[str, Any]:
    """Shares with their 95 % intervals, and means."""
    games = len(results)
    wins: dict[str, int] = {side: int(np.sum(results["winner"] == number)) for number, side in enumerate(SIDES)}
    counts = {**wins, "draw": games - sum(wins.values())}
    return {
        "wins": {
            name: {"games": count, "share": count / games, "interval": list(wilson(count, games))}
            for name, count in counts.items()
        },
        "mean_areas": {side: float(areas_held(results, number).mean()) for number, side in enumerate(SIDES)},
        "mean_decisions": float(results["decisions"].mean()),
        "mean_turns": float(results["turn"].mean()),
    }


def areas_held(results: Results, side: int) -> Any:
    """How many areas the side holds at the end of each game."""
    return np.sum(results["control"] == side, axis=1)


def result_table(results: Results, setting: Setting) -> Table:
    """Who won, and how clearly that can be said."""
    told = summary(results)["wins"]
    table = Table("", "games", "share", "95 % interval", title="Who wins", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for number, side in ((0, SIDES[0]), (-1, "draw"), (1, SIDES[1])):
        count, share, (low, high) = told[side]["games"], told[side]["share"], told[side]["interval"]
        table.add_row(SIDE_NAMES.get(side, "Draw"), f"{count:,}", f"{share:.1%}", f"{low:.1%} – {high:.1%}")
        if number >= 0 and setting.ruleset == "standard":
            for level in range(COMPLETE, MARGINAL - 1, -1):
                count = int(np.sum((results["winner"] == number) & (results["level"] == level)))
                table.add_row(f"  {LEVELS[level]}", f"{count:,}", f"{count / len(results):.1%}", style="dim")
    return table


def area_table(results: Results) -> Table:
    """Who holds each area at the end."""
    table = Table("area", *SIDE_NAMES.values(), "nobody", title="Who holds the areas", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for number, area in enumerate(AREAS):
        held = results["control"][:, number]
        table.add_row(AREA_NAMES[area], *(f"{np.mean(held == side):.1%}" for side in (0, 1, -1)))
    table.add_section()
    means = [areas_held(results, side).mean() for side in range(2)]
    table.add_row("areas held, mean", *(f"{mean:.2f}" for mean in means), f"{len(AREAS) - sum(means):.2f}")
    return table


def count_table(results: Results) -> Table:
    """In how many games a side holds how many areas."""
    table = Table("areas held", *map(str, range(len(AREAS) + 1)), title="How many areas", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for number, side in enumerate(SIDES):
        counts = np.bincount(areas_held(results, number), minlength=len(AREAS) + 1)
        table.add_row(SIDE_NAMES[side], *(f"{count:,}" for count in counts))
    return table
