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
    """A bounded queue for one reader, which never blocks the one who puts into it.

    `asyncio.Queue` takes 3 kB while it is empty, and there is one of these for every socket.
    """

    __slots__ = ("_code", "_frames", "_waiter", "is_idle")

    def __init__(self) -> None:
        self._frames: list[bytes] = []
        self._code: int | None = None
        self._waiter: asyncio.Future[None] | None = None
        self.is_idle = False
        """Whether whoever takes from it has sent everything and waits for more."""

    @property
    def is_closed(self) -> bool:
        """Whether the socket is to be closed."""
        return self._code is not None

    def put(self, frame: bytes) -> None:
        """Adds a frame; one too many closes the outbox and drops what waits."""
        if self._code is not None:
            return
        if len(self._frames) >= MOST_FRAMES:
            self._frames.clear()
            self.close(CLOSE_TRY_AGAIN)
        else:
            self._frames.append(frame)
            self._wake()

    def close(self, code: int) -> None:
        """Closes the socket once what waits has been sent."""
        if self._code is None:
            self._code = code
            self._wake()

    async def get(self) -> bytes:
        """Waits for the next frame.

        Raises:
            OutboxClosed: when nothing more is to be sent.

        """
        while not self._frames:
            if self._code is not None:
                raise OutboxClosed(self._code)
            self._waiter = asyncio.get_running_loop().create_future()
            self.is_idle = True
            try:
                await self._waiter
            finally:
                self._waiter = None
                self.is_idle = False
        return self._frames.pop(0)

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
            self.is_idle = False
