"""Rounds of self-play in all editions in parallel, their rows, and matches."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Games:
    """The settings of self-play: program, output folder, editions, threads, seed."""

    program: str
    folder: Path
    rules: list[str]
    threads: int
    seed: int

    def begin(self, number: int, player: list[str], limits: list[str]) -> "Round":
        """Starts a round. The player is a program and the arguments that select its network."""
        playing = []
        program, *net = player
        for place, rules in enumerate(self.rules):
            path = self.folder / f"{number:03}.{place}.games"
            threads = self.threads // len(self.rules) + (place < self.threads % len(self.rules))
            command = [program, "datagen", str(path), "--rules", rules, "--quiet", *net, *limits]
            command += ["--threads", str(max(1, threads)), "--seed", str(self.seed + 1000 * number + place)]
            playing.append((rules, path, subprocess.Popen(command, stdout=subprocess.DEVNULL)))
        return Round(playing)

    def rows(self, path: Path) -> Path:
        """Converts games to rows."""
        rows = path.with_suffix(".rows")
        threads = ["--threads", str(self.threads)]
        subprocess.run([self.program, "inputs", str(path), "--out", str(rows), *threads], check=True)
        return rows

    def arena(self, match: list[str]) -> dict:
        """Plays a match and returns its report."""
        command = [self.program, "arena", *match, "--threads", str(self.threads), "--json", "--quiet"]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


@dataclass(frozen=True)
class Round:
    """A round in progress: editions, files, processes."""

    playing: list[tuple[str, Path, subprocess.Popen]]

    def wait(self) -> list[tuple[str, Path]]:
        """Waits for the end and returns the files."""
        for _, path, process in self.playing:
            if process.wait() != 0:
                raise SystemExit(f"{path}: playing failed")
        return [(rules, path) for rules, path, _ in self.playing]
