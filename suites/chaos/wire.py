"""A minimal HTTP/1.1 and websocket (RFC 6455) client.

Only what the suite needs: one HTTP request per connection, and a websocket that masks frames,
fragments messages at random, reassembles fragments, answers pings and takes part in the closing
handshake.
"""
from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import random
import socket
import struct
from dataclasses import dataclass
from typing import Any, Awaitable, TypeVar

Result = TypeVar("Result")
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
LONGEST = 64 * 1024 * 1024


class WireError(Exception):
    """A protocol violation, or a premature end of the connection."""


class HandshakeRefused(WireError):
    """The server answered a websocket's handshake with another status."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the websocket was answered with {status}")
        self.status = status


BROKEN = (WireError, OSError, EOFError, asyncio.TimeoutError)
"""The exceptions of a broken connection."""


def is_unauthorized(error: BaseException) -> bool:
    """Whether the server does not know the credentials. (By status: the message of another error
    may hold a port with the same digits.)"""
    return isinstance(error, HandshakeRefused) and error.status == 401


async def within(seconds: float, work: Awaitable[Result]) -> Result:
    """Awaits with a timeout. (`asyncio.wait_for` of Python 3.11 may swallow a cancellation.)"""
    async with asyncio.timeout(seconds):
        return await work


@dataclass(frozen=True)
class Address:
    """The port of a server, and the loopback address to connect from."""

    port: int
    source: str

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def open(self, timeout: float = 5.0, receive_buffer: int | None = None,
                   ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connects, optionally with a receive buffer of a given size."""
        own = socket.socket()
        try:
            own.setblocking(False)
            if receive_buffer:
                own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            own.bind((self.source, 0))
            connecting = asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", self.port))
            await within(timeout, connecting)
            return await asyncio.open_connection(sock=own, limit=LONGEST)
        except BaseException:
            own.close()
            raise


@dataclass(frozen=True)
class Answer:
    """An HTTP response."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def head(method: str, path: str, address: Address, cookie: str | None = None,
         length: int | None = None, more: str = "") -> bytes:
    """The head of a request. With a cookie the server also requires the Origin."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {address.host}"]
    if cookie:
        lines += [f"Cookie: {cookie}", f"Origin: http://{address.host}"]
    if length is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {length}"]
    return ("\r\n".join(lines) + "\r\n" + more + "\r\n").encode()


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Reads the status and the headers of a response."""
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = text.rstrip("\r\n").split("\r\n")
    words = first.split(" ", 2)
    if len(words) < 2 or not words[0].startswith("HTTP/1."):
        raise WireError(f"not HTTP: {first!r}")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    return int(words[1]), headers


async def read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    """Reads the body of a response."""
    if headers.get("transfer-encoding", "").lower() == "chunked":
        parts = []
        while size := int((await reader.readline()).split(b";")[0], 16):
            parts.append(await reader.readexactly(size))
            await reader.readline()
        return b"".join(parts)
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    return await reader.read()


async def ask(address: Address, method: str, path: str, body: Any = None,
              cookie: str | None = None, timeout: float = 10.0) -> Answer:
    """Sends a request and reads the whole response."""

    async def talk() -> Answer:
        data = None if body is None else json.dumps(body).encode()
        length = len(data) if data is not None else 0 if method != "GET" else None
        writer.write(head(method, path, address, cookie, length, "Connection: close\r\n"))
        if data:
            writer.write(data)
        await writer.drain()
        status, headers = await read_head(reader)
        return Answer(status, headers, await read_body(reader, headers))

    reader, writer = await address.open(timeout)
    try:
        return await within(timeout, talk())
    except ValueError as error:
        raise WireError(str(error)) from error
    finally:
        writer.close()


def reset(writer: asyncio.StreamWriter) -> None:
    """Resets the connection: the other side gets a RST."""
    own = writer.get_extra_info("socket")
    if own is not None and own.fileno() >= 0:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def frame(opcode: int, payload: bytes, final: bool = True) -> bytes:
    """A masked frame."""
    size = len(payload)
    start = bytes([opcode | (0x80 if final else 0)])
    if size < 126:
        start += bytes([0x80 | size])
    elif size < 65_536:
        start += struct.pack(">BH", 0x80 | 126, size)
    else:
        start += struct.pack(">BQ", 0x80 | 127, size)
    mask = os.urandom(4)
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(
        (mask * (size // 4 + 1))[:size], "big")
    return start + mask + masked.to_bytes(size, "big")


class WebSocket:
    """An open websocket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter,
                 rng: random.Random) -> None:
        self._reader, self._writer, self._rng = reader, writer, rng

    @staticmethod
    async def connect(address: Address, cookie: str | None, rng: random.Random,
                      token: str | None = None, timeout: float = 5.0,
                      receive_buffer: int | None = None) -> WebSocket:
        """Opens a websocket, authenticated by a cookie or a token."""
        reader, writer = await address.open(timeout, receive_buffer)
        try:
            key = base64.b64encode(os.urandom(16))
            more = ("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    f"Sec-WebSocket-Key: {key.decode()}\r\n")
            if token:
                more += f"Authorization: Bearer {token}\r\n"
            writer.write(head("GET", "/api/ws", address, cookie, more=more))
            status, headers = await within(timeout, read_head(reader))
            expected = base64.b64encode(hashlib.sha1(key + GUID).digest()).decode()
            if status != 101:
                raise HandshakeRefused(status)
            if headers.get("sec-websocket-accept") != expected:
                raise WireError("the websocket's handshake is wrong")
        except BaseException:
            writer.transport.abort()
            raise
        return WebSocket(reader, writer, rng)

    @property
    def writer(self) -> asyncio.StreamWriter:
        return self._writer

    def send(self, message: Any) -> None:
        """Sends a JSON message, sometimes fragmented into two frames."""
        if self._writer.is_closing():
            raise WireError("the connection is gone")
        data = json.dumps(message).encode()
        if len(data) > 8 and self._rng.random() < 0.1:
            cut = self._rng.randrange(1, len(data))
            self._writer.write(frame(TEXT, data[:cut], final=False))
            self._writer.write(frame(0, data[cut:]))
        else:
            self._writer.write(frame(TEXT, data))

    async def receive(self) -> Any:
        """The next message. Raises `WireError` when the connection ends."""
        parts: list[bytes] = []
        while True:
            first, second = await self._reader.readexactly(2)
            opcode, size = first & 15, second & 127
            if second & 128:
                raise WireError("a server must not mask frames")
            if size == 126:
                size, = struct.unpack(">H", await self._reader.readexactly(2))
            elif size == 127:
                size, = struct.unpack(">Q", await self._reader.readexactly(8))
            if size > LONGEST:
                raise WireError(f"a frame of {size} bytes")
            payload = await self._reader.readexactly(size)
            if opcode == PING:
                self._writer.write(frame(PONG, payload))
            elif opcode == CLOSE:
                self._writer.write(frame(CLOSE, payload[:2]))
                raise WireError(f"closed: {payload[2:].decode(errors='replace')}")
            elif opcode in (0, TEXT, BINARY):
                if (opcode == 0) != bool(parts):
                    raise WireError("interleaved fragments")
                parts.append(payload)
                if first & 128:
                    return json.loads(b"".join(parts))

    def close(self) -> None:
        """Closes with a closing handshake."""
        if not self._writer.is_closing():
            self._writer.write(frame(CLOSE, struct.pack(">H", 1000)))
            self._writer.close()

    def reset(self) -> None:
        """Resets the connection without a closing handshake."""
        reset(self._writer)
