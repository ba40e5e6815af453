"""Melees and attacks (chapter 9, B-7; R18, R19, R43, R46)."""

from __future__ import annotations

from .actions import COMMIT, DONE, NONE
from .hysteria import begin_hysteria, is_starred
from .jit import kernel
from .modifiers import attack_modifier, column_shift, melee_modifier
from .nodes import ADVANCE, TAKE_HIT, push
from .pieces import other, strength
from .record import FOUGHT, HYSTERICAL, State
from .seats import holds_piece, owner
from .stacks import (
    end_combat,
    hit_stack,
    hovering,
    in_melee,
    is_near,
    lift,
    list_stack,
    may_stand,
    occupied,
    only_eagles,
    place,
    tally_of,
    weight,
    within_limits,
)
from .tables import LAST_COLUMN, combat_column, combat_result
from .world import World

# --- who may fight


@kernel
def has_fought(game: State, side: int, hex: int) -> bool:
    """Whether any piece of the side in the hex has used up its one melee or attack of the phase."""
    piece = game.top[side, hex]
    while piece >= 0:
        if game.marks[piece] & FOUGHT:
            return True
        piece = game.below[piece]
    return False


@kernel
def mark_fought(game: State, side: int, hex: int) -> None:
    """The side's pieces in the hex have taken part in their combat of the phase."""
    piece = game.top[side, hex]
    while piece >= 0:
        game.marks[piece] |= FOUGHT
        piece = game.below[piece]


@kernel
def too_narrow(world: World, hex: int) -> bool:
    """Eagles do not melee in the Front Gate or a guard room (S-7)."""
    return bool(hex == world.gate or world.guard_room[hex])


@kernel
def must_fight(world: World, game: State, side: int, hex: int) -> bool:
    """A melee that the phasing side has not fought yet in this phase: it must."""
    return in_melee(world, game, hex) and not has_fought(game, side, hex)


@kernel
def may_melee_above(world: World, game: State, side: int, hex: int) -> bool:
    """Eagles above enemies: a melee only if the phasing player wants it (R47)."""
    if not (occupied(game, 0, hex) and occupied(game, 1, hex)) or not hovering(world, game, hex):
        return False
    return willing(game, side, hex) and not too_narrow(world, hex)


@kernel
def willing(game: State, side: int, hex: int) -> bool:
    """Whether the side has pieces there, all unfought, and not only hysterical ones: those never attack (O-4)."""
    piece = game.top[side, hex]
    able = False
    while piece >= 0:
        if game.marks[piece] & FOUGHT:
            return False
        able = able or not game.marks[piece] & HYSTERICAL
        piece = game.below[piece]
    return able


@kernel
def may_attack_from(world: World, game: State, side: int, hex: int) -> bool:
    """Pieces in a hex attack together; not out of a melee (R19)."""
    return willing(game, side, hex) and not in_melee(world, game, hex)


@kernel
def may_attack_at(world: World, game: State, side: int, hex: int) -> bool:
    """A defended hex, lone leaders included; not into a melee (R19)."""
    return occupied(game, other(side), hex) and not in_melee(world, game, hex)


@kernel
def may_support(world: World, game: State, side: int, hex: int) -> bool:
    """A second wave: a whole stack, not locked in a melee of its own (R18); in standard not of eagles."""
    if not may_attack_from(world, game, side, hex):
        return False
    return not (game.standard and only_eagles(world, game, side, hex))


# --- choosing


@kernel
def offer_combats(world: World, game: State) -> None:
    """Melees not fought yet, enemies that can be attacked, and `done` when no melee is left that must be fought."""
    side = game.phasing
    game.legal[DONE] = 1
    for piece in range(world.first_piece[side], world.end_piece[side]):
        hex = game.hex[piece]
        if hex < 0 or not is_near(game, other(side), hex):
            continue
        if game.marks[piece] & FOUGHT or owner(world, game, piece) != game.acting:
            continue
        if must_fight(world, game, side, hex):
            game.legal[hex] = 1
            game.legal[DONE] = 0
            continue
        if may_melee_above(world, game, side, hex):
            game.legal[hex] = 1
        if game.marks[piece] & HYSTERICAL or not may_attack_from(world, game, side, hex):
            continue
        for direction in range(6):
            target = world.neighbour[hex, direction]
            if target >= 0 and not world.barrier[hex, direction] and may_attack_at(world, game, side, target):
                game.legal[target] = 1


@kernel
def offer_second_wave(world: World, game: State) -> None:
    """One adjacent stack, or none."""
    game.legal[NONE] = 1
    for direction in range(6):
        hex = world.neighbour[game.target, direction]
        if hex >= 0 and not world.barrier[game.target, direction] and may_support(world, game, game.phasing, hex):
            game.legal[hex] = 1


@kernel
def offer_attackers(world: World, game: State) -> None:
    """Any number of adjacent hexes, one after another; where eagles hover above the target, its own hex means melee."""
    side = game.phasing
    if game.attacker_count:
        game.legal[COMMIT] = 1
    elif may_melee_above(world, game, side, game.target) and holds_piece(world, game, game.acting, side, game.target):
        game.legal[game.target] = 1  # R52: here too one's own pieces
    for direction in range(6):
        hex = world.neighbour[game.target, direction]
        if hex < 0 or world.barrier[game.target, direction] or not may_attack_from(world, game, side, hex):
            continue
        if game.attacker_count or holds_piece(world, game, game.acting, side, hex):  # R52: begins with one's own
            game.legal[hex] = 1
    for i in range(game.attacker_count):
        game.legal[game.attackers[i]] = 0


@kernel
def add_attacker(game: State, hex: int) -> None:
    """This hex attacks (or shoots) too."""
    game.attackers[game.attacker_count] = hex
    game.attacker_count += 1


# --- resolving


@kernel
def attacking_strength(world: World, game: State, side: int, hex: int) -> int:
    """All the side's pieces in the hex; hysterical ones only fight where they stand (O-4)."""
    total = 0
    piece = game.top[side, hex]
    while piece >= 0:
        if hex == game.target or not game.marks[piece] & HYSTERICAL:
            total += strength(world, game, piece)
        piece = game.below[piece]
    return total


@kernel
def defending_strength(world: World, game: State, side: int, hex: int) -> int:
    """All the side's pieces in the hex; a hysterical unit defends with 1 (O-4)."""
    total = 0
    piece = game.top[side, hex]
    while piece >= 0:
        total += 1 if game.marks[piece] & HYSTERICAL else strength(world, game, piece)
        piece = game.below[piece]
    return total


@kernel
def combat_difference(world: World, game: State) -> int:
    """Attacker minus defender for the combat at hand."""
    side = game.phasing
    total = -defending_strength(world, game, other(side), game.target)
    if game.melee:
        total += attacking_strength(world, game, side, game.target)
        if game.wave >= 0:
            total += attacking_strength(world, game, side, game.wave)
        return total
    for i in range(game.attacker_count):
        total += attacking_strength(world, game, side, game.attackers[i])
    return total


@kernel
def combat_modifier(world: World, game: State) -> int:
    """What is added to the die."""
    return melee_modifier(world, game) if game.melee else attack_modifier(world, game)


@kernel
def column_at_hand(world: World, game: State) -> int:
    """The column for the combat at hand, Bolg's and Thorin's shifts included."""
    column = combat_column(combat_difference(world, game)) + column_shift(world, game)
    return min(column, int(LAST_COLUMN))


@kernel
def commit_pieces(game: State) -> None:
    """Everybody who takes part has now used up his combat of the phase."""
    side = game.phasing
    if game.melee:
        mark_fought(game, side, game.target)
        if game.wave >= 0:
            mark_fought(game, side, game.wave)
        return
    for i in range(game.attacker_count):
        mark_fought(game, side, game.attackers[i])


@kernel
def resolve_combat(world: World, game: State, die: int) -> int:
    """The die is cast: losses, and what follows from them. Returns the result as printed in the table."""
    side = game.phasing
    column = column_at_hand(world, game)
    roll = die + combat_modifier(world, game)
    result = combat_result(column, roll)
    if result > 0:
        for _ in range(result):
            hit_stack(world, game, other(side), game.target)
        end_combat(game)
        if is_starred(game, column, roll):
            begin_hysteria(game)
        if not game.melee and _is_empty(game, game.target):
            push(game, ADVANCE)
    elif result < 0 and game.melee:
        for _ in range(-result):  # B-7: those in the melee hex before the second wave
            if not hit_stack(world, game, side, game.target) and game.wave >= 0:
                hit_stack(world, game, side, game.wave)
        end_combat(game)
    elif result < 0:
        game.hits_left = -result
        push(game, TAKE_HIT)
    return result


@kernel
def _is_empty(game: State, hex: int) -> bool:
    """Of either side: where an eagle was over enemies, those whom it leaves are still there."""
    return not occupied(game, 0, hex) and not occupied(game, 1, hex)


@kernel
def offer_hits(game: State) -> None:
    """The attacker chooses the hex for each hit."""
    for i in range(game.attacker_count):
        if occupied(game, game.phasing, game.attackers[i]):
            game.legal[game.attackers[i]] = 1


@kernel
def take_hit(world: World, game: State, hex: int) -> bool:
    """One hit on that hex; returns whether more are to be allotted."""
    hit_stack(world, game, game.phasing, hex)
    game.hits_left -= 1
    for i in range(game.attacker_count):
        if occupied(game, game.phasing, game.attackers[i]):
            if game.hits_left > 0:
                return True
    end_combat(game)
    return False


# --- advance


@kernel
def may_advance(world: World, game: State, hex: int) -> bool:
    """All pieces of an attacking hex together (hysterical ones stay), within stacking, cliffs and the gate rule."""
    side = game.phasing
    tally = tally_of(world, game, side, game.target)
    anybody = False
    piece = game.top[side, hex]
    while piece >= 0:
        if not game.marks[piece] & HYSTERICAL:
            if not may_stand(world, game, piece, game.target):
                return False
            tally += weight(world, game, piece)
            anybody = True
        piece = game.below[piece]
    return anybody and within_limits(game, tally)


@kernel
def offer_advance(world: World, game: State) -> None:
    """One attacking hex may follow into the hex that it emptied."""
    game.legal[NONE] = 1
    for i in range(game.attacker_count):
        if may_advance(world, game, game.attackers[i]):
            game.legal[game.attackers[i]] = 1


@kernel
def advance(world: World, game: State, hex: int) -> None:
    """The stack moves in, in the order in which it lies."""
    count = list_stack(world, game, game.phasing, hex)
    for i in range(count - 1, -1, -1):
        piece = game.stack[i]
        if not game.marks[piece] & HYSTERICAL:
            lift(world, game, piece)
            place(world, game, piece, game.target)
