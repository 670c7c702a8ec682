"""Requests to a server on this machine, one after the other over one connection."""

import asyncio
from dataclasses import dataclass
from types import TracebackType
from typing import Self


@dataclass(frozen=True)
class Answer:
    """What a request got; names of headers are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


class RequestFailed(Exception):
    """A request was refused."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Http:
    """A connection that is kept."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._writer.close()

    async def post(self, path: str, body: bytes, cookie: str = "") -> Answer:
        """Sends JSON.

        Raises:
            RequestFailed: if it is refused.

        """
        lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{self._port}"]
        lines += [f"Content-Length: {len(body)}", "Content-Type: application/json"]
        lines += [f"Cookie: {cookie}"] if cookie else []
        self._writer.write("\r\n".join((*lines, "", "")).encode() + body)
        return await self._answer(path)

    async def get(self, path: str) -> Answer:
        """Asks for something.

        Raises:
            RequestFailed: if it is refused.

        """
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n"
        self._writer.write(head.encode())
        return await self._answer(path)

    async def _answer(self, path: str) -> Answer:
        first, *rest = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.partition(": ") for line in rest if line)
        headers = {name.lower(): value for name, _, value in pairs}
        body = await self._reader.readexactly(int(headers.get("content-length", 0)))
        status = int(first.split()[1])
        if status >= 400:
            raise RequestFailed(status, f"{path}: {first} {body.decode()}")
        return Answer(status, headers, body)
