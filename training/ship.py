"""Put a trained model among the shipped ones, with a page of facts beside it: how it was made, its curve, its standing.

    python -m training.ship runs/skirmish-1 skirmish --pairs 200
"""

from __future__ import annotations

import argparse
import json
import shutil
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any

import agents
from bofa_env.commands.files import write_whole

from .config import PRESETS
from .evaluate import match
from .models import read_card
from .run import CHECKPOINT, MODEL

LADDER = ("random", "greedy", "captain")
_SEED = 2_000_000_000  # games that neither training nor its evaluation has seen
_COLUMNS = ("update", "decisions", "minutes", "core_minutes", "part", "entropy", "imitation_loss", "agreement")


def command_of(config: dict[str, Any], preset: str) -> str:
    """The command that makes this run again."""
    usual = asdict(PRESETS[preset])
    words = [f"bofa train {preset}"]
    for name, value in config.items():
        if name in usual and value != usual[name] and name != "threads":
            flag = "--" + name.replace("_", "-")
            words.append(flag if value is True else f"--no-{flag[2:]}" if value is False else f"{flag} {value}")
    return " ".join(words)


def curve_of(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a curve without what is of passing interest."""
    return [
        {name: round(value, 4) if isinstance(value, float) else value for name, value in row.items()
         if name in _COLUMNS or name.startswith("against/")}
        for row in rows
    ]  # fmt: skip


def standing(model: str, rules: dict[str, Any], pairs: int) -> dict[str, Any]:
    """Paired matches against the ladder, with 95 % intervals."""
    found = {}
    for name in LADDER:
        score = match(agents.make(f"ppo:{model}"), agents.make(name), pairs, _SEED, **rules)
        low, high = (min(1.0, max(0.0, score.share + sign * 1.96 * score.error)) for sign in (-1, 1))
        found[name] = {
            "pairs": pairs, "points": round(score.share, 4), "interval": [round(low, 4), round(high, 4)], "wins": score.wins,
            "draws": score.draws, "losses": score.games - score.wins - score.draws,
            "as_free_peoples": round(score.as_free_peoples, 4), "as_dark_army": round(score.as_dark_army, 4),
        }  # fmt: skip
        print(name, found[name], flush=True)
    return found


def main() -> None:
    """The command line."""
    import torch

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, help="the folder of the run")
    parser.add_argument("name", help="the short name that the model gets")
    parser.add_argument("--preset", choices=list(PRESETS), help="that the run began with; default: the name")
    parser.add_argument("--pairs", type=int, default=200)
    given = parser.parse_args()
    card = read_card(given.run / MODEL)
    rows = torch.load(given.run / CHECKPOINT, weights_only=False)["more"]["rows"]
    rules = {"scenario": card.scenario, "ruleset": card.ruleset, "options": card.options}
    facts = {
        "model": given.name, "scenario": card.scenario, "ruleset": card.ruleset, "options": list(card.options),
        "rules_version": card.rules_version, "observation_version": card.observation_version,
        "command": command_of(card.config, given.preset or given.name), "seed": card.config["seed"],
        "decisions": card.decisions, "hours": round(rows[-1]["minutes"] / 60, 3),
        "core_hours": round(rows[-1].get("core_minutes", 0) / 60, 3), "curve": curve_of(rows),
        "standing": standing(str(given.run / MODEL), rules, given.pairs),
    }  # fmt: skip
    target = Path(str(resources.files("training") / "models"))
    shutil.copyfile(given.run / MODEL, target / f"{given.name}.zip")
    write_whole(target / f"{given.name}.json", json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
