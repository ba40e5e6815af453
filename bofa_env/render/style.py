"""Colours, fonts and the one style sheet of the drawn board."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from importlib import resources
from pathlib import Path

PAPER, IVORY, INK = "#f1e9d4", "#fbf6e6", "#1d1a17"
SIDE_COLOURS = {"free_peoples": "#2a5a9c", "dark_army": "#9c2721"}

# Of every army: the body of its counters. The Free Peoples' are framed in ivory, the Dark Army's in black.
_ARMY_COLOURS = {
    "elves": "#2f7a4b", "lake_men": "#2b6cab", "dwarves": "#5a56a3", "thorin": "#a87c0c", "wanderers": "#5b6b81",
    "eagles": "#a06f24", "beorn": "#6f4524",
    "bolg": "#26262b", "azug": "#a12f2a", "thuk": "#b4561b", "thrak": "#74365f", "osag": "#5d4037", "gurash": "#67661a",
    "wolves": "#6b7076", "wargs": "#444a50",
}  # fmt: skip
_OTHERS = {"free_peoples": "#3d6f8f", "dark_army": "#7d3b3b"}  # counters other than the packaged ones

_FONTS = (
    ("Bofa Sans", "normal", 400, "BofaSans-Regular.ttf"),
    ("Bofa Sans", "normal", 700, "BofaSans-Bold.ttf"),
    ("Bofa Serif", "italic", 400, "BofaSerif-Italic.otf"),
)


def army_colour(army: str, side: str) -> str:
    """The colour of an army's counters."""
    return _ARMY_COLOURS.get(army, _OTHERS[side])


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one in it."""
    parts = zip(_rgb(colour), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def font_files() -> list[str]:
    """The fonts that come with the package, for a rasteriser that does not read those in the style sheet."""
    return [str(_font(file)) for *_, file in _FONTS]


def _font(file: str) -> Path:
    return Path(str(resources.files(__package__) / "fonts" / file))


@cache
def style() -> str:
    """The style sheet that everything drawn here needs; the fonts are in it, so that an SVG stands alone."""
    faces = "".join(
        f"@font-face{{font-family:'{family}';font-style:{slant};font-weight:{weight};"
        f"src:url(data:font/{Path(file).suffix[1:]};base64,{b64encode(_font(file).read_bytes()).decode()})}}\n"
        for family, slant, weight, file in _FONTS
    )
    return faces + SHEET


# What stands within a symbol is styled by classes alone: a browser does not see the ancestors of a symbol's copies.
SHEET = """
.bofa-sign { font-family: 'Bofa Sans', 'DejaVu Sans Condensed', 'Arial Narrow', sans-serif; font-weight: 700;
  text-anchor: middle; }
.bofa-edged { stroke: #4a3b22; stroke-width: 1; stroke-linejoin: round; }
.bofa text { font-family: 'Bofa Sans', 'DejaVu Sans Condensed', 'Arial Narrow', sans-serif; fill: #1d1a17; }
.bofa .serif { font-family: 'Bofa Serif', Georgia, serif; font-style: italic; }
.bofa .middle { text-anchor: middle; }
.bofa .hex { fill: #fff; fill-opacity: 0; stroke: #4a3b22; stroke-opacity: .3; stroke-width: .8; }
.bofa .number { font-size: 6.6px; text-anchor: middle; fill: #3a2e1a; fill-opacity: .62; }
.bofa .edge { font-size: 8px; text-anchor: middle; fill: #5d4d30; }
.bofa .edge-name { font-size: 12px; text-anchor: middle; fill: #5d4d30; letter-spacing: .6px; }
.bofa .place { font-size: 14px; text-anchor: middle; fill: #3a2410; stroke: #f6eed8; stroke-width: 2.4px; stroke-opacity: .75;
  paint-order: stroke; stroke-linejoin: round; }
.bofa .shade { fill: #35240f; fill-opacity: .3; }
.bofa .tuft { fill: none; stroke: #7d8a4c; stroke-width: .8; stroke-opacity: .55; stroke-linecap: round; }
.bofa .peak { fill: #fff; fill-opacity: .2; stroke: #4a341b; stroke-width: .9; stroke-opacity: .5; stroke-linejoin: round; }
.bofa .peak-shade { fill: #3b2712; fill-opacity: .32; }
.bofa .hachure { fill: none; stroke: #6b4c1d; stroke-width: .9; stroke-opacity: .45; stroke-linecap: round; }
.bofa .house { fill: #8a4a3a; fill-opacity: .5; stroke: #5d2d22; stroke-width: .6; stroke-opacity: .6; }
.bofa .frame { fill: none; stroke: #4a3b22; }
.bofa .crag { fill: none; stroke: #c9c2b8; stroke-width: .9; stroke-opacity: .6; }
.bofa .arch { fill: #3a2a18; stroke: #7a5b25; stroke-width: 1.5; }
.bofa .path { fill: none; stroke: #5a3a14; stroke-width: 2.2; stroke-dasharray: 6 3.6; stroke-opacity: .8; }
.bofa .path-bed { fill: none; stroke: #f6eed8; stroke-width: 4; stroke-opacity: .45; }
.bofa .river-bank { fill: none; stroke: #2a5578; stroke-width: 8; stroke-linecap: round; stroke-linejoin: round; }
.bofa .river { fill: none; stroke: #7fb2d6; stroke-width: 5.6; stroke-linecap: round; stroke-linejoin: round; }
.bofa .river-light { fill: none; stroke: #d4e9f5; stroke-width: 1.1; stroke-linecap: round; stroke-dasharray: 14 9; }
.bofa .red { fill: none; stroke: #c4211b; stroke-width: 4.4; stroke-linecap: round; }
.bofa .slide { fill: none; stroke: #3d3934; stroke-width: 1.5; stroke-dasharray: 3.2 2.6; stroke-opacity: .85; }
.bofa .arrow { fill: #3d3934; fill-opacity: .85; }
.bofa .rock { fill: #8d877d; stroke: #37332d; stroke-width: .8; }
.bofa .entry { fill: #7a5b25; fill-opacity: .55; }
.bofa .circle { fill: none; stroke: #7a5b25; stroke-width: 2; }
.bofa .star { fill: #c4211b; stroke: #fbf6e6; stroke-width: .8; stroke-linejoin: round; }
.bofa .off-map { fill: #f1e9d4; fill-opacity: .72; }
.bofa .held { fill: none; stroke-width: 3; stroke-opacity: .85; stroke-linejoin: round; }
.bofa .free_peoples { stroke: #2a5a9c; }
.bofa .dark_army { stroke: #9c2721; }
.bofa .origin { fill: #ffd84a; fill-opacity: .35; stroke: #b98600; stroke-width: 2.4; }
.bofa .target { fill: none; stroke: #d22b1f; stroke-width: 2.8; stroke-dasharray: 6 3; }
.bofa .subject { fill: none; stroke: #ffcf2e; stroke-width: 2.6; }
.bofa .box { fill: #fbf6e6; stroke: #8a7650; stroke-width: 1; }
.bofa .big { font-size: 22px; }
.bofa .label { font-size: 12px; fill: #6a5734; }
.bofa .said { font-size: 14px; }
.bofa .strong { font-weight: 700; }
"""
