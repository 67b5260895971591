#!/usr/bin/env python3
"""Knowledge distillation: trains a teacher and distils it into the small network, in one run.

Self-play runs throughout. First a teacher is trained on it; then it is validated against the results
of held-out games and labels all positions; then the small network is trained on a blend of teacher and
search values. Finally it is accepted only if sequential probability ratio tests (SPRT) over paired games
say that it is stronger. See docs/training.md.

    python3 training/distil.py --program target/release/bosworth --work work --weights last.pt \\
        --against crates/engine/nets/shipped.net
"""

import argparse
import json
import math
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import torch

import teacher
from games import Games, Round
from generation import summary
from labels import Blend, difference, table, values
from network import Network
from rows import Rows
from shape import Shape
from teacher import Teacher
from train import Trainer

EDITIONS = ["classic", "kingofroses", "classic", "kingofroses", "kingofroses", "brettspielnetz"]
LAST_RATE = 1e-5
WARM_UP = 200
# The ring buffer must not wrap around: the teacher's labels belong to row indices.
ENOUGH = 0.9
# The number of positions for measuring the distance between the small network and the teacher.
UNSEEN = 100_000


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the bosworth binary, which plays with its own network")
    parser.add_argument("--work", required=True, type=Path, help="output folder")
    parser.add_argument("--rules", nargs="+", default=EDITIONS, help="editions, played in parallel")
    parser.add_argument("--nodes", type=int, default=250, help="nodes per action")
    parser.add_argument("--round", type=float, default=10, help="seconds of self-play per round")
    parser.add_argument("--first-round", type=float, default=12, help="seconds of self-play before the teacher starts")
    parser.add_argument("--games", type=int, help="play only this many games of each edition, before and after the "
                        "teacher is trained; --teach and --learn are steps then")
    parser.add_argument("--teach", type=float, default=240, help="seconds of training the teacher; 0 to skip it")
    parser.add_argument("--learn", type=float, default=120, help="seconds of training the small network")
    parser.add_argument("--play", type=float, default=0.6, help="fraction of --learn during which self-play continues")
    parser.add_argument("--learn-nodes", type=int, default=120, help="nodes per action in that self-play")
    parser.add_argument("--keep", type=int, default=30, help="searched positions that it keeps per action")
    parser.add_argument("--width", type=int, default=64, help="channels of the teacher")
    parser.add_argument("--blocks", type=int, default=6, help="residual blocks of the teacher")
    parser.add_argument("--teacher", type=Path, help="initial weights of the teacher (teacher.pt)")
    parser.add_argument("--teacher-batch", type=int, default=4096)
    parser.add_argument("--teacher-rate", type=float, default=1e-3)
    parser.add_argument("--labels", choices=["blend", "teacher"], default="blend", help="targets of the small network")
    parser.add_argument("--weights", type=Path, help="initial weights of the small network (last.pt)")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--steady", type=float, default=0.3, help="fraction of the time before learning rates decay")
    parser.add_argument("--room", type=int, default=1_000_000, help="capacity of the replay buffer in samples")
    parser.add_argument("--against", type=Path, required=True, help="the network to beat")
    parser.add_argument("--match-rules", nargs="+", default=["classic", "kingofroses"])
    parser.add_argument("--match-nodes", type=int, nargs="+", default=[200, 2000])
    parser.add_argument("--pairs", type=int, default=800, help="maximum pairs of games; fewer with more nodes")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1485)
    return parser.parse_args()


class Run:
    def __init__(self, args: argparse.Namespace):
        self.args, self.work = args, args.work
        self.began = time.monotonic()
        self.work.mkdir(parents=True, exist_ok=True)
        self.games = Games(args.program, self.work, args.rules, args.threads, args.seed)
        # Self-play starts first: everything else can be prepared meanwhile.
        self.round = 0
        self.learning = False
        self.playing: Round | None = self.begin(args.first_round)
        torch.manual_seed(args.seed)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.benchmark = True
        self.shape = Shape.of(args.program)
        self.rows = Rows(self.shape, args.room, self.device)
        # The ranges of rows by edition.
        self.parts: list[tuple[str, int, int]] = []
        self.stop_playing = math.inf
        # Held while rows are copied to the device, and while a step is captured there.
        self.device_busy = threading.Lock()
        self.player = threading.Thread(target=self.play_on, daemon=True)

    def begin(self, seconds: float) -> Round:
        """Starts the next round of self-play."""
        self.round += 1
        limits = ["--games", str(self.args.games or 10_000_000)]
        if self.learning:
            # The teacher labels positions in bulk, so there may be far more of them.
            limits += ["--nodes", str(self.args.learn_nodes), "--keep", str(self.args.keep), "--seen", "1"]
        else:
            limits += ["--nodes", str(self.args.nodes)]
        if self.args.games is None:
            limits += ["--seconds", str(seconds)]
        return self.games.begin(self.round, [self.args.program], limits)

    def run(self) -> None:
        args = self.args
        if args.games is None:
            self.player.start()
        network = Teacher(self.shape, args.width, args.blocks).to(self.device)
        small = Network(self.shape.inputs).to(self.device)
        if args.teacher:
            network.load_state_dict(torch.load(args.teacher, map_location=self.device))
        if args.weights:
            small.load_state_dict(torch.load(args.weights, map_location=self.device))
        self.another_round()
        taught = self.teach(network)
        self.learning = True
        known = self.rows.count
        torch.save(taught.state_dict(), self.work / "teacher.pt")
        seen = [values(taught, self.rows, 0, known)]
        self.note("valued", rows=known)
        # The next round is held out: the teacher was not trained on it.
        self.another_round()
        fresh = self.rows.count
        seen.append(values(taught, self.rows, known, fresh))
        blend = Blend.fit(self.rows, known, fresh, seen[1])
        self.compare(known, seen[1], small, blend)
        if args.labels == "teacher":
            blend = Blend.teacher_alone(self.device)
        blend.apply(self.rows, 0, fresh, torch.cat(seen))
        self.stop_playing = time.monotonic() + args.play * args.learn
        self.learn(small, taught, blend, fresh)
        if args.games is None:
            self.player.join()
        self.accept()

    def play_on(self) -> None:
        """Plays round after round; the games of each are added while the next one is played."""
        playing = self.playing
        while playing:
            played = playing.wait()
            time_left = self.stop_playing - time.monotonic() > self.args.round / 2
            room_left = self.rows.count < ENOUGH * self.rows.room
            playing = self.begin(self.args.round) if time_left and room_left else None
            self.add(played)

    def add(self, played: list[tuple[str, Path]]) -> None:
        """Adds the rows of games and deletes the files."""
        for rules, path in played:
            rows = self.games.rows(path)
            with self.device_busy:
                start = self.rows.count
                self.rows.add(rows)
                self.parts.append((rules, start, self.rows.count))
            rows.unlink()
            path.unlink()

    def another_round(self) -> None:
        """Waits for the rows of another complete round."""
        if self.args.games is not None:
            playing = self.playing or self.begin(0)
            self.playing = None
            self.add(playing.wait())
            return
        size = len(self.args.rules)
        wanted = (-(-len(self.parts) // size) + 1) * size
        while len(self.parts) < wanted:
            if self.rows.count >= ENOUGH * self.rows.room:
                raise SystemExit(f"a buffer of {self.rows.room} samples is too small: use a larger --room")
            if not self.player.is_alive():
                raise SystemExit("self-play has failed: see the error above")
            time.sleep(0.02)

    def steps(self, trainer: Trainer, length: float, rate: float) -> Iterator[None]:
        """Trains for a time, or a number of steps, with a constant, then cosine-decayed learning rate."""
        start = time.monotonic()
        if length <= 0:
            return
        while (done := (trainer.steps if self.args.games else time.monotonic() - start) / length) < 1:
            falling = max(0.0, done - self.args.steady) / (1 - self.args.steady)
            now = LAST_RATE + (rate - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * falling))
            trainer.step(now * min(1.0, (trainer.steps + 1) / WARM_UP))
            if trainer.steps % 10 == 0 and self.device.type == "cuda":
                torch.cuda.current_stream().synchronize()
            yield

    def teach(self, network: Teacher) -> Teacher:
        args = self.args
        with self.device_busy:
            trainer = Trainer(network, self.rows, args.teacher_batch, teacher.WEIGHTS)
        self.note("teaching", weights=sum(weights.numel() for weights in network.parameters()))
        said = time.monotonic()
        for _ in self.steps(trainer, args.teach, args.teacher_rate):
            if time.monotonic() - said > 20:
                said = time.monotonic()
                self.note("taught", steps=trainer.steps, rows=self.rows.count, losses=trainer.means())
        self.note("taught", steps=trainer.steps, rows=self.rows.count, losses=trainer.means())
        return trainer.average

    def compare(self, known: int, taught: torch.Tensor, small: Network, blend: Blend) -> None:
        """Logs how close teacher, small network and search are to the results of held-out games."""
        for edition in sorted(set(self.args.rules)):
            mine = [(start, stop) for rules, start, stop in self.parts if rules == edition]
            parts = [(start, stop) for start, stop in mine if known <= start and stop <= known + len(taught)]
            if not parts:
                continue
            # The largest contiguous part is sample enough.
            start, stop = max(parts, key=lambda part: part[1] - part[0])
            here = taught[start - known : stop - known]
            columns = {
                "small": values(small, self.rows, start, stop)[:, 0],
                "teacher": here[:, 0],
                "search": self.rows.numbers[start:stop, 0].float() / 16384,
                "blend": blend.labels(self.rows, start, stop, here)[:, 0],
            }
            self.note(
                "compared",
                edition=edition,
                nodes=self.args.nodes,
                table=table(columns, self.rows, start, stop),
                teacher_over_small=difference(columns["teacher"], columns["small"], self.rows, start, stop),
                search_over_small=difference(columns["search"], columns["small"], self.rows, start, stop),
                blend_over_search=difference(columns["blend"], columns["search"], self.rows, start, stop),
            )
        weights = [[round(weight, 3) for weight in stage] for stage in blend.weights.tolist()]
        self.note("blended", teacher_and_search=weights)

    def learn(self, small: Network, taught: Teacher, blend: Blend, labelled: int) -> None:
        args = self.args
        with self.device_busy:
            trainer = Trainer(small, self.rows, args.batch)
        said, off = time.monotonic(), None
        for _ in self.steps(trainer, args.learn, args.rate):
            if (count := self.rows.count) > labelled:
                seen = values(taught, self.rows, labelled, count)
                off = self.off(trainer.average, labelled, seen)
                blend.apply(self.rows, labelled, count, seen)
                labelled = count
            if time.monotonic() - said > 20:
                said = time.monotonic()
                self.note("learnt", steps=trainer.steps, rows=self.rows.count, losses=trainer.means(), off=off)
        self.note("learnt", steps=trainer.steps, rows=self.rows.count, losses=trainer.means())
        trainer.average.export(self.work / "small.net")
        torch.save(trainer.average.state_dict(), self.work / "last.pt")

    def off(self, small: Network, start: int, taught: torch.Tensor) -> float:
        """The root mean square distance of the small network from the teacher on positions not trained on yet."""
        taught = taught[:UNSEEN, 0]
        return (values(small, self.rows, start, start + len(taught))[:, 0] - taught).square().mean().sqrt().item()

    def accept(self) -> None:
        """Tests the small network against the one to beat."""
        args = self.args
        for nodes in args.match_nodes:
            pairs = max(2, args.pairs * min(args.match_nodes) // nodes)
            for rules in args.match_rules:
                command = [f"net={self.work / 'small.net'}:{nodes}n", f"net={args.against}:{nodes}n"]
                options = ["--rules", rules, "--pairs", str(pairs), "--sprt", "0,12", "--seed", str(args.seed)]
                self.note("match", match=summary(self.games.arena([*command, *options])))

    def note(self, what: str, **facts) -> None:
        line = json.dumps({"seconds": round(time.monotonic() - self.began, 1), "what": what, **facts})
        print(line, flush=True)
        with (self.work / "log.jsonl").open("a") as log:
            log.write(line + "\n")


if __name__ == "__main__":
    Run(arguments()).run()
