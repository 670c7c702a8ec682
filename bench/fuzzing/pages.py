"""Requests and sockets of an ASGI application in this process, without a network in between."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

Scope = dict[str, Any]
Application = Callable[..., Awaitable[None]]


class Disconnected(Exception):
    """The page goes."""


def _scope(kind: str, path: str, query: str, cookie: str) -> Scope:
    headers = [(b"host", b"localhost")]
    if cookie:
        headers.append((b"cookie", cookie.encode()))
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "state": {},
    }


async def ask(
    app: Application, method: str, path: str, body: str | None = None, cookie: str = ""
) -> tuple[int, Any, str]:
    """Sends a request; returns its status, its JSON and the cookie that came with it."""
    scope = {**_scope("http", path, "", cookie), "method": method, "scheme": "http"}
    if body is not None:
        scope["headers"].append((b"content-type", b"application/json"))
    parts = [{"type": "http.request", "body": (body or "").encode("utf-8", "replace")}]
    status, said, given = 0, b"", ""

    async def receive() -> Any:
        if parts:
            return parts.pop()
        await asyncio.sleep(3_600)  # the connection stays open

    async def send(message: Any) -> None:
        nonlocal status, said, given
        if message["type"] == "http.response.start":
            status = message["status"]
            for name, value in message["headers"]:
                if name == b"set-cookie":
                    given = value.decode().partition(";")[0]
        else:
            said += message.get("body", b"")

    await app(scope, receive, send)
    return status, json.loads(said) if said else None, given


async def serve_page(
    app: Application,
    path: str,
    query: str,
    cookie: str,
    next_frame: Callable[[], Awaitable[str | bytes]],
    take: Callable[[str], None],
) -> int:
    """Opens a socket and sends what `next_frame` gives until it raises `Disconnected`.

    `take` gets every frame from the server. Returns the code with which the socket has ended: 1000
    if the page went by itself, the status of the answer if it was not accepted.
    """
    scope = {**_scope("websocket", path, query, cookie), "scheme": "ws", "subprotocols": []}
    is_accepted = has_begun = False
    code = 1000

    async def receive() -> Any:
        nonlocal has_begun
        if not has_begun:
            has_begun = True
            return {"type": "websocket.connect"}
        try:
            frame = await next_frame()
        except Disconnected:
            return {"type": "websocket.disconnect", "code": 1000}
        kind = "text" if isinstance(frame, str) else "bytes"
        return {"type": "websocket.receive", kind: frame}

    async def send(message: Any) -> None:
        nonlocal is_accepted, code
        if message["type"] == "websocket.accept":
            is_accepted = True
        elif message["type"] == "websocket.close":
            code = message["code"] if is_accepted else HTTPStatus.FORBIDDEN
        elif message["type"] == "websocket.send":
            take(message["text"])

    await app(scope, receive, send)
    return code
