"""Game: one game as a friendly Python object, in the words of the game.

    >>> from bofa_env import Game
    >>> g = Game(ruleset="basic", seed=7)
    >>> g.player, g.decision
    ('dark_army', 'choose_chip')
    >>> g.play("chip MOVE")
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import scenarios
from .data.load import Data, load
from .deployments import DEPLOYMENTS
from .errors import ChanceError, IllegalAction, PositionError, UnknownName, one_of
from .rules import actions, doors
from .rules.actions import ACTIONS, CHIPS, PHASES, hex_name, hex_number
from .rules.nodes import CHANCE, DECISIONS, DRAW_CHIP, FIRST_CHANCE
from .rules.record import (
    DEAD,
    FOUR_PLAYERS,
    GAME,
    HYSTERIA,
    HYSTERICAL,
    LEVELS,
    ON_TOP,
    OPTIONS,
    THREE_PLAYERS,
    TO_COME,
)
from .rules.seats import SIDE_OF_SEAT
from .rules.world import AREAS, SIDES

RULESETS = ("basic", "standard")
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Piece:
    """A piece as it is right now."""

    name: str
    side: str
    army: str
    hex: str | None  # None: not on the map
    to_come: bool  # True: a reinforcement that may still enter
    steps: int  # 2 full, 1 reduced, 0 dead
    hits: int
    strength: int  # current
    move: int
    bow: int
    leader: bool
    on_top: bool  # a leader who lies on top of the units in his hex
    hysterical: bool


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: str | None  # None: a draw
    level: str  # "draw", "won" (basic), "marginal", "tactical", "complete"
    areas: dict[str, str | None]
    scores: dict[str, int]  # areas held by each side


@dataclass(frozen=True)
class ChanceOutcome:
    """One way in which a chance event can come out."""

    outcome: int | str  # a die, 1 to 10, or the name of a chip
    probability: float


class Game:
    """One game.

    ruleset: "basic" or "standard". options: names of the optional rules. deployment: "historical", "random" (seeded), or
    "free" (the players set up, piece by piece). scenario: "full" or one of `bofa_env.scenarios`.
    seed: a whole number; None takes a fresh one (`g.seed` tells it).
    battlefield, counters: paths of data files instead of the packaged ones. explicit_chance: stop at every chance event
    and let the caller say how it comes out (`chance_outcomes`, `happen`).
    """

    def __init__(
        self,
        ruleset: str = "standard",
        options: Iterable[str] = (),
        deployment: str = "historical",
        seed: int | None = None,
        *,
        scenario: str = "full",
        battlefield: str | PathLike[str] | None = None,
        counters: str | PathLike[str] | None = None,
        explicit_chance: bool = False,
    ) -> None:
        one_of("ruleset", ruleset, RULESETS)
        bits = option_bits(options, ruleset)
        one_of("deployment", deployment, DEPLOYMENTS)
        story = scenarios.scenario(scenario)
        scenarios.check_fits(story, deployment, bits)
        self.scenario = scenario
        self.data: Data = scenarios.scenario_data(load(battlefield, counters), story)
        self.seed = checked_seed(seed)
        self.deployment = deployment
        self.record: NDArray[Any] = np.zeros(1, GAME)
        self._dice: list[int] = []
        self._draws: list[int] = []
        doors.reset(
            self.data.world, self.record, 0, RULESETS.index(ruleset), bits, self.seed,
            scenarios.scenario_plan(self.data, story, deployment), story.turns, explicit_chance,
        )  # fmt: skip

    # --- where the game stands

    @property
    def _rec(self) -> Any:
        return self.record[0]

    @property
    def ruleset(self) -> str:
        """The ruleset that is played."""
        return RULESETS[self._rec.standard]

    @property
    def options(self) -> tuple[str, ...]:
        """The options that are played."""
        return tuple(name for bit, name in enumerate(OPTIONS) if self._rec.options >> bit & 1)

    @property
    def turn(self) -> int:
        """1 to 12 (O-9: 16); 0 during set-up."""
        return int(self._rec.turn)

    @property
    def phase(self) -> str | None:
        """"MOVE", "COMBAT" or "FIRE"; None between phases."""
        return PHASES[self._rec.phase] if self._rec.phase >= 0 else None

    @property
    def phasing_player(self) -> str | None:
        """The side whose phase it is."""
        return SIDES[self._rec.phasing] if self._rec.phasing >= 0 else None

    @property
    def player(self) -> str | None:
        """Who has to decide; None when the game is over or waits for chance."""
        return self.players[self._rec.player] if self._rec.player >= 0 else None

    @property
    def players(self) -> dict[int, str]:
        """The players by their seats: the two sides, or with O-2 the partners who share them."""
        return player_names(int(self._rec.options))

    def side_of(self, player: str) -> str:
        """The side that a player fights for."""
        one_of("player", player, self.players.values())
        return next(SIDES[SIDE_OF_SEAT[seat]] for seat, name in self.players.items() if name == player)

    def owner(self, piece: str) -> str:
        """The player to whom a piece belongs."""
        return self.players[int(doors.owner_of(self.data.world, self.record, 0, self.data.piece_number[piece]))]

    @property
    def decision(self) -> str | None:
        """The kind of decision; None when the game is over or waits for chance."""
        return DECISIONS[self._rec.decision] if 0 <= self._rec.decision < FIRST_CHANCE else None

    @property
    def subject(self) -> str | None:
        """The piece that the decision is about, where it is about one."""
        if self.decision in {"deploy", "enter", "stack_order", "escape", "dive", "regroup_step", "regroup_shift", "chieftain"}:
            return self.data.pieces[int(self._rec.wave if self.decision == "regroup_shift" else self._rec.subject)]
        return None

    @property
    def last_die(self) -> int | None:
        """The last battle die as it fell, without modifiers."""
        return int(self._rec.last_die) or None

    @property
    def cup(self) -> dict[str, int]:
        """The chips that are still in the cup."""
        return {chip: int(count) for chip, count in zip(CHIPS, self._rec.cup, strict=True)}

    @property
    def held_chip(self) -> str | None:
        """The chip that the second player of the turn holds."""
        return CHIPS[self._rec.held] if self._rec.held >= 0 else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._rec.over)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        rec = self._rec
        if not rec.over:
            return None
        areas = {area: SIDES[side] if side >= 0 else None for area, side in zip(AREAS, rec.control, strict=True)}
        scores = {side: sum(holder == side for holder in areas.values()) for side in SIDES}
        return Outcome(SIDES[rec.winner] if rec.winner >= 0 else None, LEVELS[rec.level], areas, scores)

    def areas(self) -> dict[str, str | None]:
        """Who holds what right now."""
        held = np.empty(len(AREAS), np.int8)
        doors.judge_areas(self.data.world, self.record, 0, held)
        return {area: SIDES[side] if side >= 0 else None for area, side in zip(AREAS, held, strict=True)}

    # --- pieces

    def piece(self, name: str) -> Piece:
        """The piece of that name as it is now."""
        number = self.data.piece_number[name]
        world, rec = self.data.world[0], self._rec
        hex, hits = int(rec.hex[number]), int(rec.hits[number])
        dead = hex == DEAD
        leader = bool(world.leader[number])
        return Piece(
            name=name,
            side=SIDES[world.side[number]],
            army=self.data.armies[world.army[number]],
            hex=hex_name(hex) if hex >= 0 else None,
            to_come=hex == TO_COME,
            steps=0 if dead else 2 if hits == 0 else 1,
            hits=hits,
            strength=0 if dead else doors.strength_of(self.data.world, self.record, 0, number),
            move=int(world.move[number]),
            bow=0 if dead else doors.bow_of(self.data.world, self.record, 0, number),
            leader=leader,
            on_top=leader and bool(rec.marks[number] & ON_TOP),
            hysterical=bool(rec.marks[number] & HYSTERICAL),
        )

    def pieces(self, side: str | None = None) -> list[Piece]:
        """All pieces that are in the game, dead ones included; or those of one side."""
        if side is not None:
            one_of("side", side, SIDES)
        found = [self.piece(name) for name in self.data.pieces]
        return [piece for piece in found if side in (None, piece.side)]

    def stack(self, hex: str, side: str) -> list[str]:
        """The names of a side's pieces in a hex, top to bottom."""
        one_of("side", side, SIDES)
        found = np.empty(GAME["stack"].shape, np.int16)
        count = doors.stack_at(self.data.world, self.record, 0, SIDES.index(side), hex_number(hex), found)
        return [self.data.pieces[number] for number in found[:count]]

    # --- actions

    def legal_actions(self) -> list[int]:
        """The numbers of the legal actions; empty when nobody has to decide."""
        return np.flatnonzero(self.record["legal"][0]).tolist()

    def legal_names(self) -> list[str]:
        """The names of the legal actions."""
        return [actions.action_name(action) for action in self.legal_actions()]

    def action_mask(self) -> NDArray[np.int8]:
        """1 for every legal action, as a fresh array."""
        return np.array(self.record["legal"][0], np.int8)

    @staticmethod
    def action_name(action: int) -> str:
        """The name of an action by its number."""
        return actions.action_name(action)

    @staticmethod
    def action_number(name: str) -> int:
        """The number of an action by its name."""
        return actions.action_number(name)

    def play(self, action: int | str) -> None:
        """Take the pending decision; an illegal action raises IllegalAction and changes nothing."""
        number = self._checked(action)
        self._with_scripts(lambda: doors.step(self.data.world, self.record, 0, number))

    def _checked(self, action: int | str) -> int:
        if isinstance(action, str):
            try:
                number = actions.action_number(action)
            except ValueError as error:
                raise IllegalAction(str(error)) from None
        else:
            number = _whole_number(action)
        if 0 <= number < ACTIONS and self.record["legal"][0, number]:
            return number
        raise IllegalAction(self._why_not(action, number))

    def _why_not(self, action: int | str, number: int) -> str:
        if self.over:
            return f"{action!r} cannot be played: the game is over"
        if self.at_chance:
            return f"{action!r} cannot be played: the game waits for chance ({self.chance_event}); use happen()"
        names = self.legal_names()
        shown = ", ".join(names[:12]) + (f", … ({len(names)} in all)" if len(names) > 12 else "")
        known = not isinstance(action, str) and 0 <= number < ACTIONS
        what = f"{action} ({actions.action_name(number)!r})" if known else repr(action)
        return f"{what} is not legal: {self.player} has to decide {self.decision!r}; legal: {shown}"

    # --- chance

    def dice(self, values: Sequence[int]) -> None:
        """The next battle dice come from here, then from the generator again."""
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise ChanceError(f"dice takes a list of dice, such as [3, 10, 1], not {values!r}")
        dice = list(values)
        for value in dice:
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 1 <= value <= 10:
                raise ChanceError(f"{value!r} is not a die: the die gives 1 to 10")
        self._dice.extend(int(value) for value in dice)

    def draws(self, chips: Sequence[str]) -> None:
        """The next blind draws come from here, then from the cup's own luck again."""
        if isinstance(chips, str) or not isinstance(chips, Iterable):
            raise ChanceError(f"draws takes a list of chips, such as ['FIRE'], not {chips!r}")
        self._draws.extend([CHIPS.index(one_of("chip", chip, CHIPS)) for chip in chips])

    def clear_script(self) -> None:
        """Forget the dice and draws that were scripted and have not come up."""
        self._dice.clear()
        self._draws.clear()

    def _with_scripts(self, advance: Any) -> None:
        """Advance the game, feeding it the scripted dice and draws as it asks for chance."""
        explicit = self.explicit_chance
        if not self._dice and not self._draws:
            advance()
            return
        before = copied(self.record), list(self._dice), list(self._draws)
        self._rec.explicit_chance = 1
        try:
            advance()
            while self.at_chance and not explicit:
                doors.happen(self.data.world, self.record, 0, self._next_outcome())
        except ChanceError:
            self.record, self._dice, self._draws = before
            raise
        self._rec.explicit_chance = explicit

    def _next_outcome(self) -> int:
        drawing = self._rec.decision == DRAW_CHIP
        script = self._draws if drawing else self._dice
        if not script:
            return int(doors.chance_value(self.record, 0))
        value = script.pop(0)
        if drawing and not self._rec.cup[value]:
            raise ChanceError(f"the scripted draw {CHIPS[value]!r} is not in the cup: {self.cup}")
        return value

    @property
    def explicit_chance(self) -> bool:
        """Whether the game stops at chance events."""
        return bool(self._rec.explicit_chance)

    @explicit_chance.setter
    def explicit_chance(self, value: bool) -> None:
        self._rec.explicit_chance = bool(value)
        if not value and self.at_chance:
            doors.resume(self.data.world, self.record, 0)

    @property
    def at_chance(self) -> bool:
        """Whether the game waits for a chance event (only with explicit_chance)."""
        return bool(self._rec.decision >= FIRST_CHANCE)

    @property
    def chance_event(self) -> str | None:
        """What the chance event is about: "chip", "combat", "shot", …; None if the game does not wait for one."""
        return CHANCE[self._rec.decision - FIRST_CHANCE] if self.at_chance else None

    def chance_outcomes(self) -> list[ChanceOutcome]:
        """How the chance event that the game waits for can come out, with probabilities that add up to 1."""
        if not self.at_chance:
            return []
        if self._rec.decision == DRAW_CHIP:
            total = sum(self.cup.values())
            return [ChanceOutcome(chip, count / total) for chip, count in self.cup.items() if count]
        return [ChanceOutcome(die, 0.1) for die in range(1, 11)]

    def happen(self, outcome: int | str) -> None:
        """The chance event comes out this way."""
        possible = [chance.outcome for chance in self.chance_outcomes()]
        if outcome not in possible or isinstance(outcome, bool):
            waits = f"{self.chance_event!r} can give {possible}" if self.at_chance else "the game does not wait for chance"
            raise ChanceError(f"{outcome!r} cannot happen: {waits}")
        value = CHIPS.index(outcome) if isinstance(outcome, str) else int(outcome)
        doors.happen(self.data.world, self.record, 0, value)

    # --- copies

    def clone(self, redraw: int | None = None) -> Game:
        """An independent copy. With `redraw`, its future dice and draws come from that seed instead: what a bot
        that plans must use, so that it can never read the real ones.
        """
        copy = object.__new__(Game)
        copy.__dict__.update(self.__dict__)
        copy.record = copied(self.record)
        copy._dice = list(self._dice) if redraw is None else []
        copy._draws = list(self._draws) if redraw is None else []
        if redraw is not None:
            copy.seed = checked_seed(redraw)
            doors.reseed(copy.record, 0, copy.seed)
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        """Pickled without the packaged world, which is loaded again; a world of one's own files goes along."""
        state = dict(self.__dict__)
        if self.data is scenarios.scenario_data(load(), scenarios.scenario(self.scenario)):
            state["data"] = None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state["data"] is None:
            self.data = scenarios.scenario_data(load(), scenarios.scenario(self.scenario))

    def position(self) -> dict[str, Any]:
        """The whole state as a plain dict that JSON and TOML can hold; `Game.from_position` restores it exactly."""
        from .position import position_of

        return position_of(self)

    @classmethod
    def from_position(
        cls,
        position: dict[str, Any],
        *,
        battlefield: str | PathLike[str] | None = None,
        counters: str | PathLike[str] | None = None,
    ) -> Game:
        """The game of a position, whole or sparse (see `bofa_env.position`); PositionError if it breaks a rule."""
        from .position import restore

        named = position.get("scenario", "full") if isinstance(position, dict) else "full"
        try:
            story = scenarios.scenario(named if isinstance(named, str) else repr(named))
        except UnknownName as error:
            raise PositionError(str(error)) from None
        return restore(cls, position, scenarios.scenario_data(load(battlefield, counters), story))

    def render(self, mode: str = "ansi") -> Any:
        """The battlefield: "ansi", text in colour; "svg", a drawing that stands alone; "rgb_array", the same as pixels,
        height × width × 3, uint8.
        """
        one_of("render mode", mode, ("ansi", "svg", "rgb_array"))
        if mode == "ansi":
            from .render.ansi import board_text

            return board_text(self)
        if mode == "svg":
            return self._repr_svg_()
        from .render.raster import rgb_array

        return rgb_array(self)

    def _repr_svg_(self) -> str:
        """How a notebook shows the game."""
        from .render.svg import board_svg

        return board_svg(self)

    def __repr__(self) -> str:
        if self.over:
            return f"<Game {self.ruleset}, over: {self.outcome}>"
        return f"<Game {self.ruleset}, turn {self.turn}, {self.phase or 'no'} phase, {self.player} to decide {self.decision}>"


def copied(records: NDArray[Any]) -> NDArray[Any]:
    """A copy of records; as plain bytes, which is several times faster."""
    return records.view(np.uint8).copy().view(GAME)


def _whole_number(value: Any) -> int:
    if isinstance(value, bool):
        raise IllegalAction(f"{value!r} is not an action: give a whole number or a name")
    try:
        return operator.index(value)
    except TypeError:
        raise IllegalAction(f"{value!r} is not an action: give a whole number or a name") from None


def checked_seed(seed: int | None) -> int:
    """A seed that can be used; None takes a fresh one."""
    if seed is None:
        return secrets.randbits(63)
    try:
        number = operator.index(seed) if not isinstance(seed, bool) else -1
    except TypeError:
        raise TypeError(f"a seed is a whole number or None, not {type(seed).__name__}") from None
    if not 0 <= number <= LARGEST_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {LARGEST_SEED}, not {seed!r}")
    return number


def player_names(options: int) -> dict[int, str]:
    """Who sits in which seat with these options (O-2)."""
    names = dict(enumerate(SIDES))
    if options & (THREE_PLAYERS | FOUR_PLAYERS):
        names[1], names[2] = "plain_host", "second_wave"
    if options & FOUR_PLAYERS:
        names[0], names[3] = "elven_host", "dwarves_and_men"
    return names


def option_bits(options: Iterable[str], ruleset: str) -> int:
    """The options as bits; refuses what does not exist or makes no sense."""
    if isinstance(options, str):
        raise UnknownName(f"options is a collection of names, such as ({options!r},)")
    bits = 0
    for option in options:
        bits |= 1 << OPTIONS.index(one_of("option", option, OPTIONS))
    if bits & HYSTERIA and ruleset == "basic":
        raise UnknownName("hysteria needs the standard ruleset, because only there can it end (R33)")
    if bits & THREE_PLAYERS and bits & FOUR_PLAYERS:
        raise UnknownName("three_players and four_players exclude each other (O-2)")
    return bits

