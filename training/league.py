"""The league: who sits at which side of every game.

The rule: a game is played, with the chances of the configuration, by the learner against himself (both sides learn), against
one of his past selves, or against one of the bots; past selves and bots are drawn evenly among their like. Where there is
an opponent, the learner gets either side with equal chances. The draw follows from the game's seed. While there is no past
self yet, the learner plays himself instead. A past self is a frozen copy that plays by sampling, as the learner does.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

import agents
from bofa_env.batch import Games
from bofa_env.rules.seats import SIDE_OF_SEAT
from bofa_env.seeds import REDRAW, words

LEARNER = -1  # who plays a side: the learner, or a rival by his index
_KIND, _WHICH, _SIDE = 31, 32, 33  # streams of words
_SIDE_OF_SEAT = np.array(SIDE_OF_SEAT, np.int8)


class League:
    """Opponents for the games of one environment.

    shares: of games against himself, past selves and bots. bots: their specs. past_selves: how many are kept.
    """

    def __init__(
        self, games: int, shares: tuple[float, float, float], bots: Sequence[str], past_selves: int = 5, seed: int = 0
    ) -> None:
        self.shares = shares if bots else (shares[0] + shares[2], shares[1], 0.0)
        self.names = list(bots)
        self.bots = [agents.make(name, seed) for name in bots]
        self.past: list[Any] = []  # policies
        self.most_past = past_selves
        self.frozen = 0  # past selves so far, those that are gone included
        self.players = np.full((games, 2), LEARNER, np.int64)

    # --- who plays whom

    def seat(self, seeds: NDArray[np.int64], which: NDArray[np.bool_]) -> None:
        """Draw who plays the games in `which`, which are about to begin."""
        at = np.flatnonzero(which)
        none = np.zeros(len(at), np.int64)
        kind, which_one, side = (words(seeds[at], none, stream) / 2.0**63 for stream in (_KIND, _WHICH, _SIDE))
        itself, past, _ = np.cumsum(self.shares)
        if not self.past:
            itself = past
        rival = np.where(
            kind < past,
            len(self.bots) + (which_one * max(len(self.past), 1)).astype(np.int64),
            (which_one * max(len(self.bots), 1)).astype(np.int64),
        )
        self.players[at] = LEARNER
        against = kind >= itself
        self.players[at[against], (side[against] < 0.5).astype(np.int64)] = rival[against]

    def to_decide(self, games: Games) -> NDArray[np.int64]:
        """Who has to decide in each game."""
        sides = _SIDE_OF_SEAT[np.maximum(games.players, 0)]
        return self.players[np.arange(games.n), sides]

    def rival_name(self, index: int) -> str:
        """A bot's spec, or "past"."""
        return self.names[index] if index < len(self.names) else "past"

    # --- past selves

    def freeze(self, policy: Any) -> None:
        """Keep the policy as it is now. If there is no room, it takes the place of the second youngest or of another, so that
        those that are left lie ever further apart the older they are; games against the one replaced go on against it.
        """
        policy.action_dist.distribution = None  # what the last update has left behind cannot be copied
        frozen = copy.deepcopy(policy, {id(policy.optimizer): None})
        frozen.set_training_mode(False)
        for parameter in frozen.parameters():
            parameter.requires_grad_(False)
        if len(self.past) < self.most_past:
            self.past.append(frozen)
        else:
            self.past[place_to_free(self.frozen, self.most_past)] = frozen
        self.frozen += 1

    # --- their moves

    def answer(self, games: Games, seen: Any, masks: NDArray[np.bool_], deciding: NDArray[np.int64]) -> NDArray[np.int64]:
        """The opponents' actions in the games where one of them has to decide; `seen`: the observations of all games."""
        actions = np.zeros(games.n, np.int64)
        for rival in np.unique(deciding[deciding != LEARNER]).tolist():
            which = deciding == rival
            if rival < len(self.bots):
                actions[which] = bot_actions(self.bots[rival], games, which)[which]
            else:
                actions[which] = sampled(self.past[rival - len(self.bots)], rows_of(seen, which), masks[which])
        return actions

    # --- checkpoints

    def state(self) -> dict[str, Any]:
        """What has to be kept to go on."""
        return {
            "past": [policy.state_dict() for policy in self.past], "frozen": self.frozen, "players": self.players.copy()
        }  # fmt: skip

    def restore(self, state: dict[str, Any], policy: Any) -> None:
        """The way back; `policy` is any policy of the right shape."""
        self.past = []
        for weights in state["past"]:
            self.freeze(policy)
            self.past[-1].load_state_dict(weights)
        self.frozen = state["frozen"]
        self.players[:] = state["players"]


def place_to_free(frozen: int, room: int) -> int:
    """The place that the next past self takes: of the places 0 … room-1, place k every 2 to the k-th time, roughly."""
    k = 0
    while k < room - 1 and frozen >> k & 1:
        k += 1
    return k


def bot_actions(bot: Any, games: Games, which: NDArray[np.bool_]) -> NDArray[np.int64]:
    """A bot's actions in the games of `which`, all at once if it can."""
    if hasattr(bot, "act_batch"):
        return bot.act_batch(games, which)  # type: ignore[no-any-return]
    actions = np.zeros(games.n, np.int64)
    redraws = words(games.seeds, games.records["decisions"].astype(np.int64), REDRAW)
    for index in np.flatnonzero(which).tolist():
        actions[index] = bot.act(games.game(index).clone(redraw=int(redraws[index])))
    return actions


def rows_of(seen: Any, which: NDArray[np.bool_]) -> Any:
    """The observations of some of the games."""
    if which.all():
        return seen
    return {name: array[which] for name, array in seen.items()} if isinstance(seen, dict) else seen[which]


def as_tensors(seen: Any) -> Any:
    """Observations for a policy, without a copy."""
    if isinstance(seen, dict):
        return {name: torch.from_numpy(array) for name, array in seen.items()}
    return torch.from_numpy(seen)


def sampled(policy: Any, seen: Any, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Actions drawn from a policy."""
    with torch.no_grad():
        actions = policy.get_distribution(as_tensors(seen), action_masks=masks).get_actions()
    return actions.numpy()  # type: ignore[no-any-return]
