"""Throw-away PostgreSQL and NATS servers on free loopback ports."""
from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from process import Process, children, free_port, listens
from wire import within

USER = "postgres"
"""The user PostgreSQL runs as when we are root, since it refuses to run as root."""


class MissingProgram(Exception):
    """A required program is not installed."""


def _as_user(command: list[str]) -> list[str]:
    if os.geteuid() != 0:
        return command
    return ["setpriv", "--reuid", USER, "--regid", USER, "--clear-groups", "--", *command]


def _postgres_programs() -> Path:
    """The folder of the newest version's programs, which Debian keeps off the PATH."""
    versions = [folder for folder in Path("/usr/lib/postgresql").glob("*/bin")
                if (folder / "initdb").exists()]
    if versions:
        return max(versions, key=lambda folder: float(folder.parent.name))
    found = shutil.which("initdb")
    if not found:
        raise MissingProgram("initdb is missing (Debian: apt-get install postgresql)")
    return Path(found).resolve().parent


class Postgres:
    """A PostgreSQL server with one empty database."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._programs = _postgres_programs()
        folder.mkdir()
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        command = [str(self._programs / "postgres"), "-D", str(folder / "data"), "-k", str(folder),
                   "-h", "127.0.0.1", "-p", str(self.port), "-c", "max_connections=200"]
        self.process = Process(_as_user(command), folder.parent / "postgres.log")

    @property
    def url(self) -> str:
        return f"postgres://bosworth@127.0.0.1:{self.port}/soak"

    async def start(self) -> None:
        """Creates the database and waits until it answers."""
        init = [str(self._programs / "initdb"), "--username", "bosworth", "--auth", "trust",
                "--encoding", "UTF8", "--locale", "C", "--no-sync", "--pgdata",
                str(self.folder / "data")]
        subprocess.run(_as_user(init), check=True, stdout=subprocess.DEVNULL, cwd="/")
        await self.launch()
        self.sql("CREATE DATABASE soak")

    async def launch(self) -> None:
        """Starts the server, retrying until the previous instance has released its resources."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if not self.process.is_running():
                self.process.start()
            if listens(self.port) and self._psql("SELECT 1").returncode == 0:
                return
            await asyncio.sleep(0.1)
        raise MissingProgram(f"PostgreSQL does not start: see {self.process.log}")

    def _psql(self, *statements: str) -> subprocess.CompletedProcess[bytes]:
        command = [str(self._programs / "psql"), "--host", "127.0.0.1", "--port", str(self.port),
                   "--username", "bosworth", "--dbname", "postgres", "--quiet", "--no-psqlrc"]
        for statement in statements:
            command += ["--command", statement]
        # The administrator can write even in read-only mode.
        env = {**os.environ, "PGOPTIONS": "-c default_transaction_read_only=off"}
        return subprocess.run(command, capture_output=True, env=env, cwd="/", timeout=20)

    def sql(self, *statements: str) -> None:
        done = self._psql(*statements)
        if done.returncode:
            raise OSError(done.stderr.decode())

    def pause(self) -> None:
        """Pauses the server and its backend processes."""
        for process in (self.process.id, *children(self.process.id)):
            os.kill(process, signal.SIGSTOP)

    def resume(self) -> None:
        for process in (self.process.id, *children(self.process.id)):
            os.kill(process, signal.SIGCONT)

    def read_only(self, on: bool) -> None:
        """Switches read-only mode on or off."""
        value = "on" if on else "off"
        self.sql(f"ALTER SYSTEM SET default_transaction_read_only = {value}",
                 "SELECT pg_reload_conf()")

    async def kill(self) -> None:
        """Kills the postmaster; the backends notice and exit."""
        serving = children(self.process.id)
        await self.process.kill()
        for process in serving:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    async def stop(self) -> None:
        self.process.signal(signal.SIGCONT)
        self.process.signal(signal.SIGQUIT)
        if not await self.process.ended(5):
            await self.kill()


class Nats:
    """A NATS server with JetStream."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        program = shutil.which("nats-server") or "/usr/sbin/nats-server"
        if not Path(program).exists():
            raise MissingProgram("nats-server is missing (Debian: apt-get install nats-server)")
        command = [program, "--addr", "127.0.0.1", "--port", str(self.port), "--jetstream",
                   "--store_dir", str(folder / "streams")]
        self.process = Process(command, folder.parent / "nats.log")

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    async def launch(self) -> None:
        """Starts the server and waits until it listens."""
        self.process.start()
        deadline = time.monotonic() + 30
        while not listens(self.port):
            if time.monotonic() > deadline:
                raise MissingProgram(f"NATS does not start: see {self.process.log}")
            await asyncio.sleep(0.05)

    async def publish(self, messages: list[tuple[str, bytes]]) -> None:
        """Publishes arbitrary messages, as anyone with access to an unprotected NATS can."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            await within(5, reader.readline())
            writer.write(b'CONNECT {"verbose":false,"pedantic":false}\r\n')
            for subject, payload in messages:
                writer.write(f"PUB {subject} {len(payload)}\r\n".encode() + payload + b"\r\n")
            writer.write(b"PING\r\n")
            await writer.drain()
            while (line := await within(5, reader.readline())) and line != b"PONG\r\n":
                pass
        finally:
            writer.close()

    async def stop(self) -> None:
        await self.process.kill()
