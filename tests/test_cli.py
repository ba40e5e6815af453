"""The command `bofa`, as a newcomer meets it."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from bofa_env import Game, __version__
from bofa_env.cli import app
from bofa_env.commands import patience as patience_module
from bofa_env.commands import playouts
from bofa_env.commands.files import check_writable, write_whole
from bofa_env.commands.intervals import wilson
from bofa_env.commands.playouts import Setting, play_series, play_some
from bofa_env.rules import doors
from bofa_env.rules.record import RULES_VERSION
from bofa_env.rules.world import AREAS, SIDES

README = Path(__file__).parents[1] / "README.md"


def bofa(*words: str | Path, width: int = 200, **environment: str) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": str(width), **environment})


def refused(*words: str | Path) -> str:
    """What is said of a bad command, on one line: exit code 2, and no traceback."""
    result = bofa(*words)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    return " ".join(re.sub("[│╭╮╰╯─]", " ", result.output).split())


# --- bofa


def test_version() -> None:
    result = bofa("--version")
    assert result.exit_code == 0 and result.stdout == f"bofa-env {__version__}\n"


@pytest.mark.parametrize("words", [(), ("simulate",), ("board",)])
def test_help(words: tuple[str, ...]) -> None:
    result = bofa(*words, "--help")
    assert result.exit_code == 0 and "Usage" in result.stdout


def test_unknown_command() -> None:
    assert "No such command 'fight'" in refused("fight")


# --- bofa simulate


def simulated(path: Path, *words: str) -> dict[str, Any]:
    result = bofa("simulate", "--games", "20", "--seed", "5", "--json", path, *words)
    assert result.exit_code == 0, result.output
    return dict(json.loads(path.read_text("utf-8")))


def test_simulate_tells_who_won(tmp_path: Path) -> None:
    result = bofa("simulate", "--games", "10", "--seed", "5")
    assert result.exit_code == 0
    for words in ("10 games", "Free Peoples", "Draw", "Dark Army", "95 % interval", "Guard room NW", "decisions/s"):
        assert words in result.stdout
    assert "12.0 turns" in result.stdout
    assert "Seeds 5 to 14" in result.stdout
    assert "bofa simulate --games 10 --seed 5 --ruleset standard" in result.stdout


def test_what_it_says_to_type_plays_the_same_games(tmp_path: Path) -> None:
    words = ["--games", "6", "--deployment", "random", "--option", "extra_turns"]
    first = bofa("simulate", *words, "--json", tmp_path / "a")
    (again,) = re.findall(r"^  bofa (simulate .*)$", first.stdout, re.MULTILINE)
    assert bofa(*again.split(), "--json", tmp_path / "b").exit_code == 0
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()


def test_simulate_writes_json(tmp_path: Path) -> None:
    told = simulated(tmp_path / "games.json")
    assert told["rules_version"] == RULES_VERSION and told["ruleset"] == "standard" and told["seed"] == 5
    assert told["games"] == len(told["results"]) == 20
    assert [game["seed"] for game in told["results"]] == list(range(5, 25))
    for game in told["results"]:
        held = [game[area] for area in AREAS]
        free, dark = (held.count(side) for side in SIDES)
        assert (game["areas_free_peoples"], game["areas_dark_army"]) == (free, dark)
        assert game["winner"] == (None if free == dark else SIDES[free < dark])
        assert game["level"] == {0: "draw", 1: "marginal", 5: "complete"}.get(abs(free - dark), "tactical")  # S-11
        assert game["decisions"] > 0 and game["turns"] == 12
    wins = told["summary"]["wins"]
    assert sum(wins[name]["games"] for name in (*SIDES, "draw")) == 20
    assert wins["draw"]["interval"] == list(wilson(wins["draw"]["games"], 20))


def test_simulate_writes_csv(tmp_path: Path) -> None:
    told = simulated(tmp_path / "games.json", "--csv", str(tmp_path / "games.csv"))["results"]
    with (tmp_path / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{key: "" if value is None else str(value) for key, value in game.items()} for game in told] == rows


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(tmp_path: Path) -> None:
    told = [simulated(tmp_path / f"{threads}.json", "--threads", threads) for threads in ("1", "2", "7")]
    assert told[0] == told[1] == told[2]
    other = bofa("simulate", "--games", "20", "--seed", "6000", "--json", tmp_path / "other.json")
    assert other.exit_code == 0
    assert json.loads((tmp_path / "other.json").read_text())["results"] != told[0]["results"]


def test_a_game_does_not_depend_on_its_series() -> None:
    series = play_some(Setting(seed=5), 0, 20)
    assert play_some(Setting(seed=17), 0, 1)[0] == series[12]
    assert play_some(Setting(seed=5), 12, 1)[0] == series[12]


def test_a_simulated_game_is_the_game_of_that_seed() -> None:
    (result,) = play_some(Setting("basic", (), "random", seed=8), 0, 1)
    game = Game("basic", deployment="random", seed=8)
    doors.play_out(game.data.world, game.record, 0, 1, np.array([8]), 1_000_000)
    assert game.outcome is not None
    assert result["decisions"] == game.record[0].decisions
    assert result["control"].tolist() == [SIDES.index(h) if h else -1 for h in game.outcome.areas.values()]


def test_options_deployments_and_rulesets() -> None:
    for words in (["--option", "extra_turns"], ["--deployment", "free"], ["--ruleset", "standard"]):
        result = bofa("simulate", "--games", "2", "--seed", "1", *words)
        assert result.exit_code == 0, result.output
    assert "tactical" in result.stdout  # standard knows levels of victory (S-11)
    assert "16.0 turns" in bofa("simulate", "--games", "2", "--option", "extra_turns").stdout


def test_a_fresh_seed_each_time() -> None:
    seeds = {re.findall(r"Seeds (\d+)", bofa("simulate", "--games", "1").stdout)[0] for _ in range(3)}
    assert len(seeds) > 1


def test_ctrl_c_keeps_what_is_finished() -> None:
    """The interrupt comes while the third results are told: what was begun is still finished, and is a beginning."""
    calls = 0

    def progress(some: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    results, whole = play_series(Setting(seed=5), 4000, 2, progress)
    assert not whole and 0 < len(results) < 4000
    assert results["over"].all()
    assert list(results["seed"]) == list(range(5, 5 + len(results)))
    assert np.array_equal(results, play_some(Setting(seed=5), 0, len(results)))


def test_an_error_in_a_thread_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(setting: Setting, first: int, count: int) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(playouts, "play_some", broken)
    with pytest.raises(RuntimeError, match="broken"):
        play_series(Setting(), 100, 2)


INTERRUPTED = """
import os, signal, sys
from bofa_env.cli import app
from bofa_env.commands import playouts

play_some, calls = playouts.play_some, 0

def interrupted(*arguments):
    global calls
    calls += 1
    if calls == 20:
        os.kill(os.getpid(), signal.SIGINT)
    return play_some(*arguments)

playouts.play_some = interrupted
app(["simulate", "--games", "10000000", "--seed", "1", "--json", sys.argv[1]])
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_the_command_cleanly(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED, path], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 130, ended.stderr
    assert "Traceback" not in ended.stderr and "Stopped after" in ended.stderr and "Who wins" in ended.stdout
    told = json.loads(path.read_text("utf-8"))
    assert [game["seed"] for game in told["results"]] == list(range(1, told["games"] + 1))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "0"], "greater than or equal to 1"),
        (["--games", "many"], "--games"),
        (["--threads", "0"], "--threads"),
        (["--ruleset", "standrd"], "there is no ruleset 'standrd' (did you mean 'standard'?)"),
        (["--option", "hobbits"], "there is no option 'hobbits'"),
        (["--ruleset", "basic", "--option", "hysteria"], "R33"),
        (["--deployment", "historic"], "did you mean 'historical'?"),
        (["--seed", "-1"], "--seed"),
        (["--seed", str(2**63 - 1), "--games", "2"], f"the largest is {2**63 - 1}"),
        (["--json", "no/such/directory/games.json"], "there is no directory"),
        (["--csv", "."], "is a directory"),
    ],
)
def test_simulate_refuses_nonsense(words: list[str], told: str) -> None:
    assert told in refused("simulate", *words)


def test_the_largest_seed_can_be_played() -> None:
    assert bofa("simulate", "--games", "1", "--seed", str(2**63 - 1)).exit_code == 0


# --- files


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.json"
    write_whole(path, "old")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", fail)
        with pytest.raises(OSError, match="disk full"):
            write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]  # nothing is left behind
    write_whole(path, "new")
    assert path.read_text() == "new"


@pytest.mark.skipif(os.name == "nt", reason="modes")
def test_a_new_file_is_as_readable_as_any(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    write_whole(tmp_path / "whole", "")
    assert (tmp_path / "whole").stat().st_mode == (tmp_path / "plain").stat().st_mode
    (tmp_path / "plain").chmod(0o600)
    write_whole(tmp_path / "plain", "new")
    assert (tmp_path / "plain").stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_written_is_known_beforehand(tmp_path: Path) -> None:
    check_writable(tmp_path / "new")
    assert not (tmp_path / "new").exists()
    with pytest.raises(OSError, match="is a directory"):
        check_writable(tmp_path)


# --- patience


class _Console:
    """Takes down what is said, and whether it was a terminal's spinner."""

    is_terminal = False

    def __init__(self) -> None:
        self.said: list[str] = []

    def status(self, message: str) -> Any:
        return type("Status", (), {"start": lambda _: self.said.append("spinner"), "stop": lambda _: None})()

    def print(self, message: str) -> None:
        self.said.append(message)


@pytest.mark.parametrize(("terminal", "expected"), [(True, "spinner"), (False, "compiled")])
def test_whoever_waits_is_told_why(monkeypatch: pytest.MonkeyPatch, terminal: bool, expected: str) -> None:
    import time

    monkeypatch.setattr(patience_module, "_SOON", 0.01)
    console: Any = _Console()
    console.is_terminal = terminal
    with patience_module.patience(console):
        deadline = time.monotonic() + 5
        while not console.said and time.monotonic() < deadline:
            time.sleep(0.01)
    assert len(console.said) == 1 and expected in console.said[0]


def test_nobody_is_told_who_does_not_wait() -> None:
    console: Any = _Console()
    with patience_module.patience(console):
        pass
    assert console.said == []


# --- bofa board


def test_board_shows_the_set_up() -> None:
    result = bofa("board")
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout  # not a terminal
    assert "Gandalf 1404" in result.stdout and "Armies" in result.stdout


def test_board_colours_only_where_it_is_wanted() -> None:
    assert "\x1b[" in bofa("board", FORCE_COLOR="1").stdout
    assert "\x1b[" not in bofa("board", FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[" not in bofa("board", FORCE_COLOR="1", TERM="dumb").stdout


def test_board_says_when_the_terminal_is_too_narrow() -> None:
    assert "92 columns" in bofa("board", width=80, FORCE_COLOR="1").stderr
    assert bofa("board", width=92, FORCE_COLOR="1").stderr == ""


def test_board_options() -> None:
    assert "1212 " in bofa("board", "--hex-numbers").stdout
    assert "Armies" not in bofa("board", "--no-legend").stdout
    one, two = (bofa("board", "--deployment", "random", "--seed", seed).stdout for seed in "12")
    assert one != two == bofa("board", "--deployment", "random", "--seed", "2").stdout
    assert "1 of 16" in bofa("board", "--option", "extra_turns").stdout


SPARSE = '{"ruleset": "basic", "player": "dark_army", "phase": "MOVE", "piece": [{"name": "Azug", "hex": "1414"}, %s]}'
ELF = '{"name": "elves bow 1", "hex": "0509"}'


def test_board_shows_a_position_of_either_kind(tmp_path: Path) -> None:
    (tmp_path / "sparse.json").write_text(SPARSE % ELF)
    (tmp_path / "whole.json").write_text(json.dumps(Game(seed=3).position()))
    (tmp_path / "sparse.toml").write_text(readme_blocks("toml")[0])
    assert "Azug 1414" in bofa("board", "--position", tmp_path / "sparse.json").stdout
    assert bofa("board", "--position", tmp_path / "whole.json").stdout == bofa("board", "--seed", "3").stdout
    assert "5 of 12" in bofa("board", "--position", tmp_path / "sparse.toml").stdout


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.json", "{", "cannot be read"),
        ("a.toml", "x = ", "cannot be read"),
        ("a.txt", "", ".json or .toml"),
        ("a.json", "[]", "a position is a dict"),
        ("a.json", SPARSE % '{"name": "Sauron", "hex": "1212"}', "there is no piece 'Sauron'"),
        ("a.json", SPARSE % '{"name": "Bolg", "hex": "9999"}', "9999"),
        ("a.json", SPARSE % '{"name": ["Bolg"], "hex": "1212"}', "a table with a name"),
        ("a.json", SPARSE % '{"name": "Bolg", "hex": "1414"}', "B-9"),
    ],
)
def test_board_refuses_what_is_no_position(tmp_path: Path, name: str, content: str, told: str) -> None:
    (tmp_path / name).write_text(content)
    said = refused("board", "--position", tmp_path / name)
    assert told.replace(" ", "") in said.replace(" ", "")  # lines may have been broken anywhere


def test_board_refuses_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "No such file" in refused("board", "--position", tmp_path / "none.json")
    (tmp_path / "a.json").write_bytes(b"\xff\xfe")
    assert "cannot be read" in refused("board", "--position", tmp_path / "a.json")


def test_a_position_goes_with_no_set_up(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(SPARSE % ELF)
    assert "leave it out" in refused("board", "--position", tmp_path / "a.json", "--deployment", "random")
    assert "leave it out" in refused("board", "--position", tmp_path / "a.json", "--seed", "0")


@pytest.mark.parametrize("option", ["--ruleset", "--option", "--deployment", "--seed"])
def test_board_refuses_nonsense(option: str) -> None:
    assert option in refused("board", option, "nonsense")


# --- Wilson's interval


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_of_the_literature(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_wilson_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    for trials in (1, 2, 10, 333):
        for successes in range(0, trials + 1, max(1, trials // 7)):
            for confidence in (0.5, 0.9, 0.95, 0.999):
                test = stats.binomtest(successes, trials)
                expected = test.proportion_ci(confidence, method="wilson")
                assert wilson(successes, trials, confidence) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson_at_the_edges() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5)[0] == 0.0 and wilson(5, 5)[1] == 1.0
    low, high = wilson(3, 10)
    assert wilson(7, 10) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("arguments", [(-1, 5), (6, 5), (1, 5, 0.0), (1, 5, 1.0)])
def test_wilson_refuses_nonsense(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError):
        wilson(*arguments)


# --- the README


def readme_blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_readme_example_runs_and_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    training, block, environment = readme_blocks("python")
    exec(environment, {"__name__": "readme"})
    assert capsys.readouterr().out == ""
    exec(training.replace("200_000", "256").replace("128", "4"), {"__name__": "readme"})
    assert "total_timesteps" in capsys.readouterr().out
    exec(block, {"__name__": "readme"})
    printed = capsys.readouterr().out.splitlines()
    promised = re.findall(r"^print\(.*?\) +# (.*)$", block, re.MULTILINE)
    for said, line in zip(promised[:4], printed, strict=False):
        assert said.split(":")[0] == line
    assert printed[4].startswith("Outcome(")


def test_the_readme_position_is_one() -> None:
    (block,) = readme_blocks("toml")
    game = Game.from_position(tomllib.loads(block))
    assert game.piece("azug sword 1").steps == 1


def test_the_readme_commands_exist() -> None:
    makefile = README.with_name("Makefile").read_text("utf-8")
    lines = [line.split("#")[0] for block in readme_blocks("sh") for line in block.splitlines()]
    for words in (command.split() for line in lines for command in line.split("&&")):
        if words[0] == "bofa":
            asked = words[1:3] if words[1] == "record" else words[1:2]  # `record` has commands of its own
            known = bofa(*asked, "--help").stdout
            assert all(word in known for word in words[2:] if word.startswith("--"))
        else:
            assert words[0] == "make" and re.search(rf"^{words[1]}:", makefile, re.MULTILINE)
