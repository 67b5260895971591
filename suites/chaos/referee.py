"""Reads logs back from the start and compares them with what the players saw.

For every game: every acknowledged command is in the log exactly once, at the number that was
acknowledged; there is no hole; no entry that anybody received differs from the log; the log follows
from our own rules, ply by ply, with fair clocks and the right ending; and if the game is over, its
secret explains the deal and every draw.
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
"""Connections that read logs at the same time."""
TRIES = 4
OVERDUE_S = 10.0
"""Flags fall, computers act and games are called off within this after their time."""
SETTLED_S = 10.0
"""Ratings change within this after the end of a game."""


class Referee:
    """Judges the games of a run."""

    def __init__(self, world: World, journal: Journal, rng: random.Random) -> None:
        self.world, self.journal, self.rng = world, journal, rng
        self.verified = 0
        self._verified: set[str] = set()
        self._suspects: dict[str, str] = {}

    async def audit(self, whole: bool = False) -> int:
        """Judges all games, or those that are not over and judged yet. Returns how many."""
        games = [game for game, seen in self.journal.games.items() if whole or not seen.is_settled]
        queue: asyncio.Queue[str] = asyncio.Queue()
        for game in games:
            queue.put_nowait(game)
        await asyncio.gather(*(self._read_from(queue) for _ in range(min(AT_ONCE, len(games)))))
        await self._settlement()
        await self._overdue()
        return len(games)

    async def _overdue(self) -> None:
        """What the server has to do by itself it does soon, whatever happened to it."""
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
        """Every rated game that is over has changed ratings, or does so soon."""
        open_until = time.monotonic() + SETTLED_S
        waiting = dict(self.journal.rated)
        while waiting:
            for name in set(waiting.values()):
                for game in await self._settled(name):
                    if waiting.pop(game, None):
                        self.journal.rated.pop(game, None)
            if time.monotonic() > open_until:
                for game, name in waiting.items():
                    self.journal.violation(f"{game} of {name} is over and its ratings are not settled")
                    self.journal.rated.pop(game, None)
                return
            await asyncio.sleep(0.5 if waiting else 0.0)

    async def _settled(self, name: str) -> list[str]:
        """The latest games of somebody that have changed ratings."""
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
            # One connection may send 20 messages a second: each reader takes a part and goes.
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
        """Judges these games through one connection; takes those that are done off the list."""
        address = Address(node.port, self.world.sources.next())
        link = await WebSocket.connect(address, None, self.rng)
        try:
            while games:
                # What is known now must be in the log that is read from now on.
                seen = self.journal.game(games[-1]).copy()
                entries, now = await within(15, self._log(link, games[-1]))
                self._judge(games.pop(), seen, entries, now)
                await asyncio.sleep(0)
        finally:
            link.close()

    async def _log(self, link: WebSocket, game: str) -> tuple[list[dict[str, Any]] | None, int]:
        """The whole log of a game, none if the server does not know it; and the server's time."""
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
            self.journal.violation(f"{game} is not known any more")
            return
        for place, entry in enumerate(entries):
            if entry["seq"] != place:
                self.journal.violation(f"{game}: a hole, entry {entry['seq']} at place {place}")
                return
        gone = [seq for seq in seen.entries if seq >= len(entries)]
        if gone:
            self.journal.violation(
                f"{game}: entries {min(gone)} to {max(gone)} were received and are gone: the first "
                f"was {seen.entries[min(gone)]}")
        for seq, text in seen.entries.items():
            if seq < len(entries) and canonical(entries[seq]) != text:
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
                f"entries as they were acknowledged; the first is {lost[first]} at {first}, which "
                f"is at {places.get(lost[first])}")
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
            # Once is enough.
            self.journal.game(game).is_settled = True
            return
        if table.overdue_ms(now) > OVERDUE_S * 1_000:
            self._suspects[game] = f"entry {table.length} is due"
        self.verified = len(self._verified)
        self.journal.game(game).is_settled = table.ending is not None
