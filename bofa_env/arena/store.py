"""Store: one SQLite file that holds every finished game. It is written game by game, so that a run can be stopped in any way
and continued; and it knows what was asked, so that a different run does not mix with it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import __version__
from ..rules.record import RULES_VERSION
from ..rules.world import SIDES
from .diary import Course
from .jobs import Study
from .play import Result
from .players import Kind
from .setting import Setting

FORMAT = 1

_SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE bot (spec TEXT PRIMARY KEY, version TEXT NOT NULL);
CREATE TABLE study (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, setting TEXT NOT NULL);
CREATE TABLE pair (
    id INTEGER PRIMARY KEY, study INTEGER NOT NULL REFERENCES study, number INTEGER NOT NULL,
    seed INTEGER NOT NULL UNIQUE, UNIQUE (study, number)
);
CREATE TABLE game (
    pair INTEGER NOT NULL REFERENCES pair, leg INTEGER NOT NULL,
    free_peoples TEXT NOT NULL, dark_army TEXT NOT NULL, play INTEGER NOT NULL, chips INTEGER, dice INTEGER,
    winner TEXT, level TEXT NOT NULL, control TEXT NOT NULL,
    turns INTEGER NOT NULL, decisions INTEGER NOT NULL, seconds_free_peoples REAL NOT NULL, seconds_dark_army REAL NOT NULL,
    forfeit TEXT, reason TEXT, course BLOB, record TEXT, asked_free_peoples INTEGER, asked_dark_army INTEGER,
    finished TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (pair, leg)
) WITHOUT ROWID;
"""

_GAMES = """
SELECT study.name, pair.number, game.leg, pair.seed, free_peoples, dark_army, play, chips, dice, winner,
    level, control, turns, decisions, seconds_free_peoples, seconds_dark_army, forfeit, reason, course, finished,
    {asked}
FROM game JOIN pair ON pair.id = game.pair JOIN study ON study.id = pair.study ORDER BY study.id, pair.number, game.leg
"""


_ASKED = ("asked_free_peoples", "asked_dark_army")  # came later: a file may be without them


class StoreError(ValueError):
    """The file is not what is wanted; the message says what it is and what to do."""


@dataclass(frozen=True)
class Played:
    """A game from a store."""

    study: str
    pair: int
    leg: int
    seed: int
    free: str
    dark: str
    play: int
    chips: int | None
    dice: int | None
    winner: str | None
    level: str
    control: tuple[int, ...]  # the side that holds each area, -1: nobody
    turns: int
    decisions: int
    seconds: tuple[float, float]
    forfeit: str | None
    reason: str | None
    packed: bytes | None
    finished: str
    asked: tuple[int, int] | None  # questions that each side was asked; None in files from before they were counted

    @property
    def score(self) -> float:
        """Of the Free Peoples: 1 won, 0.5 drawn, 0 lost."""
        return {SIDES[0]: 1.0, None: 0.5, SIDES[1]: 0.0}[self.winner]

    @property
    def areas(self) -> tuple[int, int]:
        """Areas held by each side at the end."""
        return self.control.count(0), self.control.count(1)

    @property
    def course(self) -> Course | None:
        """How the game went; None if its process was lost."""
        return None if self.packed is None else Course.unpacked(self.packed)


class Store:
    """A file of games. asked: what the run is about, as plain JSON; a file that was begun for something else is refused."""

    def __init__(self, path: Path, asked: Mapping[str, Any] | None = None) -> None:
        self.path = path
        if asked is None and not path.is_file():
            raise StoreError(f"there is no file {path}; bofa tournament, bofa sprt and bofa balance write such files")
        self._db = sqlite3.connect(path, timeout=30, isolation_level=None)
        try:
            self._open(asked)
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise StoreError(f"{path} is not a file of games: {error}") from None
        except StoreError:
            self._db.close()
            raise

    def _open(self, asked: Mapping[str, Any] | None) -> None:
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "about" not in tables:
            raise StoreError(f"{self.path} is a database, but not one of games; name another file")
        if asked is not None:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
        if not tables:
            if asked is None:
                raise StoreError(f"{self.path} is empty; bofa tournament, bofa sprt and bofa balance write such files")
            self._begin(asked)
        self.about: dict[str, Any] = {
            key: json.loads(value) for key, value in self._db.execute("SELECT key, value FROM about")
        }
        columns = {row[1] for row in self._db.execute("PRAGMA table_info(game)")}
        self._counts_questions = set(_ASKED) <= columns
        if self.about["format"] != FORMAT:
            raise StoreError(f"{self.path} has format {self.about['format']}; this version reads {FORMAT}")
        if asked is not None:
            self._check(json.loads(json.dumps(asked)))
            if not self._counts_questions:
                for name in _ASKED:
                    self._db.execute(f"ALTER TABLE game ADD COLUMN {name} INTEGER")
                self._counts_questions = True

    def _begin(self, asked: Mapping[str, Any]) -> None:
        about = {"format": FORMAT, "rules_version": RULES_VERSION, "version": __version__, "asked": asked}
        with self._transaction():
            for statement in _SCHEMA.split(";")[:-1]:
                self._db.execute(statement)
            self._db.executemany("INSERT INTO about VALUES (?, ?)", [(key, json.dumps(value)) for key, value in about.items()])

    def _check(self, asked: dict[str, Any]) -> None:
        if self.about["rules_version"] != RULES_VERSION:
            raise StoreError(
                f"{self.path} was played by rules version {self.about['rules_version']}, now {RULES_VERSION}: name a new file"
            )
        before: dict[str, Any] = self.about["asked"]
        differences = [
            f"{key}: {before.get(key)!r} then, {asked.get(key)!r} now"
            for key in dict.fromkeys((*before, *asked))
            if before.get(key) != asked.get(key)
        ]
        if differences:
            raise StoreError(f"{self.path} was begun for something else ({'; '.join(differences)}); name another file")

    def _transaction(self) -> Any:
        self._db.execute("BEGIN IMMEDIATE")
        return self._db  # as a context manager it commits, or rolls back

    def meet(self, kinds: Mapping[str, Kind]) -> None:
        """Note the bots' versions; StoreError if one of them plays differently now."""
        known = self.bots()
        for spec, kind in kinds.items():
            if known.setdefault(spec, kind.version) != kind.version:
                raise StoreError(
                    f"{spec} was version {known[spec]} when {self.path} was begun and is {kind.version} now: name a new file"
                )
        with self._transaction():
            self._db.executemany("INSERT OR IGNORE INTO bot VALUES (?, ?)", known.items())

    def add(self, result: Result, record: str | None = None) -> None:
        """Keep a finished game; when this returns it is in the file.

        A game that is there already, because two commands share the file, is the same game: it stays.
        """
        job = result.job
        with self._transaction():
            self._db.execute(
                "INSERT OR IGNORE INTO study (name, setting) VALUES (?, ?)",
                (job.study.name, json.dumps(job.study.setting.as_dict())),
            )
            (study,) = self._db.execute("SELECT id FROM study WHERE name = ?", (job.study.name,)).fetchone()
            found = self._db.execute("SELECT id, seed FROM pair WHERE study = ? AND number = ?", (study, job.pair)).fetchone()
            if found is None:
                pair = self._db.execute(
                    "INSERT INTO pair (study, number, seed) VALUES (?, ?, ?)", (study, job.pair, job.seed)
                ).lastrowid
            else:
                pair, seed = found
                assert seed == job.seed, f"pair {job.pair} has seed {seed} in {self.path}, not {job.seed}"
            self._db.execute(
                "INSERT OR IGNORE INTO game (pair, leg, free_peoples, dark_army, play, chips, dice, winner, level, control,"
                " turns, decisions, seconds_free_peoples, seconds_dark_army, forfeit, reason, course, record,"
                " asked_free_peoples, asked_dark_army) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    pair, job.leg, job.free, job.dark, job.play, job.chips, job.dice,
                    SIDES[result.winner] if result.winner >= 0 else None, result.level,
                    "".join("FD-"[side] for side in result.control), result.turns, result.decisions, *result.seconds,
                    None if result.forfeit is None else SIDES[result.forfeit], result.reason, result.course, record,
                    *result.asked,
                ),
            )  # fmt: skip

    # --- reading

    def games(self) -> list[Played]:
        """All games, in the order of studies, pairs and legs."""
        columns = ", ".join(_ASKED) if self._counts_questions else "NULL, NULL"
        return [_played(row) for row in self._db.execute(_GAMES.format(asked=columns))]

    def keys(self) -> set[tuple[str, int, int]]:
        """The names of the games that are there: study, pair, leg."""
        return set(
            self._db.execute(
                "SELECT study.name, pair.number, leg FROM game"
                " JOIN pair ON pair.id = game.pair JOIN study ON study.id = pair.study"
            )
        )

    def records(self) -> Iterator[tuple[tuple[str, int, int], str]]:
        """The game records that were kept."""
        for name, pair, leg, record in self._db.execute(
            "SELECT study.name, pair.number, leg, record FROM game JOIN pair ON pair.id = game.pair"
            " JOIN study ON study.id = pair.study WHERE record IS NOT NULL ORDER BY study.id, pair.number, leg"
        ):
            yield (name, pair, leg), record

    def bots(self) -> dict[str, str]:
        """The version of each bot."""
        return dict(self._db.execute("SELECT spec, version FROM bot"))

    def studies(self) -> dict[str, Study]:
        """The studies that have games."""
        found = self._db.execute("SELECT name, setting FROM study ORDER BY id")
        return {name: Study(name, Setting.from_dict(json.loads(setting))) for name, setting in found}

    def close(self) -> None:
        """The end."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _played(row: tuple[Any, ...]) -> Played:
    head, control, (turns, decisions, free, dark), tail, asked = row[:11], row[11], row[12:16], row[16:20], row[20:]
    held = tuple("FD".find(letter) for letter in control)
    return Played(*(*head, held, turns, decisions, (free, dark), *tail, None if None in asked else asked))
