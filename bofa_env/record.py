"""Game records: a game as a few kB of text, checked by replaying it.

    recorder = Recorder(Game(seed=7), agents={"free_peoples": "captain", "dark_army": "random"})
    while not recorder.game.over:
        recorder.play(choose(recorder.game))
    recorder.record().save("game.bofa.jsonl")

    record = GameRecord.load("game.bofa.jsonl")      # RecordError if it does not replay to the result that it tells
    game = record.replay(100)                        # the game after 100 decisions
    records = load_corpus("tournament.bofa.jsonl")   # many records in one file, replayed side by side

A record is three lines of JSON; a file holds one record, or a corpus of them one after the other.

  header    format, version, rules_version, package, ruleset, options, scenario, deployment, seed; and where there is
            something to tell: streams (chips or dice with a seed of their own, from the first decision on), away
            (pieces that take no part), agents (who played each side, or with O-2 each seat)
  actions   their numbers; forced decisions are not among them
  result    winner, level, areas, turn, decisions, state (a checksum of the last position); forfeit and reason
            where a player was declared to have lost
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

from . import __version__, scenarios
from .commands.files import write_whole
from .data.load import load
from .deployments import DEPLOYMENTS
from .errors import one_of
from .game import RULESETS, Game, checked_seed, option_bits, player_names
from .replay import FORFEIT, Result, result_of, results, start
from .rules.record import RULES_VERSION
from .rules.world import SIDES

__all__ = ["GameRecord", "RecordError", "Recorder", "Result", "judged", "load_corpus", "save_corpus", "verify"]

FORMAT, VERSION = "bofa-record", 1
SUFFIX = ".bofa.jsonl"
_STREAMS = ("chips", "dice")
_NEEDED = ("ruleset", "options", "scenario", "deployment", "seed")
_LINES = ("header", "actions", "result")

StrPath = str | PathLike[str]


class RecordError(ValueError):
    """A record that is none, is broken, or does not replay to what it tells."""


@dataclass(frozen=True)
class GameRecord:
    """One game. Without a result it has only been noted; `judged` replays it and adds the result."""

    seed: int
    actions: tuple[int, ...]
    ruleset: str = "standard"
    options: tuple[str, ...] = ()
    scenario: str = "full"
    deployment: str = "historical"
    streams: Mapping[str, int] = field(default_factory=dict)
    away: tuple[str, ...] = ()
    agents: Mapping[str, str] = field(default_factory=dict)
    result: Result | None = None
    package: str = __version__  # the version that wrote it

    @property
    def kind(self) -> tuple[Any, ...]:
        """Records of one kind can be replayed side by side."""
        return self.ruleset, self.options, self.scenario, self.deployment, self.away

    # --- playing it again

    def game(self) -> Game:
        """The game at its beginning."""
        return start([self]).game(0)

    def replay(self, decisions: int | None = None) -> Game:
        """The game after so many decisions; None: after all of them."""
        if decisions is not None and not 0 <= decisions <= len(self.actions):
            raise ValueError(f"the record has {len(self.actions)} decisions, not {decisions}")
        game = self.game()
        for action in self.actions[:decisions]:
            game.play(action)
        return game

    def positions(self) -> Iterator[tuple[Game, int]]:
        """The game before every decision, and the action that was taken; the same Game all along, clone what you keep."""
        game = self.game()
        for action in self.actions:
            yield game, action
            game.play(action)

    # --- as text

    def dumps(self) -> str:
        """The record as text."""
        header = {
            "format": FORMAT, "version": VERSION, "rules_version": RULES_VERSION, "package": self.package,
            "ruleset": self.ruleset, "options": list(self.options), "scenario": self.scenario,
            "deployment": self.deployment, "seed": self.seed,
        }  # fmt: skip
        for name, value in (("streams", dict(self.streams)), ("away", list(self.away)), ("agents", dict(self.agents))):
            if value:
                header[name] = value
        result = asdict(_known(self))
        if self.result and not self.result.forfeit:
            del result["forfeit"], result["reason"]
        return "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in (header, list(self.actions), result))

    @classmethod
    def loads(cls, text: str) -> GameRecord:
        """The record of a text, verified; RecordError says what is wrong with it."""
        records = _parsed(text.splitlines(), "the text")
        if len(records) > 1:
            raise RecordError(f"the text has {len(records)} records, not one")
        verify(records)
        return records[0]

    def save(self, path: StrPath) -> None:
        """Write the record; whole or not at all."""
        write_whole(Path(path), self.dumps())

    @classmethod
    def load(cls, path: StrPath) -> GameRecord:
        """The record in a file, verified."""
        records = load_corpus(path)
        if len(records) > 1:
            raise RecordError(f"{path} has {len(records)} records, not one; load_corpus reads them all")
        return records[0]


def _known(record: GameRecord) -> Result:
    if record.result is None:
        raise RecordError("the record has no result yet: judged() replays it and adds the result")
    return record.result


# --- many records


def load_corpus(path: StrPath, *, threads: int = 1) -> list[GameRecord]:
    """All records of a file, verified."""
    records = read_corpus(path)
    verify(records, threads=threads, where=str(path))
    return records


def read_corpus(path: StrPath) -> list[GameRecord]:
    """All records of a file, read but not replayed."""
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not a game record: it is not text") from None
    return _parsed(text.splitlines(), str(path))


def save_corpus(records: Iterable[GameRecord], path: StrPath) -> None:
    """Write records into one file; whole or not at all."""
    write_whole(Path(path), "".join(record.dumps() for record in records))


def judged(records: Sequence[GameRecord], *, threads: int = 1) -> list[GameRecord]:
    """The records with the results to which they replay; a forfeit stays one."""
    found = []
    for record, result in zip(records, results(records, threads), strict=True):
        if isinstance(result, str):
            raise RecordError(result)
        if record.result and record.result.forfeit:
            result = _forfeited(result, record.result.forfeit, record.result.reason)
        found.append(replace(record, result=result))
    return found


def verify(records: Sequence[GameRecord], *, threads: int = 1, where: str = "the record") -> None:
    """RecordError if a record has an illegal action, or does not replay to the result that it tells."""
    for number, (record, result) in enumerate(zip(records, results(records, threads), strict=True), 1):
        place = where if len(records) == 1 else f"{where}, record {number}"
        if isinstance(result, str):
            raise RecordError(f"{place} does not replay: {result}")
        told = _known(record)
        if told.forfeit:
            if result.level != "unfinished":
                raise RecordError(f"{place} tells of a forfeit, but the game came to its end: {result.level}")
            result = _forfeited(result, told.forfeit, told.reason)
        for name, value in asdict(result).items():
            if asdict(told)[name] != value:
                raise RecordError(f"{place} has a wrong result: {name} is {asdict(told)[name]!r}, the replay gives {value!r}")


def _forfeited(result: Result, side: str, reason: str | None) -> Result:
    winner = next(other for other in SIDES if other != side)
    return replace(result, winner=winner, level=FORFEIT, forfeit=side, reason=reason)


# --- recording


class Recorder:
    """Plays a game, and remembers what was played. streams: the seeds that chips or dice were given, if any."""

    def __init__(self, game: Game, agents: Mapping[str, str] | None = None, streams: Mapping[str, int] | None = None) -> None:
        self.game = game
        self.actions: list[int] = []
        self._record = GameRecord(
            game.seed, (), game.ruleset, game.options, game.scenario, game.deployment, dict(streams or {}),
            agents=_checked_agents(dict(agents or {}), game.ruleset, game.options),
        )  # fmt: skip
        if result_of(game.data, game.record) != result_of(game.data, self._record.game().record):
            raise RecordError("only a game can be recorded that stands at its beginning, as its seed and set-up make it")

    def play(self, action: int | str) -> None:
        """Take the pending decision."""
        self.game.play(action)
        self.actions.append(Game.action_number(action) if isinstance(action, str) else int(action))

    def record(self, forfeit: str | None = None, reason: str | None = None) -> GameRecord:
        """The record of what was played so far. forfeit: the side that is declared to have lost, and why."""
        (record,) = judged([replace(self._record, actions=tuple(self.actions))])
        result = _known(record)
        if result != result_of(self.game.data, self.game.record):
            raise RecordError("the game does not follow from its seed: were dice or draws scripted? Then it cannot be recorded")
        if forfeit is None:
            return record
        if self.game.over:
            raise RecordError("the game is over: nobody can forfeit it")
        return replace(record, result=_forfeited(result, one_of("side", forfeit, SIDES), reason))


# --- reading


def _parsed(lines: list[str], where: str) -> list[GameRecord]:
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise RecordError(f"{where} is not a game record: it is empty")
    records = []
    for first in range(0, len(lines), len(_LINES)):
        parts = [_line(lines, first + offset, what, where) for offset, what in enumerate(_LINES)]
        try:
            records.append(_record(*parts))
        except RecordError as error:
            raise RecordError(f"{where}, line {first + 1}: {error}") from None
        except ValueError as error:
            raise RecordError(f"{where}, line {first + 1}: the header is wrong: {error}") from None
    return records


def _line(lines: list[str], number: int, what: str, where: str) -> Any:
    if number >= len(lines):
        raise RecordError(f"{where} is truncated: the {what} is missing after line {number}")
    try:
        return json.loads(lines[number])
    except ValueError:
        if number == 0:
            raise RecordError(f"{where} is not a game record: its first line is not JSON") from None
        ends = number == len(lines) - 1
        reason = "is truncated: it ends within" if ends else "is broken:"
        raise RecordError(f"{where} {reason} line {number + 1}, the {what}") from None


def _record(header: Any, actions: Any, result: Any) -> GameRecord:
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise RecordError(f'this is not a game record: a record begins with "format": "{FORMAT}"')
    if header.get("version") != VERSION:
        raise RecordError(f"the record has format version {header.get('version')!r}; this package reads version {VERSION}")
    if header.get("rules_version") != RULES_VERSION:
        raise RecordError(
            f"the game was played by rules version {header.get('rules_version')!r}, and these are version {RULES_VERSION}: "
            f"it cannot be replayed (written by bofa-env {header.get('package', 'of an unknown version')})"
        )
    for name in _NEEDED:
        if name not in header:
            raise RecordError(f"the header has no {name!r}")
    if not isinstance(actions, list) or not all(type(action) is int for action in actions):
        raise RecordError("the second line of a record is a list of whole numbers, the actions")
    options = tuple(header["options"])
    bits = option_bits(options, one_of("ruleset", header["ruleset"], RULESETS))
    one_of("deployment", header["deployment"], DEPLOYMENTS)
    scenarios.check_fits(scenarios.scenario(header["scenario"]), header["deployment"], bits)
    return GameRecord(
        seed=checked_seed(header["seed"]),
        actions=tuple(actions),
        ruleset=header["ruleset"],
        options=options,
        scenario=header["scenario"],
        deployment=header["deployment"],
        streams={one_of("stream", name, _STREAMS): checked_seed(seed) for name, seed in header.get("streams", {}).items()},
        away=tuple(one_of("piece", name, load().pieces) for name in header.get("away", ())),
        agents=_checked_agents(header.get("agents", {}), header["ruleset"], options),
        result=_result(result),
        package=str(header.get("package")),
    )


def _checked_agents(agents: Mapping[str, str], ruleset: str, options: tuple[str, ...]) -> dict[str, str]:
    seats = dict.fromkeys((*SIDES, *player_names(option_bits(options, ruleset)).values()))
    return {one_of("player", name, seats): str(agent) for name, agent in agents.items()}


def _result(told: Any) -> Result:
    try:
        return Result(**told)
    except TypeError:
        raise RecordError("the third line of a record is its result: winner, level, areas, turn, decisions, state") from None
