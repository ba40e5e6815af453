"""flatmc: every candidate simulated equally often; the best average is played."""

from __future__ import annotations

from .searching import Searcher


class FlatMonteCarlo(Searcher):
    """Flat Monte Carlo: simulates every candidate equally often and plays the one with the best average."""

    kind = "flatmc"
    flat = True
