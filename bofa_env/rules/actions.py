"""Decisions and actions: their names are a contract (DESIGN.md, chapter 4), their numbers follow from the order here.

An action below 616 names a hex; what it means follows from the decision. The rest are verbs.
"""

from __future__ import annotations

from .world import COLUMNS, HEXES, ROWS, TRIBES

VERBS = (
    "chip MOVE", "chip COMBAT", "chip FIRE", "chip FC",
    "play held", "draw",
    "fire", "combat",
    "enter", "done", "skip", "none", "commit",
    "take 1", "take 2", "take 1+2", "take 3", "take 1+3", "take 2+3", "take 1+2+3",
    "leader on top", "leader beneath",
    "spell destroy", "spell push", "spell rally",
    *(f"tribe {tribe}" for tribe in TRIBES),
    "elf spear", "elf bow",
)  # fmt: skip
ACTIONS = HEXES + len(VERBS)

_number = {verb: HEXES + i for i, verb in enumerate(VERBS)}

CHIP = _number["chip MOVE"]  # + a chip kind
PLAY_HELD, DRAW = _number["play held"], _number["draw"]
FIRE_ACTION, COMBAT_ACTION = _number["fire"], _number["combat"]
ENTER, DONE, SKIP, NONE, COMMIT = (_number[v] for v in ("enter", "done", "skip", "none", "commit"))
TAKE = _number["take 1"] - 1  # + a set of bits: 1 the topmost piece that can still move, 2 the next, 4 the third
ON_TOP, BENEATH = _number["leader on top"], _number["leader beneath"]
SPELL = _number["spell destroy"]  # + a spell
TRIBE = _number["tribe azug"]  # + a tribe
ELF = _number["elf spear"]  # + 0 spear, 1 bow

# Chips, and with them the kinds of phase
MOVE, COMBAT, FIRE, FC = range(4)
CHIPS = ("MOVE", "COMBAT", "FIRE", "FC")
PHASES = ("MOVE", "COMBAT", "FIRE")

# Spells
DESTROY, PUSH, RALLY = range(3)


def hex_name(hex: int) -> str:
    """1212 for column 12, row 12."""
    return f"{hex % COLUMNS:02d}{hex // COLUMNS:02d}"


def hex_number(name: str) -> int:
    """The number of a hex named CCRR; ValueError says what is wrong with any other name."""
    if not (isinstance(name, str) and len(name) == 4 and name.isascii() and name.isdigit()):
        raise ValueError(f"{name!r} is not a hex: a hex is named CCRR, four digits, such as '1212'")
    column, row = int(name[:2]), int(name[2:])
    if column >= COLUMNS or row >= ROWS:
        raise ValueError(f"hex {name!r} is off the map: columns are 00-{COLUMNS - 1}, rows 00-{ROWS - 1}")
    return column + COLUMNS * row


def action_name(action: int) -> str:
    """The name of an action by its number."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"{action} is not an action: actions are 0 to {ACTIONS - 1}")
    return f"hex {hex_name(action)}" if action < HEXES else VERBS[action - HEXES]


def action_number(name: str) -> int:
    """The number of an action by its name; ValueError for a name that is none."""
    if name in _number:
        return _number[name]
    if isinstance(name, str) and name.startswith("hex "):
        return hex_number(name[4:])
    raise ValueError(f"{name!r} is not an action: an action is 'hex CCRR' or one of {', '.join(VERBS)}")
