"""O-1: bats attack the reduced units of the Free Peoples at the start of each Dark FIRE phase."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from bofa_env import Game
from tests.helpers import DARK, FREE, SPARE, sparse
from tests.options.board import RULESETS, STANDARD, alive, battle, begin, eve, rolls

NW_GUARD_ROOM, NE_GUARD_ROOM = "1203", "2412"
FIELD = "1717"


def bats(pieces: dict[str, str], *dice: int, ruleset: str = STANDARD, kind: str = "FIRE") -> Game:
    """A Dark phase begins with exactly these dice."""
    return begin(eve(pieces, DARK, "bats", ruleset=ruleset), kind, *dice)


# --- O-1.1, O-1.2: whom, and how


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("die", range(1, 11))
def test_a_reduced_unit_dies_on_1_to_3(die: int, ruleset: str) -> None:
    """O-1.2"""
    game = bats({"lake_men sword 1": f"{FIELD} reduced"}, die, ruleset=ruleset)
    assert alive(game, "lake_men sword 1") == (die > 3)
    assert (game.phase, game.phasing_player) == ("FIRE", DARK)


def test_every_reduced_unit_is_rolled_for_once() -> None:
    """O-1.1: each has a roll of its own"""
    pieces = {"elves spear 1": "1010", "elves bow 1": "1012", "lake_men bow 1": "1014", "dwarves axe 1": "1016"}
    game = bats({name: f"{hex} reduced" for name, hex in pieces.items()}, 1, 4, 3, 10)
    assert [alive(game, name) for name in pieces] == [False, True, False, True]


def test_both_units_of_a_stack_are_rolled_for() -> None:
    """O-1.1"""
    game = bats({"lake_men sword 1": f"{FIELD} reduced", "lake_men sword 2": f"{FIELD} reduced"}, 3, 3)
    assert not alive(game, "lake_men sword 1") and not alive(game, "lake_men sword 2")


def test_eagles_are_units_too() -> None:
    """O-1.1: every reduced unit of the Free Peoples"""
    game = bats({"eagles talon 1": f"{FIELD} reduced"}, 2)
    assert not alive(game, "eagles talon 1")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_full_units_leaders_and_the_dark_army_are_left_alone(ruleset: str) -> None:
    """O-1.1: only reduced units of the Free Peoples; R34 does not make a reduced unit of Thorin"""
    pieces = {"lake_men sword 1": FIELD, "Bard": "1515 reduced", "Thorin": "1415 reduced", "azug sword 1": "1010 reduced"}
    game = bats(pieces, ruleset=ruleset)
    assert rolls(game) == 0 and all(alive(game, name) for name in pieces)


@pytest.mark.parametrize("room", [NW_GUARD_ROOM, NE_GUARD_ROOM])
def test_guard_rooms_are_safe(room: str) -> None:
    """O-1.1: except those in guard rooms"""
    game = bats({"elves spear 1": f"{room} reduced"})
    assert rolls(game) == 0 and alive(game, "elves spear 1")


def test_units_in_melee_are_attacked_too() -> None:
    """O-1.1: every one of them"""
    game = bats({"lake_men sword 1": f"{FIELD} reduced", "azug sword 1": FIELD}, 3)
    assert not alive(game, "lake_men sword 1") and alive(game, "azug sword 1")


def test_the_last_of_the_free_peoples_can_die_of_it() -> None:
    """O-1.2, R7"""
    game = bats({"lake_men bow 3": f"{FIELD} reduced"}, 1)  # takes the place of the spare archer
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.level) == (DARK, "complete")


# --- O-1.3: stacked with a leader


@pytest.mark.parametrize("where", ["", " beneath"])
@pytest.mark.parametrize(
    ("leader", "unit"),
    [
        ("Thranduil", "elves spear 1"),
        ("Bard", "lake_men bow 1"),
        ("Dain", "dwarves axe 1"),
        ("Thorin", "dwarves axe 1"),
        ("Gwaihir", "eagles talon 1"),
    ],
)
def test_with_a_leader_who_commands_it_a_unit_dies_only_on_1_or_2(leader: str, unit: str, where: str) -> None:
    """O-1.3: stacked is enough, on top or beneath"""
    for die in range(1, 11):
        game = bats({unit: f"{FIELD} reduced", leader: FIELD + where}, die)
        assert alive(game, unit) == (die > 2) and alive(game, leader)


@pytest.mark.parametrize(
    ("leader", "unit"), [("Bilbo", "elves spear 1"), ("Bard", "elves spear 1"), ("Dain", "lake_men bow 1")]
)
def test_a_leader_who_does_not_command_it_is_no_help(leader: str, unit: str) -> None:
    """O-1.3; Bilbo commands nobody (S-3)"""
    assert not alive(bats({unit: f"{FIELD} reduced", leader: FIELD}, 3), unit)


def test_the_leader_helps_each_unit_of_his_stack() -> None:
    """O-1.3"""
    pieces = {"dwarves axe 1": f"{FIELD} reduced", "dwarves axe 2": f"{FIELD} reduced", "Dain": FIELD}
    game = bats(pieces, 3, 2)
    assert alive(game, "dwarves axe 1") and not alive(game, "dwarves axe 2")


# --- O-1.4: Gandalf


@pytest.mark.parametrize("where", ["", " beneath"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_gandalf_keeps_the_bats_away(where: str, ruleset: str) -> None:
    """O-1.4: nobody even rolls; on top or beneath"""
    pieces = {"elves spear 1": f"{FIELD} reduced", "elves bow 1": f"{FIELD} reduced", "Gandalf": FIELD + where}
    game = bats(pieces, ruleset=ruleset)
    assert rolls(game) == 0 and alive(game, "elves spear 1") and alive(game, "elves bow 1")


def test_gandalf_helps_nobody_next_door() -> None:
    """O-1.4: stacked with him"""
    assert not alive(bats({"elves spear 1": f"{FIELD} reduced", "Gandalf": "1817"}, 3), "elves spear 1")


def test_a_counters_file_without_gandalf_has_bats_too(tmp_path: Path) -> None:
    """O-1.1: where there is no Gandalf nobody is stacked with him"""
    packaged = (resources.files("bofa_env") / "data" / "counters.toml").read_text("utf-8")
    counters = tmp_path / "counters.toml"
    counters.write_text(packaged.replace("Gandalf", "Radagast"), "utf-8")
    told = sparse({"lake_men sword 1": f"{FIELD} reduced"}, FREE, "MOVE", 2, STANDARD, options=["bats"])
    game = begin(Game.from_position(told, counters=counters), "FIRE", 1)
    assert not alive(game, "lake_men sword 1")


# --- when


@pytest.mark.parametrize("kind", ["FIRE", "FC"])
def test_fire_may_come_from_either_chip(kind: str) -> None:
    """O-1.1: each Dark FIRE phase; an F/C chip played as FIRE is one"""
    game = eve({"lake_men sword 1": f"{FIELD} reduced"}, DARK, "bats")
    game.draws([kind])
    game.dice([1])
    game.play("done")
    if kind == "FC":
        assert alive(game, "lake_men sword 1")
        game.play("fire")
    assert not alive(game, "lake_men sword 1")


def test_other_dark_phases_have_no_bats() -> None:
    """O-1.1"""
    for kind in ("MOVE", "COMBAT"):
        assert rolls(bats({"lake_men sword 1": f"{FIELD} reduced"}, kind=kind)) == 0
    game = eve({"lake_men sword 1": f"{FIELD} reduced"}, DARK, "bats")
    game.draws(["FC"])
    game.play("done")
    game.play("combat")
    assert game.phase == "COMBAT" and rolls(game) == 0


def test_the_free_peoples_own_fire_phases_have_no_bats() -> None:
    """O-1.1"""
    game = begin(eve({"lake_men sword 1": f"{FIELD} reduced"}, FREE, "bats"), "FIRE")
    assert (game.phase, game.phasing_player, rolls(game)) == ("FIRE", FREE, 0)


def test_they_come_back_in_the_next_fire_phase() -> None:
    """O-1.1: each Dark FIRE phase"""
    pieces = {"lake_men sword 1": f"{FIELD} reduced"}
    game = begin(eve(pieces, DARK, "bats", turn=4), "FIRE", 10)
    game.draws(["MOVE", "FIRE"])
    game.dice([3])
    while game.phase == "FIRE":
        game.play("done")
    game.play("done")
    assert (game.phase, game.phasing_player) == ("FIRE", DARK) and not alive(game, "lake_men sword 1")


def test_bats_come_before_rocks_and_shots() -> None:
    """O-1.1: at the start: before the rock pile 0803 may roll on 0804"""
    pieces = {"azug sword 1": "0803", "elves spear 1": "0804 reduced", "elves spear 2": "0705"}
    game = begin(eve(pieces, DARK, "bats"), "FIRE", 1)
    assert not alive(game, "elves spear 1")
    assert game.decision == "rock" and "hex 0803" in game.legal_names()


def test_without_the_option_there_are_none() -> None:
    """O-1 is an option"""
    game = battle({"lake_men sword 1": f"{FIELD} reduced"}, phase="FIRE")
    assert rolls(game) == 0 and set(SPARE) <= {piece.name for piece in game.pieces() if piece.hex}
