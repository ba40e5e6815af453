"""Playthroughs: games as readable text that can be played again.

A text begins with a few words about itself. Then come orders at the left margin, and under each what happened:

    game basic historical seed 1           a fresh game; also: options bats,hysteria   scenario gate   away Gandalf, Beorn
    position … end                         a sparse position in TOML
    dice 3 10, draws FIRE MOVE             how the next chance events come out
    at random until turn 12 seed 7         random play, told in one line
    > hex 1212                             a decision
    look 1212 1313                         who is there
    areas                                  who holds what

`replay(text)` carries out the orders and works out the indented lines again; `told(record)` writes such a text from a game
record. The golden playthroughs in the tests are such texts.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator

import numpy as np

from .game import Game
from .record import GameRecord
from .rules import doors
from .rules.actions import CHIPS
from .rules.world import SIDES

_MOST_NAMES = 10


class Playthrough:
    """A game that is told as it is played. by_luck: chance that nobody has scripted comes from the game itself."""

    def __init__(self, by_luck: bool = False) -> None:
        self.game: Game
        self.by_luck = by_luck
        self.dice: list[int] = []
        self.draws: list[str] = []
        self.lines: list[str] = []

    def tell(self, line: str) -> None:
        """What happened."""
        self.lines.append("    " + line)

    # --- orders

    def order(self, text: str, block: str = "") -> None:
        """One order and what comes of it."""
        self.lines.append(text)
        word, _, rest = text.partition(" ")
        if word == "game":
            self.begin(_fresh(rest).game())
        elif word == "position":
            self.lines += [*block.splitlines(), "end"]
            self.begin(Game.from_position(tomllib.loads(block)))
        elif word == "dice":
            self.dice += [int(die) for die in rest.split()]
        elif word == "draws":
            self.draws += rest.split()
        elif word == "at":
            *_, turn, _, seed = rest.split()
            self.play_at_random(int(turn), int(seed))
        elif word == ">":
            self.play(rest)
        elif word == "look":
            self.look(rest.split())
        elif word == "areas":
            self.tell(", ".join(f"{area}: {side or 'nobody'}" for area, side in self.game.areas().items()))
        else:
            raise ValueError(f"no such order: {text}")

    def begin(self, game: Game) -> None:
        """From here on."""
        self.game = game
        self.game.explicit_chance = True
        self.tell(_when(game))
        self.tell_question()

    def play(self, action: str) -> None:
        """A decision, with the chance events that follow at once."""
        before = self.game.clone()
        self.game.play(action)
        self.tell_changes(before)
        while self.game.at_chance:
            before = self.game.clone()
            if self.game.chance_event == "chip":
                chip = self._drawn()
                self.tell(f"drawn: {chip}")
                self.game.happen(chip)
            else:
                die = self._thrown()
                self.tell(f"{self.game.chance_event}: the die shows {die}")
                self.game.happen(die)
            self.tell_changes(before)
        self.tell_question()

    def _thrown(self) -> int:
        return int(doors.chance_value(self.game.record, 0)) if self.by_luck and not self.dice else self.dice.pop(0)

    def _drawn(self) -> str:
        return CHIPS[doors.chance_value(self.game.record, 0)] if self.by_luck and not self.draws else self.draws.pop(0)

    def play_at_random(self, turn: int, seed: int) -> None:
        """Random play until a turn begins."""
        choose, count = random.Random(seed), 0
        self.game.explicit_chance = False
        while not self.game.over and self.game.turn < turn:
            names = sorted(self.game.legal_names())
            self.game.play(names[int(choose.random() * len(names))])
            count += 1
        self.game.explicit_chance = True
        self.tell(f"{count} decisions later: {_when(self.game)}")
        self.tell_question()

    def look(self, hexes: list[str]) -> None:
        """Who is in these hexes."""
        for hex in hexes:
            for side in SIDES:
                pieces = [self.game.piece(name) for name in self.game.stack(hex, side)]
                if pieces:
                    told = [f"{p.name} {p.strength}{'' if p.steps == 2 else ' (reduced)'}" for p in pieces]
                    self.tell(f"{hex} {side}, top to bottom: {', '.join(told)}")

    # --- what happened

    def tell_changes(self, before: Game) -> None:
        """What is different from before: pieces, phase, turn."""
        then, now = before.record[0], self.game.record[0]
        changed = (then.hex != now.hex) | (then.hits != now.hits) | (then.marks != now.marks)
        for number in np.flatnonzero(changed).tolist():
            self._tell_piece(before, self.game.data.pieces[number])
        if self.game.phase and _when(before) != _when(self.game):
            self.tell(f"-- {_when(self.game)}")
        elif self.game.turn != before.turn:
            self.tell(f"-- turn {self.game.turn}")

    def _tell_piece(self, before: Game, name: str) -> None:
        old, new = before.piece(name), self.game.piece(name)
        if new.steps == 0 and old.steps:
            self.tell(f"{name} is dead ({old.hex})")
            return
        if new.hex != old.hex:
            self.tell(f"{name}: {old.hex or 'enters at'} {'-> ' if old.hex else ''}{new.hex}")
        if new.hits > old.hits:
            what = "loses a step" if new.steps < old.steps else "takes another hit"
            self.tell(f"{name} {what} ({new.hex}), now {new.strength}")
        elif new.hits < old.hits and old.steps:
            self.tell(f"{name} recovers ({new.hex}), now {new.strength}")
        if new.hysterical != old.hysterical:
            self.tell(f"{name} {'is hysterical' if new.hysterical else 'is calm again'} ({new.hex})")
        if new.leader and new.hex and new.on_top != old.on_top:
            self.tell(f"{name} lies {'on top' if new.on_top else 'beneath'}")

    def tell_question(self) -> None:
        """Whose decision it is, and what he may do; or how the game ended."""
        game = self.game
        if game.outcome:
            out = game.outcome
            held = ", ".join(f"{area} {side or 'nobody'}" for area, side in out.areas.items())
            self.tell(f"the game is over: {out.winner or 'nobody'} wins ({out.level}); {held}")
            return
        names = game.legal_names()
        shown = ", ".join(names[:_MOST_NAMES]) + (f", … {len(names)} in all" if len(names) > _MOST_NAMES else "")
        subject = f" for {game.subject}" if game.subject else ""
        self.tell(f"{game.player}, {game.decision}{subject}: {shown}")


def _when(game: Game) -> str:
    if game.phase is None:
        return f"turn {game.turn}"
    return f"turn {game.turn}, phase {game.record[0]['phase_number']}: {game.phasing_player} {game.phase}"


# --- texts


def orders(text: str) -> Iterator[tuple[str, str]]:
    """The orders of a text, each with its block of TOML if it has one; words at the beginning as orders named ''."""
    head, _, body = text.partition("\n\n")
    yield "", head
    lines = iter(body.splitlines())
    for line in lines:
        if not line.strip() or line.startswith("    "):
            continue
        block: list[str] = []
        if line == "position":
            for inner in lines:
                if inner == "end":
                    break
                block.append(inner)
        yield line, "\n".join(block)


def replay(text: str) -> str:
    """The text as it reads when its orders are carried out now."""
    playthrough = Playthrough()
    for order, block in orders(text):
        if order:
            playthrough.order(order, block)
        else:
            playthrough.lines += [*block.splitlines(), ""]
    if playthrough.dice or playthrough.draws:
        raise ValueError(f"dice or draws that nobody asked for: {playthrough.dice} {playthrough.draws}")
    return "\n".join(playthrough.lines) + "\n"


def told(record: GameRecord, turn: int | None = None) -> Iterator[str]:
    """The lines of a record as a playthrough; or those of one turn."""
    if turn is None:
        yield from (_about(record), "")
    playthrough = Playthrough(by_luck=True)
    playthrough.lines.append(_order(record))
    playthrough.begin(record.game())
    if turn is None:
        yield from playthrough.lines
    for action in record.actions:
        now = playthrough.game.turn
        if turn is not None and now > turn:
            return
        playthrough.lines = [f"> {Game.action_name(action)}"]
        playthrough.play(Game.action_name(action))
        if turn in (None, now):
            yield from _chance_of(playthrough.lines)
            yield from playthrough.lines


def _chance_of(lines: list[str]) -> Iterator[str]:
    """The orders that make chance come out as it did."""
    dice = [line.rpartition(" ")[2] for line in lines if ": the die shows " in line]
    draws = [line.rpartition(" ")[2] for line in lines if line.startswith("    drawn: ")]
    if dice:
        yield f"dice {' '.join(dice)}"
    if draws:
        yield f"draws {' '.join(draws)}"


def _about(record: GameRecord) -> str:
    names = ", ".join(f"{agent} as {player}" for player, agent in record.agents.items())
    result = record.result
    ended = f": {result.winner or 'nobody'} wins ({result.level}) after {result.decisions} decisions" if result else ""
    return f"{names or 'A game'}{ended}."


def _order(record: GameRecord) -> str:
    """The order that begins the game of a record."""
    order = f"game {record.ruleset} {record.deployment} seed {record.seed}"
    if record.options:
        order += f" options {','.join(record.options)}"
    if record.scenario != "full":
        order += f" scenario {record.scenario}"
    return order + (f" away {', '.join(record.away)}" if record.away else "")


def _fresh(order: str) -> GameRecord:
    """And back: what `game …` asks for, with nothing played yet."""
    order, _, away = order.partition(" away ")
    ruleset, deployment, *more = order.split()
    told = dict(zip(more[::2], more[1::2], strict=True))
    return GameRecord(
        int(told["seed"]),
        (),
        ruleset,
        tuple(told["options"].split(",")) if "options" in told else (),
        told.get("scenario", "full"),
        deployment,
        away=tuple(away.split(", ")) if away else (),
    )
