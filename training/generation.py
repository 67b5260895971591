#!/usr/bin/env python3
"""Makes one network after the other from games of the program against itself.

Each generation plays games with the network accepted last (the first one with the evaluation made
by hand), trains on all games of late while those are played, and is accepted only if a sequential
test over paired games says that it is better. docs/training.md says more.

    python3 training/generation.py --program target/release/bosworth --rules classic --work work/both
"""

import argparse
import fcntl
import json
import shutil
import subprocess
import time
from pathlib import Path

import torch

from network import Network
from rows import Rows
from shape import Shape
from train import Schedule, train


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the program bosworth")
    parser.add_argument("--work", required=True, type=Path, help="folder for everything that is made")
    parser.add_argument("--rules", nargs="+", default=["classic"], help="editions, played in turn")
    parser.add_argument("--generations", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the generation before the first")
    parser.add_argument("--seconds", type=float, help="of playing and training, each generation")
    parser.add_argument("--games", type=int, default=1_000_000, help="at most, each generation")
    parser.add_argument("--play-seconds", type=float, help="of playing, if not as long as training")
    parser.add_argument("--lock", type=Path, help="file to lock while training, where several runs share a device")
    parser.add_argument("--first-seconds", type=float, help="of playing by hand before the first generation")
    parser.add_argument("--steps", type=int, default=1000, help="of training, without --seconds")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--nodes", type=int, nargs="+", default=[160], help="an action, by generation")
    parser.add_argument("--room", type=int, default=1_000_000, help="for so many samples")
    parser.add_argument("--pairs", type=int, default=800, help="of games to accept a network, at most")
    parser.add_argument("--match-nodes", type=int, default=200)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1485)
    parser.add_argument("--start", type=Path, help="the network accepted before, instead of playing by hand")
    parser.add_argument("--weights", type=Path, help="the weights to go on training from (last.pt)")
    parser.add_argument("--until", type=float, help="begin no generation after this time (seconds since 1970)")
    return parser.parse_args()


class Lock:
    """Keeps other runs from training at the same time, if there is a file to agree on."""

    def __init__(self, path: Path | None):
        self.path = path

    def __enter__(self) -> None:
        if self.path:
            self.file = self.path.open("w")
            fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_) -> None:
        if self.path:
            torch.cuda.synchronize() if torch.cuda.is_available() else None
            self.file.close()


class Generations:
    def __init__(self, args: argparse.Namespace):
        self.args = args
        self.work: Path = args.work
        self.work.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(args.seed)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.backends.cuda.matmul.allow_tf32 = True
        self.shape = Shape.of(args.program)
        self.rows = Rows(self.shape, args.room, self.device)
        self.network = Network(self.shape.inputs).to(self.device)
        if args.weights:
            self.network.load_state_dict(torch.load(args.weights, map_location=self.device))
        self.accepted: Path | None = args.start
        self.number = args.first
        self.samples = 0

    def run(self) -> None:
        args = self.args
        # Games that an earlier run left are used again.
        for path in sorted(self.work.glob("*.games")):
            self.add(path)
        if self.samples == 0:
            self.gather(self.play(args.first_seconds or args.seconds))
        for _ in range(args.generations):
            if args.until is not None and time.time() > args.until:
                break
            self.number += 1
            self.generation()

    def generation(self) -> None:
        args = self.args
        playing = self.play(args.play_seconds or args.seconds)
        rate = args.rate
        schedule = Schedule(seconds=args.seconds, steps=args.steps, batch=args.batch, rate=rate)
        with Lock(args.lock):
            losses = train(self.network, self.rows, schedule)
        candidate = self.work / f"{self.number:03}.net"
        self.network.export(candidate)
        torch.save(self.network.state_dict(), self.work / "last.pt")
        self.gather(playing)
        match = self.match(candidate)
        better = match["decision"] == "H1" or (self.accepted is None and match["score"] > 0.5)
        self.note(
            generation=self.number,
            against=self.accepted.name if self.accepted else "hand",
            accepted=better,
            match=match,
            losses=losses,
            rate=rate,
            nodes=self.nodes(),
            samples=self.samples,
            room=self.rows.count,
            seed=args.seed,
            rules=args.rules,
        )
        if better:
            self.accepted = candidate
            shutil.copy(candidate, self.work / "accepted.net")

    def nodes(self) -> int:
        return self.args.nodes[min(self.number, len(self.args.nodes) - 1)]

    def play(self, seconds: float | None) -> list[tuple[Path, subprocess.Popen]]:
        """Begins to play, all editions at once."""
        args = self.args
        playing = []
        for place, rules in enumerate(args.rules):
            path = self.work / f"{self.number:03}.{place}.games"
            threads = args.threads // len(args.rules) + (place < args.threads % len(args.rules))
            command = [args.program, "datagen", str(path), "--rules", rules, "--quiet"]
            command += ["--games", str(args.games), "--nodes", str(self.nodes())]
            command += ["--threads", str(max(1, threads)), "--seed", str(args.seed + 1000 * self.number + place)]
            command += ["--net", str(self.accepted) if self.accepted else "hand"]
            if seconds is not None:
                command += ["--seconds", str(seconds)]
            playing.append((path, subprocess.Popen(command, stdout=subprocess.DEVNULL)))
        return playing

    def gather(self, playing: list[tuple[Path, subprocess.Popen]]) -> None:
        """Waits for games and adds their rows."""
        for path, process in playing:
            if process.wait() != 0:
                raise SystemExit(f"{path}: playing failed")
        for path, _ in playing:
            self.add(path)

    def add(self, path: Path) -> None:
        rows = path.with_suffix(".rows")
        threads = ["--threads", str(self.args.threads)]
        subprocess.run([self.args.program, "inputs", str(path), "--out", str(rows), *threads], check=True)
        self.samples += self.rows.add(rows)
        rows.unlink()

    def match(self, candidate: Path) -> dict:
        args = self.args
        budget = f"{args.match_nodes}n"
        opponent = f"net={self.accepted}:{budget}" if self.accepted else f"hand:{budget}"
        command = [args.program, "arena", f"net={candidate}:{budget}", opponent, "--json", "--quiet"]
        command += ["--pairs", str(args.pairs), "--threads", str(args.threads), "--rules", args.rules[0]]
        command += ["--sprt", "0,12", "--seed", str(args.seed + self.number)]
        report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        return summary(report)

    def note(self, **facts) -> None:
        line = json.dumps({"time": round(time.time()), **facts})
        print(line, flush=True)
        with (self.work / "log.jsonl").open("a") as log:
            log.write(line + "\n")


def summary(report: dict) -> dict:
    """What a provenance file keeps of a match."""
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
    Generations(arguments()).run()
