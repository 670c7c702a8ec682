"""What a socket is sent in one turn of the event loop, written at once."""

import asyncio
from weakref import WeakKeyDictionary


class _Due:
    """The sockets of a loop that have something to write: one call of the loop for all."""

    def __init__(self) -> None:
        self._due: list[GatheredWrites] = []

    def add(self, socket: "GatheredWrites") -> None:
        """Has a socket write when the turn of the loop is over."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._flush)
        self._due.append(socket)

    def _flush(self) -> None:
        due, self._due = self._due, []
        for socket in due:
            try:
                socket.flush()
            except Exception as error:
                # The others are to be told all the same.
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "a socket was not written to", "exception": error}
                )


_DUE: WeakKeyDictionary[asyncio.AbstractEventLoop, _Due] = WeakKeyDictionary()


class GatheredWrites:
    """A transport that gathers what it is given until the turn of the loop is over.

    Whoever moves gets two frames, what has happened and that it was stored. Each write is a call of
    the system, the most expensive thing that a move costs.
    """

    __slots__ = (
        "_due",
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
        due = _DUE.get(loop)
        if due is None:
            due = _DUE[loop] = _Due()
        self._due = due
        self._waiting: list[bytes] = []
        self.abort = transport.abort
        self.get_extra_info = transport.get_extra_info
        self.is_closing = transport.is_closing
        self.pause_reading = transport.pause_reading
        self.resume_reading = transport.resume_reading

    def write(self, data: bytes) -> None:
        """Writes soon."""
        if not self._waiting:
            self._due.add(self)
        self._waiting.append(data)

    def close(self) -> None:
        """Closes after what was written."""
        self.flush()
        self._transport.close()

    def flush(self) -> None:
        """Writes what has been gathered."""
        waiting, self._waiting = self._waiting, []
        # It may have gone since.
        if waiting and not self._transport.is_closing():
            self._transport.write(b"".join(waiting))
