"""Playing a game while the oracle looks on."""

from __future__ import annotations

import random
from collections import Counter

from bofa_env import Game

from .asked import passed_over
from .combat import fighters
from .legality import deciding, legal_names, subjects
from .stacking import fits
from .view import Piece, View, enemy_of


def disagreement(game: Game, view: View) -> str:
    """What game and oracle say differently about the pending decision; empty if they agree."""
    says, means = set(game.legal_names()), legal_names(view)
    found = []
    if says != means:
        found.append(f"only the engine: {sorted(says - means)}; only the oracle: {sorted(means - says)}")
    if game.player != deciding(view):
        found.append(f"{game.player} decides instead of {deciding(view)}")
    about = subjects(view)
    if about is not None and game.subject not in about:
        found.append(f"it is about {game.subject} instead of one of {sorted(about)}")
    return f"{game.decision}, turn {game.turn}: {'; '.join(found)}\n{situation(view)}" if found else ""


def situation(view: View) -> str:
    """The pieces on the map and the pending decision, for a message."""
    told = [
        f"{p.name} {p.hex}{' reduced' if p.reduced else ''} marks {p.marks}" for p in view.pieces.values() if p.hex
    ]
    fields = {name: view.hex_field(name) for name in ("origin", "target", "wave", "over_limit")}
    return f"phasing {view.side}, group {[p.name for p in view.group()]}, {fields}; {'; '.join(told)}"


def stack_after(view: View, action: str) -> list[Piece] | None:
    """The stack that a piece comes to lie in by this action, newest first; None if the action moves nobody (R17)."""
    if not action.startswith("hex "):
        return None
    hex = action[4:]
    if view.decision == "destination":
        group = view.group()
        stays = hex == group[0].hex
        if stays and not any(piece.counter.leader for piece in group):
            return None
        return view.at(view.side, hex) if stays else view.moved(group, hex).at(view.side, hex)
    if view.decision in ("enter", "deploy", "escape"):
        assert view.subject
        mover = view.pieces[view.subject]
        return [mover, *view.at(mover.side, hex)] if hex != mover.hex else None
    return fighters(view, hex) if view.decision == "advance" else None


def check_stack_order(view: View, action: str, after: Game) -> None:
    """R17: where a leader and units come to share a hex by their owner's doing, he is asked who lies on top."""
    stack = stack_after(view, action)
    if stack is None:
        return
    if view.standard and (after.decision in ("dive", "escape") or view.at(enemy_of(stack[0].side), action[4:])):
        return  # dives, escapes or a test of courage come in between
    leaders = [piece.name for piece in stack if piece.counter.leader]
    expected = leaders[0] if leaders and len(leaders) < len(stack) else None
    asked = after.subject if after.decision == "stack_order" else None
    if expected is None and not fits(view, stack):
        return  # the friend who makes room may have had only one way, and then it has been taken already
    assert asked == expected, f"{view.decision} {action}: asked about {asked} instead of {expected}\n{situation(view)}"


class Walk:
    """A game at random, compared with the oracle at every decision."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self.view = View(game)

    def step(self) -> None:
        """Compare, then take a random decision."""
        view = self.view
        assert not (different := disagreement(self.game, view)), different
        self.seen[str(view.decision)] += 1
        if view.hex_field("over_limit"):
            self.seen["over the limit"] += 1
        action = self.random.choice(self.game.legal_names())
        self.game.play(action)
        check_stack_order(view, action, self.game)
        self.view = View(self.game)
        assert not (due := passed_over(view, action, self.view)), f"{due}\n{situation(view)}"

    def run(self, limit: int) -> None:
        """So many decisions, or to the end."""
        for _ in range(limit):
            if self.game.over:
                return
            self.step()
