"""The browser's end of a WebSocket, as lean as it can be: it must not be what is measured."""

import asyncio
import base64
import os
from collections.abc import Callable

_TEXT, _CLOSE, _PING = 0x81, 0x88, 0x89
_MASKED = 0x80
_NO_MASK = b"\0\0\0\0"
"""A mask of zeros changes nothing, so that masking costs the generator nothing."""

Listener = Callable[[bytes], None]
Mourner = Callable[[Exception], None]


class Lost(Exception):
    """A socket that the server did not open, or did not keep."""


class Socket(asyncio.Protocol):
    """Calls `on_text` with every message, and `on_lost` if it ends before we end it."""

    def __init__(self, on_text: Listener, on_lost: Mourner) -> None:
        self._on_text = on_text
        self._on_lost = on_lost
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._opened: asyncio.Future[None] | None = asyncio.get_running_loop().create_future()

    async def open(self, port: int, path: str, cookie: str = "") -> None:
        """Connects to a server on this machine.

        Raises:
            Lost: if the server does not want to.

        """
        opened = self._opened
        assert opened is not None
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"Cookie: {cookie}"] if cookie else []
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", port)
        self._transport.write("\r\n".join((*lines, "", "")).encode())
        await opened

    def send(self, text: bytes) -> None:
        """Sends a message of less than 64 KiB."""
        assert self._transport is not None
        size = len(text)
        if size < 126:
            head = bytes((_TEXT, _MASKED | size))
        else:
            head = bytes((_TEXT, _MASKED | 126)) + size.to_bytes(2)
        self._transport.write(head + _NO_MASK + text)

    def close(self) -> None:
        """Drops the connection."""
        self._on_lost = lambda error: None
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(Lost(str(exc or "the server has closed it")))

    def _fail(self, error: Exception) -> None:
        if self._opened is not None and not self._opened.done():
            self._opened.set_exception(error)
        self._on_lost(error)
        self.close()

    def data_received(self, data: bytes) -> None:
        try:
            self._take(data)
        except Exception as error:
            self._fail(error)

    def _take(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if self._opened is not None:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                raise Lost(head.decode())
            self._opened.set_result(None)
            self._opened = None
        at = 0
        while (frame := _frame(data, at)) is not None:
            kind, begin, at = frame
            if kind == _TEXT:
                self._on_text(data[begin:at])
            elif kind == _CLOSE:
                raise Lost(f"closed with {int.from_bytes(data[begin : begin + 2])}")
            elif kind != _PING:  # boardgame.io's pings are messages, ours are too
                raise Lost(f"a frame that is not expected: {kind:#x}")
        self._rest = data[at:]


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Kind, begin and end of the next whole message in what has come."""
    if len(data) - at < 2:
        return None
    size, begin = data[at + 1], at + 2
    for short, width in ((126, 2), (127, 8)):
        if size == short:
            begin = at + 2 + width
            size = int.from_bytes(data[at + 2 : begin])
            break
    end = begin + size
    return None if end > len(data) else (data[at], begin, end)
