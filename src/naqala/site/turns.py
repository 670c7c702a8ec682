"""Takes up together what comes close together, and writes together what was written together."""

import asyncio
from collections.abc import Callable
from typing import Final
from weakref import WeakKeyDictionary

TURN_S: Final = 0.011
"""How soon after one turn the next may follow: what comes meanwhile waits for it. Whatever comes
alone is taken up at once, and nobody sees a hundredth of a second."""


class Turns:
    """Calls those for whom something has come, and passes on what they write.

    A processor that does one thing now and then has forgotten it each time: a move that is taken up
    by itself costs three times as much as one of many, and a transaction of its own besides.

    uvloop writes each frame at once. By itself each wakes whoever reads: on one machine that took
    4 % of the server's time, and a tenth of that when the frames of many moves go out in a row.
    """

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []
        self._writes: list[tuple[asyncio.WriteTransport, bytes]] = []
        self._last_s = 0.0

    def ask(self, take: Callable[[], None]) -> None:
        """Calls with the next turn."""
        if not self._waiting:
            loop = asyncio.get_running_loop()
            loop.call_at(self._last_s + TURN_S, self._run, loop)
        self._waiting.append(take)

    def write(self, transport: asyncio.WriteTransport, data: bytes) -> None:
        """Writes when all is done that is at work just now."""
        if not self._writes:
            asyncio.get_running_loop().call_soon(self.flush)
        self._writes.append((transport, data))

    def flush(self) -> None:
        """Writes what waits for it, unless its connection is going."""
        writes, self._writes = self._writes, []
        for transport, data in writes:
            try:
                if not transport.is_closing():
                    transport.write(data)
            except Exception as error:
                _tell(asyncio.get_running_loop(), "nothing was written", error)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        self._last_s = loop.time()
        waiting, self._waiting = self._waiting, []
        for take in waiting:
            try:
                take()
            except Exception as error:
                _tell(loop, "a turn was missed", error)


def _tell(loop: asyncio.AbstractEventLoop, message: str, error: Exception) -> None:
    """Tells of a fault, and goes on: the others are not to wait for ever."""
    loop.call_exception_handler({"message": message, "exception": error})


_TURNS: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


def turns_of(loop: asyncio.AbstractEventLoop) -> Turns:
    """The turns of an event loop."""
    turns = _TURNS.get(loop)
    if turns is None:
        turns = _TURNS[loop] = Turns()
    return turns
