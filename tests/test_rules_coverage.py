"""Every rule has a test that names it, every rule that is named exists, and the table says so."""

from __future__ import annotations

from pathlib import Path

from tests import rules_coverage
from tests.rules_coverage import TABLE, coverage, missing_rules, read_index, rules_in, table, unknown_rules


def test_every_required_rule_has_a_test() -> None:
    assert missing_rules() == []


def test_every_rule_that_a_test_names_exists() -> None:
    assert unknown_rules() == []


def test_the_table_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == table(), "run `python tests/rules_coverage.py`"


def test_the_index_names_every_rule_once() -> None:
    ids = [rule.id for rule in read_index()]
    assert len(ids) == len(set(ids))
    sections = {f"B-{n}" for n in range(1, 12)} | {f"S-{n}" for n in range(1, 12)} | {f"O-{n}" for n in range(1, 10)}
    assert sections | {f"R{n}" for n in range(1, 55)} <= set(ids)
    assert {rule.ruleset for rule in read_index()} == {"basic", "standard", "option"}


def test_how_rules_are_read_from_a_text() -> None:
    text = "as in " + "B" + "-7.4 and (" + "R" + "11), not AB-1, B-x, R2D2 or 3R4"
    assert rules_in(text) == {"B" + "-7.4", "R" + "11"}


def test_only_docstrings_and_comments_inside_a_test_count(tmp_path: Path) -> None:
    file = tmp_path / "test_sample.py"
    rule = "R" + "11"
    file.write_text(
        f'"""{rule}"""\n\n# {rule}\nNAME = "{rule}"\n\n\ndef test_one() -> None:\n    """{rule}: yes"""\n\n\n'
        f'def test_two() -> None:\n    assert "{rule}"\n\n\ndef test_three() -> None:\n    assert True  # {rule}\n',
        "utf-8",
    )
    assert coverage([file]) == {rule: ["test_sample.py::test_one", "test_sample.py::test_three"]}


def test_a_rule_that_does_not_exist_is_found(tmp_path: Path) -> None:
    file = tmp_path / "test_sample.py"
    file.write_text('def test_one() -> None:\n    """' + "R" + '99"""\n', "utf-8")
    assert unknown_rules([file]) == ["test_sample.py:2 names " + "R" + "99"]
    assert rules_coverage.INDEX.exists()
