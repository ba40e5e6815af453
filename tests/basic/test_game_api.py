"""The Game object (what others rely on): names, actions, refusals that change nothing, copies, seeds."""

from __future__ import annotations

import copy
import pickle
import random
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bofa_env import Game
from bofa_env.data.load import DataError, UnknownPiece
from bofa_env.errors import IllegalAction, UnknownName
from tests.helpers import ALL_HEXES, DARK, FREE, position, snapshot

DECISIONS = {
    "deploy", "choose_chip", "held_or_draw", "fire_or_combat", "select", "select_pieces", "enter", "destination",
    "stack_order", "combat_target", "second_wave", "attackers", "take_hit", "advance", "fire_target", "shooters",
}  # fmt: skip


def refused(game: Game, action: Any) -> str:
    """Why an action is refused; it must change nothing."""
    before = snapshot(game)
    with pytest.raises(IllegalAction) as error:
        game.play(action)
    assert snapshot(game) == before
    return str(error.value)


# --- where the game stands


def test_a_fresh_game() -> None:
    """B-2, B-3: the historical deployment, turn 1, the Dark Army takes a chip"""
    game = Game(ruleset="basic", options=(), deployment="historical", seed=7)
    assert (game.ruleset, game.options, game.seed) == ("basic", (), 7)
    assert (game.turn, game.phase, game.phasing_player) == (1, None, None)
    assert (game.player, game.decision, game.subject, game.outcome, game.over) == (DARK, "choose_chip", None, None, False)


def test_a_phase() -> None:
    """B-1, B-4: phase and phasing player"""
    game = Game("basic", seed=7)
    game.play("chip MOVE")
    game.play("chip FIRE")
    assert (game.turn, game.phase, game.phasing_player, game.player, game.decision) == (1, "MOVE", DARK, DARK, "select")


def test_a_piece() -> None:
    """What there is to know about a piece"""
    game = position({"Gandalf": "1203 reduced beneath", "elves bow 1": "1203", "Beorn": "to come"})
    gandalf = game.piece("Gandalf")
    assert (gandalf.name, gandalf.side, gandalf.army) == ("Gandalf", FREE, "wanderers")
    assert (gandalf.hex, gandalf.steps, gandalf.hits, gandalf.strength, gandalf.move) == ("1203", 1, 1, 3, 7)
    assert gandalf.leader and not gandalf.on_top and not gandalf.to_come and not gandalf.hysterical
    bow = game.piece("elves bow 1")
    assert (bow.bow, bow.leader, bow.steps, bow.strength) == (6, False, 2, 7)
    assert game.piece("Beorn").to_come and game.piece("Beorn").hex is None
    assert game.piece("Bolg").steps == 0


def test_pieces_by_side() -> None:
    """R4: 46 and 94"""
    game = Game("basic", seed=1)
    assert (len(game.pieces()), len(game.pieces(FREE)), len(game.pieces(DARK))) == (140, 46, 94)


def test_names_count_in_the_order_of_the_counters() -> None:
    """R4: army, weapon, number; the spears of 7 come before those of 6"""
    game = Game("basic", seed=1)
    assert game.piece("azug sword 3").army == "azug"
    world = game.data.world[0]
    strengths = [int(world.strength[game.data.piece_number[f"elves spear {n}"]]) for n in range(1, 13)]
    assert strengths == [7] * 8 + [6] * 4


# --- actions


def test_every_action_has_a_name_and_a_number() -> None:
    """The first 616 are the hexes"""
    names = [Game.action_name(number) for number in range(len(Game("basic", seed=1).action_mask()))]
    assert len(set(names)) == len(names) > 616
    assert set(names[:616]) == {f"hex {hex}" for hex in ALL_HEXES}
    assert [Game.action_number(name) for name in names] == list(range(len(names)))


@pytest.mark.parametrize(
    "name",
    [
        "chip MOVE", "chip COMBAT", "chip FIRE", "chip FC", "play held", "draw", "fire", "combat", "enter", "done",
        "skip", "none", "commit", "take 1", "take 2", "take 3", "take 1+2", "take 1+3", "take 2+3", "take 1+2+3",
        "leader on top", "leader beneath",
    ],
)  # fmt: skip
def test_the_verbs_of_the_contract(name: str) -> None:
    """The names that others use"""
    assert Game.action_name(Game.action_number(name)) == name


def test_played_by_number_or_by_name() -> None:
    one, other = Game("basic", seed=3), Game("basic", seed=3)
    one.play("chip MOVE")
    other.play(other.action_number("chip MOVE"))
    assert snapshot(one) == snapshot(other)
    one.play(np.int64(one.action_number("chip FIRE")))
    other.play("chip FIRE")
    assert snapshot(one) == snapshot(other)


def test_the_mask_says_what_is_legal() -> None:
    """Exactly the legal actions, and a fresh array each time"""
    game = Game("basic", seed=3)
    mask = game.action_mask()
    assert mask.dtype == np.int8 and list(np.flatnonzero(mask)) == game.legal_actions()
    assert [game.action_name(action) for action in game.legal_actions()] == game.legal_names()
    mask[:] = 0
    assert game.legal_actions()


def test_legal_is_what_can_be_played() -> None:
    """At decisions of many kinds: every legal action can be played, every other is refused and changes nothing"""
    rng = random.Random(4)
    game = Game("basic", seed=4, deployment="random")
    seen: set[str] = set()
    for _ in range(4000):
        if game.over:
            break
        assert game.decision is not None
        if game.decision not in seen:
            seen.add(game.decision)
            before = game.record.tobytes()
            for action, legal in enumerate(game.action_mask()):
                if legal:
                    game.clone().play(action)
                else:
                    with pytest.raises(IllegalAction):
                        game.play(action)
            assert game.record.tobytes() == before
        game.play(rng.choice(game.legal_actions()))
    assert len(seen) >= 9 and seen <= DECISIONS


@pytest.mark.parametrize("seed", range(3))
def test_forced_decisions_are_taken_by_the_engine(seed: int) -> None:
    """Whoever is asked has a choice; games end; decisions are of the known kinds"""
    rng = random.Random(seed)
    game = Game("basic", seed=seed)
    for _ in range(20_000):
        if game.over:
            break
        assert len(game.legal_actions()) > 1
        assert game.decision in DECISIONS and game.player in (FREE, DARK)
        game.play(rng.choice(game.legal_actions()))
    assert game.over and game.outcome is not None and game.turn <= 12


# --- bad input


@pytest.mark.parametrize("action", ["hex 1717", "done", "chip STAY", "MOVE", "", "hex 9999", "hex 1", "HEX 1212", "take 4"])
def test_an_illegal_or_unknown_name(action: str) -> None:
    """Refused with a word about what is legal or what an action is"""
    said = refused(Game("basic", seed=1), action)
    assert repr(action) in said or action.removeprefix("hex ") in said


@pytest.mark.parametrize("action", [-1, 0, 648, 10**30, 1.5, None, True, b"done", ["done"], ("done",), {}])
def test_an_illegal_or_impossible_number(action: Any) -> None:
    """Whatever is given, the answer is IllegalAction, and nothing changes"""
    assert refused(Game("basic", seed=1), action)


def test_a_refusal_tells_what_is_legal() -> None:
    said = refused(Game("basic", seed=1), "done")
    assert "choose_chip" in said and "chip MOVE" in said and DARK in said


def test_a_finished_game_takes_no_action() -> None:
    game = position({}, turn=12, phase_number=6)
    game.play("done")
    assert "over" in refused(game, "done")


@pytest.mark.parametrize("ruleset", ["advanced", "Basic", "", None, 1])
def test_an_unknown_ruleset(ruleset: Any) -> None:
    """UnknownName, with the names that there are"""
    with pytest.raises(UnknownName, match="basic, standard"):
        Game(ruleset=ruleset)


@pytest.mark.parametrize("options", [("dragons",), ("bat",), (None,), "bats"])
def test_an_unknown_option(options: Any) -> None:
    """Also a bare word instead of a collection"""
    with pytest.raises(UnknownName, match="bats"):
        Game("standard", options=options)


def test_hysteria_needs_the_standard_game() -> None:
    """R33: asked for with basic it is refused"""
    with pytest.raises(ValueError, match="R33"):
        Game("basic", options=("hysteria",))


@pytest.mark.parametrize("deployment", ["historic", "", None])
def test_an_unknown_deployment(deployment: Any) -> None:
    with pytest.raises(UnknownName, match="historical"):
        Game("basic", deployment=deployment)


@pytest.mark.parametrize("seed", ["7", 1.5, [7], b"7"])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    """TypeError"""
    with pytest.raises(TypeError, match="seed"):
        Game("basic", seed=seed)


@pytest.mark.parametrize("seed", [-1, 2**63, True])
def test_a_seed_out_of_range(seed: Any) -> None:
    """ValueError with the range"""
    with pytest.raises(ValueError, match="seed"):
        Game("basic", seed=seed)


def test_an_unknown_piece() -> None:
    """With the name that was meant"""
    game = Game("basic", seed=1)
    with pytest.raises(UnknownPiece, match="Gandalf"):
        game.piece("gandalf")
    with pytest.raises(UnknownPiece, match="azug sword 1"):
        game.piece("azug swrd 1")


def test_an_unknown_side_or_hex() -> None:
    game = Game("basic", seed=1)
    with pytest.raises(UnknownName, match="free_peoples"):
        game.pieces("elves")
    with pytest.raises(UnknownName, match="free_peoples"):
        game.stack("1212", "elves")
    with pytest.raises(ValueError, match="9999"):
        game.stack("9999", DARK)
    with pytest.raises(ValueError, match="CCRR"):
        game.stack("12", DARK)


@pytest.mark.parametrize("number", [-1, 648, 10**9])
def test_the_name_of_no_action(number: int) -> None:
    with pytest.raises(ValueError, match=str(number)):
        Game.action_name(number)


@pytest.mark.parametrize("name", ["hex 2812", "hop", ""])
def test_the_number_of_no_action(name: str) -> None:
    with pytest.raises(ValueError):
        Game.action_number(name)


def test_a_missing_data_file(tmp_path: Path) -> None:
    for which in ("battlefield", "counters"):
        with pytest.raises(FileNotFoundError, match="nowhere"):
            Game("basic", seed=1, **{which: tmp_path / "nowhere.toml"})


@pytest.mark.parametrize(
    "which, wrong, right",
    [
        ("battlefield", 'front_gate = "2006"', 'front_gate = "9906"'),
        ("battlefield", "columns = 28", "columns = 27"),
        ("counters", 'name = "Gandalf", strength = 5', 'name = "Gandalf", strength = "five"'),
        ("counters", "count = 8, extra = 2", "count = 8, extra = 20"),
    ],
)
def test_a_corrupt_data_file(tmp_path: Path, which: str, wrong: str, right: str) -> None:
    """DataError that names the file and the line"""
    text = (resources.files("bofa_env") / "data" / f"{which}.toml").read_text("utf-8")
    assert wrong in text
    file = tmp_path / f"{which}.toml"
    file.write_text(text.replace(wrong, right), "utf-8")
    line = text[: text.index(wrong)].count("\n") + 1
    with pytest.raises(DataError, match=rf"{which}\.toml.*{line}"):
        Game("basic", seed=1, **{which: file})


def test_a_data_file_that_is_no_toml(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("this is = = no TOML", "utf-8")
    with pytest.raises(DataError, match="broken"):
        Game("basic", seed=1, battlefield=file)


# --- seeds and copies


def played(game: Game, decisions: int, seed: int = 1) -> Game:
    rng = random.Random(seed)
    for _ in range(decisions):
        if not game.over:
            game.play(rng.choice(game.legal_actions()))
    return game


def test_the_same_seed_gives_the_same_game() -> None:
    """Chips and dice"""
    assert snapshot(played(Game("basic", seed=11), 500)) == snapshot(played(Game("basic", seed=11), 500))
    assert played(Game("basic", seed=11), 500).record.tobytes() != played(Game("basic", seed=12), 500).record.tobytes()


def test_without_a_seed_there_is_a_fresh_one() -> None:
    """And the game tells it"""
    one, other = Game("basic"), Game("basic")
    assert one.seed != other.seed
    assert snapshot(played(Game("basic", seed=one.seed), 100)) == snapshot(played(one, 100))


@pytest.mark.parametrize("copied", [Game.clone, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_is_equal_and_independent(copied: Any) -> None:
    """Same state, same future, no shared memory"""
    game = played(Game("basic", seed=2), 200)
    game.dice([3])
    other = copied(game)
    assert snapshot(other) == snapshot(game)
    before = snapshot(game)
    played(other, 50)
    assert snapshot(game) == before
    assert snapshot(played(game, 50)) == snapshot(other)


def test_an_unpickled_game_still_has_a_world_that_cannot_be_changed() -> None:
    """As it was: a writable world would also be another type to numba, which would compile every kernel once more."""
    game = Game("basic", seed=2)
    assert not game.data.world.flags.writeable
    assert not pickle.loads(pickle.dumps(game)).data.world.flags.writeable


def test_a_game_tells_about_itself() -> None:
    """Repr"""
    assert "basic" in repr(Game("basic", seed=1)) and "choose_chip" in repr(Game("basic", seed=1))
