"""The statistics on made-up data whose answers are known."""

from __future__ import annotations

from itertools import combinations
from math import comb, inf, isclose
from types import SimpleNamespace

import numpy as np
import pytest

from bofa_env.arena import luck
from bofa_env.arena.ratings import ELO, Estimate, chances, crosstable, rate
from bofa_env.arena.shares import differences, mean, share, tally
from bofa_env.arena.sprt import Hypotheses, decide, elo_of, expected_score, llr, pair_points, told_elo
from bofa_env.arena.verdict import on_luck, on_play, on_sides, on_skill
from bofa_env.errors import UnknownName
from tests.arena.conftest import played

TRUE = {"weak": -200.0, "middling": -20.0, "fair": 40.0, "strong": 180.0}
SIDE, NU = 60.0, 0.8


def league(rng: np.random.Generator, pairs: int, true: dict[str, float] = TRUE, side: float = SIDE, nu: float = NU) -> list:
    """A made-up round robin."""
    games = []
    for number, (one, other) in enumerate(meeting for meeting in combinations(true, 2) for _ in range(pairs)):
        for free, dark in ((one, other), (other, one)):
            score = rng.choice([1.0, 0.5, 0.0], p=chances(true[free] - true[dark] + side, nu))
            games.append(played(number, free, dark, score))
    return games


# --- ratings


def test_ratings_sides_and_draws_are_recovered():
    ladder = rate(league(np.random.default_rng(1), 400))
    assert [rating.bot for rating in ladder.ratings] == ["strong", "fair", "middling", "weak"]
    for rating in ladder.ratings:
        assert rating.elo.low < TRUE[rating.bot] < rating.elo.high
        assert rating.elo.high - rating.elo.low < 50
        assert rating.as_free.low < TRUE[rating.bot] < rating.as_free.high
        assert rating.as_dark.low < TRUE[rating.bot] < rating.as_dark.high
        assert rating.games == 2 * 3 * 400
    assert ladder.side.low < SIDE < ladder.side.high
    assert isclose(ladder.draws, NU, rel_tol=0.15)
    assert ladder.superior["strong", "weak"] == 1.0 and ladder.superior["weak", "strong"] == 0.0


def test_a_bot_that_is_better_with_one_side_is_rated_so_by_side():
    rng, games = np.random.default_rng(2), []
    as_free, as_dark = {"keen": 200.0, "even": -100.0, "also": -100.0}, dict.fromkeys(("keen", "even", "also"), 0.0)
    for number, (one, other) in enumerate(meeting for meeting in combinations(as_free, 2) for _ in range(300)):
        for free, dark in ((one, other), (other, one)):
            score = rng.choice([1.0, 0.5, 0.0], p=chances(as_free[free] - as_dark[dark], 0.5))
            games.append(played(number, free, dark, score))
    for rating in rate(games).ratings:
        assert isclose(rating.as_free.value, as_free[rating.bot], abs_tol=45)
        assert isclose(rating.as_dark.value, as_dark[rating.bot], abs_tol=45)


def test_who_wins_everything_has_a_finite_rating_and_no_certain_interval():
    games = [played(n, *sides, float(sides[0] == "winner")) for n in range(5) for sides in (("winner", "loser"), ("loser", "winner"))]
    winner = rate(games).ratings[0]
    assert winner.bot == "winner" and winner.score == 1.0
    assert 200 < winner.elo.value < 2000 and winner.elo.high - winner.elo.low > 100


def sweep(pairs: int, *bots: str) -> list:
    """Games in which the later one of two bots always wins."""
    meetings = [meeting for meeting in combinations(bots, 2) for _ in range(pairs)]
    return [played(n, *sides, float(sides[0] > sides[1])) for n, (one, other) in enumerate(meetings) for sides in ((one, other), (other, one))]


@pytest.mark.parametrize("bots", ["ab", "abc", "abcd"])
def test_a_clean_sweep_leaves_much_open(bots):
    ladder = rate(sweep(4, *bots))
    assert abs(ladder.side.value) < 1 and ladder.side.low < -200 and ladder.side.high > 200, "it shows nothing of the side"
    assert [rating.bot for rating in ladder.ratings] == sorted(bots, reverse=True)
    best, last = ladder.ratings[0], ladder.ratings[-1]
    assert best.elo.low > 0 and best.elo.low + 100 < best.elo.value < best.elo.high - 100, "the estimate is not the edge"
    assert isclose(best.elo.value, -last.elo.value, abs_tol=1) and isclose(best.elo.high, -last.elo.low, abs_tol=1)
    assert 0.98 < ladder.superior[best.bot, last.bot] < 1
    assert "-0" not in Estimate(-0.2, -0.3, -0.1).told() + Estimate(-0.2, -0.3, -0.1).told(0)


@pytest.mark.filterwarnings("error")
def test_bots_that_never_met_are_as_uncertain_as_the_prior():
    apart = rate([played(n, bot, bot, 0.5) for n, bot in enumerate("aabb")])
    assert all(rating.elo.value == 0 and rating.elo.low < -1000 for rating in apart.ratings)
    assert isclose(apart.superior["a", "b"], 0.5)
    (alone,) = rate([played(n, "a", "a", 1.0) for n in range(6)]).ratings
    assert (alone.elo.low, alone.elo.value, alone.elo.high) == (0, 0, 0)


def test_a_bootstrap_on_pairs_agrees_where_it_can():
    games = league(np.random.default_rng(8), 60)
    profile, bootstrap = rate(games), rate(games, "bootstrap")
    for one, other in zip(profile.ratings, bootstrap.ratings, strict=True):
        assert one.bot == other.bot and one.elo.value == other.elo.value
        assert isclose(one.elo.high - one.elo.low, other.elo.high - other.elo.low, rel_tol=0.3)
        assert abs(one.elo.low - other.elo.low) < 15 and abs(one.elo.high - other.elo.high) < 15
    assert abs(profile.side.low - bootstrap.side.low) < 12 and abs(profile.side.high - bootstrap.side.high) < 12
    assert isclose(profile.superior["fair", "middling"], bootstrap.superior["fair", "middling"], abs_tol=0.08)
    again = rate(games, "bootstrap")
    assert again == bootstrap, "the same games, the same intervals"
    with pytest.raises(UnknownName, match="no intervals 'jackknife'"):
        rate(games, "jackknife")


def test_a_bootstrap_draws_whole_pairs():
    """Where every pair is split one to one, every resample says the same; single games would not."""
    split = [played(n, *sides, float(n % 2)) for n in range(40) for sides in (("a", "b"), ("b", "a"))]
    assert all(rating.elo.high - rating.elo.low < 1 for rating in rate(split, "bootstrap").ratings)


@pytest.mark.slow
def test_intervals_of_the_bootstrap_cover_what_they_should():
    rng, inside, total = np.random.default_rng(14), 0, 0
    for _ in range(40):
        for rating in rate(league(rng, 25), "bootstrap").ratings:
            inside += rating.elo.low < TRUE[rating.bot] < rating.elo.high
            total += 1
    assert 0.88 < inside / total < 0.99


def test_games_of_a_pair_are_taken_together():
    """Pairs that are always split one to one leave nothing uncertain but the rare upset; single games would leave much."""
    rng = np.random.default_rng(3)
    split, free = [], []
    for number in range(200):
        first = float(rng.integers(2))
        split += [played(number, "a", "b", first), played(number, "b", "a", first)]
        free += [played(2 * number, "a", "b", first), played(2 * number + 1, "b", "a", 1 - float(rng.integers(2)))]
    width = [rate(games).ratings[0].elo for games in (split, free)]
    assert width[0].high - width[0].low < 0.4 * (width[1].high - width[1].low)


@pytest.mark.slow
def test_intervals_cover_what_they_should():
    rng, inside, total = np.random.default_rng(4), 0, 0
    for _ in range(120):
        ladder = rate(league(rng, 25))
        checks = [(one, TRUE[rating.bot]) for rating in ladder.ratings for one in (rating.elo, rating.as_free, rating.as_dark)]
        checks.append((ladder.side, SIDE))
        inside += sum(estimate.low <= true <= estimate.high for estimate, true in checks)
        total += len(checks)
    assert 0.90 < inside / total < 0.985


@pytest.mark.slow
@pytest.mark.parametrize(
    ("true", "pairs"),
    [((-800.0, 0.0, 800.0), 25), ((-900.0, -300.0, 300.0, 900.0), 12), ((-400.0, 400.0), 8), ((-300.0, 300.0), 25)],
)
def test_intervals_cover_where_one_bot_wins_nearly_everything(true, pairs):
    """With a prior, intervals may be wider than they need be, but never much too narrow; of the side least of all."""
    rng, inside, side, times = np.random.default_rng(12), [], [], 150
    strength = {f"bot {number}": elo for number, elo in enumerate(true)}
    for _ in range(times):
        ladder = rate(league(rng, pairs, strength, side=-150.0, nu=0.3))
        side.append(ladder.side.low <= -150 <= ladder.side.high)
        inside += [
            one.low <= strength[rating.bot] <= one.high
            for rating in ladder.ratings
            for one in (rating.elo, rating.as_free, rating.as_dark)
        ]
    assert np.mean(side) > 0.91, "95 % less twice the standard error of 150 leagues"
    assert np.mean(inside) > 0.93


@pytest.mark.slow
def test_intervals_cover_when_the_games_of_a_pair_share_their_luck():
    rng, inside, times = np.random.default_rng(13), [], 150
    for _ in range(times):
        games = []
        for number, (one, other) in enumerate(meeting for meeting in combinations("abc", 2) for _ in range(10)):
            luck_of_the_pair = rng.normal(0, 600)
            for free, dark in ((one, other), (other, one)):
                games.append(played(number, free, dark, rng.choice([1.0, 0.5, 0.0], p=chances(luck_of_the_pair, 0.3))))
        ladder = rate(games)
        inside += [one.low <= 0 <= one.high for one in (ladder.side, *(rating.elo for rating in ladder.ratings))]
    assert 0.92 < np.mean(inside) < 0.985


def test_the_crosstable_adds_up():
    games = league(np.random.default_rng(5), 10)
    cells = crosstable(games)
    for one, other in combinations(TRUE, 2):
        (won, count), (lost, also) = cells[one, other], cells[other, one]
        assert count == also == 20 and won + lost == 20


# --- sequential test


def score_pairs(rng: np.random.Generator, elo: float, count: int) -> list[int]:
    """Pairs of games with draws, whose two games depend on each other, with the mean of this Elo difference."""
    mean = expected_score(elo)
    base = np.array([0.08, 0.24, 0.36, 0.24, 0.08])
    tilt = base * np.exp(np.arange(5) * 0.0)
    low, high = -3.0, 3.0
    for _ in range(60):
        middle = (low + high) / 2
        tilt = base * np.exp(middle * np.arange(5))
        tilt /= tilt.sum()
        low, high = (middle, high) if tilt @ np.arange(5) / 4 < mean else (low, middle)
    return rng.choice(5, count, p=tilt).tolist()


@pytest.mark.parametrize(("elo", "right"), [(0.0, "H0"), (60.0, "H1")])
def test_the_sequential_test_errs_as_rarely_as_it_says(elo, right):
    rng, hypotheses = np.random.default_rng(6), Hypotheses(0.0, 60.0, 0.05, 0.05)
    verdicts = [decide(score_pairs(rng, elo, 1500), hypotheses) for _ in range(60)]
    assert all(verdict.decided for verdict in verdicts)
    wrong = sum(verdict.decided != right for verdict in verdicts)
    assert wrong <= 8, "a binomial with 5 % exceeds this once in five hundred times"
    assert np.mean([verdict.pairs for verdict in verdicts]) < 300, "and it stops early"


def test_the_likelihood_ratio_is_that_of_the_trinomial_when_pairs_hold_nothing_else():
    # all pairs 0, 1 or 2 points: with the mean m fixed, the likeliest shares have a closed form for two kinds of pair
    counts = (40, 0, 0, 0, 60)
    by_hand = 40 * np.log((1 - expected_score(30)) / (1 - expected_score(0))) + 60 * np.log(expected_score(30) / expected_score(0))
    assert isclose(llr(counts, 0, 30), by_hand, abs_tol=0.02)
    assert llr((10, 20, 40, 20, 10), 0, 30) < 0 < llr((5, 10, 30, 35, 20), 0, 30)
    assert isclose(llr(counts, 0, 30), -llr(counts, 30, 0), rel_tol=1e-9)


def test_pairs_wait_for_those_before_them():
    games = [played(0, "a", "b", 1.0), played(0, "b", "a", 0.5), played(2, "a", "b", 1.0), played(2, "b", "a", 0.0)]
    assert pair_points(games, "a") == [3]
    assert pair_points([*games, played(1, "a", "b", 0.0), played(1, "b", "a", 1.0)], "a") == [3, 0, 4]


def test_hypotheses_that_make_no_test_are_refused():
    for wrong in (Hypotheses(10, 10), Hypotheses(alpha=0.0), Hypotheses(beta=0.7)):
        with pytest.raises(ValueError, match=r"elo0|alpha"):
            wrong.check()
    value, low, high = elo_of([2] * 30 + [3] * 30 + [1] * 30)
    assert isclose(value, 0, abs_tol=1e-9) and low < 0 < high


def test_elo_of_a_clean_sweep_is_finite_and_not_certain():
    value, low, high = elo_of([4] * 10)
    assert 300 < value < 600 and 0 < low < value - 100 and high == inf
    assert told_elo(value, low, high).endswith("no limit]") and told_elo(-0.2, -0.4, 3.0) == "+0 [+0, +3]"
    lost = elo_of([0] * 10)
    assert lost[1] == -inf and isclose(lost[0], -value) and isclose(lost[2], -low)


# --- shares and differences


def game(winner: str | None, level: str = "marginal", areas: tuple[int, int] = (2, 1), **more):
    """A finished game as the store gives it."""
    score = {"free_peoples": 1.0, None: 0.5, "dark_army": 0.0}[winner]
    return played(0, "x", "x", score, winner=winner, level=level, areas=areas, turns=12, decisions=900, **more)


def test_a_tally_counts_and_leaves_forfeits_out():
    games = [game("free_peoples", "tactical", (4, 1))] * 3 + [game("dark_army", areas=(1, 2))] * 2
    games += [game(None, "draw", (1, 1))] * 5 + [game("free_peoples", "forfeit")] * 4
    found = tally(games)
    assert (found.games, found.forfeits) == (10, 4)
    assert found.counts == {"free_peoples": 3, "dark_army": 2, "draw": 5}
    assert found.levels["free_peoples", "tactical"] == 3 and found.levels["dark_army", "marginal"] == 2
    assert found.held["free_peoples"] == [0, 7, 0, 0, 3, 0]
    assert isclose(found.score.value, 0.55) and isclose(found.edge.value, 0.1) and isclose(found.lead.value, 0.7)
    assert found.edge.low < 0 < found.edge.high


def test_intervals_of_shares_and_means_cover():
    rng = np.random.default_rng(7)
    inside = {"share": 0, "mean": 0}
    for _ in range(800):
        scores = rng.choice([1.0, 0.5, 0.0], 30, p=[0.15, 0.8, 0.05])
        found = mean(scores, 0.0, 1.0)
        inside["mean"] += found.low <= 0.55 <= found.high
        found = share(int((scores == 1).sum()), 30)
        inside["share"] += found.low <= 0.15 <= found.high
    assert all(0.93 <= count / 800 <= 0.99 for count in inside.values()), inside
    assert mean(np.full(20, 0.5), 0.0, 1.0).low < 0.5 < mean(np.full(20, 0.5), 0.0, 1.0).high, "twenty draws prove no balance"


def test_many_comparisons_are_corrected():
    rng = np.random.default_rng(8)

    def some(chance: float, count: int = 120) -> list:
        return [game("free_peoples" if win else "dark_army") for win in rng.random(count) < chance]

    false_alarms = sum(any(one.clear for one in differences(some(0.5), {str(n): some(0.5) for n in range(6)})) for _ in range(15))
    assert false_alarms <= 3, "5 % are allowed for the whole family"
    even = [game("free_peoples"), game("dark_army")] * 60
    found = {one.name: one for one in differences(even, {"strong": some(0.85), "none": even})}
    assert found["strong"].clear and not found["none"].clear
    assert found["strong"].change.low > 0.1 and found["none"].change.low < 0 < found["none"].change.high


@pytest.mark.filterwarnings("error")
def test_games_that_come_out_alike_prove_nothing_yet():
    (two,) = differences([game("dark_army")] * 2, {"two games": [game("free_peoples")] * 2})
    assert two.change.value == 1.0 and two.change.low < 0 and two.change.high == 1.0 and not two.clear
    (few,) = differences([game(None)] * 2, {"alike": [game(None)] * 2})
    assert few.change.value == 0 and few.change.low < -0.3 and few.change.high > 0.3 and few.p > 0.9
    (many,) = differences([game("dark_army")] * 60, {"sixty": [game("free_peoples")] * 60})
    assert many.clear and many.change.low > 0.8 and many.p < 1e-6


@pytest.mark.filterwarnings("error")
def test_kinds_of_which_no_two_games_count_are_left_out():
    lost = [game("free_peoples", "forfeit")] * 9
    base = [game("dark_army"), game("free_peoples")] * 5
    others = {"all lost": lost, "one left": [game("dark_army"), *lost], "fine": base}
    assert [one.name for one in differences(base, others)] == ["fine"]
    assert differences([game("dark_army"), *lost], others) == []


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("ours", "chance", "base", "against"), [(16, 0.5, 16, 0.5), (16, 0.9, 30, 0.9), (16, 0.98, 16, 0.7)])
def test_differences_cover_what_they_should(ours, chance, base, against):
    """Exactly: every number of wins with its probability."""
    def wins(count: int, chance: float) -> list:
        return [
            ([game("free_peoples")] * k + [game("dark_army")] * (count - k), comb(count, k) * chance**k * (1 - chance) ** (count - k))
            for k in range(count + 1)
        ]

    covered = 0.0
    for with_it, how_often in wins(ours, chance):
        for without, also in wins(base, against):
            if how_often * also > 1e-6:
                (found,) = differences(without, {"other": with_it})
                covered += how_often * also * (found.change.low - 1e-9 <= chance - against <= found.change.high + 1e-9)
                assert found.clear == (not found.change.low <= 0 <= found.change.high), "p and interval say the same"
    assert covered > 0.949


# --- luck


def cubes(rng: np.random.Generator, count: int, chips: float, dice: float, play: float, rest: float) -> np.ndarray:
    """Results of cubes with these variances."""
    c, d, p = (rng.normal(0, size**0.5, (count, 2)) for size in (chips, dice, play))
    noise = rng.normal(0, rest**0.5, (count, 8))
    return np.array([[c[n, i] + d[n, j] + p[n, k] for i, j, k in luck.CORNERS] for n in range(count)]) + noise


def test_luck_is_attributed_to_where_it_comes_from():
    found = luck.decompose(5 + cubes(np.random.default_rng(9), 600, chips=2.0, dice=1.0, play=0.0, rest=1.0))
    for name, true in (("chips", 0.5), ("dice", 0.25), ("play", 0.0)):
        assert found.alone[name].low - 0.005 <= true <= found.alone[name].high + 0.005
        assert found.in_all[name].low - 0.005 <= true + 0.25 <= found.in_all[name].high + 0.005
    assert found.together.low < 0.25 < found.together.high
    assert isclose(found.variance, 4.0, rel_tol=0.15)


@pytest.mark.slow
def test_intervals_of_luck_cover():
    rng, inside = np.random.default_rng(10), 0
    for _ in range(100):
        found = luck.decompose(cubes(rng, 100, 1.0, 1.0, 1.0, 1.0), seed=int(rng.integers(2**31)))
        inside += found.alone["chips"].low <= 0.25 <= found.alone["chips"].high
    assert inside >= 88


def test_results_that_never_vary_have_no_luck_in_them():
    found = luck.decompose(np.full((10, 8), 0.5))
    assert found.variance == 0 and all(one.value == 0 for one in found.alone.values())
    rare = np.zeros((8, 8))
    rare[0] = 1.0  # many a resample has no variance at all
    assert all(np.isfinite([one.low, one.high]).all() for one in luck.decompose(rare).alone.values())
    with pytest.raises(ValueError, match="at least 2 whole cubes"):
        luck.decompose(np.zeros((1, 8)))


def test_a_cube_with_a_forfeit_is_left_out_whole():
    def cube(number: int, score: float, *forfeits: int, plays: str = "ab") -> list:
        return [
            played(number, "x", "x", score, leg=leg, level="forfeit" if leg in forfeits else "marginal", packed=plays[leg % 2], decisions=9)
            for leg in range(8)
        ]

    games = [*cube(0, 1.0), *cube(1, 0.0, 3), *cube(2, 0.5), *cube(3, 0.0)[:7]]
    whole = luck.whole_cubes(games)
    assert luck.results(whole).tolist() == [[1.0] * 8, [0.5] * 8]
    assert luck.reckoned(cube(0, 1.0)) is None and luck.reckoned(games).cubes == 2 and not luck.reckoned(games).same_play
    still = luck.reckoned([*cube(0, 1.0, plays="aa"), *cube(1, 0.0, plays="bb")])
    assert still.same_play and "none of 8 pairs of games" in on_play(still, "captain")
    assert on_play(luck.reckoned(games), "captain") == ""


# --- words


@pytest.mark.parametrize(
    ("edge", "said"),
    [
        ((0.05, 0.01, 0.09), "The Free Peoples have a slight edge, between 1 and 9 points."),
        ((-0.2, -0.28, -0.12), "The Dark Army has an edge, between 12 and 28 points."),
        ((0.6, 0.4, 0.8), "The Free Peoples have a large edge, between 40 and 80 points."),
        ((0.01, -0.05, 0.07), "Balanced to within 7 points."),
        ((0.1, -0.1, 0.3), "Neither side is shown to be better off; an edge of up to 30 points is not ruled out."),
    ],
)
def test_the_verdict_says_what_the_interval_supports(edge, said):
    assert on_sides(Estimate(*edge)) == said


def test_a_trend_with_skill_needs_to_be_clear():
    even, better, worse = Estimate(0.0, -0.1, 0.1), Estimate(0.3, 0.2, 0.4), Estimate(-0.3, -0.4, -0.2)
    assert "No clear trend" in on_skill({"a": even, "b": Estimate(0.1, 0.0, 0.2)})
    assert "Better play favours the Free Peoples" in on_skill({"a": even, "b": better})
    assert "Better play favours the Dark Army" in on_skill({"a": better, "b": even, "c": worse})
    assert "moves both ways" in on_skill({"a": even, "b": better, "c": worse})


def test_elo_points_are_wins_to_losses():
    won, _, lost = chances(400.0, 1.0)
    assert isclose(won / lost, 10.0) and isclose(ELO, 400 / np.log(10))


@pytest.mark.parametrize(("cubes", "told"), [(6, "cannot be said from 6 cubes"), (40, "by themselves explain: chips 25%")])
def test_luck_is_told_only_from_enough_cubes(cubes, told):
    one = Estimate(0.25, 0.1, 0.4)
    found = luck.Luck(cubes, 0.2, {"chips": one, "dice": one, "play": one}, {"chips": one, "dice": one, "play": one}, one)
    assert told in on_luck(SimpleNamespace(luck=found, yardstick="captain"))
