"""Pairs, forfeits of hostile bots, what bots are shown, restrictions."""

from __future__ import annotations

from itertools import pairwise
from time import monotonic

import numpy as np
import pytest

from bofa_env.arena.guard import CannotPlay
from bofa_env.arena.jobs import Job, Study, assert_fair, pair_of_games, pair_seeds
from bofa_env.arena.play import MAKING, BatchFailed, Match
from bofa_env.arena.players import make
from bofa_env.arena.setting import RESTRICTIONS, Setting
from bofa_env.arena.store import Store
from bofa_env.errors import UnknownName
from bofa_env.rules.nodes import DECISIONS
from tests.arena import hostile
from tests.arena.conftest import SMALL, Unwatched, here, own, pairs, same

# --- pairs


def test_a_pair_is_the_same_game_with_sides_swapped():
    there, back = pair_of_games(Study("test", SMALL), 5, "a", "b", 77)
    assert (there.free, there.dark, back.free, back.dark) == ("a", "b", "b", "a")
    assert there.seed == back.seed == 77 and there.pair == back.pair == 5 and there.leg != back.leg
    assert len(pair_of_games(Study("test", SMALL), 5, "a", "a", 77)) == 1, "against itself both games would be the same"


def test_seeds_are_unique_across_pairs_and_studies():
    seeds = pair_seeds(0, "one", range(20_000)) + pair_seeds(0, "two", range(20_000)) + pair_seeds(1, "one", range(20_000))
    assert len(set(seeds)) == 60_000
    assert pair_seeds(0, "one", [7]) == [seeds[7]], "a pair's seed does not depend on how many there are"
    jobs = pairs("a", "b", 3)
    assert_fair(jobs)
    with pytest.raises(AssertionError, match="two pairs have the same seed"):
        assert_fair([*jobs, *pair_of_games(Study("test", SMALL), 9, "a", "b", jobs[0].seed)])
    with pytest.raises(AssertionError, match="two seeds"):
        assert_fair([*jobs, *pair_of_games(Study("test", SMALL), 0, "a", "b", 12345)])


def test_both_games_of_a_pair_have_the_same_chips():
    match = Match(pairs("random", own("Last"), 2, Setting()), make, Unwatched())
    keys = match.games.records["key"]
    assert (keys[0] == keys[1]).all() and (keys[2] == keys[3]).all()
    assert not (keys[0] == keys[2]).all()
    np.testing.assert_array_equal(match.games.records["hex"][0], match.games.records["hex"][1])


def test_chips_and_dice_can_have_seeds_of_their_own():
    study = Study("test", SMALL)
    jobs = [Job(study, 0, leg, "random", "random", 5, chips=c, dice=d) for leg, (c, d) in enumerate([(1, 2), (1, 3), (4, 2)])]
    keys = Match(jobs, make, Unwatched()).games.records["key"]
    assert (keys[0][0] == keys[1][0]).all() and not (keys[0][0] == keys[2][0]).all(), "chips"
    assert (keys[0][1] == keys[2][1]).all() and not (keys[0][1] == keys[1][1]).all(), "dice"
    assert (keys[0][2] == keys[1][2]).all() and (keys[0][2] == keys[2][2]).all(), "set-up"


# --- the same games however they are played


def test_together_or_alone_the_games_are_the_same():
    jobs = pairs("random", own("Last"), 4)
    together = here(jobs)
    assert [same(result) for result in together] == [same(result) for result in here(jobs, alone=True)]
    one_by_one = [result for job in jobs for result in here([job])]
    assert [same(result) for result in together] == [same(result) for result in one_by_one]
    assert all(result.forfeit is None and result.decisions > 20 for result in together)


def test_the_course_of_a_game_ends_as_the_game_does():
    from bofa_env.arena.diary import Course

    for result in here(pairs("random", own("Last"), 1, Setting())):
        course = Course.unpacked(result.course)
        assert tuple(course.control[-1]) == result.control and len(course.control) == result.turns + 1 == 13
        assert tuple(course.control[0]) == (0, -1, -1, 0, 0), "the Free Peoples begin with three areas"
        assert (course.strength[0] >= course.strength[-1]).sum() >= 10
        assert course.occupied.max() <= 13 and course.occupied.sum() > 0
        again = Course.unpacked(course.packed())
        for name in ("control", "strength", "occupied"):
            np.testing.assert_array_equal(getattr(again, name), getattr(course, name))


def test_lead_changes_are_counted_through_ties():
    from bofa_env.arena.diary import Course

    def changes(*leads: int) -> int:
        control = np.full((len(leads), 5), -1, np.int8)
        for turn, lead in enumerate(leads):
            control[turn, : abs(lead)] = lead < 0
        return Course(control, np.zeros((len(leads), 1), np.int16), np.zeros((2, 616), np.uint8)).lead_changes

    assert changes(3, 1, 0, 2) == 0
    assert changes(3, 0, -1, -2, 0, 1) == 2
    assert changes(0, 0) == 0


# --- what bots are shown


def test_a_bot_cannot_read_the_dice_to_come():
    hostile.Peeker.seen.clear()
    job = pairs(own("Peeker"), "random", 1)[0]
    match = Match([job], make, Unwatched())
    real = match.games.records["key"][0].ravel().tolist()
    list(match.play())
    assert len(hostile.Peeker.seen) > 20
    assert not any(set(keys) & set(real) for keys in hostile.Peeker.seen)
    assert all(one != other for one, other in pairwise(hostile.Peeker.seen)), "and each time others"


def test_a_bot_that_changes_what_it_is_shown_changes_nothing():
    def plain(results):
        return [same(result)[3:] for result in results]

    assert plain(here(pairs(own("Vandal"), "random", 2))) == plain(here(pairs(own("Last"), "random", 2)))


# --- forfeits


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Crash", "crashed in decision 5: RuntimeError: my mistake"),
        ("Quit", "crashed in decision 5: SystemExit: 3"),
        ("Illegal", "played an illegal action in decision 5"),
        ("OffTheList", "played an illegal action in decision 5: 1000000 (no action)"),
        ("WrongType", "(str) in decision 5; an action is a whole number"),
        ("TrueIsNotOne", "answered True (bool) in decision"),
        ("CannotBeShown", "answered (a Unspeakable that cannot be shown) (Unspeakable) in decision 5; an action is a whole number"),
        ("NoNumber", "(NoIndex) in decision 5; an action is a whole number"),
        ("HugeNumber", "played an illegal action in decision 5: (a int that cannot be shown) (no action)"),
        ("CrashWithoutWords", "crashed in decision 5: SilentError: (a SilentError that cannot be shown)"),
    ],
)
def test_who_does_wrong_forfeits_that_game_and_no_other(bot, reason):
    results = here(pairs(own("First"), own(bot), 1))
    assert [result.forfeit for result in results] == [1, 0]
    assert [result.winner for result in results] == [0, 1]
    for result in results:
        assert result.level == "forfeit" and "decision" in result.reason
        assert reason.partition(" in decision")[0] in result.reason
        assert result.course is not None and len(result.actions) >= 5
    assert any(reason.rpartition(":")[2].strip() in result.reason or reason in result.reason for result in results)


def test_reasons_are_short_and_can_be_kept_and_shown(tmp_path):
    results = here(pairs(own("First"), own("CrashAtLength"), 1))
    with Store(tmp_path / "games.sqlite", {"what": "test"}) as store:
        for result in results:
            assert len(result.reason) <= 300 and result.reason.isprintable()
            store.add(result)


def test_who_cannot_be_made_for_a_game_forfeits_it(play):
    results = play(pairs(own("First"), own("OnlyWithSeed0"), 2, play=5))
    assert [result.forfeit for result in results] == [1, 0, 1, 0]
    assert {result.reason for result in results} == {"could not be made: RuntimeError: no seed 5 for me"}
    assert all(result.forfeit is None for result in play(pairs(own("First"), own("OnlyWithSeed0"), 1)))


def test_making_a_bot_is_on_a_clock_and_is_waited_for_once(play):
    start = monotonic()
    results = play(pairs(own("First"), own("HangsWithSeed5"), 4, play=5), patience=4.0)
    assert [result.forfeit for result in results] == [1, 0] * 4
    assert {result.reason for result in results} == {"hung past its 4 s while it was made"}
    assert monotonic() - start < 25, "eight games, but only one wait"


@pytest.mark.slow
def test_a_bot_that_hangs_whenever_it_is_made_forfeits_all_its_games(play):
    jobs = [*pairs(own("First"), own("HangsWhenMade"), 1), *pairs(own("First"), own("Last"), 2, seed=2)[2:]]
    *lost, one, other = play(jobs, patience=4.0)
    assert [result.forfeit for result in lost] == [1, 0] and one.forfeit is None and other.forfeit is None


def test_a_bot_that_closes_its_connection_forfeits_and_the_rest_is_played(play):
    study, first = Study("test", SMALL), own("First")
    jobs = [Job(study, 0, 0, first, own("CutOff"), 1), Job(study, 1, 0, own("CutOff"), first, 2), Job(study, 2, 0, own("Last"), first, 3)]
    one, other, fine = play(jobs)
    assert (one.forfeit, other.forfeit, fine.forfeit) == (1, 0, None)
    assert "closed its connection in decision" in one.reason


def test_a_slow_bot_forfeits_even_if_it_answers():
    class Impatient(Unwatched):
        clock = 0.0

    results = list(Match(pairs(own("First"), "random", 1), make, Impatient(), alone=True).play())
    assert all(result.forfeit is not None and "the clock gives 0 s" in result.reason for result in results)


def test_processes_that_die_or_hang_are_forfeits_and_the_rest_is_played(play):
    study, first = Study("test", SMALL), own("First")
    jobs = [
        Job(study, 0, 0, own("Die"), first, 1),
        Job(study, 1, 0, first, own("Hang"), 2),
        Job(study, 2, 0, own("Last"), first, 3),
    ]
    died, hung, fine = play(jobs, clock=0.7)
    assert (died.forfeit, died.winner) == (0, 1) and "ended its process (exit code 7) in decision" in died.reason
    assert (hung.forfeit, hung.winner) == (1, 0) and "hung past its clock of 0.7 s in decision" in hung.reason
    assert fine.forfeit is None and fine.reason is None


@pytest.mark.slow
def test_a_segmentation_fault_is_a_forfeit(play):
    (first, second) = play(pairs(own("Segfault"), "random", 1))
    assert (first.forfeit, second.forfeit) == (0, 1) and "exit code -11" in first.reason


def test_a_batch_that_fails_is_played_again_one_by_one(play):
    with pytest.raises(BatchFailed, match="too many"):
        here(pairs(own("BatchCrash"), own("Last"), 2))
    jobs = pairs(own("BatchCrash"), own("Last"), 2)
    assert [same(result)[3:] for result in play(jobs)] == [same(result)[3:] for result in here(jobs, alone=True)]


@pytest.mark.slow
def test_a_batch_that_hangs_costs_only_the_games_in_which_it_hangs(play):
    results = play(pairs(own("BatchHang"), "random", 2), clock=0.5)
    assert [result.forfeit for result in results] == [None, 1, None, 1]


def test_a_bot_that_cannot_be_made_is_an_error_before_the_first_game(play):
    with pytest.raises(CannotPlay, match="no model here"):
        play(pairs(own("cannot_be_made"), "random", 1))
    with pytest.raises(ValueError, match="write python:package"):
        make("python:nowhere:Nobody", 0)


# --- restricted play


def test_every_restriction_takes_away_what_it_says_and_nothing_else():
    everybody = set(Setting().record(0).game().data.pieces)
    for name, restriction in RESTRICTIONS.items():
        for side in restriction.sides:
            setting = Setting(without=((side, name),))
            setting.check()
            away = set(setting.away())
            assert away < everybody
            if restriction.answers:
                assert not away
            else:
                game = setting.record(0).game()
                assert away and all(game.piece(piece).side == side for piece in away)
                assert not any(game.piece(piece).hex or game.piece(piece).to_come for piece in away)
                others = everybody - away
                plain = Setting().record(0).game()
                assert all(game.piece(piece) == plain.piece(piece) or game.piece(piece).leader for piece in others)
    leaders = set(Setting(without=(("free_peoples", "leaders"),)).away())
    assert "Gandalf" in leaders and "Thorin" not in leaders


def test_without_archers_one_side_never_shoots_and_the_other_still_does():
    seen = {0: set(), 1: set()}
    setting = Setting(without=(("free_peoples", "archers"), ("free_peoples", "spells")))
    match = Match(pairs("random", "random", 4, setting), make, Unwatched())
    names = ("fire_target", "shooters", "spell", "spell_target")

    class Noting(Unwatched):
        def asks(self, row, side, decision, rows):
            if decision == MAKING:  # nobody is asked about a game yet
                return
            records = match.shown.records
            for number in np.flatnonzero(match.games.players >= 0):
                kind = DECISIONS[records["decision"][number]]
                if kind in names and records["choices"][number] > 1:
                    seen[int(match.games.players[number])].add(kind)

    match.watch = Noting()
    assert all(result.forfeit is None for result in match.play())
    assert seen == {0: set(), 1: {"fire_target", "shooters"}}


def test_a_side_cannot_do_without_what_it_never_had():
    with pytest.raises(UnknownName, match="dark_army has no eagles"):
        Setting(without=(("dark_army", "eagles"),)).check()
    with pytest.raises(UnknownName, match="no restriction 'hobbits'"):
        Setting(without=(("dark_army", "hobbits"),)).check()
