"""Plays partial games and prints one hash per game: run it with and without NUMBA_DISABLE_JIT=1 and compare.

    python tests/trace_game.py basic random 3 400        # ruleset[+option…], deployment, seed, decisions
"""

from __future__ import annotations

import hashlib
import random
import sys

from bofa_env import Game
from bofa_env.rules.record import GAME, SCRATCH

KEPT = [name for name in GAME.names or () if name not in SCRATCH]


def trace(ruleset: str, deployment: str, seed: int, decisions: int) -> str:
    """A hash over every decision, its mask and the record after it, scratch aside."""
    name, *options = ruleset.split("+")
    game, choose = Game(name, options, deployment, seed), random.Random(seed)
    digest = hashlib.sha256()
    for _ in range(decisions):
        if game.over:
            break
        digest.update(game.action_mask().tobytes())
        game.play(choose.choice(game.legal_actions()))
        for field in KEPT:
            digest.update(game.record[0][field].tobytes())
    return f"{ruleset} {deployment} {seed}: turn {game.turn}, {digest.hexdigest()[:16]}"


if __name__ == "__main__":
    print(trace(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
