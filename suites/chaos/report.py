"""The report of a run: a line for each fault, and a table at the end."""
from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from journal import Journal
from recovery import Measure
from tournament import Tournament


@dataclass(frozen=True)
class Line:
    """One fault; times in seconds, latencies of actions in milliseconds."""

    name: str
    what: str
    at: float
    length: float
    back: float
    actions: int
    p50: float
    p99: float
    before: Measure
    after: Measure
    games: int
    violations: int

    def __str__(self) -> str:
        wrong = f"; {self.violations} VIOLATIONS" if self.violations else ""
        return (f"{self.at:6.0f} s  {self.name:19} {self.what}; back after {self.back:.1f} s; "
                f"{self.actions} actions, p50 {self.p50:.0f} ms, p99 {self.p99:.0f} ms; "
                f"{self.before} -> {self.after}; {self.games} games read{wrong}")


class Report:
    """All faults of a run."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.began = options, time.monotonic()
        self.lines: list[Line] = []

    def add(self, line: Line) -> None:
        self.lines.append(line)
        print(line, flush=True)

    def summary(self, journal: Journal, verified: int, held: list[Tournament]) -> None:
        """Prints the table, and writes it to the report file, if any."""
        rows = ["| fault | times | longest | back after at most | actions | worst p50 | worst p99 | violations |",
                "|---|---|---|---|---|---|---|---|"]
        for name in sorted({line.name for line in self.lines}):
            same = [line for line in self.lines if line.name == name]
            rows.append(
                f"| {name} | {len(same)} | {max(line.length for line in same):.1f} s "
                f"| {max(line.back for line in same):.1f} s | {sum(line.actions for line in same)} "
                f"| {max(line.p50 for line in same):.0f} ms | {max(line.p99 for line in same):.0f} ms "
                f"| {sum(line.violations for line in same)} |")
        entries = sum(len(game.entries) for game in journal.games.values())
        world = "Two nodes on PostgreSQL and NATS" if self.options.cluster else "One node on SQLite"
        facts = (f"{world}, seed {self.options.seed}, {time.monotonic() - self.began:.0f} s, "
                 f"{len(self.lines)} faults: {journal.accounts} players, {len(journal.games)} games, "
                 f"{verified} of them over with a shuffle that was recomputed, "
                 f"{journal.acknowledgements} acknowledgements, {entries} entries, "
                 f"{len(journal.violations)} violations.")
        if self.options.upgrades:
            pause, what = journal.longest_pause
            facts += (f" {len(held)} tournaments, {sum(one.is_over for one in held)} of them over, "
                      f"with {sum(sum(one.joins.values()) for one in held)} entries, "
                      f"{sum(len(one.rounds) for one in held)} rounds and "
                      f"{sum(len(one.results) for one in held)} results. The longest pause was "
                      f"{pause:.1f} s: {what}.")
        events = ", ".join(f"{name} {count}" for name, count in sorted(journal.events().items()))
        text = "\n".join([facts, "", f"What happened at the tables: {events}.", "", *rows])
        print("\n" + text, flush=True)
        if self.options.report:
            self.options.report.write_text(text + "\n")
