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


# Found as `training/tune_captain.py` does it, each side against the best of the other (docs/bots.md).
FREE_PEOPLES = Weights(
    area_first=12.2, area_last=104.0, area_slope=9.34, deny=1.1, at_hand=2.81, on_the_way=11.1, enough=2.41, satisfied=16.2,
    hard=2.61, crowded=0.36, per_step=0.132, in_zone=0.159, to_gate=5.25, to_dale=22.0, to_hill=8.83, to_nw=2.56,
    to_ne=5.85, danger=0.617, coming=1.27, chance=0.475, melee=0.508, stuck=0.829, caution=1.71, fight=-0.262, prize=0.221,
    crowd=0.512, company=3.44, garrison=1.17, moving=0.139, move_chip=9.54,
)  # fmt: skip
DARK_ARMY = Weights(
    area_first=11.5, area_last=62.5, area_slope=13.3, deny=0.973, at_hand=5.96, on_the_way=5.2, enough=1.37, satisfied=20.1,
    hard=1.01, crowded=0.314, per_step=0.087, in_zone=0.675, to_gate=-4.13, to_dale=4.12, to_hill=7.29, to_nw=-2.2,
    to_ne=-3.47, danger=0.0, coming=3.7, chance=0.689, melee=0.548, stuck=0.964, caution=0.72, fight=-0.478, prize=0.403,
    crowd=1.24, company=5.03, garrison=0.542, moving=0.133, move_chip=7.43,
)  # fmt: skip
CAPTAINS = FREE_PEOPLES, DARK_ARMY
WEIGHTS = np.dtype((np.record, [(name, "f8") for name in Weights._fields]))
