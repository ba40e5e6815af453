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
    to_gate: float = 0.0  # the front gate seems so much farther away
    to_dale: float = 0.0  # and Dale
    to_hill: float = 0.0  # and the hill
    to_nw: float = 0.0  # and the guard room on the north-western spur
    to_ne: float = 0.0  # and that on the north-eastern one
    # fighting
    danger: float = 0.0  # what the enemy's attack on a place would cost
    coming: float = 3.0  # strength that may come into an empty hex next to it
    garrison: float = 0.0  # of its strength, for a unit that holds a key hex
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


def tempers(captain: Weights) -> tuple[Weights, ...]:
    """The captain himself, and how he would lead in another temper: search tries what these would do."""
    other = captain._replace
    return (
        captain,
        other(  # bold
            caution=0.6 * captain.caution, danger=0.3 * captain.danger, melee=1.5 * captain.melee,
            chance=1.6 * captain.chance, fight=captain.fight - 0.5,
        ),
        other(  # careful
            caution=1.6 * captain.caution, danger=2.0 * captain.danger + 0.3, melee=0.6 * captain.melee,
            chance=0.5 * captain.chance, fight=captain.fight + 0.7,
        ),
        other(  # storms the areas
            area_first=3.0 * captain.area_first, prize=2.0 * captain.prize, deny=1.5 * captain.deny,
            per_step=1.5 * captain.per_step, stuck=0.0,
        ),
        other(to_dale=captain.to_dale + 20.0, to_hill=captain.to_hill + 20.0),  # stays at the mountain
        other(to_dale=captain.to_dale - 10.0, to_hill=captain.to_hill - 10.0),  # goes down into the valley
    )  # fmt: skip


CAPTAINS = Weights(), Weights()  # the Free Peoples', the Dark Army's
WEIGHTS = np.dtype((np.record, [(name, "f8") for name in Weights._fields]))
