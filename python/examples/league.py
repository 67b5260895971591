"""A league: everybody plays everybody, and a table of the scores.

    python python/examples/league.py --pairs 100 random greedy level:1 level:3 learned:network.npz mcts:50
"""

from __future__ import annotations

import argparse
import random
from itertools import combinations

import numpy as np
from network import Network
from players import (
    EnginePlayer,
    GreedyPlayer,
    LearnedPlayer,
    LevelPlayer,
    Player,
    RandomPlayer,
    SpielPlayer,
)

from bosworth import PendingDraw, Position


def play(red: Player, white: Player, start: Position, game: int) -> Position:
    """Plays a game to its end."""
    players, chance, position = {"red": red, "white": white}, random.Random(game), start
    while not position.is_over:
        after = position.act(players[position.side].choose(position, game))
        if isinstance(after, PendingDraw):
            after = after.resolve(chance.choice(after.outcomes())[0])
        position = after
    return position


def match(one: Player, other: Player, pairs: int, seed: int = 1, ruleset: str = "classic") -> tuple[float, float]:
    """The share of the points that `one` scores, and half the width of its 95 % interval. Two games have the same deal,
    with sides exchanged."""
    scores = []
    for number in range(pairs):
        start, score = Position.deal(seed + number, ruleset), 0.0
        for red, white in ((one, other), (other, one)):
            winner = play(red, white, start, seed + number).outcome.winner
            score += 0.25 if winner is None else 0.5 * (winner == ("red" if red is one else "white"))
        scores.append(score)
    spread = np.std(scores, ddof=1) if pairs > 1 else 0.5
    return float(np.mean(scores)), float(1.96 * spread / np.sqrt(pairs))


def player(text: str, ruleset: str) -> Player:
    """A player from its text."""
    kind, _, value = text.partition(":")
    if kind == "level":
        return LevelPlayer(int(value))
    if kind == "engine":
        return EnginePlayer(int(value))
    if kind == "mcts":
        return SpielPlayer(int(value), ruleset)
    if kind == "learned":
        return LearnedPlayer(Network.load(value))
    if text in ("random", "greedy"):
        return RandomPlayer() if text == "random" else GreedyPlayer()
    raise SystemExit(f"{text!r} is not a player: random, greedy, level:N, engine:NODES, mcts:SIMULATIONS, learned:FILE")


def main() -> None:
    """Reads the command line and prints the table."""
    parser = argparse.ArgumentParser(description="Everybody plays everybody.")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ruleset", default="classic")
    arguments = parser.parse_args()
    players = [player(text, arguments.ruleset) for text in arguments.players]
    share = np.full((len(players), len(players)), np.nan)
    for one, other in combinations(range(len(players)), 2):
        score, error = match(players[one], players[other], arguments.pairs, arguments.seed, arguments.ruleset)
        share[one, other], share[other, one] = score, 1 - score
        print(f"{players[one].name} – {players[other].name}: {100 * score:.1f} ± {100 * error:.1f} %", flush=True)
    print("\nscore in % against" + "".join(f"{it.name:>12}" for it in players) + "        mean")
    for place in np.argsort(-np.nanmean(share, axis=1)):
        cells = "".join("           –" if np.isnan(it) else f"{100 * it:12.1f}" for it in share[place])
        print(f"{players[place].name:<18}{cells}{100 * np.nanmean(share[place]):12.1f}")


if __name__ == "__main__":
    main()
