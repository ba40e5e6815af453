"""The reference page is complete and up to date."""

from pathlib import Path

from bofa_env import observation, reference, scenarios
from bofa_env.rewards import REWARDS
from bofa_env.rules.actions import ACTIONS
from bofa_env.rules.nodes import DECISIONS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "reference.md"


def test_the_committed_page_is_up_to_date():
    assert PAGE.read_text("utf-8") == reference.page(), "run: python -m bofa_env.reference docs/reference.md"


def test_nothing_is_described_that_does_not_exist():
    planes = {name for name, _ in observation.PLANES}
    assert set(reference.PLANE_TEXTS) <= planes
    assert set(reference.GLOBAL_TEXTS) <= {name for name, _ in observation.GLOBALS}
    assert set(reference.COLUMN_TEXTS) == {name for name, _ in observation.COLUMNS_OF_PIECE}
    assert set(reference.KINDS) == set(DECISIONS)


def test_the_specification_has_the_right_shapes_and_scenarios():
    text = (DOCS / "environment.md").read_text("utf-8")
    for form in observation.FORMS:
        for name, shape in observation.shapes(form).items():
            told = f"one row of {shape[0]:,}" if form == "flat" else f"`{name}` {shape}"
            assert told in text
    assert f"Discrete({ACTIONS})" in text
    for name in scenarios.names():
        first, last = scenarios.scenario(name).turns
        assert f"| `{name}` | {first or 1}–{last or 12} |" in text
    for name in REWARDS:
        assert f"| `{name}` |" in text
