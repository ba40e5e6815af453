"""Export: every game as a row of a CSV and of a Parquet file."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..commands.files import write_whole
from ..rules.world import AREAS, SIDES
from .store import Played, Store


def rows(stores: Sequence[Store]) -> Iterator[dict[str, Any]]:
    """One flat row for each game."""
    for store in stores:
        versions, studies = store.bots(), store.studies()
        for game in store.games():
            yield _row(store, game, versions, studies[game.study].setting.told())


def _row(store: Store, game: Played, versions: dict[str, str], setting: str) -> dict[str, Any]:
    course = game.course
    return {
        "file": store.path.name,
        "study": game.study,
        "setting": setting,
        "rules_version": store.about["rules_version"],
        "pair": game.pair,
        "leg": game.leg,
        "seed": game.seed,
        "free_peoples": game.free,
        "free_peoples_version": versions.get(game.free),
        "dark_army": game.dark,
        "dark_army_version": versions.get(game.dark),
        "play_seed": game.play,
        "chips_seed": game.chips,
        "dice_seed": game.dice,
        "winner": game.winner,
        "level": game.level,
        "areas_free_peoples": game.areas[0],
        "areas_dark_army": game.areas[1],
        **{area: SIDES[side] if side >= 0 else None for area, side in zip(AREAS, game.control, strict=True)},
        "turns": game.turns,
        "decisions": game.decisions,
        "lead_changes": None if course is None else course.lead_changes,
        "seconds_free_peoples": round(game.seconds[0], 4),
        "seconds_dark_army": round(game.seconds[1], 4),
        "asked_free_peoples": None if game.asked is None else game.asked[0],
        "asked_dark_army": None if game.asked is None else game.asked[1],
        "forfeit": game.forfeit,
        "reason": game.reason,
        "finished": game.finished,
    }


def write_games(stores: Sequence[Store], folder: Path) -> None:
    """games.csv and games.parquet; and the records that were kept, as games.bofa.jsonl."""
    import pyarrow
    from pyarrow import parquet

    told = list(rows(stores))
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(told[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(told)
    write_whole(folder / "games.csv", text.getvalue())
    half_done = folder / ".games.parquet.tmp"
    parquet.write_table(pyarrow.Table.from_pylist(told), half_done, compression="zstd")
    os.replace(half_done, folder / "games.parquet")
    records = [record for store in stores for _, record in store.records()]
    if records:
        write_whole(folder / "games.bofa.jsonl", "".join(records))
