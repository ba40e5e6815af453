"""Config: everything that a training run can be told, as one flat table; presets; TOML files.

Nothing heavy is imported here: the command line reads its flags from this class.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from bofa_env.errors import one_of

REWARDS = ("outcome", "margin", "shaped")
OBSERVATIONS = ("planes", "flat", "tokens")


def _told(default: Any, text: str) -> Any:
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True)
class Config:
    """A training run."""

    # --- the game
    scenario: str = _told("skirmish", "The scenario to learn; `bofa scenarios` lists them.")
    ruleset: str = _told("standard", "basic or standard.")
    options: str = _told("", "Optional rules, with commas between them.")
    deployment: str = _told("historical", "historical, random or free.")
    reward: str = _told("shaped", "outcome, margin or shaped (see bofa_env.rewards).")
    seed: int = _told(1, "Of everything that is drawn in the run.")
    # --- how long
    decisions: int = _told(1_000_000, "Decisions of self-play, those of opponents included; 0: imitation only.")
    minutes: float = _told(0.0, "Stop after so many minutes, if that comes first; 0: no limit.")
    # --- PPO
    games: int = _told(128, "Games that are played side by side.")
    steps: int = _told(64, "Decisions in each of them between two updates.")
    batch: int = _told(512, "Decisions per gradient step.")
    epochs: int = _told(3, "Times that every decision is learned from.")
    learning_rate: float = _told(5e-4, "At the beginning; it falls in a straight line.")
    last_learning_rate: float = _told(1e-4, "At the end.")
    discount: float = _told(1.0, "Per decision of one's own; games end, so 1 is sound, and shaping is then exact.")
    gae_lambda: float = _told(0.95, "Of the generalised advantage estimate.")
    clip: float = _told(0.2, "PPO's clip range.")
    entropy: float = _told(0.01, "Weight of the entropy bonus.")
    value_weight: float = _told(0.5, "Weight of the critic's loss.")
    max_grad_norm: float = _told(0.5, "Gradients are clipped to this.")
    target_kl: float = _told(0.03, "An update stops early beyond one and a half times this; 0: never.")
    # --- the policy
    policy: str = _told("hex", "hex, a policy of SB3 such as MultiInputPolicy, or your own as module:Class.")
    observation: str = _told("planes", "planes, flat or tokens; hex needs planes.")
    channels: int = _told(32, "hex: width of the convolutions.")
    layers: int = _told(3, "hex: how many.")
    hidden: int = _told(64, "hex: width of the layers behind the flat vector.")
    zones: int = _told(8, "hex: parts of the map, of learned extent, of which every hex is told.")
    separate: bool = _told(False, "A network of its own for each side, instead of one that sees own and enemy.")
    # --- the league: who sits at the other side in each game
    self_share: float = _told(0.5, "Share of games against itself, where both sides learn.")
    past_share: float = _told(0.25, "Share of games against a past self, drawn evenly; against itself while there is none.")
    bot_share: float = _told(0.25, "Share of games against a bot.")
    bots: str = _told("random,greedy", "The bots, drawn evenly; name one twice for double weight. Parameters: mcts:sims=50")
    past_selves: int = _told(5, "How many past selves are kept.")
    snapshot_every: int = _told(10, "Updates between two past selves.")
    # --- warm start
    imitate: str = _told("", "A bot to imitate before self-play, such as captain; empty: start from nothing.")
    imitate_decisions: int = _told(200_000, "Decisions to learn by imitation.")
    imitate_rate: float = _told(1e-3, "Learning rate of the imitation; it falls in a straight line to a tenth.")
    imitate_noise: float = _told(0.05, "Share of random moves while the teacher plays, so that more positions are seen.")
    imitate_own: float = _told(0.5, "Share of games that the learner plays himself, the teacher only saying what he would do.")
    imitate_every: int = _told(1, "Learn from one decision in so many: neighbouring ones are alike, and playing on is cheap.")
    imitate_batch: int = _told(64, "Decisions per gradient step of the imitation.")
    imitate_epochs: int = _told(1, "Times that every decision is learned from; more if the teacher thinks long.")
    imitate_spread: int = _told(80, "The teacher first plays each game on for up to so many decisions, to see all its stages.")
    start: str = _told("", "A model to start from, instead of chance.")
    # --- looking on
    evaluate_every: int = _told(10, "Updates between two evaluations; 0: only at the end.")
    evaluation_pairs: int = _told(32, "Pairs of games (same seed, sides swapped) against each bot of the ladder.")
    ladder: str = _told("random,greedy", "The bots of the evaluation.")
    checkpoint_every: int = _told(10, "Updates between two checkpoints.")
    threads: int = _told(2, "Threads of PyTorch.")

    def __post_init__(self) -> None:
        one_of("reward", self.reward, REWARDS)
        one_of("observation", self.observation, OBSERVATIONS)
        if self.policy == "hex" and self.observation != "planes":
            raise ValueError(f"the policy 'hex' looks at 'planes', not at {self.observation!r}; for that take MlpPolicy")
        if self.separate and self.policy != "hex":
            raise ValueError("separate networks are a part of the policy 'hex'")
        for name in ("games", "steps", "batch", "epochs", "channels", "layers", "hidden", "zones", "threads",
                     "past_selves", "imitate_every", "imitate_batch", "imitate_epochs", "snapshot_every",
                     "checkpoint_every", "evaluation_pairs"):  # fmt: skip
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is a whole number from 1 on, not {getattr(self, name)}")
        for name in ("decisions", "minutes", "seed", "evaluate_every", "imitate_decisions", "imitate_spread", "entropy",
                     "target_kl", "learning_rate"):  # fmt: skip
            if getattr(self, name) < 0:
                raise ValueError(f"{name} cannot be below 0, as {getattr(self, name)} is")
        for name in ("self_share", "past_share", "bot_share", "imitate_noise", "imitate_own", "discount", "gae_lambda"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is a number from 0 to 1, not {getattr(self, name)}")
        if abs(self.self_share + self.past_share + self.bot_share - 1) > 1e-6:
            raise ValueError("self_share, past_share and bot_share have to add up to 1")

    @property
    def option_names(self) -> tuple[str, ...]:
        """The optional rules by name."""
        return tuple(name.strip() for name in self.options.split(",") if name.strip())

    @property
    def rules(self) -> dict[str, Any]:
        """What `Games` and the environments are made with."""
        return {
            "ruleset": self.ruleset, "options": self.option_names, "deployment": self.deployment, "scenario": self.scenario
        }  # fmt: skip

    def toml(self) -> str:
        """As the text of a TOML file."""
        lines = []
        for name, value in asdict(self).items():
            told = f'"{value}"' if isinstance(value, str) else str(value).lower()
            lines.append(f"{name} = {told}\n")
        return "".join(lines)


PRESETS: dict[str, Config] = {
    "skirmish": Config(
        decisions=290_000, minutes=30.0, games=64, steps=64, batch=256, learning_rate=3e-4, value_weight=1.0, gae_lambda=0.97,
        self_share=0.2, past_share=0.1, bot_share=0.7, bots="greedy,greedy,captain,random",
        imitate="flatmc:sims=96,width=12,horizon=0", imitate_decisions=49_152, imitate_epochs=3, imitate_batch=256,
        evaluate_every=4, evaluation_pairs=64,
    ),
    "gate": Config(scenario="gate", decisions=3_000_000, games=96, steps=96),
    "full": Config(
        scenario="full", decisions=2_000_000, games=128, steps=128, batch=128, epochs=2,
        learning_rate=1e-4, last_learning_rate=3e-5, gae_lambda=0.98, entropy=0.003, target_kl=0.01,
        self_share=0.3, past_share=0.2, bot_share=0.5, bots="greedy,captain",
        imitate="captain", imitate_decisions=600_000, imitate_every=4, imitate_own=0.25, imitate_spread=2_400,
        evaluate_every=20, evaluation_pairs=8,
    ),
}  # fmt: skip


def bot_names(listed: str) -> list[str]:
    """The bots of a list such as "random,mcts:sims=50,horizon=2,greedy".

    A part with = and no colon belongs to the bot before it.
    """
    found: list[str] = []
    for part in filter(None, (part.strip() for part in listed.split(","))):
        if found and "=" in part and ":" not in part:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def preset(name: str) -> Config:
    """The preset of that name."""
    return PRESETS[one_of("preset", name, PRESETS)]


def read_toml(path: Path, base: Config) -> Config:
    """`base` with what a TOML file says."""
    return changed(base, tomllib.loads(path.read_text("utf-8")))


def changed(base: Config, entries: Mapping[str, Any]) -> Config:
    """`base` with some entries changed; says which one is unknown or of the wrong kind."""
    kinds = {entry.name: type(entry.default) for entry in fields(Config)}
    values: dict[str, Any] = {}
    for name, value in entries.items():
        kind = kinds[one_of("entry of a training configuration", name, kinds)]
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not kind:
            raise ValueError(f"{name} is a {kind.__name__}, {value!r} is not")
        values[name] = value
    return replace(base, **values)
