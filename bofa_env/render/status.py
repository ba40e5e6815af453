"""The lines below the map: where the game stands, and what the signs mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..data.load import Data
from ..rules.actions import hex_name
from ..rules.world import CLIFF, DALE, HILLTOP, PLAIN, SIDES, SLOPE
from .canvas import PLAIN_INK, Ink, Line, Run, wrapped
from .grounds import GROUNDS, GUARD_ROOM, MARK, MOUNTAINS, RED, RIVER, STAR
from .symbols import (
    AREA_NAMES,
    DIM,
    FREE,
    MELEE_DARK,
    MELEE_FREE,
    SIDE_INKS,
    SIDE_NAMES,
    WEAPON_LETTERS,
    Stack,
    Stacks,
    army_letters,
)

if TYPE_CHECKING:
    from ..game import Game, Piece

_STRONG = Ink(bold=True)
_NAME_INKS = dict(zip(SIDES, (Ink(39), Ink(203)), strict=True))  # for words, on the terminal's own ground


def status_lines(game: Game, stacks: Stacks, width: int) -> list[Line]:
    """Turn, decision, chips, areas, reinforcements, losses, leaders, melees."""
    pieces = game.pieces()
    lines = [
        *wrapped(_head("Turn"), _turn(game), width, " · "),
        *wrapped(_head("Chips"), _chips(game), width, " · "),
        *wrapped(_head("Areas"), _areas(game), width, " · "),
        *wrapped(_head("To come"), _to_come(game, pieces), width, " · "),
    ]
    for side in SIDES:
        lines += wrapped(_head("Losses"), [[_side(side)], *_losses(pieces, side)], width, " · ")
    for side in SIDES:
        lines += wrapped(_head("Leaders"), [[_side(side)], *_leaders(pieces, side)], width, " · ")
    melees = [_melee(hex, *stacks.at(hex)) for hex in sorted(stacks.hexes) if all(stacks.at(hex))]
    if melees:
        lines += wrapped(_head("Melees"), melees, width, " · ")
    return lines


def _head(text: str) -> Run:
    return f"{text:<8} ", _STRONG


def _side(side: str | None) -> Run:
    return (SIDE_NAMES[side], _NAME_INKS[side]._replace(bold=True)) if side else ("nobody", DIM)


def _player(game: Game, player: str) -> Run:
    """A side, or one of the partners who share it (O-2)."""
    side = game.side_of(player)
    return _side(player) if player == side else (_words(player), _NAME_INKS[side]._replace(bold=True))


def _plain(text: str) -> Line:
    return [(text, PLAIN_INK)]


def _turn(game: Game) -> list[Line]:
    """The turn, the phase, and who decides what; or how the game ended."""
    record = game.record[0]
    colour = "black" if game.turn % 2 else "white"
    items = [_plain(f"{game.turn} of {int(record.last_turn)} ({colour})" if game.turn else "set-up")]
    if game.outcome:
        winner, level = game.outcome.winner, game.outcome.level
        areas = f"{' : '.join(str(game.outcome.scores[side]) for side in SIDES)} areas"
        how = f" ({level})" if level != "won" else ""
        items.append([_side(winner), (f" won{how}, {areas}", PLAIN_INK)] if winner else _plain(f"a draw, {areas}"))
        return items
    if game.phase:
        phase = f"phase {int(record.phase_number)}: {game.phase} of the "
        items.append([(phase, PLAIN_INK), _side(game.phasing_player)])
    if game.player:
        about = f" ({_words(game.subject)})" if game.subject else ""
        count = len(game.legal_actions())
        items.append([_player(game, game.player), (f" to decide {game.decision}{about}, {count} choices", PLAIN_INK)])
    elif game.at_chance:
        items.append(_plain(f"chance decides: {game.chance_event}"))
    if game.last_die:
        items.append(_plain(f"last die {game.last_die}"))
    return items


def _chips(game: Game) -> list[Line]:
    cup = ", ".join(f"{count} {chip}" for chip, count in game.cup.items() if count)
    if not game.held_chip:
        return [_plain(f"in the cup {cup or 'none'}"), _plain("none held")]
    holder = SIDES[1 - int(game.record[0].first)]  # the second player of the turn
    return [
        _plain(f"in the cup {cup or 'none'}"),
        [(game.held_chip, _STRONG), (" held by the ", PLAIN_INK), _side(holder)],
    ]


def _areas(game: Game) -> list[Line]:
    return [[(f"{AREA_NAMES[area]} ", PLAIN_INK), _side(holder)] for area, holder in game.areas().items()]


def _to_come(game: Game, pieces: list[Piece]) -> list[Line]:
    """How many pieces of each army wait, and from which turn they may enter."""
    world, data = game.data.world[0], game.data
    waiting: Counter[tuple[int, str, str]] = Counter()
    for piece in pieces:
        if piece.to_come:
            turn = int(world.enters_turn[data.piece_number[piece.name]])
            waiting[turn, piece.army, piece.side] += 1
    items = [
        [(f"{count} {_words(army)}", _NAME_INKS[side]), (f" turn {turn}" if turn > game.turn else " now", DIM)]
        for (turn, army, side), count in sorted(waiting.items())
    ]
    return items or _none()


def _losses(pieces: list[Piece], side: str) -> list[Line]:
    """By army: the dead, and of those left the reduced."""
    dealt = [piece for piece in pieces if piece.side == side and (piece.hex or piece.to_come or piece.steps == 0)]
    items: list[Line] = []
    for army in dict.fromkeys(piece.army for piece in dealt):
        steps = Counter(piece.steps for piece in dealt if piece.army == army)
        told = [f"{steps[0]} of {steps.total()}"] * (steps[0] > 0) + [f"{steps[1]} reduced"] * (steps[1] > 0)
        if told:
            items.append([(f"{_words(army)} ", _NAME_INKS[side]), (", ".join(told), PLAIN_INK)])
    return items or _none()


def _leaders(pieces: list[Piece], side: str) -> list[Line]:
    """Where each one is, and his strength."""
    items: list[Line] = []
    for piece in pieces:
        if piece.leader and piece.side == side:
            if piece.hex:
                items.append([(f"{piece.name} {piece.hex}", PLAIN_INK), (f" ({piece.strength})", DIM)])
            else:
                items.append([(f"{piece.name} {'to come' if piece.to_come else 'dead'}", DIM)])
    return items or _none()


def _melee(hex: int, free: Stack, dark: Stack) -> Line:
    own, theirs = ((_names(stack), _NAME_INKS[side]) for stack, side in zip((free, dark), SIDES, strict=True))
    return [(f"{hex_name(hex)} ", _STRONG), own, (" against ", DIM), theirs]


def _names(stack: Stack) -> str:
    return " + ".join(f"{_words(sign.piece.name)} ({sign.piece.strength})" for sign in stack)


def _words(name: str) -> str:
    return name.replace("_", "-")


def _none() -> list[Line]:
    return [[("none", DIM)]]


def legend_lines(data: Data, width: int, hex_numbers: bool) -> Iterator[Line]:
    """What the signs mean."""
    armies: list[Line] = [
        [(letter, SIDE_INKS[side]), (f" {_words(army)}", PLAIN_INK)]
        for army, letter in army_letters(data).items()
        for side in [data.army_sides[data.armies.index(army)]]
    ]
    yield from wrapped(_head("Armies"), armies, width)
    weapons = [
        _plain(f"{letter} {'wolf, warg' if weapon == 'beast' else weapon}")
        for weapon, letter in WEAPON_LETTERS.items()
        if weapon != "none"
    ]
    yield from wrapped(_head("Weapons"), weapons, width)
    yield from wrapped(_head("Stacks"), _stack_signs(hex_numbers), width)
    yield from wrapped(_head("Ground"), _ground_signs(), width)


def _stack_signs(large: bool) -> list[Line]:
    """Examples; a large sign ends with the strength."""
    signs = (
        ("Ep", " 7", "elf spear"),
        ("ep", " 4", "reduced"),
        ("e2", " 8", "two reduced units"),
        ("E*", "11", "with a leader"),
        ("*G", " 5", "a leader alone"),
    )
    items: list[Line] = [
        [(sign + strength * large, FREE), (f" {meaning}", PLAIN_INK)] for sign, strength, meaning in signs
    ]
    return [*items, [("E7" if large else "E", MELEE_FREE), ("A5" if large else "A", MELEE_DARK), (" melee", PLAIN_INK)]]


def _ground_signs() -> list[Line]:
    mountains: Line = [(f" {letter} ", Ink(colour, ground)) for letter, colour, ground in MOUNTAINS.values()]
    grass = GROUNDS[PLAIN].ground
    signs: list[tuple[str, int, int, str]] = [
        (*GROUNDS[PLAIN], "plain"),
        (*GROUNDS[SLOPE], "slope"),
        (*GROUNDS[DALE], "Dale"),
        (*GROUNDS[CLIFF], "cliff"),
        ("★", STAR, GROUNDS[HILLTOP].ground, "hilltop"),
        ("★", STAR, GROUNDS[DALE].ground, "star of Dale"),
        ("★", STAR, GUARD_ROOM, "Front Gate, guard room"),
        (":", MARK, grass, "path"),
        ("o", MARK, GROUNDS[SLOPE].ground, "rock pile"),
        ("O", MARK, grass, "entry circle"),
        ("_|", RIVER, grass, "river"),
        ("=", RED, grass, "red hexside, ruined bridge"),
    ]
    items: list[Line] = [
        [(f" {letter} ", Ink(colour, ground)), (f" {meaning}", PLAIN_INK)] for letter, colour, ground, meaning in signs
    ]
    return [[*mountains, (" mountain by level", PLAIN_INK)], *items, _plain("north is the top right corner")]
