"""Archery (chapter 10, B-8, S-8; R25, R27, R49)."""

from __future__ import annotations

from .actions import COMMIT, DONE
from .jit import kernel
from .pieces import bow, other
from .record import HYSTERICAL, SHOT, State
from .rows import disc_row, hex_of, lowest, row_of
from .seats import owner
from .sight import sees
from .stacks import end_combat, hit_stack, in_melee, occupied, only_eagles
from .tables import shot_result
from .world import BOW, DALE, HILLTOP, MAN, ROWS, World

# --- who may shoot, and how hard


@kernel
def bow_strength(world: World, game: State, hex: int, side: int, distance: int) -> int:
    """The side's shooters in a hex shoot together: the sum of bow - distance + 1 over those in range; 0: nobody is.

    Bard shoots with his own bow only if he is not stacked; with lake-men archers he adds 1 to one of them; with
    others he does not shoot (R25).
    """
    total = 0
    bard_is_here = world.bard >= 0 and world.side[world.bard] == side and game.hex[world.bard] == hex
    piece = game.top[side, hex]
    alone = game.below[piece] < 0
    while piece >= 0:
        if shoots(world, game, piece, alone):
            value = bow(world, game, piece)
            if bard_is_here and piece != world.bard and world.kind[piece] == MAN:
                value += 1
                bard_is_here = False  # only to one of them
            total += max(value - distance + 1, 0)
        piece = game.below[piece]
    return total


@kernel
def shoots(world: World, game: State, piece: int, alone: bool) -> bool:
    """Bow units, and Bard if he is not stacked."""
    if game.marks[piece] & HYSTERICAL:
        return False
    return bool(world.weapon[piece] == BOW or (piece == world.bard and alone))


@kernel
def farthest_shot(world: World, game: State, side: int, hex: int) -> int:
    """How far away the side's shooters in a hex can strike anything."""
    distance = 0
    while bow_strength(world, game, hex, side, distance + 1) > 0:
        distance += 1
    return distance


@kernel
def has_shot(game: State, side: int, hex: int) -> bool:
    """Whether the stack has shot in this phase."""
    piece = game.top[side, hex]
    while piece >= 0:
        if game.marks[piece] & SHOT:
            return True
        piece = game.below[piece]
    return False


@kernel
def may_shoot_from(world: World, game: State, side: int, hex: int) -> bool:
    """Not in melee, not yet in this phase, and in standard not out of a guard room."""
    if in_melee(world, game, hex) or has_shot(game, side, hex):
        return False
    return not (game.standard and world.guard_room[hex])


@kernel
def may_shoot_at(world: World, game: State, side: int, hex: int) -> bool:
    """At any enemy, lone leaders too, but not into a melee."""
    return occupied(game, other(side), hex) and not in_melee(world, game, hex)


@kernel
def shot_is_open(world: World, game: State, start: int, end: int) -> bool:
    """Basic: over everything, but the gate only from and to its two plain neighbours. Standard: line of sight."""
    if game.standard:
        return sees(world, game, start, end)
    if start != world.gate and end != world.gate:
        return True
    for direction in range(6):
        if world.neighbour[start, direction] == end:
            return not world.barrier[start, direction]
    return False


@kernel
def shot_strength(world: World, game: State, side: int, start: int, end: int) -> int:
    """What the shooters in a hex add to a shot at a target hex; 0: they cannot take part."""
    distance = int(world.distance[start, end])
    if distance == 0:
        return 0
    total = bow_strength(world, game, start, side, distance)
    if total == 0 or not shot_is_open(world, game, start, end):
        return 0
    return total


# --- choosing


@kernel
def list_shooters(world: World, game: State, own_only: bool) -> int:
    """Write the hexes that may still shoot into `game.queue`; returns how many. `own_only`: of the acting player (R52)."""
    side = game.phasing
    count = 0
    for piece in world.archers[side]:
        if piece < 0:
            break
        hex = game.hex[piece]
        if hex < 0 or not may_shoot_from(world, game, side, hex):
            continue
        alone = game.top[side, hex] == piece and game.below[piece] < 0
        if not shoots(world, game, piece, alone):
            continue
        known = own_only and owner(world, game, piece) != game.acting
        for i in range(count):
            known = known or game.queue[i] == hex
        if not known:
            game.queue[count] = hex
            count += 1
    return count


@kernel
def offer_fire_targets(world: World, game: State) -> None:
    """Every enemy hex that somebody can shoot at, and `done`."""
    side = game.phasing
    game.legal[DONE] = 1
    count = list_shooters(world, game, True)
    for i in range(count):
        _offer_targets_of(world, game, side, game.queue[i])


@kernel
def _offer_targets_of(world: World, game: State, side: int, shooter: int) -> None:
    """What the shooters in one hex can shoot at, where nobody else was found who can."""
    farthest = farthest_shot(world, game, side, shooter)
    for row in range(max(1, row_of(shooter) - farthest), min(ROWS, row_of(shooter) + farthest) + 1):
        enemies = game.occupied[other(side), row] & disc_row(shooter, farthest, row)
        while enemies:
            hex = hex_of(row, lowest(enemies))
            enemies &= enemies - 1
            if not game.legal[hex] and may_shoot_at(world, game, side, hex) and shot_strength(world, game, side, shooter, hex):
                game.legal[hex] = 1


@kernel
def offer_shooters(world: World, game: State) -> None:
    """Any shooters may combine on one target, each within its own range and sight."""
    if game.shooter_count:
        game.legal[COMMIT] = 1
    count = list_shooters(world, game, game.shooter_count == 0)
    for i in range(count):
        if shot_strength(world, game, game.phasing, game.queue[i], game.target):
            game.legal[game.queue[i]] = 1
    for i in range(game.shooter_count):
        game.legal[game.shooters[i]] = 0


@kernel
def add_shooter(game: State, hex: int) -> None:
    """The shooters of this hex take part."""
    game.shooters[game.shooter_count] = hex
    game.shooter_count += 1


@kernel
def mark_shot(game: State) -> None:
    """They shoot once per phase."""
    for i in range(game.shooter_count):
        piece = game.top[game.phasing, game.shooters[i]]
        while piece >= 0:
            game.marks[piece] |= SHOT
            piece = game.below[piece]


# --- resolving


@kernel
def volley_strength(world: World, game: State) -> int:
    """The sum over all who shoot at the target."""
    total = 0
    for i in range(game.shooter_count):
        total += shot_strength(world, game, game.phasing, game.shooters[i], game.target)
    return total


@kernel
def shot_modifier(world: World, game: State) -> int:
    """Basic: none. Standard: what is added to the die (S-8)."""
    if not game.standard:
        return 0
    target = game.target
    modifier = 0
    if world.terrain[target] == DALE:
        modifier += 1
    for i in range(game.shooter_count):  # higher than any of the shooters; the hilltop from off the hilltop too
        shooter = game.shooters[i]
        if world.level[target] > world.level[shooter] or (
            world.terrain[target] == HILLTOP and world.terrain[shooter] != HILLTOP
        ):
            modifier += 1
            break
    if world.guard_room[target] or target == world.gate:
        modifier += 2
    if only_eagles(world, game, other(game.phasing), target):  # R49
        modifier += 1
    return modifier


@kernel
def resolve_shot(world: World, game: State, die: int) -> int:
    """The arrows strike; returns the hits."""
    hits = shot_result(volley_strength(world, game), die + shot_modifier(world, game))
    for _ in range(hits):
        hit_stack(world, game, other(game.phasing), game.target)
    end_combat(game)
    return hits
