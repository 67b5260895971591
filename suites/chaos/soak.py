#!/usr/bin/env python3
"""A soak test with fault injection: hundreds of games by an independent client.

    python3 suites/chaos/soak.py --binary target/debug/bosworth --seconds 60 [--seed N] [--cluster]

Starts its own servers on loopback, plays at them, and injects one fault after the other. After each,
the service must recover on its own within ten seconds, memory and descriptors must return to their
former level, and the referee checks every game. On any violation the exit status is 1, and logs and
databases are kept. Needs Python's standard library, a C compiler, and for `--cluster` PostgreSQL and
NATS.
"""
from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from couple import Couple, Temper
from faults import (BadDisk, ClockJump, DeafPeers, Fault, HangUps, Kill, Scene, SilentPeers, Stop,
                    Upgrade)
from group import PLAYERS, Group
from journal import Journal
from outages import (NatsKilled, NatsLies, NatsPaused, PostgresKilled, PostgresPaused,
                     PostgresReadOnly, WorkerKilled)
from player import Visitor
from recovery import Recovery
from referee import Referee
from report import Line, Report
from server import Disk, World

FAULTS: list[Fault] = [
    Kill(), Stop(), HangUps(), DeafPeers(), SilentPeers(),
    BadDisk("disk-full", Disk.FULL), BadDisk("disk-broken", Disk.BROKEN),
    BadDisk("disk-read-only", Disk.READ_ONLY), BadDisk("disk-slow", Disk.SLOW),
    ClockJump("clock-forward", 1), ClockJump("clock-back", -1),
    PostgresPaused(), PostgresReadOnly(), PostgresKilled(),
    NatsKilled(), NatsPaused(), NatsLies(), WorkerKilled(),
]
STOP_S = 15.0
"""The time within which SIGTERM must stop a healthy node."""
ENTRY_PART, MAX_ENTRY_S = 0.1, 20.0
"""How long a tournament can be entered: a part of the run, in which nodes are replaced meanwhile."""
LAST_GAMES_S = 240.0
"""The time within which the tournaments in progress are over at the end of a run."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Soak test of a server with fault injection.")
    parser.add_argument("--binary", type=Path, required=True, help="the `bosworth` binary")
    parser.add_argument("--seconds", type=float, default=60, help="duration of the fault injection")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--only", metavar="FAULT", action="append", default=[],
                        choices=[fault.name for fault in FAULTS], help="only this fault")
    parser.add_argument("--cluster", action="store_true",
                        help="two nodes on PostgreSQL and NATS instead of one on SQLite")
    parser.add_argument("--games", type=int, default=40, help="number of concurrent games")
    parser.add_argument("--longest", type=float, default=70, help="longest fault, in seconds")
    parser.add_argument("--upgrades", type=int, metavar="TIMES", default=0,
                        help="replace the program node by node this many times, under load; with "
                             "--cluster, and instead of other faults")
    parser.add_argument("--previous", type=Path, metavar="BINARY",
                        help="with --upgrades, start with this older program")
    parser.add_argument("--tournaments", type=int, default=0,
                        help="with --upgrades, number of concurrent tournaments")
    parser.add_argument("--report", type=Path, help="write a summary to this file")
    return parser.parse_args()


class Soak:
    """One run."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options, self.journal, self.report = options, Journal(), Report(options)
        previous = options.previous and options.previous.resolve()
        self.journal.has_versions = previous is not None
        self.world = World(options.binary.resolve(), folder, options.cluster, previous)
        self.referee = Referee(self.world, self.journal, self._rng("referee"))
        self.scene = Scene(self.world, self.journal, self._rng("faults"), options.longest)
        self.recovery = Recovery(self.world, self.journal, self._rng("recovery"))
        self.groups: list[Group] = []

    def _rng(self, name: str) -> random.Random:
        """Every part has its own random stream, so that one does not disturb the others."""
        return random.Random(f"{self.options.seed}/{name}")

    async def run(self) -> None:
        """Plays and injects faults until the time is up."""
        await self.world.start()
        self.groups = [self._group(number) for number in range(self.options.tournaments)]
        players = [asyncio.create_task(self._couple(number).live())
                   for number in range(self.options.games)]
        groups = [asyncio.create_task(group.live()) for group in self.groups]
        players += groups
        watch = asyncio.create_task(self._watch_stalls())
        try:
            await asyncio.sleep(min(5.0, self.options.seconds / 8))
            if self.options.upgrades:
                await self._upgrades(players)
                await self._last_games(groups)
            else:
                await self._faults(players)
        finally:
            for task in (*players, watch):
                task.cancel()
            await asyncio.gather(*players, watch, return_exceptions=True)
        await self._end()

    def _temper(self) -> Temper:
        games = self.options.games + self.options.tournaments * PLAYERS // 2
        return Temper(think=max(0.1, games / 100))

    def _visitors(self, name: str, places: str) -> list[Visitor]:
        return [Visitor(self.world, self.journal, self._rng(f"{name} {place}"),
                        self.world.sources.next()) for place in places]

    def _couple(self, number: int) -> Couple:
        first, second = self._visitors(f"visitor {number}", "ab")
        return Couple(first, second, self._rng(f"couple {number}"), self._temper(), number,
                      number % 4 == 3)

    def _group(self, number: int) -> Group:
        entry_s = min(MAX_ENTRY_S, self.options.seconds * ENTRY_PART)
        # A round is as long as its longest game.
        temper = Temper(think=self._temper().think / 2)
        return Group(self._visitors(f"entrant {number}", "abcd"[:PLAYERS]),
                     self._rng(f"group {number}"), temper, number, entry_s)

    async def _faults(self, players: list[asyncio.Task[None]]) -> None:
        is_cluster = self.options.cluster
        possible = [fault for fault in FAULTS
                    if (fault.on_cluster if is_cluster else fault.on_sqlite)
                    and (not self.options.only or fault.name in self.options.only)]
        end = time.monotonic() + self.options.seconds
        bag: list[Fault] = []
        while time.monotonic() < end:
            if not bag:
                # A shuffled bag: every fault occurs once before any repeats.
                bag = self.scene.rng.sample(possible, len(possible))
            await asyncio.sleep(self.scene.rng.uniform(0.2, 1.5))
            await self._one(bag.pop())
            self._check_players(players)

    async def _upgrades(self, players: list[asyncio.Task[None]]) -> None:
        """Replaces one program after the other, and lets both versions play side by side in
        between. If there is an older version, it is replaced by the first of these upgrades."""
        steps = self.options.upgrades * (len(self.world.nodes) + 1) + 1
        pause = self.options.seconds / steps
        for _ in range(self.options.upgrades):
            for node in self.world.nodes:
                await asyncio.sleep(pause)
                await self._one(Upgrade(node))
                self._check_players(players)
            await asyncio.sleep(pause)
            if self.world.worker:
                await self.world.worker.upgrade(self.world.binary)
        await asyncio.sleep(pause)
        self._check_players(players)

    async def _last_games(self, groups: list[asyncio.Task[None]]) -> None:
        """Lets the tournaments in progress come to their end, and checks how long anybody waited."""
        for group in self.groups:
            group.is_last = True
        _, late = await asyncio.wait(groups, timeout=LAST_GAMES_S) if groups else ((), ())
        if late:
            self.journal.violation(f"{len(late)} tournaments are not over after {LAST_GAMES_S:.0f} s")
        for start, took in self.journal.latencies:
            self.journal.pause("the acknowledgement of an action", took, start + took)

    def _check_players(self, players: list[asyncio.Task[None]]) -> None:
        for player in players:
            if player.done() and not player.cancelled():
                self.journal.violation(f"a player crashed: {player.exception()!r}")
                players.remove(player)

    async def _one(self, fault: Fault) -> None:
        """Injects a fault and checks the recovery."""
        before = self.recovery.measure()
        violations, start = len(self.journal.violations), time.monotonic()
        what = await fault.happen(self.scene)
        over = time.monotonic()
        back = await self.recovery.wait(fault)
        quantiles = self.journal.quantiles(start, time.monotonic())
        await self.recovery.games_go_on(fault)
        after = await self.recovery.compare(fault, before)
        games = await self.referee.audit()
        line = Line(fault.name, what, start - self.report.began, over - start, back, *quantiles,
                    before, after, games, len(self.journal.violations) - violations)
        self.report.add(line)

    async def _watch_stalls(self) -> None:
        """Records stalls of this process itself, so that they are not blamed on the server."""
        while True:
            start = time.monotonic()
            await asyncio.sleep(0.1)
            late = time.monotonic() - start - 0.1
            if late > 0.1:
                self.journal.stalls.append((start, late))

    async def _end(self) -> None:
        """Stops the nodes gracefully, restarts them, and audits every log once more."""
        for node in self.world.nodes:
            node.process.signal(signal.SIGTERM)
            if not await node.process.ended(STOP_S):
                self.journal.violation(f"SIGTERM has not stopped {node.name} after {STOP_S:.0f} s")
                await node.process.kill()
        for node in self.world.nodes:
            await node.launch()
        await self.referee.audit(whole=True)


async def supervise(options: argparse.Namespace, folder: Path) -> Soak:
    """Runs a soak and always stops what it started."""
    soak = Soak(options, folder)
    work = asyncio.create_task(soak.run())
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, work.cancel)
    try:
        await work
    finally:
        await soak.world.stop()
    return soak


def main() -> int:
    options = arguments()
    world = "two nodes and a worker on PostgreSQL and NATS" if options.cluster else "one node on SQLite"
    print(f"seed {options.seed}: {world}, {options.games} concurrent games, "
          f"{options.tournaments} concurrent tournaments, {options.seconds:.0f} s of "
          f"{'upgrades' if options.upgrades else 'faults'}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="bosworth-soak-"))
    folder.chmod(0o755)
    try:
        soak = asyncio.run(supervise(options, folder))
    except BaseException as error:
        print(f"the soak itself failed; its logs are in {folder}: {error!r}", flush=True)
        raise
    held = [tournament for group in soak.groups for tournament in group.held]
    soak.report.summary(soak.journal, soak.referee.verified, held)
    if soak.journal.violations:
        (folder / "violations.txt").write_text("\n".join(soak.journal.violations) + "\n")
        print(f"{len(soak.journal.violations)} violations; logs and databases are in {folder}\n"
              f"to repeat: {' '.join(sys.argv)} --seed {options.seed}", flush=True)
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
