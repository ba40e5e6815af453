"""Rolling rocks (S-7; R34, R48): at the start of COMBAT and FIRE phases."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import BOARD, DARK, FREE, attack, hexes, maybe, position, shoot, verbs
from tests.standard.common import pass_until, standard, steps

PILES = {pile["hex"]: tuple(pile["slide"]) for pile in BOARD["rock_pile"]}
PILE, (FIRST, SECOND) = "1004", PILES["1004"]
ROLLERS = ["elves spear 1", "elves bow 1", "dwarves axe 1", "lake_men sword 1", "Thorin", "Beorn"]


def rock(pieces: dict[str, str], player: str = FREE, phase: str = "COMBAT") -> Game:
    """The start of a phase."""
    return standard(pieces, player=player, phase=phase)


def rolled(pieces: dict[str, str], *dice: int, player: str = FREE, phase: str = "COMBAT") -> Game:
    """The rocks of the pile come down with these dice, all of them."""
    game = rock(pieces, player, phase)
    assert game.decision == "rock"
    game.dice(list(dice))
    game.play(f"hex {PILE}")
    assert game._dice == []
    return game


# --- who and when


@pytest.mark.parametrize("phase", ["COMBAT", "FIRE"])
@pytest.mark.parametrize("pile", PILES)
def test_from_every_pile_at_both_hexes_of_its_slide(pile: str, phase: str) -> None:
    """S-4.4, S-7: at the start of COMBAT and FIRE, targets 1 or 2 hexes down the slide"""
    for target in PILES[pile]:
        game = rock({"dwarves axe 1": pile, "azug sword 1": target}, phase=phase)
        assert (game.decision, game.player) == ("rock", FREE)
        assert hexes(game) == {pile} and verbs(game) == {"none"}


@pytest.mark.parametrize("pile", PILES)
def test_the_dark_army_rolls_too(pile: str) -> None:
    """S-7"""
    for roller in ("azug sword 1", "wolves beast 1"):
        assert hexes(rock({roller: pile, "dwarves axe 1": PILES[pile][0]}, DARK)) == {pile}


@pytest.mark.parametrize("roller", ROLLERS)
def test_units_thorin_and_beorn_roll(roller: str) -> None:
    """S-7.6 (rocks), R34"""
    assert rock({roller: PILE, "azug sword 1": FIRST}).decision == "rock"


@pytest.mark.parametrize("roller", ["Gandalf", "Bilbo", "Thranduil", "Dain", "Bard", "eagles talon 1", "Gwaihir"])
def test_other_leaders_and_eagles_do_not(roller: str) -> None:
    """S-7.5, S-7.6 (rocks)"""
    assert rock({roller: PILE, "azug sword 1": FIRST}).decision == "combat_target"


@pytest.mark.parametrize("roller", ["Bolg", "Azug"])
def test_dark_leaders_do_not(roller: str) -> None:
    """S-7.6 (rocks)"""
    assert rock({roller: PILE, "dwarves axe 1": FIRST}, DARK).decision == "combat_target"


def test_a_reduced_unit_rolls_and_so_does_one_under_a_leader() -> None:
    """S-7 (rocks)"""
    assert rock({"elves spear 1": f"{PILE} reduced", "Gandalf": PILE, "azug sword 1": FIRST}).decision == "rock"


def test_not_in_the_enemys_phase_nor_in_move_phases() -> None:
    """S-7 (rocks): the phasing player's pieces; COMBAT and FIRE only"""
    pieces = {"elves spear 1": PILE, "azug sword 1": FIRST}
    assert rock(pieces, DARK).decision == "combat_target"
    assert rock(pieces, FREE, "MOVE").decision == "select"


def test_not_in_the_basic_game() -> None:
    """S-7: standard only"""
    assert position({"elves spear 1": PILE, "azug sword 1": FIRST}, player=FREE, phase="COMBAT").decision == "combat_target"


def test_an_fc_chip_lets_rocks_roll_either_way() -> None:
    """S-4.4: it is played as FIRE or as COMBAT"""
    for kind in ("fire", "combat"):
        game = standard({"elves spear 1": PILE, "azug sword 1": FIRST}, player=DARK, phase="MOVE", turn=5)
        game.draws(["FC"])
        game.play("done")
        game.play(kind)
        maybe(game, "spell", "none")
        assert (game.decision, game.player) == ("rock", FREE)


def test_without_a_target_nobody_is_asked() -> None:
    """S-7 (rocks): an enemy must be on the slide; a friend alone is none"""
    for other in ({}, {"dwarves axe 1": FIRST}, {"azug sword 1": "1105"}):
        assert rock({"elves spear 1": PILE, **other}).decision == "combat_target"


@pytest.mark.parametrize("enemy", ["azug sword 1", "Azug", "wolves beast 1"])
def test_any_enemy_is_a_target(enemy: str) -> None:
    """S-7 (rocks): lone leaders too"""
    game = rolled({"elves spear 1": PILE, enemy: FIRST}, 5)
    assert game.piece(enemy).hits == 1


# --- not in melee


@pytest.mark.parametrize("enemy", ["azug sword 1", "Azug"])
def test_who_is_in_melee_does_not_roll(enemy: str) -> None:
    """S-7.4 (rocks)"""
    game = rock({"elves spear 1": PILE, enemy: PILE, "azug sword 2": FIRST})
    assert game.decision == "combat_target"


def test_who_is_under_an_eagle_rolls() -> None:
    """S-7.4 (rocks), R47"""
    game = rock({"azug sword 1": PILE, "eagles talon 1": PILE, "elves spear 1": FIRST}, DARK)
    assert game.decision == "rock"


def test_not_at_enemies_in_melee() -> None:
    """S-7.4 (rocks): the only enemy on the slide is in a melee"""
    game = rock({"elves spear 1": PILE, "azug sword 1": FIRST, "dwarves axe 1": FIRST})
    assert game.decision == "combat_target"


def test_a_melee_on_the_way_is_skipped() -> None:
    """S-7.4 (rocks), R48: the rock passes it: straight to the second hex, which needs 1–3"""
    pieces = {"elves spear 1": PILE, "azug sword 1": FIRST, "dwarves axe 1": FIRST, "azug sword 2": SECOND}
    for die, left in ((3, 1), (4, 2)):
        game = rolled(pieces, die)
        assert steps(game, "azug sword 1", "dwarves axe 1", "azug sword 2") == [2, 2, left]


def test_eagles_in_the_air_are_immune() -> None:
    """S-7, R47: an eagle alone on the slide is no target; above a goblin, the goblin is hit"""
    game = rock({"azug sword 1": PILE, "eagles talon 1": FIRST}, DARK)
    assert game.decision == "combat_target"
    game = rolled({"elves spear 1": PILE, "azug sword 1": FIRST, "eagles talon 1": FIRST}, 5)
    assert steps(game, "azug sword 1", "eagles talon 1") == [1, 2]
    game = rolled({"elves spear 1": PILE, "eagles talon 1": FIRST, "azug sword 1": SECOND}, 3)
    assert steps(game, "azug sword 1", "eagles talon 1") == [1, 2]
    game = rock({"azug sword 1": PILE, "Gwaihir": SECOND}, DARK)
    assert game.decision == "combat_target"


# --- the dice


@pytest.mark.parametrize("die", range(1, 11))
def test_at_one_hex_1_to_5(die: int) -> None:
    """R48: the table and S-7.7 against the text that would hit always"""
    assert steps(rolled({"elves spear 1": PILE, "azug sword 1": FIRST}, die), "azug sword 1") == [1 if die <= 5 else 2]


@pytest.mark.parametrize("die", range(1, 11))
def test_at_two_hexes_1_to_3(die: int) -> None:
    """S-7 (rocks): one roll, for the second hex"""
    assert steps(rolled({"elves spear 1": PILE, "azug sword 1": SECOND}, die), "azug sword 1") == [1 if die <= 3 else 2]


def test_first_the_near_one_then_the_far_one() -> None:
    """S-7.7 (rocks): if the first is missed, a second roll for the next"""
    pieces = {"elves spear 1": PILE, "azug sword 1": FIRST, "azug sword 2": SECOND}
    assert steps(rolled(pieces, 5), "azug sword 1", "azug sword 2") == [1, 2]
    assert steps(rolled(pieces, 6, 3), "azug sword 1", "azug sword 2") == [2, 1]
    assert steps(rolled(pieces, 6, 4), "azug sword 1", "azug sword 2") == [2, 2]


def test_friends_on_the_slide_are_hit_too() -> None:
    """S-7.7 (rocks): whichever of the two is the friend"""
    pieces = {"elves spear 1": PILE, "dwarves axe 1": FIRST, "azug sword 1": SECOND}
    assert steps(rolled(pieces, 5), "dwarves axe 1", "azug sword 1") == [1, 2]
    assert steps(rolled(pieces, 6, 3), "dwarves axe 1", "azug sword 1") == [2, 1]
    pieces = {"elves spear 1": PILE, "azug sword 1": FIRST, "dwarves axe 1": SECOND}
    assert steps(rolled(pieces, 6, 3), "dwarves axe 1", "azug sword 1") == [1, 2]
    assert steps(rolled(pieces, 5), "dwarves axe 1", "azug sword 1") == [2, 1]


def test_a_lone_friendly_leader_is_in_the_way_too() -> None:
    """S-7.7 (rocks)"""
    game = rolled({"elves spear 1": PILE, "Gandalf": FIRST, "azug sword 1": SECOND}, 5)
    assert game.piece("Gandalf").hits == 1 and steps(game, "azug sword 1") == [2]


def test_the_hit_falls_as_hits_do() -> None:
    """B-9.2, B-9.3: a leader on top takes it; beneath, the unit does; a reduced unit dies"""
    game = rolled({"elves spear 1": PILE, "azug sword 1": FIRST, "Azug": FIRST}, 1)
    assert game.piece("Azug").hits == 1 and steps(game, "azug sword 1") == [2]
    game = rolled({"elves spear 1": PILE, "azug sword 1": f"{FIRST} reduced", "Azug": f"{FIRST} beneath"}, 1)
    assert game.piece("Azug").hits == 0 and steps(game, "azug sword 1") == [0]


def test_no_modifiers_and_no_advance() -> None:
    """S-7 (rocks): nobody follows the rock"""
    game = rolled({"elves spear 1": PILE, "azug sword 1": f"{FIRST} reduced"}, 5)
    assert steps(game, "azug sword 1") == [0] and game.decision == "combat_target"


# --- how often


def test_once_per_pile_and_phase() -> None:
    """S-7.3 (rocks): other piles may still roll; the next phase again"""
    other = "1504"
    pieces = {"elves spear 1": PILE, "azug sword 1": FIRST, "elves spear 2": other, "azug sword 2": PILES[other][0]}
    game = rock(pieces)
    assert hexes(game) == {PILE, other}
    game.dice([10])
    game.play(f"hex {PILE}")
    assert game.decision == "rock" and hexes(game) == {other}
    game.dice([10])
    game.play(f"hex {other}")
    assert game.decision == "combat_target"


def test_no_limit_in_the_whole_game() -> None:
    """S-7.3 (rocks): in the next phase the pile has rocks again"""
    game = standard({"elves spear 1": PILE, "azug sword 1": SECOND}, player=FREE, phase="COMBAT", turn=4)
    game.dice([10])
    game.play(f"hex {PILE}")
    game.draws(["MOVE", "COMBAT"])
    pass_until(game, FREE, "COMBAT")
    assert game.decision == "rock"


def test_nobody_has_to_roll() -> None:
    """S-7 (rocks): "may" """
    game = rock({"elves spear 1": PILE, "azug sword 1": FIRST})
    game.play("none")
    assert game.decision == "combat_target" and steps(game, "azug sword 1") == [2]


def test_only_at_the_start_of_the_phase() -> None:
    """S-4.4: who declines does not roll later in the phase"""
    game = rock({"elves spear 1": PILE, "azug sword 1": FIRST})
    game.play("none")
    attack(game, FIRST, PILE, die=10)
    assert game.decision != "rock"


def test_rolling_and_attacking() -> None:
    """S-7.1 (rocks): the same unit in the same phase"""
    game = rolled({"elves spear 1": PILE, "azug sword 1": FIRST}, 10)
    assert game.decision == "combat_target" and FIRST in hexes(game)


def test_rolling_and_shooting() -> None:
    """S-7.2 (rocks)"""
    game = rolled({"elves bow 1": PILE, "azug sword 1": FIRST}, 10, phase="FIRE")
    assert game.decision == "fire_target" and FIRST in hexes(game)
    shoot(game, FIRST, PILE, die=5)
    assert steps(game, "azug sword 1") == [1]


def test_after_the_spell_and_before_the_shots() -> None:
    """S-4.2, S-4.4: Gandalf first"""
    game = rock({"elves bow 1": PILE, "azug sword 1": FIRST, "Gandalf": "1104"}, phase="FIRE")
    assert game.decision == "spell"
    game.play("none")
    assert game.decision == "rock"
    game.play("none")
    assert game.decision == "fire_target"
