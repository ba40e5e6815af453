"""Micro-positions: exact values by enumeration of all decisions and all chance."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bofa_env.solver import TooLarge, best_actions, micro_positions, solve


@pytest.mark.parametrize("name", sorted(micro_positions()))
def test_shipped_values_are_exact(name: str) -> None:
    micro = micro_positions()[name]
    assert solve(micro.game()) == micro.value


def test_storm_of_dale_by_hand() -> None:
    """Difference 2 in Dale (+1) kills with a die of 1-4, difference 7 with 1-6; two single attacks: 1 - 0.6 * 0.6. B-7, S-11"""
    two_attacks = 1 - Fraction(6, 10) ** 2
    one_of_both = Fraction(6, 10)
    assert two_attacks > one_of_both
    assert micro_positions()["storm_of_dale"].value == -two_attacks


def test_best_actions_name_the_value_of_each_choice() -> None:
    game = micro_positions()["storm_of_dale"].game()
    values = best_actions(game)
    assert values["done"] == 0  # contested: nobody holds Dale
    assert min(values.values()) == micro_positions()["storm_of_dale"].value


def test_solving_leaves_the_game_alone() -> None:
    game = micro_positions()["last_arrows"].game()
    before = game.record.tobytes()
    solve(game)
    assert game.record.tobytes() == before


def test_a_position_that_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge, match="few pieces"):
        solve(micro_positions()["race_for_the_guard_room"].game(), most_states=3)
