"""O-5, R54: goblin chieftains who were killed return."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import DARK, FREE, attack, hexes, move, verbs
from tests.options.board import BASIC, RULESETS, STANDARD, alive, battle, begin, end_phase, eve

HERE, THERE, EAST = "1717", "1417", "1817"
LONE = {"wolves beast 1": "2520"}  # keeps the Dark Army busy; a wolf has no chieftain


def dark_move(pieces: dict[str, str], *options: str, ruleset: str = STANDARD, turn: int = 3) -> Game:
    """A Dark MOVE phase begins; chieftains who are not named are dead. The only spare piece is a wolf."""
    spare = {"lake_men bow 3": "2620", **LONE}
    return battle({**spare, **pieces}, "chieftains", *options, phase="MOVE", ruleset=ruleset, turn=turn, spare=False)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("name", "strength"), [("Azug", 2), ("Thuk", 1), ("Thrak", 2), ("Osag", 2), ("Gurash", 2)])
def test_he_returns_at_half_strength_rounded_up(name: str, strength: int, ruleset: str) -> None:
    """O-5.1, O-5.2: Thuk with 1; basic: on his reduced side"""
    game = dark_move({f"{name.lower()} bow 1": HERE}, ruleset=ruleset)
    chieftain = game.piece(name)
    assert (chieftain.hex, chieftain.strength, chieftain.steps) == (HERE, strength, 1)


def test_in_basic_one_more_hit_kills_him() -> None:
    """O-5.1: on his reduced side"""
    assert dark_move({"azug sword 1": HERE}, ruleset=BASIC).piece("Azug").hits == 1


def test_he_lies_on_top() -> None:
    """R17"""
    assert dark_move({"azug sword 1": HERE}).stack(HERE, DARK) == ["Azug", "azug sword 1"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_owner_chooses_among_the_units_of_his_tribe_that_have_no_leader(ruleset: str) -> None:
    """O-5.1, R54: not with other tribes, not where a leader is already"""
    pieces = {
        "azug sword 1": HERE,
        "azug bow 1": f"{THERE} reduced",
        "thuk sword 1": f"{THERE} reduced",
        "azug rider 1": "1010",
        "Bolg": "1010",
        "thuk sword 2": "1011",
        "Thuk": "1011",
    }
    game = dark_move(pieces, ruleset=ruleset)
    assert (game.decision, game.subject, game.player) == ("chieftain", "Azug", DARK)
    assert hexes(game) == {HERE, THERE} and verbs(game) == set()
    game.play(f"hex {THERE}")
    assert game.stack(THERE, DARK)[0] == "Azug"
    assert game.decision == "select"


def test_a_unit_in_melee_will_do() -> None:
    """O-5.1: any hex with a unit of his tribe"""
    assert dark_move({"azug sword 1": HERE, "lake_men sword 1": HERE}).piece("Azug").hex == HERE


def test_several_return_one_after_another() -> None:
    """R54: each with his own tribe"""
    game = dark_move({"azug sword 1": HERE, "thuk sword 1": THERE, "osag spear 1": "1010"})
    assert [game.piece(name).hex for name in ("Azug", "Thuk", "Osag")] == [HERE, THERE, "1010"]
    assert not alive(game, "Thrak") and not alive(game, "Gurash")


def test_bolg_does_not_return() -> None:
    """O-5.3"""
    assert not alive(dark_move({"bolg axe 1": HERE}), "Bolg")


def test_when_his_tribe_is_dead_he_is_gone() -> None:
    """R54: other tribes are no home for him"""
    game = dark_move({"thuk sword 1": HERE, "Thuk": HERE})
    assert not alive(game, "Azug") and game.decision == "select"


def test_while_every_unit_has_a_leader_he_waits() -> None:
    """R54: Bolg leads the only unit of the tribe; when he has left it, Azug returns in the next Dark MOVE phase"""
    game = dark_move({"azug sword 1": HERE, "Bolg": HERE})
    assert not alive(game, "Azug")
    move(game, HERE, "1917", "1")
    assert game.piece("Bolg").hex == "1917" and not alive(game, "Azug")
    game.draws(["MOVE", "MOVE"])
    end_phase(game)
    assert not alive(game, "Azug")  # the Free Peoples' MOVE phase
    end_phase(game)
    assert game.piece("Azug").hex == HERE


def test_he_waits_for_a_tribe_that_is_still_to_come() -> None:
    """R54: not dead, but no hex yet"""
    game = dark_move({"osag spear 1": "to come"}, turn=5)
    assert not alive(game, "Osag") and "enter" in verbs(game)


def test_he_may_move_at_once() -> None:
    """R54, as R38: placed, and then moves normally in the same phase"""
    game = dark_move({"azug sword 1": HERE})
    move(game, HERE, EAST, "1")
    assert game.piece("Azug").hex == EAST


@pytest.mark.parametrize("ruleset", RULESETS)
def test_only_dark_move_phases_bring_him_back(ruleset: str) -> None:
    """O-5.1"""
    pieces = {"azug sword 1": HERE}
    for phase in ("COMBAT", "FIRE"):
        assert not alive(battle(pieces, "chieftains", phase=phase, ruleset=ruleset), "Azug")
    assert not alive(battle(pieces, "chieftains", player=FREE, phase="MOVE", turn=2, ruleset=ruleset), "Azug")


def test_without_the_option_the_dead_stay_dead() -> None:
    """O-5 is an option"""
    assert not alive(battle({"azug sword 1": HERE}, phase="MOVE"), "Azug")


def test_killed_and_killed_again() -> None:
    """R54: from full strength, and once more from half: he returns again the same way"""
    pieces = {"dwarves axe 1": EAST, "Azug": f"{HERE} hits=3", "azug sword 1": THERE}
    game = battle(pieces, "chieftains", player=FREE, turn=5)
    _kill_azug(game, HERE, EAST)
    game.draws(["MOVE", "COMBAT", "MOVE"])
    end_phase(game)
    assert (game.piece("Azug").hex, game.piece("Azug").strength) == (THERE, 2)
    move(game, THERE, HERE, "1")
    end_phase(game)
    _kill_azug(game, HERE, EAST)
    end_phase(game)
    assert (game.piece("Azug").hex, game.piece("Azug").strength) == (THERE, 2)


def _kill_azug(game: Game, target: str, start: str) -> None:
    attack(game, target, start, die=1)
    if game.decision == "advance":
        game.play("none")
    assert not alive(game, "Azug")


def test_he_counts_among_the_living_again() -> None:
    """R7, R54: the side's pieces are counted right after his return"""
    game = dark_move({"azug sword 1": HERE})
    living = [piece for piece in game.pieces(DARK) if piece.hex or piece.to_come]
    assert game.record[0].alive[1] == len(living) == 3


def test_a_chieftain_who_could_return_does_not_save_a_side_without_pieces() -> None:
    """R7: no piece on the map and none to come"""
    game = battle(
        {"lake_men sword 1": HERE, "lake_men sword 2": "1617", "azug bow 1": f"{EAST} reduced"},
        "chieftains",
        player=FREE,
        spare=False,
    )
    attack(game, EAST, HERE, die=1)
    assert game.outcome is not None and game.outcome.winner == FREE


def test_he_can_heal() -> None:
    """S-10, R54: half strength is hits like any others: Azug returns with 2 of 4 and rolls for both hits"""
    game = begin(eve({"azug sword 1": HERE, "Gurash": "2520"}, DARK, "chieftains"), "MOVE")
    assert game.piece("Azug").hits == 2
    game.draws(["COMBAT", "FIRE"])
    end_phase(game)
    end_phase(game)
    game.dice([4, 5])
    end_phase(game)
    assert game.turn == 3 and game.piece("Azug").hits == 1
