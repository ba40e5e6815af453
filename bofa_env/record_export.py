"""Game records as other kinds of file. A writer takes a record, after how many decisions (None: all), and a path."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from .commands.files import write_whole
from .game import Game
from .record import GameRecord
from .replay import result_of


def decisions(record: GameRecord, count: int | None = None) -> Iterator[dict[str, Any]]:
    """One row for every decision: when it was, whose, of which kind and about whom, how many choices, what was chosen."""
    for number, (game, action) in enumerate(record.positions(), 1):
        if count is not None and number > count:
            return
        yield {
            "number": number,
            "turn": game.turn,
            "phase_number": int(game.record[0].phase_number),
            "phase": game.phase,
            "phasing_player": game.phasing_player,
            "player": game.player,
            "decision": game.decision,
            "subject": game.subject,
            "choices": len(game.legal_actions()),
            "action": Game.action_name(action),
            "action_number": action,
        }


def write_json(record: GameRecord, count: int | None, path: Path) -> None:
    """Header, decisions by name, and how the game stands after them."""
    header = json.loads(record.dumps().partition("\n")[0])
    game = record.replay(count)
    result = result_of(game.data, game.record) if count is not None else record.result
    told = {**header, "decisions": list(decisions(record, count)), "result": vars(result)}
    write_whole(path, json.dumps(told, indent=1) + "\n")


def write_csv(record: GameRecord, count: int | None, path: Path) -> None:
    """The decisions as a table."""
    file = io.StringIO()
    rows = list(decisions(record, count))
    writer = csv.DictWriter(file, fieldnames=list(rows[0]) if rows else ["number"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, file.getvalue())


def write_svg(record: GameRecord, count: int | None, path: Path) -> None:
    """The board after these decisions."""
    write_whole(path, record.replay(count).render("svg"))


def write_png(record: GameRecord, count: int | None, path: Path) -> None:
    """The same as pixels."""
    from .render.raster import png

    path.write_bytes(png(record.replay(count)))


def write_html(record: GameRecord, count: int | None, path: Path) -> None:
    """A page that replays the game up to there, offline; for learned bots with what they thought of their choices."""
    from .web.export import page_of
    from .web.replays import replay
    from .web.thoughts import thinker

    part = record if count is None else replace(record, actions=record.actions[:count])
    write_whole(path, page_of(replay(part, thinker(record))))


# By the ending of the file that is to be written.
WRITERS: dict[str, Callable[[GameRecord, int | None, Path], None]] = {
    ".json": write_json,
    ".csv": write_csv,
    ".svg": write_svg,
    ".png": write_png,
    ".html": write_html,
}
