"""The benchmarks' own rows: nothing is compiled or loaded for the first time while their clock runs."""

import pytest

from benchmarks import own
from bofa_env.batch import Games

OBSERVED = [name for name in own.ROWS if any(word in name for word in ("planes", "flat"))]


def test_which_rows_observe():
    assert len(OBSERVED) == 6 and {own.PLANES, own.VECTOR_FLAT, own.AEC_RAW} < set(OBSERVED)


@pytest.mark.parametrize("name", OBSERVED)
def test_observations_are_made_before_the_clock_starts(name, monkeypatch):
    """The first one compiles its kernel, or loads it: within the clock it would be the slowest of all."""
    told, observe, clock = [], Games.observe, own.process_time

    def observing(games, form="planes", *rest, **more):
        told.append(form)
        return observe(games, form, *rest, **more)

    def looking_at_the_clock():
        told.append("clock")
        return clock()

    monkeypatch.setattr(Games, "observe", observing)
    monkeypatch.setattr(own, "process_time", looking_at_the_clock)
    row = own.ROWS[name]("basic", name, 0.01)
    assert row.decisions > 0 and row.seconds > 0
    assert told[0] == ("flat" if "flat" in name else "planes")
    assert "clock" in told


@pytest.mark.parametrize("name", [own.VECTOR_FLAT, own.AEC])
def test_a_game_has_ended_before_the_clock_starts(name, monkeypatch):
    """What is called only at the end of a game has been called, too."""
    ended, set_up, started = [], Games.next_games, []

    def next_games(games, which):
        ended.append(bool(started))
        return set_up(games, which)

    def looking_at_the_clock():
        started.append(True)
        return float(len(started))

    monkeypatch.setattr(Games, "next_games", next_games)
    monkeypatch.setattr(own, "process_time", looking_at_the_clock)
    own.ROWS[name]("standard", name, 0.5)
    assert ended and not ended[0]
