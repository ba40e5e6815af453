"""The board as pixels."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..data.load import Data
from .hexes import BOARD_WIDTH
from .scene import Scene, scene
from .style import font_files
from .svg import TOTAL_HEIGHT, changing_svg, ground_svg

if TYPE_CHECKING:
    from ..game import Game

PIXELS = 1200  # the width of a picture unless another is asked for


def rgb_array(game: Game, width: int = PIXELS) -> NDArray[np.uint8]:
    """The board as an array of height × width × 3; height follows from width."""
    return scene_pixels(scene(game), game.data, width)


def scene_pixels(scene: Scene, data: Data, width: int = PIXELS) -> NDArray[np.uint8]:
    """The same from a scene. The ground is drawn once and kept: it is most of the work."""
    if isinstance(width, bool) or not isinstance(width, (int, np.integer)) or not 100 <= width <= 8000:
        raise ValueError(f"the width of a picture is a whole number of pixels from 100 to 8000, not {width!r}")
    pixels = _ground(data, int(width)).copy()
    above = _drawn(changing_svg(scene, data), int(width))
    covered = above[..., 3] > 0
    alpha = above[covered][:, 3:].astype(np.uint16)
    blended = above[covered][:, :3] * alpha + pixels[covered] * (255 - alpha)
    pixels[covered] = (blended + 127) // 255
    return pixels


def png(game: Game, width: int = PIXELS) -> bytes:
    """The board as a PNG file."""
    from PIL import Image

    file = BytesIO()
    Image.fromarray(rgb_array(game, width)).save(file, "PNG")
    return file.getvalue()


@lru_cache(maxsize=4)
def _ground(data: Data, width: int) -> NDArray[np.uint8]:
    return np.ascontiguousarray(_drawn(ground_svg(data), width)[..., :3])


def _drawn(svg: str, width: int) -> NDArray[np.uint8]:
    """An SVG of the size of the board as red, green, blue, alpha."""
    import resvg_py
    from PIL import Image

    height = round(width * TOTAL_HEIGHT / BOARD_WIDTH)
    drawn: Any = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, height=height, skip_system_fonts=True, font_files=font_files(), font_family="Bofa Sans"
    )
    return np.asarray(Image.open(BytesIO(bytes(drawn))).convert("RGBA"))
