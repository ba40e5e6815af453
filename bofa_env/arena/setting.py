"""Setting: what kind of game is played. Restrictions: what a side has to do without (restricted play)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..data.load import load
from ..deployments import DEPLOYMENTS
from ..errors import UnknownName, one_of
from ..game import RULESETS, option_bits
from ..record import GameRecord
from ..rules import actions, nodes
from ..rules.seats import SIDE_OF_SEAT
from ..rules.world import SIDES
from ..scenarios import check_fits, scenario

SIDE_OF = np.array(SIDE_OF_SEAT, np.int8)


@dataclass(frozen=True)
class Restriction:
    """What a side does without: pieces that never come, or a decision that has only one answer left."""

    name: str
    told: str
    sides: tuple[str, ...] = SIDES
    armies: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    leaders: bool = False  # all leaders but Thorin, who is also a unit
    answers: tuple[tuple[int, int], ...] = ()  # (kind of decision, the action that is left)


_ALL = (
    Restriction("archers", "never shoots", answers=((nodes.FIRE_TARGET, actions.DONE),)),
    Restriction("spells", "Gandalf casts no spell", SIDES[:1], answers=((nodes.CAST_SPELL, actions.NONE),)),
    Restriction("rocks", "rolls no rocks", answers=((nodes.ROCK, actions.NONE),)),
    Restriction("second_waves", "adds no second wave to a melee", answers=((nodes.SECOND_WAVE, actions.NONE),)),
    Restriction("leaders", "plays without its leaders (Thorin stays, he is also a unit)", leaders=True),
    Restriction("gandalf", "plays without Gandalf", SIDES[:1], pieces=("Gandalf",)),
    Restriction("eagles", "plays without Gwaihir and the eagles", SIDES[:1], armies=("eagles",)),
    Restriction("beorn", "plays without Beorn", SIDES[:1], pieces=("Beorn",)),
    Restriction("bolg", "plays without Bolg and his bodyguard", SIDES[1:], armies=("bolg",)),
    Restriction("wolves", "plays without wolves and wargs", SIDES[1:], armies=("wolves", "wargs")),
    Restriction("mountain_tribes", "plays without Osag, Gurash and their tribes", SIDES[1:], armies=("osag", "gurash")),
)
RESTRICTIONS = {restriction.name: restriction for restriction in _ALL}


@dataclass(frozen=True)
class Setting:
    """What kind of game is played. without: pairs of a side and the name of a restriction."""

    ruleset: str = "standard"
    options: tuple[str, ...] = ()
    deployment: str = "historical"
    scenario: str = "full"
    without: tuple[tuple[str, str], ...] = ()

    def check(self) -> None:
        """UnknownName if there is no such game."""
        one_of("ruleset", self.ruleset, RULESETS)
        one_of("deployment", self.deployment, DEPLOYMENTS)
        check_fits(scenario(self.scenario), self.deployment, option_bits(self.options, self.ruleset))
        for side, name in self.without:
            one_of("side", side, SIDES)
            if side not in RESTRICTIONS[one_of("restriction", name, RESTRICTIONS)].sides:
                raise UnknownName(f"{side} has no {name} to do without")

    def told(self) -> str:
        """In words."""
        words = f"{self.ruleset} rules" + (f" with {', '.join(self.options)}" if self.options else "")
        words += f", scenario {self.scenario}" if self.scenario != "full" else f", {self.deployment} set-up"
        return words + "".join(f", {side} without {name}" for side, name in self.without)

    def as_dict(self) -> dict[str, Any]:
        """Plain, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Setting:
        """Back from `as_dict`, from JSON too."""
        pairs = tuple((side, name) for side, name in plain["without"])
        return cls(plain["ruleset"], tuple(plain["options"]), plain["deployment"], plain["scenario"], pairs)

    def record(self, seed: int, **more: Any) -> GameRecord:
        """The record of a game of this kind in which nothing has been played yet."""
        return GameRecord(seed, (), self.ruleset, self.options, self.scenario, self.deployment, away=self.away(), **more)

    def away(self) -> tuple[str, ...]:
        """The pieces that a side does without."""
        data = load()
        world = data.world[0]
        away = np.zeros(len(data.pieces), np.bool_)
        for side, name in self.without:
            restriction = RESTRICTIONS[name]
            gone = np.isin(world.army, [data.armies.index(army) for army in restriction.armies])
            gone |= np.isin(data.pieces, restriction.pieces)
            if restriction.leaders:
                gone |= (world.leader == 1) & (world.unit == 0)
            away |= gone & (world.side == SIDES.index(side))
        return tuple(data.pieces[number] for number in np.flatnonzero(away))

    def narrow(self) -> Callable[[NDArray[Any]], None] | None:
        """What takes from the masks of records the actions that a side does without; None if there is nothing to take."""
        rules = [
            (SIDES.index(side), kind, answer) for side, name in self.without for kind, answer in RESTRICTIONS[name].answers
        ]
        if not rules:
            return None

        def narrow(records: NDArray[Any]) -> None:
            for side, kind, answer in rules:
                theirs = SIDE_OF[records["player"]] == side
                bound = theirs & (records["decision"] == kind) & (records["legal"][:, answer] == 1)
                records["legal"][bound] = 0
                records["legal"][bound, answer] = 1
                records["choices"][bound] = 1

        return narrow


STANDARD_GAME = Setting()
