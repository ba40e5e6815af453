"""Golden playthroughs: readable games that must go on exactly as they are written (DESIGN.md, chapter 6.4)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playthrough import GOLDEN

from bofa_env.playthrough import replay

FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden(file: Path) -> None:
    text = file.read_text("utf-8")
    assert replay(text).splitlines() == text.splitlines()


def test_there_are_playthroughs() -> None:
    assert len(FILES) >= 5
