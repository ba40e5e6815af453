"""Scenes in the form in which they travel: names as numbers, pieces by hex, and from one to the next only what changed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..data.load import Data
from ..game import Game, copied
from ..render.scene import placed, situation, slug
from ..rules import doors
from ..rules.actions import hex_name
from ..rules.record import DEAD, HYSTERICAL, LASTING, ON_TOP, TO_COME
from ..rules.world import SIDES

Frame = dict[str, Any]

_STATIC = ("ruleset", "options", "scenario", "region", "keys", "last_turn")  # the same in every frame of a game
_UNSEEN = ("first_player", "choices", "chance", "chosen")  # of a scene: what no page shows
_PLACING = ("hex", "hits", "marks", "below")  # what a stack looks like follows from these


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
            "move": int(world.move[number]),
        }
        for number, name in enumerate(data.pieces)
    ]


class Camera:
    """Takes frames of one game, one after another; only stacks that have changed since the last one are looked at."""

    def __init__(self, game: Game) -> None:
        self.game = game
        world = game.data.world[0]
        self._side, self._leader = world.side.tolist(), world.leader.tolist()
        self._seen: Any = None  # the record at the last frame
        self._stacks: dict[str, list[list[float]]] = {}
        self._strength: list[int] = []

    def frame(self) -> Frame:
        """All that there is to see: `render.scene` without its pieces and what no page shows, and instead

        stacks           for every hex its pieces in the order in which they are drawn, each as [number, reduced, hits,
                         hysterical, on top, x, y, size, current strength, current bow]
        to_come, dead    numbers of the pieces beside the map
        melees           hexes with both sides in them
        strength         what each side has on the map
        """
        self._look()
        hexes = self.game.record["hex"][0]
        return {
            **{key: value for key, value in situation(self.game).items() if key not in _UNSEEN},
            "stacks": dict(self._stacks),
            "melees": [hex for hex, stack in self._stacks.items() if len({self._side[int(piece[0])] for piece in stack}) == 2],
            "to_come": np.flatnonzero(hexes == TO_COME).tolist(),
            "dead": np.flatnonzero(hexes == DEAD).tolist(),
            "strength": self._strength,
        }

    def _look(self) -> None:
        """Bring the stacks up to date."""
        record = self.game.record
        if self._seen is None:
            touched = np.ones(record["hex"].shape[1], bool)
        else:
            mask = {"marks": LASTING}
            touched = np.logical_or.reduce(
                [(record[name][0] ^ self._seen[name][0]) & mask.get(name, -1) != 0 for name in _PLACING]
            )
        if not touched.any():
            return
        hexes = set(record["hex"][0][touched].tolist())
        if self._seen is not None:
            hexes |= set(self._seen["hex"][0][touched].tolist())
        for hex in hexes:
            if hex >= 0:
                self._stacks.pop(hex_name(hex), None)
                if stack := self._stack(hex):
                    self._stacks[hex_name(hex)] = stack
        self._strength = self._strengths()
        self._seen = copied(record)

    def _stack(self, hex: int) -> list[list[float]]:
        world, record = self.game.data.world, self.game.record
        hits, marks = record["hits"][0], record["marks"][0]
        pieces = []
        for side in SIDES:
            for name in reversed(self.game.stack(hex_name(hex), side)):
                number = self.game.data.piece_number[name]
                leader = bool(self._leader[number])
                pieces.append(
                    {
                        "number": number,
                        "side": side,
                        "leader": leader,
                        "reduced": hits[number] > 0 and not (leader and self.game.ruleset == "standard"),
                        "on_top": leader and bool(marks[number] & ON_TOP),
                    }
                )
        return [
            [
                n := piece["number"], int(piece["reduced"]), int(hits[n]), int(bool(marks[n] & HYSTERICAL)),
                int(piece["on_top"]), *piece["at"], doors.strength_of(world, record, 0, n), doors.bow_of(world, record, 0, n),
            ]
            for piece in placed(pieces)
        ]  # fmt: skip

    def _strengths(self) -> list[int]:
        total = [0, 0]
        for number in np.flatnonzero(self.game.record["hex"][0] >= 0).tolist():
            total[self._side[number]] += doors.strength_of(self.game.data.world, self.game.record, 0, number)
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
