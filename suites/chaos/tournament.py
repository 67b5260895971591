"""A tournament as the fold of its log, from docs/tournaments.md.

`Tournament.read` takes the whole log again and again while the tournament goes on; it refuses
whatever has changed since, and whatever could not have happened.
"""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Callable

Entry = dict[str, Any]
Slot = tuple[int, int, int]
"""Round and board from 1, and game from 0."""
WINNERS = {"red": "red", "nowhite": "red", "white": "white", "nored": "white"}
"""The winner of a game by its result; the others have none."""


class BrokenTournament(Exception):
    """A log that is invalid, or that has lost or changed what was read before."""


@dataclass(frozen=True)
class Pause:
    """The time between two entries, of which the second is due with the first."""

    what: str
    ms: int
    until: int


@dataclass
class Tournament:
    """One tournament, as far as its log is known."""

    id: str
    agrees: Callable[[Any, Any], bool] = lambda one, other: bool(one == other)
    entries: list[Entry] = field(default_factory=list)
    joins: Counter[int] = field(default_factory=Counter)
    """How often each account has entered."""
    players: set[int] = field(default_factory=set)
    opening: dict[str, Any] = field(default_factory=dict)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    started: list[int] = field(default_factory=list)
    """When each round started."""
    results: dict[Slot, Any] = field(default_factory=dict)
    recorded: dict[Slot, int] = field(default_factory=dict)
    """When each result was recorded."""
    pauses: list[Pause] = field(default_factory=list)
    is_over: bool = False

    def read(self, entries: list[Entry], known: int) -> None:
        """Takes the log as it is read now; `known` entries had been read or acknowledged before."""
        if len(entries) < known:
            raise BrokenTournament(f"the log has {len(entries)} entries, and had {known}")
        for before, now in zip(self.entries, entries):
            if not self.agrees(before, now):
                raise BrokenTournament(f"entry {before['seq']} was\n  {before}\nand is\n  {now}")
        for entry in entries[len(self.entries):]:
            self._fold(entry)

    def _fold(self, entry: Entry) -> None:
        if entry["seq"] != len(self.entries):
            raise BrokenTournament(f"entry {entry['seq']} at index {len(self.entries)}")
        for step in entry["steps"]:
            # Those without content are plain names.
            name, body = (step, {}) if isinstance(step, str) else next(iter(step.items()))
            if self.is_over and name != "review":
                raise BrokenTournament(f"{name} after the end")
            if (name == "open") == bool(self.opening):
                raise BrokenTournament(f"the log has {name} at entry {entry['seq']}")
            getattr(self, "_" + name, lambda *_: None)(body, entry["at"])
        self.entries.append(entry)

    def _open(self, body: dict[str, Any], _: int) -> None:
        self.opening = body

    def _join(self, body: dict[str, Any], _: int) -> None:
        if body["player"] in self.players:
            raise BrokenTournament(f"{body['player']} entered twice")
        self.players.add(body["player"])
        self.joins[body["player"]] += 1

    def _leave(self, body: dict[str, Any], _: int) -> None:
        if body["player"] not in self.players:
            raise BrokenTournament(f"{body['player']} left without having entered")
        self.players.remove(body["player"])

    def _round(self, body: dict[str, Any], at: int) -> None:
        number = body["round"]
        if number != len(self.rounds) + 1:
            raise BrokenTournament(f"round {number} after round {len(self.rounds)}")
        pairs = [player for pair in body["pairs"] for player in (pair["red"], pair["white"])]
        if len(set(pairs)) < len(pairs) or not set(pairs) <= self.players:
            raise BrokenTournament(f"round {number} pairs {pairs} of {self.players}")
        ended = [at for (of, _, _), at in self.recorded.items() if of == number - 1]
        due = max(ended) + self.opening.get("rest", 0) if ended else self.opening["starts"]
        self.pauses.append(Pause(f"round {number}", at - due, at))
        self.rounds.append(body)
        self.started.append(at)

    def _result(self, body: dict[str, Any], at: int) -> None:
        slot = body["slot"]["round"], body["slot"]["board"], body["slot"]["game"]
        if slot in self.results:
            raise BrokenTournament(f"the game {slot} has two results")
        if slot[0] > len(self.rounds) or slot[1] > len(self.rounds[slot[0] - 1]["pairs"]):
            raise BrokenTournament(f"there is no game {slot}")
        self.results[slot], self.recorded[slot] = body["result"], at

    def _end(self, _: dict[str, Any], __: int) -> None:
        self.is_over = True

    def winner(self, slot: Slot) -> str | None:
        """The side that won a game."""
        result = self.results[slot]
        return WINNERS.get(result if isinstance(result, str) else next(iter(result)))

    def check_entries(self, acknowledged: Counter[int]) -> None:
        """Checks that everybody entered as often as their entry was acknowledged."""
        if self.joins != acknowledged:
            raise BrokenTournament(f"entered {dict(self.joins)}, of which were acknowledged "
                                   f"{dict(acknowledged)}")

    def check_game(self, slot: Slot, log: list[Entry]) -> None:
        """Compares a recorded result with the log of its game."""
        end = next((event["end"] for entry in log for event in entry["events"] if "end" in event),
                   None)
        name = ".".join(map(str, slot))
        if log[0]["events"][0]["open"].get("event") != f"{self.id}/{name}":
            raise BrokenTournament(f"another game stands for {name}: {log[0]}")
        if end is None:
            raise BrokenTournament(f"{name} has a result, and its game goes on")
        if end["reason"] != "aborted" and self.winner(slot) != end.get("winner"):
            raise BrokenTournament(f"{name} ended with {end}, and is {self.results[slot]}")
        if not slot[2]:
            began = self.started[slot[0] - 1]
            self.pauses.append(Pause(f"game {name}", log[0]["at"] - began, log[0]["at"]))
        over = next(entry["at"] for entry in log if any("end" in event for event in entry["events"]))
        at = self.recorded[slot]
        self.pauses.append(Pause(f"the result of {name}", at - over, at))
