"""The nodes of the state machine: decisions first, then chance events, then the engine's own steps."""

from __future__ import annotations

from .jit import kernel
from .record import State

DECISIONS = (
    "deploy", "choose_chip", "held_or_draw", "fire_or_combat", "select", "select_pieces", "enter", "destination",
    "dive", "stack_order", "escape", "rock", "combat_target", "second_wave", "attackers", "take_hit", "advance",
    "spell", "spell_target", "fire_target", "shooters", "regroup_step", "regroup_shift", "tribe", "extra_elf", "chieftain",
)  # fmt: skip
(
    DEPLOY, CHOOSE_CHIP, HELD_OR_DRAW, FIRE_OR_COMBAT, SELECT, SELECT_PIECES, ENTER_AT, DESTINATION, DIVE,
    STACK_ORDER, ESCAPE, ROCK, COMBAT_TARGET, SECOND_WAVE, ATTACKERS, TAKE_HIT, ADVANCE, CAST_SPELL,
    SPELL_TARGET, FIRE_TARGET, SHOOTERS, REGROUP_STEP, REGROUP_SHIFT, CHOOSE_TRIBE, CHOOSE_ELF, PLACE_CHIEFTAIN,
) = range(len(DECISIONS))  # fmt: skip

CHANCE = (
    "chip", "combat", "shot", "entry", "courage", "dive", "rock", "spell", "regroup", "bats",
    "hysteria", "flight_direction", "flight_distance", "extra_elves",
)  # fmt: skip
FIRST_CHANCE = 32
(
    DRAW_CHIP, ROLL_COMBAT, ROLL_SHOT, ROLL_ENTRY, ROLL_COURAGE, ROLL_DIVE, ROLL_ROCK, ROLL_SPELL, ROLL_REGROUP,
    ROLL_BATS, ROLL_HYSTERIA, ROLL_DIRECTION, ROLL_DISTANCE, ROLL_EXTRA_ELVES,
) = range(FIRST_CHANCE, FIRST_CHANCE + len(CHANCE))  # fmt: skip

STEPS = (
    "set_up", "next_turn", "next_phase", "end_phase", "next_dive", "next_escape", "next_regroup", "next_bats",
    "next_hysteria", "next_flight", "next_chieftain", "next_partner",
)  # fmt: skip
FIRST_STEP = 64
(
    SET_UP, NEXT_TURN, NEXT_PHASE, END_PHASE, NEXT_DIVE, NEXT_ESCAPE, NEXT_REGROUP, NEXT_BATS,
    NEXT_HYSTERIA, NEXT_FLIGHT, NEXT_CHIEFTAIN, NEXT_PARTNER,
) = range(FIRST_STEP, FIRST_STEP + len(STEPS))  # fmt: skip


@kernel
def push(game: State, node: int) -> None:
    """This comes before all else that is to be done."""
    game.todo[game.depth] = node
    game.depth += 1


@kernel
def pop(game: State) -> None:
    """The thing on top is done."""
    game.depth -= 1
