"""The sequence of play: which decision, chance event or step follows which. Read it beside chapter 5 of the rules."""

from __future__ import annotations

from . import actions as act
from . import archery, chips, combat, entry, movement, setup, stacks, victory
from .actions import ACTIONS, COMBAT, FIRE, MOVE
from .chance import draw_chip, throw_die
from .jit import kernel
from .nodes import (
    ADVANCE,
    ATTACKERS,
    CHOOSE_CHIP,
    COMBAT_TARGET,
    DEPLOY,
    DESTINATION,
    DRAW_CHIP,
    END_PHASE,
    ENTER_AT,
    FIRE_OR_COMBAT,
    FIRE_TARGET,
    FIRST_CHANCE,
    FIRST_STEP,
    HELD_OR_DRAW,
    NEXT_PHASE,
    NEXT_TURN,
    ROLL_COMBAT,
    ROLL_SHOT,
    SECOND_WAVE,
    SELECT,
    SELECT_PIECES,
    SET_UP,
    SHOOTERS,
    STACK_ORDER,
    TAKE_HIT,
    pop,
    push,
)
from .record import LASTING, MOVED, ON_TOP, State
from .world import PIECES, World

# --- the engine's own steps


@kernel
def perform(world: World, game: State, node: int) -> None:
    """A step that nobody decides."""
    if node == SET_UP:
        setup.step_set_up(world, game)
    elif node == NEXT_TURN:
        next_turn(world, game)
    elif node == NEXT_PHASE:
        next_phase(game)
    elif node == END_PHASE:
        game.phase = -1
        pop(game)


@kernel
def next_turn(world: World, game: State) -> None:
    """Twelve turns (O-9: sixteen); then the areas are judged."""
    if game.turn == game.last_turn:
        victory.judge(world, game)
        return
    chips.start_turn(game)
    push(game, NEXT_PHASE)
    push(game, CHOOSE_CHIP)


@kernel
def next_phase(game: State) -> None:
    """Phases alternate, first player first, until all phases of the turn are played."""
    if game.phase_number == chips.phases_in(game.turn):
        game.phasing = -1
        pop(game)
        return
    chip = chips.start_next_phase(game)
    if chip >= 0:
        play_chip(game, chip)


@kernel
def play_chip(game: State, chip: int) -> None:
    """A chip is played: its phase begins, or its player says first what it is to be."""
    kind = chips.kind_of_phase(game, chip)
    if kind >= 0:
        begin_phase(game, kind)


@kernel
def begin_phase(game: State, kind: int) -> None:
    """Every piece is fresh; then what this kind of phase consists of."""
    game.phase = kind
    for piece in range(PIECES):
        game.marks[piece] &= LASTING
    game.over_limit = -1
    game.piles_rolled = 0
    push(game, END_PHASE)
    if kind == MOVE:
        push(game, SELECT)
    elif kind == COMBAT:
        push(game, COMBAT_TARGET)
    elif kind == FIRE:
        push(game, FIRE_TARGET)


# --- chance


@kernel
def happen(world: World, game: State, node: int, outcome: int) -> None:
    """A chance event has come out this way: a die 1-10, or the kind of a chip."""
    pop(game)
    if node == DRAW_CHIP:
        game.cup[outcome] -= 1
        play_chip(game, outcome)
        return
    game.last_die = outcome
    if node == ROLL_COMBAT:
        combat.resolve_combat(world, game, outcome)
    elif node == ROLL_SHOT:
        archery.resolve_shot(world, game, outcome)


# --- decisions: what may be chosen


@kernel
def offer(world: World, game: State, node: int) -> None:
    """Write the exact mask of a decision into `game.legal`, and who decides into `game.player`."""
    game.legal[:] = 0
    game.player = game.phasing
    if node == SELECT:
        offer_select(world, game)
    elif node == SELECT_PIECES:
        offer_select_pieces(world, game)
    elif node == DESTINATION:
        movement.offer_destinations(world, game, game.phasing, game.over_limit >= 0)
    elif node == STACK_ORDER:
        game.player = world.side[game.subject]
        game.legal[act.ON_TOP] = 1
        game.legal[act.BENEATH] = 1
    elif node == COMBAT_TARGET:
        combat.offer_combats(world, game)
    elif node == SECOND_WAVE:
        combat.offer_second_wave(world, game)
    elif node == ATTACKERS:
        combat.offer_attackers(world, game)
    elif node == TAKE_HIT:
        combat.offer_hits(game)
    elif node == ADVANCE:
        combat.offer_advance(world, game)
    elif node == FIRE_TARGET:
        archery.offer_fire_targets(world, game)
    elif node == SHOOTERS:
        archery.offer_shooters(world, game)
    elif node == ENTER_AT:
        entry.offer_entry(world, game)
    elif node == DEPLOY:
        setup.offer_deploy(world, game)
    elif node == CHOOSE_CHIP:
        chips.offer_chips(game)
    elif node == HELD_OR_DRAW:
        chips.offer_held_or_draw(game)
    elif node == FIRE_OR_COMBAT:
        chips.offer_fire_or_combat(game)


@kernel
def offer_select(world: World, game: State) -> None:
    """A stack to move, a reinforcement to bring on, or `done`; a stack over the limit comes first (R10)."""
    if game.over_limit >= 0:
        game.legal[game.over_limit] = 1
        return
    side = game.phasing
    for piece in range(PIECES):
        if game.hex[piece] >= 0 and world.side[piece] == side and movement.may_still_move(game, piece):
            game.legal[game.hex[piece]] = 1
    if entry.next_to_enter(world, game, side) >= 0:
        game.legal[act.ENTER] = 1
    game.legal[act.DONE] = 1


@kernel
def offer_select_pieces(world: World, game: State) -> None:
    """Any of the stack's pieces that can still move; over the limit, those whose leaving makes room (R10)."""
    side = game.phasing
    if game.over_limit >= 0:
        sets = movement.departures(world, game, side, game.origin, 0, False)
        for bits in range(1, 8):
            game.legal[act.TAKE + bits] = sets >> bits & 1
        return
    count = movement.list_movable(world, game, side, game.origin)
    for bits in range(1, 1 << count):
        game.legal[act.TAKE + bits] = 1


# --- decisions: what follows


@kernel
def decide(world: World, game: State, node: int, action: int) -> None:
    """A player has chosen; `action` is legal."""
    if node == SELECT:
        decide_select(world, game, action)
    elif node == SELECT_PIECES:
        pop(game)
        count = movement.list_movable(world, game, game.phasing, game.origin)
        movement.take_group(game, action - act.TAKE, count)
        push(game, DESTINATION)
    elif node == DESTINATION:
        pop(game)
        decide_destination(world, game, action)
    elif node == STACK_ORDER:
        pop(game)
        arrange(game, game.subject, action == act.ON_TOP)
    elif node == COMBAT_TARGET:
        decide_combat(world, game, action)
    elif node == SECOND_WAVE:
        pop(game)
        game.wave = -1 if action == act.NONE else action
        combat.commit_pieces(game)
        push(game, ROLL_COMBAT)
    elif node == ATTACKERS:
        decide_attackers(game, action)
    elif node == TAKE_HIT:
        if not combat.take_hit(world, game, action):
            pop(game)
    elif node == ADVANCE:
        pop(game)
        if action != act.NONE:
            combat.advance(world, game, action)
            ask_stack_order(world, game, game.phasing, game.target)
    elif node == FIRE_TARGET:
        if action == act.DONE:
            pop(game)
        else:
            game.target = action
            game.shooter_count = 0
            push(game, SHOOTERS)
    elif node == SHOOTERS:
        if action == act.COMMIT:
            pop(game)
            archery.mark_shot(game)
            push(game, ROLL_SHOT)
        else:
            archery.add_shooter(game, action)
    else:
        decide_rarer(world, game, node, action)


@kernel
def decide_rarer(world: World, game: State, node: int, action: int) -> None:
    """The decisions outside of moving and fighting."""
    pop(game)
    if node == ENTER_AT:
        if action == act.SKIP:
            entry.pass_over(game, game.subject)
        else:
            entry.enter(world, game, game.subject, action)
            ask_stack_order(world, game, world.side[game.subject], action)
    elif node == DEPLOY:
        setup.deploy(world, game, game.subject, action)
        ask_stack_order(world, game, world.side[game.subject], action)
    elif node == CHOOSE_CHIP:
        chips.choose_chip(game, action)
    elif node == HELD_OR_DRAW:
        if action == act.DRAW:
            push(game, DRAW_CHIP)
        else:
            play_chip(game, chips.play_held(game))
    elif node == FIRE_OR_COMBAT:
        begin_phase(game, FIRE if action == act.FIRE_ACTION else COMBAT)


@kernel
def decide_select(world: World, game: State, action: int) -> None:
    """A stack, a reinforcement, or the end of the phase."""
    if action == act.DONE:
        pop(game)
    elif action == act.ENTER:
        game.subject = entry.next_to_enter(world, game, game.phasing)
        push(game, ENTER_AT)
    else:
        game.origin = action
        push(game, SELECT_PIECES)


@kernel
def decide_destination(world: World, game: State, hex: int) -> None:
    """The group stays, or goes there."""
    if hex == game.origin:
        movement.mark_group(game, MOVED)
        if group_has_leader(world, game):
            ask_stack_order(world, game, game.phasing, hex)
        return
    game.target = hex
    arrive(world, game)


@kernel
def arrive(world: World, game: State) -> None:
    """The group stands in its new hex; if that breaks the limit, a friend must leave next (R10)."""
    for i in range(game.group_size - 1, -1, -1):
        piece = game.group[i]
        stacks.lift(world, game, piece)
        stacks.place(world, game, piece, game.target)
        game.marks[piece] |= MOVED
    tally = stacks.tally_of(world, game, game.phasing, game.target)
    game.over_limit = -1 if stacks.within_limits(game, tally) else game.target
    ask_stack_order(world, game, game.phasing, game.target)


@kernel
def group_has_leader(world: World, game: State) -> bool:
    """Whether a leader is among those selected."""
    for i in range(game.group_size):
        if world.leader[game.group[i]]:
            return True
    return False


@kernel
def ask_stack_order(world: World, game: State, side: int, hex: int) -> None:
    """R17: where a leader and units share a hex by their owner's doing, he chooses who lies on top."""
    leader = stacks.leader_at(world, game, side, hex)
    if leader < 0:
        return
    game.marks[leader] |= ON_TOP
    if stacks.top_unit(world, game, side, hex) >= 0:
        game.subject = leader
        push(game, STACK_ORDER)


@kernel
def arrange(game: State, leader: int, on_top: bool) -> None:
    """The leader lies on top of the units, or beneath them."""
    if on_top:
        game.marks[leader] |= ON_TOP
    else:
        game.marks[leader] &= ~ON_TOP


@kernel
def decide_combat(world: World, game: State, action: int) -> None:
    """A melee to fight, an enemy to attack, or the end of the phase."""
    if action == act.DONE:
        pop(game)
        return
    game.target = action
    game.wave = -1
    game.attacker_count = 0
    if combat.must_fight(world, game, game.phasing, action):
        game.melee = 1
        push(game, SECOND_WAVE)
    else:
        game.melee = 0
        push(game, ATTACKERS)


@kernel
def decide_attackers(game: State, action: int) -> None:
    """One more hex attacks, or all are named; the target's own hex: eagles above it fight a melee (R47)."""
    if action == act.COMMIT:
        pop(game)
        combat.commit_pieces(game)
        push(game, ROLL_COMBAT)
    elif action == game.target:
        pop(game)
        game.melee = 1
        push(game, SECOND_WAVE)
    else:
        combat.add_attacker(game, action)


# --- the machine


@kernel
def run(world: World, game: State) -> None:
    """Go on until somebody has a real choice, or the game is over.

    Forced decisions are taken here. With `explicit_chance` chance events wait for the caller as well.
    """
    while not game.over and not victory.annihilated(world, game):
        node = game.todo[game.depth - 1]
        if node >= FIRST_STEP:
            perform(world, game, node)
        elif node >= FIRST_CHANCE:
            if game.explicit_chance:
                game.legal[:] = 0
                game.choices = 0
                game.player = -1
                game.decision = node
                return
            happen(world, game, node, draw_chip(game) if node == DRAW_CHIP else throw_die(game))
        else:
            offer(world, game, node)
            game.decision = node
            game.choices = count_legal(game)
            if game.choices > 1:
                return
            decide(world, game, node, first_legal(game))
    game.legal[:] = 0
    game.choices = 0
    game.player = -1
    game.decision = -1


@kernel
def count_legal(game: State) -> int:
    """How many actions the mask allows."""
    count = 0
    for action in range(ACTIONS):
        count += int(game.legal[action])
    return count


@kernel
def first_legal(game: State) -> int:
    """The first action that the mask allows."""
    action = 0
    while not game.legal[action]:
        action += 1
    return action


@kernel
def nth_legal(game: State, number: int) -> int:
    """The action with this number among the legal ones."""
    action = 0
    while number > 0 or not game.legal[action]:
        number -= int(game.legal[action])
        action += 1
    return action

