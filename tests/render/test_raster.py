"""The board as pixels, and what `render()` does in the environments."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bofa_env import Game, bofa_v0
from bofa_env.gym import BofaEnv
from bofa_env.render.hexes import BOARD_WIDTH, centre
from bofa_env.render.raster import _drawn, png, rgb_array
from bofa_env.render.viewer import Viewer
from bofa_env.rules.actions import hex_number
from bofa_env.vector import BofaVectorEnv

from .drawing import everything, position


@pytest.fixture(scope="module")
def pixels() -> np.ndarray:
    return everything().render("rgb_array")


def colour_at(pixels: np.ndarray, hex: str, dx: float, dy: float) -> tuple[int, int, int]:
    scale = pixels.shape[1] / BOARD_WIDTH
    x, y = centre(hex_number(hex))
    r, g, b = pixels[round((y + dy) * scale), round((x + dx) * scale)].tolist()
    return r, g, b


def test_it_is_a_picture(pixels: np.ndarray) -> None:
    assert pixels.dtype == np.uint8 and pixels.shape == (1013, 1200, 3)
    assert len(np.unique(pixels.reshape(-1, 3) @ [1, 256, 65536])) > 500


def test_counters_have_the_colour_of_their_army(pixels: np.ndarray) -> None:
    red, green, blue = colour_at(pixels, "0509", 11, 0)  # thrak: purple, beside the weapon
    assert red > green + 30 and blue > green + 15
    empty = rgb_array(position({"name": "Gandalf", "hex": "1717"}, {"name": "azug sword 1", "hex": "0000"}))
    assert colour_at(empty, "0509", 11, 0) != (red, green, blue)


def test_text_is_really_drawn() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
    for family, slant in (("Bofa Sans", "normal"), ("Bofa Serif", "italic")):
        style = f'font-family="{family}" font-style="{slant}" font-size="40"'
        drawn = _drawn(svg.format(f'<text x="5" y="60" {style}>7·7</text>'), 200)
        assert 200 < (drawn[..., 3] > 128).sum() < 8000  # ink, and not a box


def test_numbers_stand_on_the_counters() -> None:
    seven = position({"name": "elves spear 1", "hex": "1717"}, {"name": "azug sword 1", "hex": "0000"})
    four = position({"name": "elves spear 1", "hex": "1717", "reduced": True}, {"name": "azug sword 1", "hex": "0000"})
    strips = []
    for game in (seven, four):
        drawn = rgb_array(game)
        x, y = (round(place * 1200 / BOARD_WIDTH) for place in centre(hex_number("1717")))
        strips.append(drawn[y + 6 : y + 13, x - 9 : x + 9].astype(int))
        assert strips[-1].min() < 90 and strips[-1].max() > 230  # dark figures on ivory
    assert (strips[0] != strips[1]).any()


def test_other_sizes() -> None:
    game = everything()
    assert rgb_array(game, 400).shape[1:] == (400, 3)
    with pytest.raises(ValueError, match="from 100 to 8000"):
        rgb_array(game, 10)


def test_png(pixels: np.ndarray) -> None:
    assert (np.asarray(Image.open(BytesIO(png(everything())))) == pixels).all()


# --- environments


@pytest.mark.parametrize("make", [bofa_v0.raw_env, BofaEnv])
def test_pettingzoo_and_gymnasium_give_arrays(make: Callable[..., Any]) -> None:
    env = make(render_mode="rgb_array", observation="flat", scenario="skirmish")
    env.reset(seed=3)
    drawn = env.render()
    assert drawn.dtype == np.uint8 and drawn.ndim == 3 and drawn.shape[2] == 3
    assert (drawn == env.game.render("rgb_array")).all()
    assert "rgb_array" in env.metadata["render_modes"]


def test_vector_environments_give_one_for_each_game() -> None:
    envs = BofaVectorEnv(2, render_mode="rgb_array", observation="flat", scenario="skirmish")
    envs.reset(seed=3)
    drawn = envs.render()
    assert drawn is not None and len(drawn) == 2 and all(one.shape == drawn[0].shape for one in drawn)
    texts = BofaVectorEnv(2, render_mode="ansi", observation="flat", scenario="skirmish").render()
    assert texts is not None and len(texts) == 2 and "Turn" in texts[0]


def test_stable_baselines_has_images() -> None:
    sb3 = pytest.importorskip("bofa_env.sb3")
    envs = sb3.BofaVecEnv(2, render_mode="rgb_array", observation="flat", scenario="skirmish")
    envs.reset()
    images = envs.get_images()
    assert len(images) == 2 and images[0].dtype == np.uint8 and images[0].ndim == 3
    tiled = envs.render()
    assert tiled.shape[0] * tiled.shape[1] == 2 * images[0].shape[0] * images[0].shape[1]


def test_human_prints_where_there_is_no_window(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "pygame", None)
    assert Viewer("human").render(Game(seed=1)) is None
    assert "to decide choose_chip" in capsys.readouterr().out


def test_human_opens_a_window(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    game = everything()
    viewer = Viewer("human")
    viewer.render(game)
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
    assert (shown == game.render("rgb_array")).all()
    viewer.close()
    assert not pygame.display.get_init()
    assert "Turn" not in capsys.readouterr().out


def test_unknown_modes_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no render mode 'video'; there is human, ansi, rgb_array"):
        BofaEnv(render_mode="video")
    with pytest.raises(ValueError, match="there is no render mode"):
        Game(seed=1).render("html")
