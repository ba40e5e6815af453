"""Builders for the standard game, on top of tests/helpers.py.

`standard({"Gandalf": "1717 hits=3", "elves spear 1": "1617 reduced"})` is a standard game in which only these pieces and the
two spare archers are left. `next_turn` ends the last phase of a turn, with the dice that then fall.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from bofa_env import Game
from tests.helpers import DARK, FREE, SPARE, TERRAIN, maybe, piece_table

LEVEL = {".": 0, "s": 0, "d": 0, "G": 0, "h": 1, "c": 3, "1": 1, "2": 2, "3": 3, "4": 4}
BESIDE_GATE = ("1906", "1907")  # its two plain neighbours, W and SW on the grid
BEHIND_GATE = ("1905", "2007")  # the neighbours beyond the red hexsides


def level(hex: str) -> int:
    """B-6, S-6: plain, Dale, slope and gate 0, mountain 1 to 4, hilltop 1, cliffs 3."""
    return LEVEL[TERRAIN[hex]]


def standard(
    pieces: dict[str, str], player: str = DARK, phase: str = "MOVE", turn: int = 3, spare: bool = True, **more: Any
) -> Game:
    """A standard game; a leader's hits are written "hits=3"."""
    told = []
    for name, where in ({**SPARE, **pieces} if spare else pieces).items():
        words = where.split()
        hits = [int(word[5:]) for word in words if word.startswith("hits=")]
        table = piece_table(name, " ".join(word for word in words if not word.startswith("hits=")))
        told.append({**table, "hits": hits[0]} if hits else table)
    return Game.from_position(
        {"ruleset": "standard", "turn": turn, "player": player, "phase": phase, "piece": told, **more}
    )


def before_turn(turn: int, pieces: dict[str, str], **more: Any) -> Game:
    """The last phase of the turn before, a MOVE phase; `next_turn` ends it."""
    last, phases = turn - 1, 4 if turn - 1 <= 3 else 6
    second = FREE if last % 2 else DARK  # the second player of a turn has its last phase
    return standard(pieces, player=second, phase="MOVE", turn=last, phase_number=phases, **more)


def next_turn(game: Game, dice: list[int]) -> None:
    """End the last phase of a turn; these dice then fall, all of them and no others."""
    game.dice(dice)
    game.play("done")
    assert game._dice == [], "fewer dice fell than expected"


def rolls_at_turn(turn: int, pieces: dict[str, str]) -> int:
    """How many dice fall at the start of a turn, before the first chip is chosen (all of them tens: nothing recovers)."""
    game = before_turn(turn, pieces)
    game.dice([10] * 50)
    game.play("done")
    assert game.decision == "choose_chip"
    return 50 - len(game._dice)


def where(game: Game, *names: str) -> list[str | None]:
    """The hexes of these pieces."""
    return [game.piece(name).hex for name in names]


def steps(game: Game, *names: str) -> list[int]:
    """2 full, 1 reduced, 0 dead; for leaders 1 is wounded."""
    return [game.piece(name).steps for name in names]


def cast(game: Game, spell: str, die: int, target: str | None = None) -> None:
    """Gandalf tries a spell."""
    game.dice([die])
    game.play(f"spell {spell}")
    if target is not None:
        maybe(game, "spell_target", f"hex {target}")


def border(river: list[list[str]], one: str, other: str) -> bool:
    """Whether a hexside, named by its two hexes, is in a list of hexsides."""
    return [one, other] in river or [other, one] in river


def on_a_path(paths: list[dict[str, Any]], one: str, other: str) -> bool:
    """Whether a path leads from a hex straight to its neighbour."""
    return any({one, other} == set(pair) for path in paths for pair in pairwise(path["hexes"]))


def pass_on(game: Game) -> None:
    """Take the pending decision in the way that does least."""
    quiet = ("done", "none", "skip", "fire", "draw", "chip MOVE", "leader on top", "play held", "commit")
    names = game.legal_names()
    game.play(next((name for name in quiet if name in names), names[0]))


def pass_until(game: Game, player: str, phase: str) -> None:
    """Let everything pass until this phase of this player begins; its blind draws bring that phase."""
    while True:
        pass_on(game)
        if game.phase == phase and game.phasing_player == player:
            return
        assert not game.over
