"""Play one random game, so that numba compiles the kernels into its disk cache before the test workers start."""

import random

from bofa_env import Game

rng = random.Random(1)
game = Game(seed=1)
while game.outcome is None:
    game.play(rng.choice(game.legal_actions()))
