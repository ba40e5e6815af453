"""Positions: a game as a plain dict, whole or sparse.

A *whole* position (`Game.position()`) has everything, under `engine` even the pending decision and the random streams, and
is restored exactly. A *sparse* one, for tests and puzzles, names only what matters:

    {"ruleset": "standard", "turn": 5, "player": "dark_army", "phase": "COMBAT",
     "piece": [{"name": "azug sword 1", "hex": "1113", "reduced": True}]}

Keys of a sparse position, all but `player` and `phase` optional:
  ruleset, options, seed   as for Game
  scenario                 whose map it is; default: the full one
  turn                     default 1
  player, phase            whose phase it is, and which: MOVE, COMBAT or FIRE
  phase_number             which phase of the turn; default: the first that this player can have
  held                     the chip that the second player of the turn holds; default: none
  cup                      the chips in the cup, such as {"MOVE": 2, "FIRE": 1}; default: all others of the turn
  spells                   Gandalf's spells that have succeeded: "destroy", "push", "rally"
  entry_edges              where the turn-4 tribes may enter: "north_west", "north_east" or "both" (default)
  rest                     "dead" (default), "as_dealt" (the others set up as in `deployment`, reinforcements to come)
  script                   dice and draws that come first, such as {"dice": [3, 10], "draws": ["FIRE"]}
  explicit_chance          true: stop at chance events
  piece                    a list: name, and hex or to_come = true; reduced = true or hits = n, on_top (leaders),
                           hysterical; in one hex the later one lies on top
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from .data.load import Data, UnknownPiece
from .deployments import DEPLOYMENTS, set_up_plan
from .errors import ChanceError, PositionError, UnknownName, one_of
from .game import RULESETS, checked_seed, option_bits
from .rules import doors, nodes
from .rules.actions import CHIPS, PHASES, hex_name, hex_number
from .rules.limits import checked_field
from .rules.record import (
    ASIDE,
    BENEATH_BIT,
    DEAD,
    DERIVED,
    GAME,
    HYSTERICAL,
    ON_TOP,
    RULES_VERSION,
    SCRATCH,
    TO_COME,
)
from .rules.world import ELF, ENTRY_NE, ENTRY_NW, PIECES, SIDES

if TYPE_CHECKING:
    from .game import Game

_SPELLS = ("destroy", "push", "rally")
_EDGES = {"north_west": ENTRY_NW, "north_east": ENTRY_NE, "both": ENTRY_NW | ENTRY_NE}
_WHERE = {TO_COME: "to_come", DEAD: "dead", ASIDE: "aside"}
_BY_PIECE = ("hex", "hits", "marks", *DERIVED)
_TOLD = ("standard", "options", "turn")
_ENGINE = tuple(name for name in GAME.names or () if name not in (*_BY_PIECE, *_TOLD, *SCRATCH))

_SPARSE_KEYS = {
    "ruleset", "options", "seed", "turn", "player", "phase", "phase_number", "held", "cup", "spells", "entry_edges",
    "rest", "deployment", "scenario", "piece", "script", "explicit_chance",
}  # fmt: skip
_WHOLE_KEYS = {"rules_version", "ruleset", "options", "seed", "deployment", "scenario", "turn", "piece", "engine", "script"}
_PIECE_KEYS = {"name", "hex", "to_come", "reduced", "hits", "on_top", "hysterical"}

# What each pending decision or chance event is about.
_CONTEXT: dict[int, tuple[str, ...]] = {
    nodes.DEPLOY: ("subject",), nodes.ENTER_AT: ("subject",), nodes.STACK_ORDER: ("subject",),
    nodes.ESCAPE: ("subject",), nodes.DIVE: ("subject", "origin", "target"), nodes.SELECT_PIECES: ("origin",),
    nodes.DESTINATION: ("origin",), nodes.SECOND_WAVE: ("target",), nodes.ATTACKERS: ("target",),
    nodes.TAKE_HIT: ("target",), nodes.ADVANCE: ("target",), nodes.SHOOTERS: ("target",),
    nodes.REGROUP_STEP: ("subject",), nodes.REGROUP_SHIFT: ("subject", "target", "wave"),
    nodes.PLACE_CHIEFTAIN: ("subject",), nodes.ROLL_COMBAT: ("target",), nodes.ROLL_SHOT: ("target",),
    nodes.ROLL_COURAGE: ("origin", "target"), nodes.ROLL_DIVE: ("subject", "wave"), nodes.ROLL_ROCK: ("pile",),
    nodes.ROLL_SPELL: ("spell",), nodes.ROLL_REGROUP: ("subject",), nodes.ROLL_BATS: ("subject",),
    nodes.ROLL_HYSTERIA: ("subject",), nodes.ROLL_DIRECTION: ("subject",), nodes.ROLL_DISTANCE: ("subject", "wave"),
}  # fmt: skip
_OFF_MAP = (nodes.DEPLOY, nodes.ENTER_AT, nodes.PLACE_CHIEFTAIN)


# --- writing


def position_of(game: Game) -> dict[str, Any]:
    """Everything, as plain lists, numbers and words."""
    rec = game.record[0]
    return {
        "rules_version": RULES_VERSION,
        "ruleset": game.ruleset,
        "options": list(game.options),
        "seed": game.seed,
        "deployment": game.deployment,
        "scenario": game.scenario,
        "turn": game.turn,
        "piece": [_told(game, number) for number in _bottom_to_top(game)],
        "engine": {name: np.asarray(rec[name]).tolist() for name in _ENGINE},
        "script": {"dice": list(game._dice), "draws": [CHIPS[chip] for chip in game._draws]},
    }


def _bottom_to_top(game: Game) -> list[int]:
    """All pieces, in an order that rebuilds every stack when they are placed one after another."""
    rec = game.record[0]

    def depth(number: int) -> int:
        below = 0
        while rec.hex[number] >= 0 and rec.below[number] >= 0:
            number, below = int(rec.below[number]), below + 1
        return below

    return sorted(range(PIECES), key=lambda number: (depth(number), number))


def _told(game: Game, number: int) -> dict[str, Any]:
    rec = game.record[0]
    hex = int(rec.hex[number])
    where = hex_name(hex) if hex >= 0 else _WHERE[hex]
    return {
        "name": game.data.pieces[number],
        "where": where,
        "hits": int(rec.hits[number]),
        "marks": int(rec.marks[number]),
    }


# --- reading


def restore(cls: type[Game], position: Mapping[str, Any], data: Data) -> Game:
    """The game of a position; PositionError, and no game, if there is anything wrong with it."""
    if not isinstance(position, Mapping):
        _refuse(f"a position is a dict, not {type(position).__name__}")
    try:
        return _restore_whole(cls, position, data) if "engine" in position else _restore_sparse(cls, position, data)
    except (UnknownName, UnknownPiece) as error:
        raise PositionError(str(error)) from None


def _refuse(reason: str) -> NoReturn:
    raise PositionError(reason)


def _empty(cls: type[Game], data: Data, position: Mapping[str, Any]) -> Game:
    """A game with this ruleset, options and seed, and nothing on the map."""
    ruleset = one_of("ruleset", position.get("ruleset", "standard"), RULESETS)
    options = position.get("options", ())
    if not isinstance(options, (list, tuple)):
        _refuse(f"options is a list of names, not {options!r}")
    game = object.__new__(cls)
    game.data = data
    try:
        bits = option_bits(options, ruleset)
        game.seed = checked_seed(position.get("seed", 0))
    except (TypeError, ValueError) as error:
        raise PositionError(str(error)) from None
    game.scenario = position.get("scenario", "full")
    game.deployment = one_of("deployment", position.get("deployment", "historical"), DEPLOYMENTS)
    game._dice, game._draws = [], []
    game.record = np.zeros(1, GAME)
    doors.clear(data.world, game.record, 0, RULESETS.index(ruleset), bits, game.seed)
    return game


def _restore_whole(cls: type[Game], position: Mapping[str, Any], data: Data) -> Game:
    if position.get("rules_version") != RULES_VERSION:
        _refuse(
            f"this position is of rules version {position.get('rules_version')!r}; "
            f"this package plays version {RULES_VERSION} and would not restore it exactly"
        )
    _only(position, _WHOLE_KEYS, "position")
    game = _empty(cls, data, position)
    rec = game.record[0]
    rec.turn = _number(position, "turn", 0, int(rec.last_turn))
    pieces = _pieces(position, {"name", "where", "hits", "marks"})
    if sorted(told["name"] for told in pieces) != sorted(data.pieces):
        _refuse(f"a whole position names every one of the {PIECES} pieces, each once")
    rec.alive[:] = 0
    for told in pieces:
        _put_back(game, told)
    _restore_engine(rec, position["engine"])
    _check_stacks(game, *_over_for_the_moment(rec))
    _restore_script(game, position.get("script", {}))
    waits_for = {name: int(rec[name]) for name in ("decision", "player", "subject")}
    _check_context(rec)
    doors.resume(data.world, game.record, 0)
    if waits_for != {name: int(rec[name]) for name in waits_for} or rec.over != position["engine"]["over"]:
        _refuse("engine contradicts itself: the game would not wait for the decision that it names")
    return game


def _restore_engine(rec: Any, engine: Any) -> None:
    if not isinstance(engine, Mapping) or set(engine) != set(_ENGINE):
        _refuse(f"engine has the fields {', '.join(_ENGINE)}, and no others")
    for name in _ENGINE:
        try:
            rec[name] = checked_field(name, engine[name])
        except ValueError as error:
            raise PositionError(f"engine: {error}") from None


def _restore_script(game: Game, script: Any) -> None:
    if not isinstance(script, Mapping):
        _refuse(f"script is a table of dice and draws, not {script!r}")
    try:
        game.dice(script.get("dice", ()))
        game.draws(script.get("draws", ()))
    except (ChanceError, UnknownName) as error:
        raise PositionError(f"script: {error}") from None


def _check_context(rec: Any) -> None:
    """What the pending decision is about must be there before a kernel looks it up."""
    if rec.over:
        return
    if rec.depth < 1:
        _refuse("engine: a game that is not over has something to do (depth is at least 1)")
    needs = _CONTEXT.get(int(rec.todo[rec.depth - 1]), ())
    for name in needs:
        if rec[name] < 0:
            _refuse(f"engine: the pending decision needs {name}")
    if "subject" in needs and rec.hex[rec.subject] < 0 and int(rec.todo[rec.depth - 1]) not in _OFF_MAP:
        _refuse("engine: the piece that the decision is about is not on the map")
    for name, count in (("group", "group_size"), ("attackers", "attacker_count"), ("shooters", "shooter_count")):
        if (rec[name][: rec[count]] < 0).any():
            _refuse(f"engine: {name} has fewer entries than {count}")


def _put_back(game: Game, told: Mapping[str, Any]) -> None:
    rec, number = game.record[0], game.data.piece_number[told["name"]]
    places = {word: code for code, word in _WHERE.items()}
    where = told.get("where")
    hex = places[where] if isinstance(where, str) and where in places else _hex(where)
    most = doors.capacity_of(game.data.world, game.record, 0, number) - (1 if hex != DEAD else 0)
    rec.hits[number] = _number(told, "hits", 0, most)
    rec.marks[number] = _number(told, "marks", 0, 2**11 - 1)
    rec.hex[number] = hex
    if hex >= TO_COME and game.data.world[0].extra[number] and "extra_elves" not in game.options:
        _refuse(f"{told['name']} is one of the extra elves: set aside but with the option extra_elves (B-2, O-8)")
    if hex >= 0:
        _check_ground(game, number, hex)
        doors.lay(game.data.world, game.record, 0, number, hex)
    if hex >= TO_COME:
        rec.alive[game.data.world[0].side[number]] += 1


def _restore_sparse(cls: type[Game], position: Mapping[str, Any], data: Data) -> Game:
    _only(position, _SPARSE_KEYS, "position")
    game = _empty(cls, data, position)
    rec, world = game.record[0], data.world[0]
    rec.turn = _number(position, "turn", 1, int(rec.last_turn), default=1, rule="B-3")
    rec.first = 1 if rec.turn % 2 else 0
    _deal_rest(game, one_of("rest", position.get("rest", "dead"), ("dead", "as_dealt")))
    named: set[str] = set()
    for told in _pieces(position, _PIECE_KEYS):
        name = told["name"]
        number = data.piece_number[name]
        if name in named:
            _refuse(f"{name} is named twice")
        named.add(name)
        _put(game, number, told)
    _check_stacks(game)
    for number in range(PIECES):
        rec.alive[world.side[number]] += rec.hex[number] >= TO_COME
    _set_spells_and_edges(rec, position)
    _set_phase(game, position)
    return game


def _deal_rest(game: Game, rest: str) -> None:
    """The pieces that the position does not name: dead, or where the deployment puts them."""
    rec, world = game.record[0], game.data.world[0]
    rec.alive[:] = 0
    plan = set_up_plan(game.data, "historical" if rest == "as_dealt" else "free")
    for number in range(PIECES):
        if world.extra[number]:
            rec.hex[number] = ASIDE
        elif rest == "dead":
            rec.hex[number] = DEAD
        elif plan[number] >= 0 and world.start[number]:
            doors.put(game.data.world, game.record, 0, number, int(plan[number]) % BENEATH_BIT)
            rec.marks[number] = 0 if plan[number] >= BENEATH_BIT else ON_TOP * int(world.leader[number])
        else:
            rec.hex[number] = TO_COME


def _put(game: Game, number: int, told: Mapping[str, Any]) -> None:
    """Put a named piece where the position says, in the state that it says."""
    rec, world, name = game.record[0], game.data.world[0], told["name"]
    leader = bool(world.leader[number])
    if world.extra[number] and "extra_elves" not in game.options:
        _refuse(f"{name} is one of the extra elves: set aside but with the option extra_elves (B-2, O-8)")
    if rec.hex[number] >= 0:
        doors.take_away(game.data.world, game.record, 0, number)
    hits = _number(told, "hits", 0, 16, default=int(_truth(told, "reduced", False)))
    capacity = doors.capacity_of(game.data.world, game.record, 0, number)
    if hits >= capacity:
        rule = "B-7" if not leader else "S-10, R1" if rec.standard else "B-10.2"
        _refuse(f"{name} with {hits} hits would be dead: it takes {capacity} ({rule})")
    rec.hits[number] = hits
    rec.marks[number] = ON_TOP if leader and _truth(told, "on_top", True) else 0
    if not leader and "on_top" in told:
        _refuse(f"{name} is a unit: on_top is for leaders; units lie in the order in which they are listed (R17)")
    if _truth(told, "hysterical", False):
        if "hysteria" not in game.options:
            _refuse(f"{name} cannot be hysterical without the option hysteria (O-4)")
        if leader or world.kind[number] == ELF or world.move[number] == 10:
            _refuse(f"{name} cannot be hysterical: leaders, eagles and elves never are (O-4.5)")
        rec.marks[number] |= HYSTERICAL
    if _truth(told, "to_come", False) == ("hex" in told):
        _refuse(f"{name} needs either a hex or to_come = true")
    if "hex" not in told:
        if not world.enters_turn[number] and "variable_reinforcements" not in game.options:
            _refuse(f"{name} is set up at the start and cannot be to come (B-2, B-5)")
        rec.hex[number] = TO_COME
        if world.tribe[number] >= 0:
            rec.late_tribes |= 1 << int(world.tribe[number])  # O-6: one of those that come over the mountain
        return
    hex = _hex(told["hex"])
    _check_ground(game, number, hex)
    doors.put(game.data.world, game.record, 0, number, hex)


def _check_ground(game: Game, number: int, hex: int) -> None:
    if not doors.may_stand(game.data.world, game.record, 0, number, hex):
        rule = "S-6, R12" if hex == game.data.world[0].gate else "B-6.4"
        _refuse(f"{game.data.pieces[number]} may not be in hex {hex_name(hex)} ({rule})")


def _over_for_the_moment(rec: Any) -> tuple[int, ...]:
    """The hexes that may be over the limit while somebody decides: R10, and a restored unit that must step aside (S-3)."""
    pending = {int(node) for node in rec.todo[: rec.depth]}
    regrouped = pending & {nodes.REGROUP_STEP, nodes.REGROUP_SHIFT} and rec.subject >= 0
    return (int(rec.over_limit), *((int(rec.hex[rec.subject]),) if regrouped else ()))


def _check_stacks(game: Game, *tolerated: int) -> None:
    for hex in {int(hex) for hex in game.record[0].hex if hex >= 0} - set(tolerated):
        for side in range(2):
            if not doors.limits_hold(game.data.world, game.record, 0, side, hex):
                names = ", ".join(game.stack(hex_name(hex), SIDES[side]))
                _refuse(f"hex {hex_name(hex)} is over the stacking limit: {names} (B-9)")
        if not tolerated and doors.eagles_too_low(game.data.world, game.record, 0, hex):
            _refuse(f"hex {hex_name(hex)}: eagles may not be above enemies in the Front Gate or a guard room (S-7)")


def _set_spells_and_edges(rec: Any, position: Mapping[str, Any]) -> None:
    rec.second_wave_edges = _EDGES[one_of("entry_edges", position.get("entry_edges", "both"), _EDGES)]
    spells = position.get("spells", ())
    if not isinstance(spells, (list, tuple)):
        _refuse(f"spells is a list of names, not {spells!r}")
    for spell in spells:
        rec.spells_done |= 1 << _SPELLS.index(one_of("spell", spell, _SPELLS))


def _set_phase(game: Game, position: Mapping[str, Any]) -> None:
    """The chips as they are when this phase begins, and the phase itself."""
    rec = game.record[0]
    for key in ("player", "phase"):
        if key not in position:
            _refuse(f"a position needs {key!r}")
    player = SIDES.index(one_of("player", position["player"], SIDES))
    kind = PHASES.index(one_of("phase", position["phase"], PHASES))
    phases = 4 if rec.turn <= 3 else 6
    is_first = player == rec.first
    number = _number(position, "phase_number", 1, phases, default=1 if is_first else 2, rule="B-3")
    if (number % 2 == 1) != is_first:
        _refuse(f"phase {number} of turn {rec.turn} is not {position['player']}'s: phases alternate (B-3)")
    rec.phase_number, rec.phasing, rec.second_choice = number, player, 1
    doors.fill_cup(game.record, 0)
    if "held" in position:
        rec.held = CHIPS.index(one_of("chip", position["held"], CHIPS))
        rec.cup[rec.held] -= 1
    if rec.cup[kind] > 0:
        rec.cup[kind] -= 1
    if number == 1:
        rec.chosen = kind
    if "cup" in position:
        _set_cup(rec, position["cup"], needed=phases - number)
    doors.start_phase(game.data.world, game.record, 0, kind)
    _restore_script(game, position.get("script", {}))
    rec.explicit_chance = _truth(position, "explicit_chance", False)
    game._with_scripts(lambda: doors.resume(game.data.world, game.record, 0))


def _set_cup(rec: Any, cup: Any, needed: int) -> None:
    if not isinstance(cup, Mapping):
        _refuse(f"cup is a table such as {{MOVE = 2, FIRE = 1}}, not {cup!r}")
    most = [int(count) for count in rec.cup]
    for chip, name in enumerate(CHIPS):
        rec.cup[chip] = _number(cup, name, 0, most[chip], default=0, rule="B-3")
    _only(cup, set(CHIPS), "cup")
    if sum(rec.cup) + (rec.held >= 0) < needed:
        _refuse(f"the cup needs at least {needed} chips for the phases to come (B-3)")


# --- small checks


def _pieces(position: Mapping[str, Any], keys: set[str]) -> list[Mapping[str, Any]]:
    told = position.get("piece", [])
    if not isinstance(told, list):
        _refuse("piece is a list of tables, each with a name")
    for entry in told:
        if not isinstance(entry, Mapping) or not isinstance(entry.get("name"), str):
            _refuse(f"a piece is a table with a name, not {entry!r}")
        _only(entry, keys, f"piece {entry['name']!r}")
    return told


def _only(table: Mapping[str, Any], keys: set[str], what: str) -> None:
    for key in table:
        if key not in keys:
            _refuse(f"{what} has no key {key!r}; there is {', '.join(sorted(keys))}")


def _number(
    table: Mapping[str, Any], key: str, low: int, high: int, default: int | None = None, rule: str | None = None
) -> int:
    value = table.get(key, default)
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        _refuse(f"{key} is a whole number from {low} to {high}, not {value!r}" + (f" ({rule})" if rule else ""))
    return int(value)


def _truth(table: Mapping[str, Any], key: str, default: bool) -> bool:
    value = table.get(key, default)
    if not isinstance(value, bool):
        _refuse(f"{key} is true or false, not {value!r}")
    return value


def _hex(name: Any) -> int:
    try:
        return hex_number(name)
    except ValueError as error:
        raise PositionError(str(error)) from None

