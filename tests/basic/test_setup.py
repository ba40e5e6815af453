"""Set-up (B-2): who is set up where, in which order, and who waits."""

from __future__ import annotations

from functools import cache

import pytest

from bofa_env import Game
from tests.helpers import BOARD, DARK, FREE, GATE, hexes, neighbours

NORTH_WEST = set(BOARD["spur_north_west"])
NORTH_EAST = set(BOARD["spur_north_east"])
SOUTH = set(BOARD["entry_south_east"]) | set(BOARD["entry_south_west"])

ZONES = {
    "elves": NORTH_WEST,
    "wanderers": NORTH_WEST,
    "lake_men": NORTH_EAST,
    "dwarves": NORTH_EAST,
    "thorin": {GATE},
    "azug": SOUTH,
    "thuk": SOUTH,
    "thrak": SOUTH,
    "wolves": SOUTH,
}
LATER = {"eagles", "beorn", "bolg", "osag", "gurash", "wargs"}
EXTRA_ELVES = {"elves spear 7", "elves spear 8", "elves bow 8"}


def until_set_up(game: Game) -> list[tuple[str, str, set[str]]]:
    """Set up every piece in the first hex offered; (player, piece, hexes offered) for each decision."""
    offers = []
    while game.turn == 0:
        if game.decision == "deploy":
            assert game.player is not None and game.subject is not None
            offers.append((game.player, game.subject, hexes(game)))
        game.play(game.legal_actions()[0])
    return offers


@cache
def free_set_up() -> tuple[Game, list[tuple[str, str, set[str]]]]:
    game = Game("basic", deployment="free", seed=1)
    return game, until_set_up(game)


def test_the_free_peoples_set_up_first() -> None:
    """B-2: when the Free Peoples are done, the Dark Army sets up."""
    players = [player for player, _, _ in free_set_up()[1]]
    assert players[0] == FREE and players[-1] == DARK
    assert players == sorted(players, reverse=True)  # "free_peoples" > "dark_army": all of the one, then all of the other


def test_every_piece_is_offered_its_zone() -> None:
    """B-2.1: elves, Thranduil, Bilbo and Gandalf on the north-west spur; B-2.2: lake-men, Bard, dwarves and Dain on the
    north-east spur; B-2.1 of the Dark Army: Thrak, Thuk, Azug, their tribes and the wolves on the southern triangles.
    """
    game, offers = free_set_up()
    asked = {subject for _, subject, _ in offers}
    for _, subject, offered in offers:
        assert offered and offered <= ZONES[game.piece(subject).army], subject
    deployed = {piece.name for piece in game.pieces() if piece.army in ZONES} - EXTRA_ELVES
    assert asked == deployed - {"Thorin"}  # he has no choice


@pytest.mark.parametrize("first, zone", [("Thranduil", NORTH_WEST), ("Bard", NORTH_EAST), ("Azug", SOUTH)])
def test_the_whole_zone_is_open_to_a_leader(first: str, zone: set[str]) -> None:
    """B-2: "anywhere": a leader fits everywhere but where another leader is; the line to the north is in no zone."""
    game, offers = free_set_up()
    offered = next(offered for _, subject, offered in offers if subject == first)
    others = {piece.hex for piece in game.pieces() if piece.leader and piece.name != first}
    assert zone - others <= offered
    assert not offered & set(BOARD["dividing_line"])


def test_the_guard_rooms_can_be_manned_at_once() -> None:
    """B-2, B-11.2: each guard room lies in a set-up zone of the Free Peoples."""
    _, offers = free_set_up()
    first_elf = next(offered for _, subject, offered in offers if subject.startswith("elves"))
    first_dwarf = next(offered for _, subject, offered in offers if subject.startswith("dwarves"))
    assert BOARD["guard_rooms"]["north_west"] in first_elf
    assert BOARD["guard_rooms"]["north_east"] in first_dwarf


def test_thorin_is_in_the_front_gate() -> None:
    """B-2.3, R5"""
    game, _ = free_set_up()
    assert game.piece("Thorin").hex == GATE


def test_nobody_but_thorin_is_set_up_in_the_front_gate() -> None:
    """B-2.1, B-2.2: the spurs do not include it"""
    _, offers = free_set_up()
    assert all(GATE not in offered for _, _, offered in offers)


@pytest.mark.parametrize("deployment", ["historical", "random", "free"])
def test_who_waits(deployment: str) -> None:
    """B-2.4: Gwaihir, the eagles and Beorn wait; B-2.2 of the Dark Army: Bolg, his bodyguard, Gurash, Osag, the wargs"""
    game = Game("basic", deployment=deployment, seed=1)
    if deployment == "free":
        until_set_up(game)
    for piece in game.pieces():
        if piece.army in LATER:
            assert piece.hex is None and piece.to_come, piece.name
        elif piece.name not in EXTRA_ELVES:
            assert piece.hex is not None and not piece.to_come, piece.name


def test_the_extra_elves_are_set_aside() -> None:
    """B-2, note to B-2.1: 2 spears and 1 bow of 7-7 are removed before set-up; they never come."""
    game, _ = free_set_up()
    for name in EXTRA_ELVES:
        piece = game.piece(name)
        assert piece.hex is None and not piece.to_come
        assert (piece.move, game.data.world[0].strength[game.data.piece_number[name]]) == (7, 7)


def test_everybody_starts_at_full_strength() -> None:
    """B-1: counters start on their full side"""
    game, _ = free_set_up()
    assert {piece.hits for piece in game.pieces()} == {0}


def limits_hold(game: Game) -> bool:
    """B-9: at the start all are at full strength: one unit and one leader of a side in a hex."""
    for side in (FREE, DARK):
        for hex in {piece.hex for piece in game.pieces(side) if piece.hex}:
            stack = [game.piece(name) for name in game.stack(hex, side)]
            if sum(piece.leader for piece in stack) > 1 or sum(not piece.leader for piece in stack) > 1:
                return False
    return True


def test_stacking_limits_bind_during_set_up() -> None:
    """B-2.1 of the Dark Army, B-9: a hex with a full unit is offered to no other unit"""
    game = Game("basic", deployment="free", seed=1)
    while game.decision != "deploy" or not (game.subject or "").startswith("elves spear 2"):
        game.play("hex 1203" if game.subject == "elves spear 1" and game.decision == "deploy" else game.legal_actions()[0])
    assert game.piece("elves spear 1").hex == "1203"
    assert "1203" not in hexes(game)
    until_set_up(game)
    assert limits_hold(game)


def test_a_leader_may_be_set_up_with_a_unit_on_top_or_beneath() -> None:
    """B-2, R17: when a leader and a unit come to share a hex in set-up, the owner chooses their order."""
    game = Game("basic", deployment="free", seed=1)
    assert game.subject == "Thranduil"
    game.play("hex 1203")
    while game.subject != "elves spear 1":
        game.play(game.legal_actions()[-1])
    game.play("hex 1203")
    assert (game.decision, game.subject, game.player) == ("stack_order", "Thranduil", FREE)
    game.play("leader beneath")
    assert game.stack("1203", FREE) == ["elves spear 1", "Thranduil"]
    assert not game.piece("Thranduil").on_top


@pytest.mark.parametrize("deployment", ["historical", "random"])
@pytest.mark.parametrize("seed", range(10))
def test_ready_made_deployments_keep_the_rules(deployment: str, seed: int) -> None:
    """B-2, B-9, R5: every piece in its zone, within the stacking limits"""
    game = Game("basic", deployment=deployment, seed=seed)
    for piece in game.pieces():
        if piece.hex is not None:
            assert piece.hex in ZONES[piece.army], piece.name
    assert limits_hold(game)


def test_random_deployments_differ_by_seed_and_only_by_seed() -> None:
    """B-2: free placement; a random one comes from the seed"""
    places = [{p.name: p.hex for p in Game("basic", deployment="random", seed=seed).pieces()} for seed in (1, 1, 2)]
    assert places[0] == places[1] != places[2]


def test_the_free_peoples_hold_three_areas_at_the_start() -> None:
    """B-2, B-11.2: the designer's note: "at the beginning of the game he holds 3 victory areas" (historical deployment)."""
    areas = Game("basic", seed=1).areas()
    assert areas == {
        "front_gate": FREE, "guard_room_nw": FREE, "guard_room_ne": FREE, "dale": None, "hilltop": None
    }  # fmt: skip


def test_the_dark_army_begins() -> None:
    """B-2, B-3: turn 1 is black: after set-up the Dark Army takes the first chip"""
    game, _ = free_set_up()
    assert (game.turn, game.player, game.decision) == (1, DARK, "choose_chip")


def test_the_front_gate_lies_between_the_zones() -> None:
    """B-2: no hex belongs to both spurs, and the line that divides them belongs to neither"""
    assert not NORTH_WEST & NORTH_EAST
    assert not (NORTH_WEST | NORTH_EAST) & set(BOARD["dividing_line"])
    assert neighbours(GATE) & NORTH_WEST and neighbours(GATE) & NORTH_EAST
