"""What a socket is sent in one turn of the event loop, written at once."""

import asyncio


class GatheredWrites:
    """A transport that gathers what it is given until the turn of the loop is over.

    Each write is a call of the system. And nothing is written from within what reads: a connection
    whose pings were answered there, though it took no answers, was not always given up.
    """

    __slots__ = (
        "_loop",
        "_transport",
        "_waiting",
        "abort",
        "get_extra_info",
        "is_closing",
        "pause_reading",
        "resume_reading",
    )

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []
        self.abort = transport.abort
        self.get_extra_info = transport.get_extra_info
        self.is_closing = transport.is_closing
        self.pause_reading = transport.pause_reading
        self.resume_reading = transport.resume_reading

    def write(self, data: bytes) -> None:
        """Writes soon."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def close(self) -> None:
        """Closes after what was written."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        # It may have gone since.
        if waiting and not self._transport.is_closing():
            self._transport.write(b"".join(waiting))
