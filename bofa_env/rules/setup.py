"""Set-up: a fresh game, and who may be deployed where (chapter 4, B-2; O-6, O-8)."""

from __future__ import annotations

from .chance import below, seed_streams
from .jit import kernel
from .mask import clear_mask, count_legal, nth_legal
from .nodes import CHOOSE_TRIBE, DEPLOY, NEXT_TURN, ROLL_EXTRA_ELVES, SET_UP, pop, push
from .record import (
    ASIDE,
    ASK,
    AT_RANDOM,
    AWAY,
    BENEATH_BIT,
    EXTRA_ELVES,
    EXTRA_TURNS,
    ON_TOP,
    SETUP_STREAM,
    TO_COME,
    VARIABLE,
    State,
)
from .seats import owner
from .stacks import fits, place
from .world import DARK_ARMY, ENTRY_NE, ENTRY_NW, FREE_PEOPLES, HEXES, PIECES, Array, World


@kernel
def clear(world: World, game: State, standard: int, options: int, seed: int) -> None:
    """All counters beside the map, nothing done yet."""
    game.standard = standard
    game.options = options
    game.last_turn = 16 if options & EXTRA_TURNS else 12  # O-9
    game.turn = 0
    game.first = DARK_ARMY
    game.phase_number = 0
    game.phase = -1
    game.phasing = -1
    game.acting = -1
    game.cup[:] = 0
    game.chosen = -1
    game.held = -1
    game.second_choice = 0
    game.second_wave_edges = ENTRY_NW | ENTRY_NE
    game.late_tribes = 0
    game.spells_done = 0
    game.plan[:] = ASK
    game.hits[:] = 0
    game.marks[:] = 0
    game.below[:] = -1
    game.top[:] = -1
    game.occupied[:] = 0
    game.blocking[:] = 0
    game.alive[:] = 0
    for piece in range(PIECES):
        game.hex[piece] = ASIDE if world.extra[piece] else TO_COME
        if not world.extra[piece]:
            game.alive[world.side[piece]] += 1
    game.todo[:] = 0
    game.depth = 0
    game.subject = -1
    game.origin = -1
    game.target = -1
    game.wave = -1
    game.melee = 0
    game.group[:] = -1
    game.group_size = 0
    game.over_limit = -1
    game.attackers[:] = -1
    game.attacker_count = 0
    game.shooters[:] = -1
    game.shooter_count = 0
    game.hits_left = 0
    game.escapers[:] = -1
    game.escaper_count = 0
    game.cursor = 0
    game.regrouping = -1
    game.rolls_left = -1
    game.without_rolls = 0
    game.pile = -1
    game.slide_step = 0
    game.piles_rolled = 0
    game.spell = -1
    game.last_die = 0
    game.explicit_chance = 0
    game.over = 0
    game.winner = -1
    game.level = 0
    game.control[:] = -1
    game.player = -1
    game.decision = -1
    game.choices = 0
    clear_mask(game)
    game.decisions = 0
    game.reach[:] = 0
    game.reached[:] = 0
    game.unreached[:] = 0
    game.awaited[:] = 0
    game.ring[:] = 0
    game.queue[:] = 0
    game.stack[:] = -1
    game.spare[:] = 0
    seed_streams(game, seed)


@kernel
def follow_plan(world: World, game: State, plan: Array, first_turn: int, last_turn: int) -> None:
    """Where everybody is to be set up; a scenario leaves pieces out, and plays some of the turns only (0: all)."""
    game.plan[:] = plan
    for piece in range(PIECES):
        if plan[piece] == AWAY and game.hex[piece] == TO_COME:
            game.hex[piece] = ASIDE
            game.alive[world.side[piece]] -= 1
    if first_turn:
        game.turn = first_turn - 1
    if last_turn:
        game.last_turn = last_turn


@kernel
def begin(game: State) -> None:
    """What a game consists of: set-up, then turns."""
    push(game, NEXT_TURN)
    push(game, SET_UP)
    if game.options & EXTRA_ELVES:
        push(game, ROLL_EXTRA_ELVES)


# --- who is deployed, and who comes later


@kernel
def start_zone(world: World, game: State, piece: int) -> int:
    """Where the piece is set up, as bits; 0: it comes later. O-6 lets the Dark Army choose its late tribes."""
    if game.options & VARIABLE and world.tribe[piece] >= 0:
        late = game.late_tribes >> world.tribe[piece] & 1
        return 0 if late else int(_tribal_start(world))
    return int(world.start[piece])


@kernel
def _tribal_start(world: World) -> int:
    for piece in range(PIECES):
        if world.tribe[piece] >= 0 and world.start[piece]:
            return int(world.start[piece])
    return 0


@kernel
def entry_turn(world: World, game: State, piece: int) -> int:
    """The turn from which the piece may enter; 0: it is set up at the start."""
    if game.options & VARIABLE and world.tribe[piece] >= 0:
        return 4 if game.late_tribes >> world.tribe[piece] & 1 else 0
    return int(world.enters_turn[piece])


@kernel
def next_to_deploy(world: World, game: State, side: int) -> int:
    """The first piece of the side that is still to be set up; -1: all are."""
    for piece in range(PIECES):
        if world.side[piece] == side and game.hex[piece] == TO_COME and start_zone(world, game, piece):
            return piece
    return -1


@kernel
def step_set_up(world: World, game: State) -> None:
    """Free Peoples first, then (O-6: the choice of tribes, and) the Dark Army."""
    piece = next_to_deploy(world, game, FREE_PEOPLES)
    if piece < 0:
        if game.options & VARIABLE and not _two_tribes_late(game):
            push(game, CHOOSE_TRIBE)
            return
        piece = next_to_deploy(world, game, DARK_ARMY)
    if piece < 0:
        game.subject = -1
        pop(game)
        return
    game.subject = piece
    plan = int(game.plan[piece])
    if plan == ASK:
        push(game, DEPLOY)
        return
    hex = _anywhere(world, game) if plan == AT_RANDOM else plan % BENEATH_BIT
    deploy(world, game, piece, hex)
    if plan >= BENEATH_BIT:
        game.marks[piece] &= ~ON_TOP


@kernel
def _anywhere(world: World, game: State) -> int:
    """A hex for the piece at hand, drawn from all where it may be deployed."""
    clear_mask(game)
    offer_deploy(world, game)
    return nth_legal(game, below(game, SETUP_STREAM, count_legal(game)))


@kernel
def _two_tribes_late(game: State) -> bool:
    chosen = 0
    for tribe in range(5):
        chosen += game.late_tribes >> tribe & 1
    return chosen == 2


@kernel
def offer_deploy(world: World, game: State) -> None:
    """Every hex of its zone where the piece fits."""
    piece = game.subject
    zone = start_zone(world, game, piece)
    game.player = owner(world, game, piece)
    for hex in range(HEXES):
        where = world.spur[hex] if world.side[piece] == FREE_PEOPLES else world.entry[hex]
        if where & zone and fits(world, game, piece, hex):
            game.legal[hex] = 1


@kernel
def deploy(world: World, game: State, piece: int, hex: int) -> None:
    """The piece stands there when the battle begins; a leader on top until his owner says otherwise."""
    place(world, game, piece, hex)
    if world.leader[piece]:
        game.marks[piece] |= ON_TOP
