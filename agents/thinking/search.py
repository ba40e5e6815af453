"""Search on copies of the game whose dice are drawn anew: the mind of `flatmc` and `mcts`.

The tree is open-loop: a node stands for the actions that led to it, whatever the dice did on the way, so that chance is
averaged over and never foreseen. At the root the captain and his other tempers name the candidates, and whoever named one
leads the phase to its end; below, the captain names them, his own choice first. Behind the tree captains play on for both
sides, and the result, or the outlook of where that leads, is what the way was worth.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bofa_env.rules.actions import ACTIONS, DONE
from bofa_env.rules.chance import seed_streams
from bofa_env.rules.nodes import (
    ADVANCE,
    CAST_SPELL,
    CHOOSE_CHIP,
    COMBAT_TARGET,
    DESTINATION,
    DIVE,
    FIRE_OR_COMBAT,
    HELD_OR_DRAW,
    SELECT,
    SPELL_TARGET,
)
from bofa_env.rules.seats import SIDE_OF_SEAT

from .command import UNRATED, decide
from .compiled import answer, planner, thought
from .desk import play
from .outlook import outlook

ROOT = 0
DEEPEST = 12  # decisions in the tree
LOOK = 4  # simulations of each candidate before the first are out
FAVOUR = 0.5  # the share of the prior that goes to the captain's own choice
_SIDE_OF_SEAT = SIDE_OF_SEAT


class Tree(NamedTuple):
    """The nodes; a node's children lie side by side."""

    action: NDArray[np.int16]  # that led here
    first: NDArray[np.int32]  # child; 0: not expanded
    children: NDArray[np.int16]
    visits: NDArray[np.int32]
    total: NDArray[np.float64]  # of the values, for the side that chose to come here
    used: NDArray[np.int32]  # [0] how many nodes there are
    path: NDArray[np.int32]
    sides: NDArray[np.int8]
    seen: NDArray[np.float64]  # scratch of the outlook
    drawn: NDArray[np.float64]  # [candidate, visit] the values at the root, one by one
    temper: NDArray[np.int8]  # [candidate] who named it, and leads the phase to its end
    out: NDArray[np.int8]  # [candidate] 1: has done so much worse that it is not tried any more


def new_tree(simulations: int, width: int, features: int) -> Tree:
    """Room for so many simulations."""
    size = (simulations + 1) * width + 1
    return Tree(
        np.zeros(size, np.int16), np.zeros(size, np.int32), np.zeros(size, np.int16), np.zeros(size, np.int32), np.zeros(size),
        np.ones(1, np.int32), np.zeros(DEEPEST + 2, np.int32), np.zeros(DEEPEST + 2, np.int8), np.zeros(features),
        np.zeros((width, simulations)), np.zeros(width, np.int8), np.zeros(width, np.int8),
    )  # fmt: skip


# --- which decisions are worth a search


@thought
def is_weighty(game: Any, chart: Any, turns: int, choice: int) -> bool:
    """Whether a decision is worth a search: in the last turns chips, spells, combats, and moves where it matters."""
    if game.turn <= game.last_turn - turns:
        return False
    node = game.decision
    if node in (CHOOSE_CHIP, HELD_OR_DRAW, FIRE_OR_COMBAT, CAST_SPELL, SPELL_TARGET, COMBAT_TARGET, ADVANCE, DIVE):
        return True
    if node == SELECT:
        return choice == DONE  # another temper may want to move one more
    side = _SIDE_OF_SEAT[game.player]
    return bool(node == DESTINATION and (chart.near[1 - side, game.origin] <= 2 or chart.way[game.origin] <= 7.0))


# --- candidates


@thought
def name_candidates(world: Any, desk: Any, charts: Any, tree: Any, width: int) -> None:
    """The candidates at the root, for the game in minds[0]: the captain's choice, those of his other tempers, those that
    he rates next.
    """
    first = tree.used[0]
    count = 0
    for temper in range(len(charts) // 2):
        desk.minds[2] = desk.minds[0]
        action = decide(world, desk.minds[2], desk.marches, charts[2 * temper : 2 * temper + 2])
        if count < width and is_new(tree, first, count, action):
            tree.action[first + count] = action
            tree.temper[count] = temper
            count += 1
    desk.minds[2] = desk.minds[0]
    decide(world, desk.minds[2], desk.marches, charts)  # for his scores
    if desk.minds[0].decision != SELECT:
        count = add_rated(desk.minds[0], charts[_SIDE_OF_SEAT[desk.minds[0].player]], tree, first, count, width)
    tree.first[ROOT] = first
    tree.children[ROOT] = count
    tree.used[0] = first + count


@thought
def expand(world: Any, desk: Any, charts: Any, tree: Any, node: int, width: int) -> None:
    """The candidates at a node, for the game in minds[1]: the captain's choice, then those that he rates next."""
    desk.minds[2] = desk.minds[1]
    first = tree.used[0]
    tree.action[first] = decide(world, desk.minds[2], desk.marches, charts)
    count = add_rated(desk.minds[1], charts[_SIDE_OF_SEAT[desk.minds[1].player]], tree, first, 1, width)
    tree.first[node] = first
    tree.children[node] = count
    tree.used[0] = first + count


@thought
def is_new(tree: Any, first: int, count: int, action: int) -> bool:
    """Whether an action is not yet among the candidates."""
    named = 0
    for i in range(first, first + count):
        named += tree.action[i] == action
    return named == 0


@thought
def add_rated(game: Any, chart: Any, tree: Any, first: int, count: int, width: int) -> int:
    """Fill up with the actions that the captain rates next, or, where he rates none, with any in their order; how many
    candidates there are then.
    """
    while count < width:
        best = -2e30
        found = -1
        for action in range(ACTIONS):
            if game.legal[action] and chart.scores[action] > best and is_new(tree, first, count, action):
                best = chart.scores[action]
                found = action
        if found < 0 or (best <= UNRATED and game.decision in (DESTINATION, COMBAT_TARGET)):
            break
        tree.action[first + count] = found
        count += 1
    return count


@thought
def choose_child(game: Any, tree: Any, node: int, explore: float) -> int:
    """The child to follow, the most promising one; -1: none is legal this time."""
    best = -1e30
    found = -1
    first = tree.first[node]
    count = tree.children[node]
    for child in range(first, first + count):
        if not game.legal[tree.action[child]]:
            continue
        prior = FAVOUR if child == first else (1.0 - FAVOUR) / max(1, count - 1)
        mean = tree.total[child] / tree.visits[child] if tree.visits[child] else 0.0
        if tree.visits[child] == 0 and tree.visits[node]:
            mean = tree.total[first] / max(1, tree.visits[first])  # as good as the captain's until it is tried
        value = mean + explore * prior * sqrt(tree.visits[node] + 1.0) / (1.0 + tree.visits[child])
        if value > best:
            best = value
            found = child
    return found


@thought
def choose_at_root(tree: Any, flat: bool) -> int:
    """The least tried of those that are left in. Each time that all of them have been tried twice as often as at the last
    look, the worse half of them is out (sequential halving); the captain's own never, for all are compared with his.
    """
    first = int(tree.first[ROOT])
    count = tree.children[ROOT]
    least = 1 << 30
    found = first
    left = 0
    for i in range(count):
        if not tree.out[i]:
            left += 1
            if tree.visits[first + i] < least:
                least = tree.visits[first + i]
                found = first + i
    if not flat and left > 2 and least >= LOOK and least & (least - 1) == 0 and found == first:
        for _ in range(left // 2 if left > 3 else 1):
            worst = 1e30
            who = 0
            for i in range(1, count):
                if not tree.out[i] and tree.total[first + i] / tree.visits[first + i] < worst:
                    worst = tree.total[first + i] / tree.visits[first + i]
                    who = i
            tree.out[who] = 1
    return found


# --- simulations


@thought
def clock(game: Any) -> int:
    """Phases that have begun."""
    return 6 * int(game.turn) + int(game.phase_number)


@thought
def captains_play(drive: Any, worlds: Any, desk: Any, charts: Any, until: int) -> None:
    """The game in minds[1] goes on with captains on both sides."""
    while desk.minds[1].choices and clock(desk.minds[1]) < until:
        desk.minds[2] = desk.minds[1]
        play(drive, worlds, desk, 1, decide(worlds[0], desk.minds[2], desk.marches, charts))


@thought
def simulate(
    drive: Any, worlds: Any, desk: Any, charts: Any, tree: Any, word: int, width: int, until: int, explore: float, flat: bool
) -> None:
    """Once down the tree, on with captains, and back with what it was worth."""
    desk.minds[1] = desk.minds[0]
    side = int(_SIDE_OF_SEAT[desk.minds[0].player])
    child = choose_at_root(tree, flat)
    candidate = child - tree.first[ROOT]
    leader = 2 * int(tree.temper[candidate])
    phase_ends = min(until, clock(desk.minds[0]) + 1)
    seed_streams(desk.minds[1], word + tree.visits[child])  # every candidate meets the same dice
    tree.path[0] = ROOT
    tree.path[1] = child
    tree.sides[1] = side
    play(drive, worlds, desk, 1, tree.action[child])
    node = child
    depth = 1
    while depth < DEEPEST and not flat:
        game = desk.minds[1]
        if game.choices == 0 or tree.visits[node] == 0 or clock(game) >= until:
            break
        if tree.first[node] == 0:
            lead = leader if clock(game) < phase_ends else 0
            expand(worlds[0], desk, charts[lead : lead + 2], tree, node, width)
        child = choose_child(game, tree, node, explore)
        if child < 0:
            break
        depth += 1
        tree.path[depth] = child
        tree.sides[depth] = _SIDE_OF_SEAT[game.player]
        play(drive, worlds, desk, 1, tree.action[child])
        node = child
    captains_play(drive, worlds, desk, charts[leader : leader + 2], phase_ends)
    captains_play(drive, worlds, desk, charts[0:2], until)
    value = outlook(worlds[0], desk.minds[1], desk.marches, tree.seen)
    tree.drawn[candidate, tree.visits[tree.path[1]]] = value if side == 0 else -value
    tree.visits[ROOT] += 1
    for i in range(1, depth + 1):
        tree.visits[tree.path[i]] += 1
        tree.total[tree.path[i]] += value if tree.sides[i] == 0 else -value


@planner
def search(
    drive: Any, worlds: Any, games: Any, desk: Any, charts: Any, tree: Any, word: int, simulations: int, width: int,
    horizon: int, explore: float, flat: bool,
) -> None:  # fmt: skip
    """Some more simulations from the game at hand. horizon: phases until the outlook is asked; 0: to the end of the game.

    charts: two for each temper, as he leads the side that decides against the captain of the other; the captain's first.
    """
    desk.minds[0] = games[0]
    game = desk.minds[0]
    until = clock(game) + horizon
    if horizon == 0 or game.turn == game.last_turn:
        until = 1 << 30
    if tree.first[ROOT] == 0:
        name_candidates(worlds[0], desk, charts, tree, width)
    if tree.children[ROOT] > 1:
        for _ in range(simulations):
            simulate(drive, worlds, desk, charts, tree, word, width, until, explore, flat)


@answer
def ask_captain(worlds: Any, games: Any, desk: Any, charts: Any, turns: int) -> tuple[int, bool]:
    """The captain's choice, and whether the decision is worth a search."""
    desk.minds[2] = games[0]
    choice = decide(worlds[0], desk.minds[2], desk.marches, charts)
    return choice, is_weighty(games[0], charts[_SIDE_OF_SEAT[games[0].player]], turns, choice)


def best_action(tree: Tree, trust: float) -> int:
    """The candidate that did best. Another than the captain's own must have been better with the same dice, and by more than
    `trust` times the standard error of that.
    """
    first, count = int(tree.first[ROOT]), int(tree.children[ROOT])
    best, found = 0.0, first
    for child in range(first + 1, first + count):
        pairs = int(min(tree.visits[first], tree.visits[child]))
        if pairs < 2:
            continue
        gains = tree.drawn[child - first, :pairs] - tree.drawn[0, :pairs]
        sure = float(gains.mean() - trust * gains.std(ddof=1) / sqrt(pairs))
        if sure > best:
            best, found = sure, child
    return int(tree.action[found])
