"""`bofa bots`: the bots that there are."""

from __future__ import annotations

from typing import Any


def bots() -> None:
    """List the bots: what each does in a line, and what a spec such as mcts:sims=200 may set."""
    from rich.console import Console
    from rich.table import Table

    from agents.registry import factory_of, names, parameters_of

    table = Table("bot", "what it does", "parameters", show_lines=True)
    for name in names():
        try:
            parameters = "\n".join(map(str, parameters_of(name).values())).replace("'", "")
            table.add_row(name, first_line(factory_of(name)), parameters or "none")
        except Exception as error:  # a bot of somebody else's that cannot be loaded must not hide the others
            table.add_row(name, f"cannot be loaded: {error}", "")
    Console().print(table)


def first_line(factory: Any) -> str:
    """The first line of what a bot says of itself."""
    return (factory.__doc__ or "").strip().partition("\n")[0]
