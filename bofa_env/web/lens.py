"""What a player at the table may ask before he commits himself, worked out by the rules' own kernels.

Each door here takes a copy of a game, for it uses the record's scratch space.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..game import Game, copied
from ..rules import archery, combat, escape, group, spread, stacks
from ..rules.jit import entry
from ..rules.modifiers import column_shift
from ..rules.pieces import other
from ..rules.record import GROUP, TRANSIT
from ..rules.tables import combat_result, shot_column, shot_result
from ..rules.world import HEXES, IMPASSABLE, Array

FAR = 100  # an allowance that reaches everything that can be reached at all
DICE = 10


@entry
def _costs(worlds: Array, games: Array, allowance: int, found: Array) -> None:
    world, game = worlds[0], games[0]
    side = game.phasing
    start = int(game.origin)
    if group.group_flies(world, game):
        for hex in range(HEXES):
            found[hex] = world.distance[start, hex]
        return
    spread.spread(world, game, side, start, allowance, True)
    for hex in range(HEXES):
        found[hex] = -1 if game.reach[hex] == spread.UNREACHED else game.reach[hex]
        if stacks.blocks(game, other(side), hex):  # brought on from next door (R11), by Beorn from anywhere
            last = escape.hex_before(world, game, side, hex) if game.group[0] == world.beorn else start
            step = spread.step_between(world, side, last, hex) if last >= 0 else IMPASSABLE
            found[hex] = -1 if step == IMPASSABLE else game.reach[last] + step


@entry
def _allowance(worlds: Array, games: Array) -> int:
    return group.group_allowance(worlds[0], games[0])


@entry
def _combat(worlds: Array, games: Array, found: Array) -> None:
    world, game = worlds[0], games[0]
    defence = combat.defending_strength(world, game, other(game.phasing), game.target)
    column = combat.column_at_hand(world, game)
    modifier = combat.combat_modifier(world, game)
    found[0] = combat.combat_difference(world, game) + defence
    found[1] = defence
    found[2] = modifier
    found[3] = column_shift(world, game)
    found[4] = column
    for die in range(1, DICE + 1):
        found[4 + die] = combat_result(column, die + modifier)


@entry
def _shot(worlds: Array, games: Array, found: Array) -> None:
    world, game = worlds[0], games[0]
    strength = archery.volley_strength(world, game)
    modifier = archery.shot_modifier(world, game)
    found[0] = strength
    found[1] = modifier
    found[2] = shot_column(strength)
    for die in range(1, DICE + 1):
        found[2 + die] = shot_result(strength, die + modifier)


@entry
def _may_all_stand(worlds: Array, games: Array, hex: int) -> bool:
    return group.group_may_stand(worlds[0], games[0], hex)


@entry
def _pinned(worlds: Array, games: Array) -> bool:
    world, game = worlds[0], games[0]
    return not group.group_flies(world, game) and stacks.pins(world, game, other(game.phasing), int(game.origin))


@entry
def _blocked(worlds: Array, games: Array, side: int, hex: int) -> bool:
    return stacks.blocks(games[0], side, hex)


@entry
def _fits_limits(worlds: Array, games: Array, hex: int) -> bool:
    world, game = worlds[0], games[0]
    group.mark_group(game, TRANSIT)
    tally = stacks.tally_of(world, game, game.phasing, hex) + group.group_weight(world, game)
    group.unmark_group(game, TRANSIT)
    return stacks.within_limits(game, tally)


@entry
def _melee_at(worlds: Array, games: Array, hex: int) -> bool:
    return stacks.in_melee(worlds[0], games[0], hex)


@entry
def _movable(worlds: Array, games: Array, found: Array) -> int:
    world, game = worlds[0], games[0]
    seat = -1 if game.over_limit >= 0 else int(game.acting)
    count = group.list_movable(world, game, game.phasing, game.origin, seat)
    found[:] = game.stack
    return count


class Lens:
    """A look at a copy of a game; the game itself is left alone."""

    def __init__(self, game: Game) -> None:
        self.worlds = game.data.world
        self.games = copied(game.record)

    def costs(self, allowance: int | None = None) -> NDArray[np.int16]:
        """What it costs the selected group to come to each hex; -1: it cannot, within that allowance."""
        found = np.full(HEXES, -1, np.int16)
        _costs(self.worlds, self.games, self.allowance() if allowance is None else allowance, found)
        return found

    def allowance(self) -> int:
        """How far the selected group may go."""
        return int(_allowance(self.worlds, self.games))

    def combat(self) -> dict[str, object]:
        """The combat at hand: strengths, what is added to the die, the column, and the result of each die."""
        found = np.zeros(5 + DICE, np.int64)
        _combat(self.worlds, self.games, found)
        attack, defence, modifier, shift, column, *results = found.tolist()
        return {"event": "combat", "attack": attack, "defence": defence, "modifier": modifier, "shift": shift,
                "column": column, "results": results}  # fmt: skip

    def shot(self) -> dict[str, object]:
        """The shot at hand: strength, what is added to the die, the column, and the hits by each die."""
        found = np.zeros(3 + DICE, np.int64)
        _shot(self.worlds, self.games, found)
        strength, modifier, column, *results = found.tolist()
        return {"event": "shot", "strength": strength, "modifier": modifier, "column": column, "results": results}

    def may_all_stand(self, hex: int) -> bool:
        """Whether every piece of the group may be in that hex at all."""
        return bool(_may_all_stand(self.worlds, self.games, hex))

    def pinned(self) -> bool:
        """Whether enemies in its hex hold the group there (R11)."""
        return bool(_pinned(self.worlds, self.games))

    def blocked(self, side: int, hex: int) -> bool:
        """Whether the side's pieces in the hex stop those who would pass."""
        return bool(_blocked(self.worlds, self.games, side, hex))

    def fits_limits(self, hex: int) -> bool:
        """Whether the group would be within the stacking limits there."""
        return bool(_fits_limits(self.worlds, self.games, hex))

    def melee_at(self, hex: int) -> bool:
        """Whether there is a melee in the hex."""
        return bool(_melee_at(self.worlds, self.games, hex))

    def movable(self) -> list[int]:
        """The pieces of the selected stack that can still move, top to bottom."""
        found = np.zeros(GROUP, np.int16)
        count = _movable(self.worlds, self.games, found)
        return [int(piece) for piece in found[:count]]
