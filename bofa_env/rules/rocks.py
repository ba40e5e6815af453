"""Rolling rocks (chapter 9, S-7; R48)."""

from __future__ import annotations

from .actions import NONE
from .jit import kernel
from .nodes import ROLL_ROCK, push
from .pieces import is_eagle, other
from .record import HYSTERICAL, State
from .seats import owner
from .stacks import end_combat, hit_stack, in_melee, occupied, only_eagles
from .world import World


@kernel
def _can_roll(world: World, game: State, side: int, hex: int) -> bool:
    """A unit, Thorin or Beorn, not an eagle, not in melee, on the pile."""
    if in_melee(world, game, hex):
        return False
    piece = game.top[side, hex]
    while piece >= 0:
        able = world.unit[piece] or piece == world.beorn
        if able and not is_eagle(world, piece) and not game.marks[piece] & HYSTERICAL:
            if owner(world, game, piece) == game.acting:
                return True
        piece = game.below[piece]
    return False


@kernel
def _in_the_way(world: World, game: State, side: int, hex: int) -> bool:
    """Whether a rock can hit pieces of the side in the hex: not in melees, not eagles, which fly."""
    return occupied(game, side, hex) and not in_melee(world, game, hex) and not only_eagles(world, game, side, hex)


@kernel
def offer_rocks(world: World, game: State) -> None:
    """Piles not used in this phase, with an enemy outside melee on the slide."""
    side = game.phasing
    game.legal[NONE] = 1
    for pile in range(world.piles):
        hex = world.pile_hex[pile]
        if game.piles_rolled >> pile & 1 or not _can_roll(world, game, side, hex):
            continue
        for step in range(2):
            if _in_the_way(world, game, other(side), world.slide[pile, step]):
                game.legal[hex] = 1


@kernel
def start_rolling(world: World, game: State, hex: int) -> None:
    """The rocks of the pile in this hex come down."""
    for pile in range(world.piles):
        if world.pile_hex[pile] == hex:
            game.pile = pile
    game.piles_rolled |= 1 << int(game.pile)
    game.slide_step = 0
    roll_on(world, game)


@kernel
def roll_on(world: World, game: State) -> None:
    """The next hex of the slide in which somebody can be hit, friend or enemy, takes a roll."""
    while game.slide_step < 2:
        hex = world.slide[game.pile, game.slide_step]
        if _in_the_way(world, game, 0, hex) or _in_the_way(world, game, 1, hex):
            push(game, ROLL_ROCK)
            return
        game.slide_step += 1


@kernel
def resolve_rock(world: World, game: State, die: int) -> None:
    """1-5 one hit in the first hex; if nothing was hit there, 1-3 one hit in the second (R48)."""
    hex = world.slide[game.pile, game.slide_step]
    if die <= (5 if game.slide_step == 0 else 3):
        hit_stack(world, game, 0 if _in_the_way(world, game, 0, hex) else 1, hex)
        end_combat(game)
        return
    game.slide_step += 1
    roll_on(world, game)
