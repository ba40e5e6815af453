"""Lines of sight (S-8; R27, R28): worked cases on the board, and the kernel against an oracle on exact fractions."""

from __future__ import annotations

import random
from typing import Any

import numba
import pytest

from bofa_env import Game
from bofa_env.rules import sight
from bofa_env.rules.actions import hex_number
from tests.helpers import ALL_HEXES, BOARD, CLIFFS, FREE, GATE, TERRAIN, distance, hexes, neighbours, within
from tests.oracle import sight as oracle
from tests.standard.common import level, standard

ROOM, ROOM_NE = BOARD["guard_rooms"]["north_west"], BOARD["guard_rooms"]["north_east"]


@numba.njit
def _kernel_sees(worlds: Any, games: Any, start: int, end: int) -> bool:
    return sight.sees(worlds[0], games[0], start, end)


def sees(game: Game, start: str, end: str) -> bool:
    """What the rules' kernel says."""
    return bool(_kernel_sees(game.data.world, game.record, hex_number(start), hex_number(end)))


def can_shoot(shooter: str, target: str, *between: str) -> bool:
    """Whether an elf archer can shoot at a goblin, with friends and enemies in the hexes between."""
    names = ("dwarves axe 1", "azug sword 2", "elves spear 1", "azug sword 3", "Gandalf", "Azug", "eagles talon 1")
    others = {name: hex for name, hex in zip(names, between, strict=False)}
    game = standard({"elves bow 1": shooter, "azug sword 1": target, **others}, player=FREE, phase="FIRE")
    while game.decision in ("spell", "rock"):
        game.play("none")
    return target in hexes(game)


# --- what blocks


def test_an_open_line() -> None:
    """S-8 (sight), S-1: over the plain: targets are those that the archers see"""
    assert can_shoot("1717", "1117") and can_shoot("1717", "1713")


@pytest.mark.parametrize("name", ["azug sword 2", "dwarves axe 1", "Gandalf", "Azug", "Bilbo", "eagles talon 1", "Gwaihir", "Beorn"])
def test_any_piece_blocks(name: str) -> None:
    """S-8.1 (sight): friend or enemy, unit, leader or eagle"""
    game = standard({"elves bow 1": "1717", "azug sword 1": "1417", name: "1517"}, player=FREE, phase="FIRE")
    while game.decision == "spell":
        game.play("none")
    assert "1417" not in hexes(game)


def test_pieces_at_the_ends_do_not_block() -> None:
    """S-8 (sight): the line between the ends: neither a leader with the archer, nor stacks at the target"""
    pieces = {"elves bow 1": "1717", "Thranduil": "1717", "azug sword 1": "1417 reduced", "azug sword 2": "1417 reduced", "Azug": "1417"}
    assert "1417" in hexes(standard(pieces, player=FREE, phase="FIRE"))


def test_next_door_nothing_is_between() -> None:
    """S-8 (sight): whatever the ground, even in Dale"""
    for start, end in (("1212", "1112"), ("1302", "1303"), ("1406", "1506")):
        assert can_shoot(start, end)


def test_dale_blocks() -> None:
    """S-8.2 (sight): across the city; into its first hex one sees, deeper not"""
    assert not can_shoot("0913", "1413") and can_shoot("1013", "1113") and not can_shoot("1013", "1213")
    assert TERRAIN["1113"] == TERRAIN["1213"] == "d"


def test_higher_ground_blocks() -> None:
    """S-8.3 (sight): higher than both ends: the knoll 0604 between two hexes of the plain"""
    assert [level(hex) for hex in ("0504", "0604", "0704")] == [0, 1, 0]
    assert not can_shoot("0504", "0704") and not can_shoot("0704", "0504")


def test_higher_than_one_end_only_does_not_block() -> None:
    """S-8.3 (sight): from level 1 over level 1 down to the plain, and up again"""
    assert [level(hex) for hex in ("0503", "0604", "0605")] == [1, 1, 0]
    assert can_shoot("0503", "0605") and can_shoot("0605", "0503")


def test_over_the_hill() -> None:
    """S-8.3 (sight): the hilltop is a level above its slopes and the plain"""
    assert not can_shoot("0409", "0709") and can_shoot("0509", "0609") and not can_shoot("0309", "0709")


def test_over_a_ridge_of_the_same_height() -> None:
    """S-8.3 (sight): as high as the higher end is not higher: along the ridge of level 4"""
    assert {level(hex) for hex in ("1802", "1902", "2002", "2102")} == {4}
    assert can_shoot("1802", "2102")


@pytest.mark.parametrize("start, end", [("1103", "1404"), ("1003", "1404"), ("1103", "1505")])
def test_guard_rooms_do_not_block(start: str, end: str) -> None:
    """S-8 (sight): not as terrain, though 1203 is higher than both ends; a piece in it does"""
    assert max(level(start), level(end)) < level(ROOM)
    assert can_shoot(start, end) and not can_shoot(start, end, ROOM)


@pytest.mark.parametrize("start, end, cliff", [("2004", "2007", "2005"), ("1905", "2107", "2106"), ("1905", "2207", "2106")])
def test_cliffs_do_not_block(start: str, end: str, cliff: str) -> None:
    """S-8 (sight): not as terrain; an eagle on them does"""
    assert max(level(start), level(end)) < level(cliff)
    game = standard({}, player=FREE, phase="FIRE")
    assert sees(game, start, end) and oracle.sees(start, end)
    assert not sees(standard({"eagles talon 1": cliff}), start, end)


def offset(start: str, end: str) -> oracle.Cube:
    """From one hex to another."""
    here, there = oracle.cube(start), oracle.cube(end)
    return there[0] - here[0], there[1] - here[1], there[2] - here[2]


def crossed(start: str, end: str) -> set[str | None]:
    """The hexes between two hexes that the line crosses, if it runs along no hexside; else nothing."""
    between = oracle.line(offset(start, end))
    return set() if between.beside else {oracle.named(oracle._moved(oracle.cube(start), hex)) for hex in between.crossed}


def test_cliffs_and_the_gate_do_not_block() -> None:
    """S-8 (sight): lines over nothing else are free, though cliffs are of level 3"""
    game = standard({}, player=FREE, phase="FIRE")
    around = sorted(within(GATE, 3) - {GATE})
    lines = [(a, b) for a in around for b in around if a != b and crossed(a, b) and crossed(a, b) <= CLIFFS | {GATE}]
    assert len(lines) >= 4 and any(max(level(a), level(b)) < 3 for a, b in lines)
    assert all(sees(game, start, end) for start, end in lines)


def test_a_piece_in_the_gate_blocks() -> None:
    """S-8 (sight): pieces in them do: 1906 over the gate to the cliff 2105 … 1907 to 2005"""
    game = standard({"Thorin": GATE}, player=FREE, phase="FIRE")
    empty = standard({"Thorin": "1717"}, player=FREE, phase="FIRE")
    lines = [(a, b) for a in neighbours(GATE) for b in neighbours(GATE) if distance(a, b) == 2 and GATE in crossed(a, b)]
    assert lines
    for start, end in lines:
        assert sees(empty, start, end) and not sees(game, start, end)


# --- along a hexside (R28)


def test_along_a_hexside_one_blocker_is_not_enough() -> None:
    """R28: from 1717 to 1816… two rows up the line runs between 1716 and 1816 to 1715"""
    start, end = "1717", "1715"
    beside = neighbours(start) & neighbours(end)
    assert len(beside) == 2 and distance(start, end) == 2
    one, two = sorted(beside)
    assert can_shoot(start, end) and can_shoot(start, end, one) and can_shoot(start, end, two)
    assert not can_shoot(start, end, one, two)


def test_a_longer_line_along_hexsides() -> None:
    """R28: four rows up: past two pairs and through the hex between them"""
    start, end = "1717", "1713"
    first, second = neighbours(start) & neighbours("1715"), neighbours("1715") & neighbours(end)
    assert can_shoot(start, end) and not can_shoot(start, end, "1715")
    one, two = sorted(first)
    three, four = sorted(second)
    assert can_shoot(start, end, one, three) and can_shoot(start, end, one, four)
    assert not can_shoot(start, end, one, two) and not can_shoot(start, end, three, four)


def test_a_piece_and_dale_beside_the_line() -> None:
    """R28: whatever makes the two hexes block"""
    lines = [
        (start, end)
        for start in within("1212", 4)
        for end in within("1212", 4)
        if distance(start, end) == 2 and len(neighbours(start) & neighbours(end)) == 2 and TERRAIN[start] == TERRAIN[end] == "."
        and sorted(TERRAIN[hex] for hex in neighbours(start) & neighbours(end)) == [".", "d"]
    ]  # fmt: skip
    assert lines
    for start, end in lines:
        plain = next(hex for hex in neighbours(start) & neighbours(end) if TERRAIN[hex] == ".")
        assert can_shoot(start, end) and not can_shoot(start, end, plain)


def test_a_corner_touched_is_not_crossed() -> None:
    """R28, S-8 (sight): the ends of the hexside are corners of the hexes before and after"""
    start, end = "1717", "1715"
    for hex in (neighbours(start) | neighbours(end)) - (neighbours(start) & neighbours(end)) - {start, end}:
        assert can_shoot(start, end, hex)


def test_along_the_edge_of_the_map() -> None:
    """R61; R28: on one side of the line there is no hex: it does not block with one piece beside it"""
    start, end = "0004", "0006"
    assert neighbours(start) & neighbours(end) == {"0005"}
    assert can_shoot(start, end) and can_shoot(start, end, "0005")


# --- both ways


def test_who_sees_is_seen() -> None:
    """S-8 (sight): the line is the same line"""
    game = crowded(7)
    for start in random.Random(7).sample(sorted(ALL_HEXES), 20):
        for end in within(start, 10) - {start}:
            assert sees(game, start, end) == sees(game, end, start)


# --- against the oracle


def crowded(seed: int, pieces: int = 100) -> Game:
    """Units of both sides scattered over the map."""
    rng = random.Random(seed)
    empty = standard({})
    names = [piece.name for piece in empty.pieces() if not piece.leader and "eagle" not in piece.name and piece.move]
    names = [name for name in names if name not in ("gurash bow 2", "lake_men bow 3") and not _extra(name)]
    places = sorted(ALL_HEXES - CLIFFS - {GATE, "2520", "2620"})
    chosen = zip(rng.sample(names, min(pieces, len(names))), rng.sample(places, len(names)), strict=False)
    return standard(dict(chosen), phase="FIRE")


def _extra(name: str) -> bool:
    return name in ("elves spear 7", "elves spear 8", "elves bow 8")


def occupied(game: Game) -> set[str]:
    """All hexes with pieces."""
    return {piece.hex for piece in game.pieces() if piece.hex is not None}


def disagreements(game: Game, starts: set[str]) -> list[tuple[str, str]]:
    """Pairs within 10 hexes of which kernel and oracle think differently."""
    taken = occupied(game)
    return [
        (start, end)
        for start in sorted(starts)
        for end in sorted(within(start, 10) - {start})
        if sees(game, start, end) != oracle.sees(start, end, taken)
    ]


BASES = {
    "0000", "2700", "0021", "2721", "0010", "2711", "1300", "1321", GATE, "1906", "1907", "1905", "2007", "2106",
    ROOM, ROOM_NE, "1212", "0609", "1717", "1904",
}  # fmt: skip


def test_the_oracle_knows_every_offset() -> None:
    """R28: for every offset within 10 the crossed hexes are as many as they can be: never a gap"""
    for x in range(-10, 11):
        for z in range(-10, 11):
            target = (x, -x - z, z)
            reach = max(map(abs, target))
            if 0 < reach <= 10:
                between = oracle.line(target)
                rows = {max(map(abs, hex)) for hex in between.crossed} | {max(map(abs, hex)) for pair in between.beside for hex in pair}
                assert rows >= set(range(1, reach)), target


def test_every_line_from_several_hexes_on_the_empty_board() -> None:
    """S-8 (sight), R27, R28: all offsets within 10, from the edges, the corners, the gate and its neighbours, Dale, the hill"""
    assert disagreements(standard({}), BASES) == []


@pytest.mark.slow
def test_every_line_on_the_empty_board() -> None:
    """S-8 (sight), R27, R28: all pairs within 10"""
    assert disagreements(standard({}), ALL_HEXES) == []


@pytest.mark.parametrize("seed", range(6))
def test_crowded_boards(seed: int) -> None:
    """S-8 (sight), R27, R28: with pieces in the way"""
    rng = random.Random(seed)
    game = crowded(seed, pieces=(20, 60, 120)[seed % 3])
    assert disagreements(game, {GATE, *rng.sample(sorted(ALL_HEXES), 16)}) == []


def test_the_two_spare_archers_are_all_that_is_on_the_empty_board() -> None:
    """S-8 (sight): what "empty" means above"""
    assert occupied(standard({})) == {"2520", "2620"}
