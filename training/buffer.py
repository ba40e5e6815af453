"""What was played between two updates, and what every decision of the learner was worth.

The environment lets both sides decide in turn (`BofaVecEnv`, learner "both"). Here each side's own decisions are one
sequence: what a decision leads to is that side's *next* decision, and what happened in between, whoever did it, counts into
its reward. That is exactly the decision process of one seat, for both seats at once. Decisions that an opponent has taken
are not learned from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import (
    MaskableDictRolloutBuffer,
    MaskableDictRolloutBufferSamples,
    MaskableRolloutBuffer,
    MaskableRolloutBufferSamples,
)


class _Seats:
    """What both buffers share. trained: the decision was the learner's; side: who took it; ended: the game did, with it."""

    trained: NDArray[np.bool_]
    side: NDArray[np.int8]
    ended: NDArray[np.bool_]

    def reset(self: Any) -> None:
        if getattr(self, "trained", None) is not None:  # the arrays are written anew from end to end
            self.pos, self.full = 0, False
            return
        super().reset()  # type: ignore[misc]
        shape = (self.buffer_size, self.n_envs)
        self.trained = np.zeros(shape, np.bool_)
        self.side = np.zeros(shape, np.int8)
        self.ended = np.zeros(shape, np.bool_)
        self.action_masks = np.zeros((*shape, self.mask_dims), np.bool_)  # a quarter of the floats of sb3-contrib

    def note(self: Any, trained: NDArray[np.bool_], side: NDArray[np.int8], ended: NDArray[np.bool_]) -> None:
        """What `add` does not take; to be called before it."""
        self.trained[self.pos], self.side[self.pos], self.ended[self.pos] = trained, side, ended

    def reckon(self: Any, last_values: NDArray[np.float32], last_side: NDArray[np.int8]) -> None:
        """Advantages and returns. The value of the last position is that of the side to decide; for the other its negative."""
        games = np.arange(self.n_envs)
        value = np.empty((self.n_envs, 2), np.float32)
        value[games, last_side] = last_values
        value[games, 1 - last_side] = -last_values
        advantage, gain = np.zeros_like(value), np.zeros_like(value)
        for step in reversed(range(self.buffer_size)):
            ended, side, trained = self.ended[step], self.side[step], self.trained[step]
            for carried in (value, advantage, gain):
                carried[ended] = 0
            gain[games, side] += self.rewards[step]
            gain[games, 1 - side] -= self.rewards[step]
            error = gain[games, side] + self.gamma * value[games, side] - self.values[step]
            found = error + self.gamma * self.gae_lambda * advantage[games, side]
            self.advantages[step] = np.where(trained, found, 0)
            at, of = games[trained], side[trained]
            advantage[at, of], value[at, of], gain[at, of] = found[trained], self.values[step][trained], 0
        self.returns = self.advantages + self.values

    def get(self: Any, batch_size: int | None = None) -> Iterator[Any]:
        """The learner's decisions, shuffled, in batches of nearly the same size."""
        chosen = np.random.permutation(np.flatnonzero(self.trained))
        for batch in np.array_split(chosen, max(1, -(-len(chosen) // (batch_size or len(chosen))))):
            yield self._get_samples(batch)

    def _flat(self: Any, name: str, batch: NDArray[np.int64]) -> Any:
        array = self.__dict__[name]
        return self.to_torch(array.reshape(-1, *array.shape[2:])[batch], copy=False)

    def _rows(self: Any, batch: NDArray[np.int64]) -> list[Any]:
        names = ("actions", "values", "log_probs", "advantages", "returns", "action_masks")
        return [self._flat(name, batch) for name in names]


class SeatBuffer(_Seats, MaskableRolloutBuffer):
    """For observations that are one array."""

    def _get_samples(self, batch_inds: NDArray[np.int64], env: Any = None) -> MaskableRolloutBufferSamples:
        return MaskableRolloutBufferSamples(self._flat("observations", batch_inds), *self._rows(batch_inds))


class SeatDictBuffer(_Seats, MaskableDictRolloutBuffer):
    """For observations that are several."""

    def _get_samples(self, batch_inds: NDArray[np.int64], env: Any = None) -> MaskableDictRolloutBufferSamples:
        seen = {
            name: self.to_torch(array.reshape(-1, *array.shape[2:])[batch_inds], copy=False)
            for name, array in self.observations.items()
        }
        return MaskableDictRolloutBufferSamples(seen, *self._rows(batch_inds))
