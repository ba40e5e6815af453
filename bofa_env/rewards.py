"""Rewards: what the end of a game, and the way to it, are worth.

- `outcome`: +1 to the winner, -1 to the loser, 0 to both in a draw; 0 before the end
- `margin`:  at the end, the lead in areas held divided by 5; a side that is annihilated (R7) has lost all, -1
- `shaped`:  `outcome`, and for every decision `discount` × potential afterwards - potential before. "Afterwards" is the same
  player's next decision.

The potential, from -1 to 1, is half the lead in areas held right now divided by 5, and half the lead in living strength (pieces
on the map or to come) divided by all living strength, with the sign turned for the Dark Army; after the end of a game it is 0
(`rules.victory.potential`). Such rewards leave the best way to play as it is (Ng, Harada and Russell 1999), provided that
`discount`, a number from 0 to 1, is the learner's own.

`outcome` and `margin` are zero-sum between the two sides. What `shaped` adds is the change of a potential that is, but each
player is given it from his own decision to his own next one. Not zero-sum is the -1 for an illegal action where that ends the
game: the others get 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .rules.record import COMPLETE
from .rules.seats import SIDE_OF_SEAT
from .rules.world import AREAS

REWARDS = ("outcome", "margin", "shaped")
SIGN_OF_SEAT = np.array([1 if side == 0 else -1 for side in SIDE_OF_SEAT], np.float32)  # +1: for the Free Peoples


def checked_discount(discount: float) -> float:
    """The discount, if it is one."""
    number = isinstance(discount, (int, float, np.integer, np.floating)) and not isinstance(discount, bool)
    if not number or not 0 <= discount <= 1:  # nor nan
        raise ValueError(f"the discount is a number from 0 to 1, not {discount!r}")
    return float(discount)


def final_values(records: NDArray[Any], reward: str) -> NDArray[np.float32]:
    """What each game is worth to the Free Peoples now that it has ended; 0 for one that has not."""
    winner = records["winner"]
    won = np.where(winner == 0, 1, np.where(winner == 1, -1, 0))
    if reward == "margin":
        control = records["control"]
        lead = ((control == 0).sum(1) - (control == 1).sum(1)) / len(AREAS)
        won = np.where(records["level"] == COMPLETE, won, lead)
    return np.where(records["over"] != 0, won, 0).astype(np.float32)
