"""The story of a game: an action is played, and what happened is told line by line, every die included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..game import Game, copied
from ..rules import doors
from ..rules.actions import CHIPS, hex_name
from ..rules.record import DEAD, HYSTERICAL
from .lens import Lens
from .words import AREA_NAMES, CHIP_NAMES, PLAYER_NAMES, SIDE_NAMES, named


@dataclass(frozen=True)
class Line:
    """One line of the story. kind: "turn", "phase", "choice", "move", "combat", "shot", "roll", "loss" or "end"."""

    kind: str
    text: str
    side: str | None = None
    hex: str | None = None

    def told(self) -> dict[str, str | None]:
        """As JSON holds it."""
        return {"kind": self.kind, "text": self.text, "side": self.side, "hex": self.hex}


def play(game: Game, action: int | str) -> list[Line]:
    """Play an action and tell what came of it. The game goes on exactly as by `game.play`."""
    number = game.action_number(action) if isinstance(action, str) else int(action)
    before = copied(game.record)
    teller = _Teller(game, before)
    teller.choice(number)
    game.explicit_chance = True
    try:
        game.play(number)
        while game.at_chance:
            teller.changes()
            teller.chance(str(game.chance_event), int(doors.chance_value(game.record, 0)))
    finally:
        game.explicit_chance = False
    teller.changes()
    teller.end()
    return teller.lines


class _Teller:
    def __init__(self, game: Game, before: Any) -> None:
        self.game = game
        self.before = before
        self.lines: list[Line] = []

    def add(self, kind: str, text: str, side: str | None = None, hex: int = -1) -> None:
        self.lines.append(Line(kind, text[:1].upper() + text[1:], side, hex_name(hex) if hex >= 0 else None))

    def choice(self, number: int) -> None:
        """Choices that leave no other trace on the board."""
        game, name = self.game, self.game.action_name(number)
        who = PLAYER_NAMES.get(game.player or "", "")
        side = game.side_of(game.player) if game.player else None
        if game.decision == "choose_chip":
            self.add("choice", f"{who} took the {CHIP_NAMES[name.removeprefix('chip ')]} chip", side)
        elif game.decision == "held_or_draw" and name == "play held":
            self.add("choice", f"{who} played the held chip, {CHIP_NAMES[str(game.held_chip)]}", side)
        elif game.decision == "rock" and name != "none":
            self.add("choice", f"{who} rolled rocks down from {name[4:]}", side, number)
        elif game.decision == "spell" and name != "none":
            self.add("choice", f"Gandalf tries to {name.removeprefix('spell ')}", side)
        elif game.decision == "tribe":
            self.add("choice", f"{name.removeprefix('tribe ').capitalize()}'s tribe will come over the mountain", side)

    def chance(self, event: str, value: int) -> None:
        """A chip is drawn or a die thrown; the game goes on."""
        game, rec = self.game, self.game.record[0]
        side = game.phasing_player
        who = SIDE_NAMES.get(side or "", "")
        target, numbers = int(rec.target), {}
        if event in ("combat", "shot"):
            numbers = getattr(Lens(game), event)()
        group = [named(game.data.pieces[piece]) for piece in rec.group[: rec.group_size]]
        froms = [hex_name(int(hex)) for hex in rec.attackers[: rec.attacker_count]]
        shooters = [hex_name(int(hex)) for hex in rec.shooters[: rec.shooter_count]]
        melee, wave = bool(rec.melee), int(rec.wave)
        doors.happen(game.data.world, game.record, 0, value)
        if event == "chip":
            self.add("choice", f"{who} drew {CHIP_NAMES[CHIPS[value]]}", side)
        elif event == "combat":
            what = f"melee in {hex_name(target)}" if melee else f"attack on {hex_name(target)} from {', '.join(froms)}"
            support = f" with a second wave from {hex_name(wave)}" if melee and wave >= 0 else ""
            odds = f"{numbers['attack']} against {numbers['defence']}"
            result = _result(numbers["results"][value - 1])
            self.add("combat", f"{what}{support}: {odds}, {_die(value, numbers)}: {result}", side, target)
        elif event == "shot":
            odds = f"strength {numbers['strength']}, {_die(value, numbers)}"
            hits = numbers["results"][value - 1]
            self.add("shot", f"shot at {hex_name(target)} from {', '.join(shooters)}: {odds}: {_hits(hits)}", side, target)
        elif event == "courage":
            passed = int(game.record[0].hex[rec.group[0]]) == target
            verdict = "they go in" if passed else "they stay back (R14)"
            test = f"{' + '.join(group)} tested courage before {hex_name(target)}"
            self.add("roll", f"{test}, die {value}: {verdict}", side, target)
        elif event == "regroup":
            pass  # who is restored is told as a change
        else:
            self.add("roll", f"die for {event.replace('_', ' ')}: {value}", side)

    def changes(self) -> None:
        """What is different now on the board, piece by piece, and in the frame."""
        old, new, data = self.before[0], self.game.record[0], self.game.data
        moved: dict[tuple[str, int, int], list[str]] = {}
        changed = (old.hex != new.hex) | (old.hits != new.hits) | ((old.marks ^ new.marks) & HYSTERICAL > 0)
        for piece in np.flatnonzero(changed).tolist():
            name, side = named(data.pieces[piece]), str(self.game.piece(data.pieces[piece]).side)
            was, now = int(old.hex[piece]), int(new.hex[piece])
            if now == DEAD:
                self.add("loss", f"{name} is lost", side, was)
                continue
            if now >= 0 and now != was:
                moved.setdefault((side, was, now), []).append(name)
            if new.hits[piece] > old.hits[piece]:
                self.add("loss", f"{name} takes a hit", side, now)
            elif new.hits[piece] < old.hits[piece]:
                self.add("roll", f"{name} regroups", side, now)
            if (old.marks[piece] ^ new.marks[piece]) & HYSTERICAL:
                self.add("roll", f"{name} {'panics (O-4)' if new.marks[piece] & HYSTERICAL else 'is calm again'}", side, now)
        for (side, was, now), names in moved.items():
            where = f"{hex_name(was)} → {hex_name(now)}" if was >= 0 else f"enters at {hex_name(now)}"
            self.add("move", f"{' + '.join(names)} {where}", side, now)
        if new.turn != old.turn and new.turn > 0:
            self.add("turn", f"turn {new.turn}, {SIDE_NAMES['dark_army' if new.turn % 2 else 'free_peoples']} first")
        if new.phase >= 0 and (new.phase != old.phase or new.phase_number != old.phase_number):
            phasing = str(self.game.phasing_player)
            self.add("phase", f"phase {new.phase_number}: {SIDE_NAMES[phasing]} {self.game.phase}", phasing)
        self.before = copied(self.game.record)

    def end(self) -> None:
        """How the game ended, if it has."""
        outcome = self.game.outcome
        if outcome is None:
            return
        held = ", ".join(f"{AREA_NAMES[area]}: {SIDE_NAMES[side]}" for area, side in outcome.areas.items() if side)
        verdict = f"{SIDE_NAMES[outcome.winner]} win ({outcome.level})" if outcome.winner else "a draw"
        self.add("end", f"the battle is over: {verdict}; {held or 'no area is held'}", outcome.winner)


def _die(value: int, numbers: dict[str, Any]) -> str:
    return f"die {value}" + (f" {numbers['modifier']:+d}" if numbers["modifier"] else "")


def _hits(count: int) -> str:
    return "no hit" if count == 0 else "1 hit" if count == 1 else f"{count} hits"


def _result(result: int) -> str:
    if result == 0:
        return "no effect"
    return f"{_hits(abs(result))} on the {'defender' if result > 0 else 'attacker'}"
