"""`bofa scenarios`: the scenarios that there are."""

from __future__ import annotations


def scenarios() -> None:
    """List the scenarios: small battles on the same rules, and the full game."""
    from rich.console import Console
    from rich.table import Table

    from ..scenarios import names, scenario

    table = Table("scenario", "turns", "what it is", show_lines=True)
    for name in names():
        story = scenario(name)
        turns = "1-12" if story.turns == (0, 0) else f"{story.turns[0]}-{story.turns[1]}"
        table.add_row(name, turns, f"{story.title}. {story.description}")
    Console().print(table)
