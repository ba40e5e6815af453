"""What the `render()` of every environment does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..errors import one_of

if TYPE_CHECKING:
    from ..game import Game

RENDER_MODES = ("human", "ansi", "rgb_array")


class Viewer:
    """Shows games in one of the render modes, or in none.

    "ansi": the board as text in colour. "rgb_array": as an array of height × width × 3, uint8, drawn from the SVG. "human": in
    a window, if pygame (`pip install pygame-ce`) and a display are there; otherwise the text is printed.
    """

    def __init__(self, mode: str | None, modes: tuple[str, ...] = RENDER_MODES) -> None:
        self.mode = None if mode is None else one_of("render mode", mode, modes)

    def render(self, game: Game) -> Any:
        """The text or the array; None where it is shown instead, or where there is no mode."""
        if self.mode is None:
            import gymnasium

            gymnasium.logger.warn("render() needs a render_mode, given when the environment is made")
            return None
        if self.mode != "human":
            return game.render(self.mode)
        if _window_possible():
            _show(game)
        else:
            print(game.render("ansi"))
        return None

    def render_all(self, game: Callable[[int], Game], which: Iterable[int]) -> tuple[Any, ...] | None:
        """The same for many games; a window has room for the first one."""
        if self.mode in ("ansi", "rgb_array"):
            return tuple(self.render(game(index)) for index in which)
        for index in which:
            self.render(game(index))
            break
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        pygame = sys.modules.get("pygame")
        if self.mode == "human" and pygame is not None and pygame.display.get_init():
            pygame.display.quit()


def _window_possible() -> bool:
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in displays):
        return False
    try:
        import pygame
    except ImportError:
        return False
    try:
        pygame.display.init()
    except pygame.error:  # a display that is named and not there
        return False
    return True


def _show(game: Game) -> None:
    """One window for the whole process, as pygame has it."""
    import pygame

    pixels = game.render("rgb_array")
    size = pixels.shape[1], pixels.shape[0]
    window = pygame.display.get_surface()
    if window is None or window.get_size() != size:
        window = pygame.display.set_mode(size)
        pygame.display.set_caption("The Battle of Five Armies")
    window.blit(pygame.image.frombuffer(pixels.tobytes(), size, "RGB"), (0, 0))
    pygame.event.pump()  # or the system takes the window for dead
    pygame.display.flip()
