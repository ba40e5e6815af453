"""Games: N games stepped at once, the vectorised core behind every environment.

    games = Games(256, seed=7)
    while running:
        actions = choose(games.masks, games.players)   # one legal action per game
        games.step(actions)                             # buffers below are updated in place

Nothing is copied: `masks`, `players`, `rewards` … are the same arrays all along; copy what you want to keep.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import observation, scenarios
from .data.load import Data, load
from .deployments import DEPLOYMENTS
from .errors import IllegalAction, one_of
from .game import RULESETS, Game, checked_seed, copied, option_bits, player_names
from .rules import doors
from .rules.actions import ACTIONS, action_name
from .rules.nodes import DECISIONS
from .rules.record import GAME
from .seeds import later_seeds, words

AUTORESET = ("same_step", "next_step", "disabled")
_NO_LIMIT = 2**62


class Games:
    """N games of one kind, played side by side.

    ruleset, options, deployment, scenario, battlefield, counters: as for Game. seed: game i is played with seed + i, or give a
    sequence of seeds; its later games (autoreset) take their seeds from a stream of its own, so no game depends on
    how many others there are.

    autoreset: "same_step": a game that ends is set up anew at once, and `terminated` tells it (the last position of the
    old game is in `final`); "next_step": the step after the end sets it up, ignoring the action; "disabled": it
    stays over until `reset`. threads: the games are shared out among so many threads; the result is the same.
    """

    def __init__(
        self,
        n: int,
        ruleset: str = "standard",
        options: Iterable[str] = (),
        deployment: str = "historical",
        seed: int | Sequence[int] | None = None,
        *,
        scenario: str = "full",
        battlefield: str | PathLike[str] | None = None,
        counters: str | PathLike[str] | None = None,
        autoreset: str = "same_step",
        threads: int = 1,
    ) -> None:
        if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 1:
            raise ValueError(f"the number of games is a whole number from 1 on, not {n!r}")
        if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)) or threads < 1:
            raise ValueError(f"the number of threads is a whole number from 1 on, not {threads!r}")
        one_of("ruleset", ruleset, RULESETS)
        one_of("deployment", deployment, DEPLOYMENTS)
        self.n = int(n)
        self.ruleset, self.deployment = ruleset, deployment
        self.autoreset = one_of("autoreset", autoreset, AUTORESET)
        self.option_bits = option_bits(options, ruleset)
        story = scenarios.scenario(scenario)
        scenarios.check_fits(story, deployment, self.option_bits)
        self.scenario = scenario
        self.data: Data = scenarios.scenario_data(load(battlefield, counters), story)
        self.players_by_seat = player_names(self.option_bits)
        self._plan = scenarios.scenario_plan(self.data, story, deployment)
        self._setting = doors.make_setting(RULESETS.index(ruleset), self.option_bits, turns=story.turns)
        self._anew = self._setting.copy()
        self._anew[3] = 1  # the same, for games that are over only
        self._pool = ThreadPoolExecutor(int(threads)) if threads > 1 else None
        self._slices = _slices(self.n, int(threads))

        self.records: NDArray[Any] = np.zeros(self.n, GAME)
        self.final: NDArray[Any] = np.zeros(self.n, GAME)  # the last position of a game that has just ended
        self.masks = np.zeros((self.n, ACTIONS), np.int8)
        self.players = np.zeros(self.n, np.int8)  # the seat that has to decide; -1: the game is over
        self.decisions = np.zeros(self.n, np.int8)  # its kind, an index into rules.nodes.DECISIONS
        self.rewards = np.zeros((self.n, 2), np.float32)  # by side: +1, 0, -1 in the step that ends a game
        self.terminated = np.zeros(self.n, np.bool_)
        self.episodes = np.zeros(self.n, np.int64)  # games that have ended
        self.seeds = np.zeros(self.n, np.int64)  # the seed of the game at hand
        self._first_seeds = np.zeros(self.n, np.int64)
        self._were_over = np.zeros(self.n, np.bool_)  # before the step at hand
        self.reset(seed)

    # --- playing

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Set up all games anew; None takes a fresh seed."""
        self._first_seeds[:] = self._seeds(seed)
        self.seeds[:] = self._first_seeds
        self.episodes[:] = 0
        self.rewards[:] = 0
        self.terminated[:] = False
        self._drive(doors.SET_UP, self.seeds, self._setting)
        self._show()

    def step(self, actions: ArrayLike) -> None:
        """One action per game; an illegal one raises IllegalAction, and no game changes."""
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"step takes {self.n} whole numbers, one per game, not {chosen.dtype} of shape {chosen.shape}")
        chosen = chosen.astype(np.int64, copy=False)
        self._check(chosen)
        were_over = self._were_over
        self._drive(doors.STEP, chosen, self._setting)
        if self.autoreset == "next_step" and were_over.any():
            self._set_up_again(were_over)
        ended = self._over_slices(
            doors.collect, were_over, self._first_seeds, self.seeds, self.episodes, self.final, self.rewards, self.terminated
        )
        if ended and self.autoreset == "same_step":
            self._drive(doors.SET_UP, self.seeds, self._anew)
        self._show()

    # --- playing some of the games (what the environments with an opponent inside are made of)

    def step_where(self, which: NDArray[np.bool_], actions: NDArray[np.int64]) -> None:
        """One legal action for each of the games in `which`; the others stay as they are, and so do `rewards`,
        `terminated` and `episodes`. No game is set up anew: that is what `next_games` is for.
        """
        with self._only(which):
            self._drive(doors.STEP, actions, self._setting)
        self._show()

    def play_on(self, which: NDArray[np.bool_], seats: NDArray[np.bool_], stream: int) -> None:
        """Random-legal play of the games in `which` until one of the `seats` has to decide, or the game is over.

        A game's choices come from its seed, `stream` and the number of decisions taken in it: from nothing else.
        """
        if not which.any():
            return
        setting = self._setting.copy()
        setting[2] = _NO_LIMIT
        setting[7] = (1 << np.flatnonzero(seats)).sum()
        seeds = words(self.seeds, np.zeros_like(self.seeds), stream)
        with self._only(which):
            self._drive(doors.PLAY_OUT, seeds, setting)
        self._show()

    @contextmanager
    def _only(self, which: NDArray[np.bool_]) -> Iterator[None]:
        """Meanwhile the core passes over all other games, as over those in which there is nothing to choose."""
        if which.all():
            yield
            return
        others, choices = ~which, self.records["choices"]
        kept = choices[others]
        choices[others] = 0
        try:
            yield
        finally:
            choices[others] = kept

    def next_games(self, which: NDArray[np.bool_]) -> None:
        """Set up the next game of each in `which`, over or not, with the seed that autoreset would give it."""
        self.episodes[which] += 1
        later_seeds(self._first_seeds, self.episodes, which, self.seeds)
        self._set_up_again(which)
        self._show()

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """A uniform legal action for every game."""
        actions = np.empty(self.n, np.int64)
        self._over_slices(doors.pick_legal, rng.random(self.n), actions)
        return actions

    def _set_up_again(self, which: NDArray[np.bool_]) -> None:
        """Set up the games in `which`, and leave the others."""
        at = np.flatnonzero(which)
        fresh = np.zeros(at.size, GAME)
        doors.drive(self.data.world, fresh, 0, at.size, doors.SET_UP, self.seeds[at], self._plan, self._setting)
        as_bytes(self.records)[at] = as_bytes(fresh)

    def _show(self) -> None:
        self._over_slices(doors.show, self.masks, self.players, self.decisions)

    def _check(self, chosen: NDArray[np.int64]) -> None:
        wrong = doors.first_illegal(self.records, chosen, self._were_over)
        if wrong < 0:
            return
        action, record = int(chosen[wrong]), self.records[wrong]
        name = action_name(action) if 0 <= action < ACTIONS else "not an action"
        kind = DECISIONS[record.decision] if record.decision >= 0 else "nothing, the game is over"
        raise IllegalAction(
            f"game {wrong}: {action} ({name}) is not legal: the decision is {kind}; {record.choices} actions are, see masks"
        )

    # --- looking

    def observe(
        self,
        form: str = "planes",
        seats: ArrayLike | None = None,
        out: dict[str, NDArray[np.uint8]] | None = None,
    ) -> dict[str, NDArray[np.uint8]]:
        """The observations of all games in a form of `bofa_env.observation`, for the players to decide or the given seats.

        `out`: arrays from `observation.buffers`, filled in place whatever they held; without it they are made anew.
        """
        one_of("observation", form, observation.FORMS)
        arrays = observation.buffers(form, self.n) if out is None else observation.checked(form, self.n, out)
        views = np.full(self.n, -1, np.int8) if seats is None else np.asarray(seats, np.int8)
        if views.shape != (self.n,) or views.min() < -1 or views.max() > 3:
            raise ValueError(f"seats is one number from 0 to 3 per game, or -1 for the player to decide, not {seats!r}")
        door, rest = observation.observer(form, arrays, self.data)
        self._over_slices(door, views, *rest)
        return arrays

    def potentials(self) -> NDArray[np.float32]:
        """The Free Peoples' potential of every game: areas held right now, weighed with pieces left (see `doors.potential`)."""
        found = np.empty(self.n, np.float32)
        self._over_slices(doors.potentials, found)
        return found

    def game(self, index: int) -> Game:
        """An independent Game of one of the games."""
        game = object.__new__(Game)
        game.data, game.seed, game.deployment = self.data, int(self.seeds[index]), self.deployment
        game.scenario = self.scenario
        game._dice, game._draws = [], []
        game.record = copied(self.records[index : index + 1])
        return game

    # --- small things

    def _drive(self, task: int, values: NDArray[np.int64], setting: NDArray[np.int64]) -> None:
        if self._pool is None:
            doors.drive(self.data.world, self.records, 0, self.n, task, values, self._plan, setting)
            return
        tasks = [
            self._pool.submit(
                doors.drive, self.data.world, self.records, first, last, task, values[first:last], self._plan, setting
            )
            for first, last in self._slices
        ]
        for one in tasks:
            one.result()

    def _over_slices(self, door: Any, *args: Any) -> int:
        """Through the door with all games; the sum of what comes back, if anything does."""
        if self._pool is None:
            return door(self.data.world, self.records, 0, self.n, *args) or 0
        tasks = [self._pool.submit(door, self.data.world, self.records, first, last, *args) for first, last in self._slices]
        return sum(task.result() or 0 for task in tasks)

    def _seeds(self, seed: int | Sequence[int] | None) -> NDArray[np.int64]:
        if seed is None or isinstance(seed, (int, np.integer)):
            return np.array([(checked_seed(seed) + i) % 2**63 for i in range(self.n)] if seed is not None
                            else [checked_seed(None) for _ in range(self.n)], np.int64)  # fmt: skip
        seeds = [checked_seed(one) for one in seed]
        if len(seeds) != self.n:
            raise ValueError(f"{self.n} games take {self.n} seeds, not {len(seeds)}")
        return np.array(seeds, np.int64)

    def __len__(self) -> int:
        return self.n

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in self.__dict__.items() if name != "_pool"}
        if self.data is scenarios.scenario_data(load(), scenarios.scenario(self.scenario)):
            state["data"] = None  # the packaged world is loaded again
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state["data"] is None:
            self.data = scenarios.scenario_data(load(), scenarios.scenario(self.scenario))
        self._pool = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None


def as_bytes(records: NDArray[Any]) -> NDArray[np.uint8]:
    """The records as rows of plain bytes, which are picked and put several times faster."""
    return records.view(np.uint8).reshape(len(records), -1)


def _slices(n: int, threads: int) -> list[tuple[int, int]]:
    edges = [n * i // threads for i in range(threads + 1)]
    return [(first, last) for first, last in pairwise(edges) if first < last]
