"""What the tests of the drawing share: an SVG taken apart, and a position that has everything."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from bofa_env import Game

SVG = "{http://www.w3.org/2000/svg}"
HREF = "href"


def parsed(svg: str) -> ElementTree.Element:
    """The root of the drawing; ParseError if it is not XML."""
    return ElementTree.fromstring(svg)


def by_id(root: ElementTree.Element, name: str) -> ElementTree.Element:
    """The one element of that id."""
    (found,) = [element for element in root.iter() if element.get("id") == name]
    return found


def with_key(root: ElementTree.Element, key: str) -> dict[str, ElementTree.Element]:
    """All elements that have an attribute, by its value; every value once."""
    found: dict[str, ElementTree.Element] = {}
    for element in root.iter():
        value = element.get(key)
        if value is not None:
            assert value not in found, f"{key}={value} twice"
            found[value] = element
    return found


def used(element: ElementTree.Element) -> list[str]:
    """The symbols that an element places."""
    return [str(use.get(HREF))[1:] for use in element.iter(f"{SVG}use")]


def words(element: ElementTree.Element) -> str:
    """All text of an element."""
    return " ".join(text.strip() for text in element.itertext() if text.strip())


def position(*pieces: dict[str, Any], **more: Any) -> Game:
    """A standard game with hysteria in which only these pieces are left."""
    told = {"ruleset": "standard", "options": ["hysteria"], "turn": 9, "player": "dark_army", "phase": "MOVE"}
    return Game.from_position({**told, "piece": list(pieces), **more})


def everything() -> Game:
    """Melees, stacks, hits, hysteria, held areas."""
    return position(
        {"name": "elves spear 1", "hex": "1212"},
        {"name": "Thranduil", "hex": "1212", "hits": 2},
        {"name": "azug sword 1", "hex": "1212", "reduced": True},
        {"name": "azug sword 2", "hex": "1212", "reduced": True},
        {"name": "dwarves axe 1", "hex": "2006"},
        {"name": "Dain", "hex": "2006", "on_top": False},
        {"name": "thrak rider 1", "hex": "0509"},
        {"name": "thrak rider 2", "hex": "0609"},
        {"name": "thrak rider 3", "hex": "0610"},
        {"name": "Thrak", "hex": "0610"},
        {"name": "thuk sword 1", "hex": "1515", "hysterical": True},
        {"name": "Gandalf", "hex": "1717"},
        {"name": "Beorn", "to_come": True},
    )
