"""O-8: before set-up the Free Peoples roll for one, two or three of the extra elves, and pick them."""

from __future__ import annotations

from collections import Counter

import pytest

from bofa_env import Game
from tests.helpers import BOARD, FREE, hexes, verbs
from tests.options.board import RULESETS, STANDARD

EXTRA = ("elves spear 7", "elves spear 8", "elves bow 8")
COMING = {**dict.fromkeys((1, 2, 3), 1), **dict.fromkeys((4, 5, 6, 7), 2), **dict.fromkeys((8, 9, 10), 3)}


def muster(die: int, ruleset: str = STANDARD, deployment: str = "free") -> Game:
    """A game whose roll for the extra elves was this."""
    for seed in range(200):
        game = Game(ruleset, ("extra_elves",), deployment, seed)
        if game.last_die == die:
            return game
    raise AssertionError(f"no seed below 200 rolls a {die}")


def in_play(game: Game) -> Counter[str]:
    """The extra elves that are in the game, by weapon."""
    return Counter(name.split()[1] for name in EXTRA if game.piece(name).hex or game.piece(name).to_come)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("die", range(1, 11))
def test_the_roll_says_how_many(die: int, ruleset: str) -> None:
    """O-8: 1-3: one, 4-7: two, 8-10: three"""
    game = muster(die, ruleset)
    while game.decision == "extra_elf":
        assert game.player == FREE
        game.play(game.legal_actions()[0])
    assert in_play(game).total() == COMING[die]


def test_it_comes_before_set_up() -> None:
    """O-8"""
    game = muster(5)
    assert (game.turn, game.decision) == (0, "extra_elf")
    assert not any(piece.hex for piece in game.pieces())


def test_the_owner_picks() -> None:
    """O-8: two spears and a bow are there, so with two elves: two spears, or one of each"""
    both = muster(5)
    assert verbs(both) == {"elf spear", "elf bow"}
    both.play("elf spear")
    assert verbs(both) == {"elf spear", "elf bow"}
    spears = both.clone()
    spears.play("elf spear")
    both.play("elf bow")
    assert in_play(spears) == {"spear": 2} and in_play(both) == {"spear": 1, "bow": 1}
    one_bow = muster(5)
    one_bow.play("elf bow")  # there is only one: the other must be a spear
    assert one_bow.decision == "deploy" and in_play(one_bow) == {"spear": 1, "bow": 1}


def test_with_one_elf_he_may_take_either() -> None:
    """O-8"""
    for verb, weapon in (("elf spear", "spear"), ("elf bow", "bow")):
        game = muster(2)
        game.play(verb)
        assert in_play(game) == {weapon: 1}


def test_they_are_elves_of_7_who_set_up_with_the_others() -> None:
    """O-8, B-2: on the north-west spur"""
    game = muster(9, deployment="random")
    while game.decision == "extra_elf":
        game.play(game.legal_actions()[0])
    spur = set(BOARD["spur_north_west"])
    for name in EXTRA:
        piece = game.piece(name)
        assert (piece.strength, piece.move) == (7, 7) and piece.hex in spur


def test_free_deployment_asks_where_they_stand() -> None:
    """O-8, B-2"""
    game = muster(2)
    game.play("elf bow")
    asked = set()
    while game.decision in ("deploy", "stack_order") and game.player == FREE:
        asked.add(game.subject)
        assert hexes(game) or verbs(game)
        game.play(game.legal_actions()[0])
    assert "elves bow 8" in asked and not {"elves spear 7", "elves spear 8"} & asked


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_the_option_they_are_set_aside(ruleset: str) -> None:
    """O-8, B-2"""
    for deployment in ("historical", "random"):
        game = Game(ruleset, (), deployment, 3)
        assert in_play(game).total() == 0 and game.last_die is None


def test_the_others_stay_aside_to_the_end() -> None:
    """O-8: only those who were picked"""
    game = muster(2, deployment="historical")
    game.play("elf spear")
    assert in_play(game) == {"spear": 1} and game.decision == "choose_chip"


def test_the_roll_can_be_told_like_any_other() -> None:
    """O-8 with explicit chance: the game stops at every chance event, this one too"""
    game = Game(options=("extra_elves",), seed=1, explicit_chance=True)
    assert game.chance_event == "extra_elves"
    game.happen(10)
    assert game.decision == "extra_elf"
