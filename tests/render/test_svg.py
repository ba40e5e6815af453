"""The SVG board: everything that a scene tells is in it, at its place, and nothing else."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from bofa_env import Game
from bofa_env.data.load import load
from bofa_env.render.hexes import centre, chained, outline
from bofa_env.render.scene import scene, slug
from bofa_env.render.style import SHEET
from bofa_env.render.svg import board_svg, counter_defs, defs, panel, pieces_layer, terrain_layer
from bofa_env.rules.actions import hex_name, hex_number
from bofa_env.rules.world import HEXES

from .drawing import SVG, by_id, everything, parsed, position, used, with_key, words


@pytest.fixture(scope="module")
def game() -> Game:
    return everything()


@pytest.fixture(scope="module")
def root(game: Game) -> ElementTree.Element:
    return parsed(board_svg(game))


# --- the whole


def test_it_is_valid_and_stands_alone(root: ElementTree.Element) -> None:
    assert root.tag == f"{SVG}svg" and root.get("viewBox")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        for key, value in element.attrib.items():
            for name in re.findall(r"^#(.+)|url\(#(.+?)\)", value if key == "href" or "url(" in value else ""):
                assert (name[0] or name[1]) in ids, f"{key}={value} leads nowhere"
            assert not value.startswith("http"), value
    (style,) = root.findall(f"{SVG}style")
    assert "url(data:font" in str(style.text) and "http" not in str(style.text)


def test_every_hex_is_there(root: ElementTree.Element) -> None:
    hexes = with_key(root, "data-hex")
    assert set(hexes) == {hex_name(hex) for hex in range(HEXES)}
    for name, element in hexes.items():
        assert (int(str(element.get("x"))), int(str(element.get("y")))) == centre(hex_number(name))
    assert re.findall(r'class="number"[^>]*>(\d{4})<', terrain_layer()) == [hex_name(hex) for hex in range(HEXES)]


def test_every_counter_has_two_faces() -> None:
    symbols = by_id_all(defs())
    for name in load().pieces:
        assert f"c-{slug(name)}-full" in symbols and f"c-{slug(name)}-reduced" in symbols


def by_id_all(fragment: str) -> set[str]:
    return {str(element.get("id")) for element in ElementTree.fromstring(f"<defs>{fragment}</defs>").iter()}


def test_symbols_need_no_ancestors() -> None:
    """A browser styles the copy of a symbol without looking at what the copy stands in."""
    classes = {str(element.get("class")) for element in ElementTree.fromstring(f"<defs>{defs()}</defs>").iter()}
    assert classes == {"None", "bofa-sign", "bofa-edged"}
    alone = [line.split(" {")[0] for line in SHEET.splitlines() if line.startswith(".bofa-")]
    assert alone == [".bofa-sign", ".bofa-edged"]


@pytest.mark.parametrize(
    ("piece", "full", "reduced"),
    [
        ("elves spear 1", "7·7", "4·7"),  # R32: halves round up, the move stays
        ("elves bow 1", "7·7(6)", "4·7(3)"),
        ("azug bow 1", "4·5(4)", "2·5(2)"),
        ("wolves beast 1", "2·8", "1·8"),
        ("Gandalf", "5·7", "3·7"),
    ],
)
def test_values_on_the_faces(piece: str, full: str, reduced: str) -> None:
    tree = ElementTree.fromstring(f"<defs>{counter_defs()}</defs>")
    for which, values in (("full", full), ("reduced", reduced)):
        (symbol,) = [element for element in tree.iter("symbol") if element.get("id") == f"c-{slug(piece)}-{which}"]
        face = by_id(tree, str(symbol[0].get("href"))[1:])
        assert values in words(face)


def test_the_two_faces_and_the_armies_look_different() -> None:
    tree = ElementTree.fromstring(f"<defs>{counter_defs()}</defs>")
    faces = {str(symbol.get("id")): str(symbol[0].get("href")) for symbol in tree.iter("symbol")}
    for name in load().pieces:
        assert faces[f"c-{slug(name)}-full"] != faces[f"c-{slug(name)}-reduced"]
    assert faces["c-azug-sword-1-full"] == faces["c-azug-sword-8-full"]
    assert faces["c-azug-sword-1-full"] != faces["c-thuk-sword-1-full"]


def test_what_is_printed_on_the_map() -> None:
    ground, data = terrain_layer(), load()
    assert ground.count('class="red"') == len(data.red_hexsides)
    assert ground.count('class="slide"') == int(data.world[0].piles)
    assert ground.count('class="star"') == 7  # gate, star of Dale, three hilltops, two guard rooms
    assert ground.count('class="circle"') == 1
    entries = sum(int(bits & 15).bit_count() for bits in data.world[0].entry.tolist())
    assert ground.count('class="entry"') == entries
    for name in ("Front Gate", "Dale", "Hilltop"):
        assert f">{name}</text>" in ground


def test_the_river_is_one_line() -> None:
    from bofa_env.render.hexes import hexside

    (line,) = chained(hexside(*side) for side in load().river)
    assert len(line) == len(load().river) + 1


def test_the_outline_of_a_region() -> None:
    (one,) = outline({(5, 5)})
    assert len(one) == 7 and one[0] == one[-1]
    (two,) = outline({(5, 5), (6, 5)})
    assert len(two) == 11
    assert len(outline({(5, 5), (10, 10)})) == 2


# --- pieces and marks: there exactly when the state says so


def test_pieces_are_where_they_are(game: Game, root: ElementTree.Element) -> None:
    drawn = with_key(root, "data-piece")
    told = {piece["name"]: piece for piece in scene(game)["pieces"]}
    assert set(drawn) == set(told)
    for name, piece in told.items():
        x, y = centre(hex_number(piece["hex"]))
        dx, dy, size = piece["at"]
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", str(drawn[name].get("transform")))]
        assert numbers == pytest.approx([x + dx, y + dy, size])
        face = "reduced" if piece["reduced"] else "full"
        assert used(drawn[name])[0] == f"c-{slug(name)}-{face}"


def test_hits_and_hysteria_are_marked(root: ElementTree.Element) -> None:
    marks = {name: used(element)[1:] for name, element in with_key(root, "data-piece").items()}
    assert {name: mark for name, mark in marks.items() if mark} == {"Thranduil": ["hits-2"], "thuk sword 1": ["hysterical"]}


def test_melees_are_marked_and_nothing_else(root: ElementTree.Element) -> None:
    pieces = by_id(root, "pieces")
    x, y = centre(hex_number("1212"))
    for mark in ("melee", "swords"):
        (use,) = [use for use in pieces.iter(f"{SVG}use") if use.get("href") == f"#{mark}"]
        assert (use.get("x"), use.get("y")) == (str(x), str(y))
    assert "melee" not in used(by_id(parsed(board_svg(Game(seed=1))), "pieces"))


def test_flags_fly_over_held_areas(game: Game, root: ElementTree.Element) -> None:
    pieces = by_id(root, "pieces")
    flags = {use.get("data-area"): str(use.get("href"))[6:] for use in pieces.iter(f"{SVG}use") if "flag" in str(use.get("href"))}
    assert flags == {area: side for area, side in game.areas().items() if side}
    framed = [use.get("data-area") for use in pieces.iter(f"{SVG}use") if "held" in str(use.get("class"))]
    assert framed.count("hilltop") == 3 and framed.count("front_gate") == 1 and "dale" not in framed


def test_the_hexes_of_a_decision_are_marked() -> None:
    game = Game(seed=1)
    game.play("chip MOVE")
    game.play("chip COMBAT")
    assert 'class="origin"' not in board_svg(game)
    game.play("hex 0207")
    (origin,) = re.findall(r'<use href="#hex" x="(\d+)" y="(\d+)" class="origin"', board_svg(game))
    assert tuple(map(int, origin)) == centre(hex_number("0207"))


def test_the_target_of_an_attack_is_marked() -> None:
    game = position(
        {"name": "azug sword 1", "hex": "1515"},
        {"name": "azug sword 2", "hex": "1616"},
        {"name": "elves spear 1", "hex": "1615"},
        {"name": "thuk sword 1", "hex": "2020"},
        {"name": "elves spear 2", "hex": "2120"},
        phase="COMBAT",
    )
    game.play("hex 1615")
    assert game.decision == "attackers" and scene(game)["target"] == "1615"
    assert board_svg(game).count('class="target"') == 1


def test_a_small_scenario_veils_the_rest() -> None:
    assert 'class="off-map"' in board_svg(Game(scenario="gate", seed=1))
    assert 'class="off-map"' not in board_svg(Game(seed=1))


def test_names_are_escaped() -> None:
    told = scene(everything())
    told["pieces"][0]["name"] = '<script>"&'
    parsed(f"<svg>{pieces_layer(told)}</svg>")


# --- the panel


def in_panel(game: Game) -> str:
    return words(ElementTree.fromstring(panel(scene(game))))


def test_turn_phase_and_decision() -> None:
    game = Game(seed=1)
    game.play("chip MOVE")
    game.play("chip COMBAT")
    told = in_panel(game)
    assert "Phase 1: Dark Army, MOVE" in told
    assert f"Dark Army to decide: select, {len(game.legal_actions())} choices" in told
    assert "chosen by the Dark Army" in told and "held by the Free Peoples" in told
    drawn = ElementTree.fromstring(panel(scene(game)))
    assert words(by_id(drawn, "turn-now")) == "1"
    chips = [use.get("href") for use in drawn.iter("use") if use.get("class") == "in-cup"]
    assert sorted(map(str, chips)) == ["#chip-FC", "#chip-FIRE", "#chip-MOVE", "#chip-MOVE"]


def test_the_last_die() -> None:
    pieces = [{"name": name, "hex": "1212"} for name in ("elves spear 1", "azug sword 1")]
    spare = [{"name": "thuk sword 1", "hex": "2020"}, {"name": "elves spear 2", "hex": "2120"}]
    game = position(*pieces, *spare, phase="COMBAT")
    assert "last die" not in in_panel(game)
    game.dice([7])
    game.play("hex 1212")
    assert game.last_die == 7
    assert words(by_id(ElementTree.fromstring(panel(scene(game))), "last-die")) == "7"


@pytest.mark.parametrize("deployment", ["historical", "free"])
def test_pieces_beside_the_map(deployment: str) -> None:
    game = Game(deployment=deployment, seed=1)
    drawn = with_key(ElementTree.fromstring(panel(scene(game))), "data-beside")
    assert set(drawn) == {piece.name for piece in game.pieces() if piece.to_come}
    for element in drawn.values():  # three rows are enough, however many they are
        assert float(str(element[1].get("y"))) < 190


def test_how_a_game_ended_is_told() -> None:
    import random

    rng, game = random.Random(2), Game(scenario="skirmish", seed=2)
    while not game.over:
        game.play(rng.choice(game.legal_actions()))
    assert game.outcome is not None
    told = in_panel(game)
    assert ("A draw" in told) == (game.outcome.winner is None)
    assert f"Free Peoples {game.outcome.scores['free_peoples']}, Dark Army {game.outcome.scores['dark_army']}" in told


def test_partners_and_chance_are_told() -> None:
    assert "plain host to decide" in in_panel(Game(options=["four_players"], seed=1))
    game = Game(seed=1, explicit_chance=True)
    while not game.at_chance:
        game.play(game.legal_actions()[-1])
    assert f"chance decides: {game.chance_event}" in in_panel(game)


def test_game_and_notebook_show_the_same() -> None:
    game = everything()
    assert game.render("svg") == game._repr_svg_() == board_svg(game)
