"""Corners that random play hardly ever reaches, played by hand and compared with the oracle at every decision."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.compare import check_stack_order, disagreement
from oracle.rulesets import CASES, Case
from oracle.view import View

from bofa_env import Game


def play(case: Case, position: dict[str, Any], *actions: str) -> Game:
    """The game after these actions; oracle and engine agree on the way."""
    frame = {"ruleset": case.ruleset, "options": list(case.options)}
    pieces = []
    for line in position.pop("pieces"):
        hex, name, *more = [word.strip() for word in line.split(",")]
        where: dict[str, Any] = {"to_come": True} if hex == "to come" else {"hex": hex}
        pieces.append({"name": name, **where, **dict.fromkeys(more, True)})
    game = Game.from_position({**frame, **position, "piece": pieces})
    for action in actions:
        _agree(game)
        view = View(game)
        game.play(action)
        check_stack_order(view, action, game)
    _agree(game)
    return game


def _agree(game: Game) -> None:
    different = disagreement(game, View(game))
    assert not different, different


basic = pytest.mark.parametrize("case", [case for case in CASES if case.ruleset == "basic"], ids=str)


@basic
def test_gwaihir_enters_and_goes_into_melee_with_elves_who_began_there(case: Case) -> None:
    """R11, R38: the elves began next to the enemy, and an eagle may fall upon him from anywhere."""
    game = play(
        case,
        {
            "turn": 8,
            "player": "free_peoples",
            "phase": "MOVE",
            "pieces": ["1400, elves spear 1", "1500, azug sword 1", "to come, Gwaihir"],
        },
        "enter", "hex 1400", "leader on top", "hex 1400", "take 1+2",
    )  # fmt: skip
    assert "hex 1500" in game.legal_names()


@basic
def test_entered_units_do_not_go_into_melee(case: Case) -> None:
    """R11: they did not begin the phase next to the enemy. The unit that did may."""
    position = {
        "turn": 5,
        "player": "dark_army",
        "phase": "MOVE",
        "pieces": ["1420, azug sword 1, reduced", "1520, elves spear 1", "to come, bolg axe 1, reduced"],
    }
    entered = ("enter", "hex 1420", "hex 1420")
    assert "hex 1520" not in play(case, dict(position), *entered, "take 1").legal_names()
    assert "hex 1520" in play(case, dict(position), *entered, "take 2").legal_names()
    assert "hex 1520" not in play(case, dict(position), *entered, "take 1+2").legal_names()


@basic
def test_a_triangle_serves_several_one_after_another(case: Case) -> None:
    """R38: all other triangles are full."""
    north = [f"{column:02d}00" for column in range(10, 28)] + [f"27{row:02d}" for row in range(1, 16)]
    names = [f"azug sword {n}" for n in range(1, 9)] + [f"thuk sword {n}" for n in range(1, 9)]
    names += [f"azug spear {n}" for n in range(1, 5)] + [f"thuk spear {n}" for n in range(1, 5)]
    names += [f"thrak rider {n}" for n in range(1, 8)] + ["azug rider 1", "azug rider 2"]
    pieces = [f"{hex}, {name}" for hex, name in zip(north[:32], names[:32], strict=False)]
    waiting = ["to come, osag spear 1", "to come, osag spear 2", "0021, elves spear 1"]
    free = north[len(names[:32])]
    game = play(
        case,
        {"turn": 4, "player": "dark_army", "phase": "MOVE", "phase_number": 2, "pieces": pieces + waiting},
        "enter", f"hex {free}", f"hex {free}", "hex 2515", "enter",
    )  # fmt: skip
    assert set(game.legal_names()) == {"skip", f"hex {free}"}


@basic
def test_beorn_and_the_circle(case: Case) -> None:
    """R9: onto enemies or next to them; a friend there leaves only the nearest free hexes."""
    frame = {"turn": 8, "player": "free_peoples", "phase": "MOVE"}
    enemy = play(case, {**frame, "pieces": ["0013, azug sword 1", "to come, Beorn", "2700, Bilbo"]}, "enter")
    assert {"hex 0013", "hex 0012", "hex 0113"} <= set(enemy.legal_names())
    friend = play(case, {**frame, "pieces": ["0013, elves spear 1", "to come, Beorn", "2700, azug sword 1"]}, "enter")
    assert "hex 0013" not in friend.legal_names()
    assert {"hex 0012", "hex 0113"} <= set(friend.legal_names())
    fallen_upon = play(case, {**frame, "pieces": ["0013, azug sword 1", "to come, Beorn", "2700, Bilbo"]}, "enter", "hex 0013")
    assert "hex 0013" not in fallen_upon.legal_names(), "that was his move"


@basic
def test_beorn_from_nearby_and_from_a_melee(case: Case) -> None:
    """B-10.5: from anywhere in reach; but he is pinned like others (R11)."""
    frame = {"turn": 9, "player": "free_peoples", "phase": "MOVE", "phase_number": 2}
    far = play(case, {**frame, "pieces": ["1716, Beorn", "1716, wolves beast 1", "2016, azug sword 1"]}, "hex 1716")
    assert "hex 2016" not in far.legal_names()
    assert len(far.legal_actions()) == 7
    near = play(case, {**frame, "pieces": ["1716, Beorn", "2016, azug sword 1", "2116, azug sword 2"]}, "hex 1716")
    assert {"hex 2016", "hex 2116"} <= set(near.legal_names())


@basic
def test_a_full_corner(case: Case) -> None:
    """R10: four stacks in a corner that elves have closed can only change places, and only with who has not moved."""
    corner = [f"{hex}, azug sword {n}" for n, hex in enumerate(["0021", "0020", "0120", "0121"], 1)]
    around = [f"{hex}, elves spear {n}" for n, hex in enumerate(["0019", "0119", "0220", "0221"], 1)]
    position = {"turn": 1, "player": "dark_army", "phase": "MOVE", "pieces": corner + around}
    first = play(case, dict(position), "hex 0021")
    assert set(first.legal_names()) == {"hex 0021", "hex 0020", "hex 0120", "hex 0121"}
    pushed = play(case, dict(position), "hex 0021", "hex 0020")
    assert set(pushed.legal_names()) == {"hex 0021", "hex 0120", "hex 0121"}
    second = play(case, dict(position), "hex 0021", "hex 0020", "hex 0021", "hex 0120")
    melees = {"hex 0019", "hex 0119", "hex 0220"}
    assert set(second.legal_names()) == {"hex 0120", "hex 0121"} | melees
    last = play(case, dict(position), "hex 0021", "hex 0020", "hex 0021", "hex 0120", "hex 0121")
    assert last.piece("azug sword 4").hex == "0120", "he had only one way"


@basic
def test_archers_in_the_gate(case: Case) -> None:
    """R27: in and out of the gate only over its two open hexsides."""
    pieces = ["2006, lake_men bow 1", "1906, azug sword 1", "1907, azug sword 2", "1806, azug sword 3", "2007, azug sword 4"]
    game = play(case, {"turn": 2, "player": "free_peoples", "phase": "FIRE", "pieces": pieces})
    assert set(game.legal_names()) == {"hex 1906", "hex 1907", "done"}
    pieces = ["2006, elves spear 1", "1906, azug bow 1", "1806, azug bow 2", "2007, azug bow 3"]
    game = play(case, {"turn": 1, "player": "dark_army", "phase": "FIRE", "pieces": pieces})
    assert set(game.legal_names()) == {"hex 2006", "done"}


@basic
def test_bard_among_archers(case: Case) -> None:
    """R25: with one of two reduced archers 4 + 3; with swordsmen nothing; alone 1."""
    frame = {"turn": 2, "player": "free_peoples", "phase": "FIRE"}
    target = ["1720, azug sword 1"]
    two = ["1716, Bard", "1716, lake_men bow 1, reduced", "1716, lake_men bow 2, reduced"]
    assert "hex 1720" in play(case, {**frame, "pieces": [*two, *target, "1717, azug sword 2"]}).legal_names()
    swords = ["1716, Bard", "1716, lake_men sword 1"]
    pieces = [*swords, "1717, azug sword 1", "2000, elves bow 1", "2001, azug sword 2"]
    assert set(play(case, {**frame, "pieces": pieces}).legal_names()) == {"hex 2001", "done"}
    alone = ["1716, Bard", "1717, azug sword 1", "1718, azug sword 2"]
    assert set(play(case, {**frame, "pieces": alone}).legal_names()) == {"hex 1717", "done"}


# --- extra stacking (O-7)


def test_reduced_riders_arrive_on_top() -> None:
    """R17: the newest lies on top; O-7 only lays a full goblin unit on foot on a full rider unit."""
    told = {"azug sword 1": "1716", "azug rider 1": "1816"}
    pieces = [{"name": name, "hex": hex, "reduced": True} for name, hex in told.items()]
    frame = {"ruleset": "basic", "options": ["extra_stacking"], "turn": 1, "player": "dark_army", "phase": "MOVE"}
    game = Game.from_position({**frame, "piece": [*pieces, {"name": "Bilbo", "hex": "2700"}]})
    game.play("hex 1816")
    game.play("hex 1716")
    assert game.stack("1716", "dark_army") == ["azug rider 1", "azug sword 1"]


def test_a_loss_in_an_extra_stack_can_be_restored() -> None:
    """O-7: after a hit a full unit and a reduced one lie in the hex; what the engine writes it must be able to read."""
    pieces = [{"name": name, "hex": "1716"} for name in ("azug rider 1", "azug sword 1")]
    frame = {"ruleset": "basic", "options": ["extra_stacking"], "turn": 2, "player": "free_peoples", "phase": "FIRE"}
    game = Game.from_position({**frame, "piece": [*pieces, {"name": "elves bow 1", "hex": "1816"}]})
    game.dice([3])
    game.play("hex 1716")
    assert [game.piece(name).steps for name in game.stack("1716", "dark_army")] == [1, 2]
    assert Game.from_position(game.position()).position() == game.position()
