"""Everything that the players of a run observed, for the referee to check against the logs."""
from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from table import MIN_RATED_PLIES, Table

TOLERANCE_S = 3.0
"""The tolerance between a player's own measurement of a turn and the server's."""
MAX_PAUSE_S = 5.0
"""The longest that anybody waits for the service while its nodes are replaced one by one."""


def canonical(entry: dict[str, Any]) -> str:
    """The canonical serialisation of an entry."""
    return json.dumps(entry, sort_keys=True)


def contains(larger: Any, smaller: Any) -> bool:
    """Whether all of one value is in another, which may have more fields."""
    if isinstance(larger, dict) and isinstance(smaller, dict):
        return all(key in larger and contains(larger[key], value)
                   for key, value in smaller.items())
    if isinstance(larger, list) and isinstance(smaller, list):
        return len(larger) == len(smaller) and all(map(contains, larger, smaller))
    return bool(larger == smaller)


@dataclass
class GameJournal:
    """The observations of one game."""

    acknowledged: dict[tuple[str, int], int] = field(default_factory=dict)
    entries: dict[int, str] = field(default_factory=dict)
    is_settled: bool = False

    def copy(self) -> GameJournal:
        """A snapshot."""
        return GameJournal(dict(self.acknowledged), dict(self.entries), self.is_settled)


@dataclass
class Allowance:
    """A period in which updates may be late, as documented in docs/hosting.md."""

    start: float
    end: float
    seconds: float


@dataclass
class Journal:
    """The observations of all games, and the violations."""

    has_versions: bool = False
    """Whether two versions of the server run side by side."""

    games: dict[str, GameJournal] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)
    latencies: list[tuple[float, float]] = field(default_factory=list)
    allowances: list[Allowance] = field(default_factory=list)
    stalls: list[tuple[float, float]] = field(default_factory=list)
    accounts: int = 0
    rated: dict[str, str] = field(default_factory=dict)
    """Rated games whose ratings are still to be settled, each with the name of a player."""
    longest_pause: tuple[float, str] = (0.0, "none")
    """The longest pause, in seconds, and what was late."""

    def game(self, game: str) -> GameJournal:
        return self.games.setdefault(game, GameJournal())

    def violation(self, text: str) -> None:
        """Records and prints the violation of an invariant."""
        line = f"{time.strftime('%H:%M:%S')} {text}"
        if len(self.violations) < 1_000:
            self.violations.append(line)
        print(f"VIOLATION {line}", flush=True)

    def finish(self, table: Table, name: str) -> None:
        """A player has seen the end of a game."""
        if table.ending and table.opening["rated"] and table.ending["reason"] != "aborted" and \
                len(table.plies) >= MIN_RATED_PLIES:
            self.rated[table.game] = name

    def acknowledge(self, game: str, side: str, key: int, seq: int) -> None:
        """A command was acknowledged with the sequence number of its entry."""
        before = self.game(game).acknowledged.setdefault((side, key), seq)
        if before != seq:
            self.violation(f"{game}: key {key} of {side} was acknowledged at {before} and at {seq}")

    def agrees(self, one: str, other: str) -> bool:
        """Whether two texts are the same entry. While two versions of the server are running, the
        older one leaves out fields that it does not know."""
        if one == other:
            return True
        read = (json.loads(one), json.loads(other))
        return self.has_versions and (contains(*read) or contains(*reversed(read)))

    def log(self, game: str) -> list[dict[str, Any]]:
        """The entries of a game that players have received, in order."""
        entries = self.games[game].entries if game in self.games else {}
        return [json.loads(entries[seq]) for seq in sorted(entries)]

    def receive(self, game: str, entry: dict[str, Any]) -> None:
        """An entry was received by a player."""
        text = canonical(entry)
        before = self.game(game).entries.setdefault(entry["seq"], text)
        if not self.agrees(before, text):
            self.violation(f"{game}: entry {entry['seq']} was\n  {before}\nand then\n  {text}")

    def tolerance(self, start: float, end: float) -> float:
        """The tolerance between a player's and the server's measurement of a turn in this period."""
        overlapping = [given.seconds for given in self.allowances
                       if given.start <= end and start <= given.end]
        return TOLERANCE_S + max(overlapping, default=0.0) + self.stalled(start, end)

    def stalled(self, start: float, end: float) -> float:
        """How long this process itself stood still in a period."""
        return sum(length for at, length in self.stalls if start <= at <= end + 1)

    def pause(self, what: str, seconds: float, end: float) -> None:
        """Records how long something took that is due at once, and until when."""
        self.longest_pause = max(self.longest_pause, (seconds, what))
        if seconds > MAX_PAUSE_S + self.stalled(end - seconds, end):
            self.violation(f"{what} came after {seconds:.1f} s")

    @property
    def acknowledgements(self) -> int:
        return sum(len(game.acknowledged) for game in self.games.values())

    def context(self, game: str, seq: int) -> str:
        """The entries of a game around a sequence number, for error messages."""
        entries = self.game(game).entries
        return "\n".join(f"  {entries[near]}" for near in range(seq - 4, seq + 2) if near in entries)

    def events(self) -> Counter[str]:
        """The number of events by kind; endings by reason."""
        counts: Counter[str] = Counter()
        for game in self.games.values():
            for text in game.entries.values():
                for event in json.loads(text)["events"]:
                    (name, body), = event.items()
                    counts[f"end: {body['reason']}" if name == "end" else name] += 1
        return counts

    def actions_since(self, start: float) -> int:
        """The number of actions since a point in time."""
        count = 0
        for at, took in reversed(self.latencies):
            if at + took < start:
                break
            count += 1
        return count

    def quantiles(self, start: float, end: float) -> tuple[int, float, float]:
        """The number of actions acknowledged in a period, and their p50 and p99 in milliseconds."""
        times = sorted(took for at, took in self.latencies if start <= at + took and at <= end)
        if not times:
            return 0, 0.0, 0.0
        pick = lambda part: times[min(len(times) - 1, int(len(times) * part))] * 1_000
        return len(times), pick(0.50), pick(0.99)
