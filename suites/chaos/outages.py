"""Faults of what a cluster depends on: PostgreSQL, NATS and the worker."""
from __future__ import annotations

import asyncio
import json
import signal
import time

import nuisance
from faults import Fault, Scene
from player import FORGED
from server import Node
from wire import BROKEN, Address


class PostgresFault(Fault):
    """A fault of PostgreSQL."""

    on_sqlite = False


class PostgresPaused(PostgresFault):
    """SIGSTOP to all of PostgreSQL, while an impatient load balancer polls `/ready`."""

    name, late_s = "postgres-paused", 2.0

    async def run(self, scene: Scene) -> str:
        assert scene.world.postgres
        length = scene.length(30)
        scene.world.postgres.pause()
        balancers = [asyncio.create_task(self._ask(scene, node)) for node in scene.world.nodes]
        try:
            await asyncio.sleep(length)
        finally:
            scene.world.postgres.resume()
            for balancer in balancers:
                balancer.cancel()
        return f"for {length:.1f} s"

    async def _ask(self, scene: Scene, node: Node) -> None:
        for _ in range(200):
            try:
                address = Address(node.port, "127.0.0.1")
                await nuisance.hang_up(address, scene.rng, "GET", "/ready", None, None)
            except BROKEN:
                pass
            await asyncio.sleep(0.1)


class PostgresReadOnly(PostgresFault):
    """Every write is rejected."""

    name, late_s = "postgres-read-only", 2.0

    async def run(self, scene: Scene) -> str:
        assert scene.world.postgres
        length = scene.length(15)
        scene.world.postgres.read_only(True)
        try:
            await asyncio.sleep(length)
        finally:
            scene.world.postgres.read_only(False)
        return f"for {length:.1f} s"


class PostgresKilled(PostgresFault):
    """SIGKILL to PostgreSQL, and a restart."""

    name, late_s = "postgres-killed", 2.0

    async def run(self, scene: Scene) -> str:
        assert scene.world.postgres
        down = scene.length(10)
        await scene.world.postgres.kill()
        try:
            await asyncio.sleep(down)
        finally:
            await scene.world.postgres.launch()
        return f"down for {down:.1f} s"


class NatsFault(Fault):
    """Notices on the bus are lost: players at different nodes get each other's updates seconds later."""

    on_sqlite = False
    late_s = 12.0


class NatsKilled(NatsFault):
    """SIGKILL to NATS, and a restart."""

    name = "nats-killed"

    async def run(self, scene: Scene) -> str:
        assert scene.world.nats
        down = scene.length(15)
        await scene.world.nats.process.kill()
        try:
            await asyncio.sleep(down)
        finally:
            await scene.world.nats.launch()
        return f"down for {down:.1f} s"


class NatsPaused(NatsFault):
    """SIGSTOP to NATS."""

    name = "nats-paused"

    async def run(self, scene: Scene) -> str:
        assert scene.world.nats
        length = scene.length(30)
        scene.world.nats.process.signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(length)
        finally:
            scene.world.nats.process.signal(signal.SIGCONT)
        return f"for {length:.1f} s"


class NatsLies(NatsFault):
    """An attacker with access to NATS publishes forged messages."""

    name = "nats-lies"
    late_s = 2.0

    async def run(self, scene: Scene) -> str:
        assert scene.world.nats
        lies, length = 0, scene.length(5)
        end = time.monotonic() + length
        while time.monotonic() < end:
            messages = [message for game in scene.rng.sample(scene.games, min(10, len(scene.games)))
                        for message in self._lies(scene, game)]
            await scene.world.nats.publish(messages)
            lies += len(messages)
            await asyncio.sleep(0.1)
        return f"{lies} lies in {length:.1f} s"

    def _lies(self, scene: Scene, game: str) -> list[tuple[str, bytes]]:
        """Forged next entries, impossible sequence numbers, notices to players, garbage, solutions."""
        rng, seen = scene.rng, scene.journal.game(game)
        known = max(seen.entries, default=-1) + 1

        def entry(seq: int) -> dict[str, object]:
            chat = {"chat": {"side": "red", "text": FORGED}}
            forged = {"seq": seq, "at": int(time.time() * 1_000), "by": "red",
                      "key": rng.getrandbits(50), "events": [chat]}
            return {"entry": {"game": game, "seq": seq, "body": json.dumps(forged)}}

        accounts = [value for text in list(seen.entries.values())[:1]
                    for event in json.loads(text)["events"] if "open" in event
                    for side in ("red", "white")
                    for value in [event["open"][side].get("account")] if value]
        bye = json.dumps({"bye": {"reason": FORGED, "again": True}})
        notices: list[object] = [
            entry(known), entry(known + 1), entry(rng.choice([0, 2**31, 2**32 - 1])), "seeks", "lost",
            *({"account": {"account": account, "text": bye}} for account in accounts),
        ]
        letters = [json.dumps({"from": rng.getrandbits(53), "notice": notice}).encode()
                   for notice in notices]
        letters += [b"", b"{", b"\xff" * 40, b"[" * 2_000, json.dumps({"from": 1}).encode()]
        solutions = [json.dumps({"game": game, "ply": ply, "revision": ply, "action": FORGED}).encode()
                     for ply in (0, 7, 65_535)]
        return [*(("bosworth.notices", letter) for letter in letters),
                *(("bosworth.solutions", solution) for solution in [*solutions, b"?"])]


class WorkerKilled(Fault):
    """SIGKILL to the only worker, and a restart: the computer's turns wait in the queue, and the one
    that it was thinking about is delivered again."""

    name, on_sqlite = "worker-killed", False

    async def run(self, scene: Scene) -> str:
        assert scene.world.worker
        down = scene.length(10)
        await scene.world.worker.process.kill()
        try:
            await asyncio.sleep(down)
        finally:
            scene.world.worker.process.start()
        return f"down for {down:.1f} s"
