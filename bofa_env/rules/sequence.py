"""The sequence of play: which decision, chance event or step follows which. Read it beside chapter 5 of the rules."""

from __future__ import annotations

from . import actions as act
from . import (
    archery,
    bats,
    chieftains,
    chips,
    combat,
    courage,
    dive,
    entry,
    escape,
    group,
    hysteria,
    movement,
    regroup,
    rocks,
    setup,
    spells,
    stacks,
    victory,
)
from .actions import COMBAT, FIRE, MOVE
from .chance import draw_chip, throw_die
from .jit import kernel
from .mask import clear_mask, count_legal, nth_legal
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
    END_PHASE,
    ENTER_AT,
    ESCAPE,
    FIRE_OR_COMBAT,
    FIRE_TARGET,
    FIRST_CHANCE,
    FIRST_STEP,
    HELD_OR_DRAW,
    NEXT_BATS,
    NEXT_CHIEFTAIN,
    NEXT_DIVE,
    NEXT_ESCAPE,
    NEXT_FLIGHT,
    NEXT_HYSTERIA,
    NEXT_PARTNER,
    NEXT_PHASE,
    NEXT_REGROUP,
    NEXT_TURN,
    PLACE_CHIEFTAIN,
    REGROUP_SHIFT,
    REGROUP_STEP,
    ROCK,
    ROLL_BATS,
    ROLL_COMBAT,
    ROLL_COURAGE,
    ROLL_DIRECTION,
    ROLL_DISTANCE,
    ROLL_DIVE,
    ROLL_ENTRY,
    ROLL_EXTRA_ELVES,
    ROLL_HYSTERIA,
    ROLL_REGROUP,
    ROLL_ROCK,
    ROLL_SHOT,
    ROLL_SPELL,
    SECOND_WAVE,
    SELECT,
    SELECT_PIECES,
    SET_UP,
    SHOOTERS,
    SPELL_TARGET,
    STACK_ORDER,
    TAKE_HIT,
    pop,
    push,
)
from .pieces import is_eagle, other
from .record import BALKED, BATS, CHIEFTAINS, HYSTERIA, LASTING, MOVED, ON_TOP, TRANSIT, State
from .seats import has_partner, other_partner, owner
from .world import DARK_ARMY, FREE_PEOPLES, PIECES, World

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
        game.acting = -1
        pop(game)
    elif node == NEXT_PARTNER:
        game.acting = other_partner(game)
        pop(game)
    elif node == NEXT_ESCAPE:
        escape.next_escape(game)
    elif node == NEXT_DIVE:
        dive.next_dive(world, game)
    elif node == NEXT_REGROUP:
        regroup.next_regroup(world, game)
    elif node == NEXT_BATS:
        bats.next_bats(world, game)
    elif node == NEXT_HYSTERIA:
        hysteria.next_hysteria(world, game)
    elif node == NEXT_FLIGHT:
        hysteria.next_flight(world, game)
    elif node == NEXT_CHIEFTAIN:
        chieftains.next_chieftain(world, game)


@kernel
def next_turn(world: World, game: State) -> None:
    """Twelve turns (O-9: sixteen); then the areas are judged."""
    if game.turn == game.last_turn:
        victory.judge(world, game)
        return
    chips.start_turn(game)
    push(game, NEXT_PHASE)
    push(game, CHOOSE_CHIP)
    if game.standard:
        regroup.begin_regrouping(game, game.first, False)  # S-3
        if game.turn == 4:
            push(game, ROLL_ENTRY)  # S-5


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
    game.acting = game.phasing
    for piece in range(PIECES):
        game.marks[piece] &= LASTING
    game.over_limit = -1
    game.piles_rolled = 0
    game.cursor = 0
    push(game, END_PHASE)
    if kind == MOVE:
        for_each_partner(game, SELECT)
        if game.options & CHIEFTAINS and game.phasing == DARK_ARMY:
            push(game, NEXT_CHIEFTAIN)
        if game.options & HYSTERIA:
            push(game, NEXT_FLIGHT)
        return
    for_each_partner(game, COMBAT_TARGET if kind == COMBAT else FIRE_TARGET)
    if game.standard:
        if has_partner(game, game.phasing):
            push(game, NEXT_PARTNER)  # after the rocks of both, the first partner again
        for_each_partner(game, ROCK)
    if kind == FIRE:
        if game.standard and game.phasing == FREE_PEOPLES:
            push(game, CAST_SPELL)
        if game.options & BATS and game.phasing == DARK_ARMY:
            push(game, NEXT_BATS)


@kernel
def for_each_partner(game: State, node: int) -> None:
    """The phasing player does this; where two share the side, first the one, then the other (O-2)."""
    push(game, node)
    if has_partner(game, game.phasing):
        push(game, NEXT_PARTNER)
        push(game, node)


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
    elif node == ROLL_COURAGE:
        if courage.passes(world, game, game.target, outcome):
            arrive(world, game)
        else:
            group.mark_group(game, BALKED)  # R14: may still move elsewhere
    elif node == ROLL_REGROUP:
        regroup.resolve_regroup(world, game, outcome)
    elif node == ROLL_ROCK:
        rocks.resolve_rock(world, game, outcome)
    elif node == ROLL_DIVE:
        dive.resolve_dive(world, game, outcome)
    elif node == ROLL_SPELL:
        spells.resolve_spell(world, game, outcome)
    elif node == ROLL_ENTRY:
        entry.resolve_entry(game, outcome)
    else:
        happen_by_option(world, game, node, outcome)


@kernel
def happen_by_option(world: World, game: State, node: int, outcome: int) -> None:
    """Dice that only the options throw."""
    if node == ROLL_BATS:
        bats.resolve_bats(world, game, outcome)
    elif node == ROLL_HYSTERIA:
        hysteria.resolve_hysteria(world, game, outcome)
    elif node == ROLL_DIRECTION:
        hysteria.resolve_direction(game, outcome)
    elif node == ROLL_DISTANCE:
        hysteria.resolve_distance(world, game, outcome)
    elif node == ROLL_EXTRA_ELVES:
        chieftains.resolve_extra_elves(game, outcome)


# --- decisions: what may be chosen


@kernel
def offer(world: World, game: State, node: int) -> None:
    """Write the exact mask of a decision into `game.legal`, and who decides into `game.player`."""
    clear_mask(game)
    game.player = game.acting
    if node == SELECT:
        offer_select(world, game)
    elif node == SELECT_PIECES:
        offer_select_pieces(world, game)
    elif node == DESTINATION:
        game.player = owner(world, game, game.group[0])
        movement.offer_destinations(world, game, game.phasing, game.over_limit >= 0)
    elif node == STACK_ORDER:
        game.player = owner(world, game, game.subject)
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
    else:
        offer_by_standard(world, game, node)


@kernel
def offer_by_standard(world: World, game: State, node: int) -> None:
    """Decisions that only the standard game and the options ask for."""
    if node == ROCK:
        rocks.offer_rocks(world, game)
    elif node == ESCAPE:
        escape.offer_escape(world, game)
    elif node == DIVE:
        dive.offer_dive(world, game)
    elif node == CAST_SPELL:
        spells.offer_spells(world, game)
    elif node == SPELL_TARGET:
        spells.offer_spell_target(world, game)
    elif node == REGROUP_STEP:
        regroup.offer_step(world, game)
    elif node == REGROUP_SHIFT:
        regroup.offer_shift(world, game)
    elif node == PLACE_CHIEFTAIN:
        chieftains.offer_return(world, game)
    elif node == CHOOSE_TRIBE:
        chieftains.offer_tribes(game)
    elif node == CHOOSE_ELF:
        chieftains.offer_elves(world, game)


@kernel
def offer_select(world: World, game: State) -> None:
    """A stack to move, a reinforcement to bring on, or `done`; a stack over the limit comes first (R10)."""
    if game.over_limit >= 0:
        game.legal[game.over_limit] = 1
        return
    side, seat = int(game.phasing), int(game.acting)
    shared = has_partner(game, side)
    for piece in range(world.first_piece[side], world.end_piece[side]):
        hex = game.hex[piece]
        ready = (hex >= 0) & (world.side[piece] == side) & group.may_still_move(game, piece)
        if shared:
            ready &= owner(world, game, piece) == seat
        game.legal[hex if ready else act.DONE] = 1  # no branches: nobody can foretell who has moved
    if entry.next_to_enter(world, game, game.acting) >= 0:
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
        game.player = owner(world, game, game.stack[_first_piece_of_first_set(sets)])  # R64
        return
    count = group.list_movable(world, game, side, game.origin, game.acting)
    for bits in range(1, 1 << count):
        game.legal[act.TAKE + bits] = 1


@kernel
def _first_piece_of_first_set(sets: int) -> int:
    """Bit b of `sets`: the pieces whose bits are set in b may leave together. The topmost piece of the first such set."""
    bits = 1
    while not sets >> bits & 1:
        bits += 1
    piece = 0
    while not bits >> piece & 1:
        piece += 1
    return piece


# --- decisions: what follows


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
                clear_mask(game)
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
            if game.choices == 0:  # nothing can be chosen: the decision falls away
                game.over_limit = -1
                pop(game)
                continue
            decide(world, game, node, nth_legal(game, 0))
    clear_mask(game)
    game.choices = 0
    game.player = -1
    game.decision = -1
