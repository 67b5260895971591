"""Checks that the service recovers from a fault."""
from __future__ import annotations

import asyncio
import random
import signal
import time
from dataclasses import dataclass

from faults import FEW, Fault
from journal import Journal
from server import Node, World

BACK_S = 10.0
"""The time within which the service must recover on its own."""
GIVE_UP_S = 30.0
"""The time after which a node is restarted, so that the run can continue."""
GO_ON_S, ACTIONS = 20.0, 5
"""The time within which players must complete this many actions; some first have to notice that their
connection is dead."""
SETTLE_S = 20.0
"""The time within which memory and descriptors must return to their former level."""
MORE_BYTES, MORE_PART = 64 << 20, 0.25
"""The tolerated growth of memory, absolute and relative, whichever is more: games continue meanwhile, and
hashing two passwords takes 40 MiB."""


@dataclass(frozen=True)
class Measure:
    """The resource usage of the nodes."""

    bytes: list[int]
    descriptors: list[int]

    def __str__(self) -> str:
        return ", ".join(f"{size >> 20} MiB {files} fd"
                         for size, files in zip(self.bytes, self.descriptors))


class Recovery:
    """Checks the nodes once a fault is over."""

    def __init__(self, world: World, journal: Journal, rng: random.Random) -> None:
        self.world, self.journal, self.rng = world, journal, rng

    def measure(self) -> Measure:
        nodes = [node.process for node in self.world.nodes]
        return Measure([node.rss() for node in nodes], [node.descriptors() for node in nodes])

    async def wait(self, fault: Fault) -> float:
        """Waits until a new guest can play at every node; returns the seconds it took."""
        start = time.monotonic()
        worker = self.world.worker
        if worker and not worker.process.is_running():
            self.journal.violation(f"the worker has exited after {fault.name}")
            worker.process.start()
        await asyncio.gather(*(self._wait_for(node, fault, start) for node in self.world.nodes))
        return time.monotonic() - start

    async def _wait_for(self, node: Node, fault: Fault, start: float) -> None:
        while trouble := await self.world.serves(node, self.rng):
            if not node.process.is_running():
                self.journal.violation(f"{node.name} has exited after {fault.name}")
                return await node.launch()
            if time.monotonic() > start + GIVE_UP_S:
                self.journal.violation(
                    f"{node.name} does not recover from {fault.name}: {trouble}; restarted")
                node.process.signal(signal.SIGCONT)
                await node.process.kill()
                return await node.launch()
            await asyncio.sleep(0.1)
        took = time.monotonic() - start
        if took > BACK_S:
            self.journal.violation(f"{node.name} took {took:.1f} s to recover from {fault.name}")

    async def games_go_on(self, fault: Fault) -> None:
        """Waits until the existing players act again."""
        start = time.monotonic()
        while self.journal.actions_since(start) < ACTIONS:
            if time.monotonic() > start + GO_ON_S:
                self.journal.violation(f"games do not continue after {fault.name}")
                return
            await asyncio.sleep(0.1)

    async def compare(self, fault: Fault, before: Measure) -> Measure:
        """Waits until memory and descriptors return to their former level, or records a violation."""
        deadline = time.monotonic() + SETTLE_S
        while True:
            after = self.measure()
            trouble = self._trouble(fault, before, after)
            if not trouble:
                return after
            if time.monotonic() > deadline:
                self.journal.violation(f"after {fault.name} {trouble}")
                return after
            await asyncio.sleep(0.25)

    def _trouble(self, fault: Fault, before: Measure, after: Measure) -> str | None:
        for node, was, now in zip(self.world.nodes, before.bytes, after.bytes):
            if not fault.restarts and now > was + max(MORE_BYTES, was * MORE_PART):
                return f"{node.name} has {now >> 20} MiB, {was >> 20} before"
        # Summed over nodes, since players may have reconnected to another one.
        was, now = sum(before.descriptors), sum(after.descriptors)
        return f"{now} descriptors are open, {was} before" if now > was + 2 * FEW else None
