"""The site with real sockets in this process: Uvicorn as `naqala serve` sets it up, in a thread."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
import uvicorn
from starlette.applications import Starlette

from naqala.site.serve import server_config

UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@dataclass
class Live:
    """A running site."""

    app: Starlette
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self) -> socket.socket:
        """A bare connection, which gives up after some seconds."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def send(self, text: str | bytes) -> bytes:
        """Sends bytes as they are; returns all that comes until the server closes."""
        with self.connect() as connection:
            connection.sendall(text.encode() if isinstance(text, str) else text)
            return read_all(connection)

    def open_socket(self, path: str, more: str = "") -> socket.socket:
        """A web socket, after its handshake."""
        connection = self.connect()
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{UPGRADE}{more}\r\n"
        connection.sendall(request.encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            part = connection.recv(1)
            assert part, answer
            answer += part
        assert answer.startswith(b"HTTP/1.1 101"), answer
        return connection

    def is_well(self) -> bool:
        """Whether it still answers."""
        return httpx2.get(f"{self.address}/healthz", timeout=20).status_code == 200


@contextmanager
def serving(app: Starlette) -> Iterator[Live]:
    """Serves an application until the context ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(server_config(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    try:
        yield Live(app, listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(timeout=30)
        listener.close()
    assert not thread.is_alive()


def read_all(connection: socket.socket) -> bytes:
    """Everything until the other end closes."""
    parts: list[bytes] = []
    while True:
        try:
            part = connection.recv(65_536)
        except ConnectionResetError:
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)


def frame(payload: bytes, opcode: int = 1, *, is_last: bool = True) -> bytes:
    """A client's frame (RFC 6455, section 5.2), masked with zeros."""
    head = bytes([opcode | (0x80 if is_last else 0)])
    size = len(payload)
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65_536:
        head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([0x80 | 127]) + size.to_bytes(8, "big")
    return head + b"\0\0\0\0" + payload


def text(message: Any) -> bytes:
    """A message as a frame."""
    return frame(json.dumps(message).encode())


def wait_until(holds: Callable[[], bool], most_s: float = 30.0) -> None:
    end_s = time.monotonic() + most_s
    while not holds():
        assert time.monotonic() < end_s, "it has not come to that"
        time.sleep(0.01)
