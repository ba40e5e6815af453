"""Many games in step, and what must hold in every state of every one of them. Plain numpy over the records."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bofa_env import Game
from bofa_env.rules import doors
from bofa_env.rules import record as rec
from bofa_env.rules.actions import hex_number
from bofa_env.rules.nodes import (
    CHOOSE_CHIP,
    CHOOSE_ELF,
    CHOOSE_TRIBE,
    DEPLOY,
    DESTINATION,
    HELD_OR_DRAW,
    SELECT_PIECES,
    STACK_ORDER,
    TAKE_HIT,
)

from .counters import counters
from .field import FREE, field
from .rulesets import DEPLOYMENTS, Case

Records = NDArray[Any]
Numbers = NDArray[np.int64]

MOST_DECISIONS = 6000  # random games take about 1,500; nobody comes near this
_HEXES, _PIECES = 616, 140
_LIST = list(counters().values())
_SIDE = np.array([0 if c.side == FREE else 1 for c in _LIST])
_LEADER = np.array([c.leader for c in _LIST])
_EAGLE = np.array([c.eagle for c in _LIST])
_ELF = np.array([c.kind == "elf" and not c.leader for c in _LIST])
_DWARF = np.array([c.kind == "dwarf" and not c.leader for c in _LIST])
_BEORN = np.array([c.name == "Beorn" for c in _LIST])
_EXTRA = np.array([c.extra for c in _LIST])
_UNIT = ~_LEADER | np.array([c.name == "Thorin" for c in _LIST])
# The word and the bit of a hex in a set: a row has a word, with an empty one above; half a bit to the left for each row down
_ROW = np.arange(_HEXES) // 28 + 1
_PLACE = np.arange(_HEXES) % 28 + 16 - (_ROW - 1) // 2
_CLIFF = np.zeros(_HEXES, bool)
_CLIFF[[hex_number(hex) for hex, terrain in field().terrain.items() if terrain == "c"]] = True
_GATE = hex_number(field().gate)
# What the limits count, as counters of four bits in one number: leaders, reduced, full, elves, dwarves, Beorn
_PACKED = 1 * _LEADER + 16**3 * _ELF + 16**4 * _DWARF + 16**5 * _BEORN
_PACKED_REDUCED = _PACKED + 16 * ~_LEADER
_PACKED_FULL = _PACKED + 16**2 * ~_LEADER
_KEPT = ("hex", "hits", "turn", "phase_number", "decisions", "over")


def fresh(case: Case, count: int, first_seed: int) -> Records:
    """So many games at their first decision, deployments in turn."""
    games = np.zeros(count, rec.GAME)
    for i in range(count):
        seed = first_seed + i
        games[i] = Game(case.ruleset, case.options, DEPLOYMENTS[seed % len(DEPLOYMENTS)], seed).record[0]
    return games


def play_and_check(case: Case, count: int, first_seed: int) -> Records:
    """Random games to their end, checked at every state; returns the final records."""
    world = Game(case.ruleset, seed=0).data.world
    games = fresh(case, count, first_seed)
    choose = np.random.default_rng(first_seed)
    check(games, case)
    finished: list[Records] = []
    for number in range(MOST_DECISIONS):
        before = {name: games[name].copy() for name in _KEPT}
        doors.play_out(world, games, 0, len(games), choose.integers(0, 2**62, len(games)), 1)
        check(games, case)
        check_step(before, games, case)
        if number % 100 == 0:
            over = games["over"] > 0
            finished.append(games[over])
            games = games[~over]
            if not len(games):
                return np.concatenate(finished)
    raise AssertionError(f"a game has not ended after {MOST_DECISIONS} decisions")


# --- what holds in a state


def check(games: Records, case: Case) -> None:
    """Everything that must hold whenever a decision is pending or the game is over."""
    number, piece = np.nonzero(games["hex"] >= 0)
    _check_pieces(games, number, piece)
    _check_lists(games, number, piece)
    _check_sets(games, number, piece)
    if case.known:
        _check_basic_pieces(games)
        _check_limits(games, number, piece)
    _check_chips(games)
    _check_decision(games)


def _check_pieces(games: Records, number: Numbers, piece: Numbers) -> None:
    """The pieces on the map (`number` says in which game, `piece` which one), and those beside it."""
    hex, marks = games["hex"], games["marks"]
    assert hex.min() >= rec.ASIDE and hex.max() < _HEXES
    assert games["hits"].min() >= 0
    place = hex[number, piece]
    assert _EAGLE[piece[_CLIFF[place]]].all(), "only eagles stand on cliffs"
    assert not _EAGLE[piece[place == _GATE]].any(), "no eagle is in the Front Gate"
    for side in range(2):
        there = (hex >= rec.TO_COME) & (side == _SIDE)
        assert (games["alive"][:, side] == there.sum(1)).all()
    assert not (marks & rec.TRANSIT).any()
    struck = (marks & rec.STRUCK).any(1)
    assert (games["decision"][struck] == TAKE_HIT).all()


def _check_basic_pieces(games: Records) -> None:
    """Two steps for everybody, and no extra elves."""
    hex, hits = games["hex"], games["hits"]
    assert ((hits >= 2) == (hex == rec.DEAD)).all(), "two hits kill, and nothing else does"
    assert hits.max() <= 2
    assert ((hex == rec.ASIDE) == _EXTRA).all(), "the extra elves are set aside"


def _check_lists(games: Records, number: Numbers, piece: Numbers) -> None:
    """The linked lists of the stacks name every piece on the map once, in its own hex, and nobody else."""
    top, below = games["top"], games["below"]
    place = games["hex"][number, piece]
    under = below[number, piece]
    linked = under >= 0
    heads = top[number, _SIDE[piece], place] == piece
    assert np.count_nonzero(top >= 0) == heads.sum(), "a stack where nobody is"
    named = np.bincount(number[linked] * _PIECES + under[linked], minlength=len(games) * _PIECES)
    assert (named[number * _PIECES + piece] + heads == 1).all(), "a piece that is not in its stack, or twice"
    assert named.sum() + heads.sum() == len(piece), "a stack names somebody who is not there"
    number, piece, place, under = number[linked], piece[linked], place[linked], under[linked]
    assert (games["hex"][number, under] == place).all() and (_SIDE[under] == _SIDE[piece]).all()
    for _ in range(rec.GROUP):
        under = below[number, under]
        number, under = number[under >= 0], under[under >= 0]
    assert not len(under), "a stack without end"


def _check_sets(games: Records, number: Numbers, piece: Numbers) -> None:
    """The sets of hexes kept beside the stacks, as rows of bits: where a side has pieces, and where they stop its enemies."""
    flies_above = _EAGLE[piece] & (games["standard"][number] > 0)
    for name, which in (("occupied", np.ones(len(piece), bool)), ("blocking", _UNIT[piece] & ~flies_above)):
        expected = np.zeros((len(games), 2, _HEXES), bool)
        expected[number[which], _SIDE[piece[which]], games["hex"][number[which], piece[which]]] = True
        bits = games[name][:, :, _ROW] >> _PLACE & 1
        assert (bits == expected).all(), f"{name} does not say where the pieces are"
        assert np.count_nonzero(bits) == np.bitwise_count(games[name]).sum(), f"{name} has a hex off the map"


def _check_limits(games: Records, number: Numbers, piece: Numbers) -> None:
    """B-9, everywhere but in the hex that somebody must leave next (R10)."""
    place = games["hex"][number, piece]
    cell = (number * 2 + _SIDE[piece]) * _HEXES + place
    reduced = games["hits"][number, piece] > 0
    packed = np.where(reduced, _PACKED_REDUCED[piece], _PACKED_FULL[piece])
    sums = np.bincount(cell, packed, len(games) * 2 * _HEXES)[cell].astype(np.int32)
    leaders, half, full, elves, dwarves, beorn = (sums >> 4 * field & 15 for field in range(6))
    broken = (leaders > 1) | (2 * full + half > 2) | ((elves > 0) & (dwarves > 0))
    broken |= (beorn > 0) & (leaders + full + half > 1)
    over = games["over_limit"]
    moving = (over >= 0) & (games["over"] == 0)
    assert (games["phase"][moving] == 0).all(), "somebody must still make room, but the phase is over"
    assert np.isin(games["decision"][moving], [SELECT_PIECES, DESTINATION, STACK_ORDER]).all()
    broken &= over[number] != place
    assert not broken.any(), f"over the limit: game {number[broken][0]}, hex {place[broken][0]}"


def _check_chips(games: Records) -> None:
    """Chips are in the cup, chosen, held or played; phases alternate, the Dark Army first on odd turns."""
    playing = games[(games["over"] == 0) & (games["turn"] > 0)]
    turn, number, cup = playing["turn"], playing["phase_number"].astype(int), playing["cup"]
    late = turn >= 4
    assert ((turn <= playing["last_turn"]) & (number <= np.where(late, 6, 4))).all()
    assert (playing["first"] == turn % 2).all()
    assert (playing["phasing"] == np.where(number == 0, -1, (playing["first"] + number + 1) % 2)).all()
    mix = np.stack([np.full(len(turn), 3), 1 + late, 1 + late, np.ones(len(turn))], 1)
    assert ((cup >= 0) & (cup <= mix)).all()
    drawn = number - (playing["decision"] == HELD_OR_DRAW)  # then the chip of this phase is still to be found
    waiting = (playing["chosen"] >= 0) & (number == 0)
    assert (cup.sum(1) + (playing["held"] >= 0) + waiting + drawn == np.where(late, 8, 6)).all()
    choosing = playing["decision"] == CHOOSE_CHIP
    assert (choosing <= (number == 0)).all()
    assert ((playing["second_choice"] == 0) == (number == 0)).all()


def _check_decision(games: Records) -> None:
    """Who has to decide has a choice; forced decisions are never offered; a game that is over asks nobody."""
    legal, over = games["legal"], games["over"] > 0
    assert legal.max() <= 1
    assert (games["choices"] == legal.sum(1)).all()
    assert (games["choices"][~over] >= 2).all()
    assert (games["choices"][over] == 0).all()
    assert ((games["player"] >= 0) == ~over).all()
    assert ((games["decision"] >= 0) == ~over).all()
    set_up = [DEPLOY, STACK_ORDER, CHOOSE_TRIBE, CHOOSE_ELF]
    assert ((games["turn"] == 0) <= np.isin(games["decision"], set_up)).all()


# --- what holds from one state to the next


def check_step(before: dict[str, Records], after: Records, case: Case) -> None:
    """Time only goes forward, and so do losses where nobody regroups or returns."""
    if case.known:
        assert (after["hits"] >= before["hits"]).all(), "a step was regained"
        was, now = before["hex"], after["hex"]
        assert (now[was == rec.DEAD] == rec.DEAD).all()
        assert (now[was >= 0] != rec.TO_COME).all()
    clock = 10 * after["turn"].astype(int) + after["phase_number"]
    assert (clock >= 10 * before["turn"].astype(int) + before["phase_number"]).all()
    assert (after["over"] >= before["over"]).all()
    assert (after["decisions"] - before["decisions"] == 1 - before["over"]).all()
