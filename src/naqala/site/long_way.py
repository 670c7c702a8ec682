"""ASGI in place of the short way, for pages that are served by another server than the site's."""

import asyncio
from collections.abc import Callable

from starlette.types import Message
from starlette.websockets import WebSocket


class LongWay:
    """A `ShortWay` over a socket of Starlette's: all that is sent has to wait."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._events: list[Message] = []
        self._task: asyncio.Task[None] | None = None

    def listen(self, listener: Callable[[], None] | None) -> None:
        """Has `listener` called for each event that has come, or nobody any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if listener is not None:
            self._task = asyncio.create_task(self._receive(listener))

    def take(self) -> Message | None:
        """The next event, if one has come."""
        return self._events.pop(0) if self._events else None

    def send_now(self, text: bytes) -> bool:
        """Never sends."""
        return False

    async def _receive(self, listener: Callable[[], None]) -> None:
        while True:
            try:
                event = await self._socket.receive()
            except RuntimeError:
                # That it has gone was found when something was sent to it.
                event = {"type": "websocket.disconnect"}
            self._events.append(event)
            listener()
            if event["type"] == "websocket.disconnect":
                return
