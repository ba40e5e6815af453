"""Schedules, the store, resumption after a kill, records, Ray, the commands and their reports."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bofa_env.arena.balance import BalancePlan, reckon
from bofa_env.arena.crew import Crew
from bofa_env.arena.luck import CORNERS
from bofa_env.arena.players import Kind
from bofa_env.arena.schedule import Swiss, gauntlet, round_robin
from bofa_env.arena.setting import Setting
from bofa_env.arena.store import Store, StoreError
from bofa_env.arena.tournament import Plan, carried_out, record_of, rounds_of
from bofa_env.cli import app
from bofa_env.record import GameRecord
from tests.arena.conftest import SMALL, here, own, pairs, played, same

BOTS = ("random", own("First"), own("Last"))


# --- schedules


def test_round_robin_and_gauntlet_meet_as_often_as_asked():
    (meetings,) = round_robin(["a", "b", "c", "d"], 3).due(list)
    assert Counter(frozenset(bots) for _, *bots in meetings) == {frozenset(two): 3 for two in combinations("abcd", 2)}
    assert sorted(number for number, _, _ in meetings) == list(range(18))
    (meetings,) = gauntlet(["a", "b", "c"], 2).due(list)
    assert Counter(tuple(bots) for _, *bots in meetings) == {("a", "b"): 2, ("a", "c"): 2}


def test_a_longer_tournament_begins_with_the_shorter_one():
    (short,), (long,) = round_robin(list("abc"), 2).due(list), round_robin(list("abc"), 5).due(list)
    assert long[: len(short)] == short


def test_swiss_pairs_like_with_like_and_nobody_twice():
    strength = {bot: number for number, bot in enumerate("abcdefgh")}
    finished: list = []
    met: Counter = Counter()
    for round_number, meetings in enumerate(Swiss(list(strength), 1, 3).due(lambda: finished)):
        assert len(meetings) == 4 and {bot for _, *bots in meetings for bot in bots} == set(strength)
        if round_number == 1:
            won = {game.free if game.score else game.dark for game in finished}
            assert all((one in won) == (other in won) for _, one, other in meetings)
        for number, one, other in meetings:
            met[frozenset((one, other))] += 1
            for free, dark in ((one, other), (other, one)):
                finished.append(played(number, free, dark, float(strength[free] > strength[dark]), leg=0))
    assert set(met.values()) == {1}
    points = Counter()
    for game in finished:
        points[game.free] += game.score
        points[game.dark] += 1 - game.score
    assert points.most_common(1)[0][0] == "h"


def test_swiss_gives_byes_in_turn():
    sat_out = [
        (set("abcde") - {bot for _, *bots in meetings for bot in bots}).pop() for meetings in Swiss(list("abcde"), 1, 5).due(list)
    ]
    assert sorted(sat_out) == list("abcde")


# --- the store


def test_what_was_stored_comes_back(tmp_path):
    results = here(pairs("random", own("Crash"), 2))
    with Store(tmp_path / "games.sqlite", {"what": "test", "seed": 1}) as store:
        store.meet({"random": Kind("1", True)})
        for result in results:
            store.add(result)
        games = store.games()
    assert [(game.study, game.pair, game.leg) for game in games] == [result.job.key for result in results]
    for game, result in zip(games, results, strict=True):
        assert (game.seed, game.free, game.dark) == (result.job.seed, result.job.free, result.job.dark)
        assert game.score == {0: 1.0, -1: 0.5, 1: 0.0}[result.winner]
        assert (game.control, game.turns, game.reason) == (result.control, result.turns, result.reason)
        assert game.course.packed() == result.course
    assert any(game.forfeit for game in games)


def test_a_store_refuses_what_it_was_not_begun_for(tmp_path):
    path = tmp_path / "games.sqlite"
    with Store(path, {"what": "test", "seed": 1}) as store:
        store.meet({"greedy": Kind("1", True)})
        with pytest.raises(StoreError, match=r"greedy was version 1 .* and is 2 now"):
            store.meet({"greedy": Kind("2", True)})
    with pytest.raises(StoreError, match="seed: 1 then, 2 now"):
        Store(path, {"what": "test", "seed": 2})
    with pytest.raises(StoreError, match="there is no file"):
        Store(tmp_path / "none.sqlite")
    (tmp_path / "text.sqlite").write_text("not a database, but long enough to look like one " * 10)
    with pytest.raises(StoreError, match="not a file of games"):
        Store(tmp_path / "text.sqlite")


def test_a_pair_keeps_its_seed(tmp_path):
    (first, second) = here(pairs("random", own("First"), 1))
    other = here(pairs("random", own("First"), 1, seed=2))[1]
    with Store(tmp_path / "games.sqlite", {"what": "test"}) as store:
        store.add(first)
        with pytest.raises(AssertionError, match="has seed"):
            store.add(other)
        store.add(second)
        store.add(second)
        assert store.keys() == {first.job.key, second.job.key}


# --- stopping and going on


def finished(path: Path) -> list[tuple]:
    """All of every game but what depends on the hour."""
    with Store(path) as store:
        return [
            (g.study, g.pair, g.leg, g.seed, g.free, g.dark, g.winner, g.level, g.control, g.decisions, g.packed)
            for g in store.games()
        ]


def test_a_tournament_that_is_dropped_goes_on_where_it_was(tmp_path):
    plan = Plan(BOTS[:2], SMALL, games=12, seed=3)

    def run(path: Path, most: int) -> None:
        with Store(path, plan.asked()) as store, Crew(plan.bots, SMALL, 1) as crew:
            store.meet(crew.start())
            for count, _ in enumerate(carried_out(rounds_of(plan, store), store, crew), 1):
                if count == most:
                    break

    run(tmp_path / "halves.sqlite", 5)
    assert len(finished(tmp_path / "halves.sqlite")) == 5
    run(tmp_path / "halves.sqlite", 100)
    run(tmp_path / "whole.sqlite", 100)
    assert len(finished(tmp_path / "whole.sqlite")) == 12
    assert finished(tmp_path / "halves.sqlite") == finished(tmp_path / "whole.sqlite")


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_command_that_is_killed_goes_on_where_it_was(tmp_path, how):
    command = [sys.executable, "-m", "bofa_env.cli", "tournament", "random", own("First"), "--games", "300", "--jobs", "1", "--scenario", "skirmish"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    first = subprocess.Popen(
        [*command, "--file", "killed.sqlite"], cwd=tmp_path, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background ignores it
    )  # fmt: skip
    path = tmp_path / "killed.sqlite"
    while not path.exists() or len(_keys(path)) < 8:
        assert first.poll() is None
        time.sleep(0.02)
    first.send_signal(how)
    _, said = first.communicate(timeout=120)
    before = _keys(path)
    assert 8 <= len(before) < 300
    if how == signal.SIGINT:
        assert first.returncode == 130 and b"The same command goes on from there" in said
    second = subprocess.run([*command, "--file", "killed.sqlite"], cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert f"{len(before)} of 300 games are there" in second.stderr.decode()
    subprocess.run([*command, "--file", "whole.sqlite"], cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert len(finished(path)) == 300 and finished(path) == finished(tmp_path / "whole.sqlite")


def _keys(path: Path) -> set:
    try:
        with Store(path) as store:
            return store.keys()
    except StoreError:
        return set()


# --- records


def test_records_replay_forfeits_too():
    for result in here(pairs("random", own("Illegal"), 1)) + here(pairs("random", own("Last"), 1)):
        record = GameRecord.loads(record_of(result))
        assert record.seed == result.job.seed and record.agents["dark_army"] == result.job.dark
        assert record.result.level == result.level and record.result.reason == result.reason


# --- Ray


@pytest.mark.slow
def test_ray_plays_the_same_games(play):
    pytest.importorskip("ray")
    jobs = pairs("random", own("Crash"), 2) + [
        job for number, job in enumerate(pairs("random", own("Last"), 6, seed=2)) if number >= 4
    ]
    cluster = play(jobs, hands=2, backend="ray")
    assert [same(result) for result in cluster] == [same(result) for result in play(jobs)]
    assert sum(result.forfeit is not None for result in cluster) == 4


# --- commands


def run(*words: str, code: int = 0) -> str:
    """What a command says."""
    result = CliRunner().invoke(app, list(words), env={"COLUMNS": "120", "TERM": "dumb"})
    assert result.exit_code == code, result.output
    return re.sub(r"\x1b\[[0-9;]*m", "", result.output)


def test_a_tournament_from_the_command_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("tournament", *BOTS, "--games", "2", "--scenario", "skirmish", "--jobs", "1", "--records", "2")
    said = run(*words)
    assert "6 games" in said and "Crosstable" in said and "Ratings by side" in said
    (file,) = (tmp_path / "runs").glob("tournament-*.sqlite")
    again = run("ratings", str(file.relative_to(tmp_path)))
    assert again[again.index("Ratings") :] == said[said.index("Ratings") :]
    said = run("report", str(file), "--out", "page")
    assert "page/report.html" in said
    page = Path("page/report.html").read_text()
    assert page.count("<svg") == 2 and "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"|"http://www.w3.org[^"]*"', "", page)
    rows = list(csv.DictReader(Path("page/games.csv").read_text().splitlines()))
    assert len(rows) == 6 and all(row["setting"].startswith("standard rules, scenario skirmish") for row in rows)
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table("page/games.parquet").num_rows == 6
    from bofa_env.record import load_corpus

    assert len(load_corpus("page/games.bofa.jsonl")) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("tournament", "random"), "two or more different bots"),
        (("tournament", "random", "greedy", "--games", "3"), "even number"),
        (("tournament", "random", "greedy", "--format", "cup"), "there is no format 'cup'"),
        (("tournament", "random", "nobody"), "nobody"),
        (("tournament", "random", "greedy", "--address", "1.2.3.4"), "--address is for --backend ray"),
        (("sprt", "random", "random"), "two different bots"),
        (("sprt", "random", "greedy", "--elo1", "-5"), "must be below elo1"),
        (("sprt", "random", "greedy", "--elo1", "inf"), "--elo0 / --elo1: elo0 and elo1 lie between -2000 and 2000"),
        (("sprt", "random", "greedy", "--elo1", "1e9"), "elo0 and elo1 lie between -2000 and 2000"),
        (("sprt", "random", "greedy", "--elo1", "nan"), "elo0 and elo1 lie between -2000 and 2000"),
        (("sprt", "random", "greedy", "--alpha", "2"), "--alpha / --beta: alpha and beta lie between 0 and 0.5"),
        (("tournament", "random", "greedy", "--seed", str(2**63)), "'--seed'"),
        (("balance", "--seed", str(2**64)), "'--seed'"),
        (("tournament", "random", "greedy", "--clock", "inf"), "--clock: inf is no number of seconds"),
        (("balance", "--report", "notes.txt"), "--report: notes.txt is a file, not a folder"),
        (("balance", "--report", "notes.txt/deeper"), "notes.txt is a file, not a folder"),
        (("tournament", "random", own("cannot_be_made")), "cannot_be_made cannot be made: no model here"),
        (("tournament", "random", own("RaisesWhenMade")), "RaisesWhenMade cannot be made: KeyError: 'a key of mine'"),
        (("tournament", "random", own("Unspeakable")), "Unspeakable cannot be made: TypeError"),
        (("balance", "--ladder", "random,random"), "different bots"),
        (("balance", "--part", "weather"), "there is no part 'weather'"),
        (("ratings", "nothing.sqlite"), "there is no file nothing.sqlite"),
        (("report", "nothing.sqlite"), "there is no file nothing.sqlite"),
    ],
)
def test_what_makes_no_sense_is_said(words, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("mine")
    said = " ".join(run(*words, code=2).replace("│", " ").split())
    assert says in said and "Traceback" not in said
    assert not list(tmp_path.rglob("*.sqlite*")), "and nothing is left behind"


def test_a_report_names_what_it_cannot_write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("tournament", "random", own("First"), "--games", "2", "--scenario", "skirmish", "--jobs", "1", "--file", "games.sqlite")
    Path("notes.txt").write_text("mine")
    said = " ".join(run("report", "games.sqlite", "--out", "notes.txt", code=2).replace("│", " ").split())
    assert "--out: notes.txt is a file, not a folder" in said
    assert "ladder" in run("balance", "--help")


def test_a_bot_without_a_version_plays_as_version_unknown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = run("tournament", own("NoVersion"), own("First"), "--games", "2", "--scenario", "skirmish", "--jobs", "1")
    assert re.search(r"NoVersion +│ +\? │", said)


@pytest.mark.slow
def test_ray_says_the_same_of_a_bot_that_cannot_be_made_and_of_a_wrong_address(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray")
    monkeypatch.chdir(tmp_path)
    words = ("tournament", "random", own("RaisesWhenMade"), "--scenario", "skirmish", "--jobs", "1", "--backend", "ray")
    start = time.monotonic()
    for address, says in (("127.0.0.1:9", "no Ray cluster answers at 127.0.0.1:9"), ("nowhere", "write host:port")):
        said = " ".join(run(*words, "--address", address, code=2).replace("│", " ").split())
        assert "--address:" in said and says in said
    assert time.monotonic() - start < 30
    try:
        said = " ".join(run(*words, code=2).replace("│", " ").split())
    finally:
        ray.shutdown()
    assert "RaisesWhenMade cannot be made: KeyError: 'a key of mine'" in said


def test_without_a_terminal_a_line_tells_how_far_it_is(tmp_path, monkeypatch):
    from bofa_env.commands import contest

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(contest, "_WORD_EVERY", 0.0)
    said = run("tournament", "random", own("Crash"), "--games", "4", "--scenario", "skirmish", "--jobs", "1")
    assert re.search(r"3 of 4 games, \d+\.\d\d/s; 3 forfeited; 0 min gone", said)


def test_a_sequential_match_stops_when_it_is_decided(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("sprt", "random", own("Crash"), "--elo1", "200", "--scenario", "skirmish", "--jobs", "1", "--max-games", "400")
    said = run(*words)
    assert "H1 accepted: random is stronger" in said
    (file,) = (tmp_path / "runs").glob("sprt-*.sqlite")
    assert len(_keys(file)) < 100
    assert "H1 accepted" in run(*words)
    said = run(*words, "--max-games", "3")
    assert "1 pair of games" in said and "Undecided" in said, "as many as were asked for, whatever is in the file"
    assert "more games are in the file and not counted" in said and "rules version" in said


# --- balance


def test_a_balance_report_asks_every_question():
    plan = BalancePlan(("random", "greedy"), "greedy", games=10, others=4, cubes=3)
    jobs = plan.jobs()
    count = Counter(job.study.name for job in jobs)
    assert count["ladder random"] == count["ladder greedy"] == 10 and count["luck"] == 24
    settings = {job.study.name: job.study.setting for job in jobs}
    assert settings["rules basic ruleset"].ruleset == "basic" and settings["rules bats"].options == ("bats",)
    assert {"bats", "thorin", "hysteria", "chieftains", "variable_reinforcements", "extra_stacking", "extra_elves", "extra_turns"} == set(
        settings["rules all options"].options
    )
    for what in ("archers", "eagles", "spells", "leaders", "beorn"):
        assert settings[f"without free_peoples {what}"].without == (("free_peoples", what),)
    assert all(job.free == job.dark for job in jobs)
    basic = BalancePlan(("random",), "random", Setting(ruleset="basic"), others=2)
    assert not any("hysteria" in study.setting.options for study in basic.studies() if study.setting.ruleset == "basic")


def test_cubes_cross_chips_dice_and_play():
    jobs = [job for job in BalancePlan(("random",), "random", cubes=2).jobs() if job.study.name == "luck"]
    cube = jobs[:8]
    assert len({job.seed for job in cube}) == 1 and cube[0].seed != jobs[8].seed
    for source, name in enumerate(("chips", "dice", "play")):
        values = [getattr(job, name) for job in cube]
        assert len(set(values)) == 2
        assert all((values[i] == values[0]) == (CORNERS[i][source] == CORNERS[0][source]) for i in range(8))
    assert not {job.chips for job in cube} & {job.chips for job in jobs[8:]}


def test_a_balance_report_from_the_command_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("balance", "--ladder", "random", "--scenario", "skirmish", "--jobs", "1", "--games", "6", "--cubes", "12")
    said = run(*words, "--others", "2", "--part", "rulesets", "--part", "luck")
    assert "Verdict" in said and "reconstructed map (R2)" in said and "report.html" in said
    (folder,) = (tmp_path / "reports").iterdir()
    assert {file.name for file in folder.iterdir()} == {"report.html", "report.md", "games.csv", "games.parquet"}
    page = (folder / "report.html").read_text()
    assert "by themselves explain: chips" in said and "Luck: shares of the variance" in said
    for picture in ("Win share of each side", "Control of areas by turn", "Heat map of the battlefield", "Luck"):
        assert f'aria-label="{picture}' in page
    for text in (page, (folder / "report.md").read_text()):
        assert "rules version" in text and "random (1)" in text and "6" in text
    (file,) = (tmp_path / "runs").glob("balance-*.sqlite")
    with Store(file) as store:
        found = reckon(store)
        assert found.ladder["random"].games == 6 and found.luck.cubes == 12 and found.options[0].name == "basic ruleset"
        assert found.control.shape[1:] == (5, 2) and 0 < found.occupied.max() <= 1


def test_too_few_cubes_show_no_shares_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("balance", "--ladder", "random", "--scenario", "skirmish", "--jobs", "1", "--games", "4", "--cubes", "3", "--part", "luck")
    said = run(*words, "--report", "page")
    for text in (said, Path("page/report.md").read_text(), Path("page/report.html").read_text()):
        assert "cannot be said from 3 cubes" in text and "12 or more are needed" in text
        assert "shares of the variance" not in text.lower()
    (file,) = (tmp_path / "runs").glob("balance-*.sqlite")
    assert "bots play themselves" in " ".join(run("ratings", str(file.relative_to(tmp_path)), code=2).replace("│", " ").split())
