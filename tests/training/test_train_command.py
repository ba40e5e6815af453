"""`bofa train` on the command line."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from bofa_env.cli import app
from training.config import Config

SMALL = ["--games", "4", "--steps", "8", "--decisions", "32", "--channels", "8", "--layers", "1", "--hidden", "8",
         "--bots", "random", "--ladder", "random", "--evaluation-pairs", "1", "--threads", "1",
         "--imitate-decisions", "0"]  # fmt: skip


def _run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["train", *words], env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"})
    return result.exit_code, result.output


def test_it_trains_refuses_to_overwrite_and_resumes(tmp_path: Path) -> None:
    folder = ["--out", str(tmp_path / "run")]
    code, said = _run("skirmish", *SMALL, *folder)
    assert code == 0, said
    assert "points against random" in said
    assert (tmp_path / "run" / "model.zip").exists()
    code, said = _run("skirmish", *SMALL, *folder)
    assert code == 2
    assert "--resume" in said
    code, said = _run("skirmish", *SMALL, *folder, "--resume", "--decisions", "64")
    assert code == 0, said
    assert len((tmp_path / "run" / "curve.csv").read_text().splitlines()) == 3


def test_every_entry_is_a_flag_and_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("games = 6\nsteps = 8\nseed = 9\n")
    code, said = _run("skirmish", *SMALL, "--config", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "run"), "--separate")
    assert code == 0, said
    written = (tmp_path / "run" / "config.toml").read_text()
    assert "games = 4\n" in written
    assert "seed = 9\n" in written
    assert "separate = true\n" in written
    _, told = _run("--help")
    for name in Config.__dataclass_fields__:
        assert "--" + name.replace("_", "-") in told


def test_wrong_input_is_explained(tmp_path: Path) -> None:
    for words, said in (
        (["siege"], "there is no preset 'siege'"),
        (["skirmish", "--games", "0"], "games is a whole number from 1 on"),
        (["skirmish", "--scenario", "siege"], "there is no scenario 'siege'"),
        (["skirmish", "--bots", "nobody"], "there is no bot 'nobody'"),
        (["skirmish", "--policy", "Mlp"], "there is no policy 'Mlp'"),
        (["skirmish", "--resume"], "no run to go on with"),
    ):
        code, output = _run(*words, "--out", str(tmp_path / "x"))
        assert code == 2
        assert said in " ".join(output.replace("│", " ").split())
