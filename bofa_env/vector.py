"""Many games at once: a native Gymnasium VectorEnv. The VecEnv of Stable-Baselines3 is in `bofa_env.sb3`.

    envs = gymnasium.make_vec("bofa/FreePeoples-v0", num_envs=256, observation="flat", autoreset_mode="SameStep")
    observations, infos = envs.reset(seed=7)
    observations, rewards, terminated, truncated, infos = envs.step(choose(observations, infos["action_mask"]))
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .errors import one_of
from .opponents import Opponents
from .render.viewer import RENDER_MODES, Viewer
from .rules.actions import ACTIONS
from .table import Table, one_seat
from .views import View, action_space

Step = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class BofaVectorEnv(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """`BofaEnv` many times over: the same arguments, the same games from the same seeds and actions.

    num_envs: how many games. `reset(seed=s)` plays game i with seed s + i; `reset(seed=[…])` names them all.

    autoreset_mode: AutoresetMode.NEXT_STEP ("NextStep": the step after the end of a game ignores its action, sets up the
    next one, and gives no reward), or AutoresetMode.SAME_STEP ("SameStep": the step that ends a game returns the first
    observation of the next one; the last observation is in `infos["final_obs"]`, what belonged to it in
    `infos["final_info"]`).

    `infos["action_mask"]` is one np.int8 array (num_envs, 648); nothing is legal in a game that is over. Where it has
    happened, `infos["illegal_action"]` marks the games that were lost by an illegal action (SAME_STEP: in
    `infos["final_info"]`).

    render_mode: as in `BofaEnv`; `render()` gives one text or array for every game, and "human" shows the first one.

    threads: the games are shared out among so many threads; the result is the same. copy: with False observations and masks
    lie in the same arrays all along, and are overwritten by the next step (float32 observations are made anew in any case).
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        learner: str = "free_peoples",
        opponent: Opponents = "random",
        *,
        observation: str = "planes",
        dtype: str = "uint8",
        reward: str = "outcome",
        discount: float = 1.0,
        illegal: str = "forfeit",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        self.closed = True  # until there is something to close: VectorEnv.__del__ comes even after a refused argument
        self.autoreset_mode = _checked_mode(autoreset_mode)
        self._viewer = Viewer(render_mode)
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.table = Table(
            num_envs, one_seat(learner), opponent, reward=reward, discount=discount, illegal=illegal, threads=threads, **rules
        )
        self.num_envs = self.table.n
        self.view = View(observation, dtype)
        self.single_observation_space, self.single_action_space = self.view.space, action_space()
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.copy = copy
        self._buffers = self.view.buffers(self.num_envs)
        self.closed = False

    @cached_property
    def observation_space(self) -> Space[Any]:  # type: ignore[override]
        """Made only when it is asked for: the bounds of thousands of games would take more memory than the games."""
        return batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Set up all games; without a seed, the next ones."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        self.table.reset(seed)  # type: ignore[arg-type]
        return self._observations(), self._infos()

    def step(self, actions: Any) -> Step:
        """One action per game."""
        table = self.table
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            going_on = ~table.over
            if not going_on.all():
                table.next_games(~going_on)
            table.step(actions, going_on)
        else:
            table.step(actions)
            if table.terminated.any():
                infos = self._final()
                table.next_games(table.terminated)
        if table.forfeited.any() and self.autoreset_mode == AutoresetMode.NEXT_STEP:
            _add(infos, "illegal_action", table.forfeited.copy(), table.forfeited.copy())
        infos.update(self._infos())
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(), table.rewards.astype(np.float64), table.terminated.copy(), truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal in every game."""
        return self.table.masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """The battlefields as texts or as arrays; in the mode "human" the first one is shown."""
        return self._viewer.render_all(self.table.game, range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window, if there is one."""
        self._viewer.close()

    def _observations(self) -> Any:
        return self.view.of(self.table.games, self.table.seat, self._buffers, self.copy)

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        everywhere = np.ones(self.num_envs, np.bool_)
        _add(infos, "action_mask", self.table.masks.copy() if self.copy else self.table.masks, everywhere)
        if len(self.table.mix) > 1:
            _add(infos, "opponent", self.table.opponent.copy(), everywhere.copy())
        return infos

    def _final(self) -> dict[str, Any]:
        """The last observations of the games that have just ended, and their infos."""
        ended = self.table.terminated.copy()
        seen = self.view.of_some(self.table.games, ended, self.table.seat)
        last = np.full(self.num_envs, None, object)
        for place, index in enumerate(np.flatnonzero(ended).tolist()):
            last[index] = self.view.one(seen, place)
        about: dict[str, Any] = {}
        _add(about, "action_mask", np.zeros((self.num_envs, ACTIONS), np.int8), ended)
        if self.table.forfeited.any():
            _add(about, "illegal_action", self.table.forfeited.copy(), self.table.forfeited.copy())
        if len(self.table.mix) > 1:
            _add(about, "opponent", np.where(ended, self.table.opponent, 0), ended.copy())
        infos: dict[str, Any] = {}
        _add(infos, "final_obs", last, ended.copy())
        _add(infos, "final_info", about, ended.copy())
        return infos


def _checked_mode(mode: str | AutoresetMode) -> AutoresetMode:
    """The two ways to go on after the end of a game; "Disabled" is none."""
    known = [AutoresetMode.NEXT_STEP.value, AutoresetMode.SAME_STEP.value]
    return AutoresetMode(one_of("autoreset_mode", mode.value if isinstance(mode, AutoresetMode) else mode, known))


def _add(infos: dict[str, Any], key: str, value: Any, where: NDArray[np.bool_]) -> None:
    """Gymnasium's way: `_key` tells which games have the key."""
    infos[key], infos[f"_{key}"] = value, where


def __getattr__(name: str) -> Any:
    """`BofaVecEnv` is found here too, but Stable-Baselines3 is imported only when it is asked for."""
    if name == "BofaVecEnv":
        from .sb3 import BofaVecEnv

        return BofaVecEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
