"""Victory in the standard game (S-11; R7, R30, R34): zones, contested areas, levels."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import BOARD, DARK, FREE, GATE, TERRAIN
from tests.standard.common import standard

STAR = BOARD["dale_star"]
TOPS = BOARD["hilltop"]
ROOM_NW, ROOM_NE = BOARD["guard_rooms"]["north_west"], BOARD["guard_rooms"]["north_east"]
DALE = sorted(hex for hex in TERRAIN if TERRAIN[hex] == "d")
SLOPES = sorted(hex for hex in TERRAIN if TERRAIN[hex] == "s")
AREAS = ("front_gate", "dale", "hilltop", "guard_room_nw", "guard_room_ne")


def holder(area: str, pieces: dict[str, str]) -> str | None:
    """Who controls an area."""
    return standard(pieces).areas()[area]


# --- single hexes


@pytest.mark.parametrize("area, hex", [("front_gate", GATE), ("guard_room_nw", ROOM_NW), ("guard_room_ne", ROOM_NE), ("dale", STAR)])
def test_alone_in_the_hex(area: str, hex: str) -> None:
    """S-11, B-11"""
    assert holder(area, {"dwarves axe 1": hex}) == FREE
    assert holder(area, {"azug sword 1": hex}) == DARK
    assert holder(area, {}) is None


@pytest.mark.parametrize("area, hex", [("front_gate", GATE), ("guard_room_nw", ROOM_NW), ("guard_room_ne", ROOM_NE), ("dale", STAR)])
@pytest.mark.parametrize(
    "dark, control",
    [
        ({"wolves beast 1": ""}, FREE),  # 2 against 8: half of 8 is 4
        ({"azug sword 1": " reduced"}, FREE),  # 3
        ({"azug bow 1": ""}, None),  # 4: contested
        ({"azug sword 1": ""}, None),  # 5
        ({"wargs beast 1": " reduced", "wolves beast 1": " reduced"}, FREE),  # 2 + 1
        ({"azug sword 1": " reduced", "wolves beast 1": " reduced"}, None),  # 3 + 1
    ],
)
def test_both_sides_in_the_hex(area: str, hex: str, dark: dict[str, str], control: str | None) -> None:
    """S-11.4: contested when the weaker side has at least half, rounded up, of the other's strength: a dwarf of 8 against few"""
    assert holder(area, {"dwarves axe 6": hex, **{name: hex + state for name, state in dark.items()}}) == control


def test_half_is_rounded_up() -> None:
    """S-11.4, R32: half of 7 is 4: 3 do not contest, 4 do; half of 5 is 3: 2 do not, 3 do"""
    assert holder("guard_room_nw", {"elves spear 1": ROOM_NW, "azug sword 1": f"{ROOM_NW} reduced"}) == FREE
    assert holder("guard_room_nw", {"elves spear 1": ROOM_NW, "azug bow 1": ROOM_NW}) is None
    assert holder("guard_room_nw", {"lake_men sword 1": ROOM_NW, "wolves beast 1": ROOM_NW}) == FREE
    assert holder("guard_room_nw", {"lake_men sword 1": ROOM_NW, "azug sword 1": f"{ROOM_NW} reduced"}) is None


def test_the_stronger_side_may_be_the_dark_one() -> None:
    """S-11: a bodyguard of 6 against a dwarf's 4 or Thorin's last 3 is contested; Thorin with 2 left is too weak"""
    assert holder("front_gate", {"bolg axe 1": GATE, "dwarves axe 1": f"{GATE} reduced"}) is None
    assert holder("front_gate", {"bolg axe 1": GATE, "Thorin": f"{GATE} hits=3"}) is None
    assert holder("front_gate", {"bolg axe 1": GATE, "Thorin": f"{GATE} hits=4"}) == DARK


def test_equal_strength_is_contested() -> None:
    """S-11: neither controls"""
    assert holder("guard_room_ne", {"azug sword 1": ROOM_NE, "lake_men sword 1": ROOM_NE}) is None


# --- who counts


@pytest.mark.parametrize("name", ["Gandalf", "Bilbo", "Thranduil", "Beorn", "Bard", "Azug", "Bolg", "eagles talon 1", "Gwaihir"])
def test_leaders_and_eagles_do_not_hold(name: str) -> None:
    """B-11.5, R34, R35"""
    for area, hex in (("guard_room_nw", ROOM_NW), ("dale", STAR)):
        assert holder(area, {name: hex}) is None


def test_dain_alone_in_the_gate_does_not_hold_it_thorin_does() -> None:
    """B-11.5, R34"""
    assert holder("front_gate", {"Dain": GATE}) is None
    assert holder("front_gate", {"Thorin": GATE}) == FREE


def test_leaders_and_eagles_do_not_deny() -> None:
    """B-11.5: nor does their strength count, for or against"""
    assert holder("dale", {"azug sword 1": STAR, "Beorn": STAR}) == DARK
    assert holder("dale", {"azug sword 1": STAR, "eagles talon 1": STAR}) == DARK
    assert holder("dale", {"azug sword 1": STAR, "Gandalf": DALE[0]}) == DARK
    pieces = {"lake_men sword 1": f"{STAR} reduced", "Bard": STAR, "wolves beast 1": STAR}
    assert holder("dale", pieces) is None  # 3 against 2: half of 3 is 2; Bard's 3 do not help
    pieces = {"dwarves axe 1": ROOM_NW, "wolves beast 1": ROOM_NW, "Bolg": ROOM_NW}
    assert holder("guard_room_nw", pieces) == FREE  # 7 against 2; Bolg's 5 would contest


def test_thorin_denies() -> None:
    """R34, B-11.5: 6 against a goblin's 5"""
    assert holder("dale", {"azug sword 1": STAR, "Thorin": DALE[0]}) is None


def test_thorins_wounds_count() -> None:
    """R34, S-10: with 5 hits he has 1 left: a goblin of 5 holds against it"""
    assert holder("dale", {"azug sword 1": STAR, "Thorin": f"{DALE[0]} hits=5"}) == DARK
    assert holder("dale", {"azug sword 1": STAR, "Thorin": f"{DALE[0]} hits=3"}) is None


def test_reduced_units_count_with_half() -> None:
    """S-11, R32: 3 of a goblin against 7"""
    assert holder("dale", {"elves spear 1": STAR, "azug sword 1": f"{DALE[0]} reduced"}) == FREE
    assert holder("dale", {"elves spear 1": STAR, "azug sword 1": DALE[0]}) is None


# --- Dale


def test_dale_is_held_by_the_star() -> None:
    """S-11.5: units in other Dale hexes alone hold nothing, however strong"""
    others = [hex for hex in DALE if hex != STAR]
    assert len(DALE) == 9 and STAR in DALE
    assert holder("dale", {f"azug sword {number}": hex for number, hex in enumerate(others[:6], 1)}) is None


@pytest.mark.parametrize("hex", [hex for hex in DALE if hex != STAR])
def test_every_dale_hex_contests(hex: str) -> None:
    """S-11.5: the zone is all of Dale"""
    assert holder("dale", {"azug sword 1": STAR, "lake_men sword 1": hex}) is None
    assert holder("dale", {"azug sword 1": STAR, "lake_men sword 1": "1413"}) == DARK  # outside


def test_own_units_in_other_dale_hexes_help() -> None:
    """S-11.5: 5 + 5 against 4: half of 10 is 5"""
    pieces = {"azug sword 1": STAR, "elves spear 1": f"{DALE[0]} reduced"}
    assert holder("dale", pieces) is None
    assert holder("dale", {**pieces, "azug sword 2": DALE[1]}) == DARK


def test_the_weaker_side_on_the_star_does_not_hold_it() -> None:
    """S-11: nor does the stronger side without the star"""
    pieces = {"wolves beast 1": STAR, "elves spear 1": DALE[0], "elves spear 2": DALE[1]}
    assert holder("dale", pieces) is None


# --- the hilltop


def hill(names: list[str], hexes: list[str]) -> dict[str, str]:
    """One unit in each hex."""
    return dict(zip(names, hexes, strict=True))


GOBLINS = [f"azug sword {number}" for number in (1, 2, 3)]
ELVES = [f"elves spear {number}" for number in (1, 2, 3)]


def test_all_three_tops() -> None:
    """S-11, B-11.3: two are not enough"""
    assert holder("hilltop", hill(GOBLINS, TOPS)) == DARK and holder("hilltop", hill(ELVES, TOPS)) == FREE
    for missing in range(3):
        tops = [hex for number, hex in enumerate(TOPS) if number != missing]
        assert holder("hilltop", hill(GOBLINS[:2], tops)) is None


@pytest.mark.parametrize("slope", SLOPES)
def test_slopes_contest(slope: str) -> None:
    """S-11.6: goblins of 15 on the tops; 8 on the slope contest, 7 do not"""
    assert holder("hilltop", {**hill(GOBLINS, TOPS), "dwarves axe 6": slope}) is None
    assert holder("hilltop", {**hill(GOBLINS, TOPS), "dwarves axe 1": slope}) == DARK


def test_beyond_the_slopes_nobody_contests() -> None:
    """S-11.6"""
    assert TERRAIN["0308"] == "."
    assert holder("hilltop", {**hill(GOBLINS, TOPS), "dwarves axe 6": "0308", "dwarves axe 7": "0808"}) == DARK


def test_own_units_on_the_slopes_help() -> None:
    """S-11.6: 15 + 5 against 8"""
    pieces = {**hill(GOBLINS, TOPS), "dwarves axe 6": SLOPES[0]}
    assert holder("hilltop", {**pieces, "azug sword 4": SLOPES[1]}) == DARK


def test_a_melee_on_a_top() -> None:
    """S-11: both have a unit on the top; the stronger zone wins"""
    pieces = {**hill(GOBLINS, TOPS), "lake_men sword 1": f"{TOPS[0]} reduced"}
    assert holder("hilltop", pieces) == DARK
    assert holder("hilltop", {**pieces, "lake_men sword 1": TOPS[0], "lake_men sword 2": SLOPES[0]}) is None


def test_leaders_on_a_top_do_not_hold_it() -> None:
    """B-11.5"""
    pieces = {**hill(GOBLINS[:2], TOPS[:2]), "Bolg": TOPS[2]}
    assert holder("hilltop", pieces) is None


# --- levels


HOLDINGS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "front_gate": ({"Thorin": GATE}, {"thuk sword 1": GATE}),
    "dale": ({"lake_men sword 1": STAR}, {"thuk sword 2": STAR}),
    "guard_room_nw": ({"elves bow 1": ROOM_NW}, {"thuk sword 3": ROOM_NW}),
    "guard_room_ne": ({"elves bow 2": ROOM_NE}, {"thuk sword 4": ROOM_NE}),
    "hilltop": (hill(ELVES, TOPS), hill(GOBLINS, TOPS)),
}


def final(free: int, dark: int, turn: int = 12) -> Game:
    """The end of the last turn, with so many areas held by each side."""
    pieces: dict[str, str] = {}
    for number, area in enumerate(AREAS):
        if number < free:
            pieces |= HOLDINGS[area][0]
        elif number < free + dark:
            pieces |= HOLDINGS[area][1]
    game = standard(pieces, player=DARK, phase="MOVE", turn=turn, phase_number=6)
    game.play("done")
    return game


@pytest.mark.parametrize(
    "free, dark, level",
    [
        (1, 0, "marginal"), (2, 1, "marginal"), (3, 2, "marginal"),
        (2, 0, "tactical"), (3, 1, "tactical"), (3, 0, "tactical"), (4, 1, "tactical"), (4, 0, "tactical"),
        (5, 0, "complete"),
    ],
)  # fmt: skip
def test_levels_of_victory(free: int, dark: int, level: str) -> None:
    """S-11.1, S-11.2, S-11.3, R30: a lead of 1, of 2 to 4, all five; for either side"""
    for held, winner in (((free, dark), FREE), ((dark, free), DARK)):
        outcome = final(*held).outcome
        assert outcome is not None
        assert (outcome.winner, outcome.level) == (winner, level)
        assert outcome.scores == {FREE: held[0], DARK: held[1]}


@pytest.mark.parametrize("areas", [0, 1, 2])
def test_a_draw(areas: int) -> None:
    """S-11: equal"""
    outcome = final(areas, areas).outcome
    assert outcome is not None and (outcome.winner, outcome.level) == (None, "draw")


def test_contested_areas_are_nobodys() -> None:
    """S-11"""
    pieces = {**HOLDINGS["dale"][0], "thuk sword 5": DALE[0], **HOLDINGS["front_gate"][1]}
    game = standard(pieces, player=DARK, phase="MOVE", turn=12, phase_number=6)
    game.play("done")
    assert game.outcome is not None and game.outcome.areas["dale"] is None
    assert (game.outcome.winner, game.outcome.level) == (DARK, "marginal")


def test_judged_at_the_end_of_the_last_turn() -> None:
    """S-11, B-11: not before"""
    game = standard(HOLDINGS["dale"][0], player=FREE, phase="MOVE", turn=11, phase_number=6)
    game.play("done")
    assert game.outcome is None and game.turn == 12


def test_a_side_without_pieces_has_lost_completely() -> None:
    """R7: at once, whatever the areas"""
    pieces = {"dwarves axe 1": "1617", "dwarves axe 2": "1817", "Thuk": "1717 hits=1", "elves spear 1": "1517"}
    game = standard(pieces, player=FREE, phase="COMBAT", spare=False)
    game.dice([1])
    game.play("hex 1717")
    while game.decision == "attackers":
        game.play("commit" if "commit" in game.legal_names() else "hex 1617")
    assert game.outcome is not None and (game.outcome.winner, game.outcome.level) == (FREE, "complete")
