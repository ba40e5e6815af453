"""The panel below the map: turn track, phase, decision, chips, last die, areas, and the pieces beside the map."""

from __future__ import annotations

from html import escape
from math import ceil
from typing import Any

from ..rules.actions import CHIPS
from .ground import LEVELS
from .hexes import BOARD_WIDTH, MARGIN
from .scene import Scene
from .style import INK, IVORY, PAPER, SIDE_COLOURS
from .symbols import AREA_NAMES, SIDE_NAMES

PANEL_HEIGHT = 200
_CHIP_COLOURS = {"MOVE": "#3f7d58", "COMBAT": "#a8322b", "FIRE": "#c67a16", "FC": "#6a4a86"}
_CHIP_LETTERS = {"MOVE": "M", "COMBAT": "C", "FIRE": "F", "FC": "F/C"}
_POOL_TOP, _POOL_ROWS = 126, 3
_SMALLEST_POOL = 25  # pieces: so much room is for the words above


def panel_defs() -> str:
    """The symbols of the chips, `#chip-MOVE` …, and of the die, around (0, 0)."""
    chips = "".join(
        f'<g id="chip-{chip}"><circle r="11" fill="{_CHIP_COLOURS[chip]}" stroke="{INK}" stroke-width="1"/>'
        f'<circle r="8.8" fill="none" stroke="{IVORY}" stroke-width=".8" stroke-dasharray="2 1.6"/>'
        f'<text class="bofa-sign" y="3.8" style="fill:{IVORY};font-size:{8 if chip == "FC" else 11}px">'
        f"{_CHIP_LETTERS[chip]}</text></g>"
        for chip in CHIPS
    )
    die = (
        '<g id="die" class="bofa-edged"><path d="M0 -21L19 -4V7L0 21L-19 7V-4Z" fill="#efe4c6"/>'
        '<path d="M0 -21L11 4L0 10L-11 4Z" fill="#fffaf0"/><path d="M-19 7L-11 4M19 7L11 4M0 10V21"/></g>'
    )
    return chips + die


def panel(scene: Scene) -> str:
    """The panel as a group of its own, 1237 wide and 200 high, its upper left corner at (0, 0)."""
    return (
        f'<g id="panel"><rect width="{BOARD_WIDTH}" height="{PANEL_HEIGHT}" fill="{PAPER}"/>'
        f"{_track(scene)}{_said(scene)}{_chips(scene)}{_die(scene)}{_areas(scene)}{_compass()}{_pools(scene)}</g>"
    )


def _text(x: float, y: float, text: str, classes: str = "said", colour: str | None = None) -> str:
    style = f' style="fill:{colour}"' if colour else ""
    return f'<text class="{classes}" x="{x:g}" y="{y:g}"{style}>{escape(text)}</text>'


def _track(scene: Scene) -> str:
    """One box for every turn; those of the Dark Army, who is first in odd turns, are black."""
    last = scene["last_turn"]
    pitch = min(34, 476 / last)
    boxes = []
    for turn in range(1, last + 1):
        x = MARGIN + (turn - 1) * pitch
        ground, ink = (INK, IVORY) if turn % 2 else (IVORY, INK)
        now = turn == scene["turn"]
        frame = 'stroke="#d99a00" stroke-width="3.4"' if now else 'stroke="#8a7650" stroke-width="1"'
        which = ' id="turn-now"' if now else ' opacity=".45"' if turn < scene["turn"] else ""
        boxes.append(
            f'<g{which}><rect x="{x:g}" y="6" width="{pitch - 4:g}" height="28" rx="4" '
            f'fill="{ground}" {frame}/>'
            f'<text class="middle strong" x="{x + pitch / 2 - 2:g}" y="25" style="fill:{ink};font-size:15px">{turn}</text></g>'
        )
    return "".join(boxes)


def _said(scene: Scene) -> str:
    """Turn and phase, and who decides what; or how the game ended."""
    outcome = scene["outcome"]
    if outcome:
        winner = outcome["winner"]
        level = "" if outcome["level"] in ("won", "draw") else f", {outcome['level']} victory"
        head = f"{SIDE_NAMES[winner]} won{level}" if winner else "A draw"
        scores = ", ".join(f"{SIDE_NAMES[side]} {score}" for side, score in outcome["scores"].items())
        return _text(MARGIN, 64, head, "serif big", SIDE_COLOURS.get(winner)) + _text(MARGIN, 88, f"Areas: {scores}")
    if not scene["turn"]:
        head = "Set-up"
    elif scene["phase"]:
        head = f"Phase {scene['phase_number']}: {SIDE_NAMES[scene['phasing_player']]}, {scene['phase']}"
    else:
        head = f"Turn {scene['turn']}"
    colour = SIDE_COLOURS.get(scene["phasing_player"]) if scene["phase"] else None
    if scene["chance"]:
        asked = f"chance decides: {_words(scene['chance'])}"
    else:
        about = f" ({_words(scene['subject'])})" if scene["subject"] else ""
        who = SIDE_NAMES.get(scene["player"]) or _words(scene["player"])
        asked = f"{who} to decide: {_words(scene['decision'])}{about}, {scene['choices']} choices"
    return _text(MARGIN, 64, head, "serif big", colour) + _text(MARGIN, 88, asked)


def _words(name: str | None) -> str:
    return (name or "").replace("_", " ")


def _chips(scene: Scene) -> str:
    """The cup, the first player's chip and the second player's."""
    left = 520
    drawn = [_text(left, 14, "cup", "label")]
    x = left + 11
    for chip, count in scene["cup"].items():
        for _ in range(count):
            drawn.append(f'<use href="#chip-{chip}" x="{x}" y="30" class="in-cup"/>')
            x += 24
    if not sum(scene["cup"].values()):
        drawn.append(_text(left, 34, "empty"))
    if scene["chosen"]:
        drawn.append(_text(left, 60, f"chosen by the {SIDE_NAMES[scene['first_player']]}", "label"))
        drawn.append(f'<use href="#chip-{scene["chosen"]}" x="{left + 11}" y="78" class="chosen"/>')
    if scene["held"]:
        drawn.append(_text(left + 140, 60, f"held by the {SIDE_NAMES[scene['holder']]}", "label"))
        drawn.append(f'<use href="#chip-{scene["held"]}" x="{left + 151}" y="78" class="held-chip"/>')
    return "".join(drawn)


def _die(scene: Scene) -> str:
    """The last die as it fell."""
    if not scene["last_die"]:
        return ""
    return (
        f'{_text(806, 14, "last die", "label middle")}<use href="#die" x="806" y="46"/>'
        f'<text class="middle strong" id="last-die" x="806" y="51" style="font-size:17px">{scene["last_die"]}</text>'
    )


def _areas(scene: Scene) -> str:
    """Who holds what."""
    left, drawn = 870, [_text(870, 14, "areas", "label")]
    for number, (area, side) in enumerate(scene["areas"].items()):
        x, y = left + 178 * (number % 2), 34 + 24 * (number // 2)
        nobody = f'<circle cx="{x + 5}" cy="{y - 5}" r="3" fill="#b7a57c"/>'
        drawn.append(f'<use href="#flag-{side}" transform="translate({x} {y - 2}) scale(.85)"/>' if side else nobody)
        drawn.append(_text(x + 20, y, AREA_NAMES[area], "said", SIDE_COLOURS.get(side)))
    return "".join(drawn)


def _compass() -> str:
    """North is the top right corner of the map; and the colours of the levels."""
    swatches = "".join(
        f'<rect x="{1048 + 22 * (level - 1)}" y="68" width="20" height="16" rx="2" fill="{colour}" class="bofa-edged"/>'
        f'<text class="middle" x="{1058 + 22 * (level - 1)}" y="80.5" style="font-size:11px">{level}</text>'
        for level, colour in LEVELS.items()
    )
    needle = '<path d="M0 -19L4.5 0H-4.5Z" fill="#9c2721"/><path d="M0 19L4.5 0H-4.5Z" fill="#fbf6e6"/>'
    return (
        f"{swatches}{_text(1142, 81, 'level', 'label')}"
        f'<g transform="translate(1196 66) rotate(45)" class="bofa-edged">{needle}</g>'
        f'{_text(1212, 52, "N", "said strong middle")}'
    )


def _pools(scene: Scene) -> str:
    """The pieces beside the map: three pools, each as wide as it needs."""
    free, dark = ([piece for piece in scene["dead"] if piece["side"] == side] for side in SIDE_COLOURS)
    coming = sorted(scene["to_come"], key=lambda piece: piece["turn"])
    turns = sorted({piece["turn"] for piece in coming if piece["turn"]})
    when = f" (from turn {', '.join(map(str, turns))})" if turns else ""
    pools = {
        f"to come: {len(coming)}{when}": coming,
        f"dead of the Free Peoples: {len(free)}": free,
        f"dead of the Dark Army: {len(dark)}": dark,
    }
    needs = [max(len(pieces), _SMALLEST_POOL) for pieces in pools.values()]
    room = (BOARD_WIDTH - 2 * MARGIN - 2 * MARGIN) / sum(needs)  # without the two gaps between
    drawn, left = [], float(MARGIN)
    for (head, pieces), need in zip(pools.items(), needs, strict=True):
        drawn.append(_pool(left, need * room, head, pieces))
        left += need * room + MARGIN
    return "".join(drawn)


def _pool(left: float, width: float, head: str, pieces: list[dict[str, Any]]) -> str:
    """Small counters in three rows; as close together as they must be."""
    per_row = max(int(width // 20), ceil(len(pieces) / _POOL_ROWS))
    pitch = width / per_row
    drawn = [_text(left, _POOL_TOP - 6, head, "label")]
    for number, piece in enumerate(pieces):
        x, y = left + pitch * (number % per_row), _POOL_TOP + 21 * (number // per_row)
        title = f"<title>{escape(piece['name'])}</title>"
        drawn.append(f'<g data-beside="{escape(piece["name"])}">{title}'
                     f'<use href="#c-{piece["slug"]}-full" x="{x:g}" y="{y:g}" width="19" height="19"/></g>')  # fmt: skip
    return "".join(drawn)
