"""Gandalf's spells (S-8; R29, R50): destroy, push, rally."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import ALL_HEXES, BOARD, CLIFFS, DARK, FREE, GATE, distance, hexes, maybe, neighbours, verbs, within
from tests.standard.common import border, cast, pass_until, standard, steps, where

HERE = "1717"  # where Gandalf mostly stands, on the open plain
AMID = "1816"  # five hexes from the edge, the river and Dale
ALL_SPELLS = {"spell destroy", "spell push", "spell rally"}
NEAR = {"Gandalf": HERE, "azug sword 1": "1917", "elves spear 1": "1517 reduced"}  # something for every spell

# Grid directions, clockwise
E, SE, SW, W, NW, NE = range(6)


def step(hex: str, direction: int) -> str:
    """The neighbour in a direction."""
    column, row = int(hex[:2]), int(hex[2:])
    odd = row % 2
    by = [(1, 0), (odd, 1), (odd - 1, 1), (-1, 0), (odd - 1, -1), (odd, -1)][direction]
    return f"{column + by[0]:02d}{row + by[1]:02d}"


def ray(hex: str, direction: int, steps_away: int) -> str:
    """So many steps straight on."""
    for _ in range(steps_away):
        hex = step(hex, direction)
    return hex


def fire(pieces: dict[str, str], **more: object) -> Game:
    """The start of a FIRE phase of the Free Peoples."""
    return standard(pieces, player=FREE, phase="FIRE", **more)


def pushed(pieces: dict[str, str], **more: object) -> Game:
    """After a successful push."""
    game = fire(pieces, **more)
    cast(game, "push", die=7)
    return game


# --- casting


def test_at_the_start_of_a_fire_phase() -> None:
    """S-4.2, S-8 (spells): before rocks and shots; he need not"""
    game = fire(NEAR)
    assert (game.decision, game.player) == ("spell", FREE) and verbs(game) == {*ALL_SPELLS, "none"}
    game.play("none")
    assert game.decision == "fire_target"


def test_not_in_other_phases() -> None:
    """S-4.2: FIRE phases of the Free Peoples"""
    for player, phase in ((FREE, "MOVE"), (FREE, "COMBAT"), (DARK, "FIRE"), (DARK, "COMBAT"), (DARK, "MOVE")):
        assert standard(NEAR, player=player, phase=phase).decision != "spell"


@pytest.mark.parametrize("kind, decision", [("fire", "spell"), ("combat", "combat_target")])
def test_an_fc_chip_played_as_fire(kind: str, decision: str) -> None:
    """S-8 (spells): F/C as fire too"""
    game = standard(NEAR, player=DARK, phase="MOVE", turn=5)
    game.draws(["FC"])
    game.play("done")
    game.play(kind)
    assert game.decision == decision


@pytest.mark.parametrize("spell, highest", [("destroy", 6), ("push", 7), ("rally", 8)])
def test_the_roll(spell: str, highest: int) -> None:
    """S-8.1, S-8.2, S-8.3 (spells): 1–6, 1–7, 1–8"""
    for die in range(1, 11):
        game = fire(NEAR)
        cast(game, spell, die, "1917")
        changed = {
            "destroy": game.piece("azug sword 1").steps == 0,
            "push": game.piece("azug sword 1").hex == "2117",
            "rally": game.piece("elves spear 1").steps == 2,
        }
        assert [name for name, done in changed.items() if done] == ([spell] if die <= highest else [])


def test_one_attempt_per_phase() -> None:
    """S-8 (spells): whether it fails or succeeds"""
    for die in (10, 1):
        game = fire(NEAR)
        cast(game, "rally", die)
        assert game.decision == "fire_target"


def test_a_failed_spell_may_be_tried_again_in_a_later_phase() -> None:
    """S-8 (spells)"""
    game = fire(NEAR, turn=4)
    cast(game, "push", 8)
    game.draws(["MOVE", "FIRE"])
    pass_until(game, FREE, "FIRE")
    assert game.decision == "spell" and "spell push" in verbs(game)


@pytest.mark.parametrize("spell", ["destroy", "push", "rally"])
def test_a_spell_succeeds_once(spell: str) -> None:
    """S-8 (spells): the others remain"""
    assert verbs(fire(NEAR, spells=[spell])) == {*ALL_SPELLS, "none"} - {f"spell {spell}"}


def test_after_a_success_it_is_gone() -> None:
    """S-8 (spells)"""
    game = fire(NEAR, turn=4)
    cast(game, "push", 7)
    game.draws(["MOVE", "FIRE"])
    pass_until(game, FREE, "FIRE")
    assert game.decision == "spell" and "spell push" not in verbs(game)


@pytest.mark.parametrize("spells", [["destroy", "push"], ["push", "rally"], ["destroy", "rally"]])
def test_two_successes_in_a_game(spells: list[str]) -> None:
    """S-8 (spells): then he has no more"""
    assert fire(NEAR, spells=spells).decision == "fire_target"


def test_the_second_success_ends_it() -> None:
    """S-8 (spells)"""
    game = fire(NEAR, turn=4, spells=["destroy"])
    cast(game, "rally", 8)
    game.draws(["MOVE", "FIRE"])
    pass_until(game, FREE, "FIRE")
    assert game.decision == "fire_target"


def test_without_gandalf_no_spells() -> None:
    """S-8 (spells)"""
    assert fire({"Thranduil": HERE, "azug sword 1": "1917"}).decision == "fire_target"


def test_gandalf_in_melee_or_wounded_casts() -> None:
    """S-8 (spells)"""
    assert verbs(fire({**NEAR, "wolves beast 1": HERE})) == {*ALL_SPELLS, "none"}
    assert verbs(fire({**NEAR, "Gandalf": f"{HERE} hits=4"})) == {*ALL_SPELLS, "none"}
    assert verbs(fire({**NEAR, "elves bow 1": HERE, "Gandalf": f"{HERE} beneath"})) == {*ALL_SPELLS, "none"}


def test_casting_is_no_shot() -> None:
    """S-8 (spells): archers with him shoot as well"""
    game = fire({**NEAR, "elves bow 1": HERE})
    cast(game, "rally", 1)
    assert "1917" in hexes(game)


# --- destroy


def destroyable(pieces: dict[str, str]) -> set[str]:
    """The targets of the spell; empty if it is not on offer."""
    game = fire({"elves spear 1": "1517 reduced", **pieces})
    if "spell destroy" not in verbs(game):
        return set()
    game.play("spell destroy")
    return hexes(game) if game.decision == "spell_target" else {hex for hex in ALL_HEXES if game.record["target"][0] == _number(hex)}


def _number(hex: str) -> int:
    return int(hex[:2]) + 28 * int(hex[2:])


def test_one_enemy_hex_within_10() -> None:
    """S-8.1 (spells): no line of sight is needed: Dale, the mountain and pieces lie between"""
    pieces = {f"azug sword {number}": hex for number, hex in enumerate(["1617", "0717", "0617", "1109", "2207"], 1)}
    assert [distance("1717", hex) for hex in ("0717", "0617", "1109", "2207")] == [10, 11, 10, 10]
    assert destroyable({"Gandalf": HERE, **pieces}) == {"1617", "0717", "1109", "2207", "2520"}


def test_all_units_in_the_hex_die_leaders_do_not() -> None:
    """S-8.1 (spells): on top or beneath"""
    for order in ("", " beneath"):
        pieces = {"Gandalf": HERE, "azug sword 1": "1117 reduced", "thuk bow 1": "1117 reduced", "Bolg": f"1117{order}"}
        game = fire(pieces)
        cast(game, "destroy", 6, "1117")
        assert steps(game, "azug sword 1", "thuk bow 1") == [0, 0] and game.stack("1117", DARK) == ["Bolg"]
        assert game.piece("Bolg").hits == 0


def test_full_units_die_at_once() -> None:
    """S-8.1 (spells): whatever their steps; wolves and wargs too"""
    for unit in ("bolg axe 1", "wolves beast 1", "wargs beast 1", "thrak rider 1"):
        game = fire({"Gandalf": HERE, unit: "1117"})
        cast(game, "destroy", 6, "1117")
        assert steps(game, unit) == [0]


def test_a_lone_leader_is_no_target() -> None:
    """S-8.1 (spells): there is nothing to destroy"""
    assert "1617" not in destroyable({"Gandalf": HERE, "Azug": "1617", "azug sword 1": "1417"})


def test_not_in_a_melee() -> None:
    """S-8.1 (spells): with units or leaders of the Free Peoples, Gandalf's own melee too"""
    goblins = {"azug sword 1": HERE, "azug sword 2": "1617", "azug sword 3": "1417"}
    assert destroyable({**goblins, "Gandalf": HERE, "dwarves axe 1": "1617", "Bilbo": "1417"}) == {"2520"}


def test_under_an_eagle_they_are_in_no_melee() -> None:
    """S-8.1 (spells), R47: the eagle is not harmed"""
    game = fire({"Gandalf": HERE, "azug sword 1": "1617", "eagles talon 1": "1617"})
    cast(game, "destroy", 6, "1617")
    assert steps(game, "azug sword 1", "eagles talon 1") == [0, 2]


def test_in_the_gate_and_the_guard_rooms() -> None:
    """S-8.1 (spells): nothing protects them"""
    rooms = BOARD["guard_rooms"]
    assert GATE in destroyable({"Gandalf": "1713", "azug sword 1": GATE})
    assert rooms["north_east"] in destroyable({"Gandalf": "1713", "azug sword 1": rooms["north_east"]})


def test_no_advance_after_a_destruction() -> None:
    """S-8.1 (spells), B-7.5: it is no attack"""
    game = fire({"Gandalf": HERE, "azug sword 1": "1617"})
    cast(game, "destroy", 6, "1617")
    assert game.decision == "fire_target" and where(game, "Gandalf") == [HERE]


def test_a_failed_destruction_harms_nobody() -> None:
    """S-8.1 (spells)"""
    game = fire({"Gandalf": HERE, "azug sword 1": "1617", "azug sword 2": "1417"})
    cast(game, "destroy", 7, "1617")
    assert steps(game, "azug sword 1", "azug sword 2") == [2, 2]


# --- push: how far, and where


@pytest.mark.parametrize("direction", [E, SE, SW, W, NW, NE])
@pytest.mark.parametrize("away", [1, 2, 3])
def test_two_hexes_straight_away(direction: int, away: int) -> None:
    """S-8.2 (spells), R29, R50: everything within 3 hexes"""
    game = pushed({"Gandalf": AMID, "azug sword 1": ray(AMID, direction, away)})
    assert where(game, "azug sword 1") == [ray(AMID, direction, away + 2)]


@pytest.mark.parametrize("direction", [E, SE, SW, W, NW, NE])
def test_not_those_farther_away(direction: int) -> None:
    """R29: 4 hexes are too far"""
    game = pushed({"Gandalf": HERE, "azug sword 1": ray(HERE, direction, 4), "wolves beast 1": ray(HERE, (direction + 3) % 6, 1)})
    assert where(game, "azug sword 1") == [ray(HERE, direction, 4)]


def test_every_hex_within_3_is_pushed_farther_by_2() -> None:
    """S-8.2 (spells), R50: each step to a hex farther from him; no one off a straight line stays behind"""
    for hex in within(AMID, 3) - {AMID}:
        game = pushed({"Gandalf": AMID, "azug sword 1": hex})
        end = str(game.piece("azug sword 1").hex)
        assert distance(AMID, end) == distance(AMID, hex) + 2 and distance(hex, end) == 2


def test_between_two_directions_the_first_clockwise() -> None:
    """R58; R50: a stack that stands exactly between east and south-east of him goes east; there it is nearer to the east line"""
    between = step(ray(HERE, E, 1), SE)
    assert distance(HERE, between) == 2
    assert where(pushed({"Gandalf": HERE, "azug sword 1": between}), "azug sword 1") == [ray(between, E, 2)]


def test_leaders_and_beasts_are_pushed_too() -> None:
    """S-8.2 (spells): whole stacks; lone leaders; the order in which they lie stays"""
    for order in ("", " beneath"):
        pieces = {"Gandalf": HERE, "azug sword 1": "1817 reduced", "azug sword 2": "1817 reduced", "Azug": f"1817{order}"}
        before = fire(pieces).stack("1817", DARK)
        assert pushed(pieces).stack("2017", DARK) == before
    assert where(pushed({"Gandalf": HERE, "Bolg": "1817", "wolves beast 1": "1617"}), "Bolg", "wolves beast 1") == ["2017", "1417"]


def test_those_in_his_own_hex_stay() -> None:
    """S-8.2 (spells)"""
    game = pushed({"Gandalf": HERE, "azug sword 1": HERE, "azug sword 2": "1817"})
    assert where(game, "azug sword 1", "azug sword 2") == [HERE, "2017"]


def test_only_enemies_in_his_own_hex_are_nobody_to_push() -> None:
    """S-8.2 (spells): a spell needs somebody whom it could touch"""
    assert "spell push" not in verbs(fire({"Gandalf": HERE, "azug sword 1": HERE, "azug sword 2": "0117", "elves spear 1": "1517 reduced"}))


def test_friends_are_not_pushed() -> None:
    """S-8.2 (spells): "all enemy units" """
    game = pushed({"Gandalf": HERE, "azug sword 1": "1817", "elves spear 1": "1617", "Bilbo": "1517", "eagles talon 1": "1716"})
    assert where(game, "elves spear 1", "Bilbo", "eagles talon 1") == ["1617", "1517", "1716"]


def test_terrain_costs_nothing() -> None:
    """S-8.2 (spells): up the mountain, into Dale, whatever their allowance"""
    game = pushed({"Gandalf": "1407", "azug sword 1": step("1407", NE)})
    assert where(game, "azug sword 1") == [ray("1407", NE, 3)]
    assert where(pushed({"Gandalf": "0913", "azug sword 1": "1013"}), "azug sword 1") == ["1213"]


def test_no_hits_and_no_tests() -> None:
    """S-8.2 (spells): they are moved, nothing else; no dice but his"""
    game = fire({"Gandalf": "1407", "azug sword 1": step("1407", NE)})
    game.dice([7, 1])
    game.play("spell push")
    assert steps(game, "azug sword 1") == [2] and game._dice == [1]


# --- push: what stops it


def test_the_edge_of_the_map() -> None:
    """S-8.2 (spells), R50: at the edge they go along it, clockwise, as long as it is away from him"""
    game = pushed({"Gandalf": "0217", "azug sword 1": "0117"})
    assert where(game, "azug sword 1") == ["0016"]  # west, then north-west: the first clockwise after west that is farther


def test_in_the_corner_they_stay() -> None:
    """S-8.2 (spells), R50: nothing is farther from 0101 than 0000 on this side of the map"""
    game = pushed({"Gandalf": "0101", "azug sword 1": "0000", "wolves beast 1": "0301"})
    assert where(game, "azug sword 1", "wolves beast 1") == ["0000", "0501"]


def test_one_step_to_the_edge_and_no_farther() -> None:
    """S-8.2 (spells): in the last row nothing beside them is farther from him"""
    game = pushed({"Gandalf": "1717", "azug sword 1": "1720"})
    end = str(game.piece("azug sword 1").hex)
    assert end.endswith("21") and distance("1720", end) == 1


def test_cliffs_stop_them() -> None:
    """S-8.2 (spells), R50: from 1805 east: 1905, then the cliff 2005 and the gate are closed: by 2004 round them"""
    game = pushed({"Gandalf": "1805", "azug sword 1": "1905"})
    end = str(game.piece("azug sword 1").hex)
    assert end not in CLIFFS | {GATE} and distance("1805", end) == 3 and end in neighbours("2004")


def test_red_hexsides_stop_them() -> None:
    """S-8.2 (spells), R50: from 2108 north-west: 2007, then the red hexside of the gate, the cliff 2106; so west"""
    assert step("2108", NW) == "2007" and step("2007", NW) == GATE and step("2007", NE) in CLIFFS
    assert where(pushed({"Gandalf": "2108", "azug sword 1": "2007"}), "azug sword 1") == ["1807"]


def test_the_gate_stops_them() -> None:
    """S-8.2 (spells), R50: from 1908 north-east: 1907, then the gate, open to goblins but not now; so east"""
    assert step("1908", NE) == "1907" and step("1907", NE) == GATE
    assert where(pushed({"Gandalf": "1908", "azug sword 1": "1907"}), "azug sword 1") == ["2107"]


def test_a_goblin_in_the_gate_is_pushed_out_only_through_its_open_sides() -> None:
    """S-8.2 (spells), B-6.2: Gandalf on the plain: behind the gate there are only cliffs and red hexsides, so it stays"""
    game = pushed({"Gandalf": "1807", "azug sword 1": GATE, "wolves beast 1": "1707"})
    assert where(game, "azug sword 1") == [GATE]
    game = pushed({"Gandalf": "2206", "azug sword 1": GATE})  # two hexes away, on the mountain behind the cliffs
    assert distance("2206", GATE) == 2 and distance("2206", str(game.piece("azug sword 1").hex)) == 4


@pytest.mark.parametrize("friend", ["elves spear 1", "Bilbo", "eagles talon 1", "Beorn", "Gwaihir"])
def test_friends_of_gandalf_stop_them(friend: str) -> None:
    """S-8.2 (spells), R50: a hex with any of them is not entered: first clockwise round it; eagles count (S-7)"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1817", friend: "2017"})
    assert where(game, "azug sword 1", friend) == [step("1917", SE), "2017"]


def test_first_blocked_at_the_first_step() -> None:
    """R50: a friend in 1917: south-east of 1817, then on as straight as it can be"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1817", "elves spear 1": "1917"})
    assert where(game, "azug sword 1") == [ray(step("1817", SE), E, 1)]


def test_blocked_on_the_clockwise_side_too() -> None:
    """R50: friends straight on and clockwise: the other side is left"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1817", "elves spear 1": "1917", "elves spear 2": step("1817", SE)})
    end = str(game.piece("azug sword 1").hex)
    assert end in neighbours(step("1817", NE)) and distance(HERE, end) == 3


def test_with_friends_on_every_way_they_stay() -> None:
    """R50"""
    friends = {f"elves spear {number}": step("1817", direction) for number, direction in enumerate((E, SE, NE), 1)}
    assert where(pushed({"Gandalf": HERE, "azug sword 1": "1817", **friends}), "azug sword 1") == ["1817"]


def test_with_friends_beyond_they_stop_after_one_step() -> None:
    """R50"""
    friends = {f"elves spear {number}": step("1917", direction) for number, direction in enumerate((E, SE, NE), 1)}
    assert where(pushed({"Gandalf": HERE, "azug sword 1": "1817", **friends}), "azug sword 1") == ["1917"]


# --- push: the river


RIVER_NE = {"Gandalf": "1607"}  # south-west of him 1608, 1509 across the river, 1510


def test_the_river_used_here() -> None:
    """S-8.2 (spells): what the next tests take for granted"""
    assert [ray("1607", SW, n) for n in (1, 2, 3)] == ["1608", "1509", "1510"]
    assert border(BOARD["river"], "1608", "1509") and not border(BOARD["river"], "1509", "1510")
    assert ray("1706", SW, 1) == "1607"


@pytest.mark.parametrize("goblin", ["azug sword 1", "azug spear 1", "azug bow 1", "thrak rider 1", "bolg axe 1"])
def test_goblins_drown(goblin: str) -> None:
    """S-8.2 (spells): every goblin unit, riders too, in the first step"""
    assert steps(pushed({**RIVER_NE, goblin: "1608"}), goblin) == [0]


@pytest.mark.parametrize("name", ["wolves beast 1", "wargs beast 1", "Bolg", "Azug", "Thrak"])
def test_wolves_wargs_and_leaders_swim(name: str) -> None:
    """S-8.2 (spells)"""
    assert where(pushed({**RIVER_NE, name: "1608"}), name) == ["1510"]


def test_in_the_second_step_too() -> None:
    """S-8.2 (spells): 1607, 1608, across the river into 1509"""
    game = pushed({"Gandalf": "1706", "azug sword 1": "1607", "Azug": "1607"})
    assert steps(game, "azug sword 1") == [0] and where(game, "Azug") == ["1509"]


def test_a_leader_loses_his_drowned_units() -> None:
    """S-8.2 (spells): he goes on alone; two reduced goblins die both, a wolf with them does not"""
    pieces = {**RIVER_NE, "azug sword 1": "1608 reduced", "azug bow 1": "1608 reduced", "Azug": "1608 beneath"}
    game = pushed(pieces)
    assert steps(game, "azug sword 1", "azug bow 1") == [0, 0] and game.stack("1510", DARK) == ["Azug"]
    game = pushed({**RIVER_NE, "azug sword 1": "1608 reduced", "wolves beast 1": "1608 reduced"})
    assert steps(game, "azug sword 1", "wolves beast 1") == [0, 1] and where(game, "wolves beast 1") == ["1510"]


def test_along_the_river_nobody_drowns() -> None:
    """S-8.2 (spells): only who is pushed across"""
    assert not border(BOARD["river"], "1610", "1611")
    game = pushed({"Gandalf": "1710", "azug sword 1": "1610"})
    assert steps(game, "azug sword 1") == [2]


def test_who_stops_before_the_river_lives() -> None:
    """S-8.2 (spells), R50: friends hold all hexes beyond"""
    friends = {f"elves spear {number}": step("1608", direction) for number, direction in enumerate((SE, SW, W), 1)}
    assert where(pushed({**RIVER_NE, "azug sword 1": "1608", **friends}), "azug sword 1") == ["1608"]


def test_the_drowned_displace_nobody() -> None:
    """S-8.2 (spells): the goblin in 1509, five hexes away, keeps his place"""
    assert [ray("1804", SW, n) for n in (3, 4, 5)] == ["1607", "1608", "1509"]
    game = pushed({"Gandalf": "1804", "azug sword 1": "1607", "azug sword 2": "1509"})
    assert steps(game, "azug sword 1") == [0] and where(game, "azug sword 2") == ["1509"]


# --- push: making room


def test_occupants_are_displaced_to_the_nearest_free_hex() -> None:
    """S-8.2 (spells): from 2117; of equal ones the lowest number"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1917", "azug sword 2": "2117", "Azug": "2117 beneath"})
    assert where(game, "azug sword 1") == ["2117"]
    assert game.stack("2116", DARK) == ["azug sword 2", "Azug"]


def test_next_door_if_that_is_free_else_farther() -> None:
    """S-8.2 (spells): the nearest: with all six neighbours taken, two hexes away"""
    ring = {f"thuk sword {number}": hex for number, hex in enumerate(sorted(neighbours("1917")), 1)}
    game = pushed({"Gandalf": "1417", "azug sword 1": "1717", "azug sword 2": "1917", **ring})
    assert where(game, "azug sword 1", "azug sword 2") == ["1917", "1815"]
    assert where(game, *ring) == list(ring.values())


def test_displaced_pieces_never_drown() -> None:
    """S-8.2 (spells): everything else round 1609 is taken but 1608, across the river"""
    around = sorted(neighbours("1609") - {"1608"})
    assert border(BOARD["river"], "1608", "1609")
    ring = {f"thuk sword {number}": hex for number, hex in enumerate(around, 1)}
    pieces = {"Gandalf": ray("1609", SE, 4), "wolves beast 1": ray("1609", SE, 2), "azug sword 1": "1609", **ring}
    game = pushed(pieces)
    assert where(game, "wolves beast 1") == ["1609"]
    assert where(game, "azug sword 1") == ["1608"] and steps(game, "azug sword 1") == [2]


def test_a_hex_with_an_eagle_is_not_free() -> None:
    """S-7, S-8.2 (spells): for the displaced either"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1917", "azug sword 2": "2117", "eagles talon 1": "2116"})
    assert where(game, "azug sword 2") == ["2216"]


def test_nobody_is_displaced_onto_lone_leaders_of_the_free_peoples() -> None:
    """S-8.2 (spells): "free" means of everybody"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1917", "azug sword 2": "2117", "Bilbo": "2116"})
    assert where(game, "azug sword 2") == ["2216"]


def test_nobody_is_displaced_onto_cliffs() -> None:
    """S-8.2 (spells), B-6.4: from 1905 not to 2005, though it may be nearer"""
    free = {"1805", "2005", GATE}
    ring = {f"thuk sword {number}": hex for number, hex in enumerate(sorted(neighbours("1905") - free), 1)}
    pieces = {"Gandalf": ray("1905", W, 4), "azug sword 1": ray("1905", W, 2), "azug sword 2": "1905", **ring}
    game = pushed(pieces)
    assert where(game, "azug sword 1") == ["1905"]
    assert game.piece("azug sword 2").hex not in CLIFFS


@pytest.mark.parametrize("hex, come_from", [("1905", W), ("2007", SE)])
def test_nobody_is_displaced_through_the_red_hexsides(hex: str, come_from: int) -> None:
    """B-6.2, S-8.2 (spells): the gate is entered only from its two plain neighbours; all other hexes round are taken"""
    ring = {f"thuk sword {number}": there for number, there in enumerate(sorted(neighbours(hex) - CLIFFS - {GATE}), 1)}
    pieces = {"Gandalf": ray(hex, come_from, 4), "wolves beast 1": ray(hex, come_from, 2), "azug sword 2": hex, **ring}
    game = pushed(pieces)
    assert where(game, "wolves beast 1") == [hex]
    assert game.piece("azug sword 2").hex != GATE


def test_the_hex_passed_over_is_not_made_free() -> None:
    """S-8.2 (spells): only where they end: the stack in 1817 goes over the one in 1917, which then goes on to 2117"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1817", "azug sword 2": "1917"})
    assert where(game, "azug sword 1", "azug sword 2") == ["2017", "2117"]


def test_nearest_first() -> None:
    """S-8.2 (spells): the stack in 1817 comes to 2017 and displaces the one there, which is not pushed as well"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1817", "azug sword 2": "2017"})
    assert where(game, "azug sword 1") == ["2017"]
    assert distance("2017", str(game.piece("azug sword 2").hex)) == 1


def test_three_in_a_row() -> None:
    """S-8.2 (spells): 1817 to 2017 (displacing it), 1917 to 2117; nobody is lost, every hex within the limits"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1817", "azug sword 2": "1917", "azug sword 3": "2017"})
    assert where(game, "azug sword 1", "azug sword 2") == ["2017", "2117"]
    assert game.piece("azug sword 3").hex in neighbours("2017") - {"2117"}
    assert len({game.piece(f"azug sword {number}").hex for number in (1, 2, 3)}) == 3


def test_a_crowd_all_round() -> None:
    """S-8.2 (spells): 18 stacks within 2 hexes: all survive, none share a hex, none come nearer than they were"""
    crowd = sorted(within(HERE, 2) - {HERE})
    names = [f"{tribe} sword {number}" for tribe in ("azug", "thuk") for number in range(1, 9)] + ["thrak sword 1", "thrak sword 2"]
    game = pushed({"Gandalf": HERE, **dict(zip(names, crowd, strict=True))})
    ends = [str(game.piece(name).hex) for name in names]
    assert len(set(ends)) == len(ends) and all(steps(game, name) == [2] for name in names)


# --- push: melees


def test_out_of_a_melee() -> None:
    """S-8.2 (spells): all enemy stacks: the friend in the melee stays, his enemy is pushed"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1817", "elves spear 1": "1817"})
    assert where(game, "azug sword 1", "elves spear 1") == ["2017", "1817"]


def test_not_into_a_melee() -> None:
    """S-8.2 (spells): friends of Gandalf are there"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1917", "azug sword 2": "2117", "elves spear 1": "2117"})
    assert where(game, "azug sword 1", "azug sword 2") == [step("2017", SE), "2117"]


def test_from_under_an_eagle() -> None:
    """S-8.2 (spells), R47: the eagle stays"""
    game = pushed({"Gandalf": HERE, "azug sword 1": "1817", "eagles talon 1": "1817"})
    assert where(game, "azug sword 1", "eagles talon 1") == ["2017", "1817"]


# --- rally


def rallied(pieces: dict[str, str]) -> Game:
    """After a successful rally."""
    game = fire(pieces)
    cast(game, "rally", die=8)
    return game


def test_all_reduced_friends_within_3() -> None:
    """S-8.3 (spells): without rolls; 3 hexes are near enough, 4 are not"""
    places = {
        "elves spear 1": "1817", "dwarves axe 1": "2017", "lake_men bow 1": "2117", "eagles talon 1": "1714", "azug sword 1": "1517",
    }  # fmt: skip
    game = rallied({"Gandalf": HERE, **{name: f"{hex} reduced" for name, hex in places.items()}})
    assert steps(game, *places) == [2, 2, 1, 2, 1]


def test_no_dice_but_the_spells() -> None:
    """S-8.3 (spells)"""
    game = fire({"Gandalf": HERE, "elves spear 1": "1817 reduced"})
    game.dice([8, 1])
    game.play("spell rally")
    assert game._dice == [1]


def test_leaders_are_not_healed() -> None:
    """S-8.3 (spells)"""
    game = rallied({"Gandalf": f"{HERE} hits=3", "Bilbo": "1617 hits=1", "elves spear 1": "1817 reduced"})
    assert (game.piece("Gandalf").hits, game.piece("Bilbo").hits) == (3, 1)


def test_only_leaders_wounded_is_nothing_to_rally() -> None:
    """S-8.3 (spells): a spell needs somebody whom it could touch"""
    assert "spell rally" not in verbs(fire({"Gandalf": f"{HERE} hits=3", "elves spear 1": "1817", "azug sword 1": "1917"}))


def test_in_melee_too() -> None:
    """S-8.3 (spells), S-3.4: in his own hex as well"""
    game = rallied({"Gandalf": HERE, "elves spear 1": f"{HERE} reduced", "azug sword 1": HERE})
    assert steps(game, "elves spear 1") == [2]


def test_who_breaks_stacking_steps_aside() -> None:
    """S-8.3, S-3.3: as in regrouping: the owner chooses where; then the other one is restored too"""
    game = rallied({"Gandalf": HERE, "elves spear 1": "1817 reduced", "elves spear 2": "1817 reduced"})
    assert (game.decision, game.player) == ("regroup_step", FREE) and hexes(game) == neighbours("1817")
    game.play("hex 1917")
    assert game.decision == "fire_target" and steps(game, "elves spear 1", "elves spear 2") == [2, 2]
    assert sorted(where(game, "elves spear 1", "elves spear 2")) == ["1817", "1917"]


def test_or_stays_reduced() -> None:
    """S-8.3, S-3.3: in the corner among enemies, beside Gandalf and a dwarf who cannot be shifted"""
    enemies = {"azug sword 1": "0001", "azug sword 2": "0200", "azug sword 3": "0101"}
    friends = {"Gandalf": "0100", "dwarves axe 1": "0100", "elves spear 1": "0000 reduced", "elves spear 2": "0000 reduced"}
    game = rallied({**friends, **enemies})
    assert game.decision == "fire_target" and steps(game, "elves spear 1", "elves spear 2") == [1, 1]


def test_the_phase_goes_on() -> None:
    """S-8 (spells): rocks and shots follow"""
    game = rallied({"Gandalf": HERE, "elves bow 1": "1817 reduced", "azug sword 1": "2017"})
    assert game.decision == "fire_target" and "2017" in hexes(game)
    game = fire({"Gandalf": "1104", "elves spear 1": "1004 reduced", "azug sword 1": "1005"})
    cast(game, "rally", 8)
    assert game.decision == "rock"
    maybe(game, "rock", "none")
    assert game.decision == "fire_target"
