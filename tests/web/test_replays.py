"""Frames and replays: what the page puts together from changes is what there is to see."""

from __future__ import annotations

import random
from typing import Any

import pytest
from web.test_server import recorded

from bofa_env import Game
from bofa_env.record import Recorder
from bofa_env.render.scene import scene
from bofa_env.web.export import page_of
from bofa_env.web.frames import Camera
from bofa_env.web.replays import replay
from bofa_env.web.thoughts import tells_thoughts, thinker


def applied(frame: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """What the page does with changes (player.js)."""
    stacks = {**frame["stacks"], **changes.get("stacks", {})}
    return {**frame, **changes, "stacks": {hex: stack for hex, stack in stacks.items() if stack}}


@pytest.mark.parametrize(("scenario", "options"), [("skirmish", ("hysteria",)), ("second_wave", ("chieftains",))])
def test_changes_add_up_to_the_scene(scenario: str, options: tuple[str, ...]) -> None:
    rng = random.Random(6)
    recorder = Recorder(Game(scenario=scenario, options=options, seed=6))
    while not recorder.game.over:
        recorder.play(rng.choice(recorder.game.legal_actions()))
    record = recorder.record()
    told = replay(record)
    frame = {**told["setting"], **told["start"]}
    game = record.game()
    for step, action in zip(told["steps"], record.actions, strict=True):
        game.play(action)
        frame = applied(frame, step["changes"])
        seen = scene(game)
        shown = [
            (told["counters"][number]["name"], hex, bool(reduced), hits, bool(hysterical), bool(on_top), [x, y, size])
            for hex, stack in frame["stacks"].items()
            for number, reduced, hits, hysterical, on_top, x, y, size, *_ in stack
        ]
        there = [
            (p["name"], p["hex"], p["reduced"], p["hits"], p["hysterical"], p["on_top"], p["at"]) for p in seen["pieces"]
        ]
        assert sorted(shown) == sorted(there)
        assert sorted(frame["melees"]) == sorted(seen["melees"])
        for key in ("turn", "phase", "player", "decision", "cup", "held", "areas", "outcome", "last_die"):
            assert frame[key] == seen[key]
        for key in ("dead", "to_come"):
            assert [told["counters"][number]["name"] for number in frame[key]] == [piece["name"] for piece in seen[key]]


def test_strength_is_the_sum_over_the_map() -> None:
    game = Game(seed=1)
    total = [sum(piece.strength for piece in game.pieces(side) if piece.hex) for side in ("free_peoples", "dark_army")]
    frame = Camera(game).frame()
    assert frame["strength"] == total
    assert sum(piece[8] for stack in frame["stacks"].values() for piece in stack) == sum(total)


def test_a_camera_follows_a_game_that_is_taken_back() -> None:
    game = Game(scenario="skirmish", seed=2)
    camera, before = Camera(game), game.record.copy()
    first = camera.frame()
    rng = random.Random(2)
    for _ in range(30):
        game.play(rng.choice(game.legal_actions()))
        camera.frame()
    game.record = before
    assert camera.frame() == first


def test_the_exported_page_stands_alone_and_is_small() -> None:
    page = page_of(replay(recorded()))
    assert len(page) < 1_000_000
    assert "import " not in page.split('<script type="module">')[1]
    for outside in ('src="', "href=\"http", "@import", "fetch("):
        assert outside not in page
    assert page.count("<script") == page.count("</script>") == 3


def test_text_in_a_record_cannot_break_out_of_the_page() -> None:
    record = recorded()
    evil = type(record)(**{**record.__dict__, "agents": {"dark_army": "</script><script>alert(1)</script><!--"}})
    page = page_of(replay(evil))
    assert "<script>alert" not in page and "<!--" not in page


def test_what_bots_think_goes_into_the_replay() -> None:
    def even(game: Game) -> dict[int, float]:
        legal = game.legal_actions()
        return {action: 1 / len(legal) for action in legal}

    record = recorded()
    told = replay(record, even)
    for step, (game, action) in zip(told["steps"], record.positions(), strict=True):
        assert set(step["shares"]) <= set(game.legal_names())
        assert len(step["shares"]) == min(len(game.legal_actions()), 40)
        assert Game.action_name(action) == step["action"]


def test_bots_that_cannot_tell_are_not_asked() -> None:
    assert thinker(recorded()) is None
    assert not tells_thoughts("random") and not tells_thoughts("no such bot") and tells_thoughts("ppo:any")
