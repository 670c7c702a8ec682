"""What has come over one socket and waits to be taken."""

import asyncio
from collections.abc import Callable
from typing import Final

from uvicorn._types import ASGIReceiveEvent

MOST_WAITING: Final = 8
"""Events that may wait before no more is read from the socket."""


class Inbox:
    """A queue for one who takes from it: what Uvicorn uses of `asyncio.Queue`, which takes 3 kB
    while it is empty, and for every event twice the time.
    """

    __slots__ = ("_events", "_waiter", "listener")

    def __init__(self) -> None:
        self._events: list[ASGIReceiveEvent] = []
        self._waiter: asyncio.Future[None] | None = None
        self.listener: Callable[[], None] | None = None
        """Called for each event that has come, in place of one who waits."""

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._events

    @property
    def is_full(self) -> bool:
        """Whether enough waits."""
        return len(self._events) >= MOST_WAITING

    def put_nowait(self, event: ASGIReceiveEvent) -> None:
        """Adds an event, also to a full queue."""
        self._events.append(event)
        if self.listener is not None:
            self.listener()
        elif self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def take(self) -> ASGIReceiveEvent | None:
        """The next event, if one has come."""
        return self._events.pop(0) if self._events else None

    async def get(self) -> ASGIReceiveEvent:
        """Waits for the next event."""
        while not self._events:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._events.pop(0)
