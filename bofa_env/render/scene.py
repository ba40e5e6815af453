"""A scene: what a picture of a game has to show, as a small dict that JSON can hold.

The SVG board, the web page and the exported replay all draw scenes; nothing else of a game reaches them.

  ruleset, options, scenario
  region                     first and last column, first and last row of a small scenario's map; None: all of it
  turn, last_turn            turn 0 is the set-up
  first_player               the side that is first player of this turn
  phase_number, phase        "MOVE", "COMBAT" or "FIRE"; None between phases
  phasing_player             the side whose phase it is
  player, decision, subject  who has to decide what, and about which piece
  choices                    how many actions are legal
  chance                     the chance event that the game waits for
  origin, target             the hex of the selected stack, and the one that is moved to, attacked or shot at
  cup                        the chips in it, by kind
  chosen, held, holder       the first player's chip, the second player's, and who that is
  last_die                   1 to 10
  areas                      who holds each of the five
  keys                       the key hexes of each area
  outcome                    None, or winner, level, scores
  pieces                     those on the map in the order in which they are drawn, lowest first (see `placed`)
  melees                     the hexes with pieces of both sides
  to_come, dead              the pieces beside the map; those to come with the `turn` from which they may enter
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ..rules import nodes
from ..rules.actions import CHIPS, hex_name
from ..rules.record import DEAD, HYSTERICAL, ON_TOP, TO_COME
from ..rules.world import AREAS, SIDES

if TYPE_CHECKING:
    from ..data.load import Data
    from ..game import Game

Scene = dict[str, Any]

_ORIGIN = {nodes.SELECT_PIECES, nodes.DESTINATION, nodes.DIVE, nodes.ROLL_COURAGE}
_TARGET = {
    nodes.SECOND_WAVE, nodes.ATTACKERS, nodes.TAKE_HIT, nodes.ADVANCE, nodes.SHOOTERS, nodes.DIVE, nodes.ROLL_COMBAT,
    nodes.ROLL_SHOT, nodes.ROLL_COURAGE,
}  # fmt: skip


def scene(game: Game) -> Scene:
    """What there is to see of a game right now."""
    stacks = _stacks(game)
    return {
        **situation(game),
        "pieces": [piece for hex in sorted(stacks) for piece in placed(stacks[hex])],
        "melees": [hex_name(hex) for hex in sorted(stacks) if len({piece["side"] for piece in stacks[hex]}) == 2],
        **_beside(game),
    }


def situation(game: Game) -> Scene:
    """The same without the pieces."""
    record = game.record[0]
    decision, outcome = int(record.decision), game.outcome
    return {
        "ruleset": game.ruleset,
        "options": list(game.options),
        "scenario": game.scenario,
        "region": _region(game),
        "turn": game.turn,
        "last_turn": int(record.last_turn),
        "first_player": SIDES[record.first] if game.turn else None,
        "phase_number": int(record.phase_number),
        "phase": game.phase,
        "phasing_player": game.phasing_player,
        "player": game.player,
        "decision": game.decision,
        "subject": game.subject,
        "choices": int(record.choices) if game.player else 0,
        "chance": game.chance_event,
        "origin": hex_name(int(record.origin)) if decision in _ORIGIN and record.origin >= 0 else None,
        "target": hex_name(int(record.target)) if decision in _TARGET and record.target >= 0 else None,
        "cup": game.cup,
        "chosen": CHIPS[record.chosen] if record.chosen >= 0 else None,
        "held": game.held_chip,
        "holder": SIDES[1 - int(record.first)] if game.held_chip else None,
        "last_die": game.last_die,
        "areas": outcome.areas if outcome else game.areas(),
        "keys": _keys(game.data),
        "outcome": asdict(outcome) if outcome else None,
    }


def slug(name: str) -> str:
    """The name of a piece as it stands in the ids of its two faces: `c-azug-sword-1-full`, `c-azug-sword-1-reduced`."""
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower())


def placed(stack: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The pieces of one hex, bottom to top, each with `at`: how far from the centre of the hex it lies, and its size.

    Units lie one below the other, so that everybody's numbers can be read: the k-th of n, counted from the bottom, is
    moved down by 9 * ((n - 1) / 2 - k). A leader with units is three quarters as large, and is moved by (11, -10) if he
    lies on top of them, by (13, -7) if beneath. Where both sides are in the hex, all this is scaled by 0.8, the Free
    Peoples are moved left and the Dark Army right by 12, and the Free Peoples' leader lies to the left of his units.
    """
    melee = len({piece["side"] for piece in stack}) == 2
    for side in SIDES:
        own = [piece for piece in stack if piece["side"] == side]
        units = [piece for piece in own if not piece["leader"]]
        for number, unit in enumerate(units):
            unit["at"] = [0.0, 9 * ((len(units) - 1) / 2 - number), 1.0]
        leaders = [piece for piece in own if piece["leader"]]
        for number, leader in enumerate(leaders):
            apart = 9.0 * number  # more than one only for the moment (R10)
            if not units:
                leader["at"] = [apart, apart, 1.0]
            else:
                leader["at"] = [11.0 - apart, -10.0, 0.75] if leader["on_top"] else [13.0 - apart, -7.0, 0.75]
        if melee:
            outwards = -1 if side == SIDES[0] else 1
            for piece in own:
                x, y, size = piece["at"]
                piece["at"] = [round(outwards * (0.8 * x + 12), 2), round(0.8 * y, 2), round(0.8 * size, 2)]
    return stack


def _stacks(game: Game) -> dict[int, list[dict[str, Any]]]:
    """The pieces by hex, those of each side bottom to top."""
    record, number_of = game.record[0], game.data.piece_number
    stacks: dict[int, list[dict[str, Any]]] = {}
    for hex in {int(hex) for hex in record.hex if hex >= 0}:
        names = [name for side in SIDES for name in reversed(game.stack(hex_name(hex), side))]
        stacks[hex] = [_piece(game, number_of[name]) for name in names]
    return stacks


def _piece(game: Game, number: int) -> dict[str, Any]:
    record = game.record[0]
    hits, leader = int(record.hits[number]), bool(game.data.world[0].leader[number])
    return {
        **_name(game.data, number),
        "leader": leader,
        "hex": hex_name(int(record.hex[number])),
        "reduced": hits > 0 and not (leader and game.ruleset == "standard"),
        "hits": hits,
        "hysterical": bool(record.marks[number] & HYSTERICAL),
        "on_top": leader and bool(record.marks[number] & ON_TOP),
    }


def _name(data: Data, number: int) -> dict[str, Any]:
    world = data.world[0]
    name = data.pieces[number]
    return {"name": name, "slug": slug(name), "side": SIDES[world.side[number]], "army": data.armies[world.army[number]]}


def _beside(game: Game) -> dict[str, list[dict[str, Any]]]:
    """The pieces that are not on the map and yet in the game."""
    record, world = game.record[0], game.data.world[0]
    to_come, dead = [], []
    for number in range(len(game.data.pieces)):
        if record.hex[number] == TO_COME:
            to_come.append({**_name(game.data, number), "turn": int(world.enters_turn[number])})
        elif record.hex[number] == DEAD:
            dead.append(_name(game.data, number))
    return {"to_come": to_come, "dead": dead}


def _keys(data: Data) -> dict[str, list[str]]:
    hexes = data.world[0].key_hexes.tolist()
    return {area: [hex_name(hex) for hex in keys if hex >= 0] for area, keys in zip(AREAS, hexes, strict=True)}


def _region(game: Game) -> list[int] | None:
    from .. import scenarios

    region = scenarios.scenario(game.scenario).region
    return list(region) if region else None
