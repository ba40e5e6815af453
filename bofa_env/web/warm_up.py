"""Everything compiled before the first page is served, so that nobody waits in the middle of a game."""

from __future__ import annotations

from ..game import Game
from .board import board
from .frames import Camera
from .hints import hints
from .lens import FAR, Lens
from .story import play


def warm_up() -> None:
    """A few decisions of a small game, and every question that a page can ask."""
    game = Game(scenario="skirmish", seed=1)
    asked = False
    while not asked:
        asked = game.decision == "destination"
        hints(game)
        Camera(game).frame()
        if not asked:
            play(game, game.legal_actions()[0])
    lens = Lens(game)
    lens.costs(FAR), lens.allowance(), lens.combat(), lens.shot(), lens.movable()
    lens.may_all_stand(0), lens.pinned(), lens.blocked(0, 0), lens.fits_limits(0), lens.melee_at(0)
    board()
