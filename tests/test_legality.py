"""The mask of every decision against the plain-Python oracle (DESIGN.md, chapter 6.2)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle.compare import Walk
from oracle.counters import counters
from oracle.field import FREE, field
from oracle.legality import BASIC, STANDARD
from oracle.positions import PHASES, dense_position, gandalf_position, regrouping_position
from oracle.rulesets import DEPLOYMENTS, LEGALITY, Case
from oracle.stacking import may_stand, within_limits
from oracle.victory import areas, result
from oracle.view import Piece, View

from bofa_env import Game
from bofa_env.errors import PositionError

# --- the oracle reads what the public interface says


@pytest.mark.parametrize("case", LEGALITY, ids=str)
def test_the_oracle_sees_what_the_game_shows(case: Case) -> None:
    game = Game(case.ruleset, case.options, seed=11)
    choose = random.Random(11)
    for number in range(600):
        if number % 60 == 0:
            _compare_with_the_public_interface(game)
        game.play(choose.choice(game.legal_actions()))


def _compare_with_the_public_interface(game: Game) -> None:
    view = View(game)
    told = {piece["name"]: piece for piece in game.position()["piece"]}
    for name, piece in view.pieces.items():
        shown, words = game.piece(name), told[name]
        assert (shown.hex, shown.to_come, shown.side) == (piece.hex, piece.to_come, piece.side)
        assert (words["hits"], words["marks"]) == (piece.hits, piece.marks)
        if piece.hex or piece.to_come:
            assert (shown.steps, shown.strength, shown.bow) == (1 if piece.hits else 2, piece.strength, piece.bow)
            assert (shown.move, shown.leader) == (piece.counter.move, piece.counter.leader)
    for side, hex in view.stacks:
        assert game.stack(hex, side) == [piece.name for piece in view.top_to_bottom(side, hex)]


def test_the_oracle_numbers_pieces_as_the_game_does() -> None:
    assert tuple(counters()) == Game("basic", seed=0).data.pieces


# --- whole games


def _play(case: Case, deployment: str, seed: int) -> None:
    walk = Walk(Game(case.ruleset, case.options, deployment, seed), seed)
    walk.run(limit=10_000)
    game, view = walk.game, View(walk.game)
    assert game.outcome
    assert game.outcome.areas == game.areas() == areas(view)
    assert (game.outcome.winner, game.outcome.level) == result(view)
    assert game.outcome.scores[FREE] == list(areas(view).values()).count(FREE)


@pytest.mark.parametrize("deployment", DEPLOYMENTS)
@pytest.mark.parametrize("case", LEGALITY, ids=str)
def test_random_games(case: Case, deployment: str) -> None:
    _play(case, deployment, seed=DEPLOYMENTS.index(deployment))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
@pytest.mark.parametrize("deployment", DEPLOYMENTS)
@pytest.mark.parametrize("case", LEGALITY, ids=str)
def test_many_random_games(case: Case, deployment: str, seed: int) -> None:
    _play(case, deployment, seed)


# --- crowds


@st.composite
def crowds(draw: st.DrawFn, case: Case, phase: str) -> dict[str, object]:
    """Random sparse positions, pieces of both sides crowded together."""
    return dense_position(lambda bound: draw(st.integers(0, bound - 1)), case, phase)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("case", LEGALITY, ids=str)
def test_crowds(case: Case, phase: str) -> None:
    _explore(case, phase, examples=40, decisions=40)


@pytest.mark.slow
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("case", LEGALITY, ids=str)
def test_many_crowds(case: Case, phase: str) -> None:
    _explore(case, phase, examples=2000, decisions=80)


def _explore(case: Case, phase: str, examples: int, decisions: int) -> None:
    @settings(max_examples=examples)
    @given(position=crowds(case, phase), seed=st.integers(0, 2**16))
    def explore(position: dict[str, object], seed: int) -> None:
        game = Game.from_position(position)  # within the oracle's limits: accepted
        if not game.over:
            assert game.areas() == areas(View(game))
        walk = Walk(game, seed)
        walk.run(decisions)
        if game.over:
            assert game.outcome
            assert (game.outcome.winner, game.outcome.level) == result(View(game))

    explore()


def _crowd_walks(case: Case, seeds: range, decisions: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        walk = Walk(Game.from_position(_crowd(case, seed)), seed)
        walk.run(decisions)
        seen += walk.seen
    return seen


def _crowd(case: Case, seed: int) -> dict[str, object]:
    """Crowds of all sorts in turn; in standard also around Gandalf and at the end of a turn."""
    choose, phase = random.Random(seed), PHASES[seed % 3]
    if case.ruleset == "standard" and seed % 7 == 5:
        return gandalf_position(choose.randrange, case)
    if case.ruleset == "standard" and seed % 7 == 6:
        return regrouping_position(choose.randrange, case)
    place, only = ("gate" if seed % 5 == 0 else None), ("bow" if phase == "FIRE" and seed % 2 else "")
    return dense_position(choose.randrange, case, phase, place=place, only=only)


@pytest.mark.parametrize("case", LEGALITY, ids=str)
def test_crowds_reach_every_kind_of_decision(case: Case) -> None:
    """A comparison is worth as much as what it has seen."""
    seen = _crowd_walks(case, range(300 if case.ruleset == "standard" else 180), decisions=60)
    for decision in (STANDARD if case.ruleset == "standard" else BASIC) - {"deploy"}:
        assert seen[decision] >= 10, f"{decision} came up {seen[decision]} times only"
    assert seen["over the limit"] >= 100  # R10


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
@pytest.mark.parametrize("case", LEGALITY, ids=str)
def test_crowds_without_end(case: Case, block: int) -> None:
    _crowd_walks(case, range(1000 + 300 * block, 1300 + 300 * block), decisions=80)


# --- limits


@st.composite
def heaps(draw: st.DrawFn) -> list[Piece]:
    """A few pieces of one side in one hex, whether the limits allow them or not."""
    side = draw(st.sampled_from(sorted({counter.side for counter in counters().values()})))
    names = [name for name, counter in counters().items() if counter.side == side and not counter.extra]
    hex = draw(st.sampled_from([field().gate, "2105", "1212", "1714", field().guard_rooms["north_west"]]))
    chosen = draw(st.lists(st.sampled_from(names), unique=True, min_size=1, max_size=3))
    return [Piece(counters()[name], hex, False, draw(st.integers(0, 1)), 0) for name in chosen]


@pytest.mark.parametrize("case", LEGALITY, ids=str)
def test_limits(case: Case) -> None:
    @settings(max_examples=300)
    @given(heap=heaps())
    def agree(heap: list[Piece]) -> None:
        standard, extra = case.ruleset == "standard", "extra_stacking" in case.options
        allowed = within_limits(heap, standard, extra) and all(may_stand(piece, piece.hex or "", standard) for piece in heap)
        told = [{"name": piece.name, "hex": piece.hex, "reduced": piece.reduced} for piece in heap]
        position = {"ruleset": case.ruleset, "options": list(case.options), "player": FREE, "phase": "FIRE", "turn": 2}
        try:
            Game.from_position({**position, "piece": told})
        except PositionError:
            assert not allowed, heap
        else:
            assert allowed, heap

    agree()
