"""The sequence of play: which decision, chance event or step follows which. Read it beside chapter 5 of the rules."""

from __future__ import annotations

from . import (
    archery,
    bats,
    chieftains,
    combat,
    courage,
    dive,
    entry,
    escape,
    group,
    hysteria,
    regroup,
    rocks,
    setup,
    spells,
    victory,
)
from .chance import draw_chip, throw_die
from .decisions import arrive, decide
from .jit import kernel
from .mask import clear_mask, count_legal, nth_legal
from .nodes import (
    DRAW_CHIP,
    END_PHASE,
    FIRST_CHANCE,
    FIRST_STEP,
    NEXT_BATS,
    NEXT_CHIEFTAIN,
    NEXT_DIVE,
    NEXT_ESCAPE,
    NEXT_FLIGHT,
    NEXT_HYSTERIA,
    NEXT_PARTNER,
    NEXT_PHASE,
    NEXT_REGROUP,
    NEXT_TURN,
    ROLL_BATS,
    ROLL_COMBAT,
    ROLL_COURAGE,
    ROLL_DIRECTION,
    ROLL_DISTANCE,
    ROLL_DIVE,
    ROLL_ENTRY,
    ROLL_EXTRA_ELVES,
    ROLL_HYSTERIA,
    ROLL_REGROUP,
    ROLL_ROCK,
    ROLL_SHOT,
    ROLL_SPELL,
    SET_UP,
    pop,
)
from .offers import offer
from .phases import next_phase, next_turn, play_chip
from .record import BALKED, State
from .seats import other_partner
from .world import World

# --- the engine's own steps


@kernel
def perform(world: World, game: State, node: int) -> None:
    """A step that nobody decides."""
    if node == SET_UP:
        setup.step_set_up(world, game)
    elif node == NEXT_TURN:
        next_turn(world, game)
    elif node == NEXT_PHASE:
        next_phase(game)
    elif node == END_PHASE:
        game.phase = -1
        game.acting = -1
        pop(game)
    elif node == NEXT_PARTNER:
        game.acting = other_partner(game)
        pop(game)
    elif node == NEXT_ESCAPE:
        escape.next_escape(game)
    elif node == NEXT_DIVE:
        dive.next_dive(world, game)
    elif node == NEXT_REGROUP:
        regroup.next_regroup(world, game)
    elif node == NEXT_BATS:
        bats.next_bats(world, game)
    elif node == NEXT_HYSTERIA:
        hysteria.next_hysteria(world, game)
    elif node == NEXT_FLIGHT:
        hysteria.next_flight(world, game)
    elif node == NEXT_CHIEFTAIN:
        chieftains.next_chieftain(world, game)


# --- chance


@kernel
def happen(world: World, game: State, node: int, outcome: int) -> None:
    """A chance event has come out this way: a die 1-10, or the kind of a chip."""
    pop(game)
    if node == DRAW_CHIP:
        game.cup[outcome] -= 1
        play_chip(game, outcome)
        return
    game.last_die = outcome
    if node == ROLL_COMBAT:
        combat.resolve_combat(world, game, outcome)
    elif node == ROLL_SHOT:
        archery.resolve_shot(world, game, outcome)
    elif node == ROLL_COURAGE:
        if courage.passes(world, game, game.target, outcome):
            arrive(world, game)
        else:
            group.mark_group(game, BALKED)  # R14: may still move elsewhere
    elif node == ROLL_REGROUP:
        regroup.resolve_regroup(world, game, outcome)
    elif node == ROLL_ROCK:
        rocks.resolve_rock(world, game, outcome)
    elif node == ROLL_DIVE:
        dive.resolve_dive(world, game, outcome)
    elif node == ROLL_SPELL:
        spells.resolve_spell(world, game, outcome)
    elif node == ROLL_ENTRY:
        entry.resolve_entry(game, outcome)
    else:
        happen_by_option(world, game, node, outcome)


@kernel
def happen_by_option(world: World, game: State, node: int, outcome: int) -> None:
    """Dice that only the options throw."""
    if node == ROLL_BATS:
        bats.resolve_bats(world, game, outcome)
    elif node == ROLL_HYSTERIA:
        hysteria.resolve_hysteria(world, game, outcome)
    elif node == ROLL_DIRECTION:
        hysteria.resolve_direction(game, outcome)
    elif node == ROLL_DISTANCE:
        hysteria.resolve_distance(world, game, outcome)
    elif node == ROLL_EXTRA_ELVES:
        chieftains.resolve_extra_elves(game, outcome)


# --- the machine


@kernel
def run(world: World, game: State) -> None:
    """Go on until somebody has a real choice, or the game is over.

    Forced decisions are taken here. With `explicit_chance` chance events wait for the caller as well.
    """
    while not game.over and not victory.annihilated(world, game):
        node = game.todo[game.depth - 1]
        if node >= FIRST_STEP:
            perform(world, game, node)
        elif node >= FIRST_CHANCE:
            if game.explicit_chance:
                clear_mask(game)
                game.choices = 0
                game.player = -1
                game.decision = node
                return
            happen(world, game, node, draw_chip(game) if node == DRAW_CHIP else throw_die(game))
        else:
            offer(world, game, node)
            game.decision = node
            game.choices = count_legal(game)
            if game.choices > 1:
                return
            if game.choices == 0:  # nothing can be chosen: the decision falls away
                game.over_limit = -1
                pop(game)
                continue
            decide(world, game, node, nth_legal(game, 0))
    clear_mask(game)
    game.choices = 0
    game.player = -1
    game.decision = -1
