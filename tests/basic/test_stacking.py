"""Stacking (B-9): the limits, making room (R10), and who lies on whom (R17)."""

from __future__ import annotations

import random

import pytest

from bofa_env import Game
from bofa_env.errors import PositionError
from tests.helpers import DARK, FREE, dests, hexes, maybe, move, neighbours, position, select, verbs, within

RING = ["1817", "1617", "1818", "1718", "1816", "1716"]  # around 1717

# Pieces that may end a phase in one hex, and such as may not
MAY = [
    ("azug sword 1 reduced", "azug sword 2 reduced"),  # B-9.1
    ("azug bow 1 reduced", "wolves beast 1 reduced"),  # B-9.1: of any kind
    ("elves spear 1 reduced", "lake_men sword 1 reduced"),
    ("dwarves axe 1 reduced", "lake_men sword 1 reduced"),
    ("elves spear 1 reduced", "elves bow 1 reduced"),
    ("azug sword 1", "Azug"),  # B-9.4
    ("azug sword 1", "Thuk"),  # B-9.4: of another tribe too
    ("elves spear 1", "Dain"),  # B-9.2 is about units
    ("azug sword 1 reduced", "azug sword 2 reduced", "Azug"),  # B-9.4
    ("dwarves axe 1", "Thorin"),  # B-10.4: he takes the leader's place
    ("elves spear 1", "Thorin"),
    ("eagles talon 1", "Gwaihir"),
    ("eagles talon 1 reduced", "eagles talon 2 reduced", "Gwaihir"),
]
MAY_NOT = [
    ("azug sword 1", "azug sword 2"),  # B-9: one full unit
    ("azug sword 1", "azug sword 2 reduced"),
    ("wolves beast 1", "thrak rider 1"),
    ("azug sword 1 reduced", "azug sword 2 reduced", "azug sword 3 reduced"),  # B-9.1
    ("elves spear 1 reduced", "dwarves axe 1 reduced"),  # B-9.2
    ("Azug", "Thuk"),  # B-9.4
    ("Bolg", "Azug"),
    ("azug sword 1", "Azug", "Thrak"),
    ("Thorin", "Dain"),  # B-10.4
    ("Thorin", "Gandalf"),
    ("Gandalf", "Bilbo"),
    ("Gwaihir", "Gandalf"),  # R35: a leader's place
    ("Beorn", "elves spear 1 reduced"),  # B-9.5
    ("Beorn", "Gandalf"),
]


def told(pieces: tuple[str, ...], hex: str) -> dict[str, str]:
    """The pieces of a stack, as `position` takes them."""
    return {name.removesuffix(" reduced"): hex + name[len(name.removesuffix(" reduced")) :] for name in pieces}


def side_of(pieces: tuple[str, ...]) -> str:
    return DARK if pieces[0].split()[0] in {"azug", "wolves", "Azug", "Bolg"} else FREE


# --- the limits


@pytest.mark.parametrize("pieces", MAY, ids=" + ".join)
def test_may_stack(pieces: tuple[str, ...]) -> None:
    """B-9, B-9.1, B-9.4, B-10.4: a position with this stack stands"""
    game = position(told(pieces, "1717"))
    assert len(game.stack("1717", side_of(pieces))) == len(pieces)


@pytest.mark.parametrize("pieces", MAY_NOT, ids=" + ".join)
def test_may_not_stack(pieces: tuple[str, ...]) -> None:
    """B-9, B-9.1, B-9.2, B-9.4, B-9.5, B-10.4, B-10.5, R35: a position with this stack is refused"""
    with pytest.raises(PositionError, match="B-9"):
        position(told(pieces, "1717"))


@pytest.mark.parametrize("pieces, may", [(p, True) for p in MAY] + [(p, False) for p in MAY_NOT], ids=str)
def test_the_limits_bind_at_the_end_of_a_move(pieces: tuple[str, ...], may: bool) -> None:
    """B-9, B-9.3: pieces walk into one hex one after another; who has moved cannot make room any more"""
    start = ["1617", "1818", "1716"]
    placed: dict[str, str] = {}
    for piece, hex in zip(pieces, start, strict=False):
        placed.update(told((piece,), hex))
    game = position(placed, player=side_of(pieces))
    for hex in start[: len(pieces) - 1]:
        move(game, hex, "1717")
        if game.decision == "stack_order":
            game.play("leader on top")
    assert ("1717" in dests(game, start[len(pieces) - 1])) == may


def test_the_limits_are_for_each_side() -> None:
    """B-9.5, B-9: enemies in the hex do not count; Beorn may be with them, in a melee"""
    game = position({"azug sword 1": "1717", "Azug": "1717", "Beorn": "1717"})
    assert game.stack("1717", DARK) == ["Azug", "azug sword 1"] and game.stack("1717", FREE) == ["Beorn"]


def test_friends_pass_over_full_hexes() -> None:
    """B-9, B-6.2 (moving): the limits bind at the end of the move only"""
    game = position({"azug sword 1": "1717", "azug sword 2": "1817", "Thuk": "1817", "azug sword 3": "1917"})
    assert "2017" in dests(game, "1717")


# --- making room (R10)


def test_a_friend_who_has_not_moved_makes_room() -> None:
    """R10: a full unit may end on another; that one must move next: no `done`, no staying, nobody else first"""
    game = position({"azug sword 1": "1716", "azug sword 2": "1717", "azug sword 3": "1720"})
    move(game, "1716", "1717")
    assert game.stack("1717", DARK) == ["azug sword 1", "azug sword 2"]
    assert game.decision == "destination"  # of sword 2: nothing else can be chosen
    assert verbs(game) == set()
    assert "1717" not in hexes(game)
    assert hexes(game) == within("1717", 5) - {"1717"}
    game.play("hex 1817")
    assert (game.piece("azug sword 1").hex, game.piece("azug sword 2").hex) == ("1717", "1817")
    assert game.decision == "select" and {"1720", "2520"} == hexes(game) and "done" in verbs(game)


def test_two_units_swap() -> None:
    """R10: the friend may go where the mover came from"""
    game = position({"azug sword 1": "1716", "azug sword 2": "1717"})
    move(game, "1716", "1717")
    game.play("hex 1716")
    assert (game.piece("azug sword 1").hex, game.piece("azug sword 2").hex) == ("1717", "1716")


def test_a_friend_who_has_moved_does_not() -> None:
    """R10"""
    game = position({"azug sword 1": "1716", "azug sword 2": "1717"})
    move(game, "1717", "1718")
    assert "1718" not in dests(game, "1716") and "1717" in dests(game, "1716")


def test_a_friend_who_stayed_has_moved() -> None:
    """R10, B-6: to stay is a move too"""
    game = position({"azug sword 1": "1716", "azug sword 2": "1717"})
    move(game, "1717", "1717")
    assert "1717" not in dests(game, "1716")


def test_a_chain_of_three() -> None:
    """R10: he may himself end over a limit on the same condition; the third then must move"""
    game = position({"azug sword 1": "1716", "azug sword 2": "1717", "azug sword 3": "1718"})
    move(game, "1716", "1717")
    assert "1718" in hexes(game)
    game.play("hex 1718")
    assert game.decision == "destination" and verbs(game) == set()
    assert "1718" not in hexes(game) and "1717" not in hexes(game)  # sword 1 has moved
    game.play("hex 1716")
    assert [game.piece(f"azug sword {n}").hex for n in (1, 2, 3)] == ["1717", "1718", "1716"]
    assert "done" in verbs(game)


def test_a_chain_ends_at_one_who_has_moved() -> None:
    """R10: the second in the chain cannot go onto a full hex whose unit has moved"""
    game = position({"azug sword 1": "1716", "azug sword 2": "1717", "azug sword 3": "1719"})
    move(game, "1719", "1718")
    move(game, "1716", "1717")
    assert game.decision == "destination" and "1718" not in hexes(game)


def test_the_friend_goes_to_a_hex_without_enemies() -> None:
    """R10: he may not enter a melee, though he began next to the enemy, nor stop on a lone leader"""
    game = position({"azug sword 1": "1716", "azug sword 2": "1717", "elves spear 1": "1718", "Gandalf": "1817"})
    assert {"1718", "1817"} <= dests(game, "1717")
    move(game, "1716", "1717")
    assert not {"1718", "1817"} & hexes(game)


def test_without_a_way_out_the_friend_makes_no_room() -> None:
    """R10: the elf is surrounded, so no eagle may land on him; a gap in the ring, and it may"""
    goblins = {f"azug sword {number}": hex for number, hex in enumerate(RING, 1)}
    pieces = {"elves spear 1": "1717", "eagles talon 1": "1712", **goblins}
    assert "1717" not in dests(position(pieces, player=FREE), "1712")
    del pieces["azug sword 6"]
    assert "1717" in dests(position(pieces, player=FREE), "1712")


def test_a_pinned_friend_makes_room_by_stepping_out() -> None:
    """R10, R11: out of a melee he has one step, to a hex without enemies"""
    pieces = {"azug sword 1": "1617", "azug sword 2": "1717", "elves spear 1": "1717"}
    game = position(pieces)
    move(game, "1617", "1717")
    assert game.decision == "destination"
    assert hexes(game) == neighbours("1717")
    game.play("hex 1617")  # they change places in the melee
    assert game.stack("1717", DARK) == ["azug sword 1"]


def test_a_pinned_friend_with_enemies_all_around_makes_no_room() -> None:
    """R10, R11: in the melee in 1717 a gap next door would do, one two hexes away would not"""
    goblins = {f"azug sword {number}": hex for number, hex in enumerate(RING, 1)}
    pieces = {"elves spear 1": "1717", "thuk sword 1": "1717", "eagles talon 1": "1712", **goblins}
    assert "1717" not in dests(position(pieces, player=FREE), "1712")


def test_room_two_hexes_away_is_no_use_to_a_pinned_friend() -> None:
    """R10, R11: friends who have moved all around him; he could pass them, but a pinned piece has only one step"""
    friends = {f"elves spear {number}": hex for number, hex in enumerate(RING, 1)}
    pieces = {"lake_men sword 1": "1717", **friends, "eagles talon 1": "1712"}
    for enemy, may in (({"azug sword 1": "1717"}, False), ({}, True)):
        game = position({**pieces, **enemy}, player=FREE)
        for hex in RING:
            move(game, hex, hex)  # they stay
        assert ("1717" in dests(game, "1712")) == may


def test_a_full_friend_next_door_is_no_room() -> None:
    """R10: pinned in 1717 with friends who have moved on every side but the mover's: he may only go where the mover was"""
    friends = {f"azug sword {number}": hex for number, hex in enumerate(RING[1:], 2)}
    game = position({"azug sword 1": "1817", **friends, "thuk sword 1": "1717", "elves spear 1": "1717"})
    for hex in RING[1:]:
        move(game, hex, hex)  # they stay, so they have moved
    assert "1717" in dests(game, "1817")
    move(game, "1817", "1717")
    # only 1817 was left: the engine takes the forced step
    assert (game.piece("thuk sword 1").hex, game.piece("azug sword 1").hex) == ("1817", "1717")


def test_leaders_make_room_for_leaders() -> None:
    """R10, B-9.4"""
    game = position({"azug sword 1": "1717", "Azug": "1717", "Thrak": "1716"})
    move(game, "1716", "1717", order="top")
    assert game.decision == "select_pieces"  # Azug alone, or with the unit
    assert verbs(game) == {"take 1", "take 1+2"} and hexes(game) == set()
    game.play("take 1")
    game.play("hex 1817")
    assert set(game.stack("1717", DARK)) == {"Thrak", "azug sword 1"}


def test_one_of_two_reduced_units_makes_room() -> None:
    """R10, B-9.1: a third reduced unit arrives; either of the two, or both, may leave"""
    game = position({"azug sword 1": "1717 reduced", "azug sword 2": "1717 reduced", "azug sword 3": "1716 reduced"})
    move(game, "1716", "1717")
    assert game.decision == "select_pieces" and verbs(game) == {"take 1", "take 2", "take 1+2"}
    game.play("take 2")
    game.play("hex 1817")
    assert game.stack("1717", DARK) == ["azug sword 3", "azug sword 2"]


def test_only_a_departure_that_makes_room_will_do() -> None:
    """R10: a full unit arrives at two reduced ones: both must go, and they go together"""
    game = position({"azug sword 1": "1717 reduced", "azug sword 2": "1717 reduced", "azug sword 3": "1716"})
    move(game, "1716", "1717")
    assert game.decision == "destination"  # take 1+2 was the only choice
    game.play("hex 1817")
    assert game.stack("1817", DARK) == ["azug sword 2", "azug sword 1"]


def test_whole_stacks_swap() -> None:
    """R10: a unit and its leader with another unit and its leader"""
    game = position({"azug sword 1": "1716", "Azug": "1716", "thuk sword 1": "1717", "Thuk": "1717"})
    move(game, "1716", "1717", "1+2", order="top")
    move(game, "1717", "1716", "1+2", order="beneath")
    assert game.stack("1717", DARK) == ["Azug", "azug sword 1"]
    assert game.stack("1716", DARK) == ["thuk sword 1", "Thuk"]


def test_elf_and_dwarf_change_places() -> None:
    """R10, B-9.2: a reduced elf moves onto a reduced dwarf, who must go"""
    game = position({"elves spear 1": "1716 reduced", "dwarves axe 1": "1717 reduced"}, player=FREE)
    move(game, "1716", "1717")
    assert game.decision == "destination"
    game.play("hex 1716")
    assert game.piece("dwarves axe 1").hex == "1716"


def test_beorn_drives_a_friend_out() -> None:
    """R10, B-9.5: Beorn may end on a friend only if the friend then leaves"""
    game = position({"Beorn": "1714", "elves spear 1": "1717"}, player=FREE)
    move(game, "1714", "1717")
    maybe(game, "stack_order", "leader on top")
    assert game.decision == "destination" and "1717" not in hexes(game)
    game.play("hex 1718")
    assert game.stack("1717", FREE) == ["Beorn"]
    moved = position({"Beorn": "1714", "elves spear 1": "1717"}, player=FREE)
    move(moved, "1717", "1718")
    assert "1718" not in dests(moved, "1714")


def test_beorn_takes_over_a_melee() -> None:
    """R10, R11, B-9.5: he comes from afar into a melee; the friend in it must step out, one hex"""
    game = position({"Beorn": "1714", "elves spear 1": "1717", "azug sword 1": "1717"}, player=FREE)
    move(game, "1714", "1717")
    maybe(game, "stack_order", "leader on top")
    assert game.decision == "destination" and hexes(game) == set(RING)


def test_reinforcements_wait_until_room_is_made() -> None:
    """R10: next means next: `enter` is not offered in between"""
    game = position({"azug sword 1": "1716", "azug sword 2": "1717", "Azug": "1717", "Bolg": "to come"}, turn=5)
    assert "enter" in verbs(game)
    move(game, "1716", "1717", order="top")
    assert game.decision == "select_pieces" and verbs(game) == {"take 2", "take 1+2"}
    game.play("take 2")
    game.play("hex 1716")
    assert "enter" in verbs(game)


def within_the_limits(game: Game) -> bool:
    """B-9, said once more."""
    for side in (FREE, DARK):
        for hex in {piece.hex for piece in game.pieces(side) if piece.hex}:
            stack = [game.piece(name) for name in game.stack(hex, side)]
            units = [piece for piece in stack if not piece.leader]
            full = sum(piece.steps == 2 for piece in units)
            kinds = {piece.army for piece in units}
            if len(stack) - len(units) > 1 or full > 1 or len(units) > 2 or (full and len(units) > 1):
                return False
            if {"elves", "dwarves"} <= kinds or ("Beorn" in game.stack(hex, side) and len(stack) > 1):
                return False
    return True


@pytest.mark.parametrize("seed", range(6))
def test_no_dead_ends(seed: int) -> None:
    """R10, B-9: in a crowd that moves at random everybody always finds a way, and the limits hold when the phase ends"""
    rng = random.Random(seed)
    crowd = [f"{c:02d}{r:02d}" for c in range(15, 19) for r in range(15, 19)]
    rng.shuffle(crowd)
    names = [f"{tribe} {weapon} {n}" for tribe in ("azug", "thuk") for weapon in ("sword", "spear") for n in (1, 2, 3, 4)]
    pieces = dict(zip(names, crowd, strict=True))
    pieces |= {"elves spear 1": "1414", "elves spear 2": "2018", "Azug": crowd[0], "Thuk": crowd[1], "Thrak": crowd[2]}
    game = position(pieces)
    start = game.record[0].phase_number
    for _ in range(400):
        if game.record[0].phase_number != start:
            break
        legal = game.legal_names()
        assert len(legal) > 1  # a forced decision is taken by the engine
        if "done" in legal:
            assert within_the_limits(game)
        close = [name for name in legal if name.removeprefix("hex ") in crowd] or legal
        game.play(rng.choice(close))
    assert within_the_limits(game)


# --- who lies on whom (R17)


def test_the_newest_unit_lies_on_top() -> None:
    """R17: units lie in order of arrival"""
    game = position({"azug sword 1": "1716 reduced", "azug sword 2": "1817 reduced"})
    move(game, "1716", "1717")
    move(game, "1817", "1717")
    assert game.stack("1717", DARK) == ["azug sword 2", "azug sword 1"]
    game = position({"azug sword 1": "1716 reduced", "azug sword 2": "1817 reduced"})
    move(game, "1817", "1717")
    move(game, "1716", "1717")
    assert game.stack("1717", DARK) == ["azug sword 1", "azug sword 2"]


def test_units_that_move_together_keep_their_order() -> None:
    """R17: they arrive as they lay"""
    game = position({"azug sword 1": "1716 reduced", "azug sword 2": "1716 reduced"})
    move(game, "1716", "1717", "1+2")
    assert game.stack("1717", DARK) == ["azug sword 2", "azug sword 1"]


@pytest.mark.parametrize(
    "order, stack", [("top", ["Azug", "azug sword 1"]), ("beneath", ["azug sword 1", "Azug"])]
)  # fmt: skip
@pytest.mark.parametrize("mover", ["Azug", "azug sword 1"])
def test_the_owner_chooses_when_leader_and_unit_meet(order: str, stack: list[str], mover: str) -> None:
    """R17: whoever of them moves"""
    waits = "Azug" if mover != "Azug" else "azug sword 1"
    game = position({mover: "1716", waits: "1717"})
    select(game, "1716")
    game.play("hex 1717")
    assert (game.decision, game.subject, game.player) == ("stack_order", "Azug", DARK)
    assert verbs(game) == {"leader on top", "leader beneath"} and hexes(game) == set()
    game.play("leader on top" if order == "top" else "leader beneath")
    assert game.stack("1717", DARK) == stack
    assert game.piece("Azug").on_top == (order == "top")


def test_a_lone_leader_is_not_asked() -> None:
    """R17"""
    game = position({"Azug": "1716"})
    move(game, "1716", "1717")
    assert game.decision == "select"


def test_the_order_may_be_changed_without_going_anywhere() -> None:
    """R17: also when the stack or the leader is selected to move: he stays, and lies differently"""
    game = position({"azug sword 1": "1717", "Azug": "1717"})
    move(game, "1717", "1717", "1", order="beneath")  # the leader alone
    assert game.stack("1717", DARK) == ["azug sword 1", "Azug"]
    game = position({"azug sword 1": "1717", "Azug": "1717 beneath"})
    move(game, "1717", "1717", "1+2", order="top")  # the stack
    assert game.stack("1717", DARK) == ["Azug", "azug sword 1"]


def test_a_stack_that_moves_on_is_asked_again() -> None:
    """R17"""
    game = position({"azug sword 1": "1716", "Azug": "1716 beneath"})
    move(game, "1716", "1717", "1+2", order="top")
    assert game.stack("1717", DARK) == ["Azug", "azug sword 1"]


def test_the_order_of_a_stack_nobody_touches_stays() -> None:
    """R17"""
    game = position({"azug sword 1": "1716", "Azug": "1716 beneath", "azug sword 2": "1720"})
    move(game, "1720", "1719")
    assert game.stack("1716", DARK) == ["azug sword 1", "Azug"]


def test_thorin_with_a_unit_is_asked_too() -> None:
    """R17, B-10.4: he has a leader's place in the stack"""
    game = position({"dwarves axe 1": "1716", "Thorin": "1717"}, player=FREE)
    move(game, "1716", "1717", order="beneath")
    assert game.stack("1717", FREE) == ["dwarves axe 1", "Thorin"]
