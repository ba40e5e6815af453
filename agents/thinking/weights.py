"""What the captain cares about, and how much: the numbers that his thoughts are weighed with, in points of strength."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Weights(NamedTuple):
    """All are floats; kernels see them as a record."""

    # areas
    area_first: float = 12.0  # what an area is worth at first
    area_last: float = 90.0  # and in the last turn
    area_slope: float = 11.0  # how much less it is worth a turn before
    deny: float = 0.8  # taking an area from the enemy, as a share of holding it
    # where units are needed; distances in movement points
    at_hand: float = 4.0  # own units so near are at hand
    on_the_way: float = 9.0  # enemies so near must be reckoned with
    enough: float = 1.5  # times their strength is enough
    satisfied: float = 18.0  # an area that has enough seems so much farther away
    hard: float = 3.0  # one that is hard to attack too, for each point that its ground adds to the die
    crowded: float = 0.3  # and one where own units stand on each other's feet, for each point of strength
    per_step: float = 0.08  # of a unit's strength, for each movement point of its way
    in_zone: float = 0.5  # of a unit's strength, in the zone of an area that needs it
    # fighting
    chance: float = 0.5  # hits that may be dealt from a place
    melee: float = 0.4  # hits in a melee, dealt and suffered
    stuck: float = 1.0  # being in one
    caution: float = 1.0  # own losses in a combat that is fought now
    fight: float = 0.0  # an attack must be worth more than this
    prize: float = 0.3  # of an area's worth, for emptying its key hex
    # stacks
    crowd: float = 1.5  # a friend would have to make room
    company: float = 4.0  # a leader is with units
    moving: float = 0.15  # a smaller gain is no reason to move
    # chips
    move_chip: float = 7.0  # what a MOVE phase is worth


CAPTAIN = Weights()
WEIGHTS = np.dtype((np.record, [(name, "f8") for name in Weights._fields]))
