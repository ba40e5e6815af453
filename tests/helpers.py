"""Small builders for tests: sparse positions, and the decisions of a move, a combat or a shot in one line.

`position({"azug sword 1": "1113", "Azug": "1113 beneath", "elves spear 9": "1212 reduced"})` is a game in which only
these pieces are left: on the map, `reduced`, `beneath` (leaders lie on top otherwise), or `to come`. In one hex the later
one lies on top. Two archers are added in a far corner, one of each side, next to each other (`SPARE`): they keep both
sides alive and leave every phase another choice, so that the engine does not run on by itself behind a test's back.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from bofa_env import Game

FREE, DARK = "free_peoples", "dark_army"
SPARE = {"gurash bow 2": "2520", "lake_men bow 3": "2620"}
SPARE_HEXES = set(SPARE.values())

BOARD: dict[str, Any] = tomllib.loads((resources.files("bofa_env") / "data" / "battlefield.toml").read_text("utf-8"))
COLUMNS, ROWS = 28, 22
ALL_HEXES = {f"{column:02d}{row:02d}" for column in range(COLUMNS) for row in range(ROWS)}
CLIFFS = set(BOARD["cliffs"])
GATE = BOARD["front_gate"]
TERRAIN = {
    f"{column:02d}{row:02d}": letter
    for row, line in enumerate(BOARD["terrain"].strip().splitlines())
    for column, letter in enumerate(line.split())
}


# --- the grid, worked out here once more, apart from the package


def neighbours(hex: str) -> set[str]:
    """The hexes around a hex: pointy tops, odd rows pushed to the right."""
    column, row = int(hex[:2]), int(hex[2:])
    odd = row % 2
    around = [(1, 0), (-1, 0), (odd, 1), (odd - 1, 1), (odd, -1), (odd - 1, -1)]
    return {f"{column + c:02d}{row + r:02d}" for c, r in around if 0 <= column + c < COLUMNS and 0 <= row + r < ROWS}


def distance(start: str, end: str) -> int:
    """How many steps lie between two hexes."""
    (q, r), (other_q, other_r) = _axial(start), _axial(end)
    dq, dr = other_q - q, other_r - r
    return max(abs(dq), abs(dr), abs(dq + dr))


def _axial(hex: str) -> tuple[int, int]:
    column, row = int(hex[:2]), int(hex[2:])
    return column - row // 2, row


def within(hex: str, steps: int) -> set[str]:
    """All hexes at most so many steps away, the hex itself too."""
    return {other for other in ALL_HEXES if distance(hex, other) <= steps}


# --- positions


def piece_table(name: str, where: str) -> dict[str, Any]:
    """One piece of a sparse position: "1113", "1113 reduced beneath", "to come"."""
    words = where.replace("to come", "to_come").split()
    table: dict[str, Any] = {"name": name}
    for word in words:
        if word == "reduced":
            table["hits"] = 1
        elif word == "beneath":
            table["on_top"] = False
        elif word == "to_come":
            table["to_come"] = True
        else:
            table["hex"] = word
    return table


def sparse(
    pieces: dict[str, str],
    player: str = DARK,
    phase: str = "MOVE",
    turn: int = 3,
    ruleset: str = "basic",
    spare: bool = True,
    **more: Any,
) -> dict[str, Any]:
    """A sparse position as a dict."""
    told = {**SPARE, **pieces} if spare else pieces
    return {
        "ruleset": ruleset,
        "turn": turn,
        "player": player,
        "phase": phase,
        "piece": [piece_table(name, where) for name, where in told.items()],
        **more,
    }


def position(pieces: dict[str, str], player: str = DARK, phase: str = "MOVE", turn: int = 3, **more: Any) -> Game:
    """A game in which only these pieces (and the two spare archers) are left."""
    return Game.from_position(sparse(pieces, player, phase, turn, **more))


# --- what is legal


def hexes(game: Game) -> set[str]:
    """The hexes that may be chosen now."""
    return {name[4:] for name in game.legal_names() if name.startswith("hex ")}


def verbs(game: Game) -> set[str]:
    """The other actions that may be chosen now."""
    return {name for name in game.legal_names() if not name.startswith("hex ")}


def dests(game: Game, start: str, take: str = "1") -> set[str]:
    """Where the pieces `take` ("1", "1+2" …, top to bottom) of a stack may end their move; without the hex itself."""
    copy = game.clone()
    select(copy, start, take)
    return hexes(copy) - {start} if copy.decision == "destination" else set()


# --- playing; a decision with only one choice is taken by the engine, so these ask only for what is left


def maybe(game: Game, decision: str, action: str) -> None:
    """Take this decision if it is pending."""
    if game.decision == decision:
        game.play(action)


def select(game: Game, start: str, take: str = "1") -> None:
    """Select pieces of a stack to move."""
    maybe(game, "select", f"hex {start}")
    maybe(game, "select_pieces", f"take {take}")


def move(game: Game, start: str, end: str, take: str = "1", order: str | None = None) -> None:
    """Move pieces of a stack; `order`: "top" or "beneath", where a leader is among those who then share the hex."""
    select(game, start, take)
    maybe(game, "destination", f"hex {end}")
    if order is not None:
        game.play("leader on top" if order == "top" else "leader beneath")


def enter(game: Game, name: str, where: str) -> None:
    """Bring on a reinforcement."""
    game.play("enter")
    while game.subject != name:
        game.play("skip")
        game.play("enter")
    game.play(f"hex {where}")


def attack(game: Game, target: str, *attackers: str, die: int) -> None:
    """Attack a hex from these hexes."""
    game.dice([die])
    game.play(f"hex {target}")
    for hex in attackers:
        maybe(game, "attackers", f"hex {hex}")
    maybe(game, "attackers", "commit")
    assert game.last_die == die


def melee(game: Game, hex: str, wave: str | None = None, *, die: int) -> None:
    """Fight a melee, with a second wave or without."""
    game.dice([die])
    game.play(f"hex {hex}")
    maybe(game, "second_wave", f"hex {wave}" if wave else "none")
    assert game.last_die == die


def shoot(game: Game, target: str, *shooters: str, die: int) -> None:
    """Shoot at a hex from these hexes."""
    game.dice([die])
    game.play(f"hex {target}")
    for hex in shooters:
        maybe(game, "shooters", f"hex {hex}")
    maybe(game, "shooters", "commit")
    assert game.last_die == die


def lost(game: Game, *names: str) -> int:
    """How many steps these pieces have lost; each has two in the basic game."""
    return sum(2 - game.piece(name).steps for name in names)


def snapshot(game: Game) -> tuple[bytes, dict[str, Any]]:
    """Everything about a game, to see that nothing has changed."""
    return game.record.tobytes(), game.position()
