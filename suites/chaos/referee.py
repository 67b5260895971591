"""Reads logs back from the start and compares them with what the players observed.

For every game: every acknowledged command is in the log exactly once, at the acknowledged sequence
number; there is no gap; no received entry differs from the log; the log is valid under our own
rules, ply by ply, with fair clocks and the right ending; and the secret of a finished game
reproduces the deal and every draw.
"""
from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import fair
from journal import GameJournal, Journal, canonical
from rules import SIDES
from server import Node, World
from table import BrokenLog, Table
from wire import BROKEN, Address, WebSocket, WireError, ask, within

AT_ONCE = 4
"""The number of concurrent connections that read logs."""
TRIES = 4
OVERDUE_S = 10.0
"""The time within which flags must fall, computers act and games be aborted when due."""
SETTLED_S = 10.0
"""The time within which ratings must be settled after the end of a game."""


class Referee:
    """Judges the games of a run."""

    def __init__(self, world: World, journal: Journal, rng: random.Random) -> None:
        self.world, self.journal, self.rng = world, journal, rng
        self.verified = 0
        self._verified: set[str] = set()
        self._suspects: dict[str, str] = {}

    async def audit(self, whole: bool = False) -> int:
        """Judges all games, or those without a final verdict. Returns their number."""
        games = [game for game, seen in self.journal.games.items() if whole or not seen.is_settled]
        queue: asyncio.Queue[str] = asyncio.Queue()
        for game in games:
            queue.put_nowait(game)
        await asyncio.gather(*(self._read_from(queue) for _ in range(min(AT_ONCE, len(games)))))
        await self._settlement()
        await self._overdue()
        return len(games)

    async def _overdue(self) -> None:
        """Checks that the server carries out its duties in time, whatever the fault."""
        deadline = time.monotonic() + OVERDUE_S
        while self._suspects:
            suspects, self._suspects = self._suspects, {}
            await asyncio.sleep(1)
            queue: asyncio.Queue[str] = asyncio.Queue()
            for game in suspects:
                queue.put_nowait(game)
            await self._read_from(queue)
            if time.monotonic() > deadline:
                for game in self._suspects:
                    if self._suspects[game] == suspects.get(game):
                        self.journal.violation(
                            f"{game} waits for the server: {self._suspects[game]}\n"
                            + self.journal.context(game, max(self.journal.game(game).entries)))
                self._suspects = {}

    async def _settlement(self) -> None:
        """Waits until every finished rated game is settled."""
        open_until = time.monotonic() + SETTLED_S
        waiting = dict(self.journal.rated)
        while waiting:
            for name in set(waiting.values()):
                for game in await self._settled(name):
                    if waiting.pop(game, None):
                        self.journal.rated.pop(game, None)
            if time.monotonic() > open_until:
                for game, name in waiting.items():
                    self.journal.violation(f"{game} of {name} is over, but not settled")
                    self.journal.rated.pop(game, None)
                return
            await asyncio.sleep(0.5 if waiting else 0.0)

    async def _settled(self, name: str) -> list[str]:
        """The latest settled games of a player."""
        node = self.rng.choice(self.world.nodes)
        address = Address(node.port, self.world.sources.next())
        try:
            answer = await ask(address, "GET", f"/api/people/{name}/games?rated=true&limit=50")
            return [game["game"] for game in answer.json() if game.get("change")]
        except (*BROKEN, ValueError, KeyError, TypeError):
            return []

    async def _read_from(self, queue: asyncio.Queue[str]) -> None:
        """Takes games from the queue until it is empty."""
        while not queue.empty():
            # The rate limit is 20 messages per second per connection: use a new one per batch.
            node = self.rng.choice(self.world.nodes)
            games = [queue.get_nowait() for _ in range(min(25, queue.qsize()))]
            for left in range(TRIES, 0, -1):
                try:
                    await self._read_at(node, games)
                    break
                except BROKEN as error:
                    node = self.rng.choice(self.world.nodes)
                    if left == 1:
                        self.journal.violation(f"logs cannot be read at {node.name}: {error!r}")
                    await asyncio.sleep(0.5)

    async def _read_at(self, node: Node, games: list[str]) -> None:
        """Judges these games through one connection, removing them from the list."""
        address = Address(node.port, self.world.sources.next())
        link = await WebSocket.connect(address, None, self.rng)
        try:
            while games:
                # Snapshot first: everything observed by now must be in the log that is read next.
                seen = self.journal.game(games[-1]).copy()
                entries, now = await within(15, self._log(link, games[-1]))
                self._judge(games.pop(), seen, entries, now)
                await asyncio.sleep(0)
        finally:
            link.close()

    async def _log(self, link: WebSocket, game: str) -> tuple[list[dict[str, Any]] | None, int]:
        """The whole log of a game, or `None` if it is unknown to the server; and the server's time."""
        entries: list[dict[str, Any]] = []
        link.send({"watch": {"game": game, "since": 0}})
        while True:
            (name, body), = (await link.receive()).items()
            if name == "ping":
                link.send({"pong": body["n"]})
            elif name == "unknown" and body["game"] == game:
                return None, 0
            elif name == "bye":
                raise WireError(f"bye: {body['reason']}")
            elif name == "table" and body["game"] == game:
                entries += body["entries"]
                if not body.get("more"):
                    link.send({"leave": {"game": game}})
                    return entries, body["now"]
                link.send({"watch": {"game": game, "since": len(entries)}})

    def _judge(self, game: str, seen: GameJournal, entries: list[dict[str, Any]] | None,
               now: int) -> None:
        if entries is None:
            self.journal.violation(f"{game} is unknown to the server")
            return
        for place, entry in enumerate(entries):
            if entry["seq"] != place:
                self.journal.violation(f"{game}: a gap, entry {entry['seq']} at index {place}")
                return
        gone = [seq for seq in seen.entries if seq >= len(entries)]
        if gone:
            self.journal.violation(
                f"{game}: entries {min(gone)} to {max(gone)} were received and are gone: the first "
                f"was {seen.entries[min(gone)]}")
        for seq, text in seen.entries.items():
            if seq < len(entries) and not self.journal.agrees(canonical(entries[seq]), text):
                self.journal.violation(
                    f"{game}: entry {seq} was received as\n  {text}\nand is\n  {entries[seq]}")
        places: dict[tuple[str, int], list[int]] = {}
        for entry in entries:
            if "key" in entry:
                places.setdefault((SIDES[entry["by"]], entry["key"]), []).append(entry["seq"])
        lost = {seq: key for key, seq in seen.acknowledged.items() if places.get(key) != [seq]}
        if lost:
            first = min(lost)
            self.journal.violation(
                f"{game}: {len(lost)} acknowledged commands are not in the log of {len(entries)} "
                f"entries as acknowledged; the first is {lost[first]}, acknowledged at {first}, "
                f"found at {places.get(lost[first])}")
        for entry in entries:
            self.journal.receive(game, entry)
        self._fold(game, entries, now)

    def _fold(self, game: str, entries: list[dict[str, Any]], now: int) -> None:
        table = Table(game)
        try:
            for entry in entries:
                table.fold(entry)
            if table.ending and game not in self._verified:
                table.verify_shuffle()
                self._verified.add(game)
        except (BrokenLog, fair.UnfairShuffle, KeyError, ValueError, IndexError) as error:
            self.journal.violation(f"{game} at entry {table.length}: {error!r}\n"
                                   + self.journal.context(game, table.length))
            # Report it only once.
            self.journal.game(game).is_settled = True
            return
        if table.overdue_ms(now) > OVERDUE_S * 1_000:
            self._suspects[game] = f"entry {table.length} is due"
        self.verified = len(self._verified)
        self.journal.game(game).is_settled = table.ending is not None
