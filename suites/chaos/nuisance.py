"""Misbehaving peers: they reset connections, do not read, stay silent, or stop mid-request."""
from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

from server import Node, World
from wire import BROKEN, Address, WebSocket, ask, head, reset

MOST_OF_AN_ADDRESS = 200
"""SECURITY.md: the maximum number of connections per address."""
TERMS = {"ruleset": "classic", "clock": "-"}


async def _each(count: int, at_once: int, work: Callable[[int], Awaitable[None]]) -> None:
    """Runs `work` `count` times with bounded concurrency; broken connections are expected."""
    numbers = iter(range(count))

    async def loop() -> None:
        for number in numbers:
            try:
                await work(number)
            except BROKEN:
                pass

    await asyncio.gather(*(loop() for _ in range(at_once)))


async def guests(world: World, node: Node, count: int) -> list[str]:
    """The cookies of new guests."""
    cookies: list[str] = []

    async def come(_: int) -> None:
        answer = await ask(Address(node.port, world.sources.next()), "POST", "/api/guest")
        if answer.status == 200:
            cookies.append(answer.headers["set-cookie"].split(";")[0])

    await _each(count, 8, come)
    return cookies


def routes(rng: random.Random, games: list[str]) -> list[tuple[str, str, Any]]:
    """Requests of every kind: method, path, body."""
    game = rng.choice(games) if games else "000000000000"
    act = {"key": rng.getrandbits(53), "command": {"act": {"action": "+", "ply": 0}}}
    return [
        ("GET", "/ready", None), ("GET", "/health", None), ("GET", "/metrics", None),
        ("POST", "/api/guest", None), ("GET", "/api/me", None), ("DELETE", "/api/me", {}),
        ("PUT", "/api/me/preferences", {"chat": True}), ("GET", "/api/me/sessions", None),
        ("GET", "/api/me/tokens", None), ("GET", "/api/me/games", None),
        ("POST", "/api/me/tokens", {"name": "t", "scopes": ["read"]}),
        ("GET", "/api/me/export", None), ("GET", "/api/seeks", None),
        ("POST", "/api/seeks", {"terms": TERMS, "public": False}),
        ("POST", "/api/computer", {"level": 1, "terms": TERMS}),
        ("GET", f"/api/games/{game}", None), ("POST", f"/api/games/{game}/command", act),
        ("GET", f"/api/games/{game}/stream", None), ("GET", f"/api/games/{game}/record", None),
        ("GET", "/api/stream", None), ("GET", "/api/leaderboard/blitz", None),
        ("POST", "/api/logout", None), ("GET", "/", None),
    ]


async def hang_up(address: Address, rng: random.Random, method: str, path: str, body: Any,
                  cookie: str | None) -> None:
    """Sends a request and resets the connection a moment later."""
    _, writer = await address.open()
    data = b"" if body is None else json.dumps(body).encode()
    length = len(data) if method != "GET" else None
    writer.write(head(method, path, address, cookie, length) + data)
    # At once, or while the server is processing it.
    await asyncio.sleep(rng.choice([0.0, 0.0, rng.uniform(0, 0.003), rng.uniform(0, 0.03)]))
    reset(writer)


async def hang_ups(world: World, node: Node, rng: random.Random, games: list[str],
                   count: int) -> str:
    """Resets connections on every route, `/ready` and account deletion above all."""
    cookies = await guests(world, node, max(10, count // 10))
    sources = [world.sources.next() for _ in range(count // 100 + 1)]

    async def one(number: int) -> None:
        address = Address(node.port, sources[number % len(sources)])
        dice = number % 3
        if dice == 0:
            await hang_up(address, rng, "GET", "/ready", None, None)
        elif dice == 1 and cookies and rng.random() < 0.3:
            await hang_up(address, rng, "DELETE", "/api/me", {}, cookies.pop())
        else:
            cookie = rng.choice(cookies) if cookies else None
            await hang_up(address, rng, *rng.choice(routes(rng, games)), cookie)

    await _each(count, 25, one)
    return f"{count} requests at {node.name}"


async def long_log(world: World, node: Node, rng: random.Random) -> str | None:
    """Creates a game with a log as long as chat can make it."""
    address = Address(node.port, world.sources.next())
    try:
        answer = await ask(address, "POST", "/api/guest")
        cookie = answer.headers["set-cookie"].split(";")[0]
        answer = await ask(address, "POST", "/api/computer", {"level": 1, "terms": TERMS}, cookie)
        game = answer.json()["game"]
    except (*BROKEN, KeyError, ValueError):
        return None

    async def talk(_: int) -> None:
        command = {"chat": {"text": "\U0001f339" * 200}}
        await ask(address, "POST", f"/api/games/{game}/command",
                  {"key": rng.getrandbits(53), "command": command}, cookie)

    await _each(90, 10, talk)
    return game


class Deaf:
    """Websockets that request much and read nothing."""

    def __init__(self) -> None:
        self._links: list[WebSocket] = []
        self._asking: asyncio.Task[None] | None = None

    async def come(self, world: World, node: Node, rng: random.Random, games: list[str],
                   count: int) -> None:
        """Connects and starts sending requests."""
        for cookie in await guests(world, node, count):
            try:
                link = await WebSocket.connect(Address(node.port, world.sources.next()), cookie, rng,
                                               receive_buffer=4_096)
            except BROKEN:
                continue
            link.writer.transport.pause_reading()
            self._links.append(link)
        self._asking = asyncio.create_task(self._ask(rng, games))

    async def _ask(self, rng: random.Random, games: list[str]) -> None:
        # Just within the rate limit: a burst of sixty, then less than twenty per second.
        for number in range(400):
            for link in self._links:
                try:
                    link.send({"watch": {"game": rng.choice(games), "since": 0}})
                except BROKEN:
                    pass
            await asyncio.sleep(0.0 if number < 50 else 0.06)

    def go(self) -> None:
        """Resets the connections that the server has not closed yet."""
        if self._asking:
            self._asking.cancel()
        for link in self._links:
            link.reset()


class Silent:
    """Connections from one address that send nothing, or an incomplete request."""

    def __init__(self) -> None:
        self.source = ""
        self._writers: list[asyncio.StreamWriter] = []

    async def come(self, world: World, node: Node, count: int) -> None:
        self.source = world.sources.next()
        address = Address(node.port, self.source)
        whole = head("GET", "/health", address)
        starts = [b"", b"G", whole[:30], whole[:-2], whole,
                  head("POST", "/api/register", address, length=100) + b'{"name":']

        async def one(number: int) -> None:
            _, writer = await address.open()
            self._writers.append(writer)
            writer.write(starts[number % len(starts)])

        await _each(count, 25, one)

    def go(self) -> None:
        for writer in self._writers:
            reset(writer)
