"""O-7: a full goblin unit on foot may lie on a full unit of wolf riders."""

from __future__ import annotations

import json

import pytest

from bofa_env import Game
from bofa_env.errors import PositionError
from tests.helpers import DARK, FREE, attack, dests, distance, enter, hexes, lost, maybe, melee, move, verbs
from tests.options.board import RULESETS, STANDARD, battle, begin, end_phase

OPTION = "extra_stacking"
HERE, WEST, EAST = "1717", "1617", "1817"
FOOT, RIDER = "azug sword 1", "thrak rider 1"  # 5-5 and 6-7


def stacked(**more: object) -> Game:
    """The two in one hex, in a Dark phase."""
    return battle({RIDER: HERE, FOOT: HERE}, OPTION, **{"phase": "MOVE", **more})  # type: ignore[arg-type]


# --- who, and in which order


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_goblin_on_foot_joins_a_rider_and_lies_on_him(ruleset: str) -> None:
    """O-7"""
    game = battle({RIDER: HERE, FOOT: WEST}, OPTION, phase="MOVE", ruleset=ruleset)
    move(game, WEST, HERE)
    assert game.stack(HERE, DARK) == [FOOT, RIDER]
    assert "done" in verbs(game)  # nobody has to make room


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_joins_a_goblin_on_foot_and_lies_under_him(ruleset: str) -> None:
    """O-7, against R17's newest on top"""
    game = battle({RIDER: WEST, FOOT: HERE}, OPTION, phase="MOVE", ruleset=ruleset)
    move(game, WEST, HERE)
    assert game.stack(HERE, DARK) == [FOOT, RIDER] and "done" in verbs(game)


@pytest.mark.parametrize("order", [(FOOT, RIDER), (RIDER, FOOT)])
def test_in_a_position_he_lies_on_top_too(order: tuple[str, str]) -> None:
    """O-7: whoever is named first"""
    assert battle(dict.fromkeys(order, HERE), OPTION).stack(HERE, DARK) == [FOOT, RIDER]


def test_without_the_option_one_of_them_must_leave() -> None:
    """B-9, R10"""
    game = battle({RIDER: HERE, FOOT: WEST}, phase="MOVE")
    move(game, WEST, HERE)
    assert game.decision == "destination" and HERE not in hexes(game)
    with pytest.raises(PositionError, match="B-9"):
        battle({RIDER: HERE, FOOT: HERE})


@pytest.mark.parametrize(
    "pair",
    [
        ("thrak rider 1", "thrak rider 2"),
        ("azug sword 1", "azug sword 2"),
        ("azug sword 1", "wolves beast 1"),
        ("thrak rider 1", "wolves beast 1"),
        ("azug sword 1", "wargs beast 1"),
        ("thrak rider 1", "wargs beast 1"),
    ],
)
def test_not_two_riders_not_two_on_foot_not_wolves(pair: tuple[str, str]) -> None:
    """O-7: a goblin that is no wolf rider, and a wolf rider"""
    with pytest.raises(PositionError, match="B-9"):
        battle(dict.fromkeys(pair, HERE), OPTION)


@pytest.mark.parametrize("foot", ["azug spear 1", "azug bow 1", "gurash sword 1", "bolg axe 1"])
def test_any_goblins_on_foot_and_any_riders(foot: str) -> None:
    """O-7: whatever the tribe; the bodyguard are goblins too"""
    for rider in ("azug rider 1", "thuk rider 1", "thrak rider 7"):
        assert battle({foot: HERE, rider: HERE}, OPTION).stack(HERE, DARK) == [foot, rider]


def test_never_a_third() -> None:
    """O-7, B-9"""
    for third, state in (("azug sword 2", ""), ("thrak rider 2", ""), ("azug sword 2", " reduced")):
        with pytest.raises(PositionError, match="B-9"):
            battle({FOOT: HERE, RIDER: HERE, third: f"{HERE}{state}"}, OPTION)


def test_one_leader_as_ever() -> None:
    """O-7, B-9.4"""
    game = battle({FOOT: HERE, RIDER: HERE, "Azug": HERE}, OPTION)
    assert game.stack(HERE, DARK) == ["Azug", FOOT, RIDER]
    game = battle({FOOT: HERE, RIDER: HERE, "Azug": f"{HERE} beneath"}, OPTION)
    assert game.stack(HERE, DARK) == [FOOT, RIDER, "Azug"]
    with pytest.raises(PositionError, match="B-9"):
        battle({FOOT: HERE, RIDER: HERE, "Azug": HERE, "Thrak": HERE}, OPTION)


def test_the_free_peoples_have_no_riders() -> None:
    """O-7: for goblins only"""
    with pytest.raises(PositionError, match="B-9"):
        battle({"lake_men sword 1": HERE, "dwarves axe 1": HERE}, OPTION)


def test_reduced_riders_lie_in_order_of_arrival() -> None:
    """R17: O-7 says nothing about two riders; newest on top as without it"""
    for options in ((), (OPTION,)):
        game = battle({"thrak rider 1": f"{HERE} reduced", "thrak rider 2": f"{WEST} reduced"}, *options, phase="MOVE")
        move(game, WEST, HERE)
        assert game.stack(HERE, DARK) == ["thrak rider 2", "thrak rider 1"], options


def test_a_rider_lies_in_order_of_arrival_with_wolves() -> None:
    """R17: O-7 says nothing about wolves either"""
    for options in ((), (OPTION,)):
        game = battle({"wolves beast 1": f"{HERE} reduced", RIDER: f"{WEST} reduced"}, *options, phase="MOVE")
        move(game, WEST, HERE)
        assert game.stack(HERE, DARK) == [RIDER, "wolves beast 1"], options


def test_reinforcements_may_be_placed_so() -> None:
    """O-7, R38: within the stacking limits"""
    game = battle({RIDER: "0017", "bolg axe 1": "to come"}, OPTION, phase="MOVE", turn=5)
    enter(game, "bolg axe 1", "0017")
    assert game.stack("0017", DARK) == ["bolg axe 1", RIDER]


def test_the_set_up_knows_it_too() -> None:
    """O-7, B-2: stacking limits hold at set-up, as widened"""
    for options, together in (((), False), ((OPTION,), True)):
        game = Game(STANDARD, options, "free", 1)
        while game.player == FREE or game.subject != "azug rider 1":
            game.play(game.legal_actions()[-1])
        assert game.decision == "deploy"
        assert (game.piece("azug sword 1").hex in hexes(game)) == together


# --- moving


def test_together_they_move_at_the_smaller_allowance() -> None:
    """O-7: 5 and 7"""
    game = stacked()
    together, rider = dests(game, HERE, "1+2"), dests(game, HERE, "2")
    assert max(distance(HERE, hex) for hex in together) == 5
    assert max(distance(HERE, hex) for hex in rider) == 7
    assert together <= rider


def test_together_they_stay_in_order() -> None:
    """O-7"""
    game = stacked()
    move(game, HERE, "1917", "1+2")
    assert game.stack("1917", DARK) == [FOOT, RIDER]


def test_each_may_go_his_own_way() -> None:
    """B-6: together or separately"""
    game = stacked()
    move(game, HERE, "1917", "2")
    assert (game.piece(RIDER).hex, game.piece(FOOT).hex) == ("1917", HERE)


# --- fighting


@pytest.mark.parametrize(("die", "foot", "rider"), [(6, 1, 0), (4, 2, 0), (1, 2, 1)], ids=["one hit", "two hits", "three hits"])
def test_hits_go_from_the_top_down(die: int, foot: int, rider: int) -> None:
    """O-7, B-9.2: dwarves and elves (7 + 7 + 7) against 11: +10"""
    attackers = {"dwarves axe 1": WEST, "dwarves axe 2": EAST, "elves bow 1": "1716"}
    game = battle({RIDER: HERE, FOOT: HERE, **attackers}, OPTION, player=FREE)
    attack(game, HERE, WEST, EAST, "1716", die=die)
    assert (lost(game, FOOT), lost(game, RIDER)) == (foot, rider)


def test_they_attack_with_the_strength_of_both() -> None:
    """O-7, B-9: 5 + 6 against 5 is +6, where a 6 hits"""
    game = stacked_before("lake_men sword 1")
    attack(game, WEST, HERE, die=6)
    assert lost(game, "lake_men sword 1") == 1


def stacked_before(enemy: str) -> Game:
    return battle({RIDER: HERE, FOOT: HERE, enemy: WEST}, OPTION)


def test_as_a_second_wave_they_are_two_units() -> None:
    """O-7, R22: 2 + 5 + 6 against 5 is +8; 7 - 1 + 1 hits, 8 - 1 + 1 does not"""
    for die, loss in ((7, 1), (8, 0)):
        game = battle({RIDER: HERE, FOOT: HERE, "wolves beast 1": WEST, "lake_men sword 1": WEST}, OPTION)
        melee(game, WEST, wave=HERE, die=die)
        assert lost(game, "lake_men sword 1") == loss


def test_they_advance_together() -> None:
    """O-7, R46"""
    game = stacked_before("lake_men bow 1")
    attack(game, WEST, HERE, die=1)
    assert game.decision == "advance"
    game.play(f"hex {HERE}")
    assert game.stack(WEST, DARK) == [FOOT, RIDER]


# --- after a hit


def thinned(ruleset: str = STANDARD) -> Game:
    """The goblins on top have lost a step, the riders under them not; it is still the Free Peoples' COMBAT phase."""
    attackers = {"dwarves axe 1": WEST, "dwarves axe 2": EAST}
    game = battle({RIDER: HERE, FOOT: HERE, **attackers}, OPTION, player=FREE, ruleset=ruleset)
    attack(game, HERE, WEST, EAST, die=5)  # 14 against 11
    assert (lost(game, FOOT), lost(game, RIDER)) == (1, 0)
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_stack_thinned_by_hits_is_a_position_like_any_other(ruleset: str) -> None:
    """O-7; DESIGN 5: `Game.from_position(g.position())` restores every game exactly"""
    game = thinned(ruleset)
    again = Game.from_position(json.loads(json.dumps(game.position())))
    assert again.position() == game.position()


def test_a_stack_thinned_by_hits_may_stay() -> None:
    """O-7: they stacked when it was allowed; the next MOVE phase does not part them"""
    game = begin(thinned(), "MOVE")
    assert "done" in verbs(game) and HERE in hexes(game)
    maybe(game, "select", "done")
    assert game.stack(HERE, DARK) == [FOOT, RIDER]


def test_a_stack_thinned_by_hits_may_move_on_together() -> None:
    """O-7: a goblin on foot on a rider, as the rulebook has it; a wound does not part them"""
    game = begin(thinned(), "MOVE")
    assert dests(game, HERE, "1+2")


@pytest.mark.parametrize("name", [FOOT, RIDER])
def test_one_of_two_reduced_units_that_is_restored_stays_in_the_stack(name: str) -> None:
    """O-7, chapter 11: a goblin on a rider is within the limit, so nobody steps aside; and the goblin lies on the rider"""
    game = battle({FOOT: f"{WEST} reduced", RIDER: f"{HERE} reduced"}, OPTION, phase="MOVE", turn=2, phase_number=4)
    move(game, HERE, WEST)
    first, second = (1, 10) if name == FOOT else (10, 1)
    game.dice([first, second])  # in the order of the counters: Azug's goblins, then Thrak's riders
    end_phase(game)
    assert game.turn == 3 and game.piece(name).steps == 2
    assert game.stack(WEST, DARK) == [FOOT, RIDER]
    again = Game.from_position(json.loads(json.dumps(game.position())))
    assert again.position() == game.position()
