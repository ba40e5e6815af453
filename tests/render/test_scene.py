"""Scenes: what a picture has to show, as plain JSON."""

from __future__ import annotations

import json
import random

import pytest

from bofa_env import Game
from bofa_env.render.hexes import centre
from bofa_env.render.scene import scene, slug
from bofa_env.rules.actions import hex_number

from .drawing import everything, position


def piece_in(game: Game, name: str) -> dict[str, object]:
    (found,) = [piece for piece in scene(game)["pieces"] if piece["name"] == name]
    return found


def test_a_scene_is_json_all_through_a_game() -> None:
    rng, game = random.Random(3), Game(options=["hysteria", "chieftains"], seed=3)
    while not game.over:
        game.play(rng.choice(game.legal_actions()))
        if rng.random() < 0.02 or game.over:
            assert json.loads(json.dumps(scene(game))) == scene(game)
    assert scene(game)["outcome"]["level"] == game.outcome.level  # type: ignore[union-attr]


def test_every_piece_is_somewhere_once() -> None:
    game = Game(seed=1)
    told = scene(game)
    names = [piece["name"] for place in ("pieces", "to_come", "dead") for piece in told[place]]
    extra = {piece for number, piece in enumerate(game.data.pieces) if game.data.world[0].extra[number]}
    assert sorted(names) == sorted(set(game.data.pieces) - extra)  # B-2: the extra elves are set aside
    assert {piece["name"]: piece["hex"] for piece in told["pieces"]} == {
        piece.name: piece.hex for piece in game.pieces() if piece.hex
    }


def test_what_a_piece_looks_like() -> None:
    game = everything()
    assert piece_in(game, "azug sword 1")["reduced"] and piece_in(game, "azug sword 1")["hits"] == 1
    assert not piece_in(game, "elves spear 1")["reduced"]
    assert piece_in(game, "Thranduil")["hits"] == 2 and not piece_in(game, "Thranduil")["reduced"]  # S-10: hits, not steps
    assert piece_in(game, "thuk sword 1")["hysterical"]
    assert piece_in(game, "Thrak")["on_top"] and not piece_in(game, "Dain")["on_top"]


def test_leaders_of_the_basic_game_have_a_reduced_side() -> None:
    game = position({"name": "Azug", "hex": "1515", "hits": 1}, {"name": "Bard", "hex": "2020"}, ruleset="basic", options=[])
    assert piece_in(game, "Azug")["reduced"]


def test_melees_and_pools() -> None:
    told = scene(everything())
    assert told["melees"] == ["1212"]
    assert [piece["name"] for piece in told["to_come"]] == ["Beorn"] and told["to_come"][0]["turn"] == 8
    assert len(told["dead"]) == 137 - 13


def test_the_state_of_the_turn() -> None:
    game = Game(seed=1)
    told = scene(game)
    assert (told["turn"], told["last_turn"], told["first_player"]) == (1, 12, "dark_army")
    assert (told["player"], told["decision"], told["choices"]) == ("dark_army", "choose_chip", 4)
    assert told["cup"] == {"MOVE": 3, "COMBAT": 1, "FIRE": 1, "FC": 1} and told["held"] is None
    game.play("chip MOVE")
    game.play("chip COMBAT")
    told = scene(game)
    assert (told["chosen"], told["held"], told["holder"]) == ("MOVE", "COMBAT", "free_peoples")
    assert (told["phase"], told["phase_number"], told["phasing_player"]) == ("MOVE", 1, "dark_army")
    game.play("hex 0207")
    assert scene(game)["origin"] == "0207" and scene(game)["decision"] == "destination"


def test_areas_are_those_of_the_game() -> None:
    game = everything()
    told = scene(game)
    assert told["areas"] == game.areas() and set(told["areas"].values()) == {"free_peoples", "dark_army", None}
    assert told["keys"]["hilltop"] == ["0509", "0609", "0610"] and told["keys"]["front_gate"] == ["2006"]


def test_the_region_of_a_scenario() -> None:
    assert scene(Game(scenario="gate", seed=1))["region"] == [13, 27, 2, 15]
    assert scene(Game(seed=1))["region"] is None


def test_slugs_are_different() -> None:
    names = Game(seed=1).data.pieces
    assert slug("lake_men bow 3") == "lake-men-bow-3"
    assert len({slug(name) for name in names}) == len(names)


# --- placing: as `placed` says


def test_a_lone_piece_lies_in_the_middle() -> None:
    assert piece_in(everything(), "thuk sword 1")["at"] == [0, 0, 1]


def test_units_of_a_stack_lie_below_each_other_and_the_leader_aside() -> None:
    game = position(
        {"name": "azug sword 1", "hex": "1515", "reduced": True},
        {"name": "azug sword 2", "hex": "1515", "reduced": True},
        {"name": "Azug", "hex": "1515"},
        {"name": "elves spear 1", "hex": "2020"},
    )
    assert piece_in(game, "azug sword 1")["at"] == [0, 4.5, 1]  # the lower one, its numbers seen below the other
    assert piece_in(game, "azug sword 2")["at"] == [0, -4.5, 1]
    assert piece_in(game, "Azug")["at"] == [11, -10, 0.75]
    order = [piece["name"] for piece in scene(game)["pieces"] if piece["hex"] == "1515"]
    assert order == ["azug sword 1", "azug sword 2", "Azug"]  # drawn from the bottom up


def test_a_leader_beneath_is_drawn_first() -> None:
    order = [piece["name"] for piece in scene(everything())["pieces"] if piece["hex"] == "2006"]
    assert order == ["Dain", "dwarves axe 1"]
    assert piece_in(everything(), "Dain")["at"] == [13, -7, 0.75]


def test_in_a_melee_the_sides_stand_apart() -> None:
    game = everything()
    assert piece_in(game, "elves spear 1")["at"] == [-12, 0, 0.8]
    assert piece_in(game, "azug sword 1")["at"] == [12, pytest.approx(3.6), 0.8]
    assert piece_in(game, "Thranduil")["at"][0] < -12  # type: ignore[index]


def test_hexes_lie_where_they_should() -> None:
    x, y = centre(hex_number("0000"))
    assert centre(hex_number("0100")) == (x + 42, y)
    assert centre(hex_number("0001")) == (x + 21, y + 36)  # odd rows are pushed half a hex to the right
    assert centre(hex_number("0002")) == (x, y + 72)
