"""The two tables as RULES.md prints them (R20, R26), and fights and shots with every die against them."""

from __future__ import annotations

from bofa_env import Game
from tests.helpers import DARK, FREE, attack, maybe, melee, shoot
from tests.standard.common import standard

TABLE = """
| roll | ≤−5 | −4…−3 | −2…−1 | 0 | 1…2 | 3…4 | 5…6 | 7…8 | 9…10 | 11…14 | ≥15 |
|---|---|---|---|---|---|---|---|---|---|---|---|
| 0 | D1 | D1 | D1 | D1 | D2 | D2 | D2 | D3 | D3 | D3 | D3 |
| 1 | – | D1 | D1 | D1 | D1 | D2 | D2 | D2 | D3 | D3 | D3 |
| 2 | – | – | D1 | D1 | D1 | D1 | D2 | D2 | D2 | D3 | D3 |
| 3 | – | – | – | D1 | D1 | D1 | D1* | D2 | D2 | D2 | D3 |
| 4 | – | – | – | – | D1 | D1 | D1 | D1* | D2 | D2 | D2 |
| 5 | A1 | A1 | – | – | D1 | D1 | D1 | D1 | D1* | D2 | D2 |
| 6 | A1 | A1 | A1 | – | – | – | D1 | D1 | D1 | D1* | D2 |
| 7 | A1 | A1 | A1 | A1 | – | – | – | D1 | D1 | D1 | D1* |
| 8 | A1 | A1 | A1 | A1 | A1 | – | – | – | D1 | D1 | D1 |
| 9 | A2 | A1 | A1 | A1 | A1 | A1 | – | – | – | D1 | D1 |
| 10 | A2 | A2 | A1 | A1 | A1 | A1 | A1 | – | – | – | D1 |
| 11 | A2 | A2 | A2 | A1 | A1 | A1 | A1 | – | – | – | – |
"""
SHOT_TABLE = """
| roll | 1 | 2–3 | 4–5 | 6–8 | 9–11 | 12–14 | 15+ |
|---|---|---|---|---|---|---|---|
| 1 | 1 | 2 | 2 | 3 | 3 | 3 | 3 |
| 2 | 1 | 1 | 1 | 2 | 2 | 2 | 2 |
| 3 | – | 1 | 1 | 1 | 1 | 2 | 2 |
| 4 | – | – | 1 | 1 | 1 | 1 | 1 |
| 5 | – | – | – | 1 | 1 | 1 | 1 |
| 6 | – | – | – | – | 1 | 1 | 1 |
| 7 | – | – | – | – | – | 1 | 1 |
| 8 | – | – | – | – | – | – | 1 |
| 9, 10 and above | – | – | – | – | – | – | – |
"""
LOWEST_SHOT = [1, 2, 4, 6, 9, 12, 15]  # of each column
LOWEST = [-99, -4, -2, 0, 1, 3, 5, 7, 9, 11, 15]  # of each column


def _cells(table: str) -> list[list[str]]:
    return [[cell.strip().strip("*") for cell in line.strip("|").split("|")[1:]] for line in table.strip().splitlines()[2:]]


_CELLS, _SHOT_CELLS = _cells(TABLE), _cells(SHOT_TABLE)


def printed(difference: int, roll: int, shift: int = 0) -> tuple[int, int]:
    """Hits on the defender and on the attacker; `shift`: columns to the right."""
    column = max(number for number, low in enumerate(LOWEST) if low <= difference)
    cell = _CELLS[min(max(roll, 0), 11)][min(column + shift, len(LOWEST) - 1)]
    hits = 0 if cell == "–" else int(cell[1:])
    return (hits, 0) if cell.startswith("D") else (0, hits)


def printed_shot(strength: int, roll: int) -> int:
    """Hits of a volley."""
    column = max(number for number, low in enumerate(LOWEST_SHOT) if low <= strength)
    cell = _SHOT_CELLS[min(roll, 9) - 1][column]
    return 0 if cell == "–" else int(cell)


def check_shot(pieces: dict[str, str], target: str, *shooters: str, strength: int, modifier: int, player: str = FREE) -> None:
    """Shoot with every die and compare the hits with the table, the modifier added to the die."""
    start = standard(pieces, player=player, phase="FIRE")
    maybe(start, "spell", "none")
    maybe(start, "rock", "none")
    names = start.stack(target, other(player))
    for die in range(1, 11):
        game = start.clone()
        shoot(game, target, *shooters, die=die)
        taken = sum(game.piece(name).hits - start.piece(name).hits for name in names)
        expected = min(printed_shot(strength, die + modifier), sum(_room(start, name) for name in names))
        assert taken == expected, f"die {die}, modifier {modifier}"


def check_attack(
    pieces: dict[str, str], target: str, *attackers: str, modifier: int, shift: int = 0, player: str = DARK
) -> None:
    """Attack with every die and compare the hits with the table, the modifier added to the die."""
    start = standard(pieces, player=player, phase="COMBAT")
    maybe(start, "rock", "none")
    attacking = [name for hex in attackers for name in start.stack(hex, player)]
    for die in range(1, 11):
        game = start.clone()
        attack(game, target, *attackers, die=die)
        while game.decision == "take_hit":
            game.play(game.legal_actions()[0])
        compare(start, game, attacking, start.stack(target, other(player)), die + modifier, shift)


def check_melee(
    pieces: dict[str, str], hex: str, wave: str | None = None, *, modifier: int, shift: int = 0, player: str = DARK
) -> None:
    """Fight a melee with every die and compare the hits with the table."""
    start = standard(pieces, player=player, phase="COMBAT")
    maybe(start, "rock", "none")
    attacking = start.stack(hex, player) + (start.stack(wave, player) if wave else [])
    for die in range(1, 11):
        game = start.clone()
        melee(game, hex, wave, die=die)
        compare(start, game, attacking, start.stack(hex, other(player)), die + modifier, shift)


def compare(start: Game, game: Game, attacking: list[str], defending: list[str], roll: int, shift: int) -> None:
    """The hits that both sides have taken are those of the table; hits beyond all pieces vanish."""
    difference = sum(start.piece(name).strength for name in attacking) - sum(start.piece(name).strength for name in defending)
    expected = printed(difference, roll, shift)
    for names, hits in ((defending, expected[0]), (attacking, expected[1])):
        taken = sum(game.piece(name).hits - start.piece(name).hits for name in names)
        assert taken == min(hits, sum(_room(start, name) for name in names)), f"modified roll {roll}, difference {difference}"


def _room(game: Game, name: str) -> int:
    """How many more hits a piece can take (S-10: a leader as many as he has strength)."""
    piece = game.piece(name)
    return piece.strength if piece.leader else piece.steps


def other(player: str) -> str:
    """The other side."""
    return FREE if player == DARK else DARK
