"""Attacks on adjacent hexes (B-7; R19, R20, R43): who, on whom, the table, the modifiers, losses and advance."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from bofa_env import Game
from bofa_env.rules import tables
from tests.helpers import (
    BOARD,
    DARK,
    FREE,
    GATE,
    TERRAIN,
    attack,
    hexes,
    lost,
    maybe,
    melee,
    neighbours,
    position,
    verbs,
)

RING = ["1817", "1617", "1818", "1718", "1816", "1716"]  # around 1717, on the plain
WEST, EAST = "1617", "1817"

# R20: pasted from RULES.md, chapter 9
COMBAT_TABLE = """
| roll | ≤−5 | −4…−3 | −2…−1 | 0 | 1…2 | 3…4 | 5…6 | 7…8 | 9…10 | 11…14 | ≥15 |
|---|---|---|---|---|---|---|---|---|---|---|---|
| 0 | D1 | D1 | D1 | D1 | D2 | D2 | D2 | D3 | D3 | D3 | D3 |
| 1 | – | D1 | D1 | D1 | D1 | D2 | D2 | D2 | D3 | D3 | D3 |
| 2 | – | – | D1 | D1 | D1 | D1 | D2 | D2 | D2 | D3 | D3 |
| 3 | – | – | – | D1 | D1 | D1 | D1* | D2 | D2 | D2 | D3 |
| 4 | – | – | – | – | D1 | D1 | D1 | D1* | D2 | D2 | D2 |
| 5 | A1 | A1 | – | – | D1 | D1 | D1 | D1 | D1* | D2 | D2 |
| 6 | A1 | A1 | A1 | – | – | – | D1 | D1 | D1 | D1* | D2 |
| 7 | A1 | A1 | A1 | A1 | – | – | – | D1 | D1 | D1 | D1* |
| 8 | A1 | A1 | A1 | A1 | A1 | – | – | – | D1 | D1 | D1 |
| 9 | A2 | A1 | A1 | A1 | A1 | A1 | – | – | – | D1 | D1 |
| 10 | A2 | A2 | A1 | A1 | A1 | A1 | A1 | – | – | – | D1 |
| 11 | A2 | A2 | A2 | A1 | A1 | A1 | A1 | – | – | – | – |
"""
LEAST, MOST = -99, 99


def parsed_table() -> tuple[list[tuple[int, int]], dict[int, list[str]]]:
    """The columns as (lowest, highest difference), and the cells of each roll."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in COMBAT_TABLE.strip().splitlines()]
    columns = []
    for head in lines[0][1:]:
        head = head.replace("−", "-")
        low, _, high = head.strip("≤≥").partition("…")
        bounds = (int(low), int(high or low))
        columns.append((LEAST, bounds[1]) if head[0] == "≤" else (bounds[0], MOST) if head[0] == "≥" else bounds)
    return columns, {int(line[0]): line[1:] for line in lines[2:]}


COLUMNS, ROWS = parsed_table()


def printed(difference: int, roll: int) -> tuple[int, int]:
    """(hits on the defender, hits on the attacker) by the pasted table; the roll is clamped to 0-11."""
    column = next(number for number, (low, high) in enumerate(COLUMNS) if low <= difference <= high)
    cell = ROWS[min(max(roll, 0), 11)][column].strip("*")
    if cell == "–":
        return 0, 0
    return (int(cell[1]), 0) if cell[0] == "D" else (0, int(cell[1]))


# Attackers that add up to any strength, at most six of them
POOL = {6: "bolg axe", 5: "azug sword", 4: "wargs beast", 2: "wolves beast"}


def force(strength: int) -> list[str]:
    """Names of at most six full units with this strength in all."""
    for size in range(1, 7):
        for chosen in combinations_with_replacement(POOL, size):
            if sum(chosen) == strength and all(chosen.count(value) <= 5 for value in POOL):
                return [f"{POOL[value]} {chosen[:i].count(value) + 1}" for i, value in enumerate(chosen)]
    raise AssertionError(f"no force of {strength}")


def assault(target: str, around: list[str], difference: int, die: int) -> tuple[int, int]:
    """Attack a dwarf of 7 with Gandalf of 5 beneath him, 12 in all, and say who lost how many steps."""
    attackers = force(12 + difference)
    pieces = {"dwarves axe 1": target, "Gandalf": f"{target} beneath", **dict(zip(attackers, around, strict=False))}
    game = position(pieces, phase="COMBAT")
    attack(game, target, *around[: len(attackers)], die=die)
    while game.decision == "take_hit":
        game.play(game.legal_actions()[0])
    return lost(game, "dwarves axe 1", "Gandalf"), lost(game, *attackers)


DIFFERENCES = [-7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 20]

# --- the table


def test_the_pasted_table_is_whole() -> None:
    """R20: eleven columns without gaps, rolls 0 to 11"""
    assert [low for low, _ in COLUMNS[1:]] == [high + 1 for _, high in COLUMNS[:-1]]
    assert sorted(ROWS) == list(range(12)) and {len(cells) for cells in ROWS.values()} == {11}


def test_every_cell_of_the_table() -> None:
    """R20, B-7.4: every cell as printed, misprints included; differences and rolls beyond the ends count as the ends"""
    column_of = getattr(tables.combat_column, "py_func", tables.combat_column)
    result_of = getattr(tables.combat_result, "py_func", tables.combat_result)
    for difference in range(-40, 41):
        for roll in range(-4, 16):
            on_defender, on_attacker = printed(difference, roll)
            assert result_of(column_of(difference), roll) == on_defender - on_attacker, (difference, roll)


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_the_table_in_play(difference: int) -> None:
    """R20, B-7.4, B-7 (losses): attacker minus defender picks the column, the die the row; both ends of each column"""
    for die in range(1, 11):
        assert assault("1717", RING, difference, die) == printed(difference, die), (difference, die)


@pytest.mark.parametrize("difference", [-7, -3, -1, 0, 2, 4, 6, 8, 10, 14, 15])
def test_row_11_in_play(difference: int) -> None:
    """R20, B-7.4 (terrain): a 10 against Dale is an 11"""
    around = [hex for hex in sorted(neighbours("1212")) if TERRAIN[hex] == "d"]
    assert assault("1212", around, difference, 10) == printed(difference, 11)


def test_starred_results_are_plain_hits_in_the_basic_game() -> None:
    """R20: the star is for hysteria, an option; the number is what counts"""
    assert assault("1717", RING, 5, 3) == (1, 0)
    assert assault("1717", RING, 9, 5) == (1, 0)


# --- the modifiers
# At a difference of 0 a modified 6 does nothing and a modified 7 hits the attacker: that shows what was added.

EVEN = {
    1: (["azug sword 1"], "lake_men sword 1"),  # 5 against 5
    2: (["azug sword 1", "wolves beast 1"], "elves spear 1"),  # 7
    3: (["wargs beast 1", "wolves beast 1", "wolves beast 2"], "dwarves axe 6"),  # 8
}


def added(target: str, *around: str) -> int:
    """What is added to the die in an attack on a hex from these hexes."""
    attackers, defender = EVEN[len(around)]
    pieces = dict(zip(attackers, around, strict=True)) | {defender: target}
    for die in range(1, 11):
        game = position(pieces, phase="COMBAT")
        attack(game, target, *around, die=die)
        if game.decision == "take_hit" or lost(game, *attackers):
            return 7 - die
    raise AssertionError("the attacker was never hit")


def levels(low: int, high: int) -> tuple[str, str]:
    """Two neighbours on these mountain levels, the first one the lower."""
    special = {BOARD["guard_rooms"]["north_west"], BOARD["guard_rooms"]["north_east"]}
    for hex in sorted(TERRAIN):
        for other in sorted(neighbours(hex)):
            if (TERRAIN[hex], TERRAIN[other]) == (str(low), str(high)) and not special & {hex, other}:
                return hex, other
    raise AssertionError("no such neighbours")


def test_nothing_is_added_on_the_plain() -> None:
    """B-7 (terrain): only what is listed"""
    assert added("1717", WEST) == 0
    assert added("1717", WEST, EAST) == 0


@pytest.mark.parametrize("low, high", [(1, 2), (2, 3), (3, 4), (2, 4)])
def test_one_is_added_uphill(low: int, high: int) -> None:
    """B-7.1 (terrain): from a lower level of the mountain; two levels lower is no more"""
    below, above = levels(low, high)
    assert added(above, below) == 1
    assert added(below, above) == 0


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_nothing_is_added_on_one_level(level: int) -> None:
    """B-7.1 (terrain)"""
    assert added(*levels(level, level)) == 0


def test_one_is_added_from_the_plain_to_level_1() -> None:
    """B-7.1 (terrain): the plain is a level below the mountain's first"""
    assert (TERRAIN["1406"], TERRAIN["1506"]) == (".", "1")
    assert added("1506", "1406") == 1
    assert added("1406", "1506") == 0


def test_one_lower_attacker_is_enough_and_two_are_no_worse() -> None:
    """B-7.1 (terrain): the example: two from the plain, one from the mountain: +1"""
    assert [TERRAIN[hex] for hex in ("1406", "1407", "1606", "1506")] == [".", ".", "1", "1"]
    assert added("1506", "1406", "1606") == 1
    assert added("1506", "1406", "1407", "1606") == 1


def test_one_is_added_from_the_slope_to_the_hilltop() -> None:
    """B-7.2 (terrain): the hilltop is higher than its slopes; between two tops, or down, nothing"""
    assert (TERRAIN["0409"], TERRAIN["0509"]) == ("s", "h")
    assert added("0509", "0409") == 1
    assert added("0509", "0609") == 0
    assert added("0409", "0509") == 0


def test_a_slope_is_as_high_as_the_plain() -> None:
    """B-7.1 (terrain), B-6.1 (the board): so nothing is added between them"""
    assert (TERRAIN["0309"], TERRAIN["0409"]) == (".", "s")
    assert added("0409", "0309") == 0


def test_one_is_added_across_the_river() -> None:
    """B-7.3 (terrain): both ways; one attacker across is enough"""
    assert ["1608", "1609"] in BOARD["river"]
    assert added("1608", "1609") == 1
    assert added("1609", "1608") == 1
    assert added("1608", "1609", "1508") == 1
    assert added("1608", "1609", "1509") == 1  # both across: still 1
    assert added("1608", "1508") == 0


def test_one_is_added_against_dale() -> None:
    """B-7.4 (terrain): also when the attackers stand in Dale themselves; not out of Dale"""
    assert added("1213", "1214") == 1
    assert added("1213", "1313") == 1
    assert added("1214", "1213") == 0


@pytest.mark.parametrize("room, beside", [("1203", "1303"), ("2412", "2312")])
def test_one_is_added_against_a_guard_room(room: str, beside: str) -> None:
    """B-7.5 (terrain)"""
    lower = TERRAIN[beside] < TERRAIN[room]
    assert room in BOARD["guard_rooms"].values()
    assert added(room, beside) == 1 + lower
    assert added(beside, room) == 0 + (TERRAIN[room] < TERRAIN[beside])


def test_two_are_added_against_the_front_gate() -> None:
    """B-7.6 (terrain): from both of its plain neighbours; not out of the gate"""
    assert added(GATE, "1906") == 2
    assert added(GATE, "1907") == 2
    assert added(GATE, "1906", "1907") == 2
    assert added("1907", GATE) == 0


def test_modifiers_are_added_up() -> None:
    """B-7 (terrain): river and Dale; lower level and guard room"""
    assert ["1211", "1310"] in BOARD["river"]
    assert added("1211", "1310") == 2
    assert (TERRAIN["1204"], TERRAIN["1203"]) == ("1", "3")
    assert added("1203", "1204") == 2


def test_a_modified_roll_beyond_11_counts_as_11() -> None:
    """R20, B-7.6 (terrain): at ≥15 the roll of 10 hits, 11 and more do not: 8 + 2, 9 + 2, 10 + 2"""
    pieces = {"bolg axe 1": "1906", "Bolg": "1906", "azug sword 1": "1907", "Azug": "1907", "Bilbo": GATE}
    for die, hits in ((8, 1), (9, 0), (10, 0)):
        game = position(pieces, phase="COMBAT")
        attack(game, GATE, "1906", "1907", die=die)
        assert lost(game, "Bilbo") == hits, die


# --- who may attack whom


def test_attacks_are_optional() -> None:
    """B-7.3: `done` at once, and nobody was hurt"""
    game = position({"azug sword 1": WEST, "elves spear 1": "1717"}, phase="COMBAT")
    assert "done" in verbs(game) and "1717" in hexes(game)


def test_only_adjacent_hexes_are_attacked() -> None:
    """B-7: an attack is a combat between neighbours"""
    game = position({"azug sword 1": "1517", "elves spear 1": "1717"}, phase="COMBAT")
    assert "1717" not in hexes(game)


def test_attacked_from_all_sides_together() -> None:
    """B-7.1, B-7.2: six pieces around an enemy attack as one group: 6 × 2 - 7 = +5, on a 6 D1"""
    wolves = {f"wolves beast {n}": hex for n, hex in enumerate(RING, 1)}
    game = position({**wolves, "elves spear 1": "1717"}, phase="COMBAT")
    attack(game, "1717", *RING, die=6)
    assert lost(game, "elves spear 1") == 1
    assert "1717" not in hexes(game)  # nobody is left to attack him


def test_attacked_one_by_one() -> None:
    """B-7.1: a defender may be attacked any number of times; each wolf alone is at -5"""
    wolves = {f"wolves beast {n}": hex for n, hex in enumerate(RING, 1)}
    game = position({**wolves, "elves spear 1": "1717"}, phase="COMBAT")
    for hex in RING:
        assert "1717" in hexes(game)
        attack(game, "1717", hex, die=5)  # A1
    assert lost(game, *wolves) == 6 and lost(game, "elves spear 1") == 0


def test_any_group_of_them_may_attack() -> None:
    """B-7.1, B-7.2: the phasing player decides who attacks together"""
    wolves = {f"wolves beast {n}": hex for n, hex in enumerate(RING, 1)}
    game = position({**wolves, "elves spear 1": "1717"}, phase="COMBAT")
    game.play("hex 1717")
    assert game.decision == "attackers" and hexes(game) == set(RING) and verbs(game) == set()
    game.play(f"hex {RING[0]}")
    assert hexes(game) == set(RING[1:]) and verbs(game) == {"commit"}
    game.play(f"hex {RING[3]}")
    game.dice([1])
    game.play("commit")  # 4 - 7 = -3: D1
    assert lost(game, "elves spear 1") == 1
    game.play("hex 1717")
    assert hexes(game) == set(RING) - {RING[0], RING[3]}


def test_each_piece_attacks_once_per_phase() -> None:
    """B-7: one attack or one melee"""
    game = position({"azug sword 1": WEST, "elves spear 1": "1717", "elves spear 2": "1517"}, phase="COMBAT")
    assert {"1717", "1517"} <= hexes(game)
    attack(game, "1717", WEST, die=4)
    assert not {"1717", "1517"} & hexes(game)


def test_the_pieces_of_a_hex_attack_together() -> None:
    """B-7 (stacking), B-9: reduced 3 + 3 and Azug 4 against 8: +2, on a 5 D1 (each alone would be far below)"""
    pieces = {"azug sword 1": f"{WEST} reduced", "azug sword 2": f"{WEST} reduced", "Azug": WEST, "dwarves axe 6": "1717"}
    game = position(pieces, phase="COMBAT")
    attack(game, "1717", WEST, die=5)
    assert lost(game, "dwarves axe 6") == 1


def test_a_stack_does_not_attack_in_two_directions() -> None:
    """B-9: all of them against the same hex"""
    pieces = {"azug sword 1": f"{WEST} reduced", "azug sword 2": f"{WEST} reduced"}
    game = position({**pieces, "elves spear 1": "1717", "elves spear 2": "1517"}, phase="COMBAT")
    attack(game, "1717", WEST, die=5)
    assert not {"1717", "1517"} & hexes(game)


def test_all_defenders_of_a_hex_defend() -> None:
    """B-7 (stacking): 6 + 5 against 7 + 5 is -1: a 6 hits the attacker; against the elf alone (+4) it would do nothing"""
    pieces = {"bolg axe 1": WEST, "azug sword 1": EAST, "elves spear 1": "1717", "Gandalf": "1717 beneath"}
    game = position(pieces, phase="COMBAT")
    attack(game, "1717", WEST, EAST, die=6)
    maybe(game, "take_hit", f"hex {WEST}")
    assert lost(game, "bolg axe 1") == 1


def test_a_lone_leader_is_a_legal_target() -> None:
    """B-7, B-10.1: 5 against 5"""
    game = position({"azug sword 1": WEST, "Gandalf": "1717"}, phase="COMBAT")
    attack(game, "1717", WEST, die=3)
    assert lost(game, "Gandalf") == 1


def test_a_lone_leader_may_attack() -> None:
    """B-10.1"""
    game = position({"Bolg": WEST, "lake_men sword 1": "1717"}, phase="COMBAT")
    attack(game, "1717", WEST, die=3)
    assert lost(game, "lake_men sword 1") == 1


def test_not_into_a_melee() -> None:
    """R19: the elf in 1717 is locked with a wolf; the swordsman next door cannot attack him (only support the melee)"""
    pieces = {"wolves beast 1": "1717", "elves spear 1": "1717", "azug sword 1": WEST}
    game = position(pieces, phase="COMBAT")
    melee(game, "1717", die=4)  # -5: nothing
    assert "1717" not in hexes(game)


def test_not_out_of_a_melee() -> None:
    """R19: the wolf in the melee cannot attack the elf next door"""
    pieces = {"wolves beast 1": "1717", "elves spear 1": "1717", "elves spear 2": WEST}
    assert WEST not in hexes(position(pieces, phase="COMBAT"))


@pytest.mark.parametrize("flank", ["2007", "1905"])
def test_not_across_the_red_hexsides(flank: str) -> None:
    """B-7.6 (terrain), B-6.2 (the board): neither into the gate nor out of it"""
    assert GATE not in hexes(position({"azug sword 1": flank, "Thorin": GATE}, phase="COMBAT"))
    assert flank not in hexes(position({"azug sword 1": flank, "Thorin": GATE}, player=FREE, phase="COMBAT"))


@pytest.mark.parametrize("cliff", ["2005", "2106"])
def test_not_from_the_cliffs_above_the_gate(cliff: str) -> None:
    """B-6.2 (the board): the gate cannot be attacked from above, not even by eagles"""
    assert cliff in neighbours(GATE)
    game = position({"eagles talon 1": cliff, "azug sword 1": GATE}, player=FREE, phase="COMBAT")
    assert GATE not in hexes(game)


def test_thorin_attacks_out_of_the_gate() -> None:
    """B-7.6 (terrain): to its two plain neighbours"""
    pieces = {"Thorin": GATE, "azug sword 1": "1906", "azug sword 2": "1907", "azug sword 3": "2007"}
    assert hexes(position(pieces, player=FREE, phase="COMBAT")) >= {"1906", "1907"}


def test_the_phasing_player_is_the_attacker() -> None:
    """B-7: in his COMBAT phase; the other one defends: the same two pieces, 5 against 7, seen from both sides"""
    pieces = {"azug sword 1": WEST, "elves spear 1": "1717"}
    game = position(pieces, phase="COMBAT")
    attack(game, "1717", WEST, die=6)  # -2: A1
    assert (lost(game, "azug sword 1"), lost(game, "elves spear 1")) == (1, 0)
    game = position(pieces, player=FREE, phase="COMBAT")
    attack(game, WEST, "1717", die=5)  # +2: D1
    assert (lost(game, "azug sword 1"), lost(game, "elves spear 1")) == (1, 0)


# --- the order


def test_attacks_and_melees_in_any_order() -> None:
    """R43, B-7: the phasing player chooses; but there is no `done` before every melee is fought"""
    pieces = {
        "azug sword 1": WEST, "elves spear 1": "1517",  # an attack
        "wolves beast 1": "1717", "elves spear 2": "1717",  # a melee
        "wolves beast 2": "1914", "elves spear 3": "1914",  # another
    }  # fmt: skip
    game = position(pieces, phase="COMBAT")
    assert {"1517", "1717", "1914"} <= hexes(game) and "done" not in verbs(game)
    attack(game, "1517", WEST, die=5)
    assert {"1717", "1914"} <= hexes(game) and "done" not in verbs(game)
    melee(game, "1914", die=4)
    assert "1717" in hexes(game) and "1914" not in hexes(game) and "done" not in verbs(game)
    melee(game, "1717", die=4)
    assert "done" in verbs(game)


# --- losses


def test_a_hit_turns_a_full_unit_over_and_removes_a_reduced_one() -> None:
    """B-7.1 (losses), B-1: two hits kill"""
    game = position({"bolg axe 1": WEST, "bolg axe 2": EAST, "elves spear 9": "1717"}, phase="COMBAT")
    attack(game, "1717", WEST, die=3)  # 6 - 6 = 0: D1
    piece = game.piece("elves spear 9")
    assert (piece.steps, piece.hits, piece.strength, piece.hex) == (1, 1, 3, "1717")
    attack(game, "1717", EAST, die=3)  # 6 - 3 = +3: D1
    piece = game.piece("elves spear 9")
    assert (piece.steps, piece.strength, piece.hex) == (0, 0, None)


def test_losses_count_at_once() -> None:
    """B-7: losses are removed at once: after the first hit the second attack is at +3, where a 5 hits"""
    game = position({"bolg axe 1": WEST, "bolg axe 2": EAST, "elves spear 9": "1717"}, phase="COMBAT")
    attack(game, "1717", WEST, die=3)
    attack(game, "1717", EAST, die=5)
    assert game.piece("elves spear 9").steps == 0


def test_hits_beyond_the_last_step_vanish() -> None:
    """B-7.1 (losses): D3 on a reduced unit kills it, and nothing else happens to others"""
    pieces = {"bolg axe 1": WEST, "bolg axe 2": EAST, "elves spear 9": "1717 reduced", "elves spear 10": "1718"}
    game = position(pieces, phase="COMBAT")
    attack(game, "1717", WEST, EAST, die=1)  # 12 - 3 = +9: D3
    assert (lost(game, "elves spear 9"), lost(game, "elves spear 10")) == (2, 0)


def test_the_attacker_chooses_the_hex_for_each_hit() -> None:
    """B-7.3 (losses): one at a time; A2 on two wolves of 2: one each, or both on one"""
    for choices, left in (([WEST, EAST], (1, 1)), ([WEST, WEST], (0, 2))):
        pieces = {"wolves beast 1": WEST, "wolves beast 2": EAST, "dwarves axe 6": "1717", "Thorin": "1717"}
        game = position(pieces, phase="COMBAT")
        attack(game, "1717", WEST, EAST, die=9)  # 4 - 14 = -10
        for hex in choices:
            assert (game.decision, game.player, hexes(game)) == ("take_hit", DARK, {WEST, EAST})
            game.play(f"hex {hex}")
        assert (game.piece("wolves beast 1").steps, game.piece("wolves beast 2").steps) == left
        assert game.decision == "combat_target"


def test_a_hex_left_empty_takes_no_more_hits() -> None:
    """B-7.3 (losses): the second hit goes to the only attacker left"""
    pieces = {"wolves beast 1": f"{WEST} reduced", "wolves beast 2": EAST, "dwarves axe 6": "1717", "Thorin": "1717"}
    game = position(pieces, phase="COMBAT")
    attack(game, "1717", WEST, EAST, die=9)
    game.play(f"hex {WEST}")
    assert (game.piece("wolves beast 1").steps, game.piece("wolves beast 2").steps) == (0, 1)


def test_hits_beyond_the_attackers_vanish() -> None:
    """B-7.1 (losses): A2 on one reduced wolf"""
    game = position({"wolves beast 1": f"{WEST} reduced", "dwarves axe 6": "1717"}, phase="COMBAT")
    attack(game, "1717", WEST, die=10)
    assert game.piece("wolves beast 1").steps == 0 and game.decision == "combat_target"


def test_only_those_who_attacked_take_hits() -> None:
    """B-7.3 (losses)"""
    pieces = {"wolves beast 1": WEST, "wolves beast 2": EAST, "wolves beast 3": "1716", "dwarves axe 6": "1717"}
    game = position(pieces, phase="COMBAT")
    attack(game, "1717", WEST, EAST, die=7)  # 4 - 8 = -4: A1
    assert hexes(game) == {WEST, EAST}


def test_losses_in_a_stack_go_from_the_top_down() -> None:
    """B-7.2 (losses), B-9.2 (effects): the newer one lies on top; D1 kills it, D2 the one beneath too"""
    pieces = {"bolg axe 1": WEST, "bolg axe 2": EAST, "elves spear 1": "1717 reduced", "elves spear 2": "1717 reduced"}
    for die, left in ((4, (0, 1)), (1, (0, 0))):  # 12 - 8 = +4
        game = position(pieces, phase="COMBAT")
        attack(game, "1717", WEST, EAST, die=die)
        assert (game.piece("elves spear 2").steps, game.piece("elves spear 1").steps) == left


# --- advance


def cleared(pieces: dict[str, str], target: str, *around: str, player: str = DARK) -> Game:
    """After an attack that should have left the target empty."""
    game = position(pieces, player=player, phase="COMBAT")
    attack(game, target, *around, die=1)
    return game


def test_one_attacking_hex_may_advance() -> None:
    """B-7.5 (losses): all pieces of one attacking hex, or none"""
    pieces = {
        "azug sword 1": WEST,
        "Azug": WEST,
        "azug sword 2": EAST,
        "wolves beast 1": "1716",
        "elves spear 9": "1717 reduced",
    }
    game = cleared(pieces, "1717", WEST, EAST)
    assert (game.decision, game.player) == ("advance", DARK)
    assert hexes(game) == {WEST, EAST} and verbs(game) == {"none"}  # the wolf did not attack
    game.play(f"hex {WEST}")
    game.play("leader beneath")  # R17: an advance is the owner's doing
    assert game.stack("1717", DARK) == ["azug sword 1", "Azug"]
    assert game.stack(WEST, DARK) == [] and game.piece("azug sword 2").hex == EAST


def test_nobody_has_to_advance() -> None:
    """B-7.5 (losses): "can" """
    game = cleared({"azug sword 1": WEST, "elves spear 9": "1717 reduced"}, "1717", WEST)
    game.play("none")
    assert game.piece("azug sword 1").hex == WEST


def test_advance_across_the_river_and_uphill() -> None:
    """B-7.5 (losses): river and height are ignored"""
    game = cleared({"bolg axe 1": "1609", "elves spear 9": "1608 reduced"}, "1608", "1609")
    game.play("hex 1609")
    assert game.piece("bolg axe 1").hex == "1608"
    game = cleared({"bolg axe 1": "1406", "elves spear 9": "1506 reduced"}, "1506", "1406")
    game.play("hex 1406")
    assert game.piece("bolg axe 1").hex == "1506"


def test_advance_into_the_front_gate() -> None:
    """B-7.5 (losses), B-7.6 (terrain): from a plain neighbour"""
    game = cleared({"bolg axe 1": "1907", "Bolg": "1907", "Bilbo": f"{GATE} reduced"}, GATE, "1907")
    assert "1907" in hexes(game)


def test_no_advance_while_somebody_is_left() -> None:
    """B-7.5 (losses): a surviving lone leader keeps the hex from being empty"""
    pieces = {"azug sword 1": WEST, "azug sword 2": EAST, "elves spear 9": "1717 reduced", "Gandalf": "1717 beneath"}
    game = position(pieces, phase="COMBAT")
    attack(game, "1717", WEST, EAST, die=3)  # 10 - 8 = +2: D1
    assert game.piece("elves spear 9").steps == 0 and game.piece("Gandalf").hex == "1717"
    assert game.decision == "combat_target"


def test_no_advance_after_the_attackers_own_losses() -> None:
    """B-7.5 (losses): the hex is not empty"""
    game = position({"wolves beast 1": WEST, "elves spear 1": "1717"}, phase="COMBAT")
    attack(game, "1717", WEST, die=5)
    assert game.decision == "combat_target"


def test_eagles_do_not_advance_into_the_gate() -> None:
    """B-7.5 (losses), R12: the gate rule holds for an advance too; the dwarf may"""
    pieces = {"eagles talon 1": "1906", "dwarves axe 6": "1907", "azug sword 1": f"{GATE} reduced"}
    game = cleared(pieces, GATE, "1906", "1907", player=FREE)
    assert game.decision == "advance" and hexes(game) == {"1907"}


def test_nobody_on_foot_advances_onto_a_cliff() -> None:
    """B-7.5 (losses), B-6.4 (the board): cliffs are not ignored"""
    assert "2005" in neighbours("2004")
    game = cleared({"bolg axe 1": "2004", "eagles talon 1": "2005 reduced"}, "2005", "2004")
    assert game.piece("eagles talon 1").steps == 0
    assert game.decision == "combat_target"


def test_who_advanced_has_fought() -> None:
    """B-7: the pieces that advance do not attack again; the elf next to their new hex is safe from them"""
    pieces = {"bolg axe 1": WEST, "elves spear 9": "1717 reduced", "elves spear 10": EAST}
    game = cleared(pieces, "1717", WEST)
    game.play(f"hex {WEST}")
    assert EAST not in hexes(game)
