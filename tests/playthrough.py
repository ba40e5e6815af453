"""Golden playthroughs: games as readable text that can be played again.

    python tests/playthrough.py            # says which files in tests/golden would read differently now
    python tests/playthrough.py --write    # writes them anew, on purpose

A file begins with a few words about itself. Then come orders at the left margin, and under each what happened:

    game basic historical seed 1           a fresh game
    position … end                         a sparse position in TOML
    dice 3 10, draws FIRE MOVE             how the next chance events come out
    at random until turn 12 seed 7         random play, told in one line
    > hex 1212                             a decision
    look 1212 1313                         who is there
    areas                                  who holds what

Writing a file anew keeps the orders and works out the indented lines again.
"""

from __future__ import annotations

import random
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from bofa_env import Game

GOLDEN = Path(__file__).parent / "golden"
MOST_NAMES = 10


class Playthrough:
    """A game that is told as it is played."""

    def __init__(self) -> None:
        self.game: Game
        self.dice: list[int] = []
        self.draws: list[str] = []
        self.lines: list[str] = []

    def tell(self, line: str) -> None:
        self.lines.append("    " + line)

    # --- orders

    def order(self, text: str, block: str = "") -> None:
        """One order and what comes of it."""
        self.lines.append(text)
        word, _, rest = text.partition(" ")
        if word == "game":
            ruleset, deployment, _, seed = rest.split()
            self.begin(Game(ruleset, deployment=deployment, seed=int(seed)))
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
        self.game = game
        self.game.explicit_chance = True
        self.tell(self.when())
        self.tell_question()

    def play(self, action: str) -> None:
        """A decision, with the chance events that follow at once."""
        before = self.game.clone()
        self.game.play(action)
        self.tell_changes(before)
        while self.game.at_chance:
            before = self.game.clone()
            if self.game.chance_event == "chip":
                chip = self.draws.pop(0)
                self.tell(f"drawn: {chip}")
                self.game.happen(chip)
            else:
                die = self.dice.pop(0)
                self.tell(f"{self.game.chance_event}: the die shows {die}")
                self.game.happen(die)
            self.tell_changes(before)
        self.tell_question()

    def play_at_random(self, turn: int, seed: int) -> None:
        choose, count = random.Random(seed), 0
        self.game.explicit_chance = False
        while not self.game.over and self.game.turn < turn:
            names = sorted(self.game.legal_names())
            self.game.play(names[int(choose.random() * len(names))])
            count += 1
        self.game.explicit_chance = True
        self.tell(f"{count} decisions later: {self.when()}")
        self.tell_question()

    def look(self, hexes: list[str]) -> None:
        for hex in hexes:
            for side in ("free_peoples", "dark_army"):
                pieces = [self.game.piece(name) for name in self.game.stack(hex, side)]
                if pieces:
                    told = [f"{p.name} {p.strength}{'' if p.steps == 2 else ' (reduced)'}" for p in pieces]
                    self.tell(f"{hex} {side}, top to bottom: {', '.join(told)}")

    # --- what happened

    def when(self) -> str:
        game = self.game
        if game.phase is None:
            return f"turn {game.turn}"
        return f"turn {game.turn}, phase {game.record[0]['phase_number']}: {game.phasing_player} {game.phase}"

    def tell_changes(self, before: Game) -> None:
        for old, new in zip(before.pieces(), self.game.pieces(), strict=True):
            if new.steps == 0 and old.steps:
                self.tell(f"{new.name} is dead ({old.hex})")
                continue
            if new.hex != old.hex:
                self.tell(f"{new.name}: {old.hex or 'enters at'} {'-> ' if old.hex else ''}{new.hex}")
            if new.steps < old.steps:
                self.tell(f"{new.name} loses a step ({new.hex}), now {new.strength}")
            if new.leader and new.hex and new.on_top != old.on_top:
                self.tell(f"{new.name} lies {'on top' if new.on_top else 'beneath'}")
        then = Playthrough()
        then.game = before
        if self.game.phase and then.when() != self.when():
            self.tell(f"-- {self.when()}")
        elif self.game.turn != before.turn:
            self.tell(f"-- turn {self.game.turn}")

    def tell_question(self) -> None:
        """Whose decision it is, and what he may do."""
        game = self.game
        if game.outcome:
            out = game.outcome
            held = ", ".join(f"{area} {side or 'nobody'}" for area, side in out.areas.items())
            self.tell(f"the game is over: {out.winner or 'nobody'} wins ({out.level}); {held}")
            return
        names = game.legal_names()
        shown = ", ".join(names[:MOST_NAMES]) + (f", … {len(names)} in all" if len(names) > MOST_NAMES else "")
        subject = f" for {game.subject}" if game.subject else ""
        self.tell(f"{game.player}, {game.decision}{subject}: {shown}")


def orders(text: str) -> Iterator[tuple[str, str]]:
    """The orders of a file, each with its block of TOML if it has one; words at the beginning as orders named ''."""
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
    assert not playthrough.dice and not playthrough.draws, "dice or draws that nobody asked for"
    return "\n".join(playthrough.lines) + "\n"


def main() -> None:
    """Say which files would change, or write them."""
    for file in sorted(GOLDEN.glob("*.txt")):
        old = file.read_text("utf-8")
        new = replay(old)
        print(f"{file.name}: {'as it was' if new == old else 'written anew' if '--write' in sys.argv else 'differs'}")
        if "--write" in sys.argv:
            file.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
