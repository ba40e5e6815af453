"""Chance is fair, and its streams are separate (DESIGN.md, chapters 3 and 6.5). Fixed seeds: the same result every time."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray
from oracle.outcome import COMBAT_TABLE, SHOT_TABLE, Table
from oracle.rulesets import CASES, DEPLOYMENTS, ENGINE_CASES, Case
from scipy.stats import chisquare

from bofa_env import Game
from bofa_env.rules import doors
from bofa_env.rules.record import CHIP_STREAM, DICE_STREAM, STREAMS

LEAST = 1e-3  # a p-value below this would be a scandal


def fair(counts: list[int], weights: list[float] | None = None) -> bool:
    """Chi-square against the uniform, or these weights."""
    total = sum(counts)
    expected = [total * weight for weight in weights] if weights else None
    return float(chisquare(counts, expected).pvalue) > LEAST


# --- dice


@pytest.fixture(scope="module")
def thrown() -> NDArray[np.int64]:
    """What 400 games throw, 100 dice each: the shots of one archer, phase after phase."""
    games, dice = 400, 100
    throws = np.empty((games, dice), np.int64)
    for seed in range(games):
        record = _at_a_die(seed).record
        for i in range(dice):
            throws[seed, i] = doors.chance_value(record, 0)
    return throws


def _at_a_die(seed: int) -> Game:
    """A game that waits for a die."""
    pieces = [{"name": "azug bow 1", "hex": "1716"}, {"name": "elves spear 1", "hex": "1816"}]
    game = Game.from_position(
        {"ruleset": "basic", "seed": seed, "turn": 1, "player": "dark_army", "phase": "FIRE", "piece": pieces}
    )
    game.explicit_chance = True
    game.play("hex 1816")
    assert game.chance_event == "shot"
    return game


def test_dice_are_uniform(thrown: NDArray[np.int64]) -> None:
    assert set(np.unique(thrown)) == set(range(1, 11))
    assert fair(np.bincount(thrown.ravel(), minlength=11)[1:].tolist())


def test_the_first_die_of_each_game_is_uniform(thrown: NDArray[np.int64]) -> None:
    """Neighbouring seeds give unrelated games."""
    assert fair(np.bincount(thrown[:, 0], minlength=11)[1:].tolist())


@pytest.mark.parametrize("lag", [1, 2, 7])
def test_dice_do_not_remember(thrown: NDArray[np.int64], lag: int) -> None:
    """Pairs of dice of one game are uniform over the hundred pairs."""
    pairs = (thrown[:, :-lag] - 1) * 10 + thrown[:, lag:] - 1
    assert fair(np.bincount(pairs.ravel(), minlength=100).tolist())


def test_games_with_neighbouring_seeds_are_unrelated(thrown: NDArray[np.int64]) -> None:
    pairs = (thrown[:-1] - 1) * 10 + thrown[1:] - 1
    assert fair(np.bincount(pairs.ravel(), minlength=100).tolist())


# --- chips


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_order_of_chips(case: Case) -> None:
    """Turn 1, MOVE is chosen and MOVE is held: the 12 ways to draw two of MOVE, COMBAT, FIRE and F/C come up alike."""
    orders: Counter[tuple[str, str]] = Counter()
    for seed in range(3000):
        game = Game(case.ruleset, case.options, seed=seed)
        game.play("chip MOVE")
        game.play("chip MOVE")
        orders[_next_draws(game)] += 1
    assert fair([orders[pair] for pair in permutations(("MOVE", "COMBAT", "FIRE", "FC"), 2)])
    assert orders.total() == 3000


def _next_draws(game: Game) -> tuple[str, str]:
    """The chips that the game's own luck gives next, looked up in a copy."""
    copy = game.clone()
    copy.explicit_chance = True
    found: list[str] = []
    while len(found) < 2:
        if copy.chance_event == "chip":
            chip = ("MOVE", "COMBAT", "FIRE", "FC")[doors.chance_value(copy.record, 0)]
            found.append(chip)
            copy.happen(chip)
        elif copy.decision == "fire_or_combat":
            copy.play("fire")
        else:
            copy.play("done")
    return found[0], found[1]


def test_draws_follow_the_cup() -> None:
    """Six chips in the cup of a late turn: 2 MOVE, 2 COMBAT, 1 FIRE, 1 F/C."""
    counts: Counter[int] = Counter()
    pieces = [{"name": "azug sword 1", "hex": "1716"}, {"name": "elves spear 1", "hex": "0000"}]
    cup = {"MOVE": 2, "COMBAT": 2, "FIRE": 1, "FC": 1}
    position = {"ruleset": "basic", "turn": 5, "player": "dark_army", "phase": "MOVE", "cup": cup, "held": "FIRE"}
    game = Game.from_position({**position, "piece": pieces})
    game.explicit_chance = True
    game.play("done")
    assert game.cup == cup
    for seed in range(3000):
        counts[doors.chance_value(game.clone(redraw=seed).record, 0)] += 1
    assert fair([counts[chip] for chip in range(4)], [2 / 6, 2 / 6, 1 / 6, 1 / 6])


# --- tables


@dataclass(frozen=True)
class Fight:
    """A position on the plain that waits for one decision before a die falls in this column."""

    value: int  # attacker minus defender, or the strength of the shot
    pieces: str  # `hex name, …`
    phase: str = "COMBAT"

    def game(self) -> Game:
        """Enough steps on both sides that every cell of the column can be told by the losses."""
        told = []
        for line in self.pieces.split(", "):
            hex, name = line.split(" ", 1)
            told.append({"name": name.removesuffix(" reduced"), "hex": hex, "reduced": name.endswith(" reduced")})
        told.append({"name": "Dain", "hex": "2700"})  # R7
        frame = {"ruleset": "basic", "turn": 12, "phase_number": 6, "player": "dark_army", "phase": self.phase}
        return Game.from_position({**frame, "piece": told})


DEFENDERS = "1716 lake_men sword 1, 1716 Bilbo"  # 7
MELEES = [  # with their second wave from 1816
    Fight(-5, f"{DEFENDERS}, 1716 wolves beast 1 reduced, 1816 wolves beast 2 reduced"),
    Fight(-4, f"{DEFENDERS}, 1716 wolves beast 1, 1816 wolves beast 2 reduced"),
    Fight(-2, f"{DEFENDERS}, 1716 wolves beast 1, 1816 azug sword 1 reduced"),
    Fight(0, f"{DEFENDERS}, 1716 azug sword 1, 1816 wolves beast 1"),
    Fight(2, f"{DEFENDERS}, 1716 azug sword 1, 1816 osag sword 1"),
    Fight(4, f"{DEFENDERS}, 1716 thrak rider 1, 1816 azug sword 1"),
    Fight(6, f"{DEFENDERS}, 1716 thrak rider 1, 1716 Thuk, 1816 azug sword 1"),
    Fight(8, f"{DEFENDERS}, 1716 thrak rider 1, 1716 Azug, 1816 azug sword 1"),
    Fight(9, f"{DEFENDERS}, 1716 thrak rider 1, 1716 Azug, 1816 thrak rider 2"),
    Fight(12, f"{DEFENDERS}, 1716 thrak rider 1, 1716 Azug, 1816 thrak rider 2, 1816 Thrak"),
    Fight(16, "1716 lake_men sword 1 reduced, 1716 Bilbo, 1716 thrak rider 1, 1716 Azug, 1816 thrak rider 2, 1816 Bolg"),
]
SHOTS = [
    Fight(1, f"{DEFENDERS}, 2116 azug bow 1", "FIRE"),
    Fight(2, f"{DEFENDERS}, 2016 azug bow 1", "FIRE"),
    Fight(4, f"{DEFENDERS}, 1816 azug bow 1", "FIRE"),
    Fight(8, f"{DEFENDERS}, 1816 azug bow 1, 1616 azug bow 2", "FIRE"),
    Fight(10, f"{DEFENDERS}, 1816 azug bow 1, 1616 azug bow 2, 1715 azug bow 3 reduced", "FIRE"),
    Fight(12, f"{DEFENDERS}, 1816 azug bow 1, 1616 azug bow 2, 1715 azug bow 3", "FIRE"),
    Fight(16, f"{DEFENDERS}, 1816 azug bow 1, 1616 azug bow 2, 1715 azug bow 3, 1717 azug bow 4", "FIRE"),
]


def _lost(game: Game) -> tuple[int, int]:
    """The steps that each side has lost."""
    side = game.data.world[0]["side"]
    hits = game.record[0]["hits"]
    return int(hits[side == 0].sum()), int(hits[side == 1].sum())


def _results(fight: Fight, dice: int) -> Counter[str]:
    """What so many dice did, in the words of the tables."""
    start, found = fight.game(), Counter[str]()
    free, dark = _lost(start)
    for seed in range(dice):
        game = start.clone(redraw=seed)
        game.play("hex 1816" if fight.phase == "COMBAT" else "hex 1716")
        while game.decision == "shooters":
            game.play(next(name for name in game.legal_names() if name != "commit"))
        now_free, now_dark = _lost(game)
        found["–" if (now_free, now_dark) == (free, dark) else f"{now_free - free}:{now_dark - dark}"] += 1
    return found


def _expected(table: Table, column: int) -> Counter[str]:
    """How many of the ten dice give each cell of a column; there are no modifiers."""
    words = {"D": "{}:0", "A": "0:{}"}
    cells = [table.cell(column, die) for die in range(1, 11)]
    return Counter(words.get(c[0], "{}:0").format(c[-1]) if c != "–" else c for c in cells)


@pytest.mark.parametrize("fight", MELEES, ids=lambda fight: f"{fight.value:+d}")
def test_combat_columns(fight: Fight) -> None:
    """Real melees, real dice: the results come as often as the column has them."""
    _compare(_results(fight, 400), _expected(COMBAT_TABLE, COMBAT_TABLE.column(fight.value)))


@pytest.mark.parametrize("fight", SHOTS, ids=lambda fight: str(fight.value))
def test_shot_columns(fight: Fight) -> None:
    """Real shots, real dice."""
    _compare(_results(fight, 400), _expected(SHOT_TABLE, SHOT_TABLE.column(fight.value)))


def _compare(found: Counter[str], expected: Counter[str]) -> None:
    assert set(found) == set(expected)
    cells = sorted(expected)
    assert fair([found[cell] for cell in cells], [expected[cell] / 10 for cell in cells])


def test_all_columns_are_tested() -> None:
    assert [COMBAT_TABLE.column(fight.value) for fight in MELEES] == list(range(len(COMBAT_TABLE.columns)))
    assert [SHOT_TABLE.column(fight.value) for fight in SHOTS] == list(range(len(SHOT_TABLE.columns)))


# --- streams and seeds


def _upcoming(game: Game, count: int = 50) -> list[int]:
    """The next outcomes of the stream that the game waits for."""
    record = game.record.copy()
    return [int(doors.chance_value(record, 0)) for _ in range(count)]


def _at_a_draw(seed: int) -> Game:
    game = Game("basic", seed=seed, explicit_chance=True)
    for action in ("chip COMBAT", "chip MOVE"):
        game.play(action)
    assert game.chance_event == "chip"
    return game


@pytest.mark.parametrize("stream", STREAMS)
def test_reseeding_one_stream_leaves_the_others_alone(stream: str) -> None:
    number = STREAMS.index(stream)
    die, chip = _at_a_die(7), _at_a_draw(7)
    dice, chips = _upcoming(die), _upcoming(chip)
    for game in (die, chip):
        doors.reseed_stream(game.record, 0, number, 99)
    assert (_upcoming(die) == dice) == (number != DICE_STREAM)
    assert (_upcoming(chip) == chips) == (number != CHIP_STREAM)


def test_dice_thrown_leave_the_chips_alone() -> None:
    """Paired games: who throws more dice draws the same chips."""
    first, second = _at_a_draw(3), _at_a_draw(3)
    second.record[0]["counter"][DICE_STREAM] += 17
    assert _upcoming(first) == _upcoming(second)


@pytest.mark.parametrize("deployment", DEPLOYMENTS)
def test_set_up_leaves_dice_and_chips_alone(deployment: str) -> None:
    """A random deployment uses only its own stream."""
    game, other = Game("basic", deployment=deployment, seed=5), Game("basic", seed=5)
    for stream in (CHIP_STREAM, DICE_STREAM):
        assert game.record[0]["counter"][stream] == 0
        assert (game.record[0]["key"][stream] == other.record[0]["key"][stream]).all()


def _played(case: Case, deployment: str, seed: int, choices: int) -> bytes:
    game, choose = Game(case.ruleset, case.options, deployment, seed), random.Random(choices)
    while not game.over:
        game.play(choose.choice(game.legal_actions()))
    return game.record.tobytes()


@pytest.mark.parametrize("deployment", DEPLOYMENTS)
@pytest.mark.parametrize("case", ENGINE_CASES, ids=str)
def test_the_same_seed_gives_the_same_game(case: Case, deployment: str) -> None:
    assert _played(case, deployment, 8, 1) == _played(case, deployment, 8, 1)
    assert _played(case, deployment, 8, 1) != _played(case, deployment, 9, 1)


def test_random_deployments_differ() -> None:
    places = {Game("basic", deployment="random", seed=seed).record[0]["hex"].tobytes() for seed in range(50)}
    assert len(places) == 50


def test_a_redrawn_clone_has_other_luck() -> None:
    game = _at_a_die(7)
    assert _upcoming(game.clone()) == _upcoming(game)
    assert _upcoming(game.clone(redraw=1)) != _upcoming(game)
    assert _upcoming(game.clone(redraw=1)) == _upcoming(game.clone(redraw=1))
