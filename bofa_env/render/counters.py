"""The counters: one symbol for each face of each piece, 32 by 32 around the point where it is placed.

    <use href="#c-azug-sword-1-full" x="-16" y="-16" width="32" height="32"/>
"""

from __future__ import annotations

from functools import lru_cache

from ..data.load import Data, load
from ..rules.world import SIDES, WEAPONS
from .scene import slug
from .style import INK, IVORY, army_colour, mixed
from .weapons import WEAPON_SIGNS

_GOLD = "#e0b23c"  # the ring of a leader


def counter_defs(data: Data | None = None) -> str:
    """The symbols of all pieces, to stand within `<defs>`. Equal counters share one face."""
    return _defs(data or load())


@lru_cache(maxsize=4)
def _defs(data: Data) -> str:
    faces: dict[str, str] = {}
    symbols = []
    for number, name in enumerate(data.pieces):
        draw = _leader if data.world[0].leader[number] else _unit
        for which in ("full", "reduced"):
            drawn = draw(data, number, which == "reduced")
            face = faces.setdefault(drawn, f"face-{len(faces)}")
            symbols.append(f'<symbol id="c-{slug(name)}-{which}" viewBox="-16 -16 32 32"><use href="#{face}"/></symbol>')
    return "".join(f'<g id="{face}">{drawn}</g>' for drawn, face in faces.items()) + "".join(symbols)


def _values(data: Data, number: int, reduced: bool) -> str:
    """strength·move(bow) as printed on this side: reduced, strength and bow are halved and rounded up (R32)."""
    world = data.world[0]
    strength, move, bow = (int(world[value][number]) for value in ("strength", "move", "bow"))
    if reduced:
        strength, bow = (strength + 1) // 2, (bow + 1) // 2
    return f"{strength}·{move}" + (f"({bow})" if bow else "")


def _colours(data: Data, number: int, reduced: bool) -> tuple[str, str, str]:
    """Of the ground, of what is drawn on it, and of the side's frame; the reduced side is pale, its signs in colour."""
    world = data.world[0]
    side = SIDES[world.side[number]]
    colour = army_colour(data.armies[world.army[number]], side)
    frame = IVORY if side == "free_peoples" else INK
    return (mixed(colour, "#f7efdc", 0.8), colour, frame) if reduced else (colour, IVORY, frame)


def _unit(data: Data, number: int, reduced: bool) -> str:
    """A square with the weapon above and the values below; across the reduced side goes a stripe."""
    ground, sign, frame = _colours(data, number, reduced)
    ink = INK if frame == IVORY else IVORY
    stripe = f'<path d="M-14 -3L-3 -14H3L-14 3Z" fill="{sign}" fill-opacity=".38"/>' if reduced else ""
    weapon = WEAPON_SIGNS[WEAPONS[data.world[0].weapon[number]]]
    return (
        f'<rect x="-15.5" y="-15.5" width="31" height="31" rx="3.6" fill="{mixed(ground, INK, 0.55)}"/>'
        f'<rect x="-14.2" y="-14.2" width="28.4" height="28.4" rx="2.4" fill="{ground}" stroke="{frame}" stroke-width="1.6"/>'
        f'{stripe}<path d="M-14.2 4.4H14.2V11.8Q14.2 14.2 11.8 14.2H-11.8Q-14.2 14.2 -14.2 11.8Z" fill="{frame}"/>'
        f'<g transform="translate(0 -4.6) scale(.92)" fill="{sign}" stroke="{sign}">{weapon}</g>'
        f'<text class="bofa-sign" y="13" style="fill:{ink};font-size:10.5px">{_values(data, number, reduced)}</text>'
    )


def _leader(data: Data, number: int, reduced: bool) -> str:
    """A medallion with a golden ring; his name, and his values below."""
    ground, sign, frame = _colours(data, number, reduced)
    name = data.pieces[number]
    values = _values(data, number, reduced)
    short = name if len(name) <= 5 else f"{name[:4]}."
    ink = INK if frame == IVORY else IVORY
    return (
        f'<circle r="15.6" fill="{INK}"/><circle r="14.6" fill="{ground}" stroke="{_GOLD}" stroke-width="1.8"/>'
        f'<path d="M-13.1 4A13.7 13.7 0 0 0 13.1 4Z" fill="{frame}"/>'
        f'<path d="M0 -12.6L1.3 -10L4.2 -9.6L2.1 -7.6L2.6 -4.8L0 -6.1L-2.6 -4.8L-2.1 -7.6L-4.2 -9.6L-1.3 -10Z" fill="{_GOLD}"/>'
        f'<text class="bofa-sign" y="2.9" style="fill:{sign};font-size:9.5px">{short}</text>'
        f'<text class="bofa-sign" y="12.2" style="fill:{ink};font-size:{9 if "(" in values else 10.5}px">{values}</text>'
    )
