"""Rewards: what the end of a game, and the way to it, are worth. All of them are zero-sum between the two sides.

- `outcome`: +1 to the winner, -1 to the loser, 0 to both in a draw; 0 before the end
- `margin`:  at the end, the lead in areas held divided by 5; a side that is annihilated (R7) has lost all, -1
- `shaped`:  `outcome`, and for every decision `discount` × potential afterwards - potential before. The potential, from
  -1 to 1, is half the lead in areas held right now and half the lead in living strength (`rules.victory.potential`), with
  the sign turned for the Dark Army; after the end of a game it is 0. Such rewards leave the best way to play as it is
  (Ng, Harada and Russell 1999), provided that `discount` is the learner's own. "Afterwards" is the same player's next
  decision.
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


def final_values(records: NDArray[Any], reward: str) -> NDArray[np.float32]:
    """What each game is worth to the Free Peoples now that it has ended; 0 for one that has not."""
    winner = records["winner"]
    won = np.where(winner == 0, 1, np.where(winner == 1, -1, 0))
    if reward == "margin":
        control = records["control"]
        lead = ((control == 0).sum(1) - (control == 1).sum(1)) / len(AREAS)
        won = np.where(records["level"] == COMPLETE, won, lead)
    return np.where(records["over"] != 0, won, 0).astype(np.float32)
