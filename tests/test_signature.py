"""The signature of the rules: it changes only together with RULES_VERSION (DESIGN.md, chapter 6.3)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from oracle.rulesets import PLAYED, Case
from signature import signature

from bofa_env.rules.record import RULES_VERSION

PINNED = tomllib.loads(Path(__file__).with_name("signature.toml").read_text("utf-8"))


def test_rules_version() -> None:
    assert PINNED["rules_version"] == RULES_VERSION, "new rules, new signatures: python tests/signature.py"


def test_every_ruleset_has_a_signature() -> None:
    assert set(PINNED["signature"]) == {str(case) for case in PLAYED}


@pytest.mark.parametrize("case", PLAYED, ids=str)
def test_signature(case: Case) -> None:
    assert signature(case) == PINNED["signature"][str(case)], (
        "the same seeds and decisions no longer give the same games: raise RULES_VERSION if that is meant, "
        "and put what `python tests/signature.py` prints into tests/signature.toml"
    )
