"""Courage tests (S-6; R13, R14, R41)."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import BOARD, DARK, FREE, GATE, attack, dests, hexes, maybe, move, neighbours, position
from tests.standard.common import BESIDE_GATE, border, level, pass_until, standard, where

GOBLINS = ["azug sword 1", "azug spear 1", "azug bow 1", "azug rider 1", "bolg axe 1", "osag spear 1"]
BEASTS = ["wolves beast 1", "wargs beast 1"]
DARK_ARMIES = ("azug", "thuk", "thrak", "osag", "gurash", "bolg", "wolves", "wargs", "Azug", "Thuk", "Thrak", "Osag", "Gurash", "Bolg")


def needed(pieces: dict[str, str], start: str, end: str, take: str = "1") -> int | None:
    """The highest die with which the pieces get into the hex; None: no test is asked for."""
    mover = next(name for name, told in pieces.items() if told.startswith(start))
    side = DARK if mover.startswith(DARK_ARMIES) else FREE
    game = standard(pieces, player=side)
    game.explicit_chance = True
    assert end in dests(game, start, take)
    move(game, start, end, take)
    maybe(game, "stack_order", "leader beneath")  # R68: he stays where he lies
    if not game.at_chance:
        return None
    assert game.chance_event == "courage"
    passed = []
    for die in range(1, 11):
        copy = game.clone()
        copy.happen(die)
        if copy.stack(end, side):
            passed.append(die)
    assert passed == list(range(1, len(passed) + 1))
    return len(passed)


# --- when


@pytest.mark.parametrize("goblin", GOBLINS)
@pytest.mark.parametrize("elf", ["elves spear 1", "elves bow 1", "elves spear 1 reduced"])
def test_goblins_fear_elves(goblin: str, elf: str) -> None:
    """S-6.1 (situations): every goblin unit, riders too, into a hex with an elf unit, on the plain"""
    name, _, reduced = elf.partition(" reduced")
    strength = standard({goblin: "1617"}).piece(goblin).strength
    assert needed({goblin: "1617", name: "1717 reduced" if reduced else "1717"}, "1617", "1717") == strength


@pytest.mark.parametrize("beast", BEASTS)
def test_wolves_and_wargs_do_not(beast: str) -> None:
    """S-6.1 (situations)"""
    assert needed({beast: "1617", "elves spear 1": "1717"}, "1617", "1717") is None


@pytest.mark.parametrize("enemy", ["lake_men sword 1", "dwarves axe 1", "Thorin"])
def test_goblins_do_not_fear_others(enemy: str) -> None:
    """S-6.1 (situations): level ground, no river: men and dwarves need no test"""
    assert needed({"azug sword 1": "1617", enemy: "1717"}, "1617", "1717") is None


@pytest.mark.parametrize("free", ["elves spear 1", "lake_men sword 1", "dwarves axe 1"])
def test_the_free_peoples_do_not_fear_goblins(free: str) -> None:
    """S-6.1 (situations): the fear is the goblins'"""
    assert needed({free: "1617", "azug sword 1": "1717"}, "1617", "1717") is None


def test_an_elf_beneath_another_unit_is_feared_too() -> None:
    """S-6.1 (situations): a hex with an elf unit"""
    pieces = {"azug sword 1": "1617", "elves spear 1": "1717 reduced", "lake_men sword 1": "1717 reduced"}
    assert needed(pieces, "1617", "1717") == 5


def test_the_elvenking_with_men_is_no_elf_unit() -> None:
    """S-6.1 (situations): "elf unit": Thranduil, or any leader, is none"""
    assert needed({"azug sword 1": "1617", "lake_men sword 1": "1717", "Thranduil": "1717"}, "1617", "1717") is None


def test_a_goblin_leader_alone_is_no_goblin_unit() -> None:
    """S-6.1 (situations): Azug alone into an elf hex on the plain"""
    assert needed({"Azug": "1617", "elves spear 1": "1717"}, "1617", "1717") is None


def test_a_goblin_among_those_who_move_in() -> None:
    """S-6.1 (situations), S-6.5: a wolf with a goblin tests, for both together: 3 + 1"""
    pieces = {"azug sword 1": "1617 reduced", "wolves beast 1": "1617 reduced", "elves spear 1": "1717"}
    assert needed(pieces, "1617", "1717", "1+2") == 4
    assert needed(pieces, "1617", "1717", "1") is None  # the wolf, the later one, on top


UPHILL = [
    ("1406", "1506"), ("1506", "1505"), ("1104", "1103"), ("1103", "1203"), ("1303", "1302"), ("0409", "0509"), ("0508", "0509"),
]  # fmt: skip
LEVEL_OR_DOWN = [
    ("1505", "1506"), ("1506", "1606"), ("1506", "1406"), ("1303", "1203"), ("1302", "1303"), ("0509", "0609"), ("0509", "0409"),
    ("0309", "0409"),
]  # fmt: skip


@pytest.mark.parametrize("start, end", UPHILL)
@pytest.mark.parametrize(
    "mover, enemy", [("wolves beast 1", "dwarves axe 1"), ("elves spear 1", "azug sword 1"), ("azug sword 1", "dwarves axe 1")]
)
def test_uphill(start: str, end: str, mover: str, enemy: str) -> None:
    """S-6.2: onto a higher level, each of them; slope to hilltop too; both sides, beasts as well"""
    assert level(end) > level(start)
    assert needed({mover: start, enemy: end}, start, end) == standard({mover: start}).piece(mover).strength


@pytest.mark.parametrize("start, end", LEVEL_OR_DOWN)
def test_on_the_level_or_downhill(start: str, end: str) -> None:
    """S-6.2: no test; slopes are as low as the plain"""
    assert level(end) <= level(start)
    assert needed({"wolves beast 1": start, "dwarves axe 1": end}, start, end) is None
    assert needed({"lake_men sword 1": start, "azug sword 1": end}, start, end) is None


def test_dale_is_on_the_plains_level() -> None:
    """S-6.2, B-6.1"""
    assert needed({"azug sword 1": "1013", "lake_men sword 1": "1113"}, "1013", "1113") is None


@pytest.mark.parametrize("start, end", [("1608", "1609"), ("1609", "1608"), ("0912", "1012")])
def test_across_the_river(start: str, end: str) -> None:
    """S-6.4: either way, either side; the ruined bridge changes nothing (B-6.5)"""
    assert border(BOARD["river"], start, end)
    assert needed({"wolves beast 1": start, "dwarves axe 1": end}, start, end) == 2
    assert needed({"elves spear 1": start, "azug sword 1": end}, start, end) == 7


def test_along_the_river_there_is_no_test() -> None:
    """S-6.4: 1610 and 1609 are on the same bank"""
    assert needed({"wolves beast 1": "1610", "dwarves axe 1": "1609"}, "1610", "1609") is None


@pytest.mark.parametrize("start", BESIDE_GATE)
@pytest.mark.parametrize("inside", ["Thorin", "dwarves axe 1"])
def test_into_the_front_gate(start: str, inside: str) -> None:
    """S-6.5 (situations): 2 is added to the roll: a bodyguard of 6 needs 4"""
    assert needed({"bolg axe 1": start, inside: GATE}, start, GATE) == 4


def test_dwarves_into_a_gate_held_by_goblins() -> None:
    """S-6.5 (situations): 7 - 2"""
    assert needed({"dwarves axe 1": "1907", "azug sword 1": GATE}, "1907", GATE) == 5


def test_a_weak_unit_never_gets_into_the_gate() -> None:
    """S-6.5 (situations): a wolf of 2 needs 0; it may try all the same"""
    assert needed({"wolves beast 1": "1907", "Thorin": GATE}, "1907", GATE) == 0


def test_an_empty_gate_needs_no_courage() -> None:
    """S-6.5 (situations): only if an enemy unit is there"""
    assert needed({"azug sword 1": "1907"}, "1907", GATE) is None


# --- lone leaders


@pytest.mark.parametrize("leader", ["Thranduil", "Gandalf", "Bilbo", "Dain"])
def test_lone_leaders_cause_no_test(leader: str) -> None:
    """R41: not on the mountain, nor across the river"""
    for start, end in (("1406", "1506"), ("1608", "1609")):
        game = standard({"azug sword 1": start, leader: end})
        game.explicit_chance = True
        move(game, start, end)
        assert not game.at_chance and game.piece("azug sword 1").hex == end


def test_dain_alone_in_the_gate_causes_no_test() -> None:
    """R41"""
    game = standard({"azug sword 1": "1907", "Dain": GATE})
    game.explicit_chance = True
    move(game, "1907", GATE)
    assert not game.at_chance and game.piece("azug sword 1").hex == GATE


def test_thorin_is_a_unit() -> None:
    """R41, B-10.4, R34: he alone causes tests"""
    assert needed({"azug sword 1": "1406", "Thorin": "1506"}, "1406", "1506") == 5


# --- one roll


def test_one_roll_for_all_reasons() -> None:
    """S-6.3: goblins into elves on a mountain: one roll, nothing added"""
    game = standard({"azug sword 1": "1406", "elves spear 1": "1506"})
    game.explicit_chance = True
    move(game, "1406", "1506")
    game.happen(5)
    assert not game.at_chance and game.piece("azug sword 1").hex == "1506"


def test_one_roll_for_elves_across_the_river() -> None:
    """S-6.3, S-6.4"""
    assert needed({"azug sword 1": "1608", "elves spear 1": "1609"}, "1608", "1609") == 5


def test_one_roll_for_all_who_move_in_together() -> None:
    """S-6, S-6.5: two reduced goblins and their chief: (3 + 3) + 4, one die"""
    pieces = {"azug sword 1": "1617 reduced", "azug sword 2": "1617 reduced", "Azug": "1617", "elves spear 1": "1717"}
    game = standard(pieces)
    game.explicit_chance = True
    move(game, "1617", "1717", "1+2+3")
    game.happen(10)
    maybe(game, "stack_order", "leader on top")
    assert not game.at_chance and where(game, "azug sword 1", "azug sword 2", "Azug") == ["1717"] * 3


# --- how hard


def test_stacked_reduced_units_add_up() -> None:
    """S-6.5: 3 + 3; alone 3"""
    pieces = {"azug sword 1": "1617 reduced", "azug sword 2": "1617 reduced", "elves spear 1": "1717"}
    assert needed(pieces, "1617", "1717", "1+2") == 6
    assert needed(pieces, "1617", "1717", "1") == 3


@pytest.mark.parametrize(
    "leader, unit, helped",
    [
        ("Azug", "azug sword 1", 4), ("Bolg", "azug sword 1", 5), ("Bolg", "bolg axe 1", 5), ("Gurash", "gurash sword 1", 3),
        ("Azug", "thuk sword 1", 0), ("Gurash", "bolg axe 1", 0), ("Thrak", "azug rider 1", 0),
    ],
)  # fmt: skip
def test_a_leader_on_top_helps_those_whom_he_commands(leader: str, unit: str, helped: int) -> None:
    """S-6.1, S-6.4 (leaders): his strength is taken off the roll"""
    strength = standard({unit: "1617"}).piece(unit).strength
    pieces = {unit: "1617", leader: "1617", "elves spear 1": "1717"}
    assert needed(pieces, "1617", "1717", "1+2") == min(strength + helped, 10)


@pytest.mark.parametrize(
    "leader, unit, helped",
    [
        ("Gandalf", "elves spear 1", 3), ("Gandalf", "dwarves axe 1", 3), ("Gandalf", "lake_men sword 1", 5),
        ("Bard", "lake_men sword 1", 3), ("Dain", "dwarves axe 1", 3), ("Thorin", "dwarves axe 1", 3),
        ("Thranduil", "elves spear 1", 3), ("Thranduil", "dwarves axe 1", 0), ("Bard", "elves spear 1", 0),
        ("Bilbo", "elves spear 1", 0), ("Bilbo", "lake_men sword 1", 0),
    ],
)  # fmt: skip
def test_leaders_of_the_free_peoples(leader: str, unit: str, helped: int) -> None:
    """S-6.4 (leaders): by command; Bilbo commands nobody, though he helps elves regroup (S-3.2)"""
    strength = standard({unit: "1406"}).piece(unit).strength
    pieces = {unit: "1406", leader: "1406", "azug sword 1": "1506"}
    assert needed(pieces, "1406", "1506", "1+2") == strength + helped if strength + helped < 10 else 10


def test_a_leader_beneath_does_not_help() -> None:
    """S-6.2 (leaders)"""
    pieces = {"azug sword 1": "1617", "Azug": "1617 beneath", "elves spear 1": "1717"}
    assert needed(pieces, "1617", "1717", "1+2") == 5


def test_a_leader_who_stays_behind_does_not_help() -> None:
    """S-6.3 (leaders)"""
    pieces = {"azug sword 1": "1617", "Azug": "1617", "elves spear 1": "1717"}
    assert needed(pieces, "1617", "1717", "2") == 5


def test_a_leader_next_door_or_in_the_melee_already_does_not_help() -> None:
    """S-6.3 (leaders): he must move in with them"""
    pieces = {"azug sword 1": "1617", "Azug": "1817", "elves spear 1": "1717"}
    assert needed(pieces, "1617", "1717") == 5
    game = standard({"azug sword 1": "1617", "Azug": "1717", "elves spear 1": "1717"})
    game.dice([6])
    move(game, "1617", "1717")
    assert game.piece("azug sword 1").hex == "1617"


def test_he_must_command_all_the_units_with_him() -> None:
    """S-6.4 (leaders): one of his own and one of another tribe: no help for either"""
    pieces = {"azug sword 1": "1617 reduced", "thuk sword 1": "1617 reduced", "Azug": "1617", "elves spear 1": "1717"}
    assert needed(pieces, "1617", "1717", "1+2+3") == 6


def test_a_wounded_leader_helps_with_what_he_has_left() -> None:
    """S-6.1 (leaders), S-10: Azug with 3 hits gives 1"""
    pieces = {"azug sword 1": "1617", "Azug": "1617 hits=3", "elves spear 1": "1717"}
    assert needed(pieces, "1617", "1717", "1+2") == 6


def test_a_leader_helps_into_the_gate() -> None:
    """S-6.5 (situations): Bolg on a bodyguard: 6 + 5 - 2"""
    pieces = {"bolg axe 1": "1907", "Bolg": "1907", "Thorin": GATE}
    assert needed(pieces, "1907", GATE, "1+2") == 9


@pytest.mark.parametrize("leader, strength", [("Azug", 4), ("Thuk", 2), ("Bolg", 5), ("Gandalf", 5), ("Bilbo", 2), ("Thorin", 6)])
def test_a_leader_alone_tests_on_his_own_strength(leader: str, strength: int) -> None:
    """S-6: uphill"""
    enemy = "dwarves axe 1" if leader.startswith(DARK_ARMIES) else "azug sword 1"
    assert needed({leader: "1406", enemy: "1506"}, "1406", "1506") == strength


def test_a_wounded_leader_alone() -> None:
    """S-6, S-10: what he has left; lying beneath alone means nothing"""
    assert needed({"Azug": "1406 hits=3 beneath", "dwarves axe 1": "1506"}, "1406", "1506") == 1


def test_a_leader_who_leaves_his_units_tests_alone() -> None:
    """S-6: only he moves in"""
    pieces = {"azug sword 1": "1406", "Azug": "1406", "dwarves axe 1": "1506"}
    assert needed(pieces, "1406", "1506", "1") == 4


def test_thorin_over_dwarves_is_their_leader() -> None:
    """S-6.1 (leaders), S-3.1, B-10.4: a dwarf of 7 under Thorin passes always; beneath he adds nothing"""
    pieces = {"dwarves axe 1": "1406 reduced", "Thorin": "1406", "azug sword 1": "1506"}
    assert needed(pieces, "1406", "1506", "1+2") == 10
    pieces = {"dwarves axe 1": "1406 reduced", "Thorin": "1406 beneath", "azug sword 1": "1506"}
    assert needed(pieces, "1406", "1506", "1+2") == 4


# --- eagles and Beorn


@pytest.mark.parametrize("eagle", ["eagles talon 1", "Gwaihir"])
@pytest.mark.parametrize("start, end", [("1406", "1506"), ("1608", "1609"), ("1706", "1902")])
def test_eagles_never_test(eagle: str, start: str, end: str) -> None:
    """R13"""
    assert needed({eagle: start, "azug sword 1": end}, start, end) is None


def test_beorn_tests_on_his_strength() -> None:
    """S-6: uphill from next door, across the river; on level ground not"""
    assert needed({"Beorn": "1406", "azug sword 1": "1506"}, "1406", "1506") == 8
    assert needed({"Beorn": "1406 hits=5", "azug sword 1": "1506"}, "1406", "1506") == 3
    assert needed({"Beorn": "1608", "azug sword 1": "1609"}, "1608", "1609") == 8
    assert needed({"Beorn": "1617", "azug sword 1": "1717"}, "1617", "1717") is None


def test_beorn_from_afar_is_judged_on_the_last_hexside() -> None:
    """S-6, R15: up the mountain from the plain he tests; along the mountain, or down, he does not"""
    assert needed({"Beorn": "1308", "azug sword 1": "1506"}, "1308", "1506") == 8
    assert needed({"Beorn": "1604", "azug sword 1": "1506"}, "1604", "1506") is None  # by 1505 or 1605, 1606


def test_a_river_crossed_on_the_way_does_not_count() -> None:
    """S-6.4: only the last hexside: 1610 lies two hexes from 1608, on the other bank"""
    assert needed({"Beorn": "1608", "azug sword 1": "1610"}, "1608", "1610") is None


def test_a_river_at_the_end_counts_from_afar() -> None:
    """S-6.4: Beorn comes from 1606 and must cross into 1609 in the end"""
    assert all(border(BOARD["river"], hex, "1609") for hex in ("1608", "1708"))
    assert needed({"Beorn": "1606", "azug sword 1": "1609"}, "1606", "1609") == 8


@pytest.mark.parametrize("start, end", [("2210", "2211"), ("1405", "1305")])
def test_beorn_next_door_steps_straight_in(start: str, end: str) -> None:
    """S-6.2, R11, R15: beside his enemy on the same level he does not run round by the plain, though that costs no more"""
    assert end in neighbours(start) and level(start) == level(end)
    assert needed({"Beorn": start, "azug sword 1": end}, start, end) is None


@pytest.mark.parametrize("start, end", [("2210", "2211"), ("1405", "1305")])
def test_so_does_everybody_else(start: str, end: str) -> None:
    """S-6.2, R11: into enemy units only ever from next door; the roundabout way by the path is another hexside"""
    assert needed({"wolves beast 1": start, "dwarves axe 1": end}, start, end) is None


# --- a melee that is on already


def test_joining_a_melee_needs_courage_too() -> None:
    """S-6: pieces move into a hex with an enemy unit"""
    pieces = {"azug sword 1": "1617 reduced", "azug sword 2": "1717 reduced", "elves spear 1": "1717"}
    game = standard(pieces)
    game.explicit_chance = True
    move(game, "1617", "1717")
    assert game.chance_event == "courage"


def test_advancing_after_combat_needs_none() -> None:
    """S-6, B-7.5: uphill into a hex that was just emptied"""
    game = standard({"azug sword 1": "1406", "elves spear 1": "1506 reduced"}, phase="COMBAT")
    attack(game, "1506", "1406", die=1)  # 5 - 4 = +1, 1 + 1: a hit
    game.explicit_chance = True
    game.play("hex 1406")
    assert not game.at_chance and game.piece("azug sword 1").hex == "1506"


# --- who fails (R14)


def failed(pieces: dict[str, str], start: str, end: str, take: str = "1", player: str = DARK, **more: object) -> Game:
    """The game after a failed test."""
    game = standard(pieces, player=player, **more)
    game.dice([10])
    move(game, start, end, take)
    assert not game.stack(end, player)
    return game


def test_who_fails_stays_and_may_move_elsewhere() -> None:
    """S-6.6, R14: with his whole allowance"""
    pieces = {"azug sword 1": "1617", "elves spear 1": "1717"}
    game = failed(pieces, "1617", "1717")
    assert game.piece("azug sword 1").hex == "1617" and "1617" in hexes(game)
    assert dests(game, "1617") == dests(standard(pieces), "1617") - {"1717"}
    move(game, "1617", "1217")
    assert game.piece("azug sword 1").hex == "1217" and "1217" not in hexes(game)


def test_he_does_not_have_to_move() -> None:
    """S-6.6, R14"""
    game = failed({"azug sword 1": "1617", "elves spear 1": "1717"}, "1617", "1717")
    assert "done" in game.legal_names()


@pytest.mark.parametrize("other", ["lake_men sword 1", "elves spear 2", "Gandalf", "Thorin"])
def test_not_into_an_enemy_hex_again(other: str) -> None:
    """R14: neither the same nor another one, whether that would need courage or not; lone leaders included"""
    pieces = {"azug sword 1": "1617", "elves spear 1": "1717", other: "1616"}
    assert "1616" in dests(standard(pieces), "1617")
    game = failed(pieces, "1617", "1717")
    assert not {"1717", "1616"} & dests(game, "1617")


def test_nor_onto_a_lone_leader_far_away() -> None:
    """R14: passing him is no trying"""
    pieces = {"azug sword 1": "1617", "elves spear 1": "1717", "Gandalf": "1417"}
    game = failed(pieces, "1617", "1717")
    assert "1417" not in dests(game, "1617") and "1317" in dests(game, "1617")


def test_all_who_tried_have_failed() -> None:
    """R14: the chief and his unit; neither alone nor together again"""
    pieces = {"wolves beast 1": "1406", "Azug": "1406", "dwarves axe 1": "1506"}
    game = failed(pieces, "1406", "1506", "1+2")
    for take in ("1", "2", "1+2"):
        assert "1506" not in dests(game, "1406", take)


def test_who_did_not_try_may() -> None:
    """R14: the other unit of the stack, and other stacks"""
    pieces = {"azug sword 1": "1617 reduced", "azug sword 2": "1617 reduced", "azug sword 3": "1816", "elves spear 1": "1717"}
    game = failed(pieces, "1617", "1717", "1")
    balked = game.stack("1617", DARK)[0]
    assert "1717" in dests(game, "1617", "2") and "1717" in dests(game, "1816")
    assert "1717" not in dests(game, "1617", "1") | dests(game, "1617", "1+2")
    game.dice([3])
    move(game, "1617", "1717", "2")
    assert len(game.stack("1717", DARK)) == 1 and balked not in game.stack("1717", DARK)


def test_the_next_phase_is_a_new_chance() -> None:
    """R14: "this phase" """
    game = failed({"azug sword 1": "1617", "elves spear 1": "1717"}, "1617", "1717", turn=5)
    game.draws(["FIRE", "MOVE"])
    pass_until(game, DARK, "MOVE")
    assert "1717" in dests(game, "1617")


def test_a_failed_try_disturbs_nobody() -> None:
    """R14, R10: the friend in the melee for whom there would be no room keeps his place"""
    pieces = {"azug sword 1": "1617", "azug sword 2": "1717", "elves spear 1": "1717"}
    game = failed_over_limit(pieces)
    assert where(game, "azug sword 1", "azug sword 2") == ["1617", "1717"]
    assert {"1617", "1717"} <= hexes(game)


def failed_over_limit(pieces: dict[str, str]) -> Game:
    """A failed try to enter a melee in which a full friend stands, who would then have to leave."""
    game = standard(pieces)
    game.dice([10])
    move(game, "1617", "1717")
    return game


def test_a_passed_test_there_makes_the_friend_leave() -> None:
    """S-6, R10: the friend steps out of the melee next"""
    game = standard({"azug sword 1": "1617", "azug sword 2": "1717", "elves spear 1": "1717"})
    game.dice([5])
    move(game, "1617", "1717")
    assert game.decision == "destination" and hexes(game) == neighbours("1717")
    game.play("hex 1817")
    assert where(game, "azug sword 1", "azug sword 2") == ["1717", "1817"]


@pytest.mark.parametrize("player", [DARK, FREE])
def test_the_basic_game_has_no_courage_tests(player: str) -> None:
    """S-6: standard only"""
    mover, enemy = ("azug sword 1", "elves spear 1") if player == DARK else ("elves spear 1", "azug sword 1")
    game = position({mover: "1406", enemy: "1506"}, player=player)
    game.explicit_chance = True
    move(game, "1406", "1506")
    assert not game.at_chance and game.piece(mover).hex == "1506"
