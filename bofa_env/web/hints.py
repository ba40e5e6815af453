"""What a player is told about each of his choices before he commits himself: costs, odds, courage.

Nothing of the rules is worked out again here: a choice is tried on a copy that stops at chance, and every die is thrown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import Game
from ..rules.actions import NONE
from ..rules.world import HEXES
from .lens import Lens

_ODDS = {"combat_target", "second_wave", "attackers", "fire_target", "shooters"}
_ROLLS = {"rock", "dive", "spell", "spell_target"}
Hint = dict[str, Any]


def hints(game: Game) -> dict[int, Hint]:
    """For each legal action what can be told about it; actions of which nothing is to be told are left out."""
    if game.decision == "destination":
        return _journeys(game)
    if game.decision in _ODDS | _ROLLS:
        found = {action: _prospect(game, action) for action in game.legal_actions()}
        return {action: hint for action, hint in found.items() if hint}
    return {}


def _journeys(game: Game) -> dict[int, Hint]:
    """What it costs to go there, and the chance to dare it."""
    lens = Lens(game)
    costs = lens.costs()
    allowance = lens.allowance()
    found: dict[int, Hint] = {}
    for action in game.legal_actions():
        hint: Hint = {"cost": int(costs[action]), "of": allowance}
        if game.record["top"][0, 0, action] >= 0 or game.record["top"][0, 1, action] >= 0:
            copy = _tried(game, action)
            if copy.chance_event == "courage":
                hint["courage"] = _chance(copy, _arrived)
        found[action] = hint
    return found


def _prospect(game: Game, action: int) -> Hint:
    """The odds after this choice; where more may join, with all of them."""
    copy = _tried(game, action)
    hint: Hint = {}
    if game.decision in ("combat_target", "fire_target") and copy.decision in ("attackers", "shooters"):
        hint["together"] = _join_all(copy)
    if copy.decision == "second_wave":
        hint["before_second_wave"] = True
        copy = _tried(copy, NONE)
    if copy.chance_event in ("combat", "shot"):
        return {**hint, **getattr(Lens(copy), str(copy.chance_event))()}
    if copy.decision == "attackers" and copy.record["attacker_count"][0]:
        return {**hint, **Lens(copy).combat()}
    if copy.decision == "shooters" and copy.record["shooter_count"][0]:
        return {**hint, **Lens(copy).shot()}
    if game.decision in _ROLLS and copy.at_chance:
        return {"event": str(copy.chance_event), "success": _chance(copy, lambda after: _harmed(copy, after))}
    return {}


def _tried(game: Game, action: int) -> Game:
    copy = game.clone()
    copy.clear_script()
    copy.explicit_chance = True
    copy.play(action)
    return copy


def _join_all(game: Game) -> int:
    """All that can take part do; returns how many hexes they come from."""
    kind = str(game.decision)
    joined = int(game.record["attacker_count" if kind == "attackers" else "shooter_count"][0])
    target = int(game.record["target"][0])
    while game.decision == kind:
        more = [action for action in game.legal_actions() if action < HEXES and action != target]
        if not more:
            break
        game.play(more[0])
        joined += 1
    return joined


def _chance(game: Game, good: Callable[[Game], bool]) -> float:
    """The chance that the event comes out well."""
    total = 0.0
    for outcome in game.chance_outcomes():
        after = game.clone()
        after.happen(outcome.outcome)
        total += outcome.probability * good(after)
    return round(total, 3)


def _arrived(game: Game) -> bool:
    """Whether the group stands where it wanted to go."""
    return bool(game.record["hex"][0, game.record["group"][0, 0]] == game.record["target"][0])


def _harmed(before: Game, after: Game) -> bool:
    """Whether the die has done anything to anybody."""
    same = (before.record["hits"] == after.record["hits"]).all() and (before.record["hex"] == after.record["hex"]).all()
    return not same
