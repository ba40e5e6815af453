"""The worked examples of the rulebook's basic game, one by one."""

from __future__ import annotations

import pytest

from bofa_env.errors import PositionError
from tests.basic.test_attack import added, printed
from tests.helpers import DARK, FREE, TERRAIN, attack, dests, hexes, lost, melee, position, shoot, verbs

WEST, EAST = "1617", "1817"


def test_the_first_turn() -> None:
    """B-3, the example: Dark MOVE; the Free Peoples hold MOVE, draw FIRE; Dark draws MOVE; the Free Peoples play their MOVE.
    Then turn 2 begins with a phase of the Free Peoples' choice: two of their phases in a row. R6
    """
    game = position({"azug sword 1": "1014", "elves spear 1": "1203"}, turn=1, phase="MOVE", held="MOVE")
    game.draws(["FIRE", "MOVE"])
    phases = []
    while game.turn == 1:
        phases.append((game.phasing_player, game.phase))
        game.play("done")
    assert phases == [(DARK, "MOVE"), (FREE, "FIRE"), (DARK, "MOVE"), (FREE, "MOVE")]
    assert (game.turn, game.player, game.decision) == (2, FREE, "choose_chip")
    game.play("chip MOVE")
    game.play("chip MOVE")
    assert (game.phasing_player, game.phase) == (FREE, "MOVE")


def test_the_first_turn_from_its_chips_on() -> None:
    """B-3, the example: the Free Peoples may not play their chip at once: they draw blind and show it"""
    game = position({}, turn=2, player=DARK, phase="MOVE", phase_number=4)
    game.play("done")
    assert (game.turn, game.player, game.decision) == (3, DARK, "choose_chip")
    game.play("chip MOVE")
    game.play("chip MOVE")
    game.draws(["FIRE"])
    game.play("done")
    assert (game.phasing_player, game.phase, game.held_chip) == (FREE, "FIRE", "MOVE")


def test_a_goblin_on_the_path_through_dale() -> None:
    """B-6.6, the example: on the path every hex of Dale costs 1 instead of 2: 1316, 1215, 1314, 1213, 1212, 1312"""
    assert [TERRAIN[hex] for hex in ("1215", "1314", "1213", "1212", "1312")] == list("..ddd")
    reached = dests(position({"azug sword 1": "1316"}), "1316")
    assert {"1213", "1212", "1312"} <= reached  # 5 points; beside the path 1312 is 6 away
    assert not {"1211", "1111"} & reached


def test_a_path_over_the_slopes() -> None:
    """B-6.6, the example: along the path the slopes cost 1 too: from 0411 over the hill to 0810 is 4"""
    assert [TERRAIN[hex] for hex in ("0511", "0610", "0710", "0810")] == list("shs.")
    reached = dests(position({"dwarves axe 1": "0411"}, player=FREE), "0411")
    assert {"0511", "0610", "0710", "0810"} <= reached  # 4 points


def test_two_reduced_goblins_attack_an_elf() -> None:
    """B-7.4, the example: 3 + 3 against 6: the difference is 0; a 3 is rolled, and the elf takes one hit"""
    pieces = {"azug sword 1": f"{WEST} reduced", "azug sword 2": f"{EAST} reduced", "elves spear 9": "1717"}
    game = position(pieces, phase="COMBAT")
    assert [game.piece(name).strength for name in pieces] == [3, 3, 6]
    attack(game, "1717", WEST, EAST, die=3)
    assert lost(game, "elves spear 9") == 1
    assert lost(game, "azug sword 1", "azug sword 2") == 2  # as before


def test_two_full_goblins_attack_an_elf() -> None:
    """B-7.4, the example: with 5 each it would have been +4"""
    pieces = {"azug sword 1": WEST, "azug sword 2": EAST, "elves spear 9": "1717"}
    for die in range(1, 11):
        game = position(pieces, phase="COMBAT")
        attack(game, "1717", WEST, EAST, die=die)
        hits = 1 if game.decision == "take_hit" else 0
        assert (lost(game, "elves spear 9"), hits) == printed(4, die)


def test_three_goblins_attack_uphill() -> None:
    """B-7.1 (terrain), the example: two from the plain, one from the mountain, at an elf on level 1: 1 is added"""
    assert [TERRAIN[hex] for hex in ("1406", "1407", "1606", "1506")] == [".", ".", "1", "1"]
    assert added("1506", "1406", "1407", "1606") == 1


@pytest.mark.parametrize("wave, difference", [(None, -2), (WEST, 4)])
def test_wolf_riders_in_a_melee(wave: str | None, difference: int) -> None:
    """B-7.1, B-7.2 (melee), the figure: a rider of 6 against 8: -2; with the riders next door as second wave: +4"""
    for die in range(1, 11):
        pieces = {"thrak rider 1": "1717", "thrak rider 2": WEST, "dwarves axe 6": "1717"}
        game = position(pieces, phase="COMBAT")
        assert [game.piece(name).strength for name in pieces] == [6, 6, 8]
        melee(game, "1717", wave, die=die)
        result = lost(game, "dwarves axe 6"), lost(game, "thrak rider 1", "thrak rider 2")
        assert result == printed(difference, die), die


@pytest.mark.parametrize("steps, column", [(1, (1, 1, 1, 1)), (2, (1, 1, 1, 0)), (3, (1, 1, 1, 0)), (4, (1, 1, 0, 0))])
def test_a_bow_of_4(steps: int, column: tuple[int, ...]) -> None:
    """B-8.1 (bow value), the example: strength 4 at distance 1, 3 at 2, 2 at 3, 1 at 4 (hits on a 1, 2, 3 and 4)"""
    for die, hit in enumerate(column, 1):
        game = position({"azug bow 1": f"{17 - steps}17", "elves spear 1": "1717"}, phase="FIRE")
        shoot(game, "1717", f"{17 - steps}17", die=die)
        assert (lost(game, "elves spear 1") > 0) == bool(hit), die
    game = position({"azug bow 1": f"{17 - steps}17", "elves spear 1": "1717"}, phase="FIRE")
    shoot(game, "1717", f"{17 - steps}17", die=1)
    assert lost(game, "elves spear 1") == (1 if steps == 4 else 2)


def test_two_elf_archers_shoot_together() -> None:
    """B-8.2 (resolving), the example: bow 6 each at distance 1: 12 in one shot: a 3 is two hits, a 7 still one"""
    for die, hits in ((3, 2), (7, 1), (8, 0)):
        game = position({"elves bow 1": WEST, "elves bow 2": EAST, "azug sword 1": "1717"}, player=FREE, phase="FIRE")
        shoot(game, "1717", WEST, EAST, die=die)
        assert lost(game, "azug sword 1") == hits


def test_two_elf_archers_shoot_one_by_one() -> None:
    """B-8.2 (resolving), the example: or two shots of 6: a 3 is one hit, a 6 none"""
    game = position({"elves bow 1": WEST, "elves bow 2": EAST, "azug sword 1": "1717"}, player=FREE, phase="FIRE")
    shoot(game, "1717", WEST, die=6)
    assert lost(game, "azug sword 1") == 0
    shoot(game, "1717", EAST, die=3)
    assert lost(game, "azug sword 1") == 1
    assert "1717" not in hexes(game)


def test_two_goblin_archers_with_bolg() -> None:
    """B-9.4, the example: two (reduced) units of archers may be in a hex with Bolg, and no other chieftain"""
    stack = {"azug bow 1": "1717 reduced", "azug bow 2": "1717 reduced", "Bolg": "1717"}
    assert position(stack).stack("1717", DARK) == ["Bolg", "azug bow 2", "azug bow 1"]
    with pytest.raises(PositionError, match="B-9"):
        position({**stack, "Azug": "1717"})
    game = position({**stack, "Azug": "1716"})
    move_out = dests(game, "1716")
    assert "1717" in move_out  # only because Bolg could make room (R10)
    game.play("hex 1717")
    game.play("take 1")
    game.play("hex 1717")
    game.play("leader on top")  # Bolg stays, so he has moved
    assert "1717" not in dests(game, "1716") and "done" in verbs(game)


@pytest.mark.parametrize("rider, left", [("1717", (1, 0)), ("1717 reduced", (0, 0))])
def test_thrak_on_a_wolf_rider(rider: str, left: tuple[int, int]) -> None:
    """B-9.3 (effects), the example: three hits: Thrak takes one, the rest destroy the rider; if the rider was reduced already,
    the last one goes to Thrak, and he is destroyed too
    """
    elves = {"elves spear 1": WEST, "Thranduil": WEST, "elves spear 2": EAST, "Gandalf": EAST}
    game = position({**elves, "thrak rider 4": rider, "Thrak": "1717"}, player=FREE, phase="COMBAT")
    attack(game, "1717", WEST, EAST, die=1)  # 23 - 8: D3
    assert (game.piece("Thrak").steps, game.piece("thrak rider 4").steps) == left
