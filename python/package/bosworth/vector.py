"""Many games in one call, stepped into NumPy arrays of the caller's without the interpreter's lock."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from . import ACTIONS, OBSERVATION_SIZE
from ._native import VectorEnv

__all__ = ["Buffers", "VectorEnv"]


@dataclass
class Buffers:
    """The arrays that `VectorEnv.step` fills, in its order.

    >>> env, buffers = VectorEnv(2), Buffers.of(2)
    >>> env.observe(*buffers.views)
    >>> actions = buffers.masks.argmax(axis=1)
    >>> env.step(actions, buffers.rewards, buffers.dones, *buffers.views)
    """

    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]
    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    leads: NDArray[np.int32]

    @classmethod
    def of(cls, n: int) -> "Buffers":
        """Arrays for `n` games."""
        return cls(
            np.zeros(n, np.float32),
            np.zeros(n, np.bool_),
            np.zeros((n, OBSERVATION_SIZE), np.uint8),
            np.zeros((n, len(ACTIONS)), np.bool_),
            np.zeros(n, np.int32),
        )

    @property
    def views(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_], NDArray[np.int32]]:
        """The arrays that `VectorEnv.observe` fills."""
        return self.observations, self.masks, self.leads
