"""The rules page and `bofa rules`: whatever the page cites can be looked up."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner, Result

from bofa_env.commands.rules import rules as rules_command
from bofa_env.errors import UnknownName
from bofa_env.rulebook import chapters, contents, lookup, page, rules, rulings

CHAPTERS = {chapter.number: chapter for chapter in chapters()}
SECTIONS = sorted({rule.partition(".")[0] for rule in rules()})


def plain(markdown: str) -> str:
    """Without line breaks."""
    return " ".join(markdown.split())


# --- the page


def test_the_chapters() -> None:
    assert list(CHAPTERS) == list(range(15))
    assert CHAPTERS[7].title == "Movement (B-6)"
    assert CHAPTERS[14].title == "Rulings added by this project"


def test_nothing_of_the_page_is_lost() -> None:
    """Heading by heading, item by item"""
    kept = "".join(chapter.heading + "".join(chapter.items) for chapter in chapters())
    assert "".join(kept.split()) == "".join(page().split())


def test_rulings_are_numbered_without_gaps() -> None:
    assert rulings() == [f"R{number}" for number in range(1, 75)]


def test_every_option_has_its_point() -> None:
    assert {f"O-{number}" for number in range(1, 10)} <= set(rules())


def test_the_page_stands_by_itself() -> None:
    """It names no file outside the package"""
    assert "../" not in page() and ".txt" not in page() and "rulebook of 1984, German edition" in page()


# --- chapters


@pytest.mark.parametrize("number", range(1, 15))
def test_a_chapter_by_number(number: int) -> None:
    assert lookup(str(number)) == lookup(f"chapter {number}") == CHAPTERS[number].markdown


@pytest.mark.parametrize(
    ("word", "number"),
    [("movement", 7), ("Movement", 7), ("move", 7), ("stacking", 8), ("combat", 9), ("archery", 10), ("victory", 12),
     ("options", 13), ("set-up", 4), ("chips", 5), ("turns and chips", 5)],
)  # fmt: skip
def test_a_chapter_by_a_word_of_its_title(word: str, number: int) -> None:
    assert lookup(word) == CHAPTERS[number].markdown


def test_everything() -> None:
    assert lookup("all") == page().rstrip()


# --- rules of the rulebook


@pytest.mark.parametrize("rule", rules())
def test_every_rule_that_the_page_cites_can_be_looked_up(rule: str) -> None:
    found = lookup(rule)
    assert rule in found and found.startswith("#")
    assert lookup(rule.lower()) == lookup(rule.replace("-", "")) == found


@pytest.mark.parametrize("section", SECTIONS)
def test_a_point_that_is_not_cited_leads_to_its_section(section: str) -> None:
    assert lookup(f"{section}.99") == lookup(section)


def test_a_rule_in_a_heading_gives_the_whole_chapter() -> None:
    assert CHAPTERS[8].markdown in lookup("B-9")
    assert CHAPTERS[9].markdown in lookup("S-7")


def test_a_rule_elsewhere_gives_the_points_that_cite_it() -> None:
    found = lookup("O-4")
    assert "**O-4 hysteria**" in found and "**O-5" not in found
    assert "## 13. Options" in found and "## 9. Combat" in found


def test_a_point_is_not_taken_for_another() -> None:
    """The first section of a letter is neither the tenth nor the eleventh"""
    assert CHAPTERS[12].heading not in lookup("B-1") and CHAPTERS[12].markdown in lookup("B-11")


# --- rulings


@pytest.mark.parametrize("ruling", rulings())
def test_every_ruling_can_be_looked_up(ruling: str) -> None:
    found = lookup(ruling)
    assert re.search(rf"\b{ruling}\b", found) and found.startswith("#")
    assert lookup(ruling.lower()) == found
    for paragraph in re.split(r"\n+", found):
        assert paragraph.startswith("#") or paragraph in plain(page()) or plain(paragraph) in plain(page())


def test_a_ruling_gives_its_sentences_with_the_heading_of_the_chapter() -> None:
    found = lookup("R11").splitlines()
    assert found[0] == "## 7. Movement (B-6)"
    assert [line.split()[0] for line in found[1:] if line] == ["Entering", "A"]


def test_a_ruling_with_a_colon_gives_all_that_follows() -> None:
    assert lookup("R10").count("chains and swaps") == 1
    assert "never lost" in lookup("R38")
    assert "first by row" in lookup("R57")


def test_the_preamble_is_shown_only_for_what_stands_nowhere_else() -> None:
    assert lookup("R33").startswith("# The Battle of Five Armies")
    assert "numbered R1, R2" not in lookup("R1")


# --- words


@pytest.mark.parametrize(
    ("word", "begins"),
    [("rocks", "**Rocks**"), ("hysteria", "**O-4"), ("extra_stacking", "**O-7"), ("three_players", "**O-2"),
     ("courage tests", "**courage tests**"), ("bats", "**O-1"), ("Gandalf", "**Gandalf**")],
)  # fmt: skip
def test_a_word_in_bold_type(word: str, begins: str) -> None:
    assert begins in lookup(word)


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("R99", "R9"),
        ("O-12", "O-1"),
        ("mvoement", "movement"),
        ("histeria", "hysteria"),
        ("15", "chapters 1 to 14"),
        ("0", "R1 to R74"),
    ],
)
def test_what_is_unknown_is_said_with_suggestions(name: str, suggestion: str) -> None:
    with pytest.raises(UnknownName) as refusal:
        lookup(name)
    assert repr(name) in str(refusal.value) and suggestion in str(refusal.value)


@pytest.mark.parametrize("name", ["", "  ", "x", "the", "R", "B-", "-3", "7.", "****", "R11 and R12"])
def test_nonsense_is_refused(name: str) -> None:
    with pytest.raises(UnknownName):
        lookup(name)


def test_the_contents_list_every_chapter() -> None:
    assert all(f"{chapter.number}. {chapter.title}" in contents() for chapter in chapters()[1:])


# --- the command


def bofa_rules(*words: str, **environment: str) -> Result:
    app = typer.Typer()
    app.command()(rules_command)
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "100", "NO_COLOR": "", **environment})


def test_piped_it_is_the_plain_text() -> None:
    result = bofa_rules("R11")
    assert (result.exit_code, result.stdout) == (0, lookup("R11") + "\n")


def test_without_a_name_it_lists_the_chapters() -> None:
    assert bofa_rules().stdout == contents() + "\n"


def test_in_a_terminal_it_is_set_as_markdown() -> None:
    result = bofa_rules("O-1", FORCE_COLOR="1", TERM="xterm")
    assert result.exit_code == 0
    assert "\x1b[" in result.stdout and "**" not in result.stdout and "bats" in result.stdout


def test_an_unknown_name_is_an_error_of_the_caller() -> None:
    result = bofa_rules("R99")
    assert result.exit_code == 2 and "did you mean" in plain(re.sub("[│╭╮╰╯─]", " ", result.output))
    assert isinstance(result.exception, SystemExit)


def test_it_does_not_wait_for_the_rules_to_be_compiled() -> None:
    """Nothing of numba is imported"""
    code = "import sys; from bofa_env.rulebook import lookup; lookup('R11'); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
