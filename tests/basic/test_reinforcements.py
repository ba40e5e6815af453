"""Reinforcements (B-5; R9, R38): when, where, and what they may do in the phase in which they come."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import BOARD, DARK, FREE, dests, distance, enter, hexes, move, neighbours, position, verbs, within

NORTH = set(BOARD["entry_north_west"]) | set(BOARD["entry_north_east"])
SOUTH = set(BOARD["entry_south_east"]) | set(BOARD["entry_south_west"])
CIRCLE = BOARD["entry_circle"]

ARRIVALS = [
    ("Gurash", DARK, 4, NORTH),
    ("gurash sword 1", DARK, 4, NORTH),
    ("Osag", DARK, 4, NORTH),
    ("osag spear 1", DARK, 4, NORTH),
    ("Bolg", DARK, 5, SOUTH),
    ("bolg axe 1", DARK, 5, SOUTH),
    ("wargs beast 1", DARK, 5, SOUTH),
    ("Gwaihir", FREE, 7, NORTH),
    ("eagles talon 1", FREE, 7, NORTH),
    ("Beorn", FREE, 8, {CIRCLE}),
]


def later_move(game: Game) -> None:
    """End this MOVE phase of the Dark Army; the Free Peoples pass a FIRE phase; the Dark Army has MOVE again."""
    game.draws(["FIRE", "MOVE"])
    game.play("done")
    game.play("done")
    assert (game.phase, game.phasing_player) == ("MOVE", DARK)


# --- when and where


@pytest.mark.parametrize("name, player, turn, where", ARRIVALS)
def test_where_they_come(name: str, player: str, turn: int, where: set[str]) -> None:
    """B-5: turn 4 Gurash and Osag, 7 the eagles: north; turn 5 Bolg, bodyguard and wargs: south, any of the three rows;
    turn 8 Beorn: the circle
    """
    game = position({name: "to come"}, player=player, turn=turn)
    assert "enter" in verbs(game)
    game.play("enter")
    assert (game.decision, game.subject, game.player) == ("enter", name, player)
    assert hexes(game) == where and verbs(game) == {"skip"}


@pytest.mark.parametrize("name, player, turn, where", ARRIVALS)
def test_not_before_their_turn(name: str, player: str, turn: int, where: set[str]) -> None:
    """B-5"""
    assert "enter" not in verbs(position({name: "to come"}, player=player, turn=turn - 1))


@pytest.mark.parametrize("name, player, turn, where", ARRIVALS)
def test_in_every_later_turn(name: str, player: str, turn: int, where: set[str]) -> None:
    """B-5, R38: what does not enter is never lost"""
    for later in (turn + 1, 12):
        assert "enter" in verbs(position({name: "to come"}, player=player, turn=later))


def test_only_in_the_owners_move_phases() -> None:
    """B-4, B-5"""
    pieces = {"Gurash": "to come", "eagles talon 1": "to come"}
    for phase in ("COMBAT", "FIRE"):
        assert "enter" not in verbs(position(pieces, turn=8, phase=phase))
    game = position(pieces, turn=8, player=FREE)
    game.play("enter")
    assert game.subject == "eagles talon 1"


def test_both_tribes_may_use_both_edges() -> None:
    """B-5: basic: no roll; along the north-west and the north-east edge, the corner included"""
    game = position({"gurash sword 1": "to come"}, turn=4)
    game.play("enter")
    assert set(BOARD["entry_north_west"]) <= hexes(game) and set(BOARD["entry_north_east"]) <= hexes(game)


# --- placing


def test_placed_within_the_stacking_limits() -> None:
    """R38, B-5, B-9: not onto a friend at full strength; a leader may join him"""
    game = position({"azug sword 1": "1500", "gurash sword 1": "to come", "Gurash": "to come"}, turn=4)
    game.play("enter")
    assert game.subject == "Gurash" and "1500" in hexes(game)
    game.play("skip")
    game.play("enter")
    assert game.subject == "gurash sword 1" and "1500" not in hexes(game)


def test_a_leader_placed_on_a_unit_is_put_on_top_or_beneath() -> None:
    """R17, R38: entry is the owner's doing"""
    game = position({"azug sword 1": "1500", "Gurash": "to come"}, turn=4)
    enter(game, "Gurash", "1500")
    assert (game.decision, game.subject) == ("stack_order", "Gurash")
    game.play("leader beneath")
    assert game.stack("1500", DARK) == ["azug sword 1", "Gurash"]


def test_a_triangle_serves_several_pieces_one_after_another() -> None:
    """R38: the first moves on, then the next may be placed there"""
    game = position({"gurash sword 1": "to come", "gurash sword 2": "to come"}, turn=4)
    enter(game, "gurash sword 1", "1500")
    game.play("enter")
    assert game.subject == "gurash sword 2" and "1500" not in hexes(game)
    game.play("hex 1600")
    assert game.piece("gurash sword 2").hex == "1600"
    game = position({"gurash sword 1": "to come", "gurash sword 2": "to come"}, turn=4)
    enter(game, "gurash sword 1", "1500")
    move(game, "1500", "1501")
    game.play("enter")
    assert "1500" in hexes(game)


# --- moving on in the same phase


def test_they_move_on_at_once_with_their_full_allowance() -> None:
    """R38, B-5: "placed on any of the triangles and then moved into play": 5 points are two mountain hexes"""
    game = position({"gurash sword 1": "to come"}, turn=4)
    enter(game, "gurash sword 1", "1500")
    assert game.piece("gurash sword 1").hex == "1500"
    assert dests(game, "1500") == within("1500", 2) - {"1500"}


def test_but_not_into_a_melee() -> None:
    """R11, R38: they did not begin the phase adjacent to anybody"""
    game = position({"gurash sword 1": "to come", "elves spear 1": "1501"}, turn=4)
    enter(game, "gurash sword 1", "1500")
    assert "1501" in neighbours("1500") and "1501" not in dests(game, "1500")


def test_a_leader_who_came_keeps_a_unit_out_of_melee() -> None:
    """R11, R38: a unit that was there may enter alone, but not together with one who has just come"""
    game = position({"azug sword 1": "1500", "Gurash": "to come", "elves spear 1": "1501"}, turn=4)
    enter(game, "Gurash", "1500")
    game.play("leader on top")
    assert "1501" in dests(game, "1500", "2")
    assert "1501" not in dests(game, "1500", "1")
    assert "1501" not in dests(game, "1500", "1+2")


def test_they_may_stop_on_a_lone_leader() -> None:
    """R38, B-10.3: that is a normal move"""
    game = position({"gurash sword 1": "to come", "Gandalf": "1501"}, turn=4)
    enter(game, "gurash sword 1", "1500")
    assert "1501" in dests(game, "1500")


def test_an_eagle_may_come_and_strike_at_once() -> None:
    """R38, B-10.6: placed, then it moves normally: onto an enemy anywhere in reach"""
    game = position({"eagles talon 1": "to come", "azug sword 1": "1507"}, turn=7, player=FREE)
    enter(game, "eagles talon 1", "1500")
    assert "1507" in dests(game, "1500")


# --- onto enemies


@pytest.mark.parametrize(
    "name, enemy, player, turn",
    [
        ("gurash sword 1", "elves spear 1", DARK, 4),
        ("Osag", "elves spear 1", DARK, 4),
        ("gurash sword 1", "Gandalf", DARK, 4),  # a lone leader
        ("gurash sword 1", "Thorin", DARK, 4),
        ("eagles talon 1", "azug sword 1", FREE, 7),
        ("Gwaihir", "azug sword 1", FREE, 7),
    ],
)
def test_onto_an_enemy_held_triangle(name: str, enemy: str, player: str, turn: int) -> None:
    """R38, B-5: that makes a melee, and is their whole move"""
    game = position({name: "to come", enemy: "1500"}, player=player, turn=turn)
    enter(game, name, "1500")
    assert game.piece(name).hex == game.piece(enemy).hex == "1500"
    assert "1500" not in hexes(game)


def test_bolg_may_come_onto_enemies_too() -> None:
    """R38: Dark pieces on any triangle"""
    game = position({"bolg axe 1": "to come", "lake_men sword 1": "1019"}, turn=5)
    enter(game, "bolg axe 1", "1019")
    assert game.piece("bolg axe 1").hex == "1019"


def test_a_dark_piece_may_come_onto_an_eagle_in_the_basic_game() -> None:
    """R38, B-5: a basic eagle is a unit like others; only the standard game spares eagles"""
    game = position({"gurash sword 1": "to come", "eagles talon 1": "1500"}, turn=8)
    game.play("enter")
    assert "1500" in hexes(game)


def test_the_limits_hold_in_a_melee_on_a_triangle() -> None:
    """R38, B-9"""
    pieces = {"gurash sword 1": "to come", "azug sword 1": "1500", "elves spear 1": "1500"}
    game = position(pieces, turn=4)
    game.play("enter")
    assert "1500" not in hexes(game)


# --- optional, never lost


def test_skip_passes_over_one_piece_for_this_phase() -> None:
    """R38: entry is optional: `skip` is for this piece and this phase; the next one is asked for"""
    game = position({"gurash sword 1": "to come", "gurash sword 2": "to come"}, turn=4)
    game.play("enter")
    assert game.subject == "gurash sword 1"
    game.play("skip")
    assert game.decision == "select" and "enter" in verbs(game)
    game.play("enter")
    assert game.subject == "gurash sword 2"
    game.play("skip")
    assert "enter" not in verbs(game) and game.piece("gurash sword 1").to_come


def test_it_is_offered_again_in_later_phases() -> None:
    """R38: what does not enter stays available for later MOVE phases"""
    game = position({"gurash sword 1": "to come"}, turn=4)
    game.play("enter")
    game.play("skip")
    later_move(game)
    assert "enter" in verbs(game)
    game.play("enter")
    assert game.subject == "gurash sword 1" and hexes(game) == NORTH


def test_nobody_has_to_enter() -> None:
    """R38: `done` is always there"""
    game = position({"gurash sword 1": "to come"}, turn=4)
    assert "done" in verbs(game)
    later_move(game)
    assert game.piece("gurash sword 1").to_come and "enter" in verbs(game)


def test_without_a_free_triangle_nothing_is_offered() -> None:
    """R38, B-9: all triangles full of friends who cannot make room for one that is not yet on the map"""
    names = [f"{army} {weapon} {n}" for army in ("azug", "thuk") for weapon in ("sword", "spear", "bow") for n in range(1, 5)]
    names += [f"{army} sword {n}" for army in ("azug", "thuk") for n in range(5, 9)] + ["thrak sword 1"]
    friends = dict(zip(names, sorted(NORTH), strict=True))
    game = position({**friends, "gurash sword 1": "to come"}, turn=4)
    assert "enter" not in verbs(game)
    move(game, "1500", "1501")
    assert "enter" in verbs(game)


def test_the_dead_do_not_come() -> None:
    """B-5: a position's dead reinforcements stay away"""
    assert "enter" not in verbs(position({}, turn=12))


# --- Beorn (R9)


def beorn(pieces: dict[str, str]) -> Game:
    game = position({"Beorn": "to come", **pieces}, turn=8, player=FREE)
    game.play("enter")
    assert game.subject == "Beorn"
    return game


NEXT_TO_THE_CIRCLE = neighbours(CIRCLE)


def test_beorn_comes_by_the_circle() -> None:
    """R9, B-5"""
    assert hexes(beorn({})) == {CIRCLE}


@pytest.mark.parametrize("friend", ["elves spear 1", "Gandalf"])
def test_beorn_beside_a_friend(friend: str) -> None:
    """R9, B-9.5: a friend in the circle: the nearest hex free of pieces, any of those equally near"""
    assert hexes(beorn({friend: CIRCLE})) == NEXT_TO_THE_CIRCLE


@pytest.mark.parametrize("enemy", ["azug sword 1", "Azug"])
def test_beorn_onto_enemies_or_beside_them(enemy: str) -> None:
    """R9: enemies in the circle: onto them, or to the nearest free hex, as the owner likes"""
    assert hexes(beorn({enemy: CIRCLE})) == {CIRCLE} | NEXT_TO_THE_CIRCLE


def test_beorn_beside_a_melee() -> None:
    """R9, B-9.5: friend and enemy in the circle: he never stacks with friends"""
    assert hexes(beorn({"azug sword 1": CIRCLE, "elves spear 1": CIRCLE})) == NEXT_TO_THE_CIRCLE


def test_the_nearest_hex_is_free_of_pieces_of_both_sides() -> None:
    """R9: with the circle and its neighbours held, two hexes away"""
    around = sorted(NEXT_TO_THE_CIRCLE)
    held = {"elves spear 1": CIRCLE, "Gandalf": around[0]}
    held |= {f"azug sword {number}": hex for number, hex in enumerate(around[1:], 1)}
    free = {hex for hex in within(CIRCLE, 2) if distance(CIRCLE, hex) == 2}
    assert hexes(beorn(held)) == free
    del held["azug sword 1"]
    assert hexes(beorn(held)) == {around[1]}


def test_beorn_moves_on_and_into_melee_in_the_same_phase() -> None:
    """R38, B-10.5: he may enter a melee from anywhere in reach, so also when he has just come"""
    game = beorn({"azug sword 1": "0513"})
    game.play(f"hex {CIRCLE}")
    assert "0513" in dests(game, CIRCLE)


def test_beorn_placed_onto_enemies_has_moved() -> None:
    """R9, R38"""
    game = beorn({"azug sword 1": CIRCLE})
    game.play(f"hex {CIRCLE}")
    assert CIRCLE not in hexes(game)


def test_beorn_may_wait() -> None:
    """R38: he too is optional"""
    game = beorn({})
    game.play("skip")
    assert game.piece("Beorn").to_come
