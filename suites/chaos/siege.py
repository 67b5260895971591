#!/usr/bin/env python3
"""A denial-of-service benchmark: ten thousand hostile connections alongside two hundred games.

    python3 suites/chaos/siege.py --binary target/release/bosworth

One server, one run: first the games alone, then the same games under attack. Prints the latency of
actions in both, and the ratio. The attackers are a separate process at low priority (`nice`), come
from many loopback addresses, and open connections at a bounded rate.
"""
from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nuisance
from couple import Couple, Temper
from journal import Journal
from player import Visitor
from process import Process
from server import World
from wire import BROKEN, Address, WebSocket, head, reset

AN_ADDRESS = 150
"""Connections per address: below the server's limit, so that they are not all rejected."""
A_SECOND = 1_000
"""The maximum rate of new connections per second, to replace those that the server closes."""
WARM_UP_S = 10.0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Hostile connections alongside games.")
    parser.add_argument("--binary", type=Path, help="the `bosworth` binary")
    parser.add_argument("--seconds", type=float, default=120, help="duration of each part")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--attack", type=int, metavar="PORT", help=argparse.SUPPRESS)
    return parser.parse_args()


def raise_file_limit() -> int:
    """Raises the soft limit of open files to the hard limit, and returns it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


class Besiegers:
    """Keeps a number of hostile connections open, replacing those that the server closes."""

    def __init__(self, port: int, count: int, rng: random.Random) -> None:
        self.port, self.count, self.rng = port, count, rng
        self.open = self.opened = self.refused = 0
        self._kinds = [self._silent, self._half_head, self._half_body, self._drip, self._idle,
                       self._hang_up, self._nonsense, self._deaf, self._quiet_socket]
        self._permits: asyncio.Queue[None] = asyncio.Queue(A_SECOND)

    async def attack(self) -> None:
        """Attacks until cancelled."""
        slots = [asyncio.create_task(self._slot(number)) for number in range(self.count)]
        try:
            for tick in itertools.count():
                for _ in range(A_SECOND // 20):
                    if not self._permits.full():
                        self._permits.put_nowait(None)
                await asyncio.sleep(0.05)
                if tick % 20 == 0:
                    print(f"{self.open} open, {self.opened} opened, {self.refused} refused",
                          flush=True)
        finally:
            for slot in slots:
                slot.cancel()

    async def _slot(self, number: int) -> None:
        """One slot: as soon as its connection is closed, it opens another."""
        source = f"127.200.{number // AN_ADDRESS // 250}.{number // AN_ADDRESS % 250 + 1}"
        address = Address(self.port, source)
        kind = self._kinds[number % len(self._kinds)]
        while True:
            await self._permits.get()
            writer = None
            try:
                reader, writer = await address.open(receive_buffer=4_096)
                self.open, self.opened = self.open + 1, self.opened + 1
                await kind(address, reader, writer)
            except BROKEN:
                self.refused += writer is None
            finally:
                if writer:
                    self.open -= 1
                    reset(writer)

    async def _until_closed(self, reader: asyncio.StreamReader) -> None:
        """Reads and discards until the connection is closed."""
        while await reader.read(65_536):
            pass

    async def _silent(self, address: Address, reader: asyncio.StreamReader,
                      writer: asyncio.StreamWriter) -> None:
        await self._until_closed(reader)

    async def _half_head(self, address: Address, reader: asyncio.StreamReader,
                         writer: asyncio.StreamWriter) -> None:
        writer.write(head("GET", "/api/seeks", address)[:-2])
        await self._until_closed(reader)

    async def _half_body(self, address: Address, reader: asyncio.StreamReader,
                         writer: asyncio.StreamWriter) -> None:
        writer.write(head("POST", "/api/register", address, length=1_000) + b'{"name":"')
        await self._until_closed(reader)

    async def _drip(self, address: Address, reader: asyncio.StreamReader,
                    writer: asyncio.StreamWriter) -> None:
        """Slowloris: a head sent byte by byte."""
        for byte in head("GET", "/api/seeks", address, more="X-Long: " + "a" * 200 + "\r\n"):
            if writer.is_closing():
                return
            writer.write(bytes([byte]))
            await asyncio.sleep(self.rng.uniform(2, 6))

    async def _idle(self, address: Address, reader: asyncio.StreamReader,
                    writer: asyncio.StreamWriter) -> None:
        """One request, and then nothing."""
        writer.write(head("GET", "/health", address))
        await self._until_closed(reader)

    async def _hang_up(self, address: Address, reader: asyncio.StreamReader,
                       writer: asyncio.StreamWriter) -> None:
        method, path, body = self.rng.choice(nuisance.routes(self.rng, []))
        writer.write(head(method, path, address, length=0 if method != "GET" else None))
        await asyncio.sleep(self.rng.uniform(0, 0.02))
        reset(writer)
        await asyncio.sleep(self.rng.uniform(1, 20))

    async def _nonsense(self, address: Address, reader: asyncio.StreamReader,
                        writer: asyncio.StreamWriter) -> None:
        writer.write(self.rng.randbytes(self.rng.randrange(1, 2_000)))
        await self._until_closed(reader)
        await asyncio.sleep(self.rng.uniform(1, 10))

    async def _socket(self, address: Address, reader: asyncio.StreamReader,
                      writer: asyncio.StreamWriter) -> WebSocket:
        writer.write(head("GET", "/api/ws", address, more=(
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n")))
        await reader.readuntil(b"\r\n\r\n")
        return WebSocket(reader, writer, self.rng)

    async def _deaf(self, address: Address, reader: asyncio.StreamReader,
                    writer: asyncio.StreamWriter) -> None:
        """Requests the lobby and does not read it."""
        link = await self._socket(address, reader, writer)
        writer.transport.pause_reading()
        while not writer.is_closing():
            link.send({"lobby": True})
            await asyncio.sleep(self.rng.uniform(1, 3))

    async def _quiet_socket(self, address: Address, reader: asyncio.StreamReader,
                            writer: asyncio.StreamWriter) -> None:
        """A websocket that never answers a ping."""
        await self._socket(address, reader, writer)
        await self._until_closed(reader)


async def besiege(options: argparse.Namespace) -> None:
    """The main function of the attackers' process."""
    os.nice(19)
    besiegers = Besiegers(options.attack, options.connections, random.Random(options.seed))
    work = asyncio.create_task(besiegers.attack())
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, work.cancel)
    await asyncio.gather(work, return_exceptions=True)


async def measure(journal: Journal, seconds: float) -> tuple[int, float, float]:
    """Measures the latency of actions for a while."""
    start = time.monotonic()
    await asyncio.sleep(seconds)
    return journal.quantiles(start, time.monotonic())


async def siege(options: argparse.Namespace, folder: Path) -> tuple[float, float]:
    """Both parts; returns p99 alone and besieged."""
    world, journal = World(options.binary.resolve(), folder, False), Journal()
    rng = random.Random(options.seed)
    temper = Temper(think=options.games / 60, drama=0.0, level=1)
    try:
        await world.start()
        node = world.nodes[0]
        players = []
        for number in range(options.games):
            visitors = [Visitor(world, journal, random.Random(rng.random()), world.sources.next())
                        for _ in "ab"]
            couple = Couple(visitors[0], visitors[1], random.Random(rng.random()), temper, number,
                            False)
            players.append(asyncio.create_task(couple.live()))
            await asyncio.sleep(0.02)
        await asyncio.sleep(WARM_UP_S)
        alone = await measure(journal, options.seconds)
        tell("alone", alone, world)
        command = [sys.executable, str(Path(__file__).resolve()), "--attack", str(node.port),
                   "--connections", str(options.connections), "--seed", str(options.seed)]
        besiegers = Process(command, folder / "besiegers.log")
        besiegers.start()
        try:
            deadline = time.monotonic() + options.connections / A_SECOND + 20
            while node.process.descriptors() < options.connections * 0.5 and \
                    time.monotonic() < deadline:
                await asyncio.sleep(0.5)
            besieged = await measure(journal, options.seconds)
            tell("besieged", besieged, world)
        finally:
            besiegers.signal(signal.SIGTERM)
            await besiegers.ended(10)
            await besiegers.kill()
        lines = (folder / "besiegers.log").read_text().splitlines()
        said = [line for line in lines if " open, " in line]
        print(f"besiegers at the end: {said[-1] if said else lines[-1:]}")
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        for violation in journal.violations:
            print(violation)
        return alone[2], besieged[2]
    finally:
        await world.stop()


def tell(name: str, figures: tuple[int, float, float], world: World) -> None:
    count, p50, p99 = figures
    process = world.nodes[0].process
    print(f"{name:9} {count} actions, p50 {p50:.1f} ms, p99 {p99:.1f} ms; the server has "
          f"{process.rss() >> 20} MiB and {process.descriptors()} descriptors", flush=True)


def main() -> int:
    options = arguments()
    most = raise_file_limit()
    if options.attack:
        asyncio.run(besiege(options))
        return 0
    options.connections = min(options.connections, most - 1_000)
    print(f"seed {options.seed}: {options.games} games, {options.connections} hostile connections, "
          f"{options.seconds:.0f} s each", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="bosworth-siege-"))
    try:
        alone, besieged = asyncio.run(siege(options, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    ratio = besieged / alone if alone else 0.0
    print(f"p99 besieged is {ratio:.2f} times p99 alone (at most 2)")
    return 0 if 0 < ratio <= 2 else 1


if __name__ == "__main__":
    sys.exit(main())
