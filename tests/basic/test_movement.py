"""Movement (B-6): costs, paths, the river, the gate, flight, enemies on the way, melees entered and left."""

from __future__ import annotations

import heapq
import tomllib
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path

import pytest

from bofa_env import Game
from tests.helpers import (
    ALL_HEXES,
    BOARD,
    CLIFFS,
    DARK,
    FREE,
    GATE,
    TERRAIN,
    dests,
    distance,
    hexes,
    move,
    neighbours,
    position,
    select,
    sparse,
    verbs,
    within,
)

GATE_SOUTH_WEST, GATE_SOUTH_EAST = "1906", "1907"  # by the compass; west and south-west on the grid
DALE = {hex for hex in ALL_HEXES if TERRAIN[hex] == "d"}
RING = ["1817", "1617", "1818", "1718", "1816", "1716"]  # around 1717, on the plain, far from river, roads and mountain


def ring(*names: str) -> dict[str, str]:
    """Pieces in the hexes around 1717: the named ones first, elves in the rest."""
    others = [f"elves spear {number}" for number in (1, 2, 3, 4, 5, 6)]
    return dict(zip([*names, *others], RING, strict=False))


# --- the costs of the terrain table


def test_a_plain_hex_costs_1() -> None:
    """B-6.9: a goblin of 5 gets as far as five hexes in every direction (B-6.3, movement: any direction, any turn)"""
    game = position({"azug sword 1": "1717"})
    assert dests(game, "1717") == within("1717", 5) - {"1717"}


@pytest.mark.parametrize("name, steps", [("azug sword 1", 2), ("Thrak", 3), ("wolves beast 1", 4)])
def test_a_mountain_hex_costs_2_on_every_level(name: str, steps: int) -> None:
    """B-6.3, B-6.8: 5 points are two hexes, 7 three, 8 four; around 1902 there are the levels 2 to 4 and no path"""
    mountain = {hex for hex in ALL_HEXES if TERRAIN[hex] in "1234"}
    assert dests(position({name: "1902"}), "1902") & mountain == within("1902", steps) & mountain - {"1902"}


def test_a_slope_costs_2_and_the_hilltop_1() -> None:
    """B-6.8, B-6.9: plain 1, slope 2, hilltop 1, hilltop 1 is 5; one plain hex more is too much"""
    assert [TERRAIN[hex] for hex in ("0309", "0409", "0509", "0609", "0709")] == list(".shhs")
    assert {"0409", "0509", "0609"} <= dests(position({"azug sword 1": "0209"}), "0209")
    from_farther = dests(position({"azug sword 1": "0109"}), "0109")
    assert "0509" in from_farther and "0609" not in from_farther


def test_a_dale_hex_costs_2() -> None:
    """B-6.8: off the paths; 1213 and 1212 are reached along the road"""
    reached = dests(position({"azug sword 1": "1513"}), "1513")
    assert reached & DALE == {"1313", "1312", "1213", "1212", "1211"}


def test_piles_guard_rooms_and_triangles_cost_nothing_more() -> None:
    """B-6.5 (the board): entering the guard room 1203 from 1202 costs 2 as any mountain hex, the pile 1004 too"""
    dwarf = {"dwarves axe 1": "1302"}
    assert BOARD["guard_rooms"]["north_west"] in dests(position(dwarf, player=FREE), "1302")
    reached = dests(position({"dwarves axe 1": "1103"}, player=FREE), "1103")
    assert "1004" in reached and "1004" in {pile["hex"] for pile in BOARD["rock_pile"]}


# --- paths


def test_along_a_path_every_hex_costs_1() -> None:
    """B-6.6: 2514 is three mountain hexes away: 2 to get onto the path, then 1 and 1; 2515, the next one, is too far"""
    reached = dests(position({"dwarves axe 1": "2312"}, player=FREE), "2312")
    assert "2514" in reached
    assert "2515" not in reached  # it would be reached if stepping onto the path cost 1


def test_only_the_steps_along_the_path_are_cheap() -> None:
    """B-6.6: four hexes down the ridge path, or two up and two along the iron path that meets it; off the path only two"""
    reached = dests(position({"dwarves axe 1": "2514"}, player=FREE), "2514")
    assert {"2515", "2616", "2617", "2718"} <= reached
    assert {"2413", "2412", "2311", "2211"} <= reached
    assert "2512" in reached and "2511" not in reached


def test_the_river_is_paid_on_a_path_too() -> None:
    """R39, B-6.7: from 0811 along the west road: 1, then 1 + river over the ruined bridge, then 1 and 1 through Dale"""
    goblin = dests(position({"azug sword 1": "0811"}), "0811")
    assert "1112" in goblin and "1212" not in goblin  # 1 + 3 + 1 = 5
    dwarf = dests(position({"dwarves axe 1": "0811"}, player=FREE), "0811")
    assert "1112" in dwarf and "1212" not in dwarf  # 1 + 2 + 1 = 4


def test_the_ruined_bridge_is_no_bridge() -> None:
    """B-6.5 (the board): the river is paid there like anywhere else"""
    start, end = BOARD["ruined_bridge"]
    assert [start, end] in BOARD["river"]
    assert end in dests(position({"azug sword 1": "0712"}), "0712")  # 1, 1, then 1 + 2 along the road
    assert end not in dests(position({"azug sword 1": "0612"}), "0612")


# --- the river


@pytest.mark.parametrize(
    "name, player, farthest",
    [
        ("azug sword 1", DARK, 3),  # 5 points: 3 + 2
        ("wolves beast 1", DARK, 6),  # 8 points: 6 + 2
        ("dwarves axe 1", FREE, 3),  # 4 points: 3 + 1
        ("lake_men sword 1", FREE, 5),  # 6 points: 5 + 1
    ],
)
def test_the_river_costs_1_or_2_more(name: str, player: str, farthest: int) -> None:
    """B-6.7: +1 for the Free Peoples, +2 for the Dark Army, on top of the hex; from 1610 over the river"""
    reached = dests(position({name: "1610"}, player=player), "1610")
    north_bank = {"1608": 2, "1607": 3, "1307": 4, "1207": 5, "1107": 6, "1007": 7}
    for hex, steps in north_bank.items():
        assert distance("1610", hex) == steps
        assert (hex in reached) == (steps <= farthest), hex


# --- the Front Gate


def test_the_front_gate_costs_4() -> None:
    """B-6.2 (the board): a dwarf of 4 enters it from a plain neighbour only with nothing spent before"""
    for start in (GATE_SOUTH_WEST, GATE_SOUTH_EAST):
        assert GATE in dests(position({"dwarves axe 1": start}, player=FREE), start)
    assert GATE not in dests(position({"dwarves axe 1": "1908"}, player=FREE), "1908")


def test_the_road_does_not_help_at_the_gate() -> None:
    """B-6.2 (the board): the south road leads into the gate: 1 to 1907 and 4 more; from 1807 that is 5, from 1808 6"""
    assert "1807" in BOARD["path"][0]["hexes"] and BOARD["path"][0]["hexes"][-1] == GATE
    assert GATE in dests(position({"azug sword 1": "1908"}), "1908")
    assert GATE not in dests(position({"azug sword 1": "1909"}), "1909")


@pytest.mark.parametrize("start", ["2007", "1905"])
def test_nothing_crosses_the_red_hexsides(start: str) -> None:
    """B-6.2 (the board): next to the gate, but the way leads round by the plain: 1 and 4"""
    assert start in neighbours(GATE)
    assert GATE not in dests(position({"dwarves axe 1": start}, player=FREE), start)
    held = position({"dwarves axe 1": GATE, "azug sword 1": "1906", "azug sword 2": "1907"}, player=FREE)
    assert dests(held, GATE) == {"1906", "1907"}  # the two enemies; there is no other way out


def test_any_free_people_may_stand_in_the_gate_in_the_basic_game() -> None:
    """B-6.2: only the standard game keeps it for dwarves"""
    for name in ("elves spear 1", "Gandalf", "Beorn", "lake_men bow 1"):
        assert GATE in dests(position({name: "1907"}, player=FREE), "1907"), name


# --- cliffs


@pytest.mark.parametrize("name", ["elves spear 1", "Beorn", "Gandalf", "dwarves axe 1"])
def test_no_ground_piece_enters_a_cliff(name: str) -> None:
    """B-6.4 (the board)"""
    for start in ("2004", "2205", "2107", "2206"):
        assert not dests(position({name: start}, player=FREE), start) & CLIFFS


def test_not_even_to_fight_an_eagle() -> None:
    """B-6.4 (the board), R11: an eagle on a cliff is out of reach for a melee"""
    assert "2005" in neighbours("2004")
    assert "2005" not in dests(position({"azug sword 1": "2004", "eagles talon 1": "2005"}), "2004")


# --- eagles


@pytest.mark.parametrize("name", ["eagles talon 1", "Gwaihir"])
def test_eagles_fly(name: str) -> None:
    """B-6.10, B-10.6, R12, R35: every hex costs 1, terrain, river and enemies are ignored, cliffs allowed; never the gate"""
    game = position({name: "1515", "azug sword 1": "1615", "azug sword 2": "1415", "Azug": "1715"}, player=FREE)
    reached = dests(game, "1515")
    assert reached == within("1515", 10) - {"1515", GATE}
    assert reached & CLIFFS == {"2005", "2106"} and {"1615", "1415", "1715"} <= reached
    assert distance("1515", GATE) <= 10


def test_eagles_come_down_on_enemies_from_afar() -> None:
    """B-10.6: directly onto an enemy, though they did not begin next to it; that makes a melee"""
    game = position({"eagles talon 1": "1515", "azug sword 1": "1909"}, player=FREE)
    move(game, "1515", "1909")
    assert game.piece("eagles talon 1").hex == "1909"
    combat = position({"eagles talon 1": "1909", "azug sword 1": "1909"}, player=FREE, phase="COMBAT")
    assert "1909" in hexes(combat) and "done" not in verbs(combat)


def test_an_eagle_is_not_pinned() -> None:
    """R40, B-10.6: it flies out of a melee as far as it likes, even onto other enemies"""
    game = position({"eagles talon 1": "1515", "azug sword 1": "1515", "azug sword 2": "1715"}, player=FREE)
    assert dests(game, "1515") == within("1515", 10) - {"1515", GATE}


def test_eagles_fly_together() -> None:
    """B-10.6, R35: Gwaihir with an eagle"""
    game = position({"eagles talon 1": "1515", "Gwaihir": "1515"}, player=FREE)
    assert dests(game, "1515", "1+2") == within("1515", 10) - {"1515", GATE}


def test_an_eagle_with_a_piece_on_foot_goes_on_foot() -> None:
    """B-9.1, B-10.6: moving together they have the smaller allowance, and the one on foot cannot fly"""
    game = position({"eagles talon 1": "1902 reduced", "lake_men sword 1": "1902 reduced"}, player=FREE)
    assert dests(game, "1902", "1+2") <= within("1902", 3)
    assert "2005" not in dests(game, "1902", "1+2")
    assert "2005" in dests(game, "1902", "2")  # the eagle alone


# --- an oracle for all of the above: cheapest ways worked out from the data and the costs as printed


def printed_cost(start: str, end: str, side: str) -> int | None:
    """The terrain table, R39 and the gate, for one step between neighbours."""
    pair = {start, end}
    if end in CLIFFS or start in CLIFFS:
        return None
    if GATE in pair and not pair & {GATE_SOUTH_WEST, GATE_SOUTH_EAST}:
        return None
    on_path = any(pair == set(step) for path in BOARD["path"] for step in pairwise(path["hexes"]))
    cost = 1 if on_path or TERRAIN[end] in ".h" else 2
    if end == GATE:
        cost = 4
    if any(pair == set(hexside) for hexside in BOARD["river"]):
        cost += 1 if side == FREE else 2
    return cost


@cache
def steps_from(start: str, side: str) -> dict[str, int]:
    costs = {end: printed_cost(start, end, side) for end in neighbours(start)}
    return {end: cost for end, cost in costs.items() if cost is not None}


def reach(start: str, side: str, allowance: int) -> set[str]:
    cheapest = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, hex = heapq.heappop(queue)
        for end, step in steps_from(hex, side).items():
            if cost + step <= min(allowance, cheapest.get(end, 99) - 1):
                cheapest[end] = cost + step
                heapq.heappush(queue, (cost + step, end))
    return set(cheapest) - {start}


STARTS = sorted(ALL_HEXES - CLIFFS)[::9]


@pytest.mark.parametrize(
    "name, side, allowance",
    [("wolves beast 1", DARK, 8), ("azug sword 1", DARK, 5), ("dwarves axe 1", FREE, 4), ("elves spear 1", FREE, 7)],
)
def test_every_cost_of_the_terrain_table(name: str, side: str, allowance: int) -> None:
    """B-6.2, B-6.3, B-6.4, B-6.6, B-6.7, B-6.8, B-6.9, B-6.11 (the board), R39: from hexes all over an empty map"""
    for start in STARTS:
        game = Game.from_position(sparse({name: start, "Beorn": "to come", "Bolg": "to come"}, side, spare=False))
        assert dests(game, start) == reach(start, side, allowance), start


# --- allowance: once per phase, not saved, not passed on


def test_each_piece_moves_once_per_phase() -> None:
    """B-6.1 (moving): what is left of the allowance is lost, and nobody else gets it"""
    game = position({"azug sword 1": "1717", "azug sword 2": "1720"})
    move(game, "1717", "1718")
    assert "1718" not in hexes(game)
    assert dests(game, "1720") <= within("1720", 5)


def test_no_points_are_saved_for_a_later_phase() -> None:
    """B-6.1 (moving)"""
    game = position({"azug sword 1": "1717"}, turn=4, player=DARK)
    game.draws(["FIRE", "MOVE"])
    game.play("done")
    game.play("done")
    assert (game.phase, game.phasing_player) == ("MOVE", DARK)
    assert dests(game, "1717") == within("1717", 5) - {"1717"}


def test_nobody_has_to_move() -> None:
    """B-6: all or some or none; a selected piece may stay, which ends its move"""
    game = position({"azug sword 1": "1717"})
    assert "done" in verbs(game)
    select(game, "1717")
    assert "1717" in hexes(game)
    game.play("hex 1717")
    assert game.piece("azug sword 1").hex == "1717"
    assert "1717" not in hexes(game)


# --- together or one by one


def test_together_the_smallest_allowance_counts() -> None:
    """B-9.1, B-6: Thrak of 7 with a swordsman of 5"""
    game = position({"azug sword 1": "1717", "Thrak": "1717"})
    assert game.stack("1717", DARK) == ["Thrak", "azug sword 1"]
    assert dests(game, "1717", "1+2") == within("1717", 5) - {"1717"}
    assert "1017" in dests(game, "1717", "1")  # Thrak alone: 7
    assert dests(game, "1717", "2") == within("1717", 5) - {"1717"}


def test_two_reduced_units_move_together_or_apart() -> None:
    """B-9.1: a rider of 7 and a swordsman of 5"""
    game = position({"azug sword 1": "1717 reduced", "thrak rider 1": "1717 reduced"})
    assert dests(game, "1717", "1+2") == within("1717", 5) - {"1717"}
    move(game, "1717", "1017", "1")  # the rider goes his way
    assert dests(game, "1717") == within("1717", 5) - {"1717"}
    move(game, "1717", "1715")
    assert (game.piece("thrak rider 1").hex, game.piece("azug sword 1").hex) == ("1017", "1715")


def test_any_part_of_a_stack_may_be_taken() -> None:
    """B-6: three pieces, top to bottom: leader, newest unit, older unit"""
    game = position({"azug sword 1": "1717 reduced", "azug sword 2": "1717 reduced", "Azug": "1717"})
    game.play("hex 1717")
    assert game.decision == "select_pieces"
    assert verbs(game) == {f"take {which}" for which in ("1", "2", "3", "1+2", "1+3", "2+3", "1+2+3")}
    game.play("take 1+3")
    game.play("hex 1817")
    game.play("leader on top")
    assert game.stack("1817", DARK) == ["Azug", "azug sword 1"]
    assert game.stack("1717", DARK) == ["azug sword 2"]


def test_pieces_that_do_not_start_together_do_not_move_together() -> None:
    """B-6.1 (moving): one who has arrived has moved, and is not taken along by those who were there"""
    game = position({"azug sword 1": "1717 reduced", "azug sword 2": "1816 reduced"})
    move(game, "1816", "1717")
    game.play("hex 1717")
    assert game.decision == "destination"  # only sword 1 can still move


# --- friends


def test_friends_never_block() -> None:
    """B-6.2 (moving), B-9: a goblin with friends all around goes anywhere"""
    around = {f"azug sword {number}": hex for number, hex in enumerate(RING, 2)}
    game = position({"azug sword 1": "1717", **around})
    assert within("1717", 5) - {"1717"} - set(RING) <= dests(game, "1717")


# --- enemies on the way


def test_a_hex_with_an_enemy_unit_cannot_be_passed() -> None:
    """B-6.1 (enemies): inside a ring of enemies only the ring itself can be entered, for a melee"""
    game = position({"azug sword 1": "1717", **ring()})
    assert dests(game, "1717") == set(RING)


def test_leaders_do_not_pass_enemy_units() -> None:
    """B-10.3"""
    game = position({"Azug": "1717", **ring()})
    assert dests(game, "1717") == set(RING)


@pytest.mark.parametrize("leader", ["Gandalf", "Bilbo", "Beorn", "Gwaihir", "Dain", "Bard", "Thranduil"])
def test_lone_leaders_can_be_passed(leader: str) -> None:
    """B-6.2 (enemies), B-10.3; R35: Gwaihir too is a leader here"""
    reached = dests(position({"azug sword 1": "1717", **ring(leader)}), "1717")
    assert {"1917", "2017", "2117", "2217"} <= reached  # straight on over the leader in 1817
    assert "1517" not in reached


def test_thorin_cannot_be_passed() -> None:
    """B-6.2 (enemies), B-10.3, B-10.4, R34: he is a leader and a unit"""
    assert dests(position({"azug sword 1": "1717", **ring("Thorin")}), "1717") == set(RING)


def test_eagles_bar_the_way_in_the_basic_game() -> None:
    """B-6.1 (enemies): an eagle is a unit; only the standard game lets one pass"""
    assert dests(position({"azug sword 1": "1717", **ring("eagles talon 1")}), "1717") == set(RING)


def test_a_leader_with_a_unit_is_not_alone() -> None:
    """B-10.3: he can be passed only if he is alone in the hex"""
    pieces = {"azug sword 1": "1717", **ring("lake_men sword 1"), "Gandalf": "1817"}
    assert dests(position(pieces), "1717") == set(RING)


def test_the_free_peoples_pass_dark_leaders() -> None:
    """B-10.3: both sides alike, Bolg included"""
    around = {f"azug sword {number}": hex for number, hex in enumerate(RING[1:], 2)}
    reached = dests(position({"lake_men sword 1": "1717", "Bolg": RING[0], **around}, player=FREE), "1717")
    assert "1917" in reached and "1517" not in reached


def test_no_zones_of_control() -> None:
    """B-6.1, B-6.3 (enemies): between two enemies through and on, without a stop"""
    game = position({"azug sword 1": "1517", "elves spear 1": "1716", "elves spear 2": "1718"})
    assert {"1716", "1718"} <= neighbours("1717")
    assert "2017" in dests(game, "1517")


def test_one_may_stop_on_a_lone_leader() -> None:
    """B-10.3: from anywhere in reach; then they are in a melee"""
    game = position({"azug sword 1": "1717", "Gandalf": "2017"})
    assert "2017" in dests(game, "1717")
    move(game, "1717", "2017")
    assert game.piece("azug sword 1").hex == game.piece("Gandalf").hex == "2017"


def test_leaders_may_stop_on_lone_leaders_too() -> None:
    """B-10.3"""
    assert "2017" in dests(position({"Azug": "1717", "Gandalf": "2017"}), "1717")


# --- bringing on a melee


@pytest.mark.parametrize("enemy", ["elves spear 1", "Thorin", "eagles talon 1"])
def test_a_melee_is_entered_only_from_next_to_it(enemy: str) -> None:
    """R11, B-6.4 (enemies): a piece that began the phase adjacent may enter; two hexes away is too far"""
    game = position({"azug sword 1": "1617", "azug sword 2": "1517", enemy: "1717"})
    assert "1717" in dests(game, "1617")
    assert "1717" not in dests(game, "1517")


def test_entering_a_melee_is_the_whole_move() -> None:
    """R11"""
    game = position({"azug sword 1": "1617", "elves spear 1": "1717"})
    move(game, "1617", "1717")
    assert game.piece("azug sword 1").hex == "1717"
    assert "1717" not in hexes(game)


def test_one_cannot_walk_up_and_enter_in_one_phase() -> None:
    """R11: next to the enemy by this phase's move does not count, whatever is left of the allowance"""
    game = position({"azug sword 1": "1517", "elves spear 1": "1717"})
    move(game, "1517", "1617")
    assert "1617" not in hexes(game)


def test_leaders_enter_melees_like_units() -> None:
    """R11: any piece"""
    assert "1717" in dests(position({"Azug": "1617", "elves spear 1": "1717"}), "1617")


def test_a_whole_stack_enters_together() -> None:
    """R11, B-9.1"""
    game = position({"azug sword 1": "1617", "Azug": "1617", "elves spear 1": "1717"})
    move(game, "1617", "1717", "1+2", order="top")
    assert game.stack("1717", DARK) == ["Azug", "azug sword 1"]


def test_a_friend_may_join_a_melee() -> None:
    """R11, B-9.1: reduced units, within the limit"""
    game = position({"azug sword 1": "1717 reduced", "azug sword 2": "1617 reduced", "elves spear 1": "1717"})
    move(game, "1617", "1717")
    assert game.stack("1717", DARK) == ["azug sword 2", "azug sword 1"]


def test_thorin_in_the_gate_is_entered_only_from_the_plain() -> None:
    """R11, B-6.2 (the board)"""
    for start, may in (("1906", True), ("1907", True), ("2007", False), ("1905", False), ("1908", False)):
        game = position({"azug sword 1": start, "Thorin": GATE})
        assert (GATE in dests(game, start)) == may, start


@pytest.fixture
def slow_azug(tmp_path: Path) -> Path:
    """Counters on which Azug's swordsmen have a move of 3."""
    text = (resources.files("bofa_env") / "data" / "counters.toml").read_text("utf-8")
    before, name, after = text.partition('name = "azug"')
    after = after.replace('weapon = "sword", strength = 5, move = 5', 'weapon = "sword", strength = 5, move = 3', 1)
    file = tmp_path / "counters.toml"
    file.write_text(before + name + after, "utf-8")
    assert tomllib.loads(file.read_text("utf-8")) != tomllib.loads(text)
    return file


def test_the_normal_cost_of_a_melee_must_be_affordable(slow_azug: Path) -> None:
    """R11: the gate costs 4, a hex of Dale across the river 2 + 2; with 3 points neither can be entered"""
    told = sparse({"azug sword 1": "1907", "Thorin": GATE, "azug sword 2": "1310", "elves spear 1": "1211"})
    game = Game.from_position(told, counters=slow_azug)
    assert GATE not in dests(game, "1907")
    assert "1211" in neighbours("1310") and "1211" not in dests(game, "1310")
    quick = position({"azug sword 1": "1907", "Thorin": GATE, "azug sword 2": "1310", "elves spear 1": "1211"})
    assert GATE in dests(quick, "1907") and "1211" in dests(quick, "1310")


# --- leaving a melee


def test_a_piece_in_melee_only_steps_out() -> None:
    """B-6.5 (enemies), R11: one hex, free of enemies, whatever the allowance"""
    game = position({"wolves beast 1": "1717", "elves spear 1": "1717"})
    assert dests(game, "1717") == set(RING)


def test_it_steps_only_to_a_hex_without_enemies() -> None:
    """B-6.5 (enemies), R11: not onto units, nor onto lone leaders"""
    game = position({"wolves beast 1": "1717", "elves spear 1": "1717", "elves spear 2": "1817", "Gandalf": "1617"})
    assert dests(game, "1717") == set(RING) - {"1817", "1617"}


def test_the_step_out_is_the_whole_move() -> None:
    """R11"""
    game = position({"wolves beast 1": "1717", "elves spear 1": "1717"})
    move(game, "1717", "1817")
    assert "1817" not in hexes(game)


def test_the_step_out_may_cross_the_river_or_enter_the_gate() -> None:
    """B-6.5 (enemies): any adjacent hex that it could enter; the red hexsides stay closed"""
    game = position({"azug sword 1": "1907", "elves spear 1": "1907"})
    assert dests(game, "1907") == neighbours("1907")
    game = position({"azug sword 1": "1906", "elves spear 1": "1906"})
    assert dests(game, "1906") == neighbours("1906")
    game = position({"azug sword 1": GATE, "Thorin": GATE})
    assert dests(game, GATE) == {"1906", "1907"}


def test_thorin_pins() -> None:
    """R34, B-6.5 (enemies): he counts as a unit"""
    assert dests(position({"azug sword 1": "1717", "Thorin": "1717"}), "1717") == set(RING)


@pytest.mark.parametrize("enemy", ["Gandalf", "Gwaihir", "Beorn", "eagles talon 1"])
def test_leaders_and_eagles_pin_nobody(enemy: str) -> None:
    """R40: a unit that shares its hex only with enemy leaders or eagles moves as it likes, into another melee too"""
    game = position({"azug sword 1": "1717", enemy: "1717", "elves spear 1": "1817"})
    reached = dests(game, "1717")
    assert within("1717", 5) - within("1817", 4) - {"1717"} <= reached
    assert {"1817", "1917"} <= reached


def test_a_lone_leader_with_enemy_units_is_pinned() -> None:
    """R40"""
    assert dests(position({"Thrak": "1717", "elves spear 1": "1717"}), "1717") == set(RING)


def test_a_lone_leader_with_an_enemy_leader_is_not() -> None:
    """R40: only units pin"""
    assert "1017" in dests(position({"Thrak": "1717", "Gandalf": "1717"}), "1717")


def test_beorn_is_pinned_like_others() -> None:
    """R40: only eagles are excepted"""
    assert dests(position({"Beorn": "1717", "azug sword 1": "1717"}, player=FREE), "1717") == set(RING)


# --- Beorn


def test_beorn_enters_melees_from_anywhere_in_reach() -> None:
    """B-10.5, R11: seven plain hexes are 7, the eighth is too far"""
    game = position({"Beorn": "1717", "azug sword 1": "1017", "azug sword 2": "0917", "azug sword 3": "1817"}, player=FREE)
    reached = dests(game, "1717")
    assert {"1017", "1817"} <= reached
    assert "0917" not in reached


def test_beorn_pays_for_the_way() -> None:
    """B-10.5: the enemy's hex at its normal cost, the gate at 4: so three plain hexes before it, and no more"""
    assert GATE in dests(position({"Beorn": "1909", "azug sword 1": GATE}, player=FREE), "1909")  # 1 + 1 + 4
    assert GATE in dests(position({"Beorn": "1910", "azug sword 1": GATE}, player=FREE), "1910")  # 3 + 4
    assert GATE not in dests(position({"Beorn": "1911", "azug sword 1": GATE}, player=FREE), "1911")


def test_beorn_does_not_pass_enemy_units() -> None:
    """B-10.3, B-10.5: a hex behind a closed ring stays out of reach"""
    around = {f"azug sword {number}": hex for number, hex in enumerate(RING, 1)}
    game = position({"Beorn": "1717", **around, "thuk sword 1": "1917"}, player=FREE)
    assert dests(game, "1717") == set(RING)
