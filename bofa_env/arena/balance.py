"""Balance: what a balance report plays, and what it makes of the games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..data.load import load
from ..render.symbols import SIDE_NAMES
from ..rules.record import OPTIONS
from ..rules.world import AREAS
from . import luck
from .jobs import Job, Study, assert_fair, pair_of_games, pair_seeds
from .luck import Luck
from .setting import RESTRICTIONS, STANDARD_GAME, Setting
from .shares import Difference, Tally, differences, tally
from .store import Played, Store
from .verdict import verdict

NAME = "balance"
LADDER, RULES, WITHOUT, LUCK = "ladder", "rules", "without", "luck"
SHARED = ("three_players", "four_players")  # share a side among players (O-2); here one bot plays all of a side
ALONE = tuple(option for option in OPTIONS if option not in SHARED)
PARTS = ("ladder", "rulesets", "options", "restricted", "luck")
ALL_OPTIONS = "all options"
_IN_TURN = 16  # games of one question before the next one's


@dataclass(frozen=True)
class BalancePlan:
    """A balance report. Bots play themselves: what is left of the result is the game, not the difference between bots.

    ladder: bots from weak to strong, `games` games each. yardstick: the bot for all that is compared with the base,
    `others` games each. cubes: of eight games each, for luck.
    """

    ladder: tuple[str, ...]
    yardstick: str
    setting: Setting = STANDARD_GAME
    games: int = 200
    others: int = 100
    cubes: int = 25
    parts: tuple[str, ...] = PARTS
    restrictions: tuple[tuple[str, str], ...] = field(default_factory=lambda: restrictions())
    seed: int = 0

    def asked(self) -> dict[str, Any]:
        """What makes it this report and no other; how many games and which parts can be changed later."""
        return {"what": NAME, "yardstick": self.yardstick, "seed": self.seed, **self.setting.as_dict()}

    @property
    def bots(self) -> tuple[str, ...]:
        """All who play."""
        return tuple(dict.fromkeys((*self.ladder, self.yardstick)))

    def studies(self) -> dict[Study, tuple[str, int]]:
        """Every question, who plays, and how many games."""
        base = self.setting
        found = {Study(f"{LADDER} {bot}", base): (bot, self.games) for bot in self.bots}
        asked: dict[str, Setting] = {}
        if "rulesets" in self.parts:
            other = "basic" if base.ruleset == "standard" else "standard"
            fitting = tuple(option for option in base.options if option != "hysteria" or other == "standard")
            asked[f"{RULES} {other} ruleset"] = replace(base, ruleset=other, options=fitting)
        if "options" in self.parts:
            for option in ALONE:
                if option not in base.options and _fits(replace(base, options=(option,))):
                    asked[f"{RULES} {option}"] = replace(base, options=(*base.options, option))
            fitting = tuple(option for option in ALONE if _fits(replace(base, options=(option,))))
            asked[f"{RULES} {ALL_OPTIONS}"] = replace(base, options=tuple(dict.fromkeys((*base.options, *fitting))))
        if "restricted" in self.parts:
            for side, name in self.restrictions:
                asked[f"{WITHOUT} {side} {name}"] = replace(base, without=(*base.without, (side, name)))
        return found | {Study(name, setting): (self.yardstick, self.others) for name, setting in asked.items()}

    def jobs(self) -> list[Job]:
        """All games: the ladder, then all other questions taken in turn, so that a report halfway is about all of them."""
        found: list[list[Job]] = []
        for study, (bot, games) in self.studies().items():
            seeds = pair_seeds(self.seed, study.name, range(games))
            found.append([job for k in range(games) for job in pair_of_games(study, k, bot, bot, seeds[k], self.seed)])
        if "luck" in self.parts:
            found.append(luck.cubes(Study(LUCK, self.setting), self.yardstick, self.cubes, self.seed))
        rungs, others = found[: len(self.bots)], found[len(self.bots) :]
        jobs = [job for part in rungs for job in part]
        for first in range(0, max(map(len, others), default=0), _IN_TURN):
            jobs += [job for part in others for job in part[first : first + _IN_TURN]]
        assert_fair(jobs)
        return jobs


def restrictions() -> tuple[tuple[str, str], ...]:
    """All restrictions of either side."""
    return tuple((side, name) for name, restriction in RESTRICTIONS.items() for side in restriction.sides)


def _fits(setting: Setting) -> bool:
    try:
        setting.check()
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Balance:
    """What the games of a balance report say."""

    setting: Setting
    yardstick: str
    strongest: str  # the last bot of the ladder
    ladder: dict[str, Tally]
    base: Tally
    options: list[Difference]
    restricted: list[Difference]
    luck: Luck | None
    areas: dict[str, tuple[float, float, float]]  # shares of Free Peoples, Dark Army, nobody
    control: np.ndarray[Any, Any]  # [turn, area, (free, dark)]: share of games; strongest play
    survival: dict[str, tuple[float, float]]  # by army: strength left, share of games in which nothing is left
    lead_changes: float
    turns: float
    decisions: float
    occupied: np.ndarray[Any, Any]  # [side, hex]: share of turn ends at which the side is there
    verdict: list[str]


def reckon(store: Store, ladder: Sequence[str] | None = None) -> Balance:
    """Everything from the games that are in the store."""
    asked = store.about["asked"]
    by_study: defaultdict[str, list[Played]] = defaultdict(list)
    for game in store.games():
        by_study[game.study].append(game)
    rungs = [name.removeprefix(f"{LADDER} ") for name in by_study if name.startswith(f"{LADDER} ")]
    order = [bot for bot in ladder if bot in rungs] if ladder else rungs
    if not order:
        raise ValueError(f"{store.path} has no games of a skill ladder")
    tallies = {bot: tally(by_study[f"{LADDER} {bot}"]) for bot in order}
    yardstick = asked["yardstick"]
    base = by_study[f"{LADDER} {yardstick}"]
    options = differences(base, _part(by_study, RULES, lambda name: name.replace("_", " ")))
    restricted = differences(base, _part(by_study, WITHOUT, _without))
    strongest = order[-1]
    top = [game for game in by_study[f"{LADDER} {strongest}"] if game.course is not None and game.forfeit is None]
    setting = Setting.from_dict(asked)
    found = Balance(
        setting=setting, yardstick=yardstick, strongest=strongest, ladder=tallies, base=tally(base), options=options,
        restricted=restricted, luck=luck.reckoned(by_study[LUCK]), **_courses(top), verdict=[],
    )  # fmt: skip
    return replace(found, verdict=verdict(found))


def _part(by_study: dict[str, list[Played]], kind: str, told: Callable[[str], str]) -> dict[str, Sequence[Played]]:
    return {
        told(name.removeprefix(f"{kind} ")): games for name, games in by_study.items() if name.startswith(f"{kind} ")
    }


def _without(name: str) -> str:
    side, _, what = name.partition(" ")
    spoken = what.title() if what in ("gandalf", "beorn", "bolg") else what.replace("_", " ")
    return f"{SIDE_NAMES[side]} without {spoken}"


def _courses(games: Sequence[Played]) -> dict[str, Any]:
    """What the courses of games have in common."""
    courses = [course for game in games if (course := game.course) is not None]
    if not courses:
        nothing = np.zeros((0, len(AREAS), 2))
        return {
            "areas": {}, "control": nothing, "survival": {}, "lead_changes": 0.0, "turns": 0.0, "decisions": 0.0,
            "occupied": np.zeros((2, 616)),
        }  # fmt: skip
    armies = load().armies
    held = np.array([game.control for game in games])
    longest = max(len(course.control) for course in courses)
    control = np.zeros((longest, len(AREAS), 2))
    for turn in range(longest):
        there = np.array([course.control[turn] for course in courses if len(course.control) > turn])
        control[turn] = np.stack([np.mean(there == side, axis=0) for side in range(2)], axis=-1)
    first = np.array([course.strength[0] for course in courses], np.float64)
    last = np.array([course.strength[-1] for course in courses], np.float64)
    took_part = first.sum(0) > 0
    return {
        "areas": {
            area: tuple(float(np.mean(held[:, number] == side)) for side in (0, 1, -1)) for number, area in enumerate(AREAS)
        },
        "control": control,
        "survival": {
            army: (float(last[:, number].sum() / first[:, number].sum()), float(np.mean(last[:, number] == 0)))
            for number, army in enumerate(armies)
            if took_part[number]
        },
        "lead_changes": float(np.mean([course.lead_changes for course in courses])),
        "turns": float(np.mean([game.turns for game in games])),
        "decisions": float(np.mean([game.decisions for game in games])),
        "occupied": np.sum([course.occupied for course in courses], axis=0) / sum(len(course.control) for course in courses),
    }
