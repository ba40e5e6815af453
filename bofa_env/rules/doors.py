"""The doors of the core: the few functions that Python calls. Each takes arrays of worlds and games, and an index."""

from __future__ import annotations

import numpy as np

from . import chips, combat, pieces, seats, sequence, setup, sight, stacks, victory
from .actions import ACTIONS
from .chance import draw_chip, scramble, seed_stream, seed_streams, throw_die
from .jit import entry
from .nodes import DRAW_CHIP, FIRST_CHANCE, NEXT_PHASE, NEXT_TURN, push

Array = np.ndarray


@entry
def reset(worlds: Array, games: Array, index: int, standard: int, options: int, seed: int, plan: Array) -> None:
    """A fresh game; `plan` says for every piece the hex where it is set up, ASK or AT_RANDOM."""
    world, game = worlds[0], games[index]
    setup.clear(world, game, standard, options, seed)
    game.plan[:] = plan
    setup.begin(game)
    sequence.run(world, game)


@entry
def resume(worlds: Array, games: Array, index: int) -> None:
    """Go on with a game that was put together by hand: find its next decision."""
    sequence.run(worlds[0], games[index])


@entry
def step(worlds: Array, games: Array, index: int, action: int) -> bool:
    """Take a decision; False, and nothing changes, if the action is not legal."""
    game = games[index]
    if action < 0 or action >= ACTIONS or not game.legal[action]:
        return False
    sequence.decide(worlds[0], game, game.decision, action)
    game.decisions += 1
    sequence.run(worlds[0], game)
    return True


@entry
def happen(worlds: Array, games: Array, index: int, outcome: int) -> None:
    """The chance event that the game waits for comes out this way (`explicit_chance`)."""
    game = games[index]
    sequence.happen(worlds[0], game, game.decision, outcome)
    sequence.run(worlds[0], game)


@entry
def chance_value(games: Array, index: int) -> int:
    """What the game's own luck gives for the chance event that it waits for."""
    game = games[index]
    return draw_chip(game) if game.decision == DRAW_CHIP else throw_die(game)


@entry
def reseed(games: Array, index: int, seed: int) -> None:
    """All future chance comes from this seed."""
    seed_streams(games[index], seed)


@entry
def reseed_stream(games: Array, index: int, stream: int, seed: int) -> None:
    """The future chance of one stream comes from this seed."""
    seed_stream(games[index], stream, seed)


@entry
def play_out(worlds: Array, games: Array, first: int, last: int, seeds: Array, limit: int) -> int:
    """Random-legal play of games first … last-1 to their end, at most `limit` decisions each; returns the decisions taken.

    Each game's choices come from a stream of its own, seeded by `seeds[index]`, so they do not depend on the batch.
    """
    world = worlds[0]
    total = 0
    for index in range(first, last):
        game = games[index]
        key = scramble(seeds[index] & 0xFFFFFFFF) ^ scramble(seeds[index] >> 32 & 0xFFFFFFFF)
        taken = 0
        while game.choices and taken < limit and game.decision < FIRST_CHANCE:
            word = scramble(scramble(key + taken) ^ key)
            action = sequence.nth_legal(game, word * game.choices >> 32)
            sequence.decide(world, game, game.decision, action)
            sequence.run(world, game)
            taken += 1
        game.decisions += taken
        total += taken
    return total



@entry
def start_phase(worlds: Array, games: Array, index: int, kind: int) -> None:
    """Begin a phase of this kind in a position put together by hand."""
    game = games[index]
    push(game, NEXT_TURN)
    push(game, NEXT_PHASE)
    sequence.begin_phase(game, kind)


@entry
def clear(worlds: Array, games: Array, index: int, standard: int, options: int, seed: int) -> None:
    """An empty battlefield: all counters beside the map."""
    setup.clear(worlds[0], games[index], standard, options, seed)


@entry
def put(worlds: Array, games: Array, index: int, piece: int, hex: int) -> None:
    """Put a piece into a hex, on top of those that are there."""
    stacks.place(worlds[0], games[index], piece, hex)


@entry
def limits_hold(worlds: Array, games: Array, index: int, side: int, hex: int) -> bool:
    """Whether the side's stack in the hex is within the limits."""
    return stacks.within_limits(games[index], stacks.tally_of(worlds[0], games[index], side, hex))


@entry
def may_stand(worlds: Array, games: Array, index: int, piece: int, hex: int) -> bool:
    """Whether this kind of piece may be in the hex at all."""
    return stacks.may_stand(worlds[0], games[index], piece, hex)


@entry
def judge_areas(worlds: Array, games: Array, index: int, held: Array) -> None:
    """Who controls each area right now."""
    for area in range(len(held)):
        held[area] = victory.controller(worlds[0], games[index], area)


@entry
def stack_at(worlds: Array, games: Array, index: int, side: int, hex: int, found: Array) -> int:
    """A side's pieces in a hex, top to bottom; returns how many."""
    count = stacks.list_stack(worlds[0], games[index], side, hex)
    found[:] = games[index].stack
    return count


@entry
def strength_of(worlds: Array, games: Array, index: int, piece: int) -> int:
    """A piece's current strength."""
    return pieces.strength(worlds[0], games[index], piece)


@entry
def bow_of(worlds: Array, games: Array, index: int, piece: int) -> int:
    """A piece's current bow value."""
    return pieces.bow(worlds[0], games[index], piece)


@entry
def capacity_of(worlds: Array, games: Array, index: int, piece: int) -> int:
    """How many hits kill a piece."""
    return pieces.capacity(worlds[0], games[index], piece)


@entry
def take_away(worlds: Array, games: Array, index: int, piece: int) -> None:
    """Take a piece off the map."""
    stacks.lift(worlds[0], games[index], piece)


@entry
def fill_cup(games: Array, index: int) -> None:
    """All chips of this turn into the cup."""
    chips.fill_cup(games[index])


@entry
def eagles_too_low(worlds: Array, games: Array, index: int, hex: int) -> bool:
    """Whether eagles are above enemies where it is too narrow for them (S-7)."""
    world, game = worlds[0], games[index]
    shared = stacks.occupied(game, 0, hex) and stacks.occupied(game, 1, hex)
    return shared and stacks.hovering(world, game, hex) and combat.too_narrow(world, hex)


@entry
def owner_of(worlds: Array, games: Array, index: int, piece: int) -> int:
    """The seat of the player to whom a piece belongs (O-2)."""
    return seats.owner(worlds[0], games[index], piece)


@entry
def sees(worlds: Array, games: Array, index: int, start: int, end: int) -> bool:
    """Whether the line of sight between two hexes within 10 of each other is clear (S-8)."""
    return sight.sees(worlds[0], games[index], start, end)
