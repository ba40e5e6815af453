"""The reference page: actions, decisions and every entry of the observations, written from the tables that the code uses.

    python -m bofa_env.reference            # prints docs/reference.md
    python -m bofa_env.reference docs/reference.md

An entry without a description is an error, so the page is complete or not there at all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from . import observation as forms
from .commands.files import write_whole
from .rules.actions import ACTIONS, VERBS
from .rules.nodes import DECISIONS
from .rules.record import OPTIONS, RULES_VERSION
from .rules.world import AREAS, COLUMNS, HEXES, TRIBES

# kind of decision: legal actions, who decides, what it is about
KINDS: dict[str, tuple[str, str, str]] = {
    "deploy": ("`hex`", "owner", "where the piece `subject` is set up"),
    "choose_chip": ("`chip …`", "first, then second player", "the chip that one will play, or hold"),
    "held_or_draw": ("`play held`, `draw`", "holder", "the held chip, or a blind draw"),
    "fire_or_combat": ("`fire`, `combat`", "phasing player", "what an F/C chip is played as"),
    "select": ("`hex`, `enter`, `done`", "phasing player", "a stack to move, a reinforcement, or the end of the phase"),
    "select_pieces": ("`take …`", "phasing player", "which of the stack's pieces go, numbered from the top"),
    "enter": ("`hex`, `skip`", "phasing player", "where the reinforcement `subject` comes on; not in this phase"),
    "destination": ("`hex`", "owner", "where the selected pieces go; their own hex: stay"),
    "dive": ("`hex`, `none`", "phasing player", "whom the eagle `subject` strikes on its way"),
    "stack_order": ("`leader on top`, `leader beneath`", "owner", "how the leader `subject` lies with the units"),
    "escape": ("`hex`", "the leader's owner", "where the leader `subject` escapes to; his own hex: stay"),
    "rock": ("`hex`, `none`", "phasing player", "the rock pile that is rolled"),
    "combat_target": ("`hex`, `done`", "phasing player", "a melee to fight or an enemy to attack"),
    "second_wave": ("`hex`, `none`", "phasing player", "the stack that supports the melee"),
    "attackers": ("`hex`, `commit`", "phasing player", "one more hex that attacks, or all are named"),
    "take_hit": ("`hex`", "attacker", "which attacking hex takes the next hit"),
    "advance": ("`hex`, `none`", "attacker", "which attacking hex moves into the emptied one"),
    "spell": ("`spell …`, `none`", "Free Peoples", "what Gandalf tries"),
    "spell_target": ("`hex`", "Free Peoples", "whom he destroys"),
    "fire_target": ("`hex`, `done`", "phasing player", "an enemy to shoot at"),
    "shooters": ("`hex`, `commit`", "phasing player", "one more hex that shoots, or all are named"),
    "regroup_step": ("`hex`", "owner", "where the restored unit `subject` steps, since it breaks the limit"),
    "regroup_shift": ("`hex`", "owner", "where the friend in the target hex goes, to make room for `subject`"),
    "tribe": ("`tribe …`", "Dark Army", "a tribe that comes in turn 4 (O-6)"),
    "extra_elf": ("`elf …`", "Free Peoples", "which of the extra elves is taken (O-8)"),
    "chieftain": ("`hex`", "Dark Army", "where the chieftain `subject` returns (O-5)"),
}

PLANE_TEXTS: dict[str, str] = {
    "level": "height of the hex", "mountain": "terrain", "slope": "terrain", "hilltop": "terrain", "dale": "terrain",
    "gate": "the Front Gate", "cliff": "terrain", "guard_room": "one of the two guard rooms",
    "victory_hex": "a key hex of a victory area", "river": "hexsides along which the river runs: bit 0 grid E, then clockwise",
    "barrier": "hexsides that nothing crosses, as bits", "entry": "who may enter here: 1 NW, 2 NE, 4 SE, 8 SW, 16 circle",
    "rock_pile": "a rock pile", "slide": "1 the first, 2 the second hex of a slide",
    "ally": "pieces of a partner (O-2)", "origin": "the hex of the selected stack",
    "target": "the hex moved to, attacked or shot at", "over_limit": "a friend must leave this hex next (R10)",
    "chosen": "1 attacks or shoots in the combat at hand, 2 the second wave (only seen while its die is "
    "thrown: explicit chance)",
    "legal": "a legal action of the observer, the same as in the mask",
}  # fmt: skip
STACK_TEXTS: dict[str, str] = {
    "piece": "number of the piece, from 1", "strength": "its current strength", "reduced": "it is on its reduced side",
    "move": "its movement allowance", "bow": "its current bow value", "weapon": "its weapon, from 1: sword, spear, axe, bow, "
    "rider, beast, talon, none", "hits": "hits he has taken", "on_top": "he lies on top of the units",
    "hysterical": "how many pieces here are hysterical (O-4)", "spent": "a piece here has moved, fought or shot in this phase",
}  # fmt: skip
GLOBAL_TEXTS: dict[str, str] = {
    "free_peoples": "1: the observer fights for the Free Peoples", "seat": "the observer's seat",
    "to_decide": "the observer has to decide", "standard": "the standard ruleset", "turn": "the turn",
    "last_turn": "the last turn of the game", "phase_number": "how many phases of the turn have begun",
    "phase_move": "a MOVE phase", "phase_combat": "a COMBAT phase", "phase_fire": "a FIRE phase",
    "own_phase": "a phase of the observer's side", "enemy_phase": "a phase of the enemy's",
    "own_first": "the observer's side is first player of the turn", "acting": "the seat that acts in this phase, from 1",
    "cup_move": "MOVE chips in the cup", "cup_combat": "COMBAT chips in the cup", "cup_fire": "FIRE chips in the cup",
    "cup_fc": "F/C chips in the cup", "chosen_chip": "the first player's chip, from 1 (MOVE, COMBAT, FIRE, F/C)",
    "held_chip": "the second player's chip, from 1", "held_is_own": "the observer's side holds it",
    "second_choice": "the second player has taken his chip",
    "entry_edges": "where the turn-4 tribes may enter: 1 NW, 2 NE (R8)",
    "spells_done": "spells that have succeeded: 1 destroy, 2 push, 4 rally",
    "subject": "the piece that the decision is about, from 1 (`regroup_shift`: for whom room is made); "
    "where it is about none, some earlier one",
    "hits_left": "hits that the attacker still has to allot", "melee": "the combat at hand is a melee",
    "last_die": "the last die thrown", "rock_pile": "the pile that rolls, from 1", "slide_step": "how far the rock has come",
    "piles_rolled_low": "piles rolled in this phase, as bits: 0 to 7", "piles_rolled_high": "the same: from 8 on",
    "spell": "the spell that Gandalf tries, from 1", "over": "the game is over",
}  # fmt: skip
HEX_TEXTS: dict[str, str] = {
    "origin": "the hex of the selected stack", "target": "the hex moved to, attacked or shot at",
    "second_wave": "the hex of the second wave (only seen while its die is thrown: explicit chance)",
    "over_limit": "the hex that a friend must leave next (R10)",
}  # fmt: skip
COLUMN_TEXTS: dict[str, str] = {
    "relation": "1 own, 2 a partner's, 3 enemy", "where": "0 on the map, 1 to come, 2 dead, 3 set aside",
    "column": "column of its hex, from 1; 0: not on the map", "row": "row of its hex, from 1", "hits": "hits taken",
    "strength": "current strength", "bow": "current bow value", "depth": "how many newer pieces of its side lie in its hex",
    "marks_low": "1 on top, 2 hysterical, 4 moved, 8 entered, 16 balked, 32 skipped, 64 fought, 128 shot",
    "marks_high": "1 struck, 2 in transit, 4 dived", "selected": "part of the group that moves",
    "chosen": "its hex attacks or shoots in the combat at hand", "piece": "its number, from 1",
    "kind": "what folk it is, from 1: elf, man, dwarf, eagle, goblin, wolf, warg, other",
    "army": "its army in the order of counters.toml, from 1", "weapon": "its weapon, from 1: sword, spear, "
    "axe, bow, rider, beast, talon, none", "leader": "a leader or character",
    "unit": "counts as a unit (Thorin too)", "full_strength": "printed strength", "move": "movement allowance",
    "full_bow": "printed bow value", "entry_turn": "the turn in which it comes by the counters file (O-6: see late_…); 0: "
    "on the map from the start",
    "tribe": "its tribe, from 1 (azug, thuk, thrak, osag, gurash)",
}  # fmt: skip


def plane_text(name: str) -> str:
    """What a plane tells."""
    whose, _, rest = name.partition("_")
    if whose not in ("own", "enemy"):
        return PLANE_TEXTS[name]
    if rest in STACK_TEXTS:
        return f"{whose} stack: {STACK_TEXTS[rest]}"
    for slot, what in (("unit_", "unit no. {}, newest first"), ("leader_2_", "a second leader"), ("leader_", "the leader")):
        if rest.startswith(slot):
            number, _, entry = rest.removeprefix(slot).partition("_") if slot == "unit_" else ("", "", rest.removeprefix(slot))
            return f"{whose} stack, {what.format(number)}: {STACK_TEXTS[entry]}"
    raise KeyError(name)


def global_text(name: str) -> str:
    """What a global entry tells."""
    families = {
        **{f"late_{tribe}": f"the tribe of {tribe.capitalize()} comes in turn 4 (O-6)" for tribe in TRIBES},
        **{f"option_{option}": f"the option `{option}` is in play" for option in OPTIONS},
        **{f"own_holds_{area}": "the observer's side controls this area right now" for area in AREAS},
        **{f"enemy_holds_{area}": "the enemy controls this area right now" for area in AREAS},
        **{f"decision_{decision}": f"the decision is `{decision}`" for decision in DECISIONS},
    }
    for hex, what in HEX_TEXTS.items():
        for part in ("column", "row"):
            families[f"{hex}_{part}"] = f"{part} of {what}, from 1; 0: none"
    return GLOBAL_TEXTS[name] if name in GLOBAL_TEXTS else families[name]


def _kind_text(kind: str) -> str:
    legal, who, about = KINDS[kind]
    return f"{about}; decided by: {who}; legal: {legal}"


def specification() -> dict[str, list[str]]:
    """The same as plain lines, for the docstring of an environment: verbs, decisions, planes, globals, columns."""
    return {
        "verbs": [f"{HEXES + i} {verb}" for i, verb in enumerate(VERBS)],
        "decisions": [f"{i} {kind}: {_kind_text(kind)}" for i, kind in enumerate(DECISIONS)],
        "planes": [f"{i} {name} ({most}): {plane_text(name)}" for i, (name, most) in enumerate(forms.PLANES)],
        "globals": [f"{i} {name} ({most}): {global_text(name)}" for i, (name, most) in enumerate(forms.GLOBALS)],
        "columns": [f"{i} {name} ({most}): {COLUMN_TEXTS[name]}" for i, (name, most) in enumerate(forms.COLUMNS_OF_PIECE)],
    }


def page() -> str:
    """The whole page."""
    shapes = {form: forms.shapes(form) for form in forms.FORMS}
    told = ", ".join(f"`{array}` {shape}" for form in forms.FORMS for array, shape in shapes[form].items() if array != "vector")
    return "\n".join(
        [
            "# Actions and observations",
            "",
            "Written by `python -m bofa_env.reference docs/reference.md`; a test keeps it up to date. "
            f"Rules version {RULES_VERSION}, observation version {forms.OBSERVATION_VERSION}.",
            "",
            "## Actions",
            "",
            f"`Discrete({ACTIONS})`. 0 to {HEXES - 1} name a hex: column + {COLUMNS} × row, so `hex 1212` is "
            f"{12 + COLUMNS * 12}. The others are verbs:",
            "",
            *_table(("number", "name"), ((HEXES + i, f"`{verb}`") for i, verb in enumerate(VERBS))),
            "",
            "## Decisions",
            "",
            "What a hex or a verb means follows from the kind of decision. Forced decisions are taken by the game itself.",
            "",
            *_table(
                ("number", "decision", "legal actions", "who", "what it is about"),
                ((number, f"`{kind}`", *KINDS[kind]) for number, kind in enumerate(DECISIONS)),
            ),
            "",
            "## Observations",
            "",
            f"Arrays by form: {told}. Every entry is a whole number from 0 to the largest value given here (uint8); with "
            'dtype="float32" it is divided by it. Own and enemy are seen from the observer.',
            "",
            "### Planes",
            "",
            *_table(
                ("plane", "name", "largest", "what it tells"),
                ((i, f"`{name}`", most, plane_text(name)) for i, (name, most) in enumerate(forms.PLANES)),
            ),
            "",
            "### Global entries",
            "",
            f"The first {len(forms.GLOBALS)} entries of `flat` and of every `vector`. In the form `planes` they are followed "
            "by `where`, `hits`, `marks_low`, `marks_high`, `depth` and `selected` of each of the 140 pieces; in `flat` by the "
            f"first {len(forms.CHANGING)} columns of each piece.",
            "",
            *_table(
                ("entry", "name", "largest", "what it tells"),
                ((i, f"`{name}`", most, global_text(name)) for i, (name, most) in enumerate(forms.GLOBALS)),
            ),
            "",
            "### Columns of a piece",
            "",
            "One row of `tokens`. Pieces are numbered in the order of `counters.toml`.",
            "",
            *_table(
                ("column", "name", "largest", "what it tells"),
                ((i, f"`{name}`", most, COLUMN_TEXTS[name]) for i, (name, most) in enumerate(forms.COLUMNS_OF_PIECE)),
            ),
            "",
        ]
    )


def _table(heads: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> list[str]:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_whole(Path(sys.argv[1]), page())
    else:
        print(page(), end="")
