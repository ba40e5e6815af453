"""Why not? The rule behind a refusal, found with the rules' own kernels. Where it cannot be told, only what is legal."""

from __future__ import annotations

from ..game import Game
from ..rules import doors
from ..rules.actions import ACTIONS, hex_name
from ..rules.record import BALKED, ENTERED, FOUGHT, HYSTERICAL, MOVED, SHOT
from ..rules.world import CLIFF, HEXES, SIDES
from .lens import FAR, Lens
from .words import PLAYER_NAMES, prompt


def refusal(game: Game, action: int) -> str:
    """Why this action cannot be played now."""
    if game.over:
        return "The game is over."
    if not 0 <= action < ACTIONS:
        return f"There is no action {action}: actions are 0 to {ACTIONS - 1}."
    game = game.clone()  # looking into stacks uses the record's scratch space
    reason = _hex_refusal(game, action) if action < HEXES else _verb_refusal(game, game.action_name(action))
    return reason or f"That is not possible now. {prompt(game)}"


def _verb_refusal(game: Game, name: str) -> str | None:
    if game.decision == "combat_target" and name == "done":
        return "Every melee must be fought before the phase ends (B-7, R43)."
    if game.decision == "select" and name == "done":
        return "A stack is over the limit: a friend must leave it first (B-9, R10)."
    if game.decision in ("attackers", "shooters") and name == "commit":
        return "Name at least one hex that takes part."
    return None


def _hex_refusal(game: Game, hex: int) -> str | None:
    if _outside(game, hex):
        return f"{hex_name(hex)} is outside this scenario's part of the battlefield."
    asked = {
        "select": _not_selectable,
        "destination": _not_reachable,
        "combat_target": _not_attackable,
        "attackers": _not_an_attacker,
        "second_wave": _no_second_wave,
        "fire_target": _not_a_target,
        "shooters": _not_a_shooter,
        "deploy": _no_place,
        "enter": _no_place,
    }.get(str(game.decision))
    return asked(game, hex) if asked else None


def _outside(game: Game, hex: int) -> bool:
    return bool((game.data.world[0].neighbour[hex] < 0).all())


def _own_side(game: Game) -> int:
    return SIDES.index(game.side_of(str(game.player)))


def _pieces(game: Game, side: int, hex: int) -> list[int]:
    return [game.data.piece_number[name] for name in game.stack(hex_name(hex), SIDES[side])]


def _marks(game: Game, pieces: list[int], flag: int) -> bool:
    return bool(pieces) and all(game.record["marks"][0, piece] & flag for piece in pieces)


def _adjacent(game: Game, hex: int, other: int) -> bool:
    return int(game.data.world[0].distance[hex, other]) == 1


# --- moving


def _not_selectable(game: Game, hex: int) -> str | None:
    if game.record["over_limit"][0] >= 0:
        crowded = hex_name(int(game.record["over_limit"][0]))
        return f"{crowded} is over the stacking limit: a friend must leave it first (B-9, R10)."
    own = _pieces(game, _own_side(game), hex)
    if not own:
        return f"None of your pieces is in {hex_name(hex)}."
    if _marks(game, own, HYSTERICAL):
        return "Hysterical units do not move by their owner's will (O-4)."
    if _marks(game, own, MOVED | HYSTERICAL):
        return "Each piece moves at most once per MOVE phase (B-6)."
    return "These pieces belong to your partner (O-2)."


def _not_reachable(game: Game, hex: int) -> str | None:
    lens, side = Lens(game), int(game.record["phasing"][0])
    group = [int(piece) for piece in game.record["group"][0, : game.record["group_size"][0]]]
    enemies, enemy_units = _pieces(game, 1 - side, hex), Lens(game).blocked(1 - side, hex)
    origin, where = int(game.record["origin"][0]), hex_name(hex)
    if hex == origin:
        return "A friend must leave this hex: staying is not possible (R10)."
    if not lens.may_all_stand(hex):
        if game.data.world[0].terrain[hex] == CLIFF:
            return "Nobody climbs the cliffs but eagles (B-6)."
        return "Not everybody in this group may stand in the Front Gate (S-6, R12)."
    if lens.pinned():
        if enemies or not _adjacent(game, origin, hex):
            return "Enemies are in its hex: it may only step to an adjacent hex free of enemies (R11)."
    elif enemies and game.record["over_limit"][0] >= 0:
        return "Who makes room goes to a hex free of enemies (R10)."
    elif enemies and _any(game, group, BALKED):
        return "Its courage failed: it may not try an enemy hex again in this phase (R14)."
    elif enemy_units and _any(game, group, ENTERED):
        return "A piece that entered in this phase did not begin it next to anybody: no melee (R11)."
    elif enemy_units and not _adjacent(game, origin, hex):
        return f"An enemy unit is in {where}: a melee is brought on only by a piece that began the phase next to it (R11)."
    cost, allowance = int(Lens(game).costs(FAR)[hex]), lens.allowance()
    if cost < 0:
        return f"There is no way to {where}: enemies, cliffs or red hexsides bar it (B-6)."
    if cost > allowance:
        return f"Too far: the cheapest way to {where} costs {cost}, its allowance is {allowance} (B-6)."
    if enemies and not enemy_units:
        return "One does not stop on eagles (R24)." if game.ruleset == "standard" else None
    if not Lens(game).fits_limits(hex):
        return f"Over the stacking limit in {where}, and nobody there can make room (B-9, R10)."
    return None


def _any(game: Game, pieces: list[int], flag: int) -> bool:
    return any(game.record["marks"][0, piece] & flag for piece in pieces)


def _no_place(game: Game, hex: int) -> str | None:
    number = game.data.piece_number[str(game.subject)]
    if not doors.may_stand(game.data.world, game.record, 0, number, hex):
        return f"{game.subject} may not stand in {hex_name(hex)} (B-6, S-6)."
    if game.decision == "enter":
        return "Reinforcements come on at the marked entry hexes, within the stacking limits (B-5, R38)."
    return "Outside its set-up zone, or over the stacking limit (B-2, B-9)."


# --- fighting


def _not_attackable(game: Game, hex: int) -> str | None:
    side = _own_side(game)
    if not _pieces(game, 1 - side, hex):
        return f"No enemy is in {hex_name(hex)}."
    if Lens(game).melee_at(hex):
        return "This melee has been fought in this phase; each piece fights once (B-7)."
    around = [int(next_hex) for next_hex in game.data.world[0].neighbour[hex] if next_hex >= 0]
    friends = [next_hex for next_hex in around if _pieces(game, side, next_hex)]
    if not friends:
        return "None of your stacks is next to it (B-7)."
    ready = [next_hex for next_hex in friends if not _any(game, _pieces(game, side, next_hex), FOUGHT)]
    if not ready:
        return "Your stacks next to it have fought in this phase; each piece fights once (B-7)."
    if all(Lens(game).melee_at(next_hex) for next_hex in ready):
        return "Your stacks next to it are in a melee of their own: no attack out of a melee (R19)."
    return "It cannot be attacked from there: red hexsides, the Front Gate's flanks, or a partner's pieces (B-7, O-2)."


def _not_an_attacker(game: Game, hex: int) -> str | None:
    side, target = _own_side(game), int(game.record["target"][0])
    named = game.record["attackers"][0, : game.record["attacker_count"][0]].tolist()
    if hex in named:
        return "This hex takes part already."
    return _not_a_helper(game, hex, side, target)


def _no_second_wave(game: Game, hex: int) -> str | None:
    return _not_a_helper(game, hex, _own_side(game), int(game.record["target"][0]))


def _not_a_helper(game: Game, hex: int, side: int, target: int) -> str | None:
    own = _pieces(game, side, hex)
    if not own:
        return f"None of your pieces is in {hex_name(hex)}."
    if not _adjacent(game, hex, target):
        return f"{hex_name(hex)} is not next to {hex_name(target)} (B-7)."
    if _any(game, own, FOUGHT):
        return "This stack has fought in this phase; each piece fights once (B-7)."
    if Lens(game).melee_at(hex):
        return "This stack is locked in a melee of its own (R18, R19)."
    if _marks(game, own, HYSTERICAL):
        return "Hysterical units never attack (O-4)."
    return None


# --- shooting


def _not_a_target(game: Game, hex: int) -> str | None:
    if not _pieces(game, 1 - _own_side(game), hex):
        return f"No enemy is in {hex_name(hex)}."
    if Lens(game).melee_at(hex):
        return "Nobody shoots into a melee (B-8)."
    sight = " and line of sight (S-8)" if game.ruleset == "standard" else ""
    return f"None of your archers who may still shoot has it within range{sight} (B-8)."


def _not_a_shooter(game: Game, hex: int) -> str | None:
    side, target = _own_side(game), int(game.record["target"][0])
    own = _pieces(game, side, hex)
    if hex in game.record["shooters"][0, : game.record["shooter_count"][0]].tolist():
        return "This hex shoots already."
    if not own:
        return f"None of your pieces is in {hex_name(hex)}."
    if _any(game, own, SHOT):
        return "These archers have shot in this phase (B-8)."
    if Lens(game).melee_at(hex):
        return "Nobody shoots out of a melee (B-8)."
    world = game.data.world[0]
    if game.ruleset == "standard" and world.guard_room[hex]:
        return "Nobody shoots out of a guard room (S-8)."
    best = max(doors.bow_of(game.data.world, game.record, 0, piece) for piece in own)
    if best == 0:
        return "Nobody there has a bow (B-8)."
    distance = int(world.distance[hex, target])
    if distance > best:
        return f"Out of range: {hex_name(target)} is {distance} hexes away, the bow reaches {best} (B-8)."
    if game.ruleset == "standard" and not doors.sees(game.data.world, game.record, 0, hex, target):
        return "The line of sight is blocked (S-8, R28)."
    return None


def not_your_turn(game: Game) -> str:
    """For somebody who acts while another has to decide."""
    return "The game is over." if game.over else f"It is for {PLAYER_NAMES[str(game.player)]} to decide."
