"""PettingZoo: The Battle of Five Armies for all its players, as an AEC environment.

    from bofa_env import bofa_v0                       # or: pettingzoo.make("aec", "bofa-v0") after this import

    env = bofa_v0.env(ruleset="standard", observation="flat")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated else choose(observation["observation"], observation["action_mask"]))

The specification is the docstring of `raw_env` (`help(bofa_v0.raw_env)`).
"""

from __future__ import annotations

from textwrap import indent
from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils import AECEnv, wrappers

from . import observation as forms
from . import rewards, scenarios
from .batch import Games
from .errors import one_of
from .game import Game
from .reference import specification
from .render.viewer import RENDER_MODES, Viewer
from .rewards import REWARDS, SIGN_OF_SEAT, checked_discount, final_values
from .rules.actions import ACTIONS
from .rules.record import OPTIONS, RULES_VERSION
from .rules.world import COLUMNS, HEXES, PIECES
from .views import View, action_space, mask_space

_THE_ONE = np.ones(1, np.bool_)  # which of the games: there is one


def env(**kwargs: Any) -> AECEnv[str, Any, Any]:
    """The environment with the usual wrappers: an illegal action ends the game, -1 to whoever took it and 0 to the others
    (which is not zero-sum); calls in the wrong order are refused. Arguments: those of `raw_env`.
    """
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(**kwargs), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Any, Any]):  # the name that PettingZoo wants
    """The Battle of Five Armies, two to four players, one decision at a time.

    ## Agents
    `free_peoples` and `dark_army`. With the option three_players the Dark Army is shared by `plain_host` and
    `second_wave`; with four_players the Free Peoples also, by `elven_host` and `dwarves_and_men` (O-2). Partners get the
    same rewards.

    Whose turn it is follows from the sequence of play: the same agent often has many decisions in a row. Chance asks
    nobody, and a decision with a single legal action is taken by the game itself. Every game ends.

    ## Actions
    `Discrete({actions})`. 0 to {last_hex} name a hex: column + {hex_columns} × row. What that means follows from the kind of
    decision (below), which the observation tells. The others are verbs:

{verbs}

    Exactly those marked in the mask are legal. In `env()` an illegal action ends the game at once, -1 to whoever took it and 0
    to the others; in `raw_env()` it raises IllegalAction and changes nothing.

    ## Decisions
    Their kinds: what is decided, by whom, and which actions can be legal.

{decisions}

    ## Observations
    `Dict(observation, action_mask)`. The mask is np.int8, and all zeros for an agent whose turn it is not;
    `infos[agent]["action_mask"]` is the same. Agents who are not on turn can be observed at any time.

    The inner observation is public, and shown from the agent's point of view: own and enemy, not Free and Dark. All
    entries are whole numbers from 0 to a largest value (uint8); with dtype="float32" they are divided by it. By the
    argument `observation`:

    - "planes": `Dict(planes {planes}, vector {vector})`; the grid is plane[row, column]
    - "flat":   `Box {flat}`: the global entries, then for each of the {pieces} pieces the columns up to `chosen`
    - "tokens": `Dict(tokens {tokens}, vector {globals})`: for each piece all columns; the vector holds the global entries

    Planes: number, name, largest value, what it tells.

{plane_texts}

    Global entries, the beginning of every vector and of the flat row; in the form "planes" they are followed by where, hits,
    marks_low, marks_high, depth and selected of each piece:

{global_texts}

    Columns of a piece; pieces are numbered in the order of counters.toml:

{column_texts}

    The same as tables: `docs/reference.md`, or `python -m bofa_env.reference`.

    ## Rewards
    By the argument `reward`; partners get the same, and what an agent is due adds up between his turns.

{rewards}

    ## Start and end
    `reset(seed=s)` plays the game of that seed, the same that `Game(seed=s)` plays. `reset()` goes on to the next game,
    whose seed follows from the first. At the end all agents are terminated; nothing is ever truncated.

    ## Arguments
    - ruleset: "basic" or "standard" (the default)
    - options: names of optional rules, none by default: {options}
    - deployment: "historical" (the default), "random" (seeded), "free" (the players set up, piece by piece)
    - scenario: {scenarios}; the first is the default, the others are small battles (`bofa scenarios`)
    - battlefield, counters: paths of data files instead of the packaged ones
    - seed: the seed of the first game, if the first `reset` is given none; None takes a fresh one
    - threads: only for `Games`; one game has no use for more than one
    - observation: "planes" (the default), "flat", "tokens". dtype: "uint8" (the default), "float32"
    - reward: "outcome" (the default), "margin", "shaped". discount: a number from 0 to 1 (the default), for "shaped"
    - render_mode: None (the default), "ansi" (text in colour), "rgb_array" (the drawn board, height × width × 3, uint8),
      "human" (after every step in a window, if pygame and a display are there; otherwise the text is printed)

    `game` is an independent copy of the game as a `bofa_env.Game`. Pickling and deepcopy keep the running game.

    ## Versions
    v0: the first. Observations are version {observation_version} of `bofa_env.observation`, which changes whenever an entry
    changes its place or meaning. The rules are version {rules_version}, which changes whenever the same seed and actions give
    another game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "bofa_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        *,
        observation: str = "planes",
        dtype: str = "uint8",
        reward: str = "outcome",
        discount: float = 1.0,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        super().__init__()
        self._viewer = Viewer(render_mode)
        self.render_mode = render_mode
        self.reward = one_of("reward", reward, REWARDS)
        self.discount = checked_discount(discount)
        self._games = Games(1, autoreset="disabled", **rules)
        self._untouched = True
        self._seats = {name: seat for seat, name in self._games.players_by_seat.items()}
        self._sign = {name: float(SIGN_OF_SEAT[seat]) for name, seat in self._seats.items()}
        self.view = View(observation, dtype)
        self._buffers = self.view.buffers(1)
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self.observation_spaces = {
            name: spaces.Dict({"observation": self.view.space, "action_mask": mask_space()}) for name in self._seats
        }
        self.action_spaces = {name: action_space() for name in self._seats}
        self._before: dict[str, float] = {}  # an agent's potential when he last decided
        self._credit: dict[str, float] = {}  # what of its change he has been given since

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Always the same object for an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Always the same object for an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a game; without a seed, the next one."""
        if seed is not None:
            self._games.reset([seed])
        elif not self._untouched:
            self._games.next_games(_THE_ONE)
        self._untouched = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._before.clear()
        self._credit.clear()
        self._look()

    def step(self, action: Any) -> None:
        """The decision of `agent_selection`; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self._checked(action)
        if self.reward == "shaped":
            before = self._potential(agent)
        self._games.step_where(_THE_ONE, np.array([number], np.int64))
        self._cumulative_rewards[agent] = 0.0
        if self.reward == "shaped":
            self._before[agent], self._credit[agent] = before, 0.0
        over = int(self._games.players[0]) < 0
        final = float(final_values(self._games.records, self.reward)[0]) if over else 0.0
        for name in self.agents:
            self.terminations[name] = over
            self.rewards[name] = (self._sign[name] * final or 0.0) + self._change(name, over)
        self._accumulate_rewards()
        self._look()

    def _checked(self, action: Any) -> int:
        number = int(action) if isinstance(action, (int, np.integer)) else -1
        if not 0 <= number < ACTIONS or not self._games.masks[0, number]:
            self.game.play(action)  # raises IllegalAction, and says why
        return number

    def _potential(self, agent: str) -> float:
        return self._sign[agent] * float(self._games.potentials()[0])

    def _change(self, agent: str, over: bool) -> float:
        """What the agent is due for the change of his potential since his last decision, less what he has been given."""
        if self.reward != "shaped" or agent not in self._before:
            return 0.0
        now = 0.0 if over else self._potential(agent)
        due = self.discount * now - self._before[agent]
        change, self._credit[agent] = due - self._credit[agent], due
        return change

    def _look(self) -> None:
        """Whose turn it is, and what he may do."""
        player = int(self._games.players[0])
        self.agent_selection = self._games.players_by_seat[player] if player >= 0 else self.agents[0]
        self.infos = {name: {"action_mask": self._mask(name)} for name in self.agents}
        if self.render_mode == "human":
            self.render()

    def _mask(self, agent: str) -> NDArray[np.int8]:
        if int(self._games.players[0]) == self._seats[agent]:
            return np.array(self._games.masks[0], np.int8)
        return np.zeros(ACTIONS, np.int8)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees now."""
        seen = self.view.of(self._games, [self._seats[agent]], self._buffers)
        over = not self.agents or self.terminations.get(agent, True)
        return {
            "observation": self.view.one(seen, 0),
            "action_mask": np.zeros(ACTIONS, np.int8) if over else self._mask(agent),
        }

    @property
    def game(self) -> Game:
        """An independent copy of the game."""
        return self._games.game(0)

    def render(self) -> Any:
        """The battlefield as the render_mode says."""
        return self._viewer.render(self.game)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._viewer.close()


def _specification(text: str) -> str:
    """The docstring with the tables that the code itself knows: those of the reference page, and the text of `rewards`."""
    told = {name: indent("\n".join(lines), " " * 4) for name, lines in specification().items()}
    return text.format(
        actions=ACTIONS,
        last_hex=HEXES - 1,
        hex_columns=COLUMNS,
        pieces=PIECES,
        verbs=told["verbs"],
        decisions=told["decisions"],
        planes=forms.shapes("planes")["planes"],
        vector=forms.shapes("planes")["vector"],
        flat=forms.shapes("flat")["flat"],
        tokens=forms.shapes("tokens")["tokens"],
        globals=forms.shapes("tokens")["vector"],
        plane_texts=told["planes"],
        global_texts=told["globals"],
        column_texts=told["columns"],
        rewards=indent((rewards.__doc__ or "").partition("\n\n")[2].rstrip(), " " * 4),
        options=", ".join(OPTIONS),
        scenarios=", ".join(f'"{name}"' for name in scenarios.names()),
        observation_version=forms.OBSERVATION_VERSION,
        rules_version=RULES_VERSION,
    )


if raw_env.__doc__:  # python -O takes it away
    raw_env.__doc__ = _specification(raw_env.__doc__)

if "bofa-v0" not in pettingzoo.aec_registry:
    pettingzoo.register("aec", "bofa-v0", entry_point="bofa_env.bofa_v0:env")
