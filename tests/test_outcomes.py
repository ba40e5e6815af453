"""Every die of every combat and shot, every chip of every draw, enumerated and compared with the oracle."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import combat
from oracle.legality import chips_in
from oracle.outcome import (
    COMBAT_TABLE,
    SHOT_TABLE,
    Result,
    combat_column,
    combat_modifier,
    combat_result,
    losses,
    melee_losses,
    shot_column,
    shot_result,
    steps_left,
)
from oracle.positions import dense_position
from oracle.rulesets import CASES, DEPLOYMENTS, Case
from oracle.view import View

from bofa_env import Game
from bofa_env.rules.record import DEAD

# --- losses


def _hits(game: Game) -> dict[str, int]:
    """The steps that every piece has lost; 2: dead."""
    record = game.record[0]
    pairs = zip(record["hex"].tolist(), record["hits"].tolist(), strict=True)
    return {name: 2 if hex == DEAD else hits for name, (hex, hits) in zip(game.data.pieces, pairs, strict=True)}


def _compare(before: dict[str, int], after: Game, taken: Counter[str]) -> None:
    expected = {name: hits + taken[name] for name, hits in before.items()}
    found = _hits(after)
    wrong = {name: (found[name], expected[name]) for name in found if found[name] != expected[name]}
    assert not wrong, f"hits (engine, oracle): {wrong}"


def _happened(game: Game, outcome: int | str) -> Game:
    after = game.clone()
    after.happen(outcome)
    return after


def _check_combat(game: Game) -> None:
    view, before = View(game), _hits(game)
    target = view.hex_field("target")
    assert target
    assert [chance.outcome for chance in game.chance_outcomes()] == list(range(1, 11))
    assert sum(Fraction(chance.probability).limit_denominator(10) for chance in game.chance_outcomes()) == 1
    for die in range(1, 11):
        after, result = _happened(game, die), combat_result(view, die)
        assert after.last_die == die
        if result.on_attacker and not view.record["melee"]:
            hexes = view.hexes_field("attackers", "attacker_count")
            _allot(view, before, after, hexes, Counter(), result.on_attacker)
            continue
        if result.on_attacker:
            _compare(before, after, melee_losses(view, result.on_attacker))
            continue
        _compare(before, after, losses(view, view.enemy, target, result.on_defender))
        _check_advance(view, after, target, result)


def _check_advance(view: View, after: Game, target: str, result: Result) -> None:
    """After an attack, not a melee (R46), and only if the hex is empty and somebody may go there."""
    emptied = result.on_defender >= steps_left(view.at(view.enemy, target)) and not view.record["melee"]
    asked = emptied and not after.over and combat.advance(view) != {"none"}
    assert (after.decision == "advance") == asked


def _allot(
    view: View, before: dict[str, int], after: Game, hexes: list[str], tally: Counter[str], left: int
) -> None:
    """Every way in which the attacker can allot his hits, one at a time; a single way is taken by itself."""
    open_hexes = [hex for hex in hexes if steps_left(view.at(view.side, hex)) > tally[hex]]
    if left == 0 or not open_hexes:
        taken: Counter[str] = Counter()
        for hex in hexes:
            taken += losses(view, view.side, hex, tally[hex])
        _compare(before, after, taken)
        assert after.decision not in ("take_hit", "advance")
    elif len(open_hexes) == 1:
        _allot(view, before, after, hexes, tally + Counter(open_hexes), left - 1)
    else:
        assert after.decision == "take_hit"
        assert set(after.legal_names()) == {f"hex {hex}" for hex in open_hexes}
        for hex in open_hexes:
            branch = after.clone()
            branch.play(f"hex {hex}")
            _allot(view, before, branch, hexes, tally + Counter([hex]), left - 1)


def _check_shot(game: Game) -> None:
    view, before = View(game), _hits(game)
    target = view.hex_field("target")
    assert target
    for die in range(1, 11):
        after = _happened(game, die)
        _compare(before, after, losses(view, view.enemy, target, shot_result(view, die).on_defender))


def _check_chance(game: Game, seen: Counter[str]) -> None:
    if game.chance_event == "combat":
        _check_combat(game)
        view = View(game)
        kind = "melee" if view.record["melee"] else "attack"
        seen[kind] += 1
        seen[f"combat column {combat_column(view)}"] += 1
        seen[f"modifier {combat_modifier(view)}"] += 1
    elif game.chance_event == "shot":
        _check_shot(game)
        seen[f"shot column {shot_column(View(game))}"] += 1


def _fight(game: Game, seed: int, decisions: int) -> Counter[str]:
    """A random walk that enumerates every combat and shot on its way."""
    choose, seen = random.Random(seed), Counter[str]()
    game.explicit_chance = True
    for _ in range(decisions):
        while game.at_chance:
            _check_chance(game, seen)
            outcomes = game.chance_outcomes()
            game.happen(choose.choices([o.outcome for o in outcomes], [o.probability for o in outcomes])[0])
        if game.over:
            break
        names = game.legal_names()
        if "commit" in names and choose.random() < 0.7:  # many together, for the columns to the right
            names.remove("commit")
        game.play(choose.choice(names))
    return seen


@pytest.mark.parametrize("phase", ["COMBAT", "FIRE"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_dice_in_crowds(case: Case, phase: str) -> None:
    _explore(case, phase, examples=40)


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["COMBAT", "FIRE"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_dice_in_many_crowds(case: Case, phase: str) -> None:
    _explore(case, phase, examples=1500)


def _explore(case: Case, phase: str, examples: int) -> None:
    @st.composite
    def crowds(draw: st.DrawFn) -> dict[str, object]:
        return dense_position(lambda bound: draw(st.integers(0, bound - 1)), case, phase)

    @settings(max_examples=examples)
    @given(position=crowds(), seed=st.integers(0, 2**16))
    def explore(position: dict[str, object], seed: int) -> None:
        _fight(Game.from_position(position), seed, decisions=25)

    explore()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_column_is_rolled_on(case: Case) -> None:
    """A comparison is worth as much as what it has seen."""
    seen: Counter[str] = Counter()
    for seed in range(100):
        choose = random.Random(seed)
        place = ("gate", "dale", "hill", "river", "north-west guard room")[seed % 5]
        position = dense_position(choose.randrange, case, "COMBAT", place=place, apart=seed % 4 != 0)
        seen += _fight(Game.from_position(position), seed, decisions=25)
    for seed in range(60):
        choose = random.Random(seed)
        position = dense_position(choose.randrange, case, "FIRE", only="bow", apart=True)
        seen += _fight(Game.from_position(position), seed, decisions=25)
    for column in range(len(COMBAT_TABLE.columns)):
        assert seen[f"combat column {column}"] >= 5
    for column in range(len(SHOT_TABLE.columns)):
        assert seen[f"shot column {column}"] >= 5
    for modifier in range(3):  # basic knows no more: Dale across the river, a guard room from below, the gate
        assert seen[f"modifier {modifier}"] >= 5
    assert seen["melee"] >= 50
    assert seen["attack"] >= 50


@pytest.mark.slow
@pytest.mark.parametrize("deployment", DEPLOYMENTS)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_dice_in_whole_games(case: Case, deployment: str) -> None:
    for seed in range(20):
        _fight(Game(case.ruleset, case.options, deployment, seed), seed, decisions=10_000)


# --- chips


def _mix(turn: int) -> Counter[str]:
    """The cup at the start of a turn (chapter 5)."""
    chips = Counter({"MOVE": 3, "COMBAT": 1, "FIRE": 1, "FC": 1})
    if turn >= 4:
        chips += Counter({"COMBAT": 1, "FIRE": 1})
    assert chips.total() == chips_in(turn)
    return chips


def _enumerate_draws(case: Case, seed: int, turns: int) -> int:
    """Play on, keep one's own account of the chips, and look at every way in which every draw can come out."""
    game = Game(case.ruleset, case.options, seed=seed, explicit_chance=True)
    choose, turn, cup, draws = random.Random(seed), 0, Counter[str](), 0
    while not game.over and game.turn <= turns:
        if game.turn != turn:
            turn, cup = game.turn, _mix(game.turn)
        assert Counter(game.cup) == cup
        if game.chance_event == "chip":
            assert {o.outcome: Fraction(o.probability).limit_denominator(8) for o in game.chance_outcomes()} == {
                chip: Fraction(count, cup.total()) for chip, count in cup.items() if count
            }
            for chip in +cup:
                _check_draw(game, chip, cup)
            chip = choose.choice(list(cup.elements()))
            game.happen(chip)
            cup[chip] -= 1
            draws += 1
        elif game.at_chance:
            game.happen(choose.randint(1, 10))
        else:
            action = choose.choice(game.legal_names())
            game.play(action)
            if action.startswith("chip "):
                cup[action[5:]] -= 1
    return draws


def _check_draw(game: Game, chip: str, cup: Counter[str]) -> None:
    """The chip is out of the cup, and its phase begins; one with nothing to do may be over already."""
    after = _happened(game, chip)
    if after.turn == game.turn:
        assert Counter(after.cup) == cup - Counter([chip])
        if chip == "MOVE":
            assert (after.phase, after.phasing_player) == ("MOVE", game.phasing_player)
        elif chip == "FC":
            assert (after.decision, after.player) == ("fire_or_combat", game.phasing_player)
        elif after.phasing_player == game.phasing_player and after.phase:
            assert after.phase == chip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_draws(case: Case) -> None:
    assert sum(_enumerate_draws(case, seed, turns=12) for seed in range(3)) > 100
