"""The doors of the core: the few functions that Python calls. Each takes arrays of worlds and games, and an index."""

from __future__ import annotations

import numpy as np

from . import chips, combat, pieces, seats, sequence, setup, sight, stacks, victory
from .actions import ACTIONS
from .chance import draw_chip, scramble, seed_stream, seed_streams, throw_die
from .decisions import decide
from .jit import entry, kernel, machine
from .mask import nth_legal
from .nodes import DRAW_CHIP, NEXT_PHASE, NEXT_TURN, push
from .phases import begin_phase
from .world import Array

# --- the one big door
# Everything that can lead to the whole machine goes through `drive`: the machine is then compiled once, not once per door.

SET_UP, STEP, HAPPEN, RESUME, PLAY_OUT = range(5)
NO_PLAN = np.zeros(0, np.int16)


@machine
def drive(
    worlds: Array, games: Array, first: int, last: int, task: int, values: Array, plan: Array, setting: Array
) -> int:
    """Do one thing with games first … last-1; returns the decisions taken by PLAY_OUT.

    values[i] belongs to game first + i: SET_UP its seed, STEP a legal action, HAPPEN how the chance event comes out,
    PLAY_OUT the seed of its random-legal choices, each of which follows from it and the number of decisions taken so far.
    setting: ruleset, options, most decisions of PLAY_OUT, 1 if only games that are over are to be set up, first and last
    turn (0: the first, the ruleset's last), 1 to stop at chance, the seats whose decisions PLAY_OUT leaves to them, as bits.
    """
    world = worlds[0]
    total = 0
    for index in range(first, last):
        game = games[index]
        value = values[index - first]
        key = scramble((value & 0xFFFFFFFF) + scramble((value >> 32 & 0xFFFFFFFF) ^ 0x5BD1E995))
        if task == SET_UP:
            if setting[3] and not game.over:
                continue
            setup.clear(world, game, setting[0], setting[1], value)
            game.explicit_chance = setting[6]
            setup.follow_plan(world, game, plan, setting[4], setting[5])
            setup.begin(game)
        elif task == HAPPEN:
            sequence.happen(world, game, game.decision, value)
        deciding = task in (STEP, PLAY_OUT)
        taken = 0
        going_on = True
        while going_on:
            if deciding:
                if game.choices == 0 or (task == PLAY_OUT and (taken == setting[2] or setting[7] >> game.player & 1)):
                    break
                if task == PLAY_OUT:
                    word = scramble(scramble(key + game.decisions) ^ key)
                    value = nth_legal(game, word * game.choices >> 32)
                decide(world, game, game.decision, value)
                game.decisions += 1
                taken += 1
            sequence.run(world, game)
            going_on = task == PLAY_OUT
        total += taken
    return total


def make_setting(
    standard: int = 0, options: int = 0, limit: int = 0, only_over: int = 0, turns: tuple[int, int] = (0, 0),
    explicit_chance: bool = False, stop_at: int = 0,
) -> Array:  # fmt: skip
    """The setting for `drive`."""
    return np.array([standard, options, limit, only_over, *turns, explicit_chance, stop_at], np.int64)


_NOTHING = make_setting()


def reset(
    worlds: Array, games: Array, index: int, standard: int, options: int, seed: int, plan: Array,
    turns: tuple[int, int] = (0, 0), explicit_chance: bool = False,
) -> None:  # fmt: skip
    """A fresh game; `plan` says for every piece the hex where it is set up, ASK, AT_RANDOM or AWAY."""
    setting = make_setting(standard, options, turns=turns, explicit_chance=explicit_chance)
    drive(worlds, games, index, index + 1, SET_UP, np.array([seed]), plan, setting)


def resume(worlds: Array, games: Array, index: int) -> None:
    """Go on with a game that was put together by hand: find its next decision."""
    drive(worlds, games, index, index + 1, RESUME, np.zeros(1, np.int64), NO_PLAN, _NOTHING)


def step(worlds: Array, games: Array, index: int, action: int) -> bool:
    """Take a decision; False, and nothing changes, if the action is not legal."""
    if not 0 <= action < ACTIONS or not games[index].legal[action]:
        return False
    drive(worlds, games, index, index + 1, STEP, np.array([action]), NO_PLAN, _NOTHING)
    return True


def happen(worlds: Array, games: Array, index: int, outcome: int) -> None:
    """The chance event that the game waits for comes out this way (`explicit_chance`)."""
    drive(worlds, games, index, index + 1, HAPPEN, np.array([outcome]), NO_PLAN, _NOTHING)


def play_out(worlds: Array, games: Array, first: int, last: int, seeds: Array, limit: int) -> int:
    """Random-legal play of games first … last-1 to their end, at most `limit` decisions each; returns the decisions taken.

    Each game's choices come from a stream of its own, seeded by `seeds[index]`, so they do not depend on the batch.
    """
    return drive(worlds, games, first, last, PLAY_OUT, seeds[first:last], NO_PLAN, make_setting(limit=limit))


# --- small doors


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
def start_phase(worlds: Array, games: Array, index: int, kind: int) -> None:
    """Begin a phase of this kind in a position put together by hand."""
    game = games[index]
    push(game, NEXT_TURN)
    push(game, NEXT_PHASE)
    begin_phase(game, kind)


@entry
def clear(worlds: Array, games: Array, index: int, standard: int, options: int, seed: int) -> None:
    """An empty battlefield: all counters beside the map."""
    setup.clear(worlds[0], games[index], standard, options, seed)


@entry
def put(worlds: Array, games: Array, index: int, piece: int, hex: int) -> None:
    """Put a piece into a hex, on top of those that are there."""
    stacks.place(worlds[0], games[index], piece, hex)


@entry
def lay(worlds: Array, games: Array, index: int, piece: int, hex: int) -> None:
    """Put a piece on top of those in a hex, as it lay when the position was written."""
    stacks.lay_on_top(worlds[0], games[index], piece, hex)


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


# --- many games at once


@kernel
def later_seed(first_seed: int, episode: int) -> int:
    """The seed of a game's later episodes: a stream of its own."""
    low = scramble((first_seed & 0xFFFFFFFF) ^ scramble(episode))
    high = scramble(((first_seed >> 32) & 0xFFFFFFFF) + low + episode)
    return ((high & 0x7FFFFFFF) << 32) | low


@entry
def show(
    worlds: Array, games: Array, first: int, last: int, masks: Array, players: Array, decisions: Array
) -> None:
    """Copy masks, players and kinds of decision out of the records."""
    for index in range(first, last):
        game = games[index]
        for action in range(ACTIONS):  # a plain loop is compiled to wide copies, an assignment of the whole is not
            masks[index, action] = game.legal[action]
        players[index] = game.player
        decisions[index] = game.decision


@entry
def first_illegal(games: Array, actions: Array, were_over: Array) -> int:
    """The first game whose action is not legal; -1: all are. A game that is over takes any action, and is noted."""
    wrong = -1
    for index in range(len(games) - 1, -1, -1):
        were_over[index] = games[index].over
        action = actions[index]
        if not were_over[index] and (action < 0 or action >= ACTIONS or not games[index].legal[action]):
            wrong = index
    return wrong


@entry
def collect(
    worlds: Array, games: Array, first: int, last: int, were_over: Array, first_seeds: Array, seeds: Array,
    episodes: Array, final: Array, rewards: Array, terminated: Array,
) -> int:  # fmt: skip
    """After a step: who has won, and the last positions and next seeds of the games that have just ended; how many have."""
    ended = 0
    for index in range(first, last):
        game = games[index]
        rewards[index, 0] = 0
        rewards[index, 1] = 0
        terminated[index] = game.over and not were_over[index]
        if not terminated[index]:
            continue
        if game.winner >= 0:
            rewards[index, game.winner] = 1
            rewards[index, 1 - game.winner] = -1
        episodes[index] += 1
        seeds[index] = later_seed(first_seeds[index], episodes[index])
        final[index] = game
        ended += 1
    return ended


@entry
def pick_legal(worlds: Array, games: Array, first: int, last: int, shares: Array, actions: Array) -> None:
    """A uniform legal action for each game from a random number in [0, 1); 0 where the game is over."""
    for index in range(first, last):
        game = games[index]
        actions[index] = nth_legal(game, int(shares[index] * game.choices)) if game.choices else 0


@entry
def potentials(worlds: Array, games: Array, first: int, last: int, found: Array) -> None:
    """How well the Free Peoples stand, from -1 to 1 (potential-based shaping)."""
    for index in range(first, last):
        found[index] = victory.potential(worlds[0], games[index])
