"""The weapons as small signs around (0, 0), about 18 wide and 16 high; fill and stroke come from outside."""

from __future__ import annotations

_WOLF = "M-7 -8L-3.4 -4.6H3.4L7 -8L8 -1L5 3.4L2.2 5L0 8L-2.2 5L-5 3.4L-8 -1ZM-5 -1.2L-1.8 .8L-4.2 1.6ZM5 -1.2L4.2 1.6L1.8 .8Z"
_SPEAR = "M-7.5 7.5L5.5 -5.5"
_SPEAR_HEAD = "M9 -9L7.4 -3.2L3.2 -7.4Z"

WEAPON_SIGNS = {
    "sword": (
        '<path d="M8.6 -8.6L5.6 -7.6L-3.4 1.4L-1.4 3.4L7.6 -5.6Z" stroke="none"/>'
        '<path d="M-5.8 -.2L.2 5.8M-3 3L-6.8 6.8" stroke-width="2.1" stroke-linecap="round" fill="none"/>'
    ),
    "spear": (
        f'<path d="{_SPEAR}" stroke-width="1.5" fill="none"/><path d="{_SPEAR_HEAD}" stroke="none"/>'
        f'<g transform="scale(-1 1)"><path d="{_SPEAR}" stroke-width="1.5" fill="none"/>'
        f'<path d="{_SPEAR_HEAD}" stroke="none"/></g>'
    ),
    "axe": (
        '<path d="M0 8.5V-8" stroke-width="1.9" stroke-linecap="round" fill="none"/>'
        '<path d="M1.4 -5.6C3.6 -5.8 5.8 -6.8 7 -8.6C9.2 -4.6 9.2 -.2 7 3.8C5.8 2 3.6 1 1.4 .8Z'
        'M-1.4 -5.6C-3.6 -5.8 -5.8 -6.8 -7 -8.6C-9.2 -4.6 -9.2 -.2 -7 3.8C-5.8 2 -3.6 1 -1.4 .8Z" stroke="none"/>'
    ),
    "bow": (
        '<path d="M-3 -8.6C7 -6 7 6 -3 8.6" stroke-width="2" stroke-linecap="round" fill="none"/>'
        '<path d="M-3 -8.4V8.4" stroke-width=".9" fill="none"/><path d="M-8.5 0H7" stroke-width="1.4" fill="none"/>'
        '<path d="M9.8 0L5.6 -2.6V2.6Z" stroke="none"/>'
    ),
    "rider": (
        f'<g transform="translate(0 2.4) scale(.74)"><path d="{_WOLF}" fill-rule="evenodd" stroke="none"/></g>'
        '<path d="M-9 6.5L-3.2 -8M9 6.5L3.2 -8" stroke-width="1.4" fill="none"/>'
        '<path d="M-2 -11L-1.6 -6.4L-4.9 -7.6ZM2 -11L1.6 -6.4L4.9 -7.6Z" stroke="none"/>'
    ),
    "beast": f'<path d="{_WOLF}" fill-rule="evenodd" stroke="none"/>',
    "talon": (
        '<path d="M0 7.5L-2.4 4.6L-1.8 2.4C-5.6 2.6 -8.8 -.4 -10.6 -6C-7 -4.6 -4.2 -4.6 -1.8 -1.6C-1.6 -4 -.9 -5.2 0 -6'
        'C.9 -5.2 1.6 -4 1.8 -1.6C4.2 -4.6 7 -4.6 10.6 -6C8.8 -.4 5.6 2.6 1.8 2.4L2.4 4.6Z" stroke="none"/>'
    ),
    "none": "",
}
