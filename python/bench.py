"""Measures the package: how fast each way to step games is, and `evaluate` beside the library.

    python python/bench.py              # the library's rate needs cargo; without it, that line is left out

Seconds are those of the processor, so that other programs disturb little; each figure is the best of several rounds.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bosworth import PendingDraw, Position, evaluate
from bosworth.vector import Buffers, VectorEnv

#: The random games per second that the other public environment of this game was measured at.
PUBLIC_GAMES = 40
BATCH = 1024


def best(seconds: float, rounds: int, work: Callable[[], int]) -> float:
    """The highest number of units of work per second of processor time."""
    rates = []
    for _ in range(rounds):
        start, done = time.thread_time(), 0
        while (spent := time.thread_time() - start) < seconds:
            done += work()
        rates.append(done / spent)
    return max(rates)


def vector(n: int, what: str) -> Callable[[], int]:
    """Steps of the vector environment with random actions."""
    env, buffers, actions = VectorEnv(n, seed=1), Buffers.of(n), np.zeros(n, np.int64)
    views = {"masks": (None, buffers.masks), "observations": buffers.views}[what]

    def work() -> int:
        for _ in range(20):
            env.random_actions(actions)
            env.step(actions, buffers.rewards, buffers.dones, *views)
        return 20 * n

    return work


def plain_loop() -> Callable[[], int]:
    """A loop over positions in Python."""
    chance = random.Random(1)

    def work() -> int:
        position, steps = Position.deal(chance.getrandbits(60)), 0
        while not position.is_over:
            after = position.act(chance.choice(position.actions()))
            position = after.resolve(chance.choice(after.outcomes())[0]) if isinstance(after, PendingDraw) else after
            steps += 1
        return steps

    return work


def pettingzoo() -> Callable[[], int]:
    """PettingZoo's stepping, with masks."""
    from bosworth import rose_king_v0

    env = rose_king_v0.raw_env()
    chance = np.random.default_rng(1)

    def work() -> int:
        env.reset(seed=int(chance.integers(2**31)))
        steps = 0
        for _ in env.agent_iter():
            observation, _, termination, _, _ = env.last()
            action = None if termination else int(chance.choice(observation["action_mask"].nonzero()[0]))
            env.step(action)
            steps += action is not None
        return steps

    return work


def batch() -> list[Position]:
    """Positions from the middle of games."""
    env, buffers, actions = VectorEnv(BATCH, seed=3), Buffers.of(BATCH), np.zeros(BATCH, np.int64)
    for _ in range(50):
        env.random_actions(actions)
        env.step(actions, buffers.rewards, buffers.dones)
    return env.positions


def library(positions: list[Position], seconds: float) -> float | None:
    """The evaluations per second of the library."""
    if shutil.which("cargo") is None:
        return None
    manifest = Path(__file__).with_name("Cargo.toml")
    command = ["cargo", "bench", "--quiet", "--manifest-path", manifest, "--bench", "evaluations", "--", str(seconds)]
    lines = "".join(f"{position}\n" for position in positions)
    done = subprocess.run(command, input=lines, capture_output=True, text=True)
    return float(done.stdout.split()[-1]) if done.returncode == 0 else None


def plies_per_game() -> float:
    """The mean length of random games."""
    env, buffers, actions = VectorEnv(1000, seed=2), Buffers.of(1000), np.zeros(1000, np.int64)
    for _ in range(1000):
        env.random_actions(actions)
        env.step(actions, buffers.rewards, buffers.dones)
    return 1_000_000 / env.games


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measure the Python package.")
    parser.add_argument("--seconds", type=float, default=1, help="for each round of each figure")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    measured = {
        "vector, masks": best(arguments.seconds, arguments.rounds, vector(4096, "masks")),
        "vector, masks, observations and leads": best(
            arguments.seconds, arguments.rounds, vector(1024, "observations")
        ),
        "plain Python loop": best(arguments.seconds, arguments.rounds, plain_loop()),
    }
    try:
        measured["PettingZoo"] = best(arguments.seconds, arguments.rounds, pettingzoo())
    except ImportError:
        pass
    measured["40 games a second"] = PUBLIC_GAMES * plies_per_game()
    positions = batch()
    native, python = [], []
    for _ in range(arguments.rounds):
        native.append(library(positions, arguments.seconds))
        python.append(best(arguments.seconds, 1, lambda: len(evaluate(positions)[0])))
    rate = max(python)
    reference = max((it for it in native if it is not None), default=None)
    report = {
        "steps_per_second": measured,
        "ratio_to_plain_loop": {name: it / measured["plain Python loop"] for name, it in measured.items()},
        "evaluations_per_second": rate,
        "library_evaluations_per_second": reference,
        "ratio_to_library": reference and rate / reference,
    }
    if arguments.json:
        print(json.dumps(report))
        return
    print(f"{'random steps, one core':<40}{'per second':>14}{'ratio':>10}")
    for name, it in measured.items():
        print(f"{name:<40}{it:>14,.0f}{report['ratio_to_plain_loop'][name]:>10.3f}")
    print(f"\n{f'evaluate, batches of {BATCH}':<40}{rate:>14,.0f}")
    if reference:
        print(f"{'the library, in a loop':<40}{reference:>14,.0f}{rate / reference:>10.3f}")


if __name__ == "__main__":
    main()
