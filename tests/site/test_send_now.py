"""The short way of a socket's frames, read by a client that we did not write."""

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from websockets.sync.client import connect

from naqala.site.transports import SEND_NOW, SocketConnection

SIZES = (0, 1, 125, 126, 65_535, 65_536)
"""Where the head of a frame changes (RFC 6455, section 5.2)."""


@pytest.fixture
def results() -> list[Any]:
    return []


@pytest.fixture
def address(results: list[Any]) -> Iterator[str]:
    async def page(scope: Any, receive: Any, send: Any) -> None:
        short = scope["extensions"][SEND_NOW]["send"]
        await receive()
        results.append(short("too early"))
        await send({"type": "websocket.accept"})
        for size in SIZES:
            results.append(short("ñ" * (size // 2) + "x" * (size % 2)))
            await send({"type": "websocket.send", "text": str(size)})
        await send({"type": "websocket.close", "code": 1000})
        results.append(short("too late"))

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(page, ws=SocketConnection, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"ws://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=20)


def test_texts_of_any_size_come_whole_and_in_order_and_none_outside_an_open_socket(
    address: str, results: list[Any]
) -> None:
    while True:
        try:
            page = connect(address, max_size=None)
            break
        except ConnectionRefusedError:
            time.sleep(0.05)
    with page:
        messages = list(page)
    expected = [("ñ" * (size // 2) + "x" * (size % 2), str(size)) for size in SIZES]
    assert messages == [text for pair in expected for text in pair]
    assert results == [False, *[True] * len(SIZES), False]
