"""Luck: how much of a result comes from the chips, from the dice, and from play.

Games are played in cubes of eight: two streams of chips, two of dice and two seeds of play, all crossed. Two games of a cube
share some of the three and differ in the others; over many cubes the covariance of games that share exactly a set of them is
the variance that the set explains (Sobol's decomposition). No distribution is assumed, and cubes are independent, so
intervals come from resampling cubes. A cube with a forfeited game is left out whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..replay import FORFEIT
from .jobs import Job, Study, pair_seeds
from .ratings import Estimate
from .store import Played

SOURCES = ("chips", "dice", "play")
CORNERS = tuple(product((0, 1), repeat=len(SOURCES)))
FEW_CUBES = 12  # with fewer, resampling them does not show how uncertain the shares are: they are not told
_RESAMPLES = 1000


def cubes(study: Study, bot: str, count: int, seed: int) -> list[Job]:
    """The games of so many cubes; leg 4c + 2d + p has stream c of chips, d of dice, p of play."""
    seeds = pair_seeds(seed, study.name, range(count))
    streams = pair_seeds(seed, study.name + " streams", range(4 * count))
    return [
        Job(
            study, number, leg, bot, bot, seeds[number], seed + play,
            chips=streams[4 * number + chips], dice=streams[4 * number + 2 + dice],
        )
        for number in range(count)
        for leg, (chips, dice, play) in enumerate(CORNERS)
    ]  # fmt: skip


@dataclass(frozen=True)
class Luck:
    """Shares of the variance of a result. `alone`: by itself; `in_all`: with everything that it takes part in."""

    cubes: int
    variance: float
    alone: dict[str, Estimate]
    in_all: dict[str, Estimate]
    together: Estimate  # what only comes about by several at once
    same_play: bool = False  # no two games that differ in play alone differ in anything

    @property
    def enough(self) -> bool:
        """Whether there are cubes enough to tell the shares."""
        return self.cubes >= FEW_CUBES


def whole_cubes(games: Iterable[Played]) -> list[list[Played]]:
    """The games by cube and corner; cubes that are not complete, or in which a game was forfeited, are left out."""
    by_cube: dict[int, dict[int, Played]] = {}
    for game in games:
        if game.level != FORFEIT:
            by_cube.setdefault(game.pair, {})[game.leg] = game
    return [[legs[leg] for leg in range(len(CORNERS))] for legs in by_cube.values() if len(legs) == len(CORNERS)]


def reckoned(games: Iterable[Played]) -> Luck | None:
    """What the games of cubes say; None if there are not even two whole cubes."""
    found = whole_cubes(games)
    return replace(decompose(results(found)), same_play=same_play(found)) if len(found) > 1 else None


def results(cubes: Iterable[Sequence[Played]]) -> NDArray[np.float64]:
    """The Free Peoples' points as an array [cube, corner]."""
    return np.array([[game.score for game in cube] for cube in cubes], np.float64).reshape(-1, len(CORNERS))


def same_play(cubes: Iterable[Sequence[Played]]) -> bool:
    """Whether the seed of play never changed anything: then the bot leaves nothing to chance."""
    return all(
        (one.packed, one.decisions) == (other.packed, other.decisions)
        for cube in cubes
        for one, other in zip(cube[::2], cube[1::2], strict=True)
    )


def _products() -> dict[tuple[int, ...], NDArray[np.int64]]:
    """For every set of sources the pairs of corners that share exactly these."""
    pairs: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for i, one in enumerate(CORNERS):
        for j, other in enumerate(CORNERS):
            shared = tuple(k for k in range(len(SOURCES)) if one[k] == other[k])
            pairs.setdefault(shared, []).append((i, j))
    return {shared: np.array(found) for shared, found in pairs.items()}


_PAIRS = _products()
_EVERYTHING = tuple(range(len(SOURCES)))


def decompose(values: NDArray[np.float64], seed: int = 0) -> Luck:
    """The decomposition of the results of cubes."""
    if len(values) < 2:
        raise ValueError(f"luck takes at least 2 whole cubes of {len(CORNERS)} games, not {len(values)}")
    products = {shared: (values[:, at[:, 0]] * values[:, at[:, 1]]).mean(1) for shared, at in _PAIRS.items()}
    variance = float(products[_EVERYTHING].mean() - products[()].mean())
    if variance <= 0:
        nothing = dict.fromkeys(SOURCES, Estimate(0.0, 0.0, 1.0))
        return Luck(len(values), 0.0, nothing, nothing, Estimate(0.0, 0.0, 1.0))
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(len(values), np.full(len(values), 1 / len(values)), _RESAMPLES) / len(values)
    told = _shares({shared: product.mean() for shared, product in products.items()})
    drawn = _shares({shared: weights @ product for shared, product in products.items()})
    low, high = (np.nanpercentile(drawn, q, axis=1) for q in (2.5, 97.5))
    ends = np.clip([told, low, high], 0.0, 1.0)  # estimates of a share may lie outside, the share cannot
    ends[0, -1] = max(0.0, 1.0 - ends[0, : len(SOURCES)].sum())
    estimates = [Estimate(*numbers) for numbers in ends.T.tolist()]
    n = len(SOURCES)
    return Luck(
        len(values),
        variance,
        dict(zip(SOURCES, estimates[:n], strict=True)),
        dict(zip(SOURCES, estimates[n : 2 * n], strict=True)),
        estimates[-1],
    )


def _shares(covariance: dict[tuple[int, ...], NDArray[np.float64]]) -> NDArray[np.float64]:
    """Shares of each source alone, of each in all that it takes part in, and of what is only theirs together."""
    nothing, all_ = covariance[()], covariance[_EVERYTHING]
    with np.errstate(invalid="ignore", divide="ignore"):
        whole = np.where(all_ > nothing, all_ - nothing, np.nan)  # cubes drawn with no variance at all say nothing
        alone = [(covariance[(source,)] - nothing) / whole for source in _EVERYTHING]
        in_all = [(all_ - covariance[tuple(k for k in _EVERYTHING if k != source)]) / whole for source in _EVERYTHING]
        return np.array([*alone, *in_all, 1 - sum(alone)])
