"""A replay: a whole game as frames that a page can show, in one JSON document."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..game import Game
from . import story
from .frames import changes, counters, frame, setting
from .words import PLAYER_NAMES

Shares = dict[int, float]  # what a bot thinks of its actions: number -> probability


def replay(
    game: Game,
    actions: Iterable[int],
    seats: dict[str, str],
    shares: Callable[[Game], Shares | None] | None = None,
) -> dict[str, Any]:
    """Play a fresh game through these actions and note what is to be seen after each.

    seats: who plays each seat. shares: what the bot that decides thinks of its choices, for the heat map.
    The game is left as it is at the end.
    """
    seen = frame(game)
    first = setting(seen)
    start = {key: value for key, value in seen.items() if key not in first}
    steps: list[dict[str, Any]] = []
    for action in actions:
        step: dict[str, Any] = {"action": game.action_name(action), "player": game.player, "decision": game.decision}
        thoughts = shares(game) if shares else None
        if thoughts:
            step["shares"] = named_shares(thoughts)
        lines = story.play(game, action)
        now = frame(game)
        step["changes"] = changes(seen, now)
        if lines:
            step["lines"] = [line.told() for line in lines]
        steps.append(step)
        seen = now
    return {
        "format": "bofa-replay 1",
        "setting": first,
        "seed": game.seed,
        "deployment": game.deployment,
        "seats": {PLAYER_NAMES[player]: who for player, who in seats.items()},
        "counters": counters(game.data),
        "start": start,
        "steps": steps,
    }


def named_shares(shares: Shares, most: int = 40) -> dict[str, float]:
    """The largest shares, by the names of their actions."""
    best = sorted(shares.items(), key=lambda share: -share[1])[:most]
    return {Game.action_name(action): round(share, 4) for action, share in best if share >= 0.0005}
