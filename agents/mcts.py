"""mcts: an open-loop search tree over what captains of several tempers would do, with captains in the playouts."""

from __future__ import annotations

from .searching import Searcher


class TreeSearch(Searcher):
    """Monte Carlo tree search: open-loop; captains of several tempers name the candidates, captains play the playouts."""

    kind = "mcts"
    flat = False
