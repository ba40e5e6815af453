"""ppo: a trained policy as a bot. "ppo:skirmish" and "ppo:full" are shipped; "ppo:runs/mine/model.zip" is one's own."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bofa_env.batch import Games
from bofa_env.game import Game
from bofa_env.rules.record import OPTIONS
from bofa_env.views import View

from .seeding import words_for, words_of

_CHUNK = 256  # games per pass through the network
_CLOSE = 1e-3  # logits that lie closer are looked at again, more exactly


class Ppo:
    """A trained policy.

    model: a shipped model's name or a path. temperature: 0 takes the action that the policy likes best; above, actions are
    drawn, at 1 as in training. strict: refuse games of another scenario, ruleset or set of options than it was trained for.

    Floating-point sums depend a little on how many games are looked at together. So that a game never does, actions that
    are nearly equal are compared again with double precision.
    """

    def __init__(self, model: str, temperature: float = 0.0, strict: bool = True, seed: int = 0) -> None:
        if temperature < 0:
            raise ValueError(f"a temperature is a number from 0 on, not {temperature}")
        try:
            from training.models import load_policy, path_of
        except ImportError as error:
            raise ImportError(f"ppo needs PyTorch and Stable-Baselines3: pip install bofa-env[train] ({error})") from None
        self._path = path_of(str(model))
        self.policy, self.card = load_policy(self._path)
        self._exact: Any = None
        self.temperature, self.strict, self.seed = float(temperature), strict, seed
        self.name = f"ppo:{model}" + f",temperature={temperature:g}" * (temperature > 0) + ",strict=no" * (not strict)
        self.version = f"{self.card.rules_version}.{self.card.observation_version}.{self.card.decisions}"
        self._view = View(self.card.observation)
        self._fits: set[tuple[str, str, tuple[str, ...]]] = set()

    def act(self, game: Game) -> int:
        """The action for one game."""
        words = np.array([words_of(game, self.seed)])
        return int(self._choose(self._seen(game), game.record["legal"] != 0, words)[0])

    def probabilities(self, game: Game) -> NDArray[np.float64]:
        """The policy itself: the probability of every action, as in training (for heat maps)."""
        logits = self._logits(self.policy, self._seen(game), game.record["legal"] != 0)[0]
        shares = np.exp(logits - logits.max())
        return np.asarray(shares / shares.sum())

    def _seen(self, game: Game) -> Any:
        """What the player to decide sees, as a batch of one."""
        self._check(game.scenario, game.ruleset, game.options)
        seen = self._view.of_game(game, int(game.record["player"][0]))
        return {name: array[None] for name, array in seen.items()} if isinstance(seen, dict) else seen[None]

    def act_batch(self, games: Games, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        """An action for each of the games in `which`."""
        self._check(games.scenario, games.ruleset, _option_names(games.option_bits))
        actions = np.zeros(games.n, np.int64)
        at = np.flatnonzero(which & (games.players >= 0))
        words = words_for(games, self.seed)
        for part in np.array_split(at, -(-len(at) // _CHUNK)) if len(at) else ():
            some = np.zeros(games.n, np.bool_)
            some[part] = True
            seen = self._view.of_some(games, some, games.players)
            actions[part] = self._choose(seen, games.masks[part] != 0, words[part])
        return actions

    def _choose(self, seen: Any, legal: NDArray[np.bool_], words: NDArray[np.int64]) -> NDArray[np.int64]:
        scores = self._scores(self.policy, seen, legal, words)
        best_two = np.partition(scores, -2, axis=1)[:, -2:]
        close = best_two[:, 1] - best_two[:, 0] < _CLOSE
        if close.any():
            if self._exact is None:
                self._exact = copy.deepcopy(self.policy).double()
            rows = {name: array[close] for name, array in seen.items()} if isinstance(seen, dict) else seen[close]
            scores[close] = self._scores(self._exact, rows, legal[close], words[close])
        best: NDArray[np.int64] = scores.argmax(1)
        return best

    def _scores(self, policy: Any, seen: Any, legal: NDArray[np.bool_], words: NDArray[np.int64]) -> NDArray[np.float64]:
        """How much each action is liked; with a temperature, luck is added so that the best is a draw from the policy."""
        logits = self._logits(policy, seen, legal)
        if self.temperature > 0:
            luck = np.stack([np.random.default_rng(word).gumbel(size=logits.shape[1]) for word in words.tolist()])
            logits += self.temperature * luck
        return logits

    def _logits(self, policy: Any, seen: Any, legal: NDArray[np.bool_]) -> NDArray[np.float64]:
        """What the network says; of what is not legal, minus infinity."""
        import torch

        if isinstance(seen, dict):
            tensors: Any = {name: torch.from_numpy(array) for name, array in seen.items()}
        else:
            tensors = torch.from_numpy(seen)
        with torch.no_grad():
            logits = policy.get_distribution(tensors).distribution.logits.numpy().astype(np.float64)
        return np.where(legal, logits, -np.inf)

    def _check(self, scenario: str, ruleset: str, options: tuple[str, ...]) -> None:
        kind = scenario, ruleset, options
        if kind in self._fits:
            return
        if self.strict:
            self.card.check_game(*kind)
        elif scenario != self.card.scenario:
            from training.models import ModelMismatch

            region = self.card.config.get("region")
            if region is not None:
                raise ModelMismatch(f"this model sees only the part of the map where {self.card.scenario!r} is played")
        self._fits.add(kind)


def _option_names(bits: int) -> tuple[str, ...]:
    return tuple(name for bit, name in enumerate(OPTIONS) if bits >> bit & 1)
