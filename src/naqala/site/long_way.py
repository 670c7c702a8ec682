"""ASGI in place of the short way, for pages that are served by another server than the site's."""

import asyncio
from collections.abc import Callable

from starlette.types import Message
from starlette.websockets import WebSocket


class LongWay:
    """A `ShortWay` over a socket of Starlette's: all that is sent has to wait, and no more is taken
    from the socket than the page takes.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._event: Message | None = None
        self._is_taken = asyncio.Event()
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
        event, self._event = self._event, None
        self._is_taken.set()
        return event

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
            self._event = event
            self._is_taken.clear()
            listener()
            if event["type"] == "websocket.disconnect":
                return
            await self._is_taken.wait()
