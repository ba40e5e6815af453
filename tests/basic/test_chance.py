"""Chance: scripts, explicit chance, and copies that cannot read the real dice."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import pytest

from bofa_env import Game
from bofa_env.errors import ChanceError, IllegalAction
from tests.helpers import DARK, FREE, attack, lost, position, shoot, snapshot

PIECES = {"azug sword 1": "1617", "azug sword 2": "1817", "lake_men sword 1": "1717"}


def combat(**more: Any) -> Game:
    return position(PIECES, phase="COMBAT", **more)


def waiting() -> Game:
    """A game that waits for the die of an attack."""
    game = combat()
    game.explicit_chance = True
    game.play("hex 1717")
    game.play("hex 1617")
    game.play("commit")
    return game


def drawing(turn: int = 3) -> Game:
    """A game that waits for a blind draw of the Free Peoples."""
    game = position({}, turn=turn, player=DARK if turn % 2 else FREE)
    game.explicit_chance = True
    game.play("done")
    return game


# --- scripts


def test_scripted_dice_come_in_order() -> None:
    """B-7.4: each attack takes the next die"""
    game = combat()
    game.dice([4, 3])
    game.play("hex 1717")
    game.play("hex 1617")
    game.play("commit")
    assert game.last_die == 4 and lost(game, "lake_men sword 1") == 0
    game.play("hex 1717")
    assert game.last_die == 3 and lost(game, "lake_men sword 1") == 1


def test_more_dice_are_put_behind() -> None:
    game = combat()
    game.dice([4])
    game.dice([3])
    game.play("hex 1717")
    game.play("hex 1617")
    game.play("commit")
    game.play("hex 1717")
    assert lost(game, "lake_men sword 1") == 1


def test_after_the_script_the_generator_goes_on() -> None:
    """Its first number is the first after the script, and it is the same with and without one"""
    scripted, plain = combat(seed=9), combat(seed=9)
    attack(scripted, "1717", "1617", die=4)
    scripted.play("hex 1717")
    plain.play("hex 1717")
    plain.play("hex 1617")
    plain.play("commit")
    assert scripted.last_die == plain.last_die


def test_the_die_gives_1_to_10() -> None:
    """B-1: every face, none other"""
    faces: Counter[int] = Counter()
    for seed in range(300):
        game = position({"wolves beast 1": "1617", "elves spear 1": "1717"}, phase="COMBAT", seed=seed)
        game.play("hex 1717")
        assert game.last_die is not None
        faces[game.last_die] += 1
    assert set(faces) == set(range(1, 11))
    assert min(faces.values()) > 10


@pytest.mark.parametrize("dice", [[0], [11], [-1], [3, 11], ["3"], [3.0], [True], [None], 5, None, "35"])
def test_dice_that_cannot_be(dice: Any) -> None:
    """ChanceError about dice, and not one of them is taken"""
    game = combat()
    before = snapshot(game)
    with pytest.raises(ChanceError, match=r"di(e|ce)"):
        game.dice(dice)
    assert snapshot(game) == before


def test_scripted_draws() -> None:
    """B-3"""
    game = position({}, turn=3)
    game.draws(["COMBAT"])
    game.play("done")
    assert (game.phase, game.phasing_player) == ("COMBAT", FREE)


def test_a_scripted_draw_must_be_in_the_cup() -> None:
    """B-3: the one COMBAT chip of turn 3 has been played; the error says so, and the game is as before"""
    game = combat(turn=3)
    game.draws(["COMBAT"])
    before = snapshot(game)
    with pytest.raises(ChanceError, match="COMBAT"):
        game.play("done")
    assert snapshot(game) == before


@pytest.mark.parametrize("draws", [["REST"], ["FIRE", "REST"], ["fire"], "FIRE", [3], [None], 3, None])
def test_draws_that_cannot_be(draws: Any) -> None:
    """Refused as a whole: not one of them is taken"""
    game = combat()
    before = snapshot(game)
    with pytest.raises(ValueError):
        game.draws(draws)
    assert snapshot(game) == before


def test_scripts_do_not_mix() -> None:
    """A die is not used for a draw, nor a draw for a die"""
    game = combat(turn=3)
    game.dice([4])
    game.draws(["FIRE"])
    game.play("hex 1717")
    game.play("hex 1617")
    game.play("commit")
    game.play("done")
    assert (game.last_die, game.phase, game.phasing_player) == (4, "FIRE", FREE)


# --- separate streams


def test_dice_do_not_change_the_draws() -> None:
    """Chips and dice come from separate streams: one shot more or less, the same chip is drawn"""
    archers = {"elves bow 1": "1617", "elves bow 2": "1817", "dwarves axe 1": "1415", "azug sword 1": "1717"}
    drawn = set()
    for shots in range(3):
        game = position(archers, player=FREE, phase="FIRE", turn=4, seed=21)
        for hex in ("1617", "1817")[:shots]:
            game.play("hex 1717")
            if game.decision == "shooters":
                game.play(f"hex {hex}")
            if game.decision == "shooters":
                game.play("commit")
        game.explicit_chance = True
        if game.phasing_player == FREE:
            game.play("done")
        assert game.chance_event == "chip"
        before = game.cup
        game.explicit_chance = False
        drawn.add(tuple(before[chip] - game.cup[chip] for chip in before))
    assert len(drawn) == 1


# --- explicit chance


def test_the_game_stops_at_a_die() -> None:
    """B-1: nobody has to decide; ten outcomes of a tenth each"""
    game = waiting()
    assert game.at_chance and game.chance_event == "combat"
    assert (game.player, game.decision, game.legal_actions(), game.outcome) == (None, None, [], None)
    outcomes = game.chance_outcomes()
    assert [chance.outcome for chance in outcomes] == list(range(1, 11))
    assert all(chance.probability == 0.1 for chance in outcomes)
    assert math.isclose(math.fsum(chance.probability for chance in outcomes), 1)


def test_at_a_shot() -> None:
    game = position({"elves bow 1": "1617", "azug sword 1": "1717"}, player=FREE, phase="FIRE")
    game.explicit_chance = True
    game.play("hex 1717")
    assert game.chance_event == "shot" and len(game.chance_outcomes()) == 10
    game.happen(5)
    assert lost(game, "azug sword 1") == 1


@pytest.mark.parametrize(
    "turn, cup", [(3, {"MOVE": 2, "COMBAT": 1, "FIRE": 1, "FC": 1}), (4, {"MOVE": 2, "COMBAT": 2, "FIRE": 2, "FC": 1})]
)
def test_at_a_blind_draw(turn: int, cup: dict[str, int]) -> None:
    """B-3: each chip as likely as there are such chips in the cup"""
    game = drawing(turn)
    assert game.chance_event == "chip" and game.cup == cup
    chances = {chance.outcome: chance.probability for chance in game.chance_outcomes()}
    assert chances == {chip: pytest.approx(count / sum(cup.values())) for chip, count in cup.items()}
    assert math.isclose(math.fsum(chances.values()), 1)


def test_chips_that_are_gone_cannot_be_drawn() -> None:
    """B-3: only what is in the cup is an outcome"""
    game = position({}, turn=3, cup={"MOVE": 2, "FIRE": 1})
    game.explicit_chance = True
    game.play("done")
    assert {chance.outcome for chance in game.chance_outcomes()} == {"MOVE", "FIRE"}


def test_what_happens_is_what_was_said() -> None:
    """B-7.4: each die gives what the same scripted die gives"""
    for die in range(1, 11):
        game, scripted = waiting(), combat()
        game.happen(die)
        attack(scripted, "1717", "1617", die=die)
        assert [game.piece(name) for name in PIECES] == [scripted.piece(name) for name in PIECES]
        assert game.last_die == die


def test_a_draw_happens() -> None:
    """B-3"""
    game = drawing()
    game.happen("FIRE")
    assert (game.phase, game.phasing_player) == ("FIRE", FREE)
    assert game.cup == {"MOVE": 2, "COMBAT": 1, "FIRE": 0, "FC": 1}


@pytest.mark.parametrize("outcome", [0, 11, -1, "3", "MOVE", None, True, 3.5])
def test_a_die_that_cannot_happen(outcome: Any) -> None:
    """ChanceError, and the game still waits"""
    game = waiting()
    before = snapshot(game)
    with pytest.raises(ChanceError, match="cannot happen"):
        game.happen(outcome)
    assert snapshot(game) == before


@pytest.mark.parametrize("outcome", ["REST", 3, None, "fire"])
def test_a_draw_that_cannot_happen(outcome: Any) -> None:
    game = drawing()
    before = snapshot(game)
    with pytest.raises(ChanceError, match="cannot happen"):
        game.happen(outcome)
    assert snapshot(game) == before


def test_nothing_happens_while_somebody_decides() -> None:
    game = combat()
    game.explicit_chance = True
    assert game.chance_outcomes() == [] and game.chance_event is None
    with pytest.raises(ChanceError):
        game.happen(3)


def test_nobody_decides_while_the_game_waits_for_chance() -> None:
    game = waiting()
    before = snapshot(game)
    for action in ("done", "hex 1717", 0):
        with pytest.raises(IllegalAction, match="chance"):
            game.play(action)
    assert snapshot(game) == before


def test_a_whole_game_with_explicit_chance() -> None:
    """Outcomes always add up to 1, and the game ends"""
    rng = random.Random(6)
    game = Game("basic", seed=6, explicit_chance=True)
    events: Counter[str] = Counter()
    while not game.over:
        if game.at_chance:
            outcomes = game.chance_outcomes()
            assert math.isclose(math.fsum(chance.probability for chance in outcomes), 1)
            assert game.chance_event is not None
            events[game.chance_event] += 1
            game.happen(rng.choices([c.outcome for c in outcomes], [c.probability for c in outcomes])[0])
        else:
            game.play(rng.choice(game.legal_actions()))
    assert set(events) == {"chip", "combat", "shot"}


def test_explicit_chance_can_be_ended() -> None:
    """The game's own luck takes over, also while it waits"""
    game = waiting()
    game.explicit_chance = False
    assert not game.at_chance and game.decision is not None and game.last_die is not None


# --- copies for planners


def future(game: Game, decisions: int = 400) -> list[tuple[int | None, dict[str, int]]]:
    """The dice and the cup as they will be, if every decision is taken in a fixed way; tried out on a copy."""
    copy = game.clone()
    seen = []
    for number in range(decisions):
        if not copy.over:
            copy.play(copy.legal_actions()[number % len(copy.legal_actions())])
            seen.append((copy.last_die, copy.cup))
    return seen


def test_a_clone_has_the_same_future() -> None:
    """Clone() is the game itself"""
    game = Game("basic", seed=8)
    assert future(game) == future(game.clone())


def test_a_redrawn_clone_has_another_future() -> None:
    """Clone(redraw=) throws other dice and draws other chips; the same redraw gives the same again"""
    game = Game("basic", seed=8)
    real = future(game)
    assert future(game.clone(redraw=1)) != real
    assert future(game.clone(redraw=1)) == future(game.clone(redraw=1))
    assert future(game.clone(redraw=1)) != future(game.clone(redraw=2))


def test_a_redrawn_clone_knows_nothing_of_the_script() -> None:
    """Scripted dice and draws are the real ones, so a planner's copy has none of them"""
    game = combat()
    game.dice([3, 3])
    game.draws(["FIRE"])
    assert game.clone(redraw=1).position()["script"] == {"dice": [], "draws": []}
    assert game.clone().position()["script"] == {"dice": [3, 3], "draws": ["FIRE"]}


def test_a_redrawn_clone_does_not_carry_the_real_luck() -> None:
    """Neither the keys of the streams nor the seed, from which the real game could be played again"""
    game = Game("basic", seed=8)
    copy = game.clone(redraw=1)
    assert copy.position()["engine"]["key"] != game.position()["engine"]["key"]
    keys = {key for stream in game.position()["engine"]["key"] for key in stream}
    assert not keys & {key for stream in copy.position()["engine"]["key"] for key in stream}
    assert copy.seed != game.seed
    assert copy.position()["seed"] != game.seed


def test_a_redrawn_clone_is_otherwise_the_same() -> None:
    """R37: pieces, chips, the decision: all that is public"""
    game = Game("basic", seed=8)
    game.play("chip MOVE")
    game.play("chip FIRE")
    copy = game.clone(redraw=1)
    assert copy.pieces() == game.pieces() and copy.cup == game.cup and copy.held_chip == game.held_chip
    assert (copy.decision, copy.player, copy.legal_actions()) == (game.decision, game.player, game.legal_actions())


def test_playing_on_a_clone_leaves_the_real_game_alone() -> None:
    game = combat(seed=4)
    before = snapshot(game)
    copy = game.clone(redraw=2)
    attack(copy, "1717", "1617", die=3)
    assert snapshot(game) == before


def test_the_copys_dice_do_not_depend_on_the_real_ones() -> None:
    """Games of different seeds, in the same position, redrawn alike, have the same future: nothing real is left in it"""
    one, other = combat(seed=1), combat(seed=2)
    rolls = []
    for game in (one.clone(redraw=5), other.clone(redraw=5)):
        game.play("hex 1717")
        game.play("hex 1617")
        game.play("commit")
        rolls.append(game.last_die)
    assert rolls[0] == rolls[1]


@pytest.mark.parametrize("redraw", [-1, 2**63, "1", 1.5])
def test_a_redraw_is_a_seed(redraw: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="seed"):
        Game("basic", seed=1).clone(redraw=redraw)


def test_the_shot_after_a_script() -> None:
    """A scripted die is used for a shot as for an attack"""
    game = position({"elves bow 1": "1617", "azug sword 1": "1717"}, player=FREE, phase="FIRE")
    shoot(game, "1717", "1617", die=1)
    assert game.piece("azug sword 1").steps == 0
