"""The counters: one symbol for each face of each piece, 32 by 32 around the point where it is placed.

    <use href="#c-azug-sword-1-full" x="-16" y="-16" width="32" height="32"/>
"""

from __future__ import annotations

from functools import cache

from ..data.load import Data, load
from ..rules.world import SIDES, WEAPONS
from .scene import slug
from .style import army_colour, mixed
from .weapons import WEAPON_PATHS

_IVORY, _INK = "#fbf6e6", "#1d1a17"


@cache
def counter_defs(data: Data | None = None) -> str:
    """The symbols of all pieces, to stand within `<defs>`. Equal counters share one face."""
    data = data or load()
    faces: dict[str, str] = {}
    symbols = []
    for number, name in enumerate(data.pieces):
        for reduced in (False, True):
            drawn = _leader(data, number, reduced) if data.world[0].leader[number] else _unit(data, number, reduced)
            face = faces.setdefault(drawn, f"face-{len(faces)}")
            which = "reduced" if reduced else "full"
            symbols.append(f'<symbol id="c-{slug(name)}-{which}" viewBox="-16 -16 32 32"><use href="#{face}"/></symbol>')
    return "".join(f'<g id="{face}">{drawn}</g>' for drawn, face in faces.items()) + "".join(symbols)


def _values(data: Data, number: int, reduced: bool) -> str:
    """strength·move(bow) as printed on this side: reduced, strength and bow are halved and rounded up (R32)."""
    world = data.world[0]
    strength, move, bow = (int(world[value][number]) for value in ("strength", "move", "bow"))
    if reduced:
        strength, bow = (strength + 1) // 2, (bow + 1) // 2
    return f"{strength}·{move}" + (f"({bow})" if bow else "")


def _colour(data: Data, number: int) -> str:
    world = data.world[0]
    return army_colour(data.armies[world.army[number]], SIDES[world.side[number]])


def _unit(data: Data, number: int, reduced: bool) -> str:
    """A square with the weapon above and the values below; the reduced side is pale, with the weapon in colour."""
    free = data.world[0].side[number] == 0
    colour = _colour(data, number)
    frame, strip, ink = (_IVORY, _IVORY, _INK) if free else (_INK, _INK, _IVORY)
    ground, sign = (mixed(colour, "#f4ecd8", 0.78), colour) if reduced else (colour, _IVORY)
    weapon = WEAPON_PATHS[WEAPONS[data.world[0].weapon[number]]]
    return (
        f'<rect x="-14.5" y="-14.5" width="29" height="29" rx="3" fill="{ground}" stroke="{frame}" stroke-width="1.5"/>'
        f'<path d="M-14 5H14V11.5Q14 14 11.5 14H-11.5Q-14 14 -14 11.5Z" fill="{strip}"/>'
        f'<g transform="translate(0 -4.5)" fill="{sign}" stroke="{sign}">{weapon}</g>'
        f'<text class="values" y="12.6" fill="{ink}">{_values(data, number, reduced)}</text>'
    )


def _leader(data: Data, number: int, reduced: bool) -> str:
    """A medallion with his name and values."""
    free = data.world[0].side[number] == 0
    colour = _colour(data, number)
    name = data.pieces[number]
    short = name if len(name) <= 5 else f"{name[:4]}."
    frame, ink = (_IVORY, _IVORY) if free else (_INK, _IVORY)
    ground = mixed(colour, "#f4ecd8", 0.78) if reduced else colour
    ink = colour if reduced else ink
    return (
        f'<circle r="15" fill="{ground}" stroke="{frame}" stroke-width="1.5"/>'
        f'<text class="name" y="0" fill="{ink}">{short}</text>'
        f'<text class="values" y="9" fill="{ink}">{_values(data, number, reduced)}</text>'
    )
