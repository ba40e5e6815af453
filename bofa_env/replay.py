"""Replaying many game records at once, inside the compiled core.

Records of one kind are played side by side, one decision of each at a time; the longest come first, so that those that
still go on are always the first ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from .batch import Games
from .data.load import Data
from .game import player_names
from .rules import doors
from .rules.actions import ACTIONS, action_name
from .rules.jit import entry
from .rules.nodes import DECISIONS
from .rules.record import AWAY, LEVELS, STREAMS
from .rules.world import AREAS, SIDES

if TYPE_CHECKING:
    from .record import GameRecord

FORFEIT, UNFINISHED = "forfeit", "unfinished"  # levels of games that did not come to their end
_SIDE_BY_SIDE = 128  # records: more would not fit into the processor's cache


@dataclass(frozen=True)
class Result:
    """How a recorded game stands after its last action."""

    winner: str | None
    level: str  # as in Outcome; or "unfinished", or "forfeit" if a player was declared to have lost it
    areas: dict[str, str | None]
    turn: int
    decisions: int
    state: str  # a checksum of the last position, pieces and chance
    forfeit: str | None = None  # the side that has forfeited
    reason: str | None = None

    @property
    def scores(self) -> dict[str, int]:
        """Areas held by each side."""
        return {side: sum(holder == side for holder in self.areas.values()) for side in SIDES}


def results(records: Sequence[GameRecord], threads: int = 1) -> list[Result | str]:
    """How each record comes out when it is replayed; a text where it cannot be, saying which decision is wrong."""
    found: list[Result | str] = [""] * len(records)
    with ThreadPoolExecutor(threads) as pool:
        for chunk, told in pool.map(_together, [records] * len(chunks := _chunks(records)), chunks):
            for index, result in zip(chunk, told, strict=True):
                found[index] = result
    return found


def _chunks(records: Sequence[GameRecord]) -> list[list[int]]:
    """Which records are replayed side by side: of one kind, and about as long as each other."""
    kinds: defaultdict[tuple[Any, ...], list[int]] = defaultdict(list)
    for index, record in enumerate(records):
        kinds[record.kind].append(index)
    chunks = []
    for alike in kinds.values():
        alike.sort(key=lambda index: -len(records[index].actions))
        chunks += [alike[first : first + _SIDE_BY_SIDE] for first in range(0, len(alike), _SIDE_BY_SIDE)]
    return chunks


def _together(records: Sequence[GameRecord], chunk: list[int]) -> tuple[list[int], list[Result | str]]:
    played = [records[index] for index in chunk]
    games = start(played)
    lengths = np.array([len(record.actions) for record in played])
    actions = np.zeros((int(lengths.max()), len(played)), np.int64)
    for index, record in enumerate(played):
        actions[: lengths[index], index] = record.actions
    wrong = np.full(len(played), -1, np.int64)
    going_on = len(played)
    for step, chosen in enumerate(actions):
        while lengths[going_on - 1] <= step:
            going_on -= 1
        _stop_illegal(games.records, going_on, chosen, wrong, step)
        doors.drive(games.data.world, games.records, 0, going_on, doors.STEP, chosen, games._plan, games._setting)
    return chunk, list(_told(games, played, wrong))


@entry
def _stop_illegal(games: Any, count: int, actions: Any, wrong: Any, step: int) -> None:
    """Note the first illegal action of every game; such a game goes no further, for there is nothing to choose in it."""
    for index in range(count):
        game, action = games[index], actions[index]
        if wrong[index] >= 0:
            continue
        if game.choices == 0 or action < 0 or action >= ACTIONS or not game.legal[action]:
            wrong[index] = step
            game.choices = 0


def start(records: Sequence[GameRecord]) -> Games:
    """The games of records of one kind, at their beginning."""
    first = records[0]
    seeds = [record.seed for record in records]
    games = Games(
        len(records), first.ruleset, first.options, first.deployment, seeds, scenario=first.scenario, autoreset="disabled"
    )
    if first.away:
        games._plan = games._plan.copy()
        games._plan[[games.data.piece_number[name] for name in first.away]] = AWAY
        games.reset(seeds)
    for index, record in enumerate(records):
        for stream, seed in record.streams.items():
            doors.reseed_stream(games.records, index, STREAMS.index(stream), seed)
    return games


def _told(games: Games, played: Sequence[GameRecord], wrong: NDArray[np.int64]) -> Iterator[Result | str]:
    for index, record in enumerate(played):
        if wrong[index] >= 0:
            yield _fault(games.records[index], record.actions[wrong[index]], int(wrong[index]))
        else:
            yield result_of(games.data, games.records[index : index + 1])


def _fault(game: Any, action: int, step: int) -> str:
    name = repr(action_name(action)) if 0 <= action < ACTIONS else "no action at all"
    if game.over:
        return f"action {step + 1} is {name}, but the game has ended before it"
    player = player_names(int(game.options))[int(game.player)]
    return f"action {step + 1} is {name}, which is not legal: {player} has to decide {DECISIONS[game.decision]!r}"


def result_of(data: Data, games: NDArray[Any]) -> Result:
    """How one game, an array of one record, stands."""
    game = games[0]
    held = np.array(game.control)
    if not game.over:
        doors.judge_areas(data.world, games, 0, held)
    areas = {area: SIDES[side] if side >= 0 else None for area, side in zip(AREAS, held.tolist(), strict=True)}
    return Result(
        winner=SIDES[game.winner] if game.over and game.winner >= 0 else None,
        level=LEVELS[game.level] if game.over else UNFINISHED,
        areas=areas,
        turn=int(game.turn),
        decisions=int(game.decisions),
        state=f"{_checksum(game):08x}",
    )


def _checksum(game: Any) -> int:
    """Of all that a different game would have left different: pieces, chips, and chance with its seeds."""
    checksum = 0
    for field in ("hex", "hits", "marks", "below", "key", "counter", "turn", "cup"):
        checksum = crc32(np.asarray(game[field]).astype("<i8").tobytes(), checksum)
    return checksum
