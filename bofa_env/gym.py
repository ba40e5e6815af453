"""Gymnasium: one side of the battle, with an opponent inside. Importing this module registers the environments.

    import gymnasium
    import bofa_env.gym

    env = gymnasium.make("bofa/FreePeoples-v0", opponent="random", observation="flat")
    envs = gymnasium.make_vec("bofa/DarkArmy-v0", num_envs=256)   # native, see bofa_env.vector

`gymnasium.make("bofa_env.gym:bofa/FreePeoples-v0")` does the import by itself.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from .game import Game
from .opponents import Opponents
from .render.viewer import RENDER_MODES, Viewer
from .table import Table, one_seat
from .views import View, action_space


class BofaEnv(gymnasium.Env[Any, np.int64]):
    """The Battle of Five Armies from one seat.

    ## Actions
    `Discrete(648)`: a hex or a verb, as in `bofa_env.bofa_v0`. What is legal is in `info["action_mask"]` (np.int8), and
    `action_masks()` gives the same as truth values. An illegal action loses the game at once (reward -1,
    `info["illegal_action"]`); with `illegal="raise"` it raises IllegalAction and changes nothing.

    ## Observations
    As in `bofa_env.bofa_v0`, without the mask: `observation="planes"` a dict of `planes` and `vector`, "tokens" a dict of
    `tokens` and `vector`, "flat" one array. Own and enemy, not Free and Dark: one network can play both sides.

    ## Rewards
    `bofa_env.rewards`. A step lasts until the learner has to decide again, so everything that happens meanwhile, and the
    end of the game above all, is in the reward of his last decision: the loser does see his -1.

    ## Start and end
    `reset(seed=s)` plays the game of that seed; `reset()` goes on to the next game, whose seed follows from the first
    one. A game ends after its last turn (`terminated`); nothing is ever truncated. `info["opponent"]` tells which of a
    mix of opponents is met.

    ## Arguments
    learner: "free_peoples", "dark_army", or one of the players of O-2, whose partner is then played by the opponent too.
    opponent: the spec of a bot ("random", "greedy" …), an object with `act_batch(games, which)` or `act(game)`, a function of a
    Game, or a list of them, with or without weights, from which one is drawn for every game (`bofa_env.opponents`).
    observation: "planes", "flat", "tokens". dtype: "uint8", "float32". reward: "outcome", "margin", "shaped", with
    discount. illegal: "forfeit", "raise". render_mode: "ansi" (text in colour), "rgb_array" (the drawn board, height ×
    width × 3, uint8), "human" (after every step in a window, if pygame and a display are there; otherwise the text is
    printed). ruleset, options, deployment, scenario, battlefield, counters: as for Game.

    ## Versions
    v0: the first.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        learner: str = "free_peoples",
        opponent: Opponents = "random",
        *,
        observation: str = "planes",
        dtype: str = "uint8",
        reward: str = "outcome",
        discount: float = 1.0,
        illegal: str = "forfeit",
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        self._viewer = Viewer(render_mode)
        self.render_mode = render_mode
        self.table = Table(1, one_seat(learner), opponent, reward=reward, discount=discount, illegal=illegal, **rules)
        self.view = View(observation, dtype)
        self._buffers = self.view.buffers(1)
        self.observation_space = self.view.space
        self.action_space = action_space()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Set up a game; the opponent has moved where it was his turn."""
        super().reset(seed=seed)
        self.table.reset(None if seed is None else [seed])
        self._show()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's decision, and all that follows until he has to decide again."""
        self.table.step(np.reshape(action, 1))
        info = self._info()
        if self.table.forfeited[0]:
            info["illegal_action"] = True
        self._show()
        return self._observation(), float(self.table.rewards[0]), bool(self.table.terminated[0]), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal, for MaskablePPO."""
        return np.array(self.table.masks[0], np.bool_)

    @property
    def game(self) -> Game:
        """An independent copy of the game."""
        return self.table.game()

    def render(self) -> Any:
        """The battlefield as the render_mode says."""
        return self._viewer.render(self.game)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._viewer.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> Any:
        return self.view.one(self.view.of(self.table.games, self.table.seat, self._buffers), 0)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.table.masks[0].copy()}
        if len(self.table.mix) > 1:
            info["opponent"] = int(self.table.opponent[0])
        return info


def register() -> None:
    """Register `bofa/FreePeoples-v0` and `bofa/DarkArmy-v0` with Gymnasium."""
    for name, learner in (("FreePeoples", "free_peoples"), ("DarkArmy", "dark_army")):
        if f"bofa/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                id=f"bofa/{name}-v0",
                entry_point="bofa_env.gym:BofaEnv",
                vector_entry_point="bofa_env.vector:BofaVectorEnv",
                kwargs={"learner": learner},
            )


register()
