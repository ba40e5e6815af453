"""The words of the game for people: names of pieces and sides, what a decision asks, what an action means."""

from __future__ import annotations

from ..game import Game
from ..render.symbols import AREA_NAMES, SIDE_NAMES

PLAYER_NAMES = {
    **SIDE_NAMES,
    "plain_host": "Plain host",
    "second_wave": "Second wave",
    "elven_host": "Elven host",
    "dwarves_and_men": "Dwarves and men",
}
CHIP_NAMES = {"MOVE": "MOVE", "COMBAT": "COMBAT", "FIRE": "FIRE", "FC": "F/C"}
OPTION_NAMES = {
    "bats": "O-1 Bats",
    "three_players": "O-2 Three players",
    "four_players": "O-2 Four players",
    "thorin": "O-3 Thorin",
    "hysteria": "O-4 Hysteria",
    "chieftains": "O-5 Goblin chieftains",
    "variable_reinforcements": "O-6 Variable reinforcements",
    "extra_stacking": "O-7 Extra stacking",
    "extra_elves": "O-8 Extra elves",
    "extra_turns": "O-9 Sixteen turns",
}
__all__ = ["AREA_NAMES", "CHIP_NAMES", "OPTION_NAMES", "PLAYER_NAMES", "SIDE_NAMES", "label", "named", "prompt"]

_PROMPTS = {
    "deploy": "Set up: where does {subject} stand?",
    "choose_chip": "Take a chip from the cup.",
    "held_or_draw": "Play the chip that you hold ({held}), or draw one blind?",
    "fire_or_combat": "The F/C chip: a FIRE phase or a COMBAT phase?",
    "select": "MOVE: click a stack to move.",
    "select_pieces": "Which pieces of the stack move together?",
    "enter": "Reinforcement: where does {subject} enter?",
    "destination": "Click where to go.",
    "dive": "{subject} may dive on an enemy on its way.",
    "stack_order": "Does {subject} lie on top of the stack or beneath?",
    "escape": "{subject} may escape: click where to.",
    "rock": "Rocks: click a pile to roll it down.",
    "combat_target": "COMBAT: click a melee to fight or an enemy to attack.",
    "second_wave": "Click an adjacent stack as second wave, or fight without one.",
    "attackers": "Click the hexes that attack, then commit.",
    "take_hit": "A hit on the attackers: click the hex that takes it.",
    "advance": "The hex is empty: click the stack that advances.",
    "spell": "Gandalf may try a spell.",
    "spell_target": "Click the enemy hex that the spell is to destroy.",
    "fire_target": "FIRE: click an enemy to shoot at.",
    "shooters": "Click the hexes that shoot, then commit.",
    "regroup_step": "{subject} has regrouped and must step aside: click where.",
    "regroup_shift": "{subject} needs room: click the friend that is shifted.",
    "tribe": "Which tribe comes over the mountain in turn 4?",
    "extra_elf": "Which of the extra elves joins?",
    "chieftain": "{subject} returns: click the unit of his tribe that he joins.",
}

_VERBS = {
    "enter": "Bring on a reinforcement",
    "skip": "Not this piece, this phase",
    "play held": "Play the held chip",
    "draw": "Draw blind",
    "fire": "FIRE",
    "combat": "COMBAT",
    "leader on top": "Leader on top",
    "leader beneath": "Leader beneath",
    "spell destroy": "Destroy a hex (1–6)",
    "spell push": "Push them back (1–7)",
    "spell rally": "Rally the friends (1–8)",
}
_BY_DECISION = {
    ("select", "done"): "End of the MOVE phase",
    ("combat_target", "done"): "End of the COMBAT phase",
    ("fire_target", "done"): "End of the FIRE phase",
    ("attackers", "commit"): "Attack!",
    ("shooters", "commit"): "Shoot!",
    ("second_wave", "none"): "Fight without a second wave",
    ("advance", "none"): "Nobody advances",
    ("dive", "none"): "No dive",
    ("rock", "none"): "No rocks",
    ("spell", "none"): "No spell",
}


def named(piece: str) -> str:
    """A piece's name for people: "lake-men bow 2"."""
    return piece.replace("_", "-")


def prompt(game: Game) -> str:
    """What the pending decision asks."""
    if game.decision is None:
        return "The game is over."
    held = CHIP_NAMES[game.held_chip] if game.held_chip else ""
    return _PROMPTS[game.decision].format(subject=named(game.subject or ""), held=held)


def label(game: Game, name: str) -> str:
    """What an action means in the pending decision; for a button."""
    decision = game.decision or ""
    if (decision, name) in _BY_DECISION:
        return _BY_DECISION[decision, name]
    verb, _, rest = name.partition(" ")
    if verb == "chip":
        return CHIP_NAMES[rest]
    if verb == "take":
        movable = _movable(game)
        taken = " + ".join(movable[int(number) - 1] for number in rest.split("+"))
        return taken[0].upper() + taken[1:]
    if verb in ("tribe", "elf"):
        return rest.capitalize()
    return _VERBS.get(name, name)


def _movable(game: Game) -> list[str]:
    """The pieces that `take` counts, top to bottom: those of the stack that can still move."""
    from .lens import Lens

    return [named(game.data.pieces[piece]) for piece in Lens(game).movable()]
