"""A simulated player: an account, its connection, and the games it plays.

A `Visitor` keeps one websocket open to a random node, reconnects when it breaks, resumes its games
from the last known entry, and retries every command under the same idempotency key until it is
answered.
"""
from __future__ import annotations

import asyncio
import random
import time
from typing import Any, Protocol

from journal import Journal
from rules import NAMES
from table import BrokenLog, Table
from wire import BROKEN, Address, Answer, WebSocket, WireError, ask, is_unauthorized, within

SILENCE_S = 8.0
"""In a game the server pings every 2.5 s: after this long without a message the connection is dead."""
LIFETIME_S = 60.0
"""The mean lifetime of a connection."""
RESEND_S = 6.0
"""The interval at which unanswered commands are retried."""
FORGED = "forged by the soak"
"""A marker in all forged messages: no client must ever receive it."""


class World(Protocol):
    """The servers, as seen by players."""

    ports: list[int]
    has_revisions: bool


class Gone(Exception):
    """The server has lost an account or a game."""


class Seat:
    """A game from the point of view of one of its players."""

    def __init__(self, visitor: Visitor, game: str) -> None:
        self.visitor, self.table = visitor, Table(game)
        self.side: str | None = None
        self.changed = asyncio.Event()
        self.is_left = False
        self.is_broken = False
        self._heard: float | None = None
        self._sent: float | None = None

    @property
    def is_mine(self) -> bool:
        """Whether it is this player's turn."""
        return self.table.stage == "running" and self.table.position.side == self.side

    def take(self, entry: dict[str, Any]) -> bool:
        """Folds an entry; false if there is a gap before it."""
        journal, table = self.visitor.journal, self.table
        journal.receive(table.game, entry)
        if self.is_broken or entry["seq"] < table.length:
            return True
        if entry["seq"] > table.length:
            return False
        before, turn = table.left, len(table.plies) >= 2 and self.is_mine
        try:
            table.fold(entry)
        except (BrokenLog, KeyError, ValueError) as error:
            self.is_broken = True
            journal.violation(f"{table.game}: entry {entry['seq']} is wrong: {error!r} {entry}")
        self.side = self.side or table.seat_of(self.visitor.account)
        if turn and before and table.clock.is_live:
            self._judge_clock(entry, before[self.side])
        if not self.is_mine or any("act" in event or "takeback" in event
                                   for event in entry["events"]):
            self._heard = self._sent = None
        if self.is_mine and self._heard is None:
            self._heard = time.monotonic()
        self.changed.set()
        return True

    def lose(self, why: str) -> None:
        """Abandons a game that the server has lost."""
        if not self.is_broken:
            self.is_broken = True
            self.visitor.journal.violation(f"{self.table.game} {why} ({self.visitor.name})")
            self.changed.set()

    def sends_action(self) -> None:
        """Starts the measurement of an action."""
        self._sent = time.monotonic()

    def _judge_clock(self, entry: dict[str, Any], before: int) -> None:
        """Checks that the clock was charged no more than the time that the player measured."""
        names = [name for event in entry["events"] for name in event]
        now = time.monotonic()
        if self._heard is None:
            return
        used = (self._sent or now) - self._heard
        tolerance = self.visitor.journal.tolerance(self._heard, now)
        table, loss = self.table, None
        if "act" in names and entry.get("by") == NAMES[self.side]:
            after = next(event["act"]["left"][NAMES[self.side]] for event in entry["events"]
                         if "act" in event)
            cost = (before + table.clock.increment - after) / 1_000
            if cost > used + tolerance:
                loss = f"ply {len(table.plies)} cost {self.side} {cost:.1f} s"
        elif "end" in names and table.ending and table.ending["reason"] == "time":
            if before / 1_000 > used + tolerance:
                loss = f"{self.side} lost on time with {before / 1_000:.1f} s left"
        if loss:
            self.visitor.journal.violation(
                f"{table.game}: {loss}; used were {used:.1f} s, tolerance {tolerance:.1f} s\n"
                + self.visitor.journal.context(table.game, entry["seq"]))

    async def wait(self, seconds: float) -> None:
        """Waits for a change of the table, with a timeout."""
        try:
            await within(seconds, self.changed.wait())
        except asyncio.TimeoutError:
            pass
        self.changed.clear()


class Visitor:
    """An account and its connection."""

    def __init__(self, world: World, journal: Journal, rng: random.Random, source: str) -> None:
        self.world, self.journal, self.rng, self.source = world, journal, rng, source
        self.cookie: str | None = None
        self._registers = False
        self.account = 0
        self.name = ""
        self.seats: dict[str, Seat] = {}
        self.begun: asyncio.Queue[str] = asyncio.Queue()
        self._pending: dict[tuple[str, int], tuple[dict[str, Any], asyncio.Future[Any]]] = {}
        self._socket: WebSocket | None = None
        self._live: asyncio.Task[None] | None = None
        self._resender: asyncio.Task[None] | None = None

    def _somewhere(self) -> Address:
        return Address(self.rng.choice(self.world.ports), self.source)

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """Retries a request at random nodes, with exponential back-off and jitter."""
        wait = 0.2
        while True:
            try:
                answer = await ask(self._somewhere(), method, path, body, self.cookie)
                if answer.status < 500 and answer.status != 429:
                    return answer
                wait = float(answer.headers.get("retry-after", wait))
            except BROKEN:
                pass
            await asyncio.sleep(wait * self.rng.uniform(0.5, 1.0))
            wait = min(wait * 2, 2.0)

    async def enter(self) -> None:
        """Signs in as a guest and connects."""
        answer = await self.ask("POST", "/api/guest")
        if answer.status != 200:
            raise WireError(f"no guest: {answer.status} {answer.body[:200]!r}")
        self._be(answer)
        self.journal.accounts += 1
        self._live = asyncio.create_task(self._stay())
        self._resender = asyncio.create_task(self._resend())

    async def register(self, name: str) -> None:
        """Upgrades the guest to an account that can play rated games."""
        credentials = {"name": name, "password": "white rose " + name}
        self._registers = True
        answer = await self.ask("POST", "/api/register", credentials)
        if answer.status == 409:
            # The answer to an earlier try was lost.
            answer = await self.ask("POST", "/api/login", credentials)
        self._registers = False
        if answer.status == 200:
            self._be(answer)
            if self._socket:
                self._socket.close()

    def _be(self, answer: Answer) -> None:
        person = answer.json()["person"]
        self.account, self.name = person["id"], person["name"]
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]

    def sit(self, game: str) -> Seat:
        """Watches a game, being present from now on."""
        seat = self.seats.get(game)
        if seat is None:
            seat = self.seats[game] = Seat(self, game)
            self._watch(seat)
        return seat

    def leave(self, seat: Seat) -> None:
        """Stops watching a game."""
        seat.is_left = True
        self._send({"leave": {"game": seat.table.game}})

    def come_back(self, seat: Seat) -> None:
        """Watches a game again."""
        seat.is_left = False
        self._watch(seat)

    def forget(self, seat: Seat) -> None:
        """Leaves a game for good."""
        self.leave(seat)
        self.seats.pop(seat.table.game, None)

    async def do(self, seat: Seat, command: Any) -> Any:
        """Sends a command until it is answered: the sequence number of its entry, or the refusal."""
        game, key = seat.table.game, self.rng.getrandbits(53)
        message = {"do": {"game": game, "key": key, "command": command}}
        is_action = isinstance(command, dict) and "act" in command
        if is_action:
            seat.sends_action()
        start = time.monotonic()
        if self.rng.random() < 0.1:
            result = await self._do_by_request(game, key, command)
        else:
            future = asyncio.get_running_loop().create_future()
            self._pending[game, key] = message, future
            self._send(message)
            try:
                result = await future
            finally:
                self._pending.pop((game, key), None)
        if is_action and isinstance(result, int):
            self.journal.latencies.append((start, time.monotonic() - start))
        is_quiet = isinstance(command, dict) and "quiet" in command
        if isinstance(result, int) and seat.side and not is_quiet:
            self.journal.acknowledge(game, seat.side, key, result)
        return result

    async def _do_by_request(self, game: str, key: int, command: Any) -> Any:
        while True:
            answer = await self.ask("POST", f"/api/games/{game}/command",
                                    {"key": key, "command": command})
            if answer.status in (200, 403, 409, 422):
                # A refusal has a status that says so.
                body = answer.json()
                if "done" in body or "refused" in body:
                    return body.get("done", body.get("refused"))
            if answer.status == 401:
                raise Gone(f"{self.name} is unknown to the server")
            if answer.status in (404, 409):
                raise Gone(f"{game} is answered with {answer.status} {answer.body[:200]!r}")
            await asyncio.sleep(1)

    def _send(self, message: Any) -> None:
        if self._socket:
            try:
                self._socket.send(message)
            except BROKEN:
                pass

    def _watch(self, seat: Seat) -> None:
        self._send({"watch": {"game": seat.table.game, "since": seat.table.length}})

    async def _resend(self) -> None:
        while True:
            await asyncio.sleep(RESEND_S)
            for message, _ in list(self._pending.values()):
                self._send(message)

    async def _stay(self) -> None:
        """Keeps a connection open, reconnecting with exponential back-off."""
        wait = 0.1
        while True:
            try:
                await self._connection()
                wait = 0.1
            except BROKEN as error:
                if is_unauthorized(error):
                    self.journal.violation(f"{self.name} had signed in, but is unknown to the server")
                    return
            except (KeyError, ValueError) as error:
                self.journal.violation(f"{self.name} got a malformed message: {error!r}")
            await asyncio.sleep(wait * self.rng.uniform(0.5, 1.0))
            wait = min(wait * 2, 1.0)

    async def _connection(self) -> None:
        cookie = self.cookie
        link = await WebSocket.connect(self._somewhere(), cookie, self.rng)
        try:
            # Connections are also lost without any fault, as on mobile networks.
            lost = time.monotonic() + self.rng.expovariate(1 / LIFETIME_S)
            while time.monotonic() < lost:
                patience = SILENCE_S if self.seats else 40.0
                message = await within(patience, link.receive())
                if "welcome" in message and (self._registers or cookie != self.cookie):
                    # Registering ends the guest's session: this connection may be nobody's.
                    raise WireError("connected with a session that has ended")
                self._hear(link, message)
            link.reset()
        finally:
            self._socket = None
            link.close()

    def _hear(self, link: WebSocket, message: dict[str, Any]) -> None:
        if FORGED in str(message):
            self.journal.violation(f"{self.name} got a forged message: {message}")
        (name, body), = message.items()
        if name == "welcome":
            if body.get("you", {}).get("id") != self.account:
                self.journal.violation(f"{self.name} is welcomed as {body.get('you')}")
            self._socket = link
            for seat in self.seats.values():
                if not seat.is_left:
                    self._watch(seat)
            for again, _ in list(self._pending.values()):
                self._send(again)
        elif name == "ping":
            link.send({"pong": body["n"]})
        elif name in ("table", "entry"):
            seat = self.seats.get(body["game"])
            if seat:
                entries = body["entries"] if name == "table" else [body["entry"]]
                if not all([seat.take(entry) for entry in entries]) or body.get("more"):
                    self._watch(seat)
        elif name in ("done", "refused"):
            waiting = self._pending.get((body["game"], body["key"]))
            if waiting and not waiting[1].done():
                waiting[1].set_result(body["seq"] if name == "done" else body["refusal"])
            elif name == "done":
                seat = self.seats.get(body["game"])
                if seat and seat.side and (seat.side, body["key"]) in self.journal.game(
                        body["game"]).acknowledged:
                    self.journal.acknowledge(body["game"], seat.side, body["key"], body["seq"])
        elif name == "begin":
            self.begun.put_nowait(body["game"])
        elif name == "unknown" and body["game"] in self.seats:
            self.seats[body["game"]].lose("is unknown to the server")
        elif name == "bye" and not body["again"]:
            raise WireError(f"bye: {body['reason']}")

    def close(self) -> None:
        """Disconnects."""
        for task in (self._live, self._resender):
            if task:
                task.cancel()
