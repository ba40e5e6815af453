"""Search on copies of the game whose dice are drawn anew: the mind of `flatmc` and `mcts`.

The tree is open-loop: a node stands for the actions that led to it, whatever the dice did on the way, so that chance is
averaged over and never foreseen. At a node the captain names the candidates, his own choice first; behind the tree captains
play on for both sides, for some phases, and the outlook of where that leads is what the way was worth.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bofa_env.rules.actions import ACTIONS
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
    SPELL_TARGET,
)
from bofa_env.rules.seats import SIDE_OF_SEAT

from .command import UNRATED, decide
from .compiled import answer, planner, thought
from .desk import play
from .outlook import outlook

ROOT = 0
DEEPEST = 12  # decisions in the tree
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


def new_tree(simulations: int, width: int, features: int) -> Tree:
    """Room for so many simulations."""
    size = (simulations + 1) * width + 1
    return Tree(
        np.zeros(size, np.int16), np.zeros(size, np.int32), np.zeros(size, np.int16), np.zeros(size, np.int32), np.zeros(size),
        np.ones(1, np.int32), np.zeros(DEEPEST + 2, np.int32), np.zeros(DEEPEST + 2, np.int8), np.zeros(features),
        np.zeros((width, simulations)),
    )  # fmt: skip


# --- which decisions are worth a search


@thought
def is_weighty(game: Any, chart: Any, turns: int) -> bool:
    """Whether a decision is worth a search: in the last turns chips, spells, combats, and moves where it matters."""
    if game.turn <= game.last_turn - turns:
        return False
    node = game.decision
    if node in (CHOOSE_CHIP, HELD_OR_DRAW, FIRE_OR_COMBAT, CAST_SPELL, SPELL_TARGET, COMBAT_TARGET, ADVANCE, DIVE):
        return True
    side = _SIDE_OF_SEAT[game.player]
    return bool(node == DESTINATION and (chart.near[1 - side, game.origin] <= 2 or chart.way[game.origin] <= 7.0))


# --- candidates


@thought
def expand(world: Any, desk: Any, chart: Any, tree: Any, node: int, width: int) -> None:
    """The candidates at a node, for the game in minds[1]: the captain's choice, then those that he rates next."""
    desk.minds[2] = desk.minds[1]
    first = tree.used[0]
    favourite = decide(world, desk.minds[2], desk.marches, chart)
    tree.action[first] = favourite
    count = 1
    chart.scores[favourite] = UNRATED
    rated = False
    for action in range(ACTIONS):
        rated = rated or chart.scores[action] > UNRATED
    while count < width:
        best = UNRATED
        found = -1
        for action in range(ACTIONS):
            if not desk.minds[1].legal[action] or action == favourite:
                continue
            if rated:
                if chart.scores[action] > best:
                    best = chart.scores[action]
                    found = action
            elif action > tree.action[first + count - 1] or count == 1:  # all that are legal, in their order
                found = action
                break
        if found < 0:
            break
        chart.scores[found] = UNRATED
        tree.action[first + count] = found
        count += 1
    tree.first[node] = first
    tree.children[node] = count
    tree.used[0] = first + count


@thought
def choose_child(game: Any, tree: Any, node: int, explore: float, flat: bool) -> int:
    """The child to follow: the least visited one (flat), or the most promising one; -1: none is legal this time."""
    best = -1e30
    found = -1
    first = tree.first[node]
    count = tree.children[node]
    for child in range(first, first + count):
        if not game.legal[tree.action[child]]:
            continue
        if flat:
            value = -float(tree.visits[child])
        else:
            prior = FAVOUR if child == first else (1.0 - FAVOUR) / max(1, count - 1)
            mean = tree.total[child] / tree.visits[child] if tree.visits[child] else 0.0
            if tree.visits[child] == 0 and tree.visits[node]:
                mean = tree.total[first] / max(1, tree.visits[first])  # as good as the captain's until it is tried
            value = mean + explore * prior * sqrt(tree.visits[node] + 1.0) / (1.0 + tree.visits[child])
        if value > best:
            best = value
            found = child
    return found


# --- simulations


@thought
def clock(game: Any) -> int:
    """Phases that have begun."""
    return 6 * int(game.turn) + int(game.phase_number)


@thought
def captains_play(drive: Any, worlds: Any, desk: Any, chart: Any, until: int) -> None:
    """The game in minds[1] goes on with captains on both sides."""
    while desk.minds[1].choices and clock(desk.minds[1]) < until:
        desk.minds[2] = desk.minds[1]
        play(drive, worlds, desk, 1, decide(worlds[0], desk.minds[2], desk.marches, chart))


@thought
def simulate(
    drive: Any, worlds: Any, desk: Any, chart: Any, tree: Any, word: int, width: int, until: int, explore: float, flat: bool
) -> None:
    """Once down the tree, on with captains, and back with what it was worth."""
    desk.minds[1] = desk.minds[0]
    node = ROOT
    depth = 0
    tree.path[0] = ROOT
    tree.sides[0] = 0
    while depth < DEEPEST:
        game = desk.minds[1]
        if game.choices == 0 or (depth and (flat or tree.visits[node] == 0 or clock(game) >= until)):
            break
        if tree.first[node] == 0:
            expand(worlds[0], desk, chart, tree, node, width)
        child = choose_child(game, tree, node, explore, flat)
        if child < 0:
            break
        if depth == 0:
            seed_streams(game, word + tree.visits[child])  # every candidate meets the same dice
        depth += 1
        tree.path[depth] = child
        tree.sides[depth] = _SIDE_OF_SEAT[game.player]
        play(drive, worlds, desk, 1, tree.action[child])
        node = child
    captains_play(drive, worlds, desk, chart, until)
    value = outlook(worlds[0], desk.minds[1], desk.marches, tree.seen)
    if depth:
        mine = value if tree.sides[1] == 0 else -value
        tree.drawn[tree.path[1] - tree.first[ROOT], tree.visits[tree.path[1]]] = mine
    for i in range(depth + 1):
        tree.visits[tree.path[i]] += 1
        tree.total[tree.path[i]] += value if tree.sides[i] == 0 else -value


@planner
def search(
    drive: Any, worlds: Any, games: Any, desk: Any, charts: Any, tree: Any, word: int, simulations: int, width: int,
    horizon: int, explore: float, flat: bool,
) -> None:  # fmt: skip
    """Some more simulations from the game at hand. horizon: phases until the outlook is asked; 0: to the end of the game."""
    desk.minds[0] = games[0]
    game = desk.minds[0]
    until = clock(game) + horizon
    if horizon == 0 or game.turn == game.last_turn:
        until = 1 << 30
    for _ in range(simulations):
        simulate(drive, worlds, desk, charts[0], tree, word, width, until, explore, flat)


@answer
def ask_captain(worlds: Any, games: Any, desk: Any, charts: Any, turns: int) -> tuple[int, bool]:
    """The captain's choice, and whether the decision is worth a search."""
    desk.minds[2] = games[0]
    choice = decide(worlds[0], desk.minds[2], desk.marches, charts[0])
    return choice, is_weighty(games[0], charts[0], turns)


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
