"""What changes on the map from scene to scene: counters, melees, flags, the hexes that a decision is about.

Everything is a `<use>` of a symbol from `piece_defs()` or `counter_defs()`, so that another program can place the same.
"""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import Any

from ..rules.actions import hex_number
from .hexes import MAP, centre, outline, straight
from .scene import Scene
from .style import INK, IVORY, SIDE_COLOURS

_MOST_HITS = 9
FLAG_AT = (-13, -11)  # where the flag of an area flies, from the centre of its first key hex


def piece_defs() -> str:
    """The symbols for all that is not a counter.

    `#flag-free_peoples`, `#flag-dark_army`: at the centre of an area's first key hex, moved by FLAG_AT. `#melee`: at the
    centre of the hex, beneath the counters; `#swords`: the same, above them. `#hits-1` …: a leader's hits, and
    `#hysterical`: both at the piece's own place and in its size.
    """
    flags = "".join(
        f'<g id="flag-{side}"><path d="M0 6V-16" stroke="{INK}" stroke-width="1.6" stroke-linecap="round"/>'
        f'<path d="M.6 -16C6 -18.5 9 -13 15 -16V-6C9 -3.5 6 -8.5 .6 -6Z" fill="{colour}" '
        f'stroke="{IVORY}" stroke-width=".9"/></g>'
        for side, colour in SIDE_COLOURS.items()
    )
    burst = " ".join(f"{'L' if k else 'M'}{x:.1f} {y:.1f}" for k, (x, y) in enumerate(_burst(14, 25, 19.5)))
    melee = (
        f'<path id="melee" d="{burst}Z" fill="#f6c33c" stroke="#b3261b" stroke-width="1.8" stroke-linejoin="round"/>'
        f'<g id="swords" transform="translate(0 -17)"><circle r="6.4" fill="{IVORY}" stroke="#b3261b" stroke-width="1.3"/>'
        '<path d="M-3.4 3.4L3.2 -3.2M3.4 3.4L-3.2 -3.2M-3.6 1L-1 3.6M3.6 1L1 3.6" stroke="#b3261b" stroke-width="1.3" '
        'stroke-linecap="round"/></g>'
    )
    hits = "".join(
        f'<g id="hits-{number}"><circle cx="-11" cy="-11" r="7" fill="#c4211b" stroke="{IVORY}" stroke-width="1.1"/>'
        f'<text x="-11" y="-7.2" class="bofa-sign" style="fill:{IVORY};font-size:10.5px">−{number}</text></g>'
        for number in range(1, _MOST_HITS + 1)
    )
    hysterical = (
        '<g id="hysterical"><path d="M-11 -18L-4 -5H-18Z" fill="#f6c33c" class="bofa-edged"/>'
        '<text x="-11" y="-6.6" class="bofa-sign" style="font-size:9px">!</text></g>'
    )
    return flags + melee + hits + hysterical


def _burst(points: int, outer: float, inner: float) -> list[tuple[float, float]]:
    rays = [(outer if k % 2 == 0 else inner, pi * k / points) for k in range(2 * points)]
    return [(r * cos(angle), r * sin(angle)) for r, angle in rays]


def pieces_layer(scene: Scene) -> str:
    """All counters on the map, the melees, the flags, and the hexes that the decision is about."""
    return (
        f'<g id="pieces">{_off_map(scene)}{_held(scene)}{_hex_mark(scene, "origin")}'
        f"{''.join(_use('melee', hex) for hex in scene['melees'])}"
        f"{''.join(_piece(piece, piece['name'] == scene['subject']) for piece in scene['pieces'])}"
        f"{''.join(_use('swords', hex) for hex in scene['melees'])}{_hex_mark(scene, 'target')}{_flags(scene)}</g>"
    )


def _use(symbol: str, hex: str, dx: float = 0, dy: float = 0, extra: str = "") -> str:
    x, y = centre(hex_number(hex))
    return f'<use href="#{symbol}" x="{x + dx:g}" y="{y + dy:g}"{extra}/>'


def _piece(piece: dict[str, Any], is_subject: bool) -> str:
    x, y = centre(hex_number(piece["hex"]))
    dx, dy, size = piece["at"]
    face = f"c-{piece['slug']}-{'reduced' if piece['reduced'] else 'full'}"
    marks = f'<use href="#{face}" x="-16" y="-16" width="32" height="32"/>'
    if piece["hits"] and not piece["reduced"]:
        marks += f'<use href="#hits-{min(piece["hits"], _MOST_HITS)}"/>'
    if piece["hysterical"]:
        marks += '<use href="#hysterical"/>'
    if is_subject:
        marks += '<circle class="subject" r="18"/>'
    state = "".join(f", {word}" for word in ("reduced", "hysterical") if piece[word])
    hits = f", {piece['hits']} hits" if piece["hits"] and not piece["reduced"] else ""
    return (
        f'<g class="piece" data-piece="{escape(piece["name"])}" data-at="{piece["hex"]}" '
        f'transform="translate({x + dx:g} {y + dy:g}) scale({size:g})">'
        f"<title>{escape(piece['name'])}{state}{hits}</title>{marks}</g>"
    )


def _hex_mark(scene: Scene, key: str) -> str:
    return _use("hex", scene[key], extra=f' class="{key}"') if scene[key] else ""


def _off_map(scene: Scene) -> str:
    """A veil over what a small scenario leaves out."""
    if scene["region"] is None:
        return ""
    left, right, top, bottom = scene["region"]
    inside = {(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1)}
    x, y, width, height = MAP
    region = "".join(straight(line) + "Z" for line in outline(inside))
    return f'<path class="off-map" fill-rule="evenodd" d="M{x} {y}h{width}v{height}h-{width}Z{region}"/>'


def _held(scene: Scene) -> str:
    """The key hexes of an area, framed in the colour of whoever holds it."""
    frames = []
    for area, side in scene["areas"].items():
        if side:
            for hex in scene["keys"][area]:
                x, y = centre(hex_number(hex))
                place = f'transform="translate({x} {y}) scale(.88)"'
                frames.append(f'<use href="#hex" class="held {side}" data-area="{area}" {place}/>')
    return "".join(frames)


def _flags(scene: Scene) -> str:
    return "".join(
        _use(f"flag-{side}", scene["keys"][area][0], *FLAG_AT, extra=f' data-area="{area}"')
        for area, side in scene["areas"].items()
        if side
    )
