#!/usr/bin/env python3
"""Trains networks by self-play, in one run.

The newest network plays continuously; the first games are played by another program or by the hand-made
evaluation. Training runs concurrently on a replay buffer of all games so far; a generation is a snapshot
of the averaged weights. Finally each generation is accepted only if a sequential probability ratio test
(SPRT) over paired games says that it is stronger than the one accepted before. See docs/training.md.

    python3 training/generation.py --program target/release/bosworth --seconds 900 --work work
"""

import argparse
import json
import math
import shutil
import threading
import time
from pathlib import Path

import torch

from games import Games, Round
from network import Network
from rows import Rows
from shape import Shape
from train import Trainer

EDITIONS = ["classic", "kingofroses", "classic", "kingofroses", "brettspielnetz"]
LAST_RATE = 1e-5
WARM_UP = 200


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the bosworth binary")
    parser.add_argument("--work", required=True, type=Path, help="output folder")
    parser.add_argument("--rules", nargs="+", default=EDITIONS, help="editions, played in parallel")
    parser.add_argument("--seconds", type=float, help="duration of training")
    parser.add_argument("--steps", type=int, default=1000, help="training steps, without --seconds")
    parser.add_argument("--round", type=float, default=45, help="seconds of self-play between two generations")
    parser.add_argument("--first-round", type=float, default=20, help="seconds of self-play before training starts")
    parser.add_argument("--play", type=float, default=0.85, help="fraction of the time with self-play")
    parser.add_argument("--games", type=int, default=10_000_000, help="maximum games of each edition and round")
    parser.add_argument("--first-player", help="a program whose own network plays until there is a new one")
    parser.add_argument("--first-rounds", type=int, default=0, help="minimum rounds of the first player")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--steady", type=float, default=0.55, help="fraction of the time before the learning rate decays")
    parser.add_argument("--passes", type=float, default=30, help="maximum epochs: wait for games rather than overfit")
    parser.add_argument("--weights", type=Path, help="initial weights (last.pt)")
    parser.add_argument("--start", type=Path, help="initial network for self-play")
    parser.add_argument("--first", type=int, default=1, help="the number of the first generation")
    parser.add_argument("--nodes", type=int, nargs="+", default=[300], help="nodes per action, by round")
    parser.add_argument("--room", type=int, default=1_000_000, help="capacity of the replay buffer in samples")
    parser.add_argument("--pairs", type=int, default=800, help="maximum pairs of games to accept a network")
    parser.add_argument("--match-nodes", type=int, default=200)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1485)
    return parser.parse_args()


class Run:
    def __init__(self, args: argparse.Namespace):
        self.args = args
        self.work: Path = args.work
        self.work.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(args.seed)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.backends.cuda.matmul.allow_tf32 = True
        self.shape = Shape.of(args.program)
        self.games = Games(args.program, self.work, args.rules, args.threads, args.seed)
        self.rows = Rows(self.shape, args.room, self.device)
        network = Network(self.shape.inputs).to(self.device)
        if args.weights:
            network.load_state_dict(torch.load(args.weights, map_location=self.device))
        self.trainer = Trainer(network, self.rows, args.batch)
        self.newest: Path | None = args.start
        self.round = 0
        self.samples = 0
        self.generations: list[Path] = []
        self.player: threading.Thread | None = None
        self.tested = 0
        self.accepted: Path | None = args.start

    def run(self) -> None:
        # Reuse the games of an earlier run.
        for path in sorted(self.work.glob("*.games")):
            self.add(path)
        if self.samples == 0:
            self.gather(self.play().wait())
        self.start = time.monotonic()
        if self.args.seconds is None:
            for step in range(self.args.steps):
                self.trainer.step(self.rate(step / self.args.steps))
        else:
            self.train_and_play()
        self.export()
        if self.player:
            self.player.join()
        self.accept()

    def train_and_play(self) -> None:
        args = self.args
        self.player = threading.Thread(target=self.play_on, daemon=True)
        self.player.start()
        exported = time.monotonic()
        while (done := (time.monotonic() - self.start) / args.seconds) < 1:
            # Wait for more games rather than overfit.
            if self.trainer.steps * args.batch > args.passes * self.samples:
                time.sleep(0.1)
                continue
            self.trainer.step(self.rate(done))
            if self.trainer.steps % 25 == 0 and self.device.type == "cuda":
                torch.cuda.current_stream().synchronize()
            if time.monotonic() - exported > args.round:
                self.export()
                exported = time.monotonic()

    def rate(self, done: float) -> float:
        falling = max(0.0, done - self.args.steady) / (1 - self.args.steady)
        rate = LAST_RATE + (self.args.rate - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * falling))
        return rate * min(1.0, (self.trainer.steps + 1) / WARM_UP)

    def export(self) -> None:
        """Exports the averaged weights as the next generation."""
        args = self.args
        path = self.work / f"{args.first + len(self.generations):03}.net"
        self.trainer.average.export(path)
        torch.save(self.trainer.average.state_dict(), self.work / "last.pt")
        self.generations.append(path)
        self.newest = path
        self.note(
            "log.jsonl",
            generation=path.name,
            losses=self.trainer.means(),
            steps=self.trainer.steps,
            batch=args.batch,
            seconds=round(time.monotonic() - self.start, 1),
            samples=self.samples,
            room=self.rows.count,
            nodes=self.nodes(),
            seed=args.seed,
            rules=args.rules,
        )

    def play_on(self) -> None:
        """Plays round after round; the games of each are added while the next one is played. When
        there is no time for another round, tests the generations so far."""
        end = self.start + self.args.play * self.args.seconds
        playing = self.play()
        while playing:
            played = playing.wait()
            playing = self.play() if time.monotonic() + self.args.round / 2 < end else None
            self.gather(played)
        self.accept()

    def nodes(self) -> int:
        return self.args.nodes[min(self.round, len(self.args.nodes)) - 1]

    def play(self) -> Round:
        """Starts a round of all editions in parallel."""
        args = self.args
        self.round += 1
        if self.newest is not None and self.round > args.first_rounds:
            player = [args.program, "--net", str(self.newest)]
        elif args.first_player:
            player = [args.first_player]
        else:
            player = [args.program, "--net", "hand"]
        limits = ["--games", str(args.games), "--nodes", str(self.nodes())]
        if args.seconds is not None:
            limits += ["--seconds", str(args.first_round if self.round == 1 else args.round)]
        return self.games.begin(self.round, player, limits)

    def gather(self, played: list[tuple[str, Path]]) -> None:
        """Adds the rows of games."""
        for _, path in played:
            self.add(path)

    def add(self, path: Path) -> None:
        rows = self.games.rows(path)
        self.samples += self.rows.add(rows)
        rows.unlink()

    def accept(self) -> None:
        """Tests each untested generation against the last accepted one."""
        while self.tested < len(self.generations):
            candidate = self.generations[self.tested]
            self.tested += 1
            match = self.match(candidate)
            better = match["decision"] == "H1"
            against = self.accepted.name if self.accepted else "hand"
            self.note("matches.jsonl", generation=candidate.name, against=against, accepted=better, match=match)
            if better:
                self.accepted = candidate
                shutil.copy(candidate, self.work / "accepted.net")

    def match(self, candidate: Path) -> dict:
        args = self.args
        budget = f"{args.match_nodes}n"
        opponent = f"net={self.accepted}:{budget}" if self.accepted else f"hand:{budget}"
        match = [f"net={candidate}:{budget}", opponent, "--pairs", str(args.pairs), "--rules", args.rules[0]]
        report = self.games.arena([*match, "--sprt", "0,12", "--seed", str(args.seed)])
        return summary(report)

    def note(self, file: str, **facts) -> None:
        line = json.dumps({"time": round(time.time()), **facts})
        print(line, flush=True)
        with (self.work / file).open("a") as log:
            log.write(line + "\n")


def summary(report: dict) -> dict:
    """The part of a match report that goes into provenance files."""
    test = report["sprt"]
    return {
        "command": f"bosworth arena {report['player1']} {report['player2']} --rules {report['rules']} "
        f"--pairs {report['pairs']} --sprt {test['elo0']:g},{test['elo1']:g} --seed {report['seed']}",
        "games": report["games"],
        "wins": report["wins"],
        "draws": report["draws"],
        "losses": report["losses"],
        "score": round(report["score"], 4),
        "elo": report["elo"],
        "decision": test["decision"],
        "llr": round(test["llr"], 2),
    }


if __name__ == "__main__":
    Run(arguments()).run()
