"""Leaders who escape (S-10; R15, R35, R38, R40, R42)."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import (
    ALL_HEXES,
    CLIFFS,
    DARK,
    FREE,
    GATE,
    SPARE_HEXES,
    attack,
    dests,
    enter,
    hexes,
    maybe,
    move,
    neighbours,
    position,
    select,
    verbs,
    within,
)
from tests.standard.common import standard, where

LEADERS = ["Gandalf", "Bilbo", "Thranduil", "Dain", "Bard", "Bolg", "Azug", "Thuk", "Thrak", "Osag", "Gurash"]
DARK_LEADERS = LEADERS[5:]


def enemy_of(leader: str) -> tuple[str, str]:
    """An enemy unit that moves far, and its side."""
    return ("elves spear 1", FREE) if leader in DARK_LEADERS else ("azug rider 1", DARK)


def after_move(pieces: dict[str, str], start: str, end: str, take: str = "1", player: str = DARK) -> Game:
    """The game after a move from hex to hex; its stack order, if it is asked for, leader on top."""
    game = standard(pieces, player=player)
    assert end in dests(game, start, take)
    move(game, start, end, take)
    if game.decision == "stack_order" and game.player == player:
        game.play("leader on top")
    return game


# --- who


@pytest.mark.parametrize("leader", LEADERS)
@pytest.mark.parametrize("end", ["1717", "1817"])
def test_a_lone_leader_may_escape(leader: str, end: str) -> None:
    """S-10, R42: when an enemy enters his hex, or passes through it"""
    unit, player = enemy_of(leader)
    game = after_move({unit: "1517", leader: "1717"}, "1517", end, player=player)
    assert (game.decision, game.subject) == ("escape", leader)
    assert game.player != player and game.phasing_player == player
    assert game.piece(unit).hex == end  # R15: asked after the move is finished


@pytest.mark.parametrize("end", ["1717", "1817"])
def test_beorn_does_not_escape(end: str) -> None:
    """S-10: "except Beorn or Thorin"; one may pass him and stop on him"""
    game = after_move({"azug rider 1": "1517", "Beorn": "1717"}, "1517", end)
    assert game.decision == "select" and where(game, "azug rider 1", "Beorn") == [end, "1717"]


def test_thorin_does_not_escape() -> None:
    """S-10, B-10.4: he cannot be passed; one may enter his hex from next door"""
    pieces = {"azug rider 1": "1617", "Thorin": "1717"}
    game = after_move(pieces, "1617", "1717")
    assert game.decision == "select" and game.stack("1717", FREE) == ["Thorin"]
    assert "1717" not in dests(standard({"azug rider 1": "1517", "Thorin": "1717"}), "1517")


@pytest.mark.parametrize("unit", ["elves spear 1", "dwarves axe 1", "lake_men bow 1"])
def test_a_leader_with_a_unit_does_not_escape(unit: str) -> None:
    """R42: on top or beneath; the enemy came for a melee"""
    for order in ("", " beneath"):
        pieces = {"wolves beast 1": "1617", unit: "1717", "Gandalf": f"1717{order}"}
        game = after_move(pieces, "1617", "1717")
        assert game.decision == "select" and game.piece("Gandalf").hex == "1717"


def test_gwaihir_with_an_eagle_does_not_escape() -> None:
    """R42, R35: an eagle is a friendly unit; their hex is passed all the same"""
    game = after_move({"wolves beast 1": "1617", "eagles talon 1": "1717", "Gwaihir": "1717"}, "1617", "1817")
    assert game.decision == "select"


def test_only_those_whose_hex_it_is() -> None:
    """S-10: a leader next to the route is not concerned"""
    game = after_move({"azug rider 1": "1517", "Gandalf": "1716"}, "1517", "1917")
    assert game.decision == "select"


@pytest.mark.parametrize("mover", ["azug sword 1", "wolves beast 1", "azug rider 1", "Azug", "Bolg"])
def test_every_ground_piece_drives_him_away(mover: str) -> None:
    """S-10, R42: leaders too"""
    game = after_move({mover: "1517", "Gandalf": "1717"}, "1517", "1717")
    assert (game.decision, game.subject) == ("escape", "Gandalf")


def test_beorn_drives_away_dark_leaders() -> None:
    """S-10, R42: entering and passing"""
    for end in ("1717", "1917"):
        game = after_move({"Beorn": "1517", "Azug": "1717"}, "1517", end, player=FREE)
        assert (game.decision, game.player, game.subject) == ("escape", DARK, "Azug")


@pytest.mark.parametrize("eagle", ["eagles talon 1", "Gwaihir"])
@pytest.mark.parametrize("end", ["1717", "1917"])
def test_eagles_do_not(eagle: str, end: str) -> None:
    """S-10, R42: only ground pieces: eagles fly over him, or above him"""
    game = after_move({eagle: "1517", "Azug": "1717"}, "1517", end, player=FREE)
    assert game.decision == "select"


def test_not_in_the_basic_game() -> None:
    """S-10: standard only"""
    game = position({"azug rider 1": "1517", "Gandalf": "1717"})
    move(game, "1517", "1717")
    assert game.decision == "select"


# --- when: not out of melees


@pytest.mark.parametrize("end", ["1717", "1817"])
def test_not_out_of_a_melee_that_he_was_in_already(end: str) -> None:
    """R15: other enemies on foot are in his hex; newcomers, or those who pass, give him no chance"""
    pieces = {"wolves beast 1": "1517 reduced", "azug sword 1": "1717 reduced", "Gandalf": "1717"}
    game = after_move(pieces, "1517", end)
    assert game.decision == "select" and game.piece("Gandalf").hex == "1717"


def test_an_enemy_leader_in_his_hex_is_a_melee_too() -> None:
    """R15"""
    game = after_move({"wolves beast 1": "1517", "Azug": "1717", "Gandalf": "1717"}, "1517", "1817")
    assert game.decision == "select"


def test_under_an_eagle_he_is_in_no_melee() -> None:
    """R15, R47: an eagle above Azug binds him not; a unit that passes drives him away"""
    pieces = {"elves spear 1": "1517", "eagles talon 1": "1717", "Azug": "1717"}
    game = after_move(pieces, "1517", "1817", player=FREE)
    assert (game.decision, game.subject) == ("escape", "Azug")


def test_staying_in_his_hex_is_no_entering() -> None:
    """S-10, R15: pieces that share his hex since before, and stay or leave"""
    pieces = {"azug sword 1": "1717", "Gandalf": "1717"}
    game = standard(pieces)
    move(game, "1717", "1717")
    assert game.decision == "select"
    game = after_move(pieces, "1717", "1917")
    assert game.decision == "select"


def test_a_lone_leader_among_enemy_units_steps_out_in_his_own_move() -> None:
    """R40: he is pinned: one hex; enemy leaders alone do not pin him"""
    game = standard({"azug sword 1": "1717", "Gandalf": "1717"}, player=FREE)
    assert dests(game, "1717") == neighbours("1717")
    game = standard({"Azug": "1717", "Gandalf": "1717"}, player=FREE)
    assert "1417" in dests(game, "1717")


# --- where to


def test_up_to_his_full_allowance() -> None:
    """S-10: Bilbo 5 hexes on the plain, or he stays"""
    game = after_move({"azug rider 1": "1517", "Bilbo": "1717"}, "1517", "1717")
    assert hexes(game) == within("1717", 5) and verbs(game) == set()


def test_wounds_do_not_slow_him() -> None:
    """S-10"""
    game = after_move({"azug rider 1": "1517", "Bilbo": "1717 hits=1"}, "1517", "1717")
    assert hexes(game) == within("1717", 5)


def test_he_pays_for_the_terrain() -> None:
    """S-10, B-6: his movement allowance: Dain (4) two mountain hexes"""
    game = after_move({"thrak rider 1": "1503", "Dain": "1702"}, "1503", "1702")
    assert "1902" in hexes(game) and "2002" not in hexes(game)


def test_only_to_enemy_free_hexes() -> None:
    """S-10, R15: not onto units, leaders, and not through units; through lone leaders he may"""
    enemies = {"azug sword 1": "1817", "azug sword 2": "1818", "Azug": "1616"}
    game = after_move({"azug rider 1": "1517", "Bilbo": "1717", **enemies}, "1517", "1717")
    found = hexes(game)
    assert not {"1817", "1818", "1616"} & found and "1515" in found
    assert "2217" not in found  # five hexes straight through the goblin in 1817


def test_the_mover_bars_the_way_from_where_it_ended() -> None:
    """R15: the move is finished first: here in 1817"""
    game = after_move({"azug rider 1": "1517", "Bilbo": "1717"}, "1517", "1817")
    assert "1817" not in hexes(game) and "2217" not in hexes(game) and "1517" in hexes(game)


def test_within_stacking() -> None:
    """R15, B-9: to a unit without a leader, not to another leader; nobody makes room for him (R10)"""
    friends = {
        "elves spear 1": "1917", "elves spear 2": "1919 reduced", "Gandalf": "1915", "eagles talon 1": "1718",
        "Beorn": "1618", "lake_men sword 1": "1816", "Bard": "1816",
    }  # fmt: skip
    game = after_move({"azug rider 1": "1517", "Bilbo": "1717", **friends}, "1517", "1717")
    found = hexes(game)
    assert {"1917", "1919"} <= found
    assert not {"1915", "1718", "1618", "1816"} & found


def test_not_into_the_gate_but_for_dwarves() -> None:
    """S-6, S-10: Dain's 4 points bring him in; Bard may not"""
    for leader, allowed in (("Dain", True), ("Bard", False)):
        game = after_move({"azug rider 1": "1709", leader: "1907"}, "1709", "1907")
        assert (GATE in hexes(game)) == allowed


def test_the_river_costs_him_as_always() -> None:
    """S-10, B-6.7: Bilbo 1 more, the Dark leaders 2 more"""
    game = after_move({"azug rider 1": "1606", "Bilbo": "1608"}, "1606", "1608")
    assert "1612" in hexes(game) and "1613" not in hexes(game)  # 2 + 3
    game = after_move({"elves spear 1": "1606", "Azug": "1608"}, "1606", "1608", player=FREE)
    assert "1611" in hexes(game) and "1612" not in hexes(game)  # 3 + 2


def test_he_may_stay() -> None:
    """S-10: "may": a melee then, which he does not leave by escaping later"""
    game = after_move({"azug rider 1": "1517", "Gandalf": "1717"}, "1517", "1717")
    game.play("hex 1717")
    assert game.decision == "select" and where(game, "azug rider 1", "Gandalf") == ["1717", "1717"]


def test_if_he_leaves_there_is_no_melee() -> None:
    """S-10: the enemy is not affected: it stands where it went"""
    game = after_move({"azug rider 1": "1517", "Gandalf": "1717"}, "1517", "1717")
    game.play("hex 2117")
    assert where(game, "azug rider 1", "Gandalf") == ["1717", "2117"] and game.player == DARK
    assert "1717" not in hexes(game)  # its move is over


def test_with_nowhere_to_go_he_stays() -> None:
    """R15: enemies all round: nobody is asked"""
    ring = {f"azug sword {number}": hex for number, hex in enumerate(["1817", "1818", "1718", "1816", "1716"], 1)}
    game = after_move({"azug rider 1": "1517", "Gandalf": "1717", **ring}, "1517", "1717")
    assert game.decision == "escape"  # 1617 is open
    pieces = {"azug rider 1": "1517", "azug rider 2": "1617", "Gandalf": "1717", **ring}
    game = after_move(pieces, "1517", "1717")
    assert game.decision == "select" and game.piece("Gandalf").hex == "1717"


def test_nowhere_to_go_in_the_corner_among_full_friends_and_enemies() -> None:
    """R15: 0000 has two neighbours: one is an enemy's, in the other stands a friend just as stuck"""
    pieces = {"Thranduil": "0000", "Gandalf": "0100", "azug sword 1": "0001", "azug sword 2": "0200", "azug sword 3": "0101"}
    game = after_move({"thrak rider 1": "0201", **pieces}, "0201", "0000")
    assert game.decision == "select" and where(game, "Thranduil", "Gandalf") == ["0000", "0100"]


# --- in which order


ROW = {"wolves beast 1": "1017", "Gandalf": "1217", "Bilbo": "1417", "Thranduil": "1617"}


def test_in_route_order() -> None:
    """R15: each leader on the route, one after another; the straight way is the only cheapest"""
    game = after_move(ROW, "1017", "1817")
    asked = []
    while game.decision == "escape":
        asked.append(game.subject)
        game.play(f"hex {game.piece(str(game.subject)).hex}")
    assert asked == ["Gandalf", "Bilbo", "Thranduil"] and game.decision == "select"


def test_the_other_way_round() -> None:
    """R15"""
    game = after_move({**ROW, "wolves beast 1": "1817"}, "1817", "1017")
    asked = []
    while game.decision == "escape":
        asked.append(game.subject)
        game.play(f"hex {game.piece(str(game.subject)).hex}")
    assert asked == ["Thranduil", "Bilbo", "Gandalf"]


def test_the_later_one_sees_where_the_first_went() -> None:
    """R15, B-9: not to the same place"""
    game = after_move(ROW, "1017", "1817")
    game.play("hex 1415")
    assert game.subject == "Bilbo" and "1415" not in hexes(game) and "1217" in hexes(game)


def test_the_route_is_the_cheapest() -> None:
    """R15: round the mountain hex 1506 by the plain; a leader on the direct but dearer way is not met"""
    pieces = {"wolves beast 1": "1406", "Gandalf": "1506"}
    game = after_move(pieces, "1406", "1606")  # by 1407 and 1507: 1 + 1 + 2; over 1506: 2 + 2
    assert game.piece("wolves beast 1").hex == "1606"
    game = after_move({"wolves beast 1": "1406", "Gandalf": "1506"}, "1406", "1607")
    assert game.decision == "select"  # 1407, 1507, 1607 cost 3


def test_the_same_route_every_time() -> None:
    """R15: ties are broken the same way: the same leaders are asked"""
    pieces = {"wolves beast 1": "1515", "Gandalf": "1616", "Bilbo": "1516"}
    games = [after_move(pieces, "1515", "1617") for _ in range(3)]
    assert len({(game.decision, game.subject) for game in games}) == 1


def test_one_escape_for_a_group() -> None:
    """S-10, R15: two units and their chief pass him: he is asked once"""
    pieces = {"azug sword 1": "1517 reduced", "azug sword 2": "1517 reduced", "Azug": "1517", "Gandalf": "1717"}
    game = after_move(pieces, "1517", "1817", "1+2+3")
    assert game.subject == "Gandalf"
    game.play("hex 1717")
    assert game.decision == "select"


def test_every_mover_gives_a_new_chance() -> None:
    """S-10, R15: who stayed when one passed may go when the next one comes"""
    pieces = {"azug rider 1": "1517", "azug rider 2": "1516", "Gandalf": "1717"}
    game = after_move(pieces, "1517", "1917")
    game.play("hex 1717")
    move(game, "1516", "1717")
    assert game.decision == "escape"


def test_an_escape_triggers_no_further_escape() -> None:
    """R15: Gandalf runs through lone Thuk's hex; Thuk is not asked"""
    game = after_move({"azug rider 1": "1517", "Gandalf": "1717", "Thuk": "1917"}, "1517", "1717")
    game.play("hex 2117")
    assert (game.decision, game.player) == ("select", DARK)


# --- the way into an enemy unit is the step from next door (R11)


TIES = [
    ("1306", "1406", "1305"), ("2212", "2111", "2211"), ("2210", "2111", "2211"), ("1312", "1212", "1213"), ("1213", "1212", "1312"),
    ("1313", "1314", "1213"), ("0510", "0610", "0511"), ("0510", "0411", "0511"), ("0611", "0610", "0710"), ("0709", "0810", "0710"),
    ("1211", "1311", "1312"), ("1412", "1311", "1312"), ("0512", "0411", "0511"), ("0711", "0810", "0710"), ("1214", "1314", "1213"),
]  # fmt: skip


@pytest.mark.parametrize("start, between, end", TIES)
def test_a_leader_beside_the_step_into_a_melee_is_not_disturbed(start: str, between: str, end: str) -> None:
    """R11, R15: the piece enters from next door; a road round by the leader's hex costs no more, but is not its way"""
    assert {between, end} <= neighbours(start) and end in neighbours(between)
    dark, free = ("wolves beast 1", "dwarves axe 1", "Gandalf", DARK), ("elves spear 1", "azug sword 1", "Bolg", FREE)
    for mover, enemy, leader, player in (dark, free):
        game = standard({mover: start, enemy: end, leader: between}, player=player)
        game.dice([1])
        move(game, start, end)
        assert game.piece(mover).hex == end
        assert game.decision == "select", f"{leader} was asked to escape"


# --- Gwaihir


def test_gwaihir_flies() -> None:
    """S-10, R35: 10 hexes, over everything, onto cliffs too; not into the gate, not onto enemies"""
    game = after_move({"azug rider 1": "1614", "Gwaihir": "1814"}, "1614", "1914")
    assert (game.decision, game.subject) == ("escape", "Gwaihir")
    expected = within("1814", 10) - {GATE, "1914"} - SPARE_HEXES
    assert hexes(game) >= CLIFFS and hexes(game) == expected


def test_nobody_stops_on_gwaihir() -> None:
    """R24, R35: he is passed"""
    game = standard({"azug rider 1": "1517", "Gwaihir": "1717"})
    assert "1717" not in dests(game, "1517") and "1817" in dests(game, "1517")


def test_gwaihir_joins_an_eagle() -> None:
    """R16, R35: or flies alone"""
    pieces = {"azug rider 1": "1517", "Gwaihir": "1717", "eagles talon 1": "1715", "elves spear 1": "1713"}
    game = after_move(pieces, "1517", "1817")
    assert "1715" in hexes(game) and "1713" not in hexes(game)


# --- stack order


@pytest.mark.parametrize("order", ["top", "beneath"])
def test_who_joins_a_unit_lies_on_top_or_beneath(order: str) -> None:
    """R17: his owner chooses, not the player whose phase it is"""
    game = after_move({"azug rider 1": "1517", "Gandalf": "1717", "elves spear 1": "1917"}, "1517", "1717")
    game.play("hex 1917")
    assert (game.decision, game.player, game.subject) == ("stack_order", FREE, "Gandalf")
    game.play("leader on top" if order == "top" else "leader beneath")
    assert game.stack("1917", FREE)[0] == ("Gandalf" if order == "top" else "elves spear 1")
    assert (game.decision, game.player) == ("select", DARK)


def test_the_mover_chooses_his_own_order_as_well() -> None:
    """R17, R15: Azug and a goblin move onto Gandalf"""
    game = standard({"azug sword 1": "1517", "Azug": "1517", "Gandalf": "1717"})
    select(game, "1517", "1+2")
    game.play("hex 1717")
    seen = []
    while game.decision in ("stack_order", "escape"):
        seen.append((game.decision, game.player))
        game.play("leader beneath" if game.decision == "stack_order" else "hex 2117")
    assert sorted(seen) == [("escape", FREE), ("stack_order", DARK)]
    assert game.stack("1717", DARK) == ["azug sword 1", "Azug"]


# --- reinforcements


def test_when_a_reinforcement_enters_onto_him() -> None:
    """R38: a lone leader there may escape; the piece stays and has moved"""
    game = standard({"osag spear 1": "to come", "Gandalf": "1500"}, turn=4)
    enter(game, "osag spear 1", "1500")
    assert (game.decision, game.player, game.subject) == ("escape", FREE, "Gandalf")
    game.play("hex 1501")
    assert where(game, "osag spear 1", "Gandalf") == ["1500", "1501"] and "1500" not in hexes(game)


def test_not_from_a_melee_when_a_second_one_enters() -> None:
    """R38, R15"""
    game = standard({"osag spear 1": "1500", "Osag": "to come", "Gandalf": "1500"}, turn=4)
    enter(game, "Osag", "1500")
    maybe(game, "stack_order", "leader on top")
    assert game.decision == "select"


def test_dark_leaders_escape_from_beorn_on_the_circle() -> None:
    """R9, R38"""
    game = standard({"Beorn": "to come", "Azug": "0013"}, player=FREE, turn=8)
    enter(game, "Beorn", "0013")
    assert (game.decision, game.player, game.subject) == ("escape", DARK, "Azug")


def test_they_do_not_escape_from_eagles() -> None:
    """R38, S-10: an eagle placed above him is no ground piece"""
    game = standard({"eagles talon 1": "to come", "Osag": "1500"}, player=FREE, turn=7)
    enter(game, "eagles talon 1", "1500")
    assert game.decision == "select"


# --- other ways into a hex are no moves into his hex


def test_an_advance_meets_nobody() -> None:
    """S-10, B-7.5: a surviving lone leader keeps the hex, nobody advances, nobody escapes"""
    pieces = {"azug sword 1": "1617", "azug sword 2": "1818", "elves spear 1": "1717 reduced", "Gandalf": "1717 beneath"}
    game = standard(pieces, phase="COMBAT")
    attack(game, "1717", "1617", "1818", die=4)
    assert game.stack("1717", FREE) == ["Gandalf"] and game.decision == "combat_target"


# --- making room (R10) and escaping


def test_he_does_not_take_the_last_place_of_one_who_must_make_room() -> None:
    """R10, R15, DESIGN 4 (no dead ends): a wolf comes through Bilbo's hex into 0000; the goblin there must leave, and the only
    room that it has is 0300; whatever Bilbo does, it gets there
    """
    full = {f"azug sword {number}": hex for number, hex in enumerate(["0100", "0200", "0101", "0201", "0301"], 2)}
    pieces = {"azug sword 1": "0000", "wolves beast 1": "0601", "elves spear 1": "0001", "Bilbo": "0401", **full}
    game = standard(pieces)
    for hex in full.values():
        move(game, hex, hex)  # they have moved
    assert dests(game, "0000") == {"0300", "0001"}
    move(game, "0601", "0000")
    if game.decision != "escape":
        assert game.decision == "select" and game.piece("azug sword 1").hex == "0300"
        return
    for hex in hexes(game):
        copy = game.clone()
        copy.play(f"hex {hex}")
        assert where(copy, "azug sword 1", "wolves beast 1") == ["0300", "0000"], hex


def test_making_room_may_drive_away_a_leader_too() -> None:
    """R10, S-10: the friend who leaves passes a lone leader in his turn"""
    ring = {f"elves spear {number}": hex for number, hex in enumerate(["1718", "1618", "1616", "1716"], 1)}
    pieces = {"azug sword 1": "1617", "azug sword 2": "1517", "Gandalf": "1717", **ring}
    game = standard(pieces)
    move(game, "1517", "1617")
    assert game.decision == "destination"
    game.play("hex 1817")
    assert (game.decision, game.subject) == ("escape", "Gandalf")


def test_hexes_of_the_map_only() -> None:
    """S-10: at the edge"""
    game = after_move({"azug rider 1": "0217", "Bilbo": "0017"}, "0217", "0017")
    assert hexes(game) <= ALL_HEXES and "0017" in hexes(game)
