"""A broken data file is refused whole: with its name, the line of the mistake and the reason."""

from __future__ import annotations

import os
import pickle
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bofa_env.data.document import read
from bofa_env.data.load import DataError, load, load_world
from bofa_env.data.positions import Route, positions
from bofa_env.data.ways import read_entries
from bofa_env.rules.actions import hex_number
from bofa_env.rules.world import CLIFF, GATE

PACKAGE = resources.files("bofa_env.data")
BATTLEFIELD = (PACKAGE / "battlefield.toml").read_text(encoding="utf-8")
COUNTERS = (PACKAGE / "counters.toml").read_text(encoding="utf-8")


def refusal(path: Path, kind: str, text: str | bytes) -> DataError:
    """What is said to a file with this text."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(DataError) as caught:
        load(**{kind: path})
    error = caught.value
    assert str(error) == f"{path}, line {error.line}: {error.reason}"
    return error


def line_of(text: str, needle: str) -> int:
    assert text.count(needle) == 1, f"{needle!r} has to be there exactly once"
    return text[: text.index(needle)].count("\n") + 1


def broken(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} has to be there exactly once"
    return text.replace(old, new)


def emptied(text: str, key: str) -> str:
    """The same text with an empty list for one key."""
    return re.sub(rf"^{key} = \[.*?\]$", f"{key} = []", text, count=1, flags=re.DOTALL | re.MULTILINE)


def redrawn(text: str, hexes: dict[str, str]) -> str:
    """The same battlefield with other terrain in some hexes."""
    head, terrain, tail = text.split('"""')
    rows = [row.split() for row in terrain.strip().splitlines()]
    for name, letter in hexes.items():
        rows[int(name[2:])][int(name[:2])] = letter
    return '"""'.join([head, "\n" + "\n".join(" ".join(row) for row in rows) + "\n", tail])


# --- the battlefield: what is changed, where the mistake is then (found by its text), and the reason

FIRST_ROW = "1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 2 2"
GATE_ROW = ". . . . . . . . . . . . . . . 1 1 . . . G c 3 2 3 4 4 2"
LAST_ROW = ' . . . . . . . . . . . . . . . . . . . . . . . . . 1 1 1\n"""'
ONE_MORE = ' . . . . . . . . . . . . . . . . . . . . . . . . . 1 1 2\n"""'
TITLE = "# The battlefield: a reconstruction."
HILL_PILE = '[[rock_pile]]\nhex = "0610"\nslide = ["0611", "0712"]'
FIRST_PILE = 'hex = "0402"\nslide = ["0403", "0504"]'

BATTLEFIELD_MISTAKES = [
    # TOML itself, keys and types
    ('north = "top-right"', 'north = "top-right', 'north = "top-right', "not valid TOML"),
    ('dale_star = "1212"', 'dale_star = "1212"\ndale_star = "1212"', 'dale_star = "1212"\nhilltop', "not valid TOML"),
    ('dale_star = "1212"\n', "", TITLE, "'dale_star' is missing"),
    ('dale_star = "1212"', "dale_star = 1212", "dale_star = 1212", "a text is needed"),
    ('name = "Erebor (reconstruction)"', 'name = ""', 'name = ""', "empty"),
    ("columns = 28", 'columns = "28"', 'columns = "28"', "a whole number is needed"),
    ("columns = 28", "columns = true", "columns = true", "a whole number is needed"),
    ('entry_circle = "0013"', 'entry_circel = "0013"', "entry_circel", "unknown key 'entry_circel'"),
    ('{ north_west = "1203", north_east = "2412" }', '["1203", "2412"]', "guard_rooms", "a table is needed"),
    ('north_east = "2412" }', 'north = "2412" }', "guard_rooms", "unknown key 'north'"),
    (', north_east = "2412" }', " }", "guard_rooms", "'north_east' is missing"),
    # the grid: R2
    ("columns = 28", "columns = 29", "columns = 29", "from 28 to 28"),
    ("rows = 22", "rows = 21", "rows = 21", "from 22 to 22"),
    ('north = "top-right"', 'north = "top"', 'north = "top"', "unknown north"),
    (FIRST_ROW, FIRST_ROW[:-2], FIRST_ROW[:-2] + "\n", "row 00 has 27 hexes"),
    (GATE_ROW, GATE_ROW + " 2", GATE_ROW, "row 06 has 29 hexes"),
    (GATE_ROW, "\n" + GATE_ROW, "\n. . . . . . . . . . . . . . . 1 1", "row 06 has 0 hexes"),
    (GATE_ROW, GATE_ROW.replace("1 1", "1 x"), ". 1 x .", "unknown terrain 'x'"),
    (GATE_ROW, GATE_ROW.replace("1 1", "1 5"), ". 1 5 .", "unknown terrain '5'"),
    (LAST_ROW, '"""', '"""\n\nfront_gate', "21 rows"),
    (LAST_ROW, LAST_ROW.replace('"""', ONE_MORE), ONE_MORE, "23 rows"),
    # names of hexes
    ('dale_star = "1212"', 'dale_star = "2812"', "dale_star", "off the map"),
    ('dale_star = "1212"', 'dale_star = "1222"', "dale_star", "off the map"),
    ('dale_star = "1212"', 'dale_star = "Dale"', "dale_star", "is not a hex"),
    ('"2520", "2620", "2720"', '"2520", "2620", "2820"', '"2820"', "off the map"),
    ('"2520", "2620", "2720"', '"2520", "2620", 2720', '"2620", 2720', "a text is needed"),
    ('"2520", "2620", "2720"', '"2520", "2620", "2620"', '"2620", "2620"', "twice"),
    # the Front Gate: B-6.2, B-7
    (GATE_ROW, GATE_ROW.replace("G", "."), "front_gate =", "no Front Gate"),
    (FIRST_ROW, FIRST_ROW.replace("3", "G", 1), GATE_ROW, "more than one Front Gate"),
    ('front_gate = "2006"', 'front_gate = "2106"', "front_gate =", "at 2006, not here"),
    ('["2006", "1905"]]', '["2006", "1906"]]', "front_gate =", "open to exactly two plain hexes"),
    (GATE_ROW, GATE_ROW.replace(". G", "1 G"), "front_gate =", "open to exactly two plain hexes"),
    ('["2006", "1905"]]', '["2006", "2005"]]', "front_gate =", "neither plain nor red nor a cliff"),
    ('["2006", "1905"]]', '["2007", "2107"]]', '"2107"]]', "none of the Front Gate's"),
    (', ["2006", "1905"]]', "]", "red_hexsides", "1 red hexsides"),
    ('["2006", "1905"]]', '["2006", "1905"], ["2006", "2005"]]', "red_hexsides", "3 red hexsides"),
    ('["2006", "1905"]]', '["2006", "1904"]]', "red_hexsides", "not adjacent"),
    # the cliffs: B-6.2, B-6.4
    ('cliffs = ["2005", "2105", "2106"]', 'cliffs = ["2005", "2105"]', "cliffs =", "2 hexes"),
    ('cliffs = ["2005", "2105", "2106"]', 'cliffs = ["2005", "2105", "2107"]', "cliffs =", "something else"),
    (FIRST_ROW, FIRST_ROW.replace("3", "c", 1), "c 3 3 2 2", "2300 is that of 'cliffs'"),
    # victory areas: B-11
    ('dale_star = "1212"', 'dale_star = "1412"', "dale_star", "not in Dale"),
    ('hilltop = ["0509", "0609", "0610"]', 'hilltop = ["0509", "0609"]', "hilltop =", "2 hexes"),
    ('hilltop = ["0509", "0609", "0610"]', 'hilltop = ["0509", "0609", "0611"]', "hilltop =", "something else"),
    (". . . . . s h s .", ". . . . . h h s .", ". . . . . h h s .", "0510 is that of 'hilltop'"),
    ('north_west = "1203"', 'north_west = "1206"', "guard_rooms", "1206 is not on the north-west spur"),
    ('north_west = "1203"', 'north_west = "2413"', "guard_rooms", "2413 is not on the north-west spur"),
    ('north_east = "2412"', 'north_east = "2303"', "guard_rooms", "2303 is not on the north-east spur"),
    # the river: B-6.7
    ('["1906", "1907"],', '["1906", "1908"],', '"1908"]', "not adjacent"),
    ('["1906", "1907"],', '["1906", "1907", "1908"],', '"1908"]', "two hexes that it divides"),
    ('["1906", "1907"],', '["1906", "1907"], ["1907", "1906"],', '["1907", "1906"]', "twice"),
    ('["1906", "1907"],', '["1906", "1907"], "1908",', '"1908",', "a list is needed"),
    ('ruined_bridge = ["0912", "1012"]', 'ruined_bridge = ["1112", "1012"]', "ruined_bridge", "not on the river"),
    # the spurs: B-2
    ('dividing_line = ["2303", "2700"]', 'dividing_line = ["2700"]', "dividing_line", "lacks the mountain hexes 2303"),
    ('dividing_line = ["2303", "2700"]', 'dividing_line = ["2303", "2600"]', "dividing_line", "2600 is no mountain"),
    ('"2520", "2620", "2720"', '"2620", "2720"', "spur_north_east", "lacks the mountain hexes 2520"),
    ('"1905", "1506", "1606"', '"1905", "1506", "1606", "1706"', '"1706",\n]', "1706 is no mountain"),
    ('"1905", "1506", "1606"', '"1905", "1506", "1606", "2601"', '"2601",\n]', "2601 is no mountain"),
    # entry hexes: B-2, B-5, S-5, O-6
    ('  "2600", "2700",\n]', '  "2600",\n]', "entry_north_west", "lacks the north corner"),
    ('  "2600", "2700",\n]', '  "2600", "2700", "2601",\n]', '"2700", "2601"', "not in row 00"),
    ('  "1000", "1100",', '  "0800", "0900", "1000", "1100",', "entry_north_west", "fewer than 35"),
    ('"2714", "2715",\n]\nentry_s', '"2714", "2615",\n]\nentry_s', '"2714", "2615"', "not in column 27"),
    ('"2319", "2419",\n]', '"2319", "2418",\n]', '"2319", "2418"', "not in the three lowest rows"),
    ('"0217", "0218",\n]', '"0217", "0318",\n]', '"0217", "0318"', "not in columns 00 to 02"),
    ('entry_circle = "0013"', 'entry_circle = "0113"', "entry_circle", "not on the south-west edge"),
    # paths: B-6.6
    ('name = "west road"', 'name = "south road"', '"south road"\nhexes = ["0011"', "another path 'south road'"),
    ('"1305", "1304", "1203"]', '"1305", "1203"]', '"1305", "1203"]', "gap: 1305 and 1203"),
    ('["2718", "2617", "2616", "2515", "2514", "2413", "2412"]', '["2718"]', '["2718"]', "two hexes or more"),
    ('"1907", "2006"]', '"1907", "2007", "2006"]', '"2007", "2006"]\n', "crosses a red hexside into 2006"),
    ('"1907", "2006"]', '"1907", "2006", "2005"]', '"2006", "2005"]', "over the cliff 2005"),
    ('name = "raven path"', 'nam = "raven path"', 'nam = "raven path"', "unknown key 'nam'"),
    ('name = "raven path"\n', "", '[[path]]\nhexes = ["1509"', "'name' is missing"),
    # rock piles: B-1, S-7
    ('slide = ["0403", "0504"]', 'slide = ["0403", "0404"]', '["0403", "0404"]', "not straight"),
    ('slide = ["0403", "0504"]', 'slide = ["0504", "0605"]', '["0504", "0605"]', "not straight"),
    ('slide = ["0403", "0504"]', 'slide = ["0403"]', 'slide = ["0403"]', "1 hexes"),
    ('slide = ["0403", "0504"]', 'slide = ["0401", "0500"]', '["0401", "0500"]', "the levels are 2, 2, 1"),
    (FIRST_PILE, 'hex = "0101"\nslide = ["0201", "0301"]', '["0201", "0301"]', "the levels are 2, 1, 2"),
    ('hex = "0402"', 'hex = "0404"', 'hex = "0404"', "neither on the mountain nor on the hilltop"),
    ('hex = "0803"', 'hex = "0402"', '"0402"\nslide = ["0804"', "another rock pile in 0402"),
    (HILL_PILE, "", "[[rock_pile]]\n" + FIRST_PILE, "no rock pile is on the hill"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "needle", "reason"), BATTLEFIELD_MISTAKES)
def test_mistakes_in_the_battlefield(tmp_path: Path, old: str, new: str, needle: str, reason: str) -> None:
    """R2: every statement of the rulebook about the map is checked: B-2, B-5, B-6, B-11, S-7"""
    text = broken(BATTLEFIELD, old, new)
    error = refusal(tmp_path / "field.toml", "battlefield", text)
    assert reason in error.reason
    assert error.line == line_of(text, needle)


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("river", "no river"),
        ("hilltop", "0 hexes"),
        ("red_hexsides", "0 red hexsides"),
        ("spur_north_west", "lacks the mountain hexes 0000, 0100"),
        ("entry_north_east", "lacks the north corner"),
        ("entry_south_east", "48 entry triangles"),  # B-2: 58 units set up there
    ],
)
def test_empty_lists_in_the_battlefield(tmp_path: Path, key: str, reason: str) -> None:
    """R2"""
    text = emptied(BATTLEFIELD, key)
    error = refusal(tmp_path / "field.toml", "battlefield", text)
    assert reason in error.reason
    assert error.line == line_of(text, f"{key} = []")


def test_a_cliff_far_from_the_gate(tmp_path: Path) -> None:
    """B-6.2: the cliffs lie behind the gate"""
    text = redrawn(BATTLEFIELD, {"2300": "c", "2105": "3"})
    text = broken(text, '"2105", "2106"]', '"2300",\n  "2106"]')
    error = refusal(tmp_path / "field.toml", "battlefield", text)
    assert "cliff 2300 does not lie behind the Front Gate" in error.reason
    assert error.line == line_of(text, '"2300",\n  "2106"]')


@pytest.mark.parametrize(("terrain", "reason"), [(CLIFF, "nobody can enter at hex 2500"), (GATE, "nobody can enter")])
def test_nobody_enters_onto_a_cliff_or_into_the_gate(terrain: int, reason: str) -> None:
    """B-5, B-6.4"""
    file = read(Path(str(PACKAGE / "battlefield.toml")))
    drawn = load_world()["terrain"][0].tolist()
    drawn[hex_number("2500")] = terrain
    with pytest.raises(DataError, match=reason) as caught:
        read_entries(file, tuple(drawn))
    assert caught.value.line > line_of(BATTLEFIELD, "entry_north_west = [")


def test_dale_of_one_hex(tmp_path: Path) -> None:
    """B-11.4"""
    others = ["1111", "1211", "1012", "1112", "1312", "1113", "1213", "1313"]
    text = redrawn(BATTLEFIELD, dict.fromkeys(others, "."))
    error = refusal(tmp_path / "field.toml", "battlefield", text)
    assert "several hexes" in error.reason
    assert error.line == line_of(text, "dale_star =")


def test_more_rock_piles_than_there_is_room_for(tmp_path: Path) -> None:
    """S-7: 11 are there already, and 16 fit in"""
    piles = [f'[[rock_pile]]\nhex = "{c + 1}02"\nslide = ["{c}03", "{c}04"]\n' for c in range(11, 17)]
    fits = tmp_path / "fits.toml"
    fits.write_text(BATTLEFIELD + "".join(piles[:5]))
    assert load_world(fits)["piles"][0] == 16
    text = BATTLEFIELD + "".join(piles)
    error = refusal(tmp_path / "field.toml", "battlefield", text)
    assert "17 rock piles" in error.reason
    assert error.line == line_of(text, piles[-1])


# --- the counters

ELVES = '[[army]]\nname = "elves"'
BARD = 'leader = { name = "Bard", strength = 3, move = 6, bow = 1 }'
THORIN = 'leader = { name = "Thorin", strength = 6, move = 4, also_unit = true }'
WOLVES = '{ weapon = "beast", strength = 2, move = 8, count = 8 }'
ELF_SPEARS = '{ weapon = "spear", strength = 7, move = 7, count = 8, extra = 2 }'
ELF_BOWS = '{ weapon = "bow",   strength = 7, move = 7, bow = 6, count = 8, extra = 1 }'
EAGLES_ENTER = 'enters = { turn = 7, at = ["entry_north_west", "entry_north_east"] }'

COUNTER_MISTAKES = [
    # TOML itself, keys and types
    (WOLVES, WOLVES[:-1], WOLVES[:-1], "not valid TOML"),
    ('name = "Bard", ', "", "leader = { strength = 3, move = 6", "'name' is missing"),
    ('name = "wolves"', "name = 8", "name = 8", "a text is needed"),
    ('name = "wolves"', 'name = ""', 'name = ""', "empty"),
    ('name = "wolves"\n', "", '[[army]]\nside = "dark_army"\nkind = "wolf"', "'name' is missing"),
    (f"units = [ {WOLVES} ]", "", '[[army]]\nname = "wolves"', "'units' is missing"),
    (f"units = [ {WOLVES} ]", f"units = {WOLVES}", f"units = {WOLVES}", "a list is needed"),
    (f"units = [ {WOLVES} ]", "units = [ 8 ]", "units = [ 8 ]", "a table is needed"),
    (f"units = [ {WOLVES} ]", "units = [ ]", '[[army]]\nname = "wolves"', "has no pieces"),
    (THORIN, THORIN.replace("true", "1"), THORIN.replace("true", "1"), "true or false is needed"),
    (BARD, BARD.replace("bow", "bows"), "bows = 1", "unknown key 'bows'"),
    ('kind = "wolf"', 'kind = "wolf"\ncolour = "brown"', "colour =", "unknown key 'colour'"),
    # words
    ('name = "wolves"\nside = "dark_army"', 'name = "wolves"\nside = "dark"', 'side = "dark"', "unknown side 'dark'"),
    ('kind = "wolf"', 'kind = "hound"', 'kind = "hound"', "unknown kind 'hound'"),
    ('weapon = "axe", strength = 6', 'weapon = "club", strength = 6', '"club"', "unknown weapon 'club'"),
    ('weapon = "axe", strength = 6', 'weapon = "none", strength = 6', '"none", str', "unknown weapon 'none'"),
    ('start = "front_gate"', 'start = "back_door"', '"back_door"', "unknown start 'back_door'"),
    ('start = "front_gate"', 'start = "entry_south_east"', 'start = "entry_south_east"', "unknown start"),
    ('start = "front_gate"', "start = []", "start = []", "empty"),
    (EAGLES_ENTER, EAGLES_ENTER.replace("_east", "_esat"), "_esat", "unknown at 'entry_north_esat'"),
    (EAGLES_ENTER, EAGLES_ENTER.replace("7", "0"), "turn = 0", "from 1 to 16"),
    (EAGLES_ENTER, EAGLES_ENTER.replace("7", "17"), "turn = 17", "from 1 to 16"),
    (EAGLES_ENTER, EAGLES_ENTER.replace("turn = 7, ", ""), "enters = { at =", "'turn' is missing"),
    (EAGLES_ENTER, "", '[[army]]\nname = "eagles"', "either 'start' or 'enters'"),
    (EAGLES_ENTER, EAGLES_ENTER + '\nstart = "front_gate"', EAGLES_ENTER, "either 'start' or 'enters'"),
    (BARD, BARD + "\nleaders = []", "leaders = []", "either 'leader' or 'leaders'"),
    # values: R4
    (WOLVES, WOLVES.replace("= 2", "= 0"), "strength = 0", "'strength' is 0"),
    (WOLVES, WOLVES.replace("= 2", "= -2"), "strength = -2", "'strength' is -2"),
    (WOLVES, WOLVES.replace("= 2", "= 2.5"), "strength = 2.5", "a whole number is needed"),
    (WOLVES, WOLVES.replace("= 2", "= 200"), "strength = 200", "'strength' is 200"),
    (WOLVES, WOLVES.replace("move = 8", "move = 0"), "move = 0", "'move' is 0"),
    (WOLVES, WOLVES.replace("count = 8", "count = 0"), "count = 0", "'count' is 0"),
    (WOLVES, WOLVES.replace("count = 8", "count = -8"), "count = -8", "'count' is -8"),
    (WOLVES, WOLVES.replace("move = 8, ", ""), '"beast", strength = 2', "'move' is missing"),
    (BARD, BARD.replace("bow = 1", "bow = 0"), "bow = 0", "'bow' is 0"),
    (WOLVES, WOLVES.replace("count", "bow = 1, count"), "bow = 1, count", "archers, and no other units"),
    (ELF_BOWS, ELF_BOWS.replace("bow = 6, ", ""), "count = 8, extra = 1", "archers, and no other units"),
    # extra elves: B-2, O-8
    (ELF_SPEARS, ELF_SPEARS.replace("extra = 2", "extra = 9"), "extra = 9", "'extra' is 9; it has to be from 0 to 8"),
    (ELF_SPEARS, ELF_SPEARS.replace("extra = 2", "extra = -1"), "extra = -1", "'extra' is -1"),
    (ELF_SPEARS, ELF_SPEARS.replace("extra = 2", "extra = 3"), ELVES, "3 extra elf spears; O-8 needs 2"),
    (ELF_BOWS, ELF_BOWS.replace(", extra = 1", ""), ELVES, "0 extra elf bows; O-8 needs 1"),
    (WOLVES, WOLVES.replace("count = 8", "count = 8, extra = 1"), "extra = 1 } ]", "only elves"),
    # how many: R4
    (WOLVES, WOLVES.replace("count = 8", "count = 7"), '[[army]]\nname = "wargs"', "dark_army has 93 pieces"),
    (ELF_BOWS, ELF_BOWS.replace("= 8", "= 9"), '[[army]]\nname = "beorn"', "free_peoples has 47 pieces"),
    # names
    ('name = "Bilbo",   ', 'name = "Gandalf", ', '"Gandalf", strength = 2', "another piece 'Gandalf'"),
    ('name = "wargs"', 'name = "wolves"', '"wolves"\nside = "dark_army"\nkind = "warg"', "another army 'wolves'"),
    ('name = "azug"', 'name = "azog"', ELVES, "the tribe 'azug' is missing"),
    ('leader = { name = "Azug", strength = 4, move = 5 }', "", '[[army]]\nname = "azug"', "one chieftain, not 0"),
    # Thorin: B-10.4
    (THORIN, THORIN.replace(", also_unit = true", ""), 'leader = { name = "Thorin"', "Thorin, and no other leader"),
    (BARD, BARD.replace("bow = 1", "also_unit = true"), '"Bard"', "Thorin, and no other leader"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "needle", "reason"), COUNTER_MISTAKES)
def test_mistakes_in_the_counters(tmp_path: Path, old: str, new: str, needle: str, reason: str) -> None:
    """R4, B-2, O-8"""
    text = broken(COUNTERS, old, new)
    error = refusal(tmp_path / "chits.toml", "counters", text)
    assert reason in error.reason
    assert error.line == line_of(text, needle)


def test_a_tribe_of_the_free_peoples_is_refused(tmp_path: Path) -> None:
    """O-6"""
    old = 'name = "gurash"\nside = "dark_army"'
    text = broken(COUNTERS, old, old.replace("dark_army", "free_peoples"))
    error = refusal(tmp_path / "chits.toml", "counters", text)
    assert "the tribe 'gurash' fights for the dark_army" in error.reason
    assert error.line == line_of(text, 'side = "free_peoples"\nkind = "goblin"')


def test_an_empty_counters_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "chits.toml", "counters", "").reason == "'army' is missing"
    assert "free_peoples has 0 pieces" in refusal(tmp_path / "chits.toml", "counters", "army = []").reason


# --- files


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    error = refusal(tmp_path / "chits.toml", "counters", b"# the counters\n# \xff\n")
    assert (error.line, error.reason) == (2, "this is not UTF-8 text")


def test_a_file_that_ends_too_soon(tmp_path: Path) -> None:
    text = BATTLEFIELD[: BATTLEFIELD.index("front_gate =")].rstrip().removesuffix('"""')
    error = refusal(tmp_path / "field.toml", "battlefield", text)
    assert "not valid TOML" in error.reason
    assert error.line == text.count("\n") + 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        load(tmp_path / "nowhere.toml")


def test_the_error_can_be_pickled(tmp_path: Path) -> None:
    error = refusal(tmp_path / "chits.toml", "counters", "")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, DataError)
    assert str(again) == str(error)
    assert isinstance(error, ValueError)


def test_other_files_of_the_same_format(tmp_path: Path) -> None:
    """R2, R4: whoever owns the printed map or the counter sheet loads them instead; line ends do not matter"""
    field, chits = tmp_path / "field.toml", tmp_path / "chits.toml"
    indented = BATTLEFIELD.replace('\n"""', '\n  """')
    field.write_bytes(indented.replace("\n", "\r\n").encode())
    chits.write_text(broken(COUNTERS, WOLVES, WOLVES.replace("= 2", "= 3")))
    data = load(str(field), chits)
    wolf = data.piece_number["wolves beast 1"]
    assert data.world["strength"][0][wolf] == 3
    assert load().world["strength"][0][wolf] == 2
    assert np.array_equal(data.world["step_cost"], load_world()["step_cost"])


def test_units_written_as_tables_of_their_own(tmp_path: Path) -> None:
    """The other way in which TOML spells the same thing; lines are found there too."""
    long = '[[army.units]]\nweapon = "beast"\nstrength = 2\nmove = 8\ncount = 8\n'
    chits = tmp_path / "chits.toml"
    chits.write_text(broken(COUNTERS, f"units = [ {WOLVES} ]", long))
    assert load_world(counters=chits).tobytes() == load_world().tobytes()
    text = broken(COUNTERS, f"units = [ {WOLVES} ]", long.replace("move = 8", "move = -8"))
    assert refusal(chits, "counters", text).line == line_of(text, "move = -8")


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    chits = tmp_path / "chits.toml"
    chits.write_text(COUNTERS)
    first = load(counters=chits)
    assert load(counters=chits) is first
    os.utime(chits, ns=(1, 1))
    assert load(counters=chits) is not first


# --- whatever is done to a file, it is loaded or refused properly

LINES = {"battlefield": BATTLEFIELD.splitlines(), "counters": COUNTERS.splitlines()}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(kind=st.sampled_from(sorted(LINES)), random=st.data())
def test_any_damage_is_loaded_or_refused(tmp_path: Path, kind: str, random: st.DataObject) -> None:
    """R2, R4"""
    lines = list(LINES[kind])
    number = random.draw(st.integers(0, len(lines) - 1))
    damage = random.draw(st.sampled_from(["drop", "double", "digit", "word"]))
    if damage == "drop":
        del lines[number]
    elif damage == "double":
        lines.insert(number, lines[number])
    else:
        tokens = list(re.finditer(r"\d+|$" if damage == "digit" else r'"\w+"|\w+|$', lines[number]))
        token = random.draw(st.sampled_from(tokens))
        junk = random.draw(st.sampled_from(["0", "99", "-1", '"0000"', "[]", "{}", "true", "1.5", "x", ""]))
        lines[number] = lines[number][: token.start()] + junk + lines[number][token.end() :]
    path = tmp_path / f"{kind}.toml"
    path.write_text("\n".join(lines))
    try:
        load(**{kind: path})
    except DataError as error:
        assert 1 <= error.line <= len(lines) + 1
        assert error.reason


# --- where values stand


def routes(value: Any, route: Route = ()) -> list[Route]:
    """The way to every value of a TOML document."""
    items: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [route, *(deeper for key, item in items for deeper in routes(item, (*route, key)))]


ODD_TOML = '''# "quoted" [not a table]
"key" = 'a # b'
a.b = 1.5  # a dotted key, and a number with a dot
when = 1979-05-27 07:32:00.5
text = """one
two \\" three""""
plain = \'\'\'
x\'\'\'
list = [ # comment
  [1, 2], [],
  { p = "]", q.r = [ 3 ] },
]
[table]
x = true
[table.inner]
[[rows]]
y = 1
[[rows.more]]
z = 1
[[rows.more]]
z = 2
[[rows]]
[[rows.more]]
[rows.more.last]
w = 0'''


@pytest.mark.parametrize("text", [BATTLEFIELD, COUNTERS, ODD_TOML])
def test_every_value_has_a_line(text: str) -> None:
    lines = positions(text)
    assert set(routes(tomllib.loads(text))) <= set(lines)


def test_lines_of_odd_toml() -> None:
    lines = positions(ODD_TOML)
    rows = ODD_TOML.splitlines()
    expected: dict[Route, str] = {
        ("key",): "\"key\" = 'a # b'",
        ("a", "b"): "a.b = 1.5  # a dotted key, and a number with a dot",
        ("text", 1): 'two \\" three""""',
        ("plain", 0): "x'''",
        ("list", 0, 1): "  [1, 2], [],",
        ("list", 2, "q", "r", 0): '  { p = "]", q.r = [ 3 ] },',
        ("table", "inner"): "[table.inner]",
        ("rows", 0, "more", 1, "z"): "z = 2",
        ("rows", 1, "more", 0, "last", "w"): "w = 0",
    }
    assert {route: rows[lines[route] - 1] for route in expected} == expected
