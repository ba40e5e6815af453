"""What a second reading of the rules beside the code asked for, and the rulings R68 to R74."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import DARK, FREE, attack, hexes, maybe, melee, neighbours, position, select, verbs
from tests.standard.common import before_turn, standard, steps, where


def advance_after(pieces: dict[str, str], player: str, turn: int, *attackers: str) -> Game:
    """The game after an attack on 1617 that rolled a 1."""
    game = standard(pieces, player=player, phase="COMBAT", turn=turn)
    attack(game, "1617", *attackers, die=1)
    return game


def test_no_advance_onto_a_friend_who_was_under_the_eagle() -> None:
    """B-7.5, R59: the hex is not left empty, though the enemy above it is dead"""
    pieces = {
        "azug sword 2": "1617 reduced", "eagles talon 1": "1617 reduced", "azug sword 1": "1717 reduced", "azug rider 1": "1616",
    }  # fmt: skip
    game = advance_after(pieces, DARK, 7, "1717", "1616")
    assert steps(game, "eagles talon 1") == [0]
    assert game.decision != "advance"


def test_an_advance_into_an_empty_hex_is_offered() -> None:
    """B-7.5: the same without the friend"""
    pieces = {"eagles talon 1": "1617 reduced", "azug sword 1": "1717 reduced", "azug rider 1": "1616"}
    game = advance_after(pieces, DARK, 7, "1717", "1616")
    assert game.decision == "advance" and hexes(game) == {"1717", "1616"}


@pytest.mark.parametrize(("companion", "die", "hit"), [("", 4, True), ("", 5, False), ("Bilbo", 6, True), ("Bilbo", 7, False)])
def test_a_lone_leader_beside_him_does_not_take_beorns_bonus(companion: str, die: int, hit: bool) -> None:
    """R21, R44: he attacks alone: D1 up to 3 (difference 0) or up to 5 (difference 1, with Bilbo's 1), and one more for the -1"""
    pieces = {"Beorn": "1717 hits=3", "azug sword 1": "1617"} | ({"Bilbo": "1616 hits=1"} if companion else {})
    game = standard(pieces, player=FREE, phase="COMBAT", turn=8)
    attack(game, "1617", "1717", *(["1616"] if companion else []), die=die)
    assert steps(game, "azug sword 1") == [1 if hit else 2]


@pytest.mark.parametrize(("order", "dice"), [("leader on top", 9), ("leader beneath", 5)])
def test_a_leader_beneath_may_go_on_top_before_the_courage_roll(order: str, dice: int) -> None:
    """R68, R17, S-6: Azug's 4 then help his unit's 5 against the higher hex"""
    for die in (dice, dice + 1):
        game = standard({"azug sword 1": "2209", "Azug": "2209 beneath", "dwarves axe 1": "2309"}, player=DARK)
        game.dice([die])
        select(game, "2209", "1+2")
        game.play("hex 2309")
        assert game.decision == "stack_order" and game.subject == "Azug" and game.player == DARK
        game.play(order)
        assert where(game, "azug sword 1") == ["2309" if die == dice else "2209"]


def test_a_leader_on_top_or_of_no_help_is_not_asked() -> None:
    """R68: only one who lies beneath units that he commands"""
    for leader, beneath in (("Azug", ""), ("Thuk", " beneath")):
        game = standard({"azug sword 1": "2209", leader: f"2209{beneath}", "dwarves axe 1": "2309"}, player=DARK)
        game.explicit_chance = True
        select(game, "2209", "1+2")
        game.play("hex 2309")
        assert game.chance_event == "courage"


def dice_that_hit(pieces: dict[str, str], wave: str) -> list[int]:
    """With which dice the lake-man's melee in 1617 hits the bodyguard."""
    found = []
    for die in range(1, 11):
        game = standard({"lake_men sword 1": "1617", "bolg axe 1": "1617", **pieces}, player=FREE, phase="COMBAT", turn=8)
        melee(game, "1617", wave, die=die)
        if steps(game, "bolg axe 1") != [2]:
            found.append(die)
    return found


def test_thorin_is_a_unit_in_the_second_wave() -> None:
    """R69, R22: 5 + 6 + 8 against 6: difference 13, D up to 9, and one less for two units; Dain (4) is none: 5 + 4 + 8, difference 11"""
    with_thorin = dice_that_hit({"Thorin": "1717", "dwarves axe 6": "1717"}, "1717")
    with_dain = dice_that_hit({"Dain": "1717", "dwarves axe 6": "1717"}, "1717")
    assert (max(with_thorin), max(with_dain)) == (8, 9)


def test_thorin_is_a_leader_among_spears() -> None:
    """R69, R21: the -1 of spears stays; difference 7 + 6 - 6 = 7: D up to 7, with the -1 up to 8"""
    for die, hit in ((8, True), (9, False)):
        game = standard({"elves spear 1": "1717", "Thorin": "1616", "bolg axe 1": "1617"}, player=FREE, phase="COMBAT", turn=8)
        attack(game, "1617", "1717", "1616", die=die)
        assert (steps(game, "bolg axe 1") != [2]) == hit


def test_a_goblin_and_the_rider_beneath_it_add_their_courage() -> None:
    """R70, O-7, S-6: 5 and 5 pass with a 10; one of them alone fails with a 6"""
    together = standard(
        {"azug rider 1": "2209", "azug sword 1": "2209", "dwarves axe 1": "2309"}, player=DARK, options=["extra_stacking"]
    )
    together.dice([10])
    select(together, "2209", "1+2")
    together.play("hex 2309")
    assert where(together, "azug rider 1", "azug sword 1") == ["2309", "2309"]


def test_hysterical_flight_stops_on_an_eagle() -> None:
    """R71, R31, O-4: direction 1 is grid east; five hexes would lead past it"""
    pieces = [
        {"name": "azug sword 1", "hex": "1017", "hysterical": True}, {"name": "azug sword 2", "hex": "0505"},
        {"name": "eagles talon 1", "hex": "1217"}, {"name": "elves bow 1", "hex": "2001"},
    ]  # fmt: skip
    position = {"ruleset": "standard", "options": ["hysteria"], "turn": 7, "player": DARK, "phase": "MOVE", "piece": pieces}
    game = Game.from_position({**position, "script": {"dice": [1, 5]}})
    assert where(game, "azug sword 1") == ["1217"]


@pytest.mark.parametrize(("ruleset", "allowed"), [("basic", True), ("standard", False)])
def test_reinforcements_onto_eagles(ruleset: str, allowed: bool) -> None:
    """R72, R38"""
    game = position({"eagles talon 1": "1500", "osag sword 1": "to come"}, player=DARK, turn=7, ruleset=ruleset)
    game.play("enter")
    assert ("1500" in hexes(game)) == allowed


def test_a_pushed_stack_keeps_its_order() -> None:
    """R73, R65: Azug beneath stays beneath"""
    game = standard({"Gandalf": "1717", "azug sword 1": "1817", "Azug": "1817 beneath"}, player=FREE, phase="FIRE", turn=4)
    game.dice([1])
    game.play("spell push")
    assert where(game, "Azug", "azug sword 1") == ["2017", "2017"]
    assert not game.piece("Azug").on_top


def test_a_displaced_stack_keeps_its_order() -> None:
    """R73: and so does one that has to make room"""
    pieces = {"Gandalf": "1717", "wolves beast 1": "1817", "azug sword 1": "2017", "Azug": "2017 beneath"}
    game = standard(pieces, player=FREE, phase="FIRE", turn=4)
    game.dice([1])
    game.play("spell push")
    assert where(game, "wolves beast 1") == ["2017"]
    hex = where(game, "Azug")
    assert hex == where(game, "azug sword 1") != ["2017"] and not game.piece("Azug").on_top


def test_the_topmost_friend_is_shifted() -> None:
    """R74, S-3, O-7: two reduced goblins on foot, either of whom could leave: the newer one does, and the decision names him"""
    around = sorted(neighbours("1117"))
    elves = [f"elves spear {number}" for number in range(1, 6)]
    pieces = {
        "wolves beast 1": "1117 reduced", "azug rider 1": "1117 reduced",
        "azug sword 1": f"{around[0]} reduced", "azug sword 2": f"{around[0]} reduced", **dict(zip(elves, around[1:], strict=True)),
    }  # fmt: skip
    game = before_turn(5, pieces, options=["extra_stacking"])
    game.explicit_chance = True
    game.play("done")
    topmost = game.stack(around[0], DARK)[0]
    while game.chance_event == "regroup":
        subject = game.data.pieces[int(game.record[0].subject)]
        game.happen(1 if subject == "azug rider 1" else 10)
    maybe(game, "regroup_step", f"hex {around[0]}")
    assert (game.decision, game.subject) == ("regroup_shift", topmost)


def test_nobody_begins_the_melee_of_his_partners_eagle() -> None:
    """R52, O-2: a combat is begun with one's own pieces"""
    pieces = {"elves spear 1": "1717", "elves spear 2": "1616", "eagles talon 1": "1617", "azug sword 1": "1617"}
    game = standard(pieces, player=FREE, phase="COMBAT", turn=8, options=["four_players"])
    game.play("hex 1617")
    assert game.player == "elven_host" and game.decision == "attackers"
    assert hexes(game) == {"1717", "1616"} and not verbs(game)


def test_who_must_make_room_is_asked_of_his_owner() -> None:
    """R64, R10, O-2: the two who can leave belong to the partner, though Gandalf lies on top"""
    pieces = {
        "dwarves axe 1": "1717 reduced", "lake_men sword 1": "1717 reduced", "Gandalf": "1717", "elves spear 1": "1617 reduced",
    }  # fmt: skip
    game = standard(pieces, player=FREE, turn=4, options=["four_players"])
    select(game, "1617")
    game.play("hex 1717")
    maybe(game, "stack_order", "leader on top")
    assert (game.decision, game.player) == ("select_pieces", "dwarves_and_men")
