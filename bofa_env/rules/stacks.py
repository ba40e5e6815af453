"""Stacks: who stands where, in which order, within which limits, and who takes a hit (chapter 8, B-9)."""

from __future__ import annotations

from .jit import kernel
from .pieces import capacity, is_eagle, is_goblin_unit, is_rider
from .record import DEAD, EXTRA_STACKING, HYSTERICAL, ON_TOP, STRUCK, TRANSIT, State
from .rows import bit_of, row_of
from .world import CLIFF, DWARF, EAGLE, ELF, FREE_PEOPLES, World

# --- standing in a hex


@kernel
def place(world: World, game: State, piece: int, hex: int) -> None:
    """Put the piece into the hex as the newest of its side (R17)."""
    lay_on_top(world, game, piece, hex)
    if game.options & EXTRA_STACKING and is_rider(world, piece) and _carries(world, game, piece, hex):
        _to_the_bottom(world, game, piece, hex)


@kernel
def lay_on_top(world: World, game: State, piece: int, hex: int) -> None:
    """Put the piece on top of its side's pieces in the hex, whatever they are."""
    side = world.side[piece]
    game.below[piece] = game.top[side, hex]
    game.top[side, hex] = piece
    game.hex[piece] = hex
    row, bit = row_of(hex), bit_of(hex)
    game.occupied[side, row] |= bit
    if _blocks_the_way(world, game, piece):
        game.blocking[side, row] |= bit


@kernel
def _carries(world: World, game: State, rider: int, hex: int) -> bool:
    """O-7: whether a goblin unit on foot is there to lie on the rider, two reduced units aside: those lie as they came."""
    piece = game.top[world.side[rider], hex]
    while piece >= 0:
        if is_goblin_unit(world, piece) and not is_rider(world, piece):
            if game.hits[piece] == 0 or game.hits[rider] == 0:
                return True
        piece = game.below[piece]
    return False


@kernel
def _to_the_bottom(world: World, game: State, rider: int, hex: int) -> None:
    """The goblin unit lies on the rider, whoever came first."""
    side = world.side[rider]
    last = rider
    while game.below[last] >= 0:
        last = game.below[last]
    if last != rider:
        game.top[side, hex] = game.below[rider]
        game.below[last] = rider
        game.below[rider] = -1


@kernel
def lift(world: World, game: State, piece: int) -> None:
    """Take the piece out of its hex."""
    side = world.side[piece]
    hex = game.hex[piece]
    above = game.top[side, hex]
    if above == piece:
        game.top[side, hex] = game.below[piece]
    else:
        while game.below[above] != piece:
            above = game.below[above]
        game.below[above] = game.below[piece]
    game.below[piece] = -1
    _keep_sets(world, game, side, hex)


@kernel
def _keep_sets(world: World, game: State, side: int, hex: int) -> None:
    """Who is left in the hex, if anybody, may occupy it without blocking it."""
    row, bit = row_of(hex), bit_of(hex)
    game.blocking[side, row] &= ~bit
    piece = game.top[side, hex]
    if piece < 0:
        game.occupied[side, row] &= ~bit
    while piece >= 0:
        if _blocks_the_way(world, game, piece):
            game.blocking[side, row] |= bit
        piece = game.below[piece]


@kernel
def occupied(game: State, side: int, hex: int) -> bool:
    """Whether the side has any piece in the hex."""
    return bool(game.top[side, hex] >= 0)


@kernel
def is_near(game: State, side: int, hex: int) -> bool:
    """Whether the side has any piece in the hex or next to it."""
    row, bit = row_of(hex), bit_of(hex)
    found = game.occupied[side, row] & (bit | bit << 1 | bit >> 1)
    found |= game.occupied[side, row - 1] & (bit | bit << 1)
    found |= game.occupied[side, row + 1] & (bit | bit >> 1)
    return bool(found != 0)


@kernel
def only_eagles(world: World, game: State, side: int, hex: int) -> bool:
    """Whether the side has pieces in the hex, and all are eagles (Gwaihir too, R35)."""
    piece = game.top[side, hex]
    if piece < 0:
        return False
    while piece >= 0:
        if not is_eagle(world, piece):
            return False
        piece = game.below[piece]
    return True


@kernel
def _blocks_the_way(world: World, game: State, piece: int) -> bool:
    """Units and Thorin, not leaders, nor eagles in standard."""
    return bool(world.unit[piece]) and not (game.standard and is_eagle(world, piece))


@kernel
def blocks(game: State, side: int, hex: int) -> bool:
    """Whether the side's pieces in the hex stop enemies from passing."""
    return bool(game.blocking[side, row_of(hex)] & bit_of(hex))


@kernel
def pins(world: World, game: State, side: int, hex: int) -> bool:
    """Whether the side's pieces there pin enemies in the hex: units and Thorin, never leaders or eagles (R40)."""
    piece = game.top[side, hex]
    while piece >= 0:
        if world.unit[piece] and not is_eagle(world, piece):
            return True
        piece = game.below[piece]
    return False


@kernel
def has_units(world: World, game: State, side: int, hex: int) -> bool:
    """Whether the side has a unit (or Thorin) in the hex."""
    piece = game.top[side, hex]
    while piece >= 0:
        if world.unit[piece]:
            return True
        piece = game.below[piece]
    return False


@kernel
def hovering(world: World, game: State, hex: int) -> bool:
    """Standard: nothing but eagles on one side of a shared hex: they fly above their enemies (R47)."""
    return bool(game.standard) and (only_eagles(world, game, 0, hex) or only_eagles(world, game, 1, hex))


@kernel
def in_melee(world: World, game: State, hex: int) -> bool:
    """Both sides are in the hex, and neither merely flies above the other."""
    if game.top[0, hex] < 0 or game.top[1, hex] < 0:
        return False
    return not hovering(world, game, hex)


# --- order


@kernel
def leader_at(world: World, game: State, side: int, hex: int) -> int:
    """The side's leader in the hex, the newest if the limit is broken for the moment; -1: none."""
    piece = game.top[side, hex]
    while piece >= 0:
        if world.leader[piece]:
            return int(piece)
        piece = game.below[piece]
    return -1


@kernel
def top_unit(world: World, game: State, side: int, hex: int) -> int:
    """The side's topmost unit in the hex, leaders aside; -1: none."""
    piece = game.top[side, hex]
    while piece >= 0:
        if world.leader[piece] == 0:
            return int(piece)
        piece = game.below[piece]
    return -1


@kernel
def list_stack(world: World, game: State, side: int, hex: int) -> int:
    """Write the side's pieces in the hex, top to bottom, into `game.stack`; returns how many."""
    count = 0
    for layer in range(3):  # leaders on top, units, leaders beneath
        piece = game.top[side, hex]
        while piece >= 0:
            its_layer = 1
            if world.leader[piece]:
                its_layer = 0 if game.marks[piece] & ON_TOP else 2
            if its_layer == layer and count < 8:
                game.stack[count] = piece
                count += 1
            piece = game.below[piece]
    return count


@kernel
def move_stack(world: World, game: State, side: int, start: int, end: int) -> None:
    """A whole stack goes to another hex in the order in which it lies."""
    count = list_stack(world, game, side, start)
    for i in range(count - 1, -1, -1):
        piece = game.stack[i]
        lift(world, game, piece)
        place(world, game, piece, end)


# --- limits
# A tally counts what matters for the limits in fields of four bits, so that adding pieces is adding numbers.

_FULL, _REDUCED, _LEADER, _ELF, _DWARF, _EAGLE, _GWAIHIR, _BEORN, _ALL, _RIDER, _FOOT = range(0, 44, 4)


@kernel
def _count(tally: int, field: int) -> int:
    return tally >> field & 15


@kernel
def weight(world: World, game: State, piece: int) -> int:
    """The piece as a tally."""
    one = 1 << _ALL
    if world.leader[piece]:
        if piece == world.beorn:
            return one + (1 << _LEADER) + (1 << _BEORN)
        return one + (1 << _LEADER) + (1 << _GWAIHIR if is_eagle(world, piece) else 0)
    reduced = game.hits[piece] > 0
    one += 1 << (_REDUCED if reduced else _FULL)
    if is_goblin_unit(world, piece):
        return one + (1 << (_RIDER if is_rider(world, piece) else _FOOT))
    kind = world.kind[piece]
    if kind == EAGLE:
        return one + (1 << _EAGLE)
    if reduced and kind == ELF:
        return one + (1 << _ELF)
    if reduced and kind == DWARF:
        return one + (1 << _DWARF)
    return one


@kernel
def tally_of(world: World, game: State, side: int, hex: int) -> int:
    """All pieces of the side in the hex, those just being moved left out."""
    tally = 0
    piece = game.top[side, hex]
    while piece >= 0:
        if not game.marks[piece] & TRANSIT:
            tally += weight(world, game, piece)
        piece = game.below[piece]
    return tally


@kernel
def within_limits(game: State, tally: int) -> bool:
    """One full unit or two reduced ones (never an elf with a dwarf), and at most one leader (B-9)."""
    if _count(tally, _LEADER) > 1:
        return False
    if _count(tally, _BEORN) and _count(tally, _ALL) > 1:  # B-9.5
        return False
    eagles = _count(tally, _EAGLE)
    if game.standard and eagles + _count(tally, _GWAIHIR) > 0:  # R16
        return eagles <= 1 and eagles + _count(tally, _GWAIHIR) == _count(tally, _ALL)
    full = _count(tally, _FULL)
    reduced = _count(tally, _REDUCED)
    if full == 0:
        return reduced <= 2 and not (_count(tally, _ELF) and _count(tally, _DWARF))  # B-9.2
    if full == 1 and reduced == 0:
        return True
    return bool(game.options & EXTRA_STACKING) and is_goblin_on_rider(tally)


@kernel
def is_goblin_on_rider(tally: int) -> bool:
    """O-7: a goblin unit on foot on a rider, whatever steps they have lost."""
    units = _count(tally, _FULL) + _count(tally, _REDUCED)
    return units == 2 and _count(tally, _RIDER) == 1 and _count(tally, _FOOT) == 1


@kernel
def may_stand(world: World, game: State, piece: int, hex: int) -> bool:
    """Whether this kind of piece may ever be in the hex: cliffs, the Front Gate (B-6.4, R12, S-6)."""
    if world.terrain[hex] == CLIFF:
        return is_eagle(world, piece)
    if hex == world.gate:
        if is_eagle(world, piece):
            return False
        if game.standard and world.side[piece] == FREE_PEOPLES:
            return bool(world.kind[piece] == DWARF)
    return True


@kernel
def fits(world: World, game: State, piece: int, hex: int) -> bool:
    """Whether the piece may be in the hex beside the friends that are there now."""
    tally = tally_of(world, game, world.side[piece], hex) + weight(world, game, piece)
    return may_stand(world, game, piece, hex) and within_limits(game, tally)


# --- losses


@kernel
def remove(world: World, game: State, piece: int) -> None:
    """The piece is dead."""
    if game.hex[piece] >= 0:
        lift(world, game, piece)
    game.hex[piece] = DEAD
    game.marks[piece] &= ~HYSTERICAL
    game.alive[world.side[piece]] -= 1


@kernel
def hit(world: World, game: State, piece: int) -> None:
    """The piece takes one hit."""
    game.hits[piece] += 1
    if game.hits[piece] >= capacity(world, game, piece):
        remove(world, game, piece)


@kernel
def hit_stack(world: World, game: State, side: int, hex: int) -> bool:
    """One hit on a stack, from the top down; a leader on top takes one per combat, the units the rest (B-9.2, B-9.3).

    Returns whether anybody was there to take it.
    """
    leader = leader_at(world, game, side, hex)
    unit = top_unit(world, game, side, hex)
    if leader >= 0 and (unit < 0 or (game.marks[leader] & ON_TOP and not game.marks[leader] & STRUCK)):
        game.marks[leader] |= STRUCK
        hit(world, game, leader)
        return True
    if unit >= 0:
        hit(world, game, unit)
        return True
    return False


@kernel
def end_combat(game: State) -> None:
    """Leaders on top may be hit once more by the next combat or shot."""
    for piece in range(len(game.marks)):
        game.marks[piece] &= ~STRUCK
