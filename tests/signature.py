"""One hash over many seeded games: what was offered, what was chosen, how it ended (DESIGN.md, chapter 6.3).

    python tests/signature.py

prints the content of tests/signature.toml as it would be now. A signature that has changed means that the same seed and
the same decisions no longer give the same game: then RULES_VERSION in bofa_env/rules/record.py is raised, and the new
signature goes into tests/signature.toml with it. Everything is hashed by name: the layout of the record may change.
"""

from __future__ import annotations

import hashlib
import random

from oracle.rulesets import DEPLOYMENTS, PLAYED, Case

from bofa_env import Game
from bofa_env.rules.record import RULES_VERSION, STREAMS

GAMES = 18


def signature(case: Case, games: int = GAMES) -> str:
    """The hash over so many games, deployments in turn."""
    digest = hashlib.sha256()
    for seed in range(games):
        game = Game(case.ruleset, case.options, DEPLOYMENTS[seed % len(DEPLOYMENTS)], seed)
        for line in _told(game, random.Random(seed)):
            digest.update(line.encode() + b"\n")
    return digest.hexdigest()[:16]


def _told(game: Game, choose: random.Random) -> list[str]:
    lines = []
    while not game.over:
        names = sorted(game.legal_names())
        action = names[int(choose.random() * len(names))]
        lines.append(f"{game.turn} {game.phase} {game.player} {game.decision} {game.subject} {len(names)} {action}")
        game.play(action)
    lines.append(str(game.outcome))
    lines += [f"{piece.name} {piece.hex} {piece.to_come} {piece.hits}" for piece in game.pieces()]
    lines += [f"{stream} {count}" for stream, count in zip(STREAMS, game.record[0]["counter"].tolist(), strict=True)]
    return lines


def as_toml() -> str:
    """What tests/signature.toml says if the rules as they are now are right."""
    pins = "".join(f'"{case}" = "{signature(case)}"\n' for case in PLAYED)
    return f"rules_version = {RULES_VERSION}\n\n[signature]\n{pins}"


if __name__ == "__main__":
    print(as_toml(), end="")
