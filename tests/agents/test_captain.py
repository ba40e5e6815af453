"""The captain in small positions where it is clear what is right."""

from __future__ import annotations

from typing import Any

import agents
from bofa_env import Game

CAPTAIN = agents.make("captain")


def position(player: str, phase: str, turn: int, pieces: dict[str, str], ruleset: str = "standard") -> Game:
    return Game.from_position(
        {
            "ruleset": ruleset, "turn": turn, "player": player, "phase": phase,
            "piece": [{"name": name, "hex": hex} for name, hex in pieces.items()],
        }
    )  # fmt: skip


def play_phase(game: Game, player: str) -> list[tuple[str, str]]:
    """The captain plays until the phase is over; what he did."""
    done = []
    phase = game.phase
    while game.outcome is None and game.player == player and game.phase == phase:
        action = CAPTAIN.act(game)
        done.append((str(game.decision), game.action_name(action)))
        game.play(action)
    return done


def actions(done: list[tuple[str, str]], decision: str) -> list[str]:
    return [name for kind, name in done if kind == decision]


def test_he_takes_an_undefended_victory_hex_with_the_last_move() -> None:
    game = position("dark_army", "MOVE", 12, {"azug sword 1": "1413", "elves spear 1": "0203"})
    assert "hex 1212" in actions(play_phase(game, "dark_army"), "destination")


def test_the_free_peoples_take_the_star_of_dale_too() -> None:
    game = position("free_peoples", "MOVE", 12, {"lake_men sword 1": "1410", "azug sword 1": "0320"})
    assert "hex 1212" in actions(play_phase(game, "free_peoples"), "destination")


def test_who_holds_a_guard_room_stays_in_it() -> None:
    game = position("free_peoples", "MOVE", 11, {"elves spear 1": "1203", "elves spear 2": "1404", "azug sword 1": "1212"})
    play_phase(game, "free_peoples")
    assert game.piece("elves spear 1").hex == "1203" or game.piece("elves spear 2").hex == "1203"


def test_he_does_not_attack_against_hopeless_odds() -> None:
    game = position("dark_army", "COMBAT", 5, {"thuk bow 1": "1616", "dwarves axe 8": "1615", "Dain": "1615", "azug sword 1": "0320"})
    assert game.decision == "combat_target"
    assert play_phase(game, "dark_army") == [("combat_target", "done")]


def test_he_commits_a_good_column_with_all_who_help() -> None:
    ring = {"azug sword 1": "1515", "azug sword 2": "1715", "azug sword 3": "1616"}
    game = position("dark_army", "COMBAT", 5, {**ring, "lake_men bow 1": "1615", "elves spear 1": "0203"})
    done = play_phase(game, "dark_army")
    assert actions(done, "combat_target")[0] == "hex 1615"
    assert len([name for name in actions(done, "attackers") if name.startswith("hex")]) >= 2


def test_he_keeps_a_move_for_the_end_of_the_last_turn() -> None:
    game = Game(seed=1)
    record: Any = game.record
    record["turn"], record["first"], record["chosen"] = 12, 0, 1
    assert game.player == "dark_army" and game.decision == "choose_chip"
    assert game.action_name(CAPTAIN.act(game)) == "chip MOVE"


def test_a_leader_in_danger_lies_beneath_his_units() -> None:
    game = position("dark_army", "MOVE", 5, {"azug sword 1": "1518", "Azug": "1518", "elves spear 1": "1513"})
    assert set(actions(play_phase(game, "dark_army"), "stack_order")) <= {"leader beneath"}


def test_eagles_dive_when_they_can() -> None:
    game = position("free_peoples", "MOVE", 8, {"eagles talon 1": "0600", "azug sword 1": "1502", "azug sword 2": "0320"})
    done = play_phase(game, "free_peoples")
    assert "none" not in actions(done, "dive")


def test_rocks_roll_on_enemies_only() -> None:
    game = position("free_peoples", "COMBAT", 5, {"elves bow 1": "1004", "azug sword 1": "1005", "azug sword 2": "0320"})
    assert actions(play_phase(game, "free_peoples"), "rock")[:1] == ["hex 1004"]
    game = position("free_peoples", "COMBAT", 5, {"elves bow 1": "1004", "elves spear 1": "1005", "azug sword 1": "1106", "azug sword 2": "0320"})
    assert "hex 1004" not in actions(play_phase(game, "free_peoples"), "rock")
