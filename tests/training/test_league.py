"""The league seats the games by the rule that it states."""

from __future__ import annotations

import numpy as np
from scipy.stats import binomtest, chisquare

from training.league import LEARNER, League, place_to_free

GAMES = 20_000


def _seated(league: League) -> np.ndarray:
    league.seat(np.arange(GAMES, dtype=np.int64), np.ones(GAMES, np.bool_))
    return league.players


def test_the_shares_are_those_of_the_rule() -> None:
    league = League(GAMES, (0.5, 0.3, 0.2), ["random", "greedy"], past_selves=3)
    league.past = [object(), object(), object()]
    players = _seated(league)
    rival = players.max(1)  # LEARNER is -1: the other one, or himself
    assert ((players == LEARNER).sum(1) >= 1).all()
    counts = [int((rival == one).sum()) for one in (LEARNER, 0, 1, 2, 3, 4)]  # himself, two bots, three past selves
    assert sum(counts) == GAMES
    assert chisquare(counts, GAMES * np.array([0.5, 0.1, 0.1, 0.1, 0.1, 0.1])).pvalue > 1e-4
    for one in range(5):
        sides = players[rival == one]
        assert binomtest(int((sides[:, 0] == LEARNER).sum()), len(sides)).pvalue > 1e-4  # either side alike


def test_without_past_selves_he_plays_himself_instead() -> None:
    rival = _seated(League(GAMES, (0.5, 0.3, 0.2), ["random"])).max(1)
    assert chisquare([int((rival == LEARNER).sum()), int((rival == 0).sum())], [0.8 * GAMES, 0.2 * GAMES]).pvalue > 1e-4


def test_a_games_draw_follows_from_its_seed_alone() -> None:
    whole, part = (League(GAMES, (0.4, 0.0, 0.6), ["random", "greedy"]) for _ in range(2))
    _seated(whole)
    some = np.arange(GAMES) % 3 == 0
    part.seat(np.arange(GAMES, dtype=np.int64), some)
    assert (part.players[some] == whole.players[some]).all()
    assert (part.players[~some] == LEARNER).all()


def test_older_past_selves_are_replaced_less_often() -> None:
    places = [place_to_free(frozen, 5) for frozen in range(5, 1005)]
    often = np.bincount(places, minlength=5)
    assert len(often) == 5
    assert (np.diff(often) <= 0).all()
    assert often[-1] > 0
