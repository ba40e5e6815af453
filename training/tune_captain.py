"""Tune the weights of one side's captain against those of the other, and print what was found.

    python -m training.tune_captain --side free_peoples --minutes 8

An evolution strategy (separable CMA-ES with mirrored draws): each generation draws weights around the best guess, lets every
draw play the same games, new ones each generation, and moves the guess towards those that did well. Three games in four
have the historical set-up, one a random one. Check what comes out on other seeds before it is believed.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from agents.thinking.duel import duel
from agents.thinking.weights import CAPTAINS, Weights
from bofa_env.batch import Games
from bofa_env.rules.world import SIDES

SHARE = 0.35  # a step, as a share of the weight
STEPS = {"to_gate": 5.0, "to_dale": 8.0, "to_hill": 8.0, "to_nw": 5.0, "to_ne": 5.0, "fight": 0.5}  # these may be negative
LEAST = 0.1  # the smallest step of any other weight


class Evolution:
    """The best guess, in steps from where it started, and how far to look around it in each direction."""

    def __init__(self, start: Weights, draws: int, reach: float, seed: int) -> None:
        self.start, self.draws, self.reach = np.array(start), draws, reach
        self.rng = np.random.default_rng(seed)
        self.steps = np.array([STEPS.get(name, max(LEAST, SHARE * value)) for name, value in start._asdict().items()])
        self.guess, self.spread = np.zeros(len(start)), np.ones(len(start))
        self.path, self.trail = np.zeros(len(start)), np.zeros(len(start))

    def weights(self, at: NDArray[np.float64]) -> Weights:
        """The weights at a point."""
        values = zip(Weights._fields, (self.start + self.steps * at).tolist(), strict=True)
        return Weights(*(value if name in STEPS else max(0.0, value) for name, value in values))

    def draw(self) -> NDArray[np.float64]:
        """Directions to look in, each with its opposite."""
        half = self.rng.standard_normal((self.draws // 2, len(self.guess))) * np.sqrt(self.spread)
        return np.concatenate([half, -half])

    def learn(self, directions: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        """Move towards the better half (Hansen's constants, for a covariance that is a diagonal)."""
        n, best = len(self.guess), len(directions) // 2
        share = np.log(best + 0.5) - np.log(np.arange(1, best + 1))
        share /= share.sum()
        mass = 1.0 / (share**2).sum()
        chosen = directions[np.argsort(-values)[:best]]
        step = share @ chosen
        self.guess += self.reach * step
        fade, slow = (mass + 2) / (n + mass + 5), (4 + mass / n) / (n + 4 + 2 * mass / n)
        self.path += -fade * self.path + np.sqrt(fade * (2 - fade) * mass) * step / np.sqrt(self.spread)
        self.trail += -slow * self.trail + np.sqrt(slow * (2 - slow) * mass) * step
        one = 2 / ((n + 1.3) ** 2 + mass) * (n + 2) / 3
        many = min(1 - one, 2 * (mass - 2 + 1 / mass) / ((n + 2) ** 2 + mass) * (n + 2) / 3)
        self.spread = (1 - one - many) * self.spread + one * self.trail**2 + many * (share @ chosen**2)
        expected = np.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
        longer = fade / (1 + fade) * (np.linalg.norm(self.path) / expected - 1)
        self.reach = float(np.clip(self.reach * np.exp(min(0.2, longer)), 0.1, 0.8))


def tune(side: int, minutes: float, draws: int = 20, games: int = 48, reach: float = 0.5, seed: int = 0) -> Weights:
    """Better weights for a side, against the other side's captain as he is."""
    evolution = Evolution(CAPTAINS[side], draws, reach, seed)
    rng = np.random.default_rng(seed + 1)

    def value(weights: Weights, first: int) -> float:
        pair = (weights, CAPTAINS[1]) if side == 0 else (CAPTAINS[0], weights)
        some = max(1, games // 4)
        usual = duel(*pair, Games(games - some, seed=first, autoreset="disabled"))
        other = duel(*pair, Games(some, seed=first, autoreset="disabled", deployment="random"))
        return float(np.concatenate([usual, other]).mean()) * (1 if side == 0 else -1)

    end = time.perf_counter() + 60 * minutes
    generation = 0
    while generation == 0 or time.perf_counter() < end:
        first = int(rng.integers(1 << 40))
        directions = evolution.draw()
        values = np.array([value(evolution.weights(evolution.guess + evolution.reach * one), first) for one in directions])
        evolution.learn(directions, values)
        generation += 1
        told = f"mean {values.mean():+.3f}, best {values.max():+.3f}, reach {evolution.reach:.2f}"
        print(f"generation {generation}: {told}", flush=True)
    return evolution.weights(evolution.guess)


def main(args: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Tune the weights of one side's captain.")
    parser.add_argument("--side", choices=SIDES, default=SIDES[0])
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--draws", type=int, default=20, help="weights that are tried in each generation")
    parser.add_argument("--games", type=int, default=48, help="that each of them plays")
    parser.add_argument("--reach", type=float, default=0.5, help="how far from the start is looked at first")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(args)
    side = SIDES.index(given.side)
    found = tune(side, given.minutes, given.draws, given.games, given.reach, given.seed)
    print(",\n".join(f"    {name}={value:.3g}" for name, value in found._asdict().items()))


if __name__ == "__main__":
    main()
