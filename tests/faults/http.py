"""The little HTTP that a crowd needs: one request to a connection, cookies by hand."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

ANSWER_S = 15.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `cookie` is the session that it set, if any."""

    status: int
    body: Any
    cookie: str | None


async def ask(
    address: str, method: str, path: str, headers: dict[str, str], body: Any = None
) -> Answer:
    """Sends a request and waits for its whole answer.

    Raises:
        OSError, TimeoutError: if none comes.

    """
    host, port = urlsplit(address).hostname, urlsplit(address).port
    async with asyncio.timeout(ANSWER_S):
        reader, writer = await asyncio.open_connection(host, port)
        try:
            content = b"" if body is None else json.dumps(body).encode()
            lines = [f"{method} {path} HTTP/1.1", f"host: {host}:{port}", "connection: close"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            if method == "POST":
                lines += [f"content-length: {len(content)}", "content-type: application/json"]
            writer.write("\r\n".join([*lines, "", ""]).encode() + content)
            await writer.drain()
            answer = await reader.read()
        finally:
            writer.close()
    head, found, rest = answer.partition(b"\r\n\r\n")
    if not found:
        raise ConnectionError("the connection ended before there was an answer")
    status, *named = head.decode().split("\r\n")
    fields = [line.partition(": ") for line in named]
    cookies = [value.partition(";")[0] for name, _, value in fields if name == "set-cookie"]
    length = next((int(value) for name, _, value in fields if name == "content-length"), len(rest))
    if len(rest) < length:
        raise ConnectionError("the connection ended within an answer")
    return Answer(int(status.split()[1]), json.loads(rest), cookies[0] if cookies else None)
