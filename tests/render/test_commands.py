"""`bofa board` draws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image
from typer.testing import CliRunner

from bofa_env import Game
from bofa_env.cli import app


def bofa(*arguments: object) -> Any:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_board_is_drawn_into_files(tmp_path: Path) -> None:
    done = bofa("board", "--scenario", "gate", "--svg", tmp_path / "board.svg", "--png", tmp_path / "board.png")
    assert done.exit_code == 0 and done.stdout == ""
    assert (tmp_path / "board.svg").read_text("utf-8") == Game(scenario="gate", seed=0).render("svg")
    assert Image.open(tmp_path / "board.png").size == (1200, 1013)


def test_scenarios_as_text() -> None:
    assert "1 of 6" in bofa("board", "--scenario", "gate").stdout


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    nowhere = bofa("board", "--svg", tmp_path / "none" / "board.svg")
    assert nowhere.exit_code == 2 and "no directory" in nowhere.output.replace("\n", " ")
    assert bofa("board", "--scenario", "lake").exit_code == 2
    assert bofa("board", "--scenario", "gate", "--deployment", "random").exit_code == 2
