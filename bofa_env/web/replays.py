"""A replay: a whole game as frames that a page can show, in one JSON document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import Game
from ..record import GameRecord
from . import story
from .frames import Camera, changes, counters, setting
from .thoughts import Shares
from .words import PLAYER_NAMES


def replay(record: GameRecord, shares: Callable[[Game], Shares | None] | None = None) -> dict[str, Any]:
    """Play a game again and note what is to be seen after each decision.

    shares: what the bot that decides thinks of its choices, for the heat map.
    """
    game = record.game()
    camera = Camera(game)
    seen = camera.frame()
    first = setting(seen)
    start = {key: value for key, value in seen.items() if key not in first}
    steps: list[dict[str, Any]] = []
    for action in record.actions:
        step: dict[str, Any] = {"action": game.action_name(action)}
        thoughts = shares(game) if shares else None
        if thoughts:
            step["shares"] = named_shares(thoughts)
        lines = story.play(game, action)
        now = camera.frame()
        step["changes"] = changes(seen, now)
        if lines:
            step["lines"] = [line.told() for line in lines]
        steps.append(step)
        seen = now
    return {
        "format": "bofa-replay 1",
        "setting": first,
        "seed": str(record.seed),  # as text: JavaScript's numbers are too short
        "deployment": record.deployment,
        "seats": [
            {
                "name": PLAYER_NAMES[player],
                "side": game.side_of(player),
                "who": record.agents.get(player, record.agents.get(game.side_of(player), "unknown")),
            }
            for player in game.players.values()
        ],
        "forfeit": record.result.reason or "forfeit" if record.result and record.result.forfeit else None,
        "counters": counters(game.data),
        "start": start,
        "steps": steps,
    }


def named_shares(shares: Shares, most: int = 40) -> dict[str, float]:
    """The largest shares, by the names of their actions."""
    best = sorted(shares.items(), key=lambda share: -share[1])[:most]
    return {Game.action_name(action): round(share, 4) for action, share in best if share >= 0.0005}
