"""Models: a trained policy as a file in SB3's format, with a card that says what it fits.

The card, `bofa.json` inside the zip, names the rules version, the observation version, the scenario, the ruleset and the
options. A model is refused where they are not those at hand. Shipped models are known by their short names.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import torch
from stable_baselines3.common.save_util import load_from_zip_file

from bofa_env.errors import one_of
from bofa_env.observation import OBSERVATION_VERSION
from bofa_env.rules.record import RULES_VERSION

CARD = "bofa.json"


class ModelMismatch(ValueError):
    """The model was trained for something else."""


@dataclass(frozen=True)
class Card:
    """What a model was trained for."""

    scenario: str
    ruleset: str = "standard"
    options: tuple[str, ...] = ()
    observation: str = "planes"
    rules_version: int = RULES_VERSION
    observation_version: int = OBSERVATION_VERSION
    decisions: int = 0  # that it has learned from
    config: dict[str, Any] = field(default_factory=dict)

    def check_versions(self, path: Path) -> None:
        """ModelMismatch if the rules or the observation have changed since."""
        for what, own, now in (
            ("rules", self.rules_version, RULES_VERSION),
            ("observation", self.observation_version, OBSERVATION_VERSION),
        ):
            if own != now:
                raise ModelMismatch(f"{path.name} was trained with {what} version {own}; this is version {now}: train it anew")

    def check_game(self, scenario: str, ruleset: str, options: tuple[str, ...]) -> None:
        """ModelMismatch if this is another kind of game."""
        for what, own, now in (
            ("scenario", self.scenario, scenario),
            ("ruleset", self.ruleset, ruleset),
            ("options", sorted(self.options), sorted(options)),
        ):
            if own != now:
                raise ModelMismatch(f"this model was trained for {what} {own!r} and does not fit {what} {now!r}")


def shipped() -> list[str]:
    """The short names of the models in the package."""
    folder = resources.files("training") / "models"
    return sorted(file.name.removesuffix(".zip") for file in folder.iterdir() if file.name.endswith(".zip"))


def path_of(model: str) -> Path:
    """The file of a model: a short name or a path (with or without .zip)."""
    if model in shipped():
        return Path(str(resources.files("training") / "models" / f"{model}.zip"))
    for path in (Path(model), Path(f"{model}.zip"), Path(model) / "model.zip"):
        if path.is_file():
            return path
    if os.sep in model or model.endswith(".zip"):
        raise FileNotFoundError(f"there is no model {model!r}")
    one_of("model", model, shipped())
    raise AssertionError


def save_model(path: Path, algorithm: Any, card: Card) -> None:
    """Write the policy, without the state of its optimizer, whole or not at all."""
    optimizer = algorithm.policy.optimizer
    algorithm.policy.optimizer = algorithm.policy.optimizer_class(algorithm.policy.parameters(), lr=1e-4)
    memory = io.BytesIO()
    try:
        algorithm.save(memory, exclude=["_last_obs", "_last_episode_starts", "_last_original_obs", "ep_info_buffer"])
    finally:
        algorithm.policy.optimizer = optimizer
    with zipfile.ZipFile(memory, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(CARD, json.dumps(asdict(card), indent=1))
    write_bytes(path, memory.getvalue())


def write_bytes(path: Path, content: bytes) -> None:
    """Whoever reads the file, or stops this halfway, sees the old one or the new one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read_card(path: Path) -> Card:
    """The card of a model; ModelMismatch if it has none or belongs to another version."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = json.loads(archive.read(CARD))
    except (KeyError, zipfile.BadZipFile):
        raise ModelMismatch(f"{path.name} is no model of this game: it has no card {CARD!r}") from None
    card = Card(**{**entries, "options": tuple(entries["options"])})
    card.check_versions(path)
    return card


@lru_cache(maxsize=8)
def load_policy(path: Path) -> tuple[Any, Card]:
    """The policy, ready to play, and its card."""
    card = read_card(path)
    data, weights, _ = load_from_zip_file(path, device="cpu")
    policy = data["policy_class"](
        data["observation_space"], data["action_space"], lambda _: 0.0, **data["policy_kwargs"]
    )  # fmt: skip
    policy.load_state_dict(weights["policy"])
    policy.set_training_mode(False)
    for parameter in policy.parameters():
        parameter.requires_grad_(False)
    return policy, card


def start_from(algorithm: Any, path: Path) -> None:
    """Give a fresh algorithm the weights of a model; those of another region's places are left as they are."""
    policy, _ = load_policy(path)
    own = algorithm.policy.state_dict()
    fitting = {name: weights for name, weights in policy.state_dict().items() if own[name].shape == weights.shape}
    with torch.no_grad():
        algorithm.policy.load_state_dict({**own, **fitting})
