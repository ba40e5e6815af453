"""Fill numba's disk cache before the test workers start: one random game, and every form of observation."""

import random

from bofa_env import Game, observation
from bofa_env.batch import Games

rng = random.Random(1)
game = Game(seed=1)
while game.outcome is None:
    game.play(rng.choice(game.legal_actions()))
game.areas(), game.pieces(), Game.from_position(Game(seed=1).position())
games = Games(2, seed=1)
games.step(games.masks.argmax(1))
for form in observation.FORMS:
    games.observe(form)
