"""Throw-away child processes."""
from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Mapping

PR_SET_PDEATHSIG = 1


def free_port() -> int:
    """A free loopback port."""
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        return own.getsockname()[1]


def listens(port: int) -> bool:
    """Whether a server accepts connections on a port."""
    with socket.socket() as own:
        own.settimeout(1.0)
        return own.connect_ex(("127.0.0.1", port)) == 0


def children(process: int) -> list[int]:
    """The child processes of a process."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == process:
                found.append(int(entry.name))
    return found


def _die_with_parent() -> None:
    """Ensures that no process outlives a soak that was killed."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Process:
    """A restartable program with a log file."""

    def __init__(self, command: list[str], log: Path, env: Mapping[str, str] | None = None) -> None:
        self.command, self.log = command, log
        self.env = {**os.environ, **(env or {})}
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def id(self) -> int:
        assert self._running is not None
        return self._running.pid

    def start(self) -> None:
        with open(self.log, "ab") as log:
            self._running = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.env,
                cwd="/", start_new_session=True, preexec_fn=_die_with_parent)

    def is_running(self) -> bool:
        return self._running is not None and self._running.poll() is None

    def signal(self, number: int) -> None:
        if self.is_running():
            assert self._running is not None
            self._running.send_signal(number)

    async def ended(self, seconds: float) -> bool:
        """Waits for its exit; false on timeout."""
        deadline = time.monotonic() + seconds
        while self.is_running():
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(0.02)
        return True

    async def kill(self) -> None:
        """Kills it, even if it is stopped."""
        self.signal(signal.SIGKILL)
        await self.ended(10)

    def rss(self) -> int:
        """Resident memory, in bytes."""
        try:
            for line in Path(f"/proc/{self.id}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        except OSError:
            pass
        return 0

    def descriptors(self) -> int:
        """The number of open file descriptors."""
        try:
            return len(os.listdir(f"/proc/{self.id}/fd"))
        except OSError:
            return 0
