"""What waits to be sent over one socket, and the order to close it."""

import asyncio

MOST_FRAMES = 64
"""Frames that may wait. A reader who is slower is closed and gets what he missed when he connects
anew."""

# Close codes of RFC 6455, section 7.4.1 and its registry.
CLOSE_GOING_AWAY = 1001
CLOSE_POLICY = 1008
CLOSE_RESTART = 1012
CLOSE_TRY_AGAIN = 1013


class OutboxClosed(Exception):
    """Nothing more is to be sent: the socket is to be closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closing with {code}")
        self.code = code


class Outbox:
    """A bounded queue that never blocks the one who puts into it."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()
        self._is_closing = False

    def put(self, frame: str) -> None:
        """Adds a frame; one too many closes the outbox and drops what waits."""
        if self._is_closing:
            return
        if self._queue.qsize() >= MOST_FRAMES:
            while not self._queue.empty():
                self._queue.get_nowait()
            self.close(CLOSE_TRY_AGAIN)
        else:
            self._queue.put_nowait(frame)

    def close(self, code: int) -> None:
        """Closes the socket once what waits has been sent."""
        if not self._is_closing:
            self._is_closing = True
            self._queue.put_nowait(code)

    async def get(self) -> str:
        """Waits for the next frame.

        Raises:
            OutboxClosed: when nothing more is to be sent.

        """
        item = await self._queue.get()
        if isinstance(item, int):
            raise OutboxClosed(item)
        return item
