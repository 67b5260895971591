"""The Rose King as a PettingZoo AEC environment.

>>> from bosworth import rose_king_v0
>>> env = rose_king_v0.env()
>>> env.reset(seed=1485)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

An observation is `Position.observation` from the agent's point of view; the mask of an agent that is not to act is empty.
`env` ends a game after an illegal action, which loses it; `raw_env` raises a ValueError instead.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import ACTIONS, OBSERVATION_SIZE, Position
from ._chance import DrawsCards

__all__ = ["env", "raw_env"]

#: The largest number in an observation: the roses in the supply.
_MAX_FACT = 52


def env(**kwargs: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers."""
    wrapped: AECEnv = raw_env(**kwargs)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(DrawsCards, AECEnv):  # noqa: N801, PettingZoo's convention
    """The environment alone."""

    metadata = {
        "name": "rose_king_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, ruleset: str = "classic", render_mode: "str | None" = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode is ansi or svg, not {render_mode!r}")
        Position.deal(0, ruleset)
        self.ruleset = ruleset
        self.render_mode = render_mode
        self.possible_agents = ["red", "white"]
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, _MAX_FACT, (OBSERVATION_SIZE,), np.uint8),
                "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: "int | None" = None, options: "dict[str, Any] | None" = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
            for place, agent in enumerate(self.possible_agents):
                self.action_spaces[agent].seed(seed + place)
        self.agents = self.possible_agents[:]
        self.position = self._deal(self.ruleset)
        self.agent_selection = self.position.side
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        mask = np.zeros(len(ACTIONS), np.int8)
        if agent == self.position.side and not self.terminations.get(agent, True):
            mask[self.position.action_numbers()] = 1
        return {"observation": self.position.observation(agent), "action_mask": mask}

    def step(self, action: "int | None") -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action is expected: the game goes on")
        self.position = self._act(self.position, int(action))
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        outcome = self.position.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                self.rewards = {agent: 1 if agent == outcome.winner else -1 for agent in self.agents}
        self.agent_selection = self.position.side
        self._accumulate_rewards()

    def render(self) -> "str | None":
        if self.render_mode is None:
            return None
        return str(self.position) if self.render_mode == "ansi" else self.position._repr_svg_()

    def close(self) -> None:
        """There is nothing to close."""
