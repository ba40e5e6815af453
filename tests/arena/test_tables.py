"""The tables of a tournament: meetings, speed, forfeits by their kind, and that they fit a terminal."""

from __future__ import annotations

import sqlite3

import pytest
from rich.console import Console

from bofa_env.arena.grids import Grid, cross_grid, forfeit_grid, likely, meeting_grid, rating_grid
from bofa_env.arena.meetings import decisions_per_second, meetings
from bofa_env.arena.plain import short
from bofa_env.arena.ratings import rate
from bofa_env.arena.store import Store
from tests.arena.conftest import here, own, pairs, played
from tests.arena.test_statistics import sweep


def printed(grid: Grid, width: int = 80) -> str:
    """What stands in a terminal of that width."""
    console = Console(width=width, color_system=None)
    with console.capture() as said:
        console.print(grid.for_terminal(width))
    return said.get()


def test_a_meeting_tells_score_sides_and_interval():
    games = [played(n, *sides, score) for n in range(6) for sides, score in ((("a", "b"), 1.0), (("b", "a"), 0.5 * (n % 3)))]
    (one,) = meetings(games, ["a", "b", "absent"])
    assert (one.as_free, one.as_dark, one.games) == ((6.0, 6), (3.0, 6), 12)
    assert one.score.value == 0.75 and 0.3 < one.score.low < 0.7 and 0.8 < one.score.high < 1
    as_single_games = meetings([played(n, game.free, game.dark, game.score) for n, game in enumerate(games)], ["a", "b"])[0]
    assert as_single_games.score != one.score, "the pair is the unit"
    told = printed(meeting_grid(games, rate(games)))
    assert "1 a – 2 b" in told and "75.0% [" in told and "6/6" in told and "3/6" in told
    assert "Playing the Free Peoples is worth" in told, "two bots have no other table that says so"


def test_speed_is_decisions_by_the_seconds_of_the_bot():
    games = [
        played(0, "a", "b", 1.0, asked=(10, 30), seconds=(2.0, 1.0)),
        played(0, "b", "a", 1.0, asked=(30, 10), seconds=(2.0, 3.0)),
        played(1, "c", "a", 1.0, asked=None, seconds=(9.0, 9.0)),
    ]
    assert decisions_per_second(games) == {"a": 4.0, "b": 20.0}
    told = printed(rating_grid(rate(games), {}, decisions_per_second(games)), 100)
    assert "dec/s" in told and "20" in told and "–" in told


def test_questions_are_counted_and_files_from_before_can_be_read(tmp_path):
    path, results = tmp_path / "games.sqlite", here(pairs("random", own("Last"), 1))
    assert all(0 < count < result.decisions for result in results for count in result.asked)
    assert all(sum(result.asked) <= result.decisions for result in results)
    with Store(path, {"what": "test"}) as store:
        store.add(results[0])
        assert store.games()[0].asked == results[0].asked
    with sqlite3.connect(path) as old:
        for column in ("asked_free_peoples", "asked_dark_army"):
            old.execute(f"ALTER TABLE game DROP COLUMN {column}")
    with Store(path) as store:
        assert store.games()[0].asked is None
    with Store(path, {"what": "test"}) as store:
        store.add(results[1])
        assert [game.asked for game in store.games()] == [None, results[1].asked]


def test_one_fault_is_one_row_whatever_the_values():
    def lost(reason: str):
        return played(0, "bad", "good", 0.0, forfeit="free_peoples", reason=reason)

    grid = forfeit_grid([
        lost("played an illegal action in decision 5: 17 ('hex 0707') at 'destination'"),
        lost("played an illegal action in decision 31: 9 ('hex 0101') at 'destination'"),
        lost("answered 'hex 0707' (str) in decision 5; an action is a whole number"),
        lost("answered 'hex 0101 in decision 2' (str) in decision 6; an action is a whole number"),
        lost("answered 2.5 (float) in decision 6; an action is a whole number"),
        lost("took 1.2 s in decision 4; the clock gives 1 s"),
        lost("took 1.3 s in decision 5; the clock gives 1 s"),
        lost("crashed in decision 3: KeyError: 17"),
        lost("crashed in decision 3: KeyError: 18"),
        lost("crashed in decision 3: ValueError: 18"),
    ])  # fmt: skip
    assert [row[1] for row in grid.rows] == ["2", "2", "2", "2", "1", "1"]
    assert grid.rows[0][2] == "played an illegal action in decision 5: 17 ('hex 0707') at 'destination'"


@pytest.mark.parametrize("count", [3, 9, 14])
def test_a_crosstable_fits_a_terminal(count):
    bots = [f"python:some.package.of.bots:Bot{number:02}" for number in range(count)]
    games = sweep(1, *bots)
    told = printed(cross_grid(games, rate(games)))
    lines = told.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum("Bot00" in line for line in lines) == told.count("Crosstable") == (1 if count == 3 else 2 if count == 9 else 4)
    assert sum("2/2" in line for line in lines) >= count - 1, "no cell is folded"


def test_names_keep_both_ends_and_nothing_is_certain():
    assert short("greedy") == "greedy" and short("python:package.module:Name", 11) == "pytho…:Name"
    assert [likely(chance) for chance in (1.0, 0.9995, 0.5, 0.0)] == ["> 99.9%", "> 99.9%", "50.0%", "< 0.1%"]
