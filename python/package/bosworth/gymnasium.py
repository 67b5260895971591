"""The Rose King against a level of the engine, as a Gymnasium environment.

>>> import gymnasium
>>> import bosworth.gymnasium
>>> env = gymnasium.make("bosworth/RoseKing-v0", level=1)
>>> observation, info = env.reset(seed=1485)
>>> terminated = False
>>> while not terminated:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
>>> reward in (-1, 0, 1)
True

The reward is 1 for a win, 0 for a draw and -1 for a loss, at the end. An illegal action loses the game; `info["illegal"]`
says which rule it broke, and `info["action_mask"]` which actions are legal.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from . import ACTIONS, OBSERVATION_SIZE, Level, Position
from ._chance import DrawsCards

__all__ = ["RoseKingEnv", "register_envs"]

_ID = "bosworth/RoseKing-v0"
#: The largest number in an observation: the roses in the supply.
_MAX_FACT = 52


class RoseKingEnv(DrawsCards, gymnasium.Env):
    """A game against a level, with the learner on one side: "red", "white", or "random" for a new lot in each game."""

    metadata = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        level: int = 3,
        side: str = "random",
        ruleset: str = "classic",
        render_mode: "str | None" = None,
    ) -> None:
        if side not in ("red", "white", "random"):
            raise ValueError(f"side is red, white or random, not {side!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is ansi, not {render_mode!r}")
        Position.deal(0, ruleset)
        self.level = Level(level)
        self.side = side
        self.ruleset = ruleset
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, _MAX_FACT, (OBSERVATION_SIZE,), np.uint8)
        self.action_space = spaces.Discrete(len(ACTIONS))
        self._random = np.random.default_rng()

    def reset(
        self, *, seed: "int | None" = None, options: "dict[str, Any] | None" = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.learner = self.side
        if self.side == "random":
            self.learner = ("red", "white")[int(self._random.integers(2))]
        while True:
            self.position = self._deal(self.ruleset)
            self._number = int(self._random.integers(2**63))
            self._answer()
            if not self.position.is_over:
                return self._observed(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        try:
            self.position = self._act(self.position, int(action))
        except ValueError as refusal:
            return self._observed(), -1.0, True, False, {**self._info(), "illegal": str(refusal)}
        self._answer()
        outcome = self.position.outcome
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.learner else -1.0
        return self._observed(), reward, outcome is not None, False, self._info()

    def render(self) -> "str | None":
        return str(self.position) if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """The level acts until it is the learner's turn."""
        while not self.position.is_over and self.position.side != self.learner:
            self.position = self._act(self.position, self.level.choose(self.position, self._number))

    def _observed(self) -> np.ndarray:
        return self.position.observation(self.learner)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(len(ACTIONS), np.int8)
        if self.position.side == self.learner:
            mask[self.position.action_numbers()] = 1
        return {"action_mask": mask}


def register_envs() -> None:
    """Registers the environment; importing this module does so, too."""
    if _ID not in gymnasium.registry:
        gymnasium.register(id=_ID, entry_point="bosworth.gymnasium:RoseKingEnv")


register_envs()
