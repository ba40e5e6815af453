"""The rulesets under test. Tests that are parametrised with CASES or ENGINE_CASES cover a new one once it stands here."""

from __future__ import annotations

from dataclasses import dataclass

DEPLOYMENTS = ("historical", "random", "free")


@dataclass(frozen=True)
class Case:
    """A ruleset with its options."""

    ruleset: str
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "+".join((self.ruleset, *self.options))

    @property
    def known(self) -> bool:
        """Whether the oracle knows all of its rules."""
        return self in CASES


# What the oracle knows, rule by rule: what is legal, and what dice do
CASES = (Case("basic"),)

# Where it knows what is legal, if not all that dice do
LEGALITY = (
    Case("basic"),
    Case("standard"),
    Case("basic", ("extra_stacking",)),
    Case("standard", ("extra_stacking", "hysteria")),
)

# The rulesets that people play: many games of each, and a pinned signature
PLAYED = (Case("basic"), Case("standard"))

# What must hold whatever the rules are: round trips, clones, masks, modes
ENGINE_CASES = (
    *CASES,
    Case("basic", ("chieftains", "variable_reinforcements", "extra_stacking", "extra_elves", "extra_turns")),
    Case("standard"),
    Case("standard", ("bats", "thorin", "hysteria", "chieftains", "variable_reinforcements", "extra_elves")),
    Case("standard", ("four_players", "extra_stacking")),
)
