"""Perft: how many lines of play of a given length a position has, over decisions and chance (DESIGN.md, chapter 6.3).

A decision counts as one step, and so does a chance event; forced decisions take no step. A game that is over has one
line. Most of these positions are the last phase of the last turn (turn 12, phase 6, the Dark Army's), so that the game
ends with it. Bilbo stands in the north corner, out of everybody's way, because without him the Free Peoples could be
annihilated (R7). The numbers are pinned; the comments say how they follow by hand.
"""

from __future__ import annotations

from typing import Any

import pytest

from bofa_env import Game
from bofa_env.solver import micro_positions

LAST = {"ruleset": "basic", "turn": 12, "phase_number": 6, "player": "dark_army"}
LAST_FREE = {**LAST, "turn": 11, "player": "free_peoples"}


def perft(game: Game, depth: int) -> int:
    """The number of lines of this length."""
    if depth == 0 or game.over:
        return 1
    total = 0
    for outcome in game.chance_outcomes():
        after = game.clone()
        after.happen(outcome.outcome)
        total += perft(after, depth - 1)
    for action in game.legal_actions():
        after = game.clone()
        after.play(action)
        total += perft(after, depth - 1)
    return total


def put(*told: str) -> list[dict[str, Any]]:
    """Pieces from lines such as `1716 azug sword 1, reduced`."""
    pieces: list[dict[str, Any]] = []
    for line in told:
        place, *words = line.split(", ")
        hex, name = place.split(" ", 1)
        pieces.append({"name": name, "hex": hex, **({"reduced": True} if "reduced" in words else {})})
        if "beneath" in words:
            pieces[-1]["on_top"] = False
    return pieces


POSITIONS: dict[str, tuple[dict[str, Any], list[int]]] = {
    # select: the goblins or `done`, 2. A move of 5 on the plain: 1 + 6 + 12 + 18 + 24 + 30 = 91 hexes, their own
    # among them, less 1313 in Dale, which costs 2: 90; with `done` 91. Then nobody is left to move and the game is
    # over.
    "goblins on the plain": (
        {**LAST, "phase": "MOVE", "piece": put("1716 azug sword 1", "2700 Bilbo")},
        [2, 91, 91],
    ),
    # 90 hexes for one, 66 for the other between the hill and the mountain. 1 + 90 + 66 = 157; each of them leaves
    # `done` or the other: 1 + 2 * 156 = 313; then 1 + 90 * (66 + 1) + 66 * (90 + 1) = 12,037.
    "goblins far apart": (
        {**LAST, "phase": "MOVE", "piece": put("1716 azug sword 1", "0306 azug sword 2", "2700 Bilbo")},
        [3, 157, 313, 12037, 12037],
    ),
    # select, 2; take 1, 2 or both, 4 with `done`; then 3 * 90 + 1 = 271. Both together say who lies on top, 2 * 90;
    # whoever goes alone (89 ways) leaves `done` or the other; whoever stays does, too, and Azug says first on which
    # side he lies, 2: 180 + 2 * 89 * 2 + 2 + 2 + 1 = 541.
    "a chieftain and his goblins": (
        {**LAST, "phase": "MOVE", "piece": put("1716 azug sword 1", "1716 Azug", "2700 Bilbo")},
        [2, 4, 271, 541],
    ),
    # 90 hexes for one, and 90 for the other (2316, on the mountain, is too far); each other's hex among them, because
    # the other can make room (R10): 1 + 90 + 90 = 181. All but one leave `done` or the other, 2 * 89 * 2; that one
    # makes the other move next, to any of his hexes but his own, 2 * 89. 356 + 178 + 1 = 535.
    "goblins change places": (
        {**LAST, "phase": "MOVE", "piece": put("1716 azug sword 1", "1816 azug sword 2", "2700 Bilbo")},
        [3, 181, 535],
    ),
    # Thorin goes 4, out of the gate by its two open hexsides, to 26 hexes, the gate among them. It is not the last
    # turn yet: `done` brings turn 12 and its four kinds of chip. 26 + 4 = 30.
    "Thorin leaves the gate": (
        {**LAST_FREE, "phase": "MOVE", "piece": put("2006 Thorin", "0021 wolves beast 1")},
        [2, 30],
    ),
    # They began next to elves and may fall upon them (R11): 1. Round them they come to 88 hexes instead of 90. With
    # `done` 90.
    "goblins beside elves": (
        {**LAST, "phase": "MOVE", "piece": put("1716 azug sword 1", "1816 elves spear 1")},
        [2, 90],
    ),
    # In a melee: stay, or one step, 7; with `done` 8 (R11).
    "goblins in a melee": (
        {**LAST, "phase": "MOVE", "piece": put("1716 azug sword 1", "1716 elves spear 1")},
        [2, 8, 8],
    ),
    # Attack or not, 2; ten dice, 11; nothing follows, whatever happens.
    "an attack": (
        {**LAST, "phase": "COMBAT", "piece": put("1716 azug sword 1", "1816 elves spear 1", "2700 Bilbo")},
        [2, 11, 11],
    ),
    # 5 against 4 is column 1…2: dice 1 to 5 kill the reduced elves, and the goblins advance or not: 1 + 5 * 2 + 5 = 16.
    "an attack and an advance": (
        {**LAST, "phase": "COMBAT", "piece": put("1716 azug sword 1", "1816 elves spear 1, reduced", "2700 Bilbo")},
        [2, 11, 16, 16],
    ),
    # The target or `done`, 2. Either begins, 3. He adds the other or commits, 5. On each of these 4 ways ten dice,
    # 41. Both together, 10 - 7 = 3, column 3…4: a 1 kills, and either may advance or none, 3; 9 and 10 are A1, and
    # the owner chooses one of two hexes: 3 + 7 + 2 * 2 = 14. One alone leaves `done` or an attack to the other, 10 *
    # 2 = 20. 2 * 14 + 2 * 20 + 1 = 69.
    "two attack": (
        {
            **LAST,
            "phase": "COMBAT",
            "piece": put("1716 azug sword 1", "1717 azug sword 2", "1816 elves spear 1", "2700 Bilbo"),
        },
        [2, 3, 5, 41, 69],
    ),
    # The melee must be fought: with the second wave or without, 2; ten dice each.
    "a melee and its second wave": (
        {
            **LAST,
            "phase": "COMBAT",
            "piece": put("1716 azug sword 1", "1716 elves spear 1", "1816 azug sword 2", "2700 Bilbo"),
        },
        [2, 20, 20],
    ),
    # Two melees that support nobody: which first, 2; ten dice, 20; then the other, 200.
    "two melees": (
        {
            **LAST,
            "phase": "COMBAT",
            "piece": put("1716 azug sword 1", "1716 elves spear 1", "1816 azug sword 2", "1816 elves spear 2"),
        },
        [2, 20, 200, 200],
    ),
    # The gate is attacked from its two plain hexes only: the goblins in 2007, behind the red hexside, look on. As
    # above, but Thorin's 6 and +2 on the die: both together, 4, hit on 1 to 3, never kill, and lose a step on 7 to 10
    # (rolls 9 to 11): 6 + 4 * 2 = 14, once more.
    "the gate": (
        {
            **LAST,
            "phase": "COMBAT",
            "piece": put("1906 azug sword 1", "1907 azug sword 2", "2007 azug sword 3", "2006 Thorin"),
        },
        [2, 3, 5, 41, 69],
    ),
    # The target or `done`, 2; ten dice.
    "a shot": (
        {**LAST, "phase": "FIRE", "piece": put("1716 azug bow 1", "1916 elves spear 1", "2700 Bilbo")},
        [2, 11, 11],
    ),
    # Two targets or `done`, 3; either archer begins, 2 * 2 + 1 = 5; he adds the other or commits, 2 * 2 * 2 + 1 = 9;
    # then ten dice on all 8 ways, 81. Who shot alone (40) leaves two targets and `done` to the other, or one if his 1
    # has killed: 36 * 3 + 4 * 2 + 40 + 1 = 157.
    "two archers and two targets": (
        {
            **LAST,
            "phase": "FIRE",
            "piece": put("1616 azug bow 1", "1617 azug bow 2", "1816 elves spear 1", "1818 elves spear 2"),
        },
        [3, 5, 9, 81, 157],
    ),
    # Phase 5 is over at once: nothing to shoot at. The Dark Army holds MOVE and must play it in phase 6 (R6): 2, then
    # 91.
    "a held chip at the end": (
        {
            **LAST,
            "player": "free_peoples",
            "phase": "FIRE",
            "phase_number": 5,
            "held": "MOVE",
            "piece": put("1716 azug sword 1", "2700 Bilbo"),
        },
        [2, 91, 91],
    ),
    # Phase 3 is over at once; in phase 4 the Dark Army plays what it holds, or draws: 2. MOVE brings 2, the draw 4
    # kinds: 6. MOVE goes on with 90 hexes, or `done` and 4 kinds for the next draw, 94; of the drawn chips MOVE has
    # 2, F/C 2, and COMBAT and FIRE are over at once and leave 4 and 3 kinds to draw: 94 + 2 + 2 + 4 + 3 = 105.
    "a held chip in phase 4": (
        {
            **LAST,
            "player": "free_peoples",
            "phase": "FIRE",
            "phase_number": 3,
            "held": "MOVE",
            "piece": put("1716 azug sword 1", "2700 Bilbo"),
        },
        [2, 6, 105],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    position, expected = POSITIONS[name]
    game = Game.from_position(position)
    game.explicit_chance = True
    assert [perft(game, depth) for depth in range(1, len(expected) + 1)] == expected


def test_perft_of_the_first_turn() -> None:
    """Four kinds of chip; three of them are there once, so 4 + 3 + 3 + 3 = 13 pairs.

    A MOVE of the 58 stacks, or `done`, 4 * 59. COMBAT and FIRE are over at once; then the draw has 3, 2 and 2 kinds, by
    what the second player holds: 7 each. F/C is one or the other, 3 * 2. 236 + 14 + 6 = 256.
    """
    game = Game("basic", seed=0, explicit_chance=True)
    assert [perft(game, depth) for depth in range(1, 4)] == [4, 13, 256]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # Attack or not; from which of two hexes first; then the other one too, or not: 1 + 2 * 2.
        ("storm_of_dale", [2, 3, 5]),
        # The melee must be fought: two second waves or none, ten dice each, and the game is over.
        ("second_wave_at_the_guard_room", [3, 30, 30]),
        # One target that one hex sees: ten dice; or `done`, and the one chip left in the cup is drawn.
        ("last_arrows", [2, 11, 11]),
    ],
)
def test_perft_of_the_standard_game(name: str, expected: list[int]) -> None:
    game = micro_positions()[name].game()
    game.explicit_chance = True
    assert [perft(game, depth) for depth in range(1, 4)] == expected
