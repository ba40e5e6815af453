"""Positions: sparse ones fill in the rest and keep the rules, whole ones restore a game exactly, broken ones are refused."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bofa_env import Game
from bofa_env.errors import PositionError
from tests.helpers import DARK, FREE, GATE, SPARE, hexes, move, position, sparse, verbs

Position = dict[str, Any]

# --- sparse positions


def test_the_example_of_the_design() -> None:
    """A sparse position may come from TOML; what it does not name is dead"""
    text = """
        ruleset = "basic"
        turn = 5
        player = "dark_army"
        phase = "COMBAT"
        [[piece]]
        name = "azug sword 1"
        hex = "1113"
        reduced = true
        [[piece]]
        name = "Azug"
        hex = "1113"
        on_top = false
        [[piece]]
        name = "elves spear 1"
        hex = "1212"
        [[piece]]
        name = "Beorn"
        to_come = true
    """
    game = Game.from_position(tomllib.loads(text))
    assert (game.ruleset, game.turn, game.phasing_player, game.phase) == ("basic", 5, DARK, "COMBAT")
    assert (game.piece("azug sword 1").hex, game.piece("azug sword 1").steps) == ("1113", 1)
    assert game.stack("1113", DARK) == ["azug sword 1", "Azug"]
    assert game.piece("Beorn").to_come
    assert game.piece("Gandalf").steps == 0 and game.piece("Gandalf").hex is None
    assert "1212" in hexes(game)


def test_the_later_one_lies_on_top() -> None:
    """R17: as if they had arrived in this order; leaders on top unless told otherwise"""
    game = position({"azug sword 1": "1717 reduced", "Azug": "1717", "azug sword 2": "1717 reduced"})
    assert game.stack("1717", DARK) == ["Azug", "azug sword 2", "azug sword 1"]


def test_the_rest_as_dealt() -> None:
    """B-2: rest = "as_dealt": the others stand as deployed, reinforcements are to come"""
    told = {"ruleset": "basic", "turn": 1, "player": DARK, "phase": "MOVE", "rest": "as_dealt"}
    game = Game.from_position({**told, "piece": [{"name": "Thorin", "hex": "1907", "hits": 1}]})
    fresh = Game("basic", deployment="historical", seed=1)
    for piece in game.pieces():
        if piece.name != "Thorin":
            assert piece == fresh.piece(piece.name), piece.name
    assert (game.piece("Thorin").hex, game.piece("Thorin").steps) == ("1907", 1)


@pytest.mark.parametrize("turn, player, number", [(1, DARK, 1), (1, FREE, 2), (4, FREE, 1), (4, DARK, 2)])
def test_the_phase_is_the_players_first(turn: int, player: str, number: int) -> None:
    """B-3: phases alternate, first player first; by default the first phase that this player can have"""
    game = position({}, player=player, turn=turn)
    assert game.record[0].phase_number == number
    assert (game.phasing_player, game.player, game.turn) == (player, player, turn)


def test_the_cup_of_a_position() -> None:
    """B-3: all chips of the turn but the one that is played and the one that is held; or as told"""
    assert position({}, turn=3).cup == {"MOVE": 2, "COMBAT": 1, "FIRE": 1, "FC": 1}
    assert position({}, turn=4, phase="FIRE", held="FC").cup == {"MOVE": 3, "COMBAT": 2, "FIRE": 1, "FC": 0}
    game = position({}, turn=3, cup={"MOVE": 2, "FIRE": 1})
    assert game.cup == {"MOVE": 2, "COMBAT": 0, "FIRE": 1, "FC": 0}


def test_a_sparse_position_is_left_as_it_was() -> None:
    """Reading does not write; and a refused one leaves nothing behind"""
    told = sparse({"azug sword 1": "1717"})
    before = copy.deepcopy(told)
    Game.from_position(told)
    assert told == before


# --- sparse positions that break a rule

BREACHES: list[tuple[str, dict[str, str], dict[str, Any], str]] = [
    ("two full units", {"azug sword 1": "1717", "azug sword 2": "1717"}, {}, "B-9"),
    ("two leaders", {"Azug": "1717", "Thuk": "1717"}, {}, "B-9"),
    ("reduced elf and dwarf", {"elves spear 1": "1717 reduced", "dwarves axe 1": "1717 reduced"}, {}, "B-9"),
    ("Beorn and a friend", {"Beorn": "1717", "elves spear 1": "1717"}, {}, "B-9"),
    ("a unit on a cliff", {"elves spear 1": "2005"}, {}, "B-6.4"),
    ("Beorn on a cliff", {"Beorn": "2106"}, {}, "B-6.4"),
    ("an eagle in the gate", {"eagles talon 1": GATE}, {}, "R12"),
    ("Gwaihir in the gate", {"Gwaihir": GATE}, {}, "R12"),
    ("an extra elf", {"elves spear 7": "1717"}, {}, "B-2"),
    ("an elf to come", {"elves spear 1": "to come"}, {}, "B-2"),
    ("Thorin to come", {"Thorin": "to come"}, {}, "B-2"),
    ("turn 0", {}, {"turn": 0}, "B-3"),
    ("turn 13", {}, {"turn": 13}, "B-3"),
    ("not his phase", {}, {"turn": 3, "player": DARK, "phase_number": 2}, "B-3"),
    ("not his phase either", {}, {"turn": 4, "player": DARK, "phase_number": 1}, "B-3"),
    ("phase 5 of 4", {}, {"turn": 3, "player": DARK, "phase_number": 5}, "B-3"),
    ("phase 0", {}, {"turn": 3, "player": DARK, "phase_number": 0}, "B-3"),
    ("too many chips", {}, {"turn": 3, "cup": {"MOVE": 3}}, "B-3"),
    ("a second COMBAT chip", {}, {"turn": 3, "cup": {"COMBAT": 2, "MOVE": 2}}, "B-3"),
    ("too few chips", {}, {"turn": 3, "cup": {"MOVE": 1}}, "B-3"),
]


@pytest.mark.parametrize("pieces, more, rule", [breach[1:] for breach in BREACHES], ids=[breach[0] for breach in BREACHES])
def test_a_position_that_breaks_a_rule_is_refused_with_its_number(pieces: dict[str, str], more: Position, rule: str) -> None:
    """B-2, B-3, B-6.4 (the board), B-9, R12"""
    with pytest.raises(PositionError, match=rf"{rule}\b"):
        Game.from_position({**sparse(pieces), **more})


def test_a_unit_with_two_hits_is_dead() -> None:
    """B-7.1 (losses), B-1"""
    told = sparse({})
    told["piece"].append({"name": "azug sword 1", "hex": "1717", "hits": 2})
    with pytest.raises(PositionError, match=r"azug sword 1.*B-(7|1)\b"):
        Game.from_position(told)


def test_a_leader_with_two_hits_is_dead_in_the_basic_game() -> None:
    """B-10.2: two hits, like any other counter; his strength is his capacity only in the standard game (R1)"""
    told = sparse({})
    told["piece"].append({"name": "Gandalf", "hex": "1717", "hits": 2})
    with pytest.raises(PositionError, match=r"Gandalf.*B-10"):
        Game.from_position(told)


def test_nobody_is_hysterical_in_the_basic_game() -> None:
    """R33: hysteria is an option of the standard game only"""
    told = sparse({})
    told["piece"].append({"name": "azug sword 1", "hex": "1717", "hysterical": True})
    with pytest.raises(PositionError, match="O-4"):
        Game.from_position(told)


# --- sparse positions that are none


def with_piece(**piece: Any) -> Position:
    told = sparse({})
    told["piece"].append(piece)
    return told


NONSENSE: dict[str, tuple[Position, str]] = {
    "no player": ({"ruleset": "basic", "phase": "MOVE"}, "player"),
    "no phase": ({"ruleset": "basic", "player": DARK}, "phase"),
    "unknown player": (sparse({}, player="elves"), "elves.*free_peoples"),
    "unknown phase": (sparse({}, phase="REST"), "REST.*MOVE"),
    "F/C is no phase": (sparse({}, phase="FC"), "FC.*COMBAT"),
    "unknown ruleset": (sparse({}, ruleset="advanced"), "advanced.*basic"),
    "unknown option": (sparse({}, options=["dragons"]), "dragons.*bats"),
    "options as a word": (sparse({}, options="bats"), "options"),
    "unknown key": (sparse({}, weather="rain"), "weather"),
    "unknown rest": (sparse({}, rest="alive"), "alive.*dead"),
    "unknown held chip": (sparse({}, held="REST"), "REST.*MOVE"),
    "unknown chip in the cup": (sparse({}, cup={"MOVE": 2, "REST": 1, "FIRE": 1}), "REST"),
    "cup as a list": (sparse({}, cup=["MOVE"]), "cup"),
    "turn as a word": (sparse({}) | {"turn": "three"}, "three"),
    "negative seed": (sparse({}, seed=-1), "seed"),
    "seed as a word": (sparse({}, seed="x"), "seed"),
    "unknown piece": (sparse({"azug sward 1": "1717"}), "azug sword 1"),
    "a piece without a name": (with_piece(hex="1717"), "name"),
    "a name that is no word": (with_piece(name=["Azug"], hex="1717"), "Azug"),
    "a piece nowhere": (with_piece(name="Azug"), "hex"),
    "a piece in two places": (with_piece(name="Bolg", hex="1717", to_come=True), "hex"),
    "a piece named twice": (with_piece(name="gurash bow 2", hex="1717"), "twice"),
    "unknown key of a piece": (with_piece(name="Azug", hex="1717", mood="bad"), "mood"),
    "on_top of a unit": (with_piece(name="azug sword 1", hex="1717", on_top=True), "on_top"),
    "reduced as a number": (with_piece(name="azug sword 1", hex="1717", reduced=1), "reduced"),
    "hits as a word": (with_piece(name="azug sword 1", hex="1717", hits="one"), "one"),
    "negative hits": (with_piece(name="azug sword 1", hex="1717", hits=-1), "hits"),
    "off the map": (with_piece(name="Azug", hex="2800"), "2800"),
    "no hex at all": (with_piece(name="Azug", hex="12x2"), "12x2"),
    "a hex as a number": (with_piece(name="Azug", hex=1717), "1717"),
    "pieces as a table": (sparse({}) | {"piece": {"Azug": "1717"}}, "piece"),
    "a piece as a word": (sparse({}) | {"piece": ["Azug"]}, "Azug"),
    "spells as a number": (sparse({}, spells=5), "spells"),
}


@pytest.mark.parametrize("told, says", NONSENSE.values(), ids=NONSENSE)
def test_what_is_no_position_is_refused_with_a_helpful_word(told: Position, says: str) -> None:
    """PositionError, which names what was wrong"""
    with pytest.raises(PositionError, match=says):
        Game.from_position(told)


@pytest.mark.parametrize("told", [None, 7, "basic", [], ["piece"]])
def test_a_position_is_a_dict(told: Any) -> None:
    with pytest.raises(PositionError):
        Game.from_position(told)


# --- whole positions


def plain(value: Any) -> bool:
    """What both JSON and TOML can hold."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and plain(item) for key, item in value.items())
    if isinstance(value, list):
        return all(plain(item) for item in value)
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    return isinstance(value, (str, float))


def same(one: Game, other: Game) -> bool:
    """The same in everything but scratch space."""
    return one.position() == other.position() and one.legal_actions() == other.legal_actions()


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_position_restores_the_game_exactly(seed: int) -> None:
    """Everything is in it; through JSON, at many decisions of a random game, and the future is the same"""
    rng = random.Random(seed)
    game = Game("basic", seed=seed, deployment="random")
    seen = set()
    for number in range(1500):
        if game.over:
            break
        if number % 50 == 0 or game.decision not in seen:
            seen.add(game.decision)
            told = game.position()
            assert plain(told)
            restored = Game.from_position(json.loads(json.dumps(told)))
            assert same(restored, game)
            game = restored  # go on with the copy
        game.play(rng.choice(game.legal_actions()))
    assert {"select", "destination", "combat_target", "fire_target", "choose_chip"} <= seen


def test_the_future_of_a_restored_game_is_the_same() -> None:
    """Chips and dice to come too"""
    game = Game("basic", seed=5)
    other = Game.from_position(game.position())
    rng = random.Random(5)
    for _ in range(600):
        action = rng.choice(game.legal_actions())
        game.play(action)
        other.play(action)
    assert same(game, other)


def test_over_the_limit_in_the_middle_of_a_swap() -> None:
    """R10: a position while somebody has to make room is restored, though a hex is over the limit"""
    game = position({"azug sword 1": "1716", "azug sword 2": "1717"})
    move(game, "1716", "1717")
    restored = Game.from_position(game.position())
    assert same(restored, game) and restored.decision == "destination" and verbs(restored) == set()


def test_scripts_and_chance_are_kept() -> None:
    """Scripted dice and draws, and a game that waits for a die"""
    game = position({"azug sword 1": "1617", "lake_men sword 1": "1717"}, phase="COMBAT")
    game.dice([3, 4])
    game.draws(["FIRE"])
    restored = Game.from_position(game.position())
    assert restored.position()["script"] == {"dice": [3, 4], "draws": ["FIRE"]}
    waits = position({"azug sword 1": "1617", "lake_men sword 1": "1717"}, phase="COMBAT")
    waits.explicit_chance = True
    waits.play("hex 1717")
    restored = Game.from_position(waits.position())
    assert (restored.at_chance, restored.chance_event) == (True, "combat")
    restored.happen(3)
    assert restored.piece("lake_men sword 1").steps == 1


def test_a_finished_game_is_restored() -> None:
    game = position({}, turn=12, phase_number=6)
    game.play("done")
    restored = Game.from_position(game.position())
    assert restored.over and restored.outcome == game.outcome and same(restored, game)


# --- whole positions that are broken


def whole() -> Position:
    return Game("basic", seed=1).position()


def entry(told: Position, name: str) -> dict[str, Any]:
    return next(piece for piece in told["piece"] if piece["name"] == name)


def no_where(told: Position) -> None:
    del entry(told, "Thorin")["where"]


def missing_piece(told: Position) -> None:
    told["piece"].remove(entry(told, "Thorin"))


def no_pieces(told: Position) -> None:
    told["piece"] = []


DAMAGE: dict[str, Callable[[Position], Any]] = {
    "another rules version": lambda told: told.update(rules_version=0),
    "no rules version": lambda told: told.pop("rules_version"),
    "unknown ruleset": lambda told: told.update(ruleset="advanced"),
    "unknown key": lambda told: told.update(weather="rain"),
    "turn 13": lambda told: told.update(turn=13),
    "turn as a word": lambda told: told.update(turn="one"),
    "a piece off the map": lambda told: entry(told, "Thorin").update(where="9999"),
    "a piece in a list": lambda told: entry(told, "Thorin").update(where=["2006"]),
    "a piece nowhere": no_where,
    "a missing piece": missing_piece,
    "no pieces": no_pieces,
    "an unknown piece": lambda told: entry(told, "Thorin").update(name="Smaug"),
    "a dead man standing": lambda told: entry(told, "Thorin").update(hits=2),
    "nine hits": lambda told: entry(told, "azug sword 1").update(hits=9),
    "negative hits": lambda told: entry(told, "azug sword 1").update(hits=-1),
    "over the limit": lambda told: entry(told, "azug sword 1").update(where=entry(told, "azug sword 2")["where"]),
    "on a cliff": lambda told: entry(told, "azug sword 1").update(where="2005"),
    "an extra elf on the map": lambda told: entry(told, "elves spear 7").update(where="1717"),
    "no engine": lambda told: told.update(engine=None),
    "an empty engine": lambda told: told.update(engine={}),
    "an engine with more": lambda told: told["engine"].update(turbo=1),
    "an engine with less": lambda told: told["engine"].pop("cup"),
    "a cup of nine": lambda told: told["engine"].update(cup=[9, 9, 9, 9]),
    "a cup of words": lambda told: told["engine"].update(cup=["a", "b", "c", "d"]),
    "a short cup": lambda told: told["engine"].update(cup=[3]),
    "an unknown node": lambda told: told["engine"]["todo"].__setitem__(0, 60),
    "a decision of nobody": lambda told: told["engine"].update(decision=5, player=-1),
    "a script that is none": lambda told: told.update(script=[]),
    "a scripted eleven": lambda told: told.update(script={"dice": [11], "draws": []}),
    "a scripted nonsense": lambda told: told.update(script={"dice": [], "draws": ["REST"]}),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_corrupt_whole_position_is_refused(damage: Callable[[Position], Any]) -> None:
    """PositionError, not some accident deep inside, and never a game that is not the one saved"""
    told = whole()
    damage(told)
    with pytest.raises(PositionError):
        Game.from_position(told)


# What has been seen to hang or crash compiled code is tried in a process of its own.
DANGEROUS = {
    "a piece named twice": "told['piece'].append(dict(next(p for p in told['piece'] if p['name'] == 'Thorin')))",
    "nothing to do": "told['engine']['depth'] = 0",
    "a stack order of nobody": "told['engine']['todo'][told['engine']['depth'] - 1] = 9",
    "pieces of no stack": "told['engine']['todo'][told['engine']['depth'] - 1] = 5",
}


@pytest.mark.parametrize("damage", DANGEROUS.values(), ids=DANGEROUS)
def test_a_dangerous_whole_position_is_refused(damage: str) -> None:
    """PositionError, not a hang or a crash"""
    code = f"""
from bofa_env import Game
from bofa_env.errors import PositionError
told = Game("basic", seed=1).position()
{damage}
try:
    Game.from_position(told)
except PositionError:
    print("refused")
"""
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.strip() == "refused", done.stderr[-500:]


def test_the_spare_archers_of_these_tests() -> None:
    """The helpers add one archer of each side, next to each other, and nobody else"""
    game = position({})
    assert {piece.name: piece.hex for piece in game.pieces() if piece.hex} == SPARE
