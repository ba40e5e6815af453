"""What is added to the die, and shifts of the column (chapter 9; B-7, S-7, S-10; R21, R22, R23, R44, R45)."""

from __future__ import annotations

from .jit import kernel
from .pieces import is_goblin_unit, on_map
from .record import HYSTERICAL, THORIN, State
from .world import BOW, DALE, DARK_ARMY, FREE_PEOPLES, PIECES, SPEAR, World

# --- attacks


@kernel
def river_between(world: World, start: int, end: int) -> bool:
    """Whether the river runs along the hexside between two neighbours."""
    for direction in range(6):
        if world.neighbour[start, direction] == end:
            return bool(world.river[start, direction])
    return False


@kernel
def attack_modifier(world: World, game: State) -> int:
    """All that apply are added."""
    target = game.target
    uphill = 0
    over_river = 0
    for i in range(game.attacker_count):
        hex = game.attackers[i]
        if world.level[hex] < world.level[target]:
            uphill = 1
        if river_between(world, hex, target):
            over_river = 1
    modifier = uphill + over_river
    if world.terrain[target] == DALE:
        modifier += 1
    if world.guard_room[target]:
        modifier += 1
    if target == world.gate:
        modifier += 2
    if game.standard:
        modifier -= _spears_bonus(world, game) + _bodyguard_bonus(world, game) + _beorn_bonus(world, game)
    return modifier


@kernel
def _attacks(game: State, piece: int) -> bool:
    if game.marks[piece] & HYSTERICAL:  # O-4: it never does
        return False
    for i in range(game.attacker_count):
        if game.hex[piece] == game.attackers[i]:
            return True
    return False


@kernel
def _spears_bonus(world: World, game: State) -> int:
    """-1 if all attacking units are spears, and there is one, and no defending unit is (leaders aside, R21)."""
    spears = 0
    for piece in range(PIECES):
        hex = game.hex[piece]
        if hex < 0 or world.leader[piece]:
            continue
        is_spear = world.weapon[piece] == SPEAR
        if world.side[piece] == game.phasing:
            if _attacks(game, piece):
                if not is_spear:
                    return 0
                spears += 1
        elif hex == game.target and is_spear:
            return 0
    return 1 if spears else 0


@kernel
def _bodyguard_bonus(world: World, game: State) -> int:
    """-1 if all attackers are Bolg and/or his bodyguard; other leaders are ignored (R21)."""
    if world.bolg < 0 or game.phasing != world.side[world.bolg]:
        return 0
    guards = 0
    for piece in range(PIECES):
        if world.side[piece] == game.phasing and game.hex[piece] >= 0 and _attacks(game, piece):
            if world.army[piece] == world.army[world.bolg]:
                guards += 1
            elif world.leader[piece] == 0:
                return 0
    return 1 if guards else 0


@kernel
def _beorn_bonus(world: World, game: State) -> int:
    """-1 if Beorn attacks alone; other leaders are ignored (R21)."""
    beorn = world.beorn
    if beorn < 0 or game.phasing != world.side[beorn] or game.hex[beorn] < 0 or not _attacks(game, beorn):
        return 0
    for piece in range(PIECES):
        if world.side[piece] == game.phasing and game.hex[piece] >= 0 and world.leader[piece] == 0 and _attacks(game, piece):
            return 0
    return 1


# --- melees


@kernel
def melee_modifier(world: World, game: State) -> int:
    """Basic: none."""
    if not game.standard:
        return 0
    modifier = -_goblin_bonus(world, game)
    if world.beorn >= 0 and game.phasing == world.side[world.beorn] and game.hex[world.beorn] >= 0:
        if game.hex[world.beorn] == game.target or game.hex[world.beorn] == game.wave:
            modifier -= 2
    if game.wave >= 0:
        modifier += _second_wave_penalty(world, game)
    return modifier


@kernel
def _goblin_bonus(world: World, game: State) -> int:
    """-1 if the phasing side's units are or include goblin units, and none is a goblin bow or spear."""
    goblins = 0
    for piece in range(PIECES):
        hex = game.hex[piece]
        if hex < 0 or world.side[piece] != game.phasing or not is_goblin_unit(world, piece):
            continue
        if hex == game.target or (hex == game.wave and not game.marks[piece] & HYSTERICAL):
            if world.weapon[piece] == BOW or world.weapon[piece] == SPEAR:
                return 0
            goblins += 1
    return 1 if goblins else 0


@kernel
def _second_wave_penalty(world: World, game: State) -> int:
    """From a lower level or across a river +1; into the Front Gate +2 instead; two or more units +1 more (R22)."""
    penalty = 0
    if game.target == world.gate:
        penalty = 2
    elif world.level[game.wave] < world.level[game.target] or river_between(world, game.wave, game.target):
        penalty = 1
    units = 0
    piece = game.top[game.phasing, game.wave]
    while piece >= 0:
        if not game.marks[piece] & HYSTERICAL:
            units += int(world.unit[piece])
        piece = game.below[piece]
    return penalty + (1 if units >= 2 else 0)


# --- columns


@kernel
def column_shift(world: World, game: State) -> int:
    """One column to the right within 3 hexes of Bolg (S-10, R45), or while Thorin is out of the gate (O-3, R23)."""
    if game.standard and game.phasing == DARK_ARMY and on_map(game, world.bolg):
        if world.distance[game.hex[world.bolg], game.target] <= 3:
            return 1
    if game.options & THORIN and game.phasing == FREE_PEOPLES and on_map(game, world.thorin):
        if game.hex[world.thorin] != world.gate:
            return 1
    return 0

