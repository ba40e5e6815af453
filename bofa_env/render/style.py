"""Colours, fonts and the one style sheet of the drawn board."""

from __future__ import annotations

SIDE_COLOURS = {"free_peoples": "#2f5d9e", "dark_army": "#9c2b23"}

# Of every army: the body of its counters. The Free Peoples' are framed in ivory, the Dark Army's in black.
ARMY_COLOURS = {
    "elves": "#2f7a4b",
    "lake_men": "#2b6cab",
    "dwarves": "#5a56a3",
    "thorin": "#b98a12",
    "wanderers": "#64748b",
    "eagles": "#a2742c",
    "beorn": "#6f4524",
    "bolg": "#2a2a30",
    "azug": "#a12f2a",
    "thuk": "#b85a1e",
    "thrak": "#74365f",
    "osag": "#5d4037",
    "gurash": "#6b6a1c",
    "wolves": "#70757a",
    "wargs": "#474c52",
}
_OTHERS = {"free_peoples": "#3d6f8f", "dark_army": "#7d3b3b"}  # counters other than the packaged ones


def army_colour(army: str, side: str) -> str:
    """The colour of an army's counters."""
    return ARMY_COLOURS.get(army, _OTHERS[side])


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one in it."""
    parts = zip(_rgb(colour), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


STYLE = """
text { font-family: 'Bofa Sans', 'DejaVu Sans Condensed', sans-serif; }
"""
