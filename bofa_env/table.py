"""Table: N games with the learner in some of the seats and opponents in the others. Every one-seat environment stands on it.

After `reset` and after every `step` each game either waits for the learner or is over: opponents have answered, and a
game's reward is all that has come to the learner since his last decision, the end of the game included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .batch import Games
from .errors import IllegalAction, UnknownName, one_of
from .game import Game
from .opponents import Mix, Opponents
from .rewards import REWARDS, SIGN_OF_SEAT, checked_discount, final_values
from .rules.actions import ACTIONS
from .rules.seats import SEATS, SIDE_OF_SEAT
from .rules.world import SIDES
from .seeds import OPPONENT

ILLEGAL = ("forfeit", "raise")
BOTH = "both"


class Table:
    """N games between a learner and opponents.

    learner: the side ("free_peoples", "dark_army") or the single player (O-2) that is the learner's; "both": all seats
    are, and there is no opponent. opponent: see `bofa_env.opponents`. reward, discount: see `bofa_env.rewards`.
    illegal: what an illegal action of the learner does: "forfeit" ends the game, and he has lost (-1); "raise"
    raises IllegalAction, and no game changes. threads, and rules (ruleset, options, deployment, …): as for `Games`.
    """

    def __init__(
        self,
        n: int,
        learner: str,
        opponent: Opponents = "random",
        *,
        reward: str = "outcome",
        discount: float = 1.0,
        illegal: str = "forfeit",
        threads: int = 1,
        **rules: Any,
    ) -> None:
        self.games = Games(n, autoreset="disabled", threads=threads, **rules)
        self.n = self.games.n
        self.reward = one_of("reward", reward, REWARDS)
        self.illegal = one_of("way to treat illegal actions", illegal, ILLEGAL)
        self.discount = checked_discount(discount)
        self.learner = learner_seats(learner, self.games.players_by_seat)
        self.mix = Mix(opponent)
        self.opponent = np.zeros(self.n, np.int64)  # who plays against the learner: an index into mix.players
        self.over = np.zeros(self.n, np.bool_)
        self.seat = np.zeros(self.n, np.int8)  # the learner's seat that has to decide, or decided last
        self.masks = np.zeros((self.n, ACTIONS), np.int8)  # what is legal; nothing in a game that is over
        self.rewards = np.zeros(self.n, np.float32)
        self.terminated = np.zeros(self.n, np.bool_)  # games that the last step has ended
        self.forfeited = np.zeros(self.n, np.bool_)  # those that it has ended because the action was illegal
        self._potential = np.zeros(self.n, np.float32)  # the Free Peoples'
        self._untouched = True

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Set up all games: game i with `seed` + i. None goes on to the next games, which follow from the first seeds."""
        everywhere = np.ones(self.n, np.bool_)
        if seed is not None:
            self.games.reset(seed)
            self._begin(everywhere)
        elif self._untouched:
            self._begin(everywhere)
        else:
            self.next_games(everywhere)
        self.rewards[:] = 0
        self.terminated[:] = self.forfeited[:] = False
        self._untouched = False

    def next_games(self, which: NDArray[np.bool_]) -> None:
        """Set up the next game in each of `which`."""
        self.games.next_games(which)
        self._begin(which)

    def step(self, actions: ArrayLike, which: NDArray[np.bool_] | None = None) -> None:
        """The learner's action in each game of `which` (otherwise: all); games that are over take any action and stay over."""
        chosen = self._checked(actions)
        playing = ~self.over if which is None else which & ~self.over
        known = (chosen >= 0) & (chosen < ACTIONS)
        legal = known & (self.masks[np.arange(self.n), np.where(known, chosen, 0)] != 0)
        wrong = playing & ~legal
        if self.illegal == "raise" and wrong.any():
            first = int(np.flatnonzero(wrong)[0])
            raise IllegalAction(f"game {first}: {chosen[first]} is not legal; the mask tells what is")
        self.forfeited[:] = wrong
        moving = playing & legal
        self.games.step_where(moving, chosen)
        self._answer(moving)
        self.terminated[:] = playing & (wrong | (self.games.records["over"] != 0))
        self.over |= self.terminated
        self._reckon(playing)
        self._look(playing)

    # --- inside

    def _begin(self, which: NDArray[np.bool_]) -> None:
        self.over[which] = False
        self.opponent[which] = self.mix.drawn(self.games.seeds[which])
        self._answer(which)
        self.over[which] = self.games.records["over"][which] != 0
        self._look(which)
        if self.reward == "shaped":
            self._potential[which] = self.games.potentials()[which]

    def _answer(self, which: NDArray[np.bool_]) -> None:
        """Opponents play until the learner has to decide, or the game is over."""
        if self.learner.all():
            return
        theirs = self._theirs(which)
        by_chance = theirs & self.mix.is_random[self.opponent]
        self.games.play_on(by_chance, self.learner, OPPONENT)
        thinking = theirs & ~by_chance
        while thinking.any():
            self.games.step_where(thinking, self._replies(thinking))
            thinking = self._theirs(thinking)

    def _theirs(self, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
        players = self.games.players
        return which & (players >= 0) & ~self.learner[players]

    def _replies(self, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        actions = np.zeros(self.n, np.int64)
        for number, player in enumerate(self.mix.players):
            rows = which & (self.opponent == number)
            if player is not None and rows.any():
                actions[rows] = player.replies(self.games, rows)[rows]
        return actions

    def _reckon(self, playing: NDArray[np.bool_]) -> None:
        """The rewards, from the side of whoever has just acted (`seat` is still his)."""
        values = final_values(self.games.records, self.reward)
        if self.reward == "shaped":
            potential = np.where(self.over, 0, self.games.potentials()).astype(np.float32)
            values += np.float32(self.discount) * potential - self._potential
            self._potential[playing] = potential[playing]
        values *= SIGN_OF_SEAT[self.seat]
        values[self.forfeited] -= 1
        self.rewards[:] = np.where(playing, values, 0)

    def _look(self, which: NDArray[np.bool_]) -> None:
        np.copyto(self.seat, self.games.players, where=which & ~self.over)
        self.masks[:] = self.games.masks
        self.masks[self.over] = 0

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"step takes {self.n} whole numbers, one per game, not {chosen.dtype} of shape {chosen.shape}")
        return np.ascontiguousarray(chosen, np.int64)

    def game(self, index: int = 0) -> Game:
        """An independent copy of one of the games."""
        return self.games.game(index)


def one_seat(learner: str) -> str:
    """The learner of an environment with one seat: self-play needs to be told whose reward it is, as `bofa_env.sb3` does."""
    if learner == BOTH:
        raise UnknownName(f"learner={BOTH!r} is self-play, which only BofaVecEnv (bofa_env.sb3) plays; name a side or a player")
    return learner


def learner_seats(learner: str, players: dict[int, str]) -> NDArray[np.bool_]:
    """The seats that are the learner's: those of a side, of one player, or all of them."""
    one_of("seat", learner, dict.fromkeys((*SIDES, *players.values(), BOTH)))
    seats = np.zeros(SEATS, np.bool_)
    for seat, name in players.items():
        seats[seat] = learner in (BOTH, name, SIDES[SIDE_OF_SEAT[seat]])
    if learner == BOTH:
        seats[:] = True
    return seats
