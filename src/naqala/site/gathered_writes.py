"""What sockets are sent while the loop is at work, written together when it is done."""

import asyncio

from naqala.site.turns import Turns


class GatheredWrites:
    """A transport that keeps what it is given until all that is at work just now is done.

    uvloop writes each frame at once. By itself each wakes whoever reads: on one machine that took
    4 % of the server's time, and a tenth of that when the frames of many moves go out in a row.
    """

    __slots__ = (
        "_transport",
        "_turns",
        "_waiting",
        "abort",
        "get_extra_info",
        "is_closing",
        "pause_reading",
        "resume_reading",
    )

    def __init__(self, transport: asyncio.Transport, turns: Turns) -> None:
        self._transport = transport
        self._turns = turns
        self._waiting = b""
        self.abort = transport.abort
        self.get_extra_info = transport.get_extra_info
        self.is_closing = transport.is_closing
        self.pause_reading = transport.pause_reading
        self.resume_reading = transport.resume_reading

    def write(self, data: bytes) -> None:
        """Writes soon."""
        if not self._waiting:
            self._turns.conclude(self._flush)
        self._waiting += data

    def close(self) -> None:
        """Closes after what was written."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        data, self._waiting = self._waiting, b""
        # It may have gone since.
        if data and not self.is_closing():
            self._transport.write(data)
