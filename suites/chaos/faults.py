"""The faults; the seed decides when each occurs and how long it lasts.

A fault's `run` returns when the fault is over: from then on the service has `BACK_S` seconds to
recover on its own.
"""
from __future__ import annotations

import asyncio
import math
import random
import signal
import time
from dataclasses import dataclass

import nuisance
from journal import Allowance, Journal
from player import SILENCE_S
from server import Disk, Node, World

DEAF_S = 20.0
"""SECURITY.md: a peer that does not read is dropped after 5 s in a game, 10 s otherwise; plus slack
for a busy machine."""
SILENT_S = 25.0
"""SECURITY.md: a connection without a complete request is dropped after 15 s; plus the same slack."""
DEAF_BYTES = 64 << 20
"""The memory budget for ten peers that do not read."""
TAKE_OVER_S = 5.0
"""The failover time: when a node dies, another one serves all players within this."""
SHORT_OUTAGE_S = 3.0
"""The server does not count shorter interruptions as outages, and does not credit time for them."""
FEW = 12
"""The noise in the number of descriptors: players connect and disconnect."""


@dataclass
class Scene:
    """The context of a fault."""

    world: World
    journal: Journal
    rng: random.Random
    longest: float

    def length(self, most: float) -> float:
        """A random duration of a fault, in seconds."""
        return self.rng.uniform(min(1.0, self.longest), min(most, self.longest))

    def node(self) -> Node:
        return self.rng.choice(self.world.nodes)

    @property
    def games(self) -> list[str]:
        return list(self.journal.games)


class Fault:
    """A fault that can be injected."""

    name = ""
    on_sqlite = True
    on_cluster = True
    late_s = 0.0
    """In a cluster, the documented extra delay of updates meanwhile, while players' clocks run."""
    late_alone_s = 0.0
    """The same for a single node."""
    restarts = False
    """Whether processes are restarted, so that memory cannot be compared."""

    async def run(self, scene: Scene) -> str:
        """Injects the fault and returns a description."""
        raise NotImplementedError

    async def happen(self, scene: Scene) -> str:
        """Injects the fault and records when updates may have been late."""
        late = self.late_s if scene.world.is_cluster else self.late_alone_s
        allowance = Allowance(time.monotonic(), math.inf, late)
        scene.journal.allowances.append(allowance)
        try:
            return await self.run(scene)
        finally:
            allowance.end = time.monotonic() + 2 * SILENCE_S


async def takes_over(scene: Scene, survivor: Node) -> None:
    """The surviving node must serve all players immediately."""
    start = time.monotonic()
    trouble = await scene.world.serves(survivor, scene.rng)
    took = time.monotonic() - start
    if trouble or took > TAKE_OVER_S:
        scene.journal.violation(
            f"{survivor.name} does not serve alone after {took:.1f} s: {trouble or 'slow'}")


class Kill(Fault):
    """SIGKILL in the middle of everything, and a restart."""

    name, restarts = "kill", True
    late_s = late_alone_s = SHORT_OUTAGE_S

    async def run(self, scene: Scene) -> str:
        node, down = scene.node(), scene.length(5)
        await node.process.kill()
        start = time.monotonic()
        for survivor in scene.world.nodes:
            if survivor is not node:
                await takes_over(scene, survivor)
        await asyncio.sleep(max(0.0, start + down - time.monotonic()))
        node.process.start()
        return f"{node.name}, down for {time.monotonic() - start:.1f} s"


class Upgrade(Fault):
    """An orderly stop of one node, and the start of a newer program in its place, while the other
    nodes go on."""

    name, restarts = "upgrade", True
    late_s = late_alone_s = SHORT_OUTAGE_S
    STOP_S = 15.0

    def __init__(self, node: Node) -> None:
        self.node = node

    async def run(self, scene: Scene) -> str:
        start = time.monotonic()
        if not await self.node.upgrade(scene.world.binary, self.STOP_S):
            scene.journal.violation(f"SIGTERM has not stopped {self.node.name}")
        for other in scene.world.nodes:
            if other is not self.node:
                await takes_over(scene, other)
        return f"{self.node.name} in {time.monotonic() - start:.1f} s"


class Stop(Fault):
    """SIGSTOP: the process exists but does not run."""

    name = "stop"
    # Players connected to the frozen node need to time out before they reconnect to the other one.
    late_s = SILENCE_S + 6.0

    async def run(self, scene: Scene) -> str:
        node, length = scene.node(), scene.length(70)
        node.process.signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(length)
        finally:
            node.process.signal(signal.SIGCONT)
        return f"{node.name} for {length:.1f} s"


class HangUps(Fault):
    """Clients that reset the connection at any moment, on every route."""

    name = "hang-ups"

    async def run(self, scene: Scene) -> str:
        count = int(100 * max(2.0, min(scene.length(10), 10)))
        return await nuisance.hang_ups(scene.world, scene.node(), scene.rng, scene.games, count)


class DeafPeers(Fault):
    """Websockets that do not read: the server must drop them, not buffer without bound."""

    name = "deaf"

    async def run(self, scene: Scene) -> str:
        node, peers = scene.node(), nuisance.Deaf()
        game = await nuisance.long_log(scene.world, node, scene.rng)
        games = [game] if game else scene.games
        files, memory = node.process.descriptors(), node.process.rss()
        peak, start = 0, time.monotonic()
        try:
            await peers.come(scene.world, node, scene.rng, games, 10)
            while time.monotonic() < start + DEAF_S:
                await asyncio.sleep(0.25)
                peak = max(peak, node.process.rss() - memory)
                if time.monotonic() > start + 3 and node.process.descriptors() <= files + 3:
                    break
            else:
                scene.journal.violation(
                    f"ten deaf websockets are open after {DEAF_S:.0f} s: "
                    f"{node.process.descriptors()} descriptors, {files} before")
            if peak > DEAF_BYTES:
                scene.journal.violation(f"ten deaf websockets cost {peak >> 20} MiB")
        finally:
            peers.go()
        return f"10 at {node.name} for {time.monotonic() - start:.1f} s, {peak >> 20} MiB more"


class SilentPeers(Fault):
    """Slow-loris connections: nothing, half a head or half a body."""

    name = "silent"

    async def run(self, scene: Scene) -> str:
        node, peers = scene.node(), nuisance.Silent()
        files, start = node.process.descriptors(), time.monotonic()
        count = nuisance.MOST_OF_AN_ADDRESS + 60
        try:
            await peers.come(scene.world, node, count)
            await asyncio.sleep(0.5)
            opened = node.process.descriptors() - files
            if opened > nuisance.MOST_OF_AN_ADDRESS + FEW:
                scene.journal.violation(f"one address keeps {opened} connections open")
            hold = SILENT_S if scene.longest >= SILENT_S else scene.length(5)
            while time.monotonic() < start + hold and node.process.descriptors() > files + FEW:
                await asyncio.sleep(0.5)
            opened = node.process.descriptors() - files
            if hold == SILENT_S and opened > FEW:
                scene.journal.violation(
                    f"{opened} silent connections are open after {SILENT_S:.0f} s")
        finally:
            peers.go()
        return f"{count} at {node.name} for {time.monotonic() - start:.1f} s"


class BadDisk(Fault):
    """A disk under SQLite that is full, broken, read-only or slow."""

    on_cluster = False

    def __init__(self, name: str, disk: Disk) -> None:
        self.name, self.disk = name, disk

    async def run(self, scene: Scene) -> str:
        node, length = scene.node(), scene.length(20)
        delay = scene.rng.randrange(20, 400) if self.disk is Disk.SLOW else 0
        node.control.disk(self.disk, delay)
        try:
            await asyncio.sleep(length)
        finally:
            node.control.disk(Disk.FINE)
        return f"for {length:.1f} s" + (f", {delay} ms a write" if delay else "")


class ClockJump(Fault):
    """The wall clock of a node jumps, and later jumps back."""

    def __init__(self, name: str, sign: int) -> None:
        self.name, self.sign = name, sign

    async def run(self, scene: Scene) -> str:
        node, length = scene.node(), scene.length(15)
        wrong = self.sign * scene.rng.choice([20, 90, 3_600, 7_200])
        node.control.clock(wrong)
        try:
            await asyncio.sleep(length)
        finally:
            node.control.clock(0)
        return f"{node.name} by {wrong} s for {length:.1f} s"
