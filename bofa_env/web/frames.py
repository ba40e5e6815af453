"""Scenes in the form in which they travel: names as numbers, pieces by hex, and from one to the next only what changed."""

from __future__ import annotations

from typing import Any

from ..data.load import Data
from ..game import Game
from ..render.scene import scene, slug
from ..rules import doors
from ..rules.world import SIDES

Frame = dict[str, Any]

_STATIC = ("ruleset", "options", "scenario", "region", "last_turn")  # the same in every frame of a game


def counters(data: Data) -> list[dict[str, Any]]:
    """What is printed on the counters, in the order of their numbers; frames name pieces by these numbers."""
    world = data.world[0]
    return [
        {
            "name": name,
            "slug": slug(name),
            "side": SIDES[world.side[number]],
            "army": data.armies[world.army[number]],
            "leader": bool(world.leader[number]),
            "strength": int(world.strength[number]),
            "move": int(world.move[number]),
            "bow": int(world.bow[number]),
            "turn": int(world.enters_turn[number]),
        }
        for number, name in enumerate(data.pieces)
    ]


def frame(game: Game) -> Frame:
    """All that there is to see. `stacks` lists for every hex its pieces in the order in which they are drawn, each as
    [number, reduced, hits, hysterical, on top, x, y, size]; `strength` is what each side has on the map.
    """
    seen = scene(game)
    number = game.data.piece_number
    stacks: dict[str, list[list[float]]] = {}
    for piece in seen.pop("pieces"):
        state = [int(piece["reduced"]), piece["hits"], int(piece["hysterical"]), int(piece["on_top"])]
        stacks.setdefault(piece["hex"], []).append([number[piece["name"]], *state, *piece["at"]])
    for beside in ("to_come", "dead"):
        seen[beside] = [number[piece["name"]] for piece in seen[beside]]
    return {**seen, "stacks": stacks, "strength": strengths(game)}


def strengths(game: Game) -> list[int]:
    """The strength that each side has on the map."""
    total = [0, 0]
    for number in (game.record["hex"][0] >= 0).nonzero()[0].tolist():
        total[game.data.world[0].side[number]] += doors.strength_of(game.data.world, game.record, 0, number)
    return total


def setting(frame: Frame) -> Frame:
    """The part of a frame that stays the same through the game."""
    return {key: frame[key] for key in _STATIC}


def changes(old: Frame, new: Frame) -> Frame:
    """What is different in the new frame; of `stacks` only the hexes that changed, an empty one as []."""
    delta = {key: value for key, value in new.items() if key != "stacks" and old.get(key) != value}
    before, after = old.get("stacks", {}), new["stacks"]
    hexes = {hex: after.get(hex, []) for hex in before.keys() | after.keys() if before.get(hex) != after.get(hex)}
    if hexes:
        delta["stacks"] = dict(sorted(hexes.items()))
    return delta
