"""mcts: an open-loop search tree with the captain's choices as candidates and in the playouts."""

from __future__ import annotations

from .searching import Searcher


class TreeSearch(Searcher):
    """Monte Carlo tree search: open-loop, the captain names the candidates and plays the playouts."""

    kind = "mcts"
    flat = False
