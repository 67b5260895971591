"""Learns to play by playing against itself: TD(λ) with a look at the positions that each action leads to.

    python python/examples/learn.py --minutes 60 --out network.npz

Many games are played at once. In each, the network judges what every action leads to; the best one is played, rarely another. The
value of a position is then pulled towards what happened: the value of the best action that followed, of the one after that, and so
on, each weighted λ times as much as the one before, up to the result. Every few minutes it plays a match against a level.
"""

import argparse
import time

import numpy as np
from league import match
from network import Network, inputs
from players import LearnedPlayer, LevelPlayer

from bosworth import OBSERVATION_SIZE, symmetry_tables
from bosworth.vector import VectorEnv

#: How many plies are played between two rounds of training.
PLIES = 24
#: The weight of later values.
LAMBDA = 0.8
#: The share of random actions.
EXPLORATION = 0.02


class SelfPlay:
    """Games of a network against itself."""

    def __init__(self, games: int, seed: int, ruleset: str) -> None:
        self.env = VectorEnv(games, seed=seed, ruleset=ruleset)
        self.random = np.random.default_rng(seed)
        self.seen = np.zeros((games, 5, OBSERVATION_SIZE), np.uint8)
        self.numbers = np.zeros((games, 5), np.int64)
        self.leads = np.zeros((games, 5), np.int32)
        self.results = np.zeros((games, 5), np.float32)
        self.rewards, self.dones = np.zeros(games, np.float32), np.zeros(games, np.bool_)
        self.all = np.arange(games)

    def look(self, network: Network) -> np.ndarray:
        """The value of each action for the side to act; minus infinity where there is none."""
        self.env.look_ahead(self.seen, self.numbers, self.leads, self.results)
        legal = self.numbers >= 0
        values = np.full(legal.shape, np.inf, np.float32)
        values[legal] = network.values(inputs(self.seen[legal], self.leads[legal]))
        values = np.where(np.isnan(self.results) | ~legal, values, self.results)
        return -values

    def play(self, network: Network) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Plays some plies. Returns observations, leads and targets of the positions that were reached."""
        seen, leads, best, kept, over = [], [], [], [], []
        worth = self.look(network)
        for _ in range(PLIES):
            chosen = worth.argmax(axis=1)
            free = self.random.random(len(chosen)) < EXPLORATION
            count = (self.numbers >= 0).sum(axis=1)
            chosen = np.where(free, self.random.integers(count), chosen)
            best.append(worth.max(axis=1))
            # What an action that was not the best led to says nothing about the positions before it.
            kept.append(worth[self.all, chosen] >= best[-1])
            seen.append(self.seen[self.all, chosen])
            leads.append(self.leads[self.all, chosen])
            self.env.step(self.numbers[self.all, chosen], self.rewards, self.dones)
            over.append(self.dones.copy())
            worth = self.look(network)
        best.append(worth.max(axis=1))
        # The return of the position after ply t is that of its viewer, who takes the best of ply t + 1.
        targets, later = [], best[-1]
        for ply in reversed(range(PLIES)):
            targets.append(later)
            own = np.where(over[ply], best[ply], -later)
            later = np.where(kept[ply], (1 - LAMBDA) * best[ply] + LAMBDA * own, best[ply])
        going = ~np.array(over)
        return np.array(seen)[going], np.array(leads)[going], np.array(targets[::-1], np.float32)[going]


def learn(arguments: argparse.Namespace) -> Network:
    """Plays and trains until the time is up."""
    network = Network(arguments.seed)
    play = SelfPlay(arguments.games, arguments.seed, arguments.ruleset)
    facts, _ = symmetry_tables()
    start = tested = time.monotonic()
    plies, errors = 0, []
    while (spent := time.monotonic() - start) < 60 * arguments.minutes:
        observations, leads, targets = play.play(network)
        plies += len(targets)
        # The rate falls to a tenth.
        rate = arguments.rate * 0.1 ** (spent / 60 / arguments.minutes)
        order = play.random.permutation(len(targets))
        for batch in np.array_split(order, max(1, len(order) // arguments.batch)):
            # No rule prefers a direction, so any of the eight images of a position will do.
            turned = observations[batch][:, facts[play.random.integers(8)]]
            errors.append(network.train(inputs(turned, leads[batch]), targets[batch], rate))
        if time.monotonic() - tested > 60 * arguments.test_every:
            report(network, arguments, plies, play.env.games, errors, time.monotonic() - start)
            errors, tested = [], time.monotonic()
            if arguments.out:
                network.save(arguments.out)
    report(network, arguments, plies, play.env.games, errors, time.monotonic() - start)
    if arguments.out:
        network.save(arguments.out)
    return network


def report(
    network: Network,
    arguments: argparse.Namespace,
    plies: int,
    games: int,
    errors: list[float],
    seconds: float,
) -> None:
    """Prints how the network does."""
    score, error = match(
        LearnedPlayer(network), LevelPlayer(arguments.level), arguments.pairs, arguments.seed, arguments.ruleset
    )
    print(
        f"{seconds / 60:5.1f} min, {games} games, {plies} plies, squared error {np.mean(errors or [np.nan]):.3f}: "
        f"{100 * score:.1f} ± {100 * error:.1f} % against level {arguments.level}",
        flush=True,
    )


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Learn The Rose King by self-play.")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=256, help="games played at once")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--level", type=int, default=3, help="the level to play against")
    parser.add_argument("--pairs", type=int, default=200, help="pairs of games of a match")
    parser.add_argument("--test-every", type=float, default=2, help="minutes between matches")
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="where the network is saved")
    learn(parser.parse_args())


if __name__ == "__main__":
    main()
