"""The servers of a run: one node on SQLite, or two on PostgreSQL and NATS with a worker."""
from __future__ import annotations

import asyncio
import enum
import mmap
import os
import random
import shutil
import signal
import struct
import subprocess
import time
from pathlib import Path

from process import Process, free_port
from services import Nats, Postgres
from wire import BROKEN, Address, ask, within

HERE = Path(__file__).resolve().parent
SITE = HERE.parent.parent / "crates/cli/tests/site"


class Disk(enum.IntEnum):
    """The state of the disk, as numbered in shim.c."""

    FINE, FULL, BROKEN, READ_ONLY, SLOW = range(5)


def build_shim(folder: Path) -> Path:
    """Compiles the LD_PRELOAD library that injects disk and clock faults."""
    library = folder / "shim.so"
    command = [shutil.which("cc") or "gcc", "-O1", "-shared", "-fPIC", "-o", str(library),
               str(HERE / "shim.c"), "-ldl"]
    subprocess.run(command, check=True)
    return library


class Control:
    """The memory-mapped control block of one node's shim."""

    LAYOUT = "iiq"

    def __init__(self, path: Path) -> None:
        self.path = path
        path.write_bytes(bytes(struct.calcsize(self.LAYOUT)))
        with open(path, "r+b") as file:
            self._memory = mmap.mmap(file.fileno(), struct.calcsize(self.LAYOUT))

    def disk(self, disk: Disk, delay_ms: int = 0) -> None:
        struct.pack_into("ii", self._memory, 0, disk, delay_ms)

    def clock(self, wrong_by_s: float) -> None:
        struct.pack_into("q", self._memory, 8, int(wrong_by_s * 1e9))


class Node:
    """One `bosworth serve` process."""

    def __init__(self, name: str, binary: Path, folder: Path, database: str, bus: str | None,
                 shim: Path) -> None:
        self.name, self.port = name, free_port()
        self.data = folder / name
        self.data.mkdir()
        self.control = Control(folder / f"{name}.control")
        command = [str(binary), "serve", "--port", str(self.port), "--site", str(SITE),
                   "--database", database.replace("%", str(self.data))]
        if bus:
            # As in packaging/container/compose.yml: only the worker runs engines.
            command += ["--bus", bus, "--engine-threads", "0"]
        env = {"LD_PRELOAD": str(shim), "CHAOS_CONTROL": str(self.control.path),
               "CHAOS_DATA": str(self.data), "HOME": str(self.data),
               "BOSWORTH_LOG": os.environ.get("BOSWORTH_LOG", "warn"), "RUST_BACKTRACE": "1"}
        self.process = Process(command, folder / f"{name}.log", env)

    async def upgrade(self, binary: Path, seconds: float) -> bool:
        """Stops the node as a package manager does, and starts another program in its place.
        Returns whether it stopped in time."""
        self.process.signal(signal.SIGTERM)
        stopped = await self.process.ended(seconds)
        if not stopped:
            await self.process.kill()
        self.process.command[0] = str(binary)
        self.process.start()
        return stopped

    async def is_ready(self, source: str = "127.0.0.1") -> bool:
        """Whether `/ready` succeeds."""
        try:
            answer = await ask(Address(self.port, source), "GET", "/ready", timeout=2.0)
            return answer.status == 200
        except BROKEN:
            return False

    async def launch(self, seconds: float = 30.0) -> None:
        """Starts the node and waits until it is ready."""
        self.process.start()
        deadline = time.monotonic() + seconds
        while not await self.is_ready():
            if time.monotonic() > deadline or not self.process.is_running():
                raise OSError(f"{self.name} does not get ready: see {self.process.log}")
            await asyncio.sleep(0.05)


class Worker:
    """A `bosworth worker` process, which computes the computer's turns for all nodes."""

    def __init__(self, binary: Path, folder: Path, bus: str) -> None:
        command = [str(binary), "worker", "--bus", bus, "--threads", "1"]
        env = {"BOSWORTH_LOG": os.environ.get("BOSWORTH_LOG", "warn"), "RUST_BACKTRACE": "1"}
        self.process = Process(command, folder / "worker.log", env)

    async def upgrade(self, binary: Path) -> None:
        """Stops the worker, and starts another program in its place."""
        self.process.signal(signal.SIGTERM)
        if not await self.process.ended(15.0):
            await self.process.kill()
        self.process.command[0] = str(binary)
        self.process.start()


class Sources:
    """Fresh loopback addresses, so that clients do not share limits per address."""

    def __init__(self) -> None:
        self._count = 0

    def next(self) -> str:
        self._count += 1
        rest, last = divmod(self._count, 250)
        first, second = divmod(rest, 250)
        return f"127.{1 + first % 250}.{second}.{last + 1}"


class World:
    """All servers of a run."""

    def __init__(self, binary: Path, folder: Path, is_cluster: bool,
                 previous: Path | None = None) -> None:
        self.folder, self.is_cluster, self.sources = folder, is_cluster, Sources()
        self.binary = binary
        binary = previous or binary
        shim = build_shim(folder)
        self.postgres = Postgres(folder / "postgres") if is_cluster else None
        (folder / "nats").mkdir()
        self.nats = Nats(folder / "nats") if is_cluster else None
        database = self.postgres.url if self.postgres else "sqlite:%/bosworth.db"
        bus = self.nats.url if self.nats else None
        self.worker = Worker(binary, folder, bus) if bus else None
        names = ["first", "second"] if is_cluster else ["node"]
        self.nodes = [Node(name, binary, folder, database, bus, shim) for name in names]
        self.ports = [node.port for node in self.nodes]
        self.has_revisions = False

    async def start(self) -> None:
        if self.postgres and self.nats:
            await self.postgres.start()
            await self.nats.launch()
        if self.worker:
            self.worker.process.start()
        for node in self.nodes:
            await node.launch()
        interface = await ask(Address(self.ports[0], "127.0.0.1"), "GET", "/api/openapi.json")
        self.has_revisions = b'"revision"' in interface.body

    async def stop(self) -> None:
        """Stops everything, whatever state it is in."""
        for node in self.nodes:
            await node.process.kill()
        if self.worker:
            await self.worker.process.kill()
        if self.nats:
            await self.nats.stop()
        if self.postgres:
            await self.postgres.stop()

    async def serves(self, node: Node, rng: random.Random) -> str | None:
        """Lets a new guest play the computer at a node; returns the problem, or `None`."""
        address = Address(node.port, self.sources.next())
        try:
            if not await node.is_ready(address.source):
                return "/ready does not say 200"
            answer = await ask(address, "POST", "/api/guest", timeout=5.0)
            if answer.status != 200:
                return f"a new guest is answered with {answer.status}"
            cookie = answer.headers["set-cookie"].split(";")[0]
            terms = {"ruleset": "classic", "clock": "5+3", "side": "red"}
            answer = await ask(address, "POST", "/api/computer", {"level": 1, "terms": terms}, cookie)
            if answer.status != 200:
                return f"a game against the computer is answered with {answer.status}"
            game = answer.json()["game"]
            return await within(10, self._acts(address, cookie, game, rng))
        except asyncio.TimeoutError:
            return "no answer in time"
        except BROKEN as error:
            return f"the connection fails: {error!r}"
        except (KeyError, ValueError) as error:
            return f"an answer cannot be read: {error!r}"

    async def _acts(self, address: Address, cookie: str, game: str,
                    rng: random.Random) -> str | None:
        """Acts once, and waits for the computer's reply."""
        path = f"/api/games/{game}/command"
        steps = [{"ready": {"nonce": f"{rng.getrandbits(64):x}"}}, None]
        for step in steps:
            if step is None:
                answer = await ask(address, "GET", f"/api/games/{game}", cookie=cookie)
                step = {"act": {"action": answer.json()["actions"][0], "ply": 0}}
            request = {"key": rng.getrandbits(53), "command": step}
            answer = await ask(address, "POST", path, request, cookie)
            if answer.status != 200 or "done" not in answer.json():
                return f"a command is answered with {answer.status} {answer.body[:120]!r}"
        while True:
            answer = await ask(address, "GET", f"/api/games/{game}", cookie=cookie)
            if answer.status != 200:
                return f"the game is answered with {answer.status}"
            if len(answer.json()["plies"]) >= 2:
                break
            await asyncio.sleep(0.05)
        request = {"key": rng.getrandbits(53), "command": "resign"}
        answer = await ask(address, "POST", path, request, cookie)
        return None if answer.status == 200 else f"resigning is answered with {answer.status}"
