"""A small value network in NumPy: what a position that an action leads to is worth for the opponent, from -1 to 1."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bosworth import OBSERVATION_LAYOUT, OBSERVATION_SIZE, PendingDraw, Position

#: What observations are divided by: most facts are 0 or 1.
SCALE = np.ones(OBSERVATION_SIZE, np.float32)
SCALE[OBSERVATION_LAYOUT["own_heroes"]] = SCALE[OBSERVATION_LAYOUT["their_heroes"]] = 4
SCALE[OBSERVATION_LAYOUT["supply"]] = 52
#: The lead in points is given in steps: small leads matter most.
LEADS = np.array([-60, -40, -28, -20, -14, -10, -7, -4, -2, 0, 1, 3, 5, 8, 11, 15, 21, 29, 41, 61], np.float32)
INPUTS = OBSERVATION_SIZE + len(LEADS)


def inputs(observations: np.ndarray, leads: np.ndarray) -> np.ndarray:
    """The rows of the network's inputs."""
    steps = leads[:, None] >= LEADS
    return np.concatenate([observations / SCALE, steps], axis=1, dtype=np.float32)


class Network:
    """Two hidden layers of rectified linear units and a hyperbolic tangent, trained by Adam."""

    def __init__(self, seed: int = 0, widths: tuple[int, int] = (128, 32)) -> None:
        random = np.random.default_rng(seed)
        sizes = (INPUTS, *widths, 1)
        self.weights: list[np.ndarray] = []
        for fan_in, fan_out in zip(sizes, sizes[1:]):
            spread = np.sqrt((2 if fan_out > 1 else 0.1) / fan_in)
            self.weights.append(random.normal(0, spread, (fan_in, fan_out)).astype(np.float32))
            self.weights.append(np.zeros(fan_out, np.float32))
        self._moments = [(np.zeros_like(it), np.zeros_like(it)) for it in self.weights]
        self._steps = 0

    def values(self, rows: np.ndarray) -> np.ndarray:
        """The values of rows of inputs."""
        return self._forward(rows)[-1]

    def _forward(self, rows: np.ndarray) -> list[np.ndarray]:
        first, first_bias, second, second_bias, last, last_bias = self.weights
        hidden = np.maximum(rows @ first + first_bias, 0)
        deeper = np.maximum(hidden @ second + second_bias, 0)
        return [hidden, deeper, np.tanh(deeper @ last + last_bias)[:, 0]]

    def train(self, rows: np.ndarray, targets: np.ndarray, rate: float) -> float:
        """One step of Adam on the mean squared error, which is returned."""
        hidden, deeper, values = self._forward(rows)
        error = values - targets
        slope = (2 / len(rows) * error * (1 - values**2))[:, None].astype(np.float32)
        deeper_slope = slope @ self.weights[4].T * (deeper > 0)
        hidden_slope = deeper_slope @ self.weights[2].T * (hidden > 0)
        layers = ((rows, hidden_slope), (hidden, deeper_slope), (deeper, slope))
        gradients = [part for data, it in layers for part in (data.T @ it, it.sum(axis=0))]
        self._steps += 1
        rate *= np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self._moments):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-7)
        return float((error**2).mean())

    def save(self, path: str | Path) -> None:
        """Writes the weights."""
        np.savez_compressed(path, *self.weights)

    @classmethod
    def load(cls, path: str | Path) -> Network:
        """Reads the weights."""
        with np.load(path) as file:
            weights = [file[name] for name in file.files]
        network = cls(widths=(weights[0].shape[1], weights[2].shape[1]))
        network.weights = weights
        return network

    def choose(self, position: Position) -> int:
        """The action after which the opponent stands worst, by looking one action ahead."""
        numbers = position.action_numbers()
        if len(numbers) == 1:
            return numbers[0]
        other = "white" if position.side == "red" else "red"
        rows, leads, results = [], [], {}
        for place, number in enumerate(numbers):
            after = position.act(number)
            if isinstance(after, Position) and after.is_over:
                winner = after.outcome.winner
                results[place] = 0.0 if winner is None else 1.0 if winner == other else -1.0
            board = after.position if isinstance(after, PendingDraw) else after
            rows.append(after.observation() if isinstance(after, PendingDraw) else after.observation(other))
            leads.append(board.score(other).points - board.score(position.side).points)
        values = self.values(inputs(np.array(rows), np.array(leads)))
        for place, result in results.items():
            values[place] = result
        return numbers[int(values.argmin())]
