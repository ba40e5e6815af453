"""Confidence intervals of shares."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist


def wilson(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval for the share of successes: good for few trials and for shares near 0 and 1 too."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials cannot be")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, {confidence} does not")
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    middle = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (middle - reach) / scale  # exactly, whatever the rounding
    high = 1.0 if successes == trials else (middle + reach) / scale
    return low, high
