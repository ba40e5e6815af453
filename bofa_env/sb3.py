"""Stable-Baselines3: a native VecEnv, for one seat against an opponent and for self-play. Needs the extra `train`.

    from sb3_contrib import MaskablePPO
    from bofa_env.sb3 import BofaVecEnv

    env = BofaVecEnv(64, "free_peoples", observation="flat", dtype="float32")
    MaskablePPO("MlpPolicy", env).learn(100_000)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from .opponents import Opponents
from .render.viewer import Viewer
from .rules.seats import SIDE_OF_SEAT
from .table import Table
from .views import View, action_space


class BofaVecEnv(VecEnv):
    """N games as Stable-Baselines3 wants them: set up anew in the step that ends them, `terminal_observation` in the info.

    num_envs: how many games. The other arguments are those of `BofaVectorEnv`. `seed(s)` before `reset()` plays game i with
    seed s + i. `action_masks()`, and `env_method("action_masks")` as MaskablePPO calls it, give one array for all games.

    learner="free_peoples" or "dark_army": one side; the opponent plays the other inside, and a step lasts until the
    learner has to decide again. The reward is all that has come to him meanwhile: the loser sees his -1. This is an
    ordinary decision process, and any algorithm can learn it.

    learner="both": self-play. Every decision of either side is a step. The observation is always that of the player who
    has to decide *now*, and the reward is that of the player who has *just acted*: +1 or -1 in the step that ends the
    game, according to whether he who acted has won; with "shaped", discount × his potential of the next position - that
    of this one, whoever is to decide there. So if the next observation is the enemy's, its value counts with the sign
    turned. `side` tells which side has to decide (0 Free Peoples, 1 Dark Army), `acted` which side took the last step,
    and `same_side` whether the value of the new observation is that of the player who acted. `terminal_observation` is
    seen by the player who acted. The algorithms of Stable-Baselines3 do not turn the sign: for them, use one seat against
    an opponent, which may be the learner's own earlier self. Self-play is for training loops that do.
    """

    def __init__(
        self,
        num_envs: int,
        learner: str = "free_peoples",
        opponent: Opponents = "random",
        *,
        observation: str = "planes",
        dtype: str = "uint8",
        reward: str = "outcome",
        discount: float = 1.0,
        illegal: str = "forfeit",
        threads: int = 1,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        self._viewer = Viewer(render_mode)
        self.render_mode = render_mode
        self.table = Table(
            num_envs, learner, opponent, reward=reward, discount=discount, illegal=illegal, threads=threads, **rules
        )
        self.view = View(observation, dtype)
        self._buffers = self.view.buffers(num_envs)
        self._side = np.array(SIDE_OF_SEAT, np.int8)
        self.acted = np.zeros(num_envs, np.int8)
        self._actions = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, self.view.space, action_space())

    def reset(self) -> Any:
        """Set up all games: those of `seed`, if it was called; otherwise the next ones."""
        seeds = None if self._seeds[0] is None else [int(seed) for seed in self._seeds if seed is not None]
        self.table.reset(seeds)
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        self.acted[:] = self.side
        return self._observations()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """The actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Take the step."""
        table = self.table
        self.acted[:] = self.side
        table.step(self._actions)
        rewards, done = table.rewards.copy(), table.terminated.copy()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if done.any():
            last = self.view.of_some(table.games, done, table.seat)
            for place, index in enumerate(np.flatnonzero(done).tolist()):
                infos[index] = {
                    "terminal_observation": self.view.one(last, place),
                    "TimeLimit.truncated": False,
                    "illegal_action": bool(table.forfeited[index]),
                    "opponent": int(table.opponent[index]),
                    "winner": int(table.games.records["winner"][index]),  # 0 Free Peoples, 1 Dark Army, -1 nobody
                    "decisions": int(table.games.records["decisions"][index]),  # of both sides
                }
            table.next_games(done)
        return self._observations(), rewards, done, infos

    def _observations(self) -> Any:
        return self.view.of(self.table.games, self.table.seat, self._buffers)

    # --- who decides, and what is legal

    @property
    def side(self) -> NDArray[np.int8]:
        """The side that has to decide in every game: 0 Free Peoples, 1 Dark Army."""
        return self._side.take(self.table.seat)

    @property
    def same_side(self) -> NDArray[np.bool_]:
        """Whether the side that has to decide is the one that acted in the last step."""
        return np.equal(self.side, self.acted)

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal, one row per game."""
        return self.table.masks.astype(np.bool_)

    # --- what a VecEnv has to answer

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> Any:
        """`action_masks`: an array of the rows asked for. `render`, `game`: a list. There are no other methods per game."""
        if method_name == "action_masks":
            return self.action_masks() if indices is None else self.action_masks()[list(self._get_indices(indices))]
        if method_name == "render":
            return list(self._viewer.render_all(self.table.game, self._get_indices(indices)) or ())
        if method_name == "game":
            return [self.table.game(index) for index in self._get_indices(indices)]
        raise AttributeError(f"a game has no method {method_name!r}; there is action_masks, render, game")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of the whole, once for every game asked for."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Only for the whole."""
        if indices is not None:
            raise ValueError("the games of this VecEnv share their attributes: set them for all, not for some")
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """There is no environment of its own behind any game."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> list[Any]:
        """The drawn boards; `render()` puts them together to one picture."""
        return [self.table.game(index).render("rgb_array") for index in range(self.num_envs)]

    def close(self) -> None:
        """Close the window, if there is one."""
        self._viewer.close()
