"""The battlefield as text: everything can be found where it is, and with colour or without it says the same."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bofa_env import Game
from bofa_env.data.load import load
from bofa_env.render.ansi import board_text, board_width
from bofa_env.render.canvas import Canvas, Ink, line_text, wrapped
from bofa_env.render.symbols import WEAPON_LETTERS, army_letters, one_side, stacks_of
from bofa_env.rules.actions import hex_name, hex_number
from bofa_env.rules.world import COLUMNS, HEXES, ROWS, SIDES

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def map_lines(text: str) -> list[str]:
    return text.splitlines()[: ROWS + 2]


def at(text: str, hex: str) -> str:
    """What stands in a hex, found as a reader does: by the row's label, and the column's label above or below."""
    lines = map_lines(text)
    column, row = hex[:2], hex[2:]
    labels = lines[0] if int(row) % 2 == 0 else lines[-1]
    x = 3 + labels[3:].split().index(column) * 3 + (int(row) % 2) * 2
    assert labels[x : x + 2] == column
    line = next(line for line in lines[1:-1] if line.startswith(row))
    return f"{line:<{board_width()}}"[x : x + 2]


def status(text: str, head: str) -> str:
    """The line below the map that begins so, with the lines that continue it."""
    lines = text.splitlines()[ROWS + 2 :]
    first = next(number for number, line in enumerate(lines) if line.startswith(head))
    found = [lines[first]]
    for line in lines[first + 1 :]:
        if not line.startswith(" "):
            break
        found.append(line.strip())
    return " ".join(found)


def position(*pieces: dict[str, Any], **more: Any) -> Game:
    told = {"ruleset": "basic", "player": "dark_army", "phase": "MOVE", "piece": list(pieces), **more}
    return Game.from_position(told)


@pytest.fixture(scope="module")
def plain() -> str:
    return board_text(Game(seed=1), colour=False)


# --- the map


def test_every_hex_can_be_read_off() -> None:
    text = board_text(load(), colour=False)
    terrain = load().world[0]
    for hex in range(HEXES):
        shown = at(text, hex_name(hex))
        if terrain.key_of[hex] >= 0:
            assert shown[0] == "★"
        elif terrain.level[hex] and shown[0] not in "hc#":
            assert shown[0] == str(terrain.level[hex])


def test_odd_rows_are_pushed_half_a_hex() -> None:
    text = ESCAPE.sub("", board_text(load()))
    even, odd = map_lines(text)[1:3]
    assert even[3] == "1"  # 0000 begins at the edge
    assert odd[3] == " " and odd[4] == "▐" and odd[5] == "1"  # 0001 half a hex further: one character and a half


def test_what_lies_on_the_ground() -> None:
    text = board_text(load(), colour=False)
    assert at(text, "1212") == "★:"  # the star of Dale, on a path
    assert at(text, "0610") == "★o"  # the hilltop with its rock pile
    assert at(text, "0402") == "2o"
    assert at(text, "0013") == ".O"  # the entry circle
    assert at(text, "2005") == "# "
    assert at(text, "1012") == "d:"
    assert at(text, "1410") == ". "


def test_the_river_is_drawn() -> None:
    lines = map_lines(board_text(load(), colour=False))
    assert lines[1 + 18][3 + 3 * 3 + 2] == "|"  # 0318 | 0418
    assert at("\n".join(lines), "1110") == "__"  # its two southern hexsides
    assert lines[1 + 12][3 + 9 * 3 + 2] == "="  # 0912 = 1012, the ruined bridge


def test_red_hexsides_are_drawn() -> None:
    text = board_text(load(), colour=False)
    assert at(text, "1905")[1] == "="  # 1905 and 2006


@pytest.mark.parametrize("hex_numbers", [False, True])
def test_it_is_as_wide_as_it_says(hex_numbers: bool) -> None:
    text = board_text(Game(seed=1), width=board_width(hex_numbers), colour=False, hex_numbers=hex_numbers)
    assert max(map(len, text.splitlines())) == board_width(hex_numbers)


def test_it_fits_100_columns(plain: str) -> None:
    assert board_width() <= 100
    assert max(map(len, plain.splitlines())) <= 100


def test_lines_below_fit_the_width_through_a_whole_game() -> None:
    rng, game = random.Random(2), Game(seed=2)
    while game.outcome is None:
        game.play(rng.choice(game.legal_actions()))
        if rng.random() < 0.01:
            assert max(map(len, board_text(game, colour=False).splitlines())) <= 100


def test_hex_numbers() -> None:
    text = board_text(load(), colour=False, hex_numbers=True)
    numbers = re.findall(r"(?<!\d)\d{4}(?!\d)", "\n".join(text.splitlines()[: 2 * ROWS + 2]))
    assert sorted(numbers) == sorted(hex_name(hex) for hex in range(HEXES))


# --- colour


def test_no_escapes_when_plain(plain: str) -> None:
    assert "\x1b" not in plain
    assert "▌" not in plain and "▂" not in plain


@pytest.mark.parametrize("hex_numbers", [False, True])
def test_colour_changes_no_letter(hex_numbers: bool) -> None:
    game = Game(seed=1)
    coloured = ESCAPE.sub("", board_text(game, hex_numbers=hex_numbers))
    bare = board_text(game, colour=False, hex_numbers=hex_numbers)
    drawn = str.maketrans({"▌": " ", "▐": " ", "▂": "_", "┃": "|", "╪": "="})
    assert "\x1b" in board_text(game)
    for shown, plain_line in zip(coloured.splitlines(), bare.splitlines(), strict=True):
        same = shown.translate(drawn).rstrip()
        assert same.replace("=", "_") == plain_line.replace("=", "_")  # a red hexside is red, or =


def test_every_line_ends_without_colour() -> None:
    for line in board_text(Game(seed=1)).splitlines():
        assert "\x1b" not in line or line.rstrip().endswith("\x1b[0m") or ESCAPE.findall(line)[-1] == "\x1b[0m"


def test_sides_have_their_colours() -> None:
    game = position({"name": "elves spear 1", "hex": "1010"}, {"name": "azug sword 1", "hex": "1414"})
    text = board_text(game, legend=False)
    (free,) = re.findall(r"\x1b\[([0-9;]*)mEp", text)
    (dark,) = re.findall(r"\x1b\[([0-9;]*)mAs", text)
    assert "48;5;19" in free and "48;5;88" in dark


def test_game_renders_in_colour() -> None:
    game = Game(seed=1)
    assert game.render("ansi") == game.render() == board_text(game)


# --- pieces


@pytest.mark.parametrize("deployment", ["historical", "random"])
def test_pieces_appear_at_their_hex(deployment: str) -> None:
    game = Game(deployment=deployment, seed=4)
    text = board_text(game, colour=False)
    letters = army_letters(game.data)
    occupied = {piece.hex for piece in game.pieces() if piece.hex}
    for hex in occupied:
        pieces = [piece for piece in game.pieces() if piece.hex == hex]
        units = [piece for piece in pieces if not piece.leader]
        shown = at(text, str(hex))
        if not units:
            assert shown == f"*{pieces[0].name[0]}"
        elif len(pieces) > len(units):
            assert shown == letters[units[0].army] + "*"
        else:
            assert shown == letters[units[0].army] + WEAPON_LETTERS[units[0].name.split()[-2]]
    for hex_ in (hex_name(hex) for hex in range(HEXES)):
        assert (at(text, hex_)[0].isupper() or at(text, hex_)[0] == "*") == (hex_ in occupied)


def test_reduced_stacked_and_led() -> None:
    game = position(
        {"name": "elves spear 1", "hex": "1010", "reduced": True},
        {"name": "azug sword 1", "hex": "1414", "reduced": True},
        {"name": "thuk bow 1", "hex": "1414", "reduced": True},
        {"name": "dwarves axe 1", "hex": "1616"},
        {"name": "Dain", "hex": "1616"},
        {"name": "Gandalf", "hex": "1818"},
    )
    text = board_text(game, colour=False)
    assert at(text, "1010") == "ep"
    assert at(text, "1414") == "t2"  # the one on top gives the letter
    assert at(text, "1616") == "D*"
    assert at(text, "1818") == "*G"


def test_hysteria_is_marked() -> None:
    game = position(
        {"name": "azug sword 1", "hex": "1414", "hysterical": True},
        {"name": "elves spear 1", "hex": "1010"},
        ruleset="standard",
        options=["hysteria"],
    )
    assert at(board_text(game, colour=False), "1414") == "A?"


def test_the_unit_on_top_gives_the_letter() -> None:
    one = {"name": "azug sword 1", "hex": "1414", "reduced": True}
    two = {"name": "thuk bow 1", "hex": "1414", "reduced": True}
    for lower, upper, shown in ((one, two, "t2"), (two, one, "a2")):
        assert at(board_text(position(lower, upper), colour=False), "1414") == shown


def test_melees_show_both_sides() -> None:
    game = position(*({"name": name, "hex": "1212"} for name in ("elves spear 1", "azug sword 1", "Azug")))
    text = board_text(game, colour=False)
    assert at(text, "1212") == "EA"
    assert "1212 elves spear 1 (7) against Azug (4) + azug sword 1 (5)" in status(text, "Melees")
    large = board_text(game, colour=False, hex_numbers=True)
    assert "E7A9" in large


def test_a_leader_alone_in_a_melee_gives_his_initial() -> None:
    game = position({"name": "Gandalf", "hex": "1212"}, {"name": "azug sword 1", "hex": "1212"})
    assert at(board_text(game, colour=False), "1212") == "GA"


def test_large_signs_tell_the_strength() -> None:
    game = position({"name": "elves spear 1", "hex": "1010"}, {"name": "Thranduil", "hex": "1010"})
    (stack, _) = stacks_of(game).at(hex_number("1010"))
    assert one_side(stack, large=True) == "E*11"


def test_army_letters_are_different() -> None:
    letters = army_letters(load())
    assert len(set(letters.values())) == len(letters) == 12


# --- below the map


def test_the_state_of_a_new_game(plain: str) -> None:
    assert "1 of 12 (black)" in status(plain, "Turn")
    assert "Dark Army to decide choose_chip, 4 choices" in status(plain, "Turn")
    assert "3 MOVE, 1 COMBAT, 1 FIRE, 1 FC" in status(plain, "Chips") and "none held" in status(plain, "Chips")
    assert "Front Gate Free Peoples · Dale nobody" in status(plain, "Areas")
    to_come = status(plain, "To come")
    for told in ("11 osag turn 4", "11 gurash turn 4", "6 bolg turn 5", "5 wargs turn 5", "5 eagles turn 7"):
        assert told in to_come
    assert "1 beorn turn 8" in to_come
    assert status(plain, "Losses") == "Losses   Free Peoples · none"
    assert "Gandalf 1404 (5)" in status(plain, "Leaders") and "Beorn to come" in status(plain, "Leaders")
    assert "Melees" not in plain


def test_partners_are_told_apart() -> None:
    game = Game(options=["four_players"], seed=1)
    assert game.player == "plain_host"
    assert "plain-host to decide choose_chip" in status(board_text(game, colour=False), "Turn")


def test_held_chip_phase_and_die() -> None:
    game = Game(seed=1)
    game.play("chip FIRE")
    game.play("chip COMBAT")
    text = board_text(game, colour=False)
    assert "COMBAT held by the Free Peoples" in status(text, "Chips")
    while game.last_die is None:
        game.play(game.legal_actions()[0])
    assert f"last die {game.last_die}" in board_text(game, colour=False)


def test_losses_are_counted_without_the_extra_elves() -> None:
    game = position({"name": "elves spear 1", "hex": "1010", "reduced": True}, {"name": "azug sword 1", "hex": "1414"})
    losses = status(board_text(game, colour=False), "Losses")
    assert "elves 17 of 18, 1 reduced" in losses and "beorn 1 of 1" in losses


def test_the_end_is_told() -> None:
    rng, game = random.Random(1), Game(seed=1)
    while game.outcome is None:
        game.play(rng.choice(game.legal_actions()))
    told = status(board_text(game, colour=False), "Turn")
    scores = " : ".join(str(game.outcome.scores[side]) for side in SIDES)
    assert f"{scores} areas" in told
    assert ("a draw" in told) == (game.outcome.winner is None)


def test_waiting_for_chance_is_told() -> None:
    game = Game(seed=1, explicit_chance=True)
    rng = random.Random(1)
    while not game.at_chance:
        game.play(rng.choice(game.legal_actions()))
    assert f"chance decides: {game.chance_event}" in status(board_text(game, colour=False), "Turn")


def test_the_legend_explains_every_letter(plain: str) -> None:
    armies = status(plain, "Armies")
    for army, letter in army_letters(load()).items():
        assert f"{letter} {army.replace('_', '-')}" in armies
    assert "b bow" in status(plain, "Weapons")
    assert "melee" in status(plain, "Stacks")
    for word in ("mountain", "plain", "river", "rock pile", "path", "Dale", "guard room", "north"):
        assert word in status(plain, "Ground")


def test_without_legend() -> None:
    assert "Armies" not in board_text(Game(seed=1), colour=False, legend=False)


def test_the_empty_battlefield_has_a_legend_and_no_state() -> None:
    text = board_text(load(), colour=False)
    assert "Armies" in text and "Turn" not in text
    assert len(map_lines(text)) == ROWS + 2 and len(map_lines(text)[0].split()) == COLUMNS


# --- the canvas


def test_wrapping_never_breaks_an_item() -> None:
    items = [[(word, Ink())] for word in ("one two", "three four", "five")]
    lines = [line_text(line, colour=False) for line in wrapped(("Head ", Ink()), items, 16)]
    assert lines == ["Head one two", "     three four", "     five"]


def test_the_canvas_keeps_a_bare_character_for_plain_text() -> None:
    canvas = Canvas(3, 1)
    canvas.put(1, 0, "▌", Ink(3, 4), bare="x")
    assert canvas.lines(colour=False) == [" x"]
    assert canvas.lines(colour=True) == [" \x1b[0;38;5;3;48;5;4m▌\x1b[0m"]
