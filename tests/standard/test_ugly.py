"""Crowded positions for forced moves: pushes, regrouping, escapes among many pieces, at edges, rivers, cliffs and in melees."""

from __future__ import annotations

import random

import pytest

from bofa_env import Game
from bofa_env.errors import PositionError
from tests.helpers import ALL_HEXES, CLIFFS, DARK, FREE, GATE, distance, hexes, neighbours, within
from tests.standard.common import before_turn, cast, standard

DARK_UNITS = [f"{tribe} sword {n}" for tribe in ("azug", "thuk") for n in range(1, 9)] + [f"wolves beast {n}" for n in range(1, 9)]
DARK_UNITS += [f"thrak rider {n}" for n in range(1, 5)] + [f"wargs beast {n}" for n in range(1, 6)] + [f"azug bow {n}" for n in range(1, 5)]
FREE_UNITS = [f"dwarves axe {n}" for n in range(1, 9)] + [f"elves spear {n}" for n in range(1, 6)] + [f"lake_men sword {n}" for n in (1, 2)]
DARK_LEADERS = ["Bolg", "Azug", "Thuk", "Thrak", "Osag", "Gurash"]
CENTRES = ["1717", "0000", "0219", "2700", "1608", "0912", "1906", "2007", "1905", "1203", "2103", "0609", "1212", "2721", "1300", "2612"]


def crowd(rng: random.Random, centre: str, dark: int, free: int, radius: int = 5) -> dict[str, str]:
    """Stacks of both sides round a hex, in some places both; nobody in the centre."""
    places = sorted(within(centre, radius) - CLIFFS - {GATE, centre, "2520", "2620"})
    units, friends, leaders = (rng.sample(names, len(names)) for names in (DARK_UNITS, FREE_UNITS, DARK_LEADERS))
    pieces: dict[str, str] = {}
    for hex in rng.sample(places, min(dark, len(places))):
        kind = rng.randrange(5)
        if kind == 0 and leaders:
            pieces[leaders.pop()] = hex
        elif kind == 1 and len(units) > 1:
            pieces[units.pop()] = pieces[units.pop()] = f"{hex} reduced"
        elif units:
            pieces[units.pop()] = hex
            if kind == 2 and leaders:
                pieces[leaders.pop()] = f"{hex} beneath"
    for hex in rng.sample(places, min(free, len(places))):
        if friends:
            pieces[friends.pop()] = hex
    return pieces


def stacks(game: Game, side: str) -> dict[str, frozenset[str]]:
    """The pieces of a side by hex."""
    return {hex: frozenset(game.stack(hex, side)) for hex in ALL_HEXES if game.stack(hex, side)}


def places(game: Game) -> dict[str, str]:
    """Where every piece is that is on the map."""
    return {piece.name: piece.hex for piece in game.pieces() if piece.hex is not None}


def check_limits(game: Game) -> None:
    """Every stack is within the limits: the game can be set up again as it stands (B-9, S-6, S-7)."""
    pieces = [
        {"name": piece.name, "hex": piece.hex, "hits": piece.hits} for piece in game.pieces() if piece.hex is not None
    ]
    try:
        Game.from_position({"ruleset": "standard", "turn": 3, "player": DARK, "phase": "MOVE", "piece": pieces})
    except PositionError as error:
        raise AssertionError(str(error)) from None


# --- push


@pytest.mark.parametrize("centre", CENTRES)
@pytest.mark.parametrize("seed", range(4))
def test_a_push_among_many(centre: str, seed: int) -> None:
    """S-8.2 (spells), R50: whole stacks move and stay together; only goblin units die; nobody comes onto friends of Gandalf, into
    the gate or onto cliffs; who is out of reach moves only to make room
    """
    rng = random.Random(f"{centre} {seed}")
    pieces = crowd(rng, centre, dark=rng.choice([8, 20, 32]), free=rng.choice([0, 4, 8]))
    pieces["Gandalf"] = centre
    game = standard(pieces, player=FREE, phase="FIRE")
    if "spell push" not in game.legal_names():
        return
    before, old = places(game), stacks(game, DARK)
    cast(game, "push", die=7)
    after = places(game)
    for name, hex in after.items():
        if game.piece(name).side == FREE:
            assert hex == before[name]
        elif hex != before[name]:
            assert hex not in CLIFFS | {GATE} and not game.stack(hex, FREE)
    dead = set(before) - set(after)
    assert all(name.split()[0] in ("azug", "thuk", "thrak") for name in dead)
    alive = {hex: names - dead for hex, names in old.items() if names - dead}
    assert sorted(map(sorted, stacks(game, DARK).values())) == sorted(map(sorted, alive.values()))
    check_limits(game)
    if centre in old:
        assert stacks(game, DARK)[centre] == old[centre]


@pytest.mark.parametrize("centre", CENTRES)
def test_alone_in_reach_everybody_gets_away_or_is_held(centre: str) -> None:
    """S-8.2 (spells), R50: a single wolf, from every hex within 3: each step farther, two steps unless nothing is farther"""
    for start in within(centre, 3) - {centre, GATE, "2520", "2620"} - CLIFFS:
        game = standard({"Gandalf": centre, "wolves beast 1": start}, player=FREE, phase="FIRE")
        cast(game, "push", die=7)
        end = str(game.piece("wolves beast 1").hex)
        gained = distance(centre, end) - distance(centre, start)
        assert gained == distance(start, end) <= 2
        if gained < 2:
            farther = {hex for hex in neighbours(end) if distance(centre, hex) > distance(centre, end)}
            beyond_red = {GATE} | ({"2007", "1905"} if end == GATE else set())
            assert farther <= CLIFFS | beyond_red | {"2620"}


# --- regrouping


@pytest.mark.parametrize("centre", CENTRES)
@pytest.mark.parametrize("seed", range(3))
def test_regrouping_among_many(centre: str, seed: int) -> None:
    """S-3.3: whatever the owner chooses: nobody dies, nobody is moved more than a hex, no enemy's hex is entered, the limits hold"""
    rng = random.Random(f"{centre} {seed} regroup")
    pieces = crowd(rng, centre, dark=40, free=8, radius=3)
    spots = sorted({told[:4] for name, told in pieces.items() if name in DARK_UNITS})
    for spot in rng.sample(spots, min(len(spots), 12)):  # most stacks become pairs of reduced units
        here = [name for name, told in pieces.items() if told[:4] == spot and name in DARK_UNITS]
        spare = [name for name in DARK_UNITS if name not in pieces]
        if len(here) == 1 and spare:
            pieces[here[0]] = pieces[spare[0]] = f"{spot} reduced"
    game = before_turn(3, pieces)
    before = places(game)
    reduced = {name for name in before if name in DARK_UNITS and game.piece(name).steps == 1}
    game.dice([rng.choice([1, 4, 5, 10]) for _ in range(100)])
    game.play("done")
    while game.decision in ("regroup_step", "regroup_shift"):
        assert game.player == DARK and len(hexes(game)) > 1
        assert not any(game.stack(hex, FREE) for hex in hexes(game))
        game.play(rng.choice(game.legal_actions()))
    assert game.decision == "choose_chip"
    after = places(game)
    assert set(after) == set(before)
    assert all(game.piece(name).steps == 2 for name in before if name in DARK_UNITS and name not in reduced)
    for name, hex in after.items():
        if hex != before[name]:
            assert game.piece(name).side == DARK and not game.stack(hex, FREE)
    check_limits(game)


# --- escapes


LONE = ["Gandalf", "Bilbo", "Thranduil", "Dain", "Bard", "Gwaihir", "Beorn", "Thorin"]


def test_escapes_in_crowded_move_phases() -> None:
    """S-10, R15: lone leaders everywhere, MOVE phases at random: who is asked, and where he may go"""
    asked = 0
    for seed in range(12):
        rng = random.Random(f"{seed} escape")
        pieces = crowd(rng, "1414", dark=20, free=6, radius=6)
        places_left = sorted(within("1414", 6) - {told[:4] for told in pieces.values()})
        game = standard({**pieces, **dict(zip(LONE, rng.sample(places_left, len(LONE)), strict=True))})
        while game.phase == "MOVE" and game.phasing_player == DARK:
            if game.decision == "escape":
                asked += 1
                check_escape(game)
            names = game.legal_names()
            game.play(rng.choice([name for name in names if name != "done"] or names))
        check_limits(game)
    assert asked >= 10


def check_escape(game: Game) -> None:
    """The leader is alone, his owner decides, and every hex on offer is free of enemies and of other leaders."""
    leader = str(game.subject)
    here = str(game.piece(leader).hex)
    assert game.player == FREE and leader not in ("Beorn", "Thorin")
    assert game.stack(here, FREE) == [leader] and here in hexes(game)
    for hex in hexes(game) - {here}:
        friends = [game.piece(name) for name in game.stack(hex, FREE)]
        assert not game.stack(hex, DARK) and not any(friend.leader for friend in friends)
        assert leader == "Gwaihir" or hex not in CLIFFS
