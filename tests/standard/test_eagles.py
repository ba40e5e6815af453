"""Eagles in the standard game (S-7): dive attacks, flight above enemies, melees by choice (R12, R13, R16, R24, R35, R47)."""

from __future__ import annotations

import pytest

from bofa_env import Game
from bofa_env.errors import PositionError
from tests.helpers import (
    ALL_HEXES,
    BOARD,
    CLIFFS,
    DARK,
    FREE,
    GATE,
    SPARE_HEXES,
    TERRAIN,
    attack,
    dests,
    distance,
    hexes,
    melee,
    move,
    neighbours,
    position,
    shoot,
    verbs,
    within,
)
from tests.standard.common import pass_until, standard, steps, where

EAGLE = "eagles talon 1"
EAGLES = [EAGLE, "Gwaihir"]
ROOM_NW, ROOM_NE = BOARD["guard_rooms"]["north_west"], BOARD["guard_rooms"]["north_east"]
WEST, EAST = "1617", "1817"


def flown(pieces: dict[str, str], start: str, end: str, take: str = "1") -> Game:
    """The game after a flight, at the dive if there is something to strike."""
    game = standard(pieces, player=FREE)
    move(game, start, end, take)
    return game


# --- dive attacks: which targets


@pytest.mark.parametrize("eagle", EAGLES)
def test_on_its_way_an_eagle_may_strike(eagle: str) -> None:
    """S-7.1, S-7.2 (dive), S-4.3, S-1: in a MOVE phase, one enemy unit on the way; or none"""
    game = flown({eagle: "1500", "azug sword 1": "1502"}, "1500", "1504")
    assert (game.decision, game.player, game.subject) == ("dive", FREE, eagle)
    assert hexes(game) == {"1502"} and verbs(game) == {"none"}
    assert game.piece(eagle).hex == "1504"


def test_every_way_within_the_allowance() -> None:
    """S-7.1 (dive): the owner chooses the way: to the target and on to the end at most 10 hexes"""
    mountain = [hex for hex in ALL_HEXES if TERRAIN[hex] in "1234" and hex not in {ROOM_NW, ROOM_NE} | SPARE_HEXES]
    for start, end in (("1500", "1504"), ("2000", "2406"), ("1605", "1606")):
        legal = set()
        for hex in mountain:
            if hex in (start, end):
                continue
            game = flown({EAGLE: start, "azug sword 1": hex}, start, end)
            if game.decision == "dive":
                assert hexes(game) == {hex}
                legal.add(hex)
        expected = {hex for hex in mountain if distance(start, hex) + distance(hex, end) <= 10} - {start, end}
        assert legal == expected


def test_the_end_of_the_flight_may_be_the_target() -> None:
    """S-7 (dive): T = end allowed: it strikes, and stays above"""
    game = flown({EAGLE: "1500", "azug sword 1": "1504"}, "1500", "1504")
    assert game.decision == "dive" and hexes(game) == {"1504"}
    game.dice([5])
    game.play("hex 1504")
    assert steps(game, "azug sword 1") == [1] and where(game, EAGLE) == ["1504"]


@pytest.mark.parametrize("hex", ["1717", "1212", "0509", "0409", GATE, ROOM_NW, ROOM_NE])
def test_only_mountain_hexes(hex: str) -> None:
    """S-7.1, S-7.2 (limits): not the plain, Dale, hill, gate or a guard room"""
    start = {"1717": "1714", "1212": "1209", "0509": "0506", "0409": "0406", GATE: "1708", ROOM_NW: "1200", ROOM_NE: "2710"}[hex]
    end = sorted(within(hex, 2) - within(hex, 1) - CLIFFS)[0]
    assert distance(start, hex) + 2 <= 10
    game = flown({EAGLE: start, "azug sword 1": hex}, start, end)
    assert game.decision == "select"


@pytest.mark.parametrize("leader", ["Azug", "Bolg"])
def test_leaders_are_no_targets(leader: str) -> None:
    """S-7.3 (limits), S-7.4 (dive)"""
    assert flown({EAGLE: "1500", leader: "1502"}, "1500", "1504").decision == "select"


@pytest.mark.parametrize("order", ["", " beneath"])
def test_under_a_leader_the_unit_is_hit(order: str) -> None:
    """S-7.3 (limits): wherever he lies"""
    game = flown({EAGLE: "1500", "azug sword 1": "1502", "Azug": f"1502{order}"}, "1500", "1504")
    game.dice([1])
    game.play("hex 1502")
    assert game.piece("Azug").hits == 0 and steps(game, "azug sword 1") == [1]


def test_the_topmost_unit_is_hit() -> None:
    """S-7.2 (dive)"""
    pieces = {EAGLE: "1500", "azug sword 1": "1502 reduced", "azug sword 2": "1502 reduced"}
    game = flown(pieces, "1500", "1504")
    game.dice([1])
    game.play("hex 1502")
    assert steps(game, "azug sword 2", "azug sword 1") == [0, 1]


def test_not_into_a_melee() -> None:
    """S-7.4 (limits)"""
    for friend in ("elves spear 1", "Gandalf"):
        assert flown({EAGLE: "1500", "azug sword 1": "1502", friend: "1502"}, "1500", "1504").decision == "select"


def test_units_under_another_eagle_may_be_struck() -> None:
    """S-7.4 (limits), R47: that is no melee"""
    assert flown({EAGLE: "1500", "azug sword 1": "1502", "eagles talon 2": "1502"}, "1500", "1504").decision == "dive"


@pytest.mark.parametrize("die", range(1, 11))
def test_1_to_5_is_one_hit(die: int) -> None:
    """S-7.2 (resolving)"""
    game = flown({EAGLE: "1500", "azug sword 1": "1502"}, "1500", "1504")
    game.dice([die])
    game.play("hex 1502")
    assert steps(game, "azug sword 1") == [1 if die <= 5 else 2]


def test_a_reduced_unit_dies() -> None:
    """S-7.1 (resolving)"""
    game = flown({EAGLE: "1500", "azug sword 1": "1502 reduced"}, "1500", "1504")
    game.dice([5])
    game.play("hex 1502")
    assert steps(game, "azug sword 1") == [0]


def test_nothing_happens_to_the_eagle() -> None:
    """S-7 (dive): there is no answer to a dive"""
    game = flown({EAGLE: "1500", "azug bow 1": "1502"}, "1500", "1504")
    game.dice([10])
    game.play("hex 1502")
    assert steps(game, EAGLE) == [2]


def test_it_need_not_strike() -> None:
    """S-7.2 (dive)"""
    game = flown({EAGLE: "1500", "azug sword 1": "1502"}, "1500", "1504")
    game.play("none")
    assert game.decision == "select" and steps(game, "azug sword 1") == [2]


def test_one_dive_per_eagle_and_phase() -> None:
    """S-7.3 (dive): another eagle may strike the same unit"""
    pieces = {EAGLE: "1500", "eagles talon 2": "1600", "azug sword 1": "1502", "azug sword 2": "1503"}
    game = flown(pieces, "1500", "1504")
    game.dice([1])
    game.play("hex 1502")
    assert game.decision == "select" and "1504" not in hexes(game)
    game.dice([1])
    move(game, "1600", "1605")
    game.play("hex 1502")
    assert steps(game, "azug sword 1", "azug sword 2") == [0, 2]


def test_only_who_moves_to_another_hex() -> None:
    """S-7.1 (dive): staying above a goblin is no flight"""
    game = standard({EAGLE: "1502", "azug sword 1": "1502"}, player=FREE)
    move(game, "1502", "1502")
    assert game.decision == "select" and steps(game, "azug sword 1") == [2]


def test_gwaihir_and_an_eagle_together_strike_one_after_the_other() -> None:
    """S-7.3 (dive), R35: one dive each"""
    pieces = {EAGLE: "1500", "Gwaihir": "1500", "azug sword 1": "1502", "azug sword 2": "1503"}
    game = standard(pieces, player=FREE)
    move(game, "1500", "1504", "1+2", order="top")
    struck = []
    while game.decision == "dive":
        struck.append(game.subject)
        game.dice([1])
        game.play("hex 1502")
    assert sorted(map(str, struck)) == sorted([EAGLE, "Gwaihir"]) and steps(game, "azug sword 1") == [0]


def test_wounded_and_reduced_eagles_strike_as_well() -> None:
    """S-7.2 (resolving): a dive does not ask for strength"""
    for eagle in (f"{EAGLE}|reduced", "Gwaihir|hits=3"):
        name, state = eagle.split("|")
        game = flown({name: f"1500 {state}", "azug sword 1": "1502"}, "1500", "1504")
        game.dice([5])
        game.play("hex 1502")
        assert steps(game, "azug sword 1") == [1]


def test_no_dives_in_the_basic_game() -> None:
    """S-7: standard only"""
    game = position({EAGLE: "1500", "azug sword 1": "1502"}, player=FREE)
    move(game, "1500", "1504")
    assert game.decision == "select"


# --- where eagles may end


@pytest.mark.parametrize("eagle", EAGLES)
def test_eagles_end_above_enemies_from_anywhere(eagle: str) -> None:
    """S-7, B-10.6: on the mountain, the plain, the hill, in Dale"""
    for hex in ("1717", "1213", "0509", "1506"):
        start = sorted(within(hex, 6) - within(hex, 5) - CLIFFS - {GATE})[0]
        assert hex in dests(standard({eagle: start, "azug sword 1": hex}, player=FREE), start)


@pytest.mark.parametrize("eagle", EAGLES)
@pytest.mark.parametrize("hex", [ROOM_NW, ROOM_NE])
def test_not_above_enemies_in_a_guard_room(eagle: str, hex: str) -> None:
    """S-7.4 (melee): units or leaders; an empty guard room is open to them"""
    start = sorted(neighbours(hex))[0]
    for enemy in ("azug sword 1", "Azug"):
        assert hex not in dests(standard({eagle: start, enemy: hex}, player=FREE), start)
    assert hex in dests(standard({eagle: start}, player=FREE), start)


@pytest.mark.parametrize("eagle", EAGLES)
def test_never_into_the_gate(eagle: str) -> None:
    """R12, S-7.4 (melee): nor above enemies there"""
    for enemy in ({}, {"azug sword 1": GATE}):
        assert GATE not in dests(standard({eagle: "1906", **enemy}, player=FREE), "1906")


@pytest.mark.parametrize("eagle", EAGLES)
def test_positions_with_eagles_above_enemies_there_are_refused(eagle: str) -> None:
    """S-7.4 (melee)"""
    with pytest.raises(PositionError, match="S-7"):
        standard({eagle: ROOM_NW, "azug sword 1": ROOM_NW})


def test_eagles_do_not_end_on_friends() -> None:
    """R16, S-7.1 (melee): not on units, leaders or other eagles that cannot leave; Gwaihir and one eagle may be together"""
    friends = {"elves spear 1": "1617", "Gandalf": "1517", "Beorn": "1417", "eagles talon 2": "1317", "eagles talon 3": "1217 reduced"}
    game = standard({EAGLE: "1717", "Gwaihir": "1816", **friends}, player=FREE)
    for hex in ("1617", "1517", "1417", "1317", "1217"):
        copy = game.clone()
        move(copy, hex, hex)  # the friend has moved, so he cannot make room (R10)
        assert hex not in dests(copy, "1717")
    assert "1816" in dests(game, "1717")
    assert {"1717", "1317", "1217"} <= dests(game, "1816")


def test_reduced_eagles_do_not_stack_with_each_other() -> None:
    """R16: alone or with Gwaihir only"""
    with pytest.raises(PositionError):
        standard({EAGLE: "1717 reduced", "eagles talon 2": "1717 reduced"})
    with pytest.raises(PositionError):
        standard({EAGLE: "1717 reduced", "eagles talon 2": "1717 reduced", "Gwaihir": "1717"})


def test_friends_do_not_end_under_eagles() -> None:
    """R16, R10: unless the eagle then flies off"""
    game = standard({EAGLE: "1717", "elves spear 1": "1517"}, player=FREE)
    assert "1717" in dests(game, "1517") and "1917" in dests(game, "1517")
    move(game, "1517", "1717")
    assert game.decision == "destination" and "1717" not in hexes(game)
    game = standard({EAGLE: "1717", "elves spear 1": "1517"}, player=FREE)
    move(game, "1717", "1717")
    assert "1717" not in dests(game, "1517")


def test_a_friend_may_relieve_an_eagle_above_enemies() -> None:
    """R10, R16, S-6: the elf enters the goblin's hex from next door, the eagle leaves; now it is a melee"""
    game = standard({EAGLE: "1717", "azug sword 1": "1717", "elves spear 1": WEST}, player=FREE)
    assert "1717" in dests(game, WEST)
    move(game, WEST, "1717")
    assert game.decision == "destination"
    game.play("hex 2117")
    assert where(game, EAGLE, "elves spear 1") == ["2117", "1717"]


# --- enemies and eagles when moving


@pytest.mark.parametrize("eagle", EAGLES)
def test_eagles_are_passed_and_not_stopped_on(eagle: str) -> None:
    """R24, S-7.5 (melee): whatever moves"""
    for mover in ("azug sword 1", "wolves beast 1", "Azug"):
        found = dests(standard({mover: "1617", eagle: "1717"}), "1617")
        assert "1717" not in found and "1917" in found


def test_the_way_leads_through_them() -> None:
    """R24, S-7.5 (melee): a wall of eagles is none"""
    pieces = {"azug sword 1": "0000", EAGLE: "0100", "eagles talon 2": "0001"}
    assert {"0200", "0101"} <= dests(standard(pieces), "0000")


def test_not_onto_a_friend_above_whom_an_eagle_flies() -> None:
    """R24: the hex is an eagle's"""
    pieces = {"azug sword 1": "1517 reduced", "azug sword 2": "1717 reduced", EAGLE: "1717"}
    assert "1717" not in dests(standard(pieces), "1517")


@pytest.mark.parametrize("eagle", EAGLES)
def test_nobody_is_pinned_by_eagles(eagle: str) -> None:
    """R40, R47: units and leaders under an eagle march off freely, into enemies next door too"""
    for mover in ("azug sword 1", "Azug"):
        game = standard({mover: "1717", eagle: "1717", "lake_men sword 1": "1816"})
        assert {"2217", "1816"} <= dests(game, "1717")


@pytest.mark.parametrize("eagle", EAGLES)
def test_eagles_are_not_pinned(eagle: str) -> None:
    """R40"""
    game = standard({eagle: "1717", "azug sword 1": "1717"}, player=FREE)
    assert dests(game, "1717") >= within("1717", 9) - {"1717"} - {hex for hex in within("1717", 9) if hex == GATE}


# --- melees by choice


@pytest.mark.parametrize("player", [FREE, DARK])
@pytest.mark.parametrize("eagle", EAGLES)
@pytest.mark.parametrize("enemy", ["azug sword 1", "Azug"])
def test_a_melee_only_if_the_phasing_player_wants_it(player: str, eagle: str, enemy: str) -> None:
    """R47, S-7.6 (melee): either side, in its own COMBAT phase"""
    game = standard({eagle: "1717", enemy: "1717"}, player=player, phase="COMBAT")
    assert "1717" in hexes(game) and "done" in verbs(game)


def test_the_eagles_melee() -> None:
    """R47, B-7: 3 against 5 is -2: a 2 hits, a 6 hits the eagle; the goblins get their -1 (S-7): 5 - 3 = +2, a 6 is a 5"""
    for die, goblin, eagle in ((2, 1, 2), (4, 2, 2), (6, 2, 1)):
        game = standard({EAGLE: "1717", "azug sword 1": "1717"}, player=FREE, phase="COMBAT")
        melee(game, "1717", die=die)
        assert steps(game, "azug sword 1", EAGLE) == [goblin, eagle]
        assert "1717" not in hexes(game)  # once per phase
    game = standard({EAGLE: "1717", "azug sword 1": "1717"}, phase="COMBAT")
    melee(game, "1717", die=6)
    assert steps(game, EAGLE) == [1]


def test_not_in_fire_or_move_phases() -> None:
    """R47: nothing is forced on anybody"""
    game = standard({EAGLE: "1717", "azug sword 1": "1717"}, phase="FIRE")
    assert "1717" not in hexes(game)


@pytest.mark.parametrize("player", [FREE, DARK])
def test_a_second_wave_for_an_eagles_melee(player: str) -> None:
    """S-7.2 (melee): friends on foot may support, on either side"""
    pieces = {EAGLE: "1717", "azug sword 1": "1717", "elves spear 1": WEST, "azug sword 2": EAST}
    game = standard(pieces, player=player, phase="COMBAT")
    game.play("hex 1717")
    assert game.decision == "attackers"  # the neighbours may attack instead
    game.play("hex 1717")
    assert game.decision == "second_wave"
    assert hexes(game) == {WEST if player == FREE else EAST}


def test_eagles_are_no_second_wave() -> None:
    """S-7.3 (melee), R35: neither for elves nor for eagles; Gwaihir neither"""
    for fighter in ("elves spear 1", EAGLE):
        pieces = {fighter: "1717", "azug sword 1": "1717", "eagles talon 2": WEST, "Gwaihir": EAST, "dwarves axe 1": "1818"}
        game = standard(pieces, player=FREE, phase="COMBAT")
        game.play("hex 1717")
        if game.decision == "attackers":
            game.play("hex 1717")
        assert game.decision == "second_wave" and hexes(game) == {"1818"}


def test_eagles_attack_from_next_door() -> None:
    """S-7, B-7: only the second wave is forbidden; attacks are not"""
    game = standard({EAGLE: WEST, "Gwaihir": EAST, "azug sword 1": "1717"}, player=FREE, phase="COMBAT")
    attack(game, "1717", WEST, EAST, die=4)  # 3 + 4 - 5 = +2
    assert steps(game, "azug sword 1") == [1]


def test_eagles_above_enemies_attack_others_next_door() -> None:
    """R47, R19: they are in no melee"""
    game = standard({EAGLE: "1717", "azug sword 1": "1717", "azug sword 2": WEST}, player=FREE, phase="COMBAT")
    assert WEST in hexes(game)
    attack(game, WEST, "1717", die=5)
    assert "1717" not in hexes(game)  # its one combat of the phase is over


def test_units_under_an_eagle_attack_others_next_door() -> None:
    """R47, R19"""
    game = standard({EAGLE: "1717", "azug sword 1": "1717", "lake_men sword 1": WEST}, phase="COMBAT")
    assert WEST in hexes(game)


def test_units_under_an_eagle_may_be_attacked_and_only_they_are_hit() -> None:
    """R47, R59: "only the other side's pieces are then hit": 7 - 5 = +2, a 5"""
    pieces = {EAGLE: "1717", "azug sword 1": "1717", "elves bow 1": WEST, "elves bow 2": EAST}
    game = standard(pieces, player=FREE, phase="COMBAT")
    game.dice([5])
    game.play("hex 1717")
    assert game.decision == "attackers" and hexes(game) == {"1717", WEST, EAST} and "commit" not in verbs(game)
    game.play(f"hex {WEST}")
    assert hexes(game) == {EAST} and "commit" in verbs(game)  # an attack it is now
    game.play("commit")
    assert steps(game, "azug sword 1", EAGLE) == [1, 2]
    assert "1717" in hexes(game)  # the eagle may still fight its melee


def test_the_eagle_above_may_be_attacked_and_only_it_is_hit() -> None:
    """R47: the Dark Army's turn: 5 - 3 = +2, a 5"""
    game = standard({EAGLE: "1717", "azug sword 1": "1717", "azug sword 2": WEST}, phase="COMBAT")
    game.dice([5])
    game.play("hex 1717")
    assert game.decision == "attackers" and hexes(game) == {"1717", WEST}
    game.play(f"hex {WEST}")
    assert steps(game, EAGLE, "azug sword 1", "azug sword 2") == [1, 2, 2]


def test_the_targets_own_hex_is_the_melee() -> None:
    """R47, R59: where both are possible, the decision `attackers` offers the target's own hex"""
    game = standard({EAGLE: "1717", "azug sword 1": "1717", "azug sword 2": WEST}, phase="COMBAT")
    game.dice([6])
    game.play("hex 1717")
    game.play("hex 1717")
    assert game.decision == "second_wave" and hexes(game) == {WEST} and "none" in verbs(game)
    game.play("none")
    assert steps(game, EAGLE) == [1]  # 5 - 3 = +2, 6 - 1: a hit
    game.dice([6])
    game.play("hex 1717")  # the neighbour may still attack; the melee is fought
    assert game.last_die == 6 and game.decision == "combat_target"
    assert steps(game, EAGLE) == [1]  # an attack has no bonus: 5 - 2 = +3, a 6 is nothing


def test_after_killing_those_below_an_eagle_nobody_comes_to_it() -> None:
    """R16, B-7.5: the hex is empty of enemies, but friends on foot may not join the eagle"""
    game = standard({EAGLE: "1717", "wolves beast 1": "1717 reduced", "elves spear 1": WEST}, player=FREE, phase="COMBAT")
    attack(game, "1717", WEST, die=1)
    assert steps(game, "wolves beast 1") == [0] and game.decision == "combat_target"
    assert where(game, "elves spear 1") == [WEST]


def test_when_the_eagle_is_killed_attackers_do_not_come_to_its_enemies() -> None:
    """B-7.5, B-9: "left empty" means of everybody but within stacking: a full goblin does not join a full one; a chief does"""
    pieces = {EAGLE: "1717 reduced", "azug sword 1": "1717", "azug sword 2": WEST}
    game = standard(pieces, phase="COMBAT")
    attack(game, "1717", WEST, die=1)
    assert steps(game, EAGLE) == [0] and game.decision == "combat_target"


def test_no_melee_of_eagles_in_a_guard_room() -> None:
    """S-7.4 (melee): an eagle alone in a guard room can be attacked from next door, and attacks from it"""
    game = standard({EAGLE: ROOM_NW, "azug sword 1": "1204"}, phase="COMBAT")
    assert ROOM_NW in hexes(game)
    game = standard({EAGLE: ROOM_NW, "azug sword 1": "1204"}, player=FREE, phase="COMBAT")
    assert "1204" in hexes(game)


def test_nobody_stops_on_an_eagle_in_a_guard_room() -> None:
    """R24, S-7.4 (melee)"""
    assert ROOM_NW not in dests(standard({EAGLE: ROOM_NW, "azug sword 1": "1204"}), "1204")


def test_a_real_melee_must_be_fought_all_the_same() -> None:
    """R47: only eagles have the choice"""
    game = standard({"elves spear 1": "1717", "azug sword 1": "1717", EAGLE: WEST}, player=FREE, phase="COMBAT")
    assert "done" not in verbs(game)


# --- shots


def test_eagles_above_enemies_are_shot_at() -> None:
    """R47, R49: by goblins elsewhere, even though their friends are below; only the eagle is hit"""
    game = standard({EAGLE: "1717", "azug sword 1": "1717", "azug bow 1": WEST}, phase="FIRE")
    shoot(game, "1717", WEST, die=1)
    assert steps(game, EAGLE, "azug sword 1") == [1, 2]  # strength 4, 1 + 1: one hit


def test_those_below_are_shot_at() -> None:
    """R47"""
    game = standard({EAGLE: "1717", "azug sword 1": "1717", "elves bow 1": WEST}, player=FREE, phase="FIRE")
    shoot(game, "1717", WEST, die=5)
    assert steps(game, EAGLE, "azug sword 1") == [2, 1]


def test_archers_below_an_eagle_shoot() -> None:
    """R47: they are in no melee; but nobody shoots at his own hex"""
    game = standard({EAGLE: "1717", "azug bow 1": "1717", "lake_men sword 1": "1917"}, phase="FIRE")
    assert "1917" in hexes(game) and "1717" not in hexes(game)


def test_above_enemies_until_somebody_moves() -> None:
    """R47, S-7: phases pass, nothing happens"""
    game = standard({EAGLE: "1717", "azug sword 1": "1717"}, phase="COMBAT", turn=5)
    game.draws(["COMBAT"])
    pass_until(game, FREE, "COMBAT")
    assert where(game, EAGLE, "azug sword 1") == ["1717", "1717"] and "done" in verbs(game)
