"""Archery (B-8; R25, R26, R27): who shoots at whom, how hard, and what it does."""

from __future__ import annotations

import pytest

from bofa_env.rules import tables
from tests.helpers import DARK, FREE, GATE, distance, hexes, lost, neighbours, position, shoot, verbs, within

# R26: pasted from RULES.md, chapter 10
SHOT_TABLE = """
| roll | 1 | 2–3 | 4–5 | 6–8 | 9–11 | 12–14 | 15+ |
|---|---|---|---|---|---|---|---|
| 1 | 1 | 2 | 2 | 3 | 3 | 3 | 3 |
| 2 | 1 | 1 | 1 | 2 | 2 | 2 | 2 |
| 3 | – | 1 | 1 | 1 | 1 | 2 | 2 |
| 4 | – | – | 1 | 1 | 1 | 1 | 1 |
| 5 | – | – | – | 1 | 1 | 1 | 1 |
| 6 | – | – | – | – | 1 | 1 | 1 |
| 7 | – | – | – | – | – | 1 | 1 |
| 8 | – | – | – | – | – | – | 1 |
| 9, 10 and above | – | – | – | – | – | – | – |
"""


def parsed_table() -> tuple[list[tuple[int, int]], list[list[int]]]:
    """The columns as (lowest, highest strength), and the hits by roll - 1; the last row is for 9 and more."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in SHOT_TABLE.strip().splitlines()]
    columns = []
    for head in lines[0][1:]:
        low, _, high = head.strip("+").partition("–")
        columns.append((int(low), 999 if head.endswith("+") else int(high or low)))
    return columns, [[0 if cell == "–" else int(cell) for cell in line[1:]] for line in lines[2:]]


COLUMNS, ROWS = parsed_table()


def printed(strength: int, roll: int) -> int:
    """Hits by the pasted table."""
    column = next(number for number, (low, high) in enumerate(COLUMNS) if low <= strength <= high)
    return ROWS[min(roll, 9) - 1][column]


def hits(pieces: dict[str, str], target: str, *shooters: str, die: int, player: str = FREE) -> int:
    """Shoot at a dwarf or goblin with a leader, four steps in all, and count what they lost."""
    victims = {"azug sword 8": target, "Azug": f"{target} beneath"}
    if player == DARK:
        victims = {"dwarves axe 1": target, "Gandalf": f"{target} beneath"}
    game = position({**pieces, **victims}, player=player, phase="FIRE")
    shoot(game, target, *shooters, die=die)
    return lost(game, *victims)


def strength(pieces: dict[str, str], target: str, *shooters: str, player: str = FREE) -> tuple[int, int]:
    """The column that a volley is resolved on, found out by shooting with every die."""
    seen = [hits(pieces, target, *shooters, die=die, player=player) for die in range(1, 11)]
    found = [bounds for bounds in COLUMNS if [printed(bounds[0], die) for die in range(1, 11)] == seen]
    assert len(found) == 1
    return found[0]


# --- the table


def test_the_pasted_table_is_whole() -> None:
    """R26: the columns hit on 2, 3, 4, 5, 6, 7, 8 or less"""
    assert [low for low, _ in COLUMNS[1:]] == [high + 1 for _, high in COLUMNS[:-1]]
    assert [sum(row[column] > 0 for row in ROWS) for column in range(7)] == [2, 3, 4, 5, 6, 7, 8]


def test_every_cell_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """R26: every cell"""
    result_of = getattr(tables.shot_result, "py_func", tables.shot_result)
    monkeypatch.setattr(tables, "shot_column", getattr(tables.shot_column, "py_func", tables.shot_column))
    for total in range(1, 60):
        for roll in range(1, 16):
            assert result_of(total, roll) == printed(total, roll), (total, roll)


# Elf archers around 1717 with a strength in all of 1 to 16: bow 6 at distance d gives 7 - d
VOLLEYS = {
    1: ["1117"], 2: ["1217"], 3: ["1317"], 4: ["1417"], 5: ["1517"], 6: ["1617"], 7: ["1617", "1117"],
    8: ["1617", "1217"], 9: ["1617", "1317"], 11: ["1617", "1517"], 12: ["1617", "1817"],
    14: ["1617", "1817", "1217"], 15: ["1617", "1817", "1317"], 18: ["1617", "1817", "1716"],
}  # fmt: skip


@pytest.mark.parametrize("total", VOLLEYS)
def test_the_table_in_play(total: int) -> None:
    """R26, B-8: the sum of all shooters picks the column, the die the row"""
    archers = {f"elves bow {number}": hex for number, hex in enumerate(VOLLEYS[total], 1)}
    for die in range(1, 11):
        assert hits(archers, "1717", *VOLLEYS[total], die=die) == printed(total, die), (total, die)


# --- strength and range


@pytest.mark.parametrize("name, bow, player", [("azug bow 1", 4, DARK), ("lake_men bow 1", 5, FREE), ("elves bow 1", 6, FREE)])
def test_strength_falls_with_distance(name: str, bow: int, player: str) -> None:
    """B-8.1 (bow value): at distance d the strength is bow - d + 1, and beyond the bow value there is no shot;
    B-8.2 (bow value): distance counts the target's hex, not the shooter's
    """
    for steps in range(1, 8):
        hex = f"{17 - steps}17"
        assert distance(hex, "1717") == steps
        if steps <= bow:
            low, high = strength({name: hex}, "1717", hex, player=player)
            assert low <= bow - steps + 1 <= high, steps
        else:
            enemy = "azug sword 1" if player == FREE else "dwarves axe 1"
            assert "1717" not in hexes(position({name: hex, enemy: "1717"}, player=player, phase="FIRE"))


def test_a_reduced_archer_has_half_a_bow() -> None:
    """R32, B-1: bow 6 becomes 3, 5 becomes 3, 4 becomes 2; so does the range"""
    assert strength({"elves bow 1": "1617 reduced"}, "1717", "1617") == (2, 3)
    assert strength({"lake_men bow 1": "1617 reduced"}, "1717", "1617") == (2, 3)
    assert strength({"lake_men bow 1": "1417 reduced", "elves bow 1": "1418"}, "1717", "1417", "1418") == (4, 5)
    for name, far in (("elves bow 1", 3), ("azug bow 1", 2)):
        player, enemy = (FREE, "azug sword 1") if far == 3 else (DARK, "elves spear 1")
        near, beyond = f"{17 - far}17 reduced", f"{16 - far}17 reduced"
        assert "1717" in hexes(position({name: near, enemy: "1717"}, player=player, phase="FIRE"))
        assert "1717" not in hexes(position({name: beyond, enemy: "1717"}, player=player, phase="FIRE"))


def test_only_bows_shoot() -> None:
    """B-8: units with bows, and Bard; nobody else"""
    others = {"elves spear 1": "1617", "lake_men sword 1": "1817", "dwarves axe 1": "1818", "Thranduil": "1716"}
    assert "1717" not in hexes(position({**others, "azug sword 1": "1717"}, player=FREE, phase="FIRE"))


# --- Bard


def test_bard_shoots_alone_with_a_bow_of_1() -> None:
    """R25, B-8.3 (bow value): not stacked: strength 1 at distance 1, no farther"""
    assert strength({"Bard": "1617"}, "1717", "1617") == (1, 1)
    assert "1717" not in hexes(position({"Bard": "1517", "azug sword 1": "1717"}, player=FREE, phase="FIRE"))


def test_wounded_bard_shoots_as_well() -> None:
    """R25, R32: half of 1, rounded up, is 1"""
    assert strength({"Bard": "1617 reduced"}, "1717", "1617") == (1, 1)


def test_bard_adds_1_to_archers_of_the_lake() -> None:
    """R25, B-8.3 (bow value): 5 + 1 at distance 1; and with a bow of 6 they reach six hexes"""
    assert strength({"lake_men bow 1": "1617"}, "1717", "1617") == (4, 5)
    assert strength({"lake_men bow 1": "1617", "Bard": "1617"}, "1717", "1617") == (6, 8)
    assert strength({"lake_men bow 1": "1117", "Bard": "1117"}, "1717", "1117") == (1, 1)


def test_bard_adds_only_to_one_of_two() -> None:
    """R25: reduced 3 + 3 + 1 is 7; with an elf's 1 it is 8 and not 9, with an elf's 2 it is 9 and not 8"""
    pair = {"lake_men bow 1": "1617 reduced", "lake_men bow 2": "1617 reduced"}
    assert strength({**pair, "Bard": "1617", "elves bow 1": "1117"}, "1717", "1617", "1117") == (6, 8)
    assert strength({**pair, "Bard": "1617", "elves bow 1": "1217"}, "1717", "1617", "1217") == (9, 11)
    assert strength({**pair, "elves bow 1": "1217"}, "1717", "1617", "1217") == (6, 8)  # without Bard


@pytest.mark.parametrize("unit", ["lake_men sword 1", "elves spear 1", "dwarves axe 1"])
def test_bard_stacked_with_others_does_not_shoot(unit: str) -> None:
    """R25"""
    assert "1717" not in hexes(position({unit: "1617", "Bard": "1617", "azug sword 1": "1717"}, player=FREE, phase="FIRE"))


def test_bard_does_not_help_the_elves_archers() -> None:
    """R25: they shoot for themselves; reduced 3 at distance 1 stays on 2–3"""
    assert strength({"elves bow 1": "1617 reduced", "Bard": "1617"}, "1717", "1617") == (2, 3)


# --- who may combine


def test_shooters_combine_or_shoot_one_by_one() -> None:
    """B-8.1, B-8.2 (resolving): in any order; a target may be shot at as often as one likes"""
    pieces = {"elves bow 1": "1617", "elves bow 2": "1817", "elves bow 3": "1517", "azug sword 1": "1717"}
    game = position(pieces, player=FREE, phase="FIRE")
    game.play("hex 1717")
    assert (game.decision, game.player) == ("shooters", FREE)
    assert hexes(game) == {"1617", "1817", "1517"} and verbs(game) == set()
    game.play("hex 1817")
    assert hexes(game) == {"1617", "1517"} and verbs(game) == {"commit"}
    game.dice([10])
    game.play("commit")
    assert "1717" in hexes(game)  # the others may still shoot at it
    shoot(game, "1717", "1617", "1517", die=10)
    assert "1717" not in hexes(game)


def test_each_within_its_own_range() -> None:
    """B-8: one who is too far does not take part"""
    pieces = {"elves bow 1": "1117", "lake_men bow 1": "1217", "elves bow 2": "1817", "azug sword 1": "1717"}
    game = position(pieces, player=FREE, phase="FIRE")
    game.play("hex 1717")
    assert hexes(game) == {"1117", "1817", "1217"}
    pieces["lake_men bow 1"] = "1218"
    game = position(pieces, player=FREE, phase="FIRE")
    game.play("hex 1717")
    assert distance("1218", "1717") == 6 and hexes(game) == {"1117", "1817"}


def test_each_shoots_once_per_phase() -> None:
    """B-8.3 (limits): and the bow value is not split between two targets"""
    pieces = {"elves bow 1": "1617", "azug sword 1": "1717", "azug sword 2": "1517"}
    game = position(pieces, player=FREE, phase="FIRE")
    assert {"1717", "1517"} <= hexes(game)
    shoot(game, "1717", "1617", die=10)
    assert not {"1717", "1517"} & hexes(game)


def test_stacked_archers_shoot_together() -> None:
    """B-8.4 (limits), B-9.1 (effects): reduced 3 + 3 is 6, in one shot"""
    pieces = {"elves bow 1": "1617 reduced", "elves bow 2": "1617 reduced"}
    assert strength(pieces, "1717", "1617") == (6, 8)
    game = position({**pieces, "azug sword 1": "1717"}, player=FREE, phase="FIRE")
    shoot(game, "1717", "1617", die=10)
    assert "1717" not in hexes(game)


def test_stacked_archers_of_different_range() -> None:
    """B-8.4 (limits): at distance 3 an elf (3) gives 1 and a lake-man (3) 1; at distance 4 nobody can shoot"""
    pieces = {"elves bow 1": "1417 reduced", "lake_men bow 1": "1417 reduced"}
    assert strength(pieces, "1717", "1417") == (2, 3)


def test_a_stacked_archer_shoots_though_his_companion_has_no_bow() -> None:
    """B-8: only the archers of a hex count"""
    assert strength({"elves bow 1": "1617 reduced", "elves spear 1": "1617 reduced"}, "1717", "1617") == (2, 3)
    assert strength({"elves bow 1": "1617", "Thranduil": "1617"}, "1717", "1617") == (6, 8)


# --- freely


def test_in_every_direction() -> None:
    """B-8.3 (resolving)"""
    for hex in within("1717", 6) - within("1717", 5):
        game = position({"elves bow 1": "1717", "azug sword 1": hex}, player=FREE, phase="FIRE")
        assert hex in hexes(game), hex


def test_over_pieces_and_terrain() -> None:
    """B-8.4 (resolving): basic has no line of sight: over friends, enemies, Dale and the mountain"""
    pieces = {"elves bow 1": "1014", "azug sword 1": "1210", "azug sword 2": "1112", "lake_men sword 1": "1013"}
    assert "1210" in hexes(position(pieces, player=FREE, phase="FIRE"))  # across Dale and the river
    assert "2204" in hexes(position({"elves bow 1": "2704", "azug sword 1": "2204"}, player=FREE, phase="FIRE"))


def test_no_modifiers_for_shots_in_the_basic_game() -> None:
    """B-8 (limits): shelter is for the standard game: Dale, a guard room, uphill: elf at 1 hits on 5 and not on 6"""
    for target, shooter in (("1212", "1213"), ("1203", "1204"), ("1506", "1406"), (GATE, "1907"), ("0509", "0409")):
        assert [hits({"elves bow 1": shooter}, target, shooter, die=die) for die in (5, 6)] == [1, 0], target


def test_archers_in_guard_rooms_shoot_in_the_basic_game() -> None:
    """B-8 (limits): only the standard game forbids it"""
    assert "1204" in hexes(position({"elves bow 1": "1203", "azug sword 1": "1204"}, player=FREE, phase="FIRE"))


def test_archers_also_fight() -> None:
    """B-8 (bow value): they have a normal combat strength"""
    game = position({"elves bow 1": "1617", "azug sword 1": "1717"}, player=FREE, phase="COMBAT")
    assert "1717" in hexes(game)


def test_lone_leaders_can_be_shot() -> None:
    """B-8: any enemy"""
    game = position({"elves bow 1": "1617", "Azug": "1717"}, player=FREE, phase="FIRE")
    shoot(game, "1717", "1617", die=5)
    assert lost(game, "Azug") == 1


def test_nobody_has_to_shoot() -> None:
    """B-4: "all the shots that are wanted" """
    assert "done" in verbs(position({"elves bow 1": "1617", "azug sword 1": "1717"}, player=FREE, phase="FIRE"))


# --- limits


def test_no_shots_by_archers_in_melee() -> None:
    """B-8.1 (limits)"""
    pieces = {"elves bow 1": "1617", "wolves beast 1": "1617", "azug sword 1": "1717"}
    assert "1717" not in hexes(position(pieces, player=FREE, phase="FIRE"))


def test_no_shots_into_a_melee() -> None:
    """B-8.2 (limits)"""
    pieces = {"elves bow 1": "1617", "azug sword 1": "1717", "elves spear 1": "1717"}
    assert "1717" not in hexes(position(pieces, player=FREE, phase="FIRE"))
    assert "1717" not in hexes(position({"azug bow 1": "1617", **pieces, "elves bow 1": "1817"}, phase="FIRE"))


def test_the_gate_is_shot_at_only_from_its_plain_neighbours() -> None:
    """R27, B-6.2 (the board): basic: not from farther away, nor across the red hexsides"""
    for shooter in ("1906", "1907"):
        assert GATE in hexes(position({"azug bow 1": shooter, "Thorin": GATE}, phase="FIRE")), shooter
    for shooter in ("2007", "1905", "1806", "1908", "2008", "1808"):
        assert distance(shooter, GATE) <= 3
        assert GATE not in hexes(position({"azug bow 1": shooter, "Thorin": GATE}, phase="FIRE")), shooter


def test_out_of_the_gate_the_same() -> None:
    """R27: an archer in the gate shoots only at its two plain neighbours"""
    targets = ["1906", "1907", "2007", "1905", "1806", "1908"]
    goblins = {f"azug sword {number}": hex for number, hex in enumerate(targets, 1)}
    game = position({"elves bow 1": GATE, **goblins}, player=FREE, phase="FIRE")
    assert hexes(game) & set(targets) == {"1906", "1907"}


def test_a_shooter_beside_the_gate_takes_part_alone() -> None:
    """R27: of several archers only those next to it on the plain may be added"""
    game = position({"azug bow 1": "1907", "azug bow 2": "1908", "azug bow 3": "1906", "Thorin": GATE}, phase="FIRE")
    game.play(f"hex {GATE}")
    assert hexes(game) == {"1907", "1906"}


def test_shots_over_the_gate_and_the_cliffs_are_free() -> None:
    """B-8.4 (resolving), R27: only shots at the gate or out of it are bound"""
    assert GATE in neighbours("1905") and distance("1905", "2107") == 3
    assert "2107" in hexes(position({"elves bow 1": "1905", "azug sword 1": "2107"}, player=FREE, phase="FIRE"))


# --- what it does


def test_hits_of_a_shot_go_from_the_top_down() -> None:
    """B-9.2 (effects)"""
    pieces = {"elves bow 1": "1617", "azug sword 1": "1717 reduced", "azug sword 2": "1717 reduced"}
    game = position(pieces, player=FREE, phase="FIRE")
    shoot(game, "1717", "1617", die=3)
    assert (game.piece("azug sword 2").steps, game.piece("azug sword 1").steps) == (0, 1)


def test_shots_count_at_once() -> None:
    """B-8: a target shot dead is no target any more; no advance follows"""
    pieces = {"elves bow 1": "1617", "elves bow 2": "1817", "azug sword 1": "1717"}
    game = position(pieces, player=FREE, phase="FIRE")
    shoot(game, "1717", "1617", die=2)
    assert game.piece("azug sword 1").steps == 0
    assert game.decision == "fire_target" and "1717" not in hexes(game)
