"""Pages under a server that has no short way."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from naqala.site.long_way import LongWay

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_no_more_is_taken_from_the_socket_than_the_page_takes() -> None:
    """While a page pauses, what piled up would be answered at once: more than its outbox holds."""
    asked: list[int] = []
    heard: list[None] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0)
        asked.append(len(asked))
        return {"type": "websocket.receive", "text": str(asked[-1])}

    socket: Any = SimpleNamespace(receive=receive)
    way = LongWay(socket)
    assert way.take() is None
    way.listen(lambda: heard.append(None))
    for number in range(3):
        await settle()
        assert len(asked) == len(heard) == number + 1
        event = way.take()
        assert event is not None
        assert event["text"] == str(number)
        assert way.take() is None
    way.listen(None)
    await settle()
    assert len(asked) == 3
