"""Players: each chooses one of the actions of a position, given by number."""

from __future__ import annotations

import random
from typing import Protocol

from network import Network

from bosworth import Engine, Level, PendingDraw, Position


class Player(Protocol):
    """Somebody who can choose an action."""

    name: str

    def choose(self, position: Position, game: int) -> int | str:
        """An action of a position that goes on. `game` is a number that tells games apart."""
        ...


class RandomPlayer:
    """Any action."""

    name = "random"

    def choose(self, position: Position, game: int) -> int:
        return random.Random(position.key ^ game).choice(position.action_numbers())


class GreedyPlayer:
    """The action that gains the most points; a draw only if no card can be played, a hero for two points or more."""

    name = "greedy"

    def choose(self, position: Position, game: int) -> str:
        chance = random.Random(position.key ^ game)
        return max(position.actions(), key=lambda action: (self.gain(position, action), chance.random()))

    def gain(self, position: Position, action: str) -> float:
        """How much further the side to act is in the lead."""
        after = position.act(action)
        if isinstance(after, PendingDraw):
            return -1
        own, other = position.side, "white" if position.side == "red" else "red"
        gained = after.score(own).points - position.score(own).points
        taken = position.score(other).points - after.score(other).points
        return gained + taken - (2 if action.endswith("*") else 0)


class LevelPlayer:
    """A level of the program."""

    def __init__(self, level: int) -> None:
        self.name, self.level = f"level {level}", Level(level)

    def choose(self, position: Position, game: int) -> str:
        return self.level.choose(position, game)


class EnginePlayer:
    """The engine with a number of nodes."""

    def __init__(self, nodes: int) -> None:
        self.name, self.nodes, self.engine = f"engine {nodes}", nodes, Engine(hash=8)

    def choose(self, position: Position, game: int) -> str:
        return self.engine.best(position, nodes=self.nodes)


class LearnedPlayer:
    """A network that looks one action ahead."""

    def __init__(self, network: Network, name: str = "learner") -> None:
        self.name, self.network = name, network

    def choose(self, position: Position, game: int) -> int:
        return self.network.choose(position)


class SpielPlayer:
    """OpenSpiel's Monte Carlo tree search with random playouts."""

    def __init__(self, simulations: int, ruleset: str = "classic") -> None:
        import pyspiel
        from open_spiel.python.algorithms import mcts

        import bosworth.openspiel  # noqa: F401, registers the game

        self.name, self.simulations = f"mcts {simulations}", simulations
        self.mcts = mcts
        self.game = pyspiel.load_game("bosworth", {"edition": ruleset})

    def choose(self, position: Position, game: int) -> int:
        import numpy as np

        chance = np.random.RandomState((position.key ^ game) % 2**32)
        evaluator = self.mcts.RandomRolloutEvaluator(1, chance)
        bot = self.mcts.MCTSBot(self.game, 1.4, self.simulations, evaluator, random_state=chance)
        return int(bot.step(self.game.state_of(position)))
