"""The desk that a bot thinks at: copies of the game to try things on, and what else its kernels need at hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bofa_env.rules.doors import NO_PLAN, STEP, make_setting
from bofa_env.rules.record import GAME
from bofa_env.rules.world import AREAS

from .compiled import thought


class Desk(NamedTuple):
    """Everything is scratch but `marches`, which belongs to the world, and `plan` and `setting`, which `drive` wants to see."""

    minds: NDArray[Any]  # [0] the game at hand, the others what may become of it
    open: NDArray[np.int64]  # areas that are still to be won
    marches: NDArray[np.int16]  # see worth.py
    value: NDArray[np.int64]
    plan: NDArray[np.int16]
    setting: NDArray[np.int64]


def desk_for(marches: NDArray[np.int16], minds: int = 2) -> Desk:
    """A desk with room for so many games."""
    return Desk(
        np.zeros(minds, GAME), np.zeros(len(AREAS), np.int64), marches, np.zeros(1, np.int64), NO_PLAN.copy(), make_setting()
    )


@thought
def play(drive: Any, worlds: Any, desk: Any, mind: int, action: int) -> None:
    """Take the pending decision of one of the games on the desk."""
    desk.value[0] = action
    drive(worlds, desk.minds, mind, mind + 1, STEP, desk.value, desk.plan, desk.setting)
