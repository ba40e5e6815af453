"""Builders for the tests of the options: positions with hysterical and wounded pieces, and games just before a phase."""

from __future__ import annotations

from typing import Any

from bofa_env import Game
from tests.helpers import DARK, FREE, sparse

STANDARD, BASIC = "standard", "basic"
RULESETS = (BASIC, STANDARD)


def battle(
    pieces: dict[str, str],
    *options: str,
    player: str = DARK,
    phase: str = "COMBAT",
    turn: int = 3,
    ruleset: str = STANDARD,
    **more: Any,
) -> Game:
    """As `position` in the helpers, but standard; pieces may also be `hysterical`, or have `hits=2`."""
    told = sparse({name: _plain(where) for name, where in pieces.items()}, player, phase, turn, ruleset, **more)
    for table in told["piece"]:
        for word in pieces.get(table["name"], "").split():
            if word == "hysterical":
                table["hysterical"] = True
            elif word.startswith("hits="):
                table["hits"] = int(word[5:])
    return Game.from_position({**told, "options": list(options)})


def _plain(where: str) -> str:
    return " ".join(word for word in where.split() if word != "hysterical" and not word.startswith("hits="))


# --- dice that fall before anybody decides


def eve(pieces: dict[str, str], side: str, *options: str, turn: int | None = None, **more: Any) -> Game:
    """The other side's MOVE phase, first of the turn; `begin` ends it, and a phase of `side` follows."""
    other, white_or_black = (FREE, 2) if side == DARK else (DARK, 3)
    return battle(pieces, *options, player=other, phase="MOVE", turn=turn or white_or_black, **more)


def begin(game: Game, kind: str, *dice: int) -> Game:
    """End the phase; the next one is of this kind (FC is played as FIRE) and begins with these dice."""
    game.draws([kind])
    game.dice(dice)
    end_phase(game)
    if game.decision == "fire_or_combat":
        game.play("fire")
    assert unused_dice(game) == 0
    return game


def end_phase(game: Game) -> None:
    """Do nothing until the other side's phase, or the next turn."""
    now = game.phasing_player
    while not game.over and game.phasing_player == now:
        wait(game)


def wait(game: Game) -> None:
    """Decide to do nothing."""
    for action in ("done", "none", "skip", "draw", "commit"):
        if action in game.legal_names():
            game.play(action)
            return
    game.play(game.legal_actions()[0])


def dawn(pieces: dict[str, str], side: str, *options: str, **more: Any) -> Game:
    """The side's FIRE phase, last of a turn; `regroup` ends it, and the side regroups."""
    turn = 2 if side == DARK else 1
    return battle(pieces, *options, player=side, phase="FIRE", turn=turn, phase_number=4, **more)


def regroup(game: Game, *dice: int) -> Game:
    """The turn ends; the next begins with these dice for regrouping."""
    game.dice(dice)
    end_phase(game)
    assert unused_dice(game) == 0
    return game


def unused_dice(game: Game) -> int:
    """How many of the scripted dice nobody has asked for."""
    return len(game.position()["script"]["dice"])


def rolls(game: Game) -> int:
    """How many battle dice the game has thrown by itself."""
    return int(game.record[0].counter[1])


# --- looking


def alive(game: Game, name: str) -> bool:
    """Whether the piece is on the map."""
    return game.piece(name).hex is not None
