"""What follows from a player's choice."""

from __future__ import annotations

from . import actions as act
from . import archery, chieftains, chips, combat, courage, entry, escape, group, regroup, rocks, setup, stacks
from .actions import COMBAT, FIRE
from .jit import kernel
from .nodes import (
    ADVANCE,
    ATTACKERS,
    CAST_SPELL,
    CHOOSE_CHIP,
    CHOOSE_ELF,
    CHOOSE_TRIBE,
    COMBAT_TARGET,
    DEPLOY,
    DESTINATION,
    DIVE,
    DRAW_CHIP,
    ENTER_AT,
    ESCAPE,
    FIRE_OR_COMBAT,
    FIRE_TARGET,
    HELD_OR_DRAW,
    NEXT_DIVE,
    NEXT_ESCAPE,
    PLACE_CHIEFTAIN,
    REGROUP_SHIFT,
    REGROUP_STEP,
    ROCK,
    ROLL_COMBAT,
    ROLL_COURAGE,
    ROLL_DIVE,
    ROLL_SHOT,
    ROLL_SPELL,
    SECOND_WAVE,
    SELECT,
    SELECT_PIECES,
    SHOOTERS,
    SPELL_TARGET,
    STACK_ORDER,
    TAKE_HIT,
    pop,
    push,
)
from .phases import begin_phase, play_chip
from .pieces import is_eagle, other
from .record import MOVED, ON_TOP, TRANSIT, State
from .world import World


@kernel
def decide(world: World, game: State, node: int, action: int) -> None:
    """A player has chosen; `action` is legal."""
    if node == SELECT:
        decide_select(world, game, action)
    elif node == SELECT_PIECES:
        pop(game)
        seat = -1 if game.over_limit >= 0 else game.acting
        count = group.list_movable(world, game, game.phasing, game.origin, seat)
        group.take_group(game, action - act.TAKE, count)
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
            bring_on(world, game, game.subject, action)
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
    else:
        decide_by_standard(world, game, node, action)


@kernel
def decide_by_standard(world: World, game: State, node: int, action: int) -> None:
    """What follows from the decisions of the standard game and the options."""
    if node == ROCK:
        if action != act.NONE:
            push(game, ROCK)
            rocks.start_rolling(world, game, action)
    elif node == ESCAPE:
        if action != game.hex[game.subject]:
            escape.escape(world, game, action)
            ask_stack_order(world, game, world.side[game.subject], action)
    elif node == DIVE:
        if action != act.NONE:
            game.wave = action
            push(game, ROLL_DIVE)
    elif node == CAST_SPELL:
        if action != act.NONE:
            game.spell = action - act.SPELL
            push(game, ROLL_SPELL)
            if game.spell == act.DESTROY:
                push(game, SPELL_TARGET)
    elif node == SPELL_TARGET:
        game.target = action
    elif node == REGROUP_STEP:
        regroup.take_step(world, game, action)
    elif node == REGROUP_SHIFT:
        regroup.take_shift(world, game, action)
    elif node == PLACE_CHIEFTAIN:
        chieftains.return_to(world, game, action)
    elif node == CHOOSE_TRIBE:
        chieftains.choose_tribe(game, action)
    elif node == CHOOSE_ELF:
        if chieftains.choose_elf(world, game, action):
            push(game, CHOOSE_ELF)


@kernel
def bring_on(world: World, game: State, piece: int, hex: int) -> None:
    """A reinforcement comes; a lone enemy leader whom it comes upon may escape (R38)."""
    entry.enter(world, game, piece, hex)
    if game.standard and not is_eagle(world, piece):
        game.escaper_count = 0
        game.marks[piece] |= TRANSIT
        escape.note_escaper(world, game, game.phasing, hex)
        game.marks[piece] &= ~TRANSIT
        if game.escaper_count:
            push(game, NEXT_ESCAPE)
    ask_stack_order(world, game, world.side[piece], hex)


@kernel
def decide_select(world: World, game: State, action: int) -> None:
    """A stack, a reinforcement, or the end of the phase."""
    if action == act.DONE:
        pop(game)
    elif action == act.ENTER:
        game.subject = entry.next_to_enter(world, game, game.acting)
        push(game, ENTER_AT)
    else:
        game.origin = action
        if game.over_limit < 0 and group.list_movable(world, game, game.phasing, action, game.acting) == 1:
            group.take_group(game, 1, 1)  # nothing to choose
            push(game, DESTINATION)
        else:
            push(game, SELECT_PIECES)


@kernel
def decide_destination(world: World, game: State, hex: int) -> None:
    """The group stays, or goes there."""
    if hex == game.origin:
        group.mark_group(game, MOVED)
        if group_has_leader(world, game):
            ask_stack_order(world, game, game.phasing, hex)
        return
    game.target = hex
    if game.standard and courage.must_test(world, game, game.phasing, last_hex(world, game, hex), hex):
        push(game, ROLL_COURAGE)
        leader = courage.leader_beneath(world, game)
        if leader >= 0:  # R68
            game.subject = leader
            push(game, STACK_ORDER)
    else:
        arrive(world, game)


@kernel
def last_hex(world: World, game: State, hex: int) -> int:
    """The hex from which the group crosses into its target; it matters only where enemy units are (S-6)."""
    if not stacks.has_units(world, game, other(game.phasing), hex) or group.group_flies(world, game):
        return int(game.origin)
    return escape.last_hex_before(world, game, game.phasing, hex)


@kernel
def arrive(world: World, game: State) -> None:
    """The group stands in its new hex; if that breaks the limit, a friend must leave next (R10).

    Then eagles may have dived on their way, and leaders on the route may escape (standard).
    """
    group.mark_group(game, TRANSIT)
    escape.note_escapers(world, game, game.phasing, game.target)
    group.unmark_group(game, TRANSIT)
    if game.escaper_count:
        push(game, NEXT_ESCAPE)
    if game.standard and group.group_flies(world, game):
        push(game, NEXT_DIVE)
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
