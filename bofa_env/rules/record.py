"""The record: one game as one numpy record. Cloning is assignment, saving is bytes.

A game advances through a stack of nodes, `todo`: what is to be done, the next thing on top. A node is a decision of a
player, a chance event, or a step that the engine takes by itself. `sequence.py` says what follows from each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .actions import ACTIONS
from .world import AREAS, BAND, HEXES, PIECES, laid_out

RULES_VERSION = 2  # changes whenever the same seed and the same actions no longer give the same game

# Where a piece is when it is not in a hex
TO_COME, DEAD, ASIDE = -1, -2, -3

# Plans for set-up that are not a hex
ASK, AT_RANDOM, AWAY = -1, -2, -3  # AWAY: not part of this scenario
BENEATH_BIT = 1024  # added to a leader's hex: he lies beneath the units there

# Marks of a piece
ON_TOP = 1  # a leader who lies on top of the units in his hex (R17)
HYSTERICAL = 2  # O-4
MOVED = 4  # this phase: its move is over
ENTERED = 8  # this phase: came onto the map, so it did not begin the phase adjacent to anything (R11)
BALKED = 16  # this phase: failed a courage test (R14)
SKIPPED = 32  # this phase: its owner does not want it to enter
FOUGHT = 64  # this phase: took part in a melee or attack
SHOT = 128  # this phase: has shot
STRUCK = 256  # this combat or shot: the leader on top has taken his one hit (B-9.3)
TRANSIT = 512  # part of the group that is being moved; does not count where it stood
DIVED = 1024  # this phase: the eagle has made its dive attack, or declined it
LASTING = ON_TOP | HYSTERICAL  # what outlives the phase

# Options, as bits
OPTIONS = (
    "bats", "three_players", "thorin", "hysteria", "chieftains", "variable_reinforcements",
    "extra_stacking", "extra_elves", "extra_turns", "four_players",
)  # fmt: skip
BATS, THREE_PLAYERS, THORIN, HYSTERIA, CHIEFTAINS, VARIABLE, EXTRA_STACKING, EXTRA_ELVES, EXTRA_TURNS, FOUR_PLAYERS = (
    1 << bit for bit in range(len(OPTIONS))
)

# Levels of victory (S-11); basic knows only won or drawn
UNDECIDED, DRAW_GAME, WON, MARGINAL, TACTICAL, COMPLETE = range(6)
LEVELS = ("undecided", "draw", "won", "marginal", "tactical", "complete")

# Random streams
CHIP_STREAM, DICE_STREAM, SETUP_STREAM = range(3)
STREAMS = ("chips", "dice", "setup")

NODES_DEEP = 32
GROUP = 8  # room for the pieces of one stack, over the limit included
QUEUE = 160  # room for a hex for every piece
MASK_WORDS = ACTIONS // 8  # there are 648 actions

_FIELDS: list[tuple[Any, ...]] = [
    # --- the frame
    ("standard", "i1"),  # 0: basic ruleset, 1: standard
    ("options", "i2"),
    ("last_turn", "i1"),
    ("turn", "i1"),
    ("first", "i1"),  # the side that is first player of this turn
    ("phase_number", "i1"),  # 1 to 4 or 6, 0 before the first
    ("phase", "i1"),  # MOVE, COMBAT, FIRE; -1 between phases
    ("phasing", "i1"),  # the side whose phase it is
    ("acting", "i1"),  # the seat of the phasing side that acts now (O-2); -1 between phases
    ("cup", "i1", 4),
    ("chosen", "i1"),  # the first player's chip, -1: none yet
    ("held", "i1"),  # the second player's chip, -1: none
    ("second_choice", "i1"),  # 1: the second player has taken his chip this turn
    ("second_wave_edges", "i1"),  # ENTRY_ bits where the turn-4 tribes may enter (R8)
    ("late_tribes", "i1"),  # O-6: bits of the tribes that come in turn 4
    ("spells_done", "i1"),  # bits of the spells that have succeeded
    ("plan", "i2", PIECES),  # set-up: the hex a piece is put in (+ BENEATH_BIT), ASK its owner, or AT_RANDOM
    # --- the pieces
    ("hex", "i2", PIECES),
    ("hits", "i1", PIECES),
    ("marks", "i2", PIECES),
    ("below", "i2", PIECES),  # the next piece of the same side in the same hex, older; -1: none
    ("top", "i2", (2, HEXES)),  # the newest piece of a side in a hex; -1: none
    ("occupied", "i8", (2, BAND)),  # [side] the hexes where it has any piece, as rows of bits
    ("blocking", "i8", (2, BAND)),  # [side] those that its enemies cannot pass through
    ("alive", "i2", 2),  # pieces of a side on the map or to come
    # --- what is to be done, and for whom
    ("todo", "i1", NODES_DEEP),
    ("depth", "i1"),
    ("subject", "i2"),  # the piece that the decision is about, -1: none
    ("origin", "i2"),  # hex of the selected stack
    ("target", "i2"),  # hex moved to, attacked or shot at
    ("wave", "i2"),  # hex of the second wave, -1: none
    ("melee", "i1"),  # 1: the combat at hand is a melee
    ("group", "i2", GROUP),  # the pieces that move together, top to bottom
    ("group_size", "i1"),
    ("over_limit", "i2"),  # R10: the hex that a friend must leave next, -1: none
    ("attackers", "i2", 6),  # hexes that attack, or shoot together
    ("attacker_count", "i1"),
    ("shooters", "i2", 64),
    ("shooter_count", "i1"),
    ("hits_left", "i1"),  # hits that the attacker still has to allot
    ("escapers", "i2", GROUP),  # leaders who may yet escape the move just made (R15)
    ("escaper_count", "i1"),
    ("cursor", "i2"),  # how far a roll of pieces has come (regrouping, bats, hysteria)
    ("regrouping", "i1"),  # the side that regroups
    ("rolls_left", "i1"),  # dice that the leader at the cursor still throws; -1: not known yet
    ("without_rolls", "i1"),  # 1: Gandalf rallies: regrouping within 3 hexes of him, nobody rolls
    ("pile", "i1"),  # the rock pile that is rolling
    ("slide_step", "i1"),  # which hex of its slide the rock has come to
    ("piles_rolled", "i2"),  # bits of the rock piles used this phase
    ("spell", "i1"),
    ("last_die", "i1"),
    # --- chance
    ("explicit_chance", "i1"),  # 1: stop at chance events and let the caller say what happens
    ("key", "i8", (3, 2)),
    ("counter", "i8", 3),
    # --- the result
    ("over", "i1"),
    ("winner", "i1"),  # a side, -1: nobody
    ("level", "i1"),
    ("control", "i1", len(AREAS)),  # the side that holds each area at the end, -1: nobody
    # --- the pending decision
    ("player", "i1"),  # the seat whose decision it is
    ("decision", "i1"),
    ("choices", "i2"),  # how many actions are legal
    ("legal_words", "i8", MASK_WORDS),  # the exact mask, `legal`, eight actions to a word (`mask.py`)
    ("decisions", "i4"),  # decisions taken so far, forced ones not counted
    # --- scratch, of no meaning between steps
    ("reach", "i1", HEXES),
    ("reached", "i8", BAND),
    ("unreached", "i8", BAND),
    ("awaited", "i8", BAND),
    ("ring", "i8", (4, BAND)),
    ("queue", "i2", QUEUE),
    ("stack", "i2", GROUP),
]


def _with_bytes(fields: np.dtype[Any]) -> np.dtype[Any]:
    """The same with the mask once more: `legal`, a byte for each action, in the place of `legal_words`."""
    assert MASK_WORDS * 8 == ACTIONS, "the verbs fill up the last word of the mask"
    names = list(fields.names or ())
    places = [fields.fields[name][1] for name in names] if fields.fields else []
    both = {
        "names": [*names, "legal"],
        "formats": [*(fields[name] for name in names), ("u1", ACTIONS)],
        "offsets": [*places, places[names.index("legal_words")]],
        "itemsize": fields.itemsize,
    }
    return np.dtype((np.record, np.dtype(both, align=True)))  # type: ignore[call-overload]


GAME = _with_bytes(laid_out(_FIELDS))
State = Any  # one record of dtype GAME

# Worked out anew whenever a decision is offered
SCRATCH = ("legal", "legal_words", "choices", "reach", "reached", "unreached", "awaited", "ring", "queue", "stack", "spare")
# Follow from the pieces, and the order in which they were put there
DERIVED = ("below", "top", "occupied", "blocking", "alive")
