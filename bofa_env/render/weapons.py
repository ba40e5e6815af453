"""The weapons as small signs around (0, 0), about 20 wide and 16 high."""

from __future__ import annotations

WEAPON_PATHS = {
    "sword": '<path d="M-7 6L6 -7" stroke-width="2"/>',
    "spear": '<path d="M-7 6L6 -7" stroke-width="1"/>',
    "axe": '<path d="M-5 6L4 -7" stroke-width="2"/>',
    "bow": '<path d="M-5 -7Q6 0 -5 7Z" fill="none" stroke-width="1.5"/>',
    "rider": '<path d="M-7 6L0 -7L7 6Z" stroke-width="1"/>',
    "beast": '<path d="M-7 -5L0 6L7 -5Z" stroke-width="1"/>',
    "talon": '<path d="M-9 -3Q0 8 9 -3" fill="none" stroke-width="2"/>',
    "none": "",
}
