"""The reference page is complete and up to date."""

from pathlib import Path

from bofa_env import observation, reference
from bofa_env.rules.nodes import DECISIONS

PAGE = Path(__file__).parents[2] / "docs" / "reference.md"


def test_the_committed_page_is_up_to_date():
    assert PAGE.read_text("utf-8") == reference.page(), "run: python -m bofa_env.reference docs/reference.md"


def test_nothing_is_described_that_does_not_exist():
    planes = {name for name, _ in observation.PLANES}
    assert set(reference.PLANE_TEXTS) <= planes
    assert set(reference.GLOBAL_TEXTS) <= {name for name, _ in observation.GLOBALS}
    assert set(reference.COLUMN_TEXTS) == {name for name, _ in observation.COLUMNS_OF_PIECE}
    assert set(reference.KINDS) == set(DECISIONS)
