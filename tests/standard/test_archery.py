"""Archery in the standard game (S-8; R25, R27, R47, R49): modifiers, guard rooms, the gate. Lines of sight: test_sight.py."""

from __future__ import annotations

import pytest

from tests.helpers import BOARD, DARK, FREE, GATE, TERRAIN, distance, hexes, neighbours, shoot
from tests.standard.common import BESIDE_GATE, level, standard, steps
from tests.standard.fighting import check_shot

ROOM, ROOM_NE = BOARD["guard_rooms"]["north_west"], BOARD["guard_rooms"]["north_east"]
WEST, EAST = "1617", "1817"  # beside 1717


def targets(pieces: dict[str, str], player: str = FREE) -> set[str]:
    """What can be shot at."""
    game = standard(pieces, player=player, phase="FIRE")
    for decision in ("spell", "rock"):
        if game.decision == decision:
            game.play("none")
    return hexes(game)


# --- the table


@pytest.mark.parametrize("steps_away, strength", [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_on_the_open_plain_there_is_no_modifier(steps_away: int, strength: int) -> None:
    """S-8, R26: as in the basic game"""
    shooter = f"{17 - steps_away}17"
    check_shot({"elves bow 1": shooter, "azug sword 1": "1717", "Azug": "1717"}, "1717", shooter, strength=strength, modifier=0)


# --- modifiers


@pytest.mark.parametrize(
    "shooter, target, modifier",
    [
        (WEST, "1717", 0),
        ("1013", "1113", 1),  # S-8.2: Dale
        ("1112", "1212", 1),  # from Dale into Dale
        ("1406", "1506", 1), ("1506", "1505", 1), ("1303", "1302", 1), ("1307", "1305", 1),  # S-8.3: a higher level
        ("1505", "1506", 0), ("1506", "1606", 0), ("1506", "1406", 0), ("1302", "1303", 0),
        ("0409", "0509", 1), ("0309", "0509", 1),  # S-8.4: the hilltop from off the hilltop
        ("0609", "0509", 0), ("0509", "0409", 0),
        ("1303", ROOM, 2), ("1302", ROOM, 2), ("1103", ROOM, 3), ("1304", ROOM, 3),  # S-8.5: a guard room, and a higher level
        ("1907", GATE, 2), ("1906", GATE, 2),  # S-8.6
    ],
)  # fmt: skip
def test_what_is_added_to_the_die(shooter: str, target: str, modifier: int) -> None:
    """S-8.2, S-8.3, S-8.4, S-8.5, S-8.6: added up"""
    bow = {"elves bow 1": shooter} if TERRAIN[shooter] != "G" else {"azug bow 1": shooter}
    victims = {"azug sword 1": target, "Azug": target}
    check_shot({**bow, **victims}, target, shooter, strength=7 - distance(shooter, target), modifier=modifier)


@pytest.mark.parametrize("shooter, target, modifier", [("1406", "1506", 1), ("1907", GATE, 2), ("1103", ROOM, 3), ("1013", "1113", 1)])
def test_goblin_archers_alike(shooter: str, target: str, modifier: int) -> None:
    """S-8: both sides"""
    pieces = {"azug bow 1": shooter, "dwarves axe 1": target, "Dain": target}
    check_shot(pieces, target, shooter, strength=4, modifier=modifier, player=DARK)


@pytest.mark.parametrize("shooter, top", [("0604", "0509"), ("0703", "0609"), ("0803", "0509")])
def test_the_hilltop_from_the_mountain(shooter: str, top: str) -> None:
    """S-8.4: from any hex that is not hilltop, as high or higher ones too"""
    assert level(shooter) >= level(top)
    pieces = {"elves bow 1": shooter, "azug sword 1": top, "Azug": top}
    check_shot(pieces, top, shooter, strength=7 - distance(shooter, top), modifier=1)


def test_higher_than_any_of_the_shooters() -> None:
    """S-8.3: one shooter below is enough, for all; and it is 1, not 1 each"""
    assert level("1406") < level("1506") < level("1505")
    pieces = {"elves bow 1": "1406", "elves bow 2": "1505", "azug sword 1": "1506", "Azug": "1506"}
    check_shot(pieces, "1506", "1406", "1505", strength=12, modifier=1)
    pieces = {"elves bow 1": "1406", "elves bow 2": "1407", "azug sword 1": "1506", "Azug": "1506"}
    check_shot(pieces, "1506", "1406", "1407", strength=12, modifier=1)
    pieces = {"elves bow 1": "1606", "elves bow 2": "1505", "azug sword 1": "1506", "Azug": "1506"}
    check_shot(pieces, "1506", "1606", "1505", strength=12, modifier=0)


def test_two_levels_higher_is_still_1() -> None:
    """S-8.3"""
    assert level("1307") == 0 and level("1304") == 2
    pieces = {"elves bow 1": "1306", "azug sword 1": "1304", "Azug": "1304"}
    check_shot(pieces, "1304", "1306", strength=5, modifier=1)


# --- eagles


@pytest.mark.parametrize("eagle", ["eagles talon 1", "Gwaihir"])
def test_eagles_in_the_air(eagle: str) -> None:
    """S-8.1, R49: +1 to the roll, not to the range; Gwaihir is an eagle here (R35)"""
    check_shot({"azug bow 1": WEST, eagle: "1717"}, "1717", WEST, strength=4, modifier=1, player=DARK)
    check_shot({"azug bow 1": "1317", eagle: "1717"}, "1717", "1317", strength=1, modifier=1, player=DARK)


def test_eagles_above_enemies_are_in_the_air() -> None:
    """S-8.1, R47, R49"""
    pieces = {"azug bow 1": WEST, "eagles talon 1": "1717", "azug sword 1": "1717"}
    check_shot(pieces, "1717", WEST, strength=4, modifier=1, player=DARK)


def test_gwaihir_with_an_eagle() -> None:
    """S-8.1, R49: +1, once"""
    check_shot({"azug bow 1": WEST, "eagles talon 1": "1717", "Gwaihir": "1717"}, "1717", WEST, strength=4, modifier=1, player=DARK)


def test_eagles_over_the_mountain_dale_or_a_guard_room() -> None:
    """S-8: with the ground added: 1 + 1; 1 + 1; 1 + 2 + 1"""
    for shooter, target, modifier in (("1406", "1506", 2), ("1013", "1113", 2), ("1103", ROOM, 4)):
        check_shot({"azug bow 1": shooter, "eagles talon 1": target}, target, shooter, strength=4, modifier=modifier, player=DARK)


def test_those_below_an_eagle_are_not_in_the_air() -> None:
    """R49, R47"""
    pieces = {"elves bow 1": WEST, "azug sword 1": "1717", "Azug": "1717", "eagles talon 1": "1717"}
    check_shot(pieces, "1717", WEST, strength=6, modifier=0)


# --- guard rooms


@pytest.mark.parametrize("room", [ROOM, ROOM_NE])
def test_nobody_shoots_out_of_a_guard_room(room: str) -> None:
    """S-8.7: neither side, Bard neither"""
    beside = sorted(neighbours(room))[0]
    assert beside not in targets({"elves bow 1": room, "azug sword 1": beside})
    assert beside not in targets({"Bard": room, "azug sword 1": beside})
    assert beside not in targets({"azug bow 1": room, "elves spear 1": beside}, DARK)


def test_a_shooter_in_a_guard_room_does_not_join_others() -> None:
    """S-8.7"""
    game = standard({"elves bow 1": ROOM, "elves bow 2": "1205", "azug sword 1": "1204"}, player=FREE, phase="FIRE")
    game.play("hex 1204")
    assert ROOM not in hexes(game)


# --- Bard


def test_bard() -> None:
    """R25: alone 1 at one hex; wounds take nothing from his bow (S-10: they are no halves)"""
    check_shot({"Bard": WEST, "azug sword 1": "1717"}, "1717", WEST, strength=1, modifier=0)
    check_shot({"Bard": f"{WEST} hits=2", "azug sword 1": "1717"}, "1717", WEST, strength=1, modifier=0)


def test_bard_with_his_archers() -> None:
    """R25: 5 + 1; reduced 3 + 3 + 1; beneath them as well"""
    check_shot({"lake_men bow 1": WEST, "Bard": WEST, "azug sword 1": "1717", "Azug": "1717"}, "1717", WEST, strength=6, modifier=0)
    pieces = {"lake_men bow 1": f"{WEST} reduced", "lake_men bow 2": f"{WEST} reduced", "Bard": f"{WEST} beneath", "azug sword 1": "1717"}
    check_shot({**pieces, "Azug": "1717"}, "1717", WEST, strength=7, modifier=0)


def test_bard_with_others_does_not_shoot() -> None:
    """R25"""
    for unit in ("lake_men sword 1", "elves spear 1"):
        assert "1717" not in targets({unit: WEST, "Bard": WEST, "azug sword 1": "1717"})
    check_shot({"elves bow 1": WEST, "Bard": WEST, "azug sword 1": "1717", "Azug": "1717"}, "1717", WEST, strength=6, modifier=0)


# --- melees


def test_no_shots_by_or_at_pieces_in_melee() -> None:
    """B-8.1, B-8.2 (limits), S-8"""
    assert "1717" not in targets({"elves bow 1": WEST, "wolves beast 1": WEST, "azug sword 1": "1717"})
    assert "1717" not in targets({"elves bow 1": WEST, "azug sword 1": "1717", "elves spear 1": "1717"})
    assert "1717" not in targets({"elves bow 1": WEST, "azug sword 1": "1717", "Gandalf": "1717"})


# --- the gate


@pytest.mark.parametrize("shooter", BESIDE_GATE)
def test_the_gate_from_its_plain_neighbours(shooter: str) -> None:
    """R27, S-8 (the gate): in and out"""
    assert GATE in targets({"azug bow 1": shooter, "Thorin": GATE}, DARK)
    assert shooter in targets({"azug bow 1": GATE, "lake_men sword 1": shooter}, DARK)


@pytest.mark.parametrize("shooter", ["1905", "2007"])
def test_not_across_the_red_hexsides(shooter: str) -> None:
    """R27, B-6.2"""
    assert GATE not in targets({"azug bow 1": shooter, "Thorin": GATE}, DARK)
    assert shooter not in targets({"azug bow 1": GATE, "lake_men sword 1": shooter}, DARK)


@pytest.mark.parametrize("shooter, seen", [("1806", True), ("1908", True), ("1808", True), ("1807", True), ("1706", True), ("1909", True)])
def test_the_gate_from_farther_away(shooter: str, seen: bool) -> None:
    """R27: unlike in the basic game: along lines that come in through the two open hexsides"""
    assert (GATE in targets({"azug bow 1": shooter, "Thorin": GATE}, DARK)) == seen
    assert (shooter in targets({"azug bow 1": GATE, "lake_men sword 1": shooter}, DARK)) == seen


@pytest.mark.parametrize("shooter", ["1805", "2008"])
def test_a_corner_of_an_open_hexside_is_enough(shooter: str) -> None:
    """R27: the line from 1805 runs along the hexside 1905–1906 and comes in at the corner of the open side to 1906"""
    assert GATE in targets({"azug bow 1": shooter, "Thorin": GATE}, DARK)


@pytest.mark.parametrize("shooter", ["1804", "1904", "2108", "2109", "2107"])
def test_not_from_behind_or_beside(shooter: str) -> None:
    """R27: lines that would come in through the red hexsides or over the cliffs"""
    assert distance(shooter, GATE) <= 4
    assert GATE not in targets({"azug bow 1": shooter, "Thorin": GATE}, DARK)
    assert shooter not in targets({"azug bow 1": GATE, "lake_men sword 1": shooter}, DARK)


def test_only_dwarves_are_in_the_gate_so_only_goblins_shoot_out_of_it() -> None:
    """S-6, R27: elves archers cannot be there"""
    game = standard({"azug bow 1": GATE, "lake_men sword 1": "1907"}, phase="FIRE")
    shoot(game, "1907", GATE, die=1)
    assert steps(game, "lake_men sword 1") == [0]
