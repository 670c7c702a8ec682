"""Takes up together what comes close together, and ends together what was done together."""

import asyncio
from collections.abc import Callable
from typing import Final
from weakref import WeakKeyDictionary

TURN_S: Final = 0.011
"""How soon after one turn the next may follow: what comes meanwhile waits for it. Whatever comes
alone is taken up at once, and nobody sees a hundredth of a second."""


class Turns:
    """Calls those for whom something has come.

    A processor that does one thing now and then has forgotten it each time: a move that is taken up
    by itself costs three times as much as one of many, and a transaction of its own besides.
    """

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []
        self._concluding: list[Callable[[], None]] = []
        self._last_s = 0.0

    def ask(self, take: Callable[[], None]) -> None:
        """Calls with the next turn."""
        if not self._waiting:
            loop = asyncio.get_running_loop()
            loop.call_at(self._last_s + TURN_S, self._run, loop)
        self._waiting.append(take)

    def conclude(self, call: Callable[[], None]) -> None:
        """Calls when all is done that is at work just now, with all others that wait for it."""
        if not self._concluding:
            loop = asyncio.get_running_loop()
            loop.call_soon(self._end, loop)
        self._concluding.append(call)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        self._last_s = loop.time()
        waiting, self._waiting = self._waiting, []
        _call_all(waiting, loop)

    def _end(self, loop: asyncio.AbstractEventLoop) -> None:
        concluding, self._concluding = self._concluding, []
        _call_all(concluding, loop)


def _call_all(calls: list[Callable[[], None]], loop: asyncio.AbstractEventLoop) -> None:
    for call in calls:
        try:
            call()
        except Exception as error:
            # The others are not to wait for ever.
            loop.call_exception_handler({"message": "a turn was missed", "exception": error})


_TURNS: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


def turns_of(loop: asyncio.AbstractEventLoop) -> Turns:
    """The turns of an event loop."""
    turns = _TURNS.get(loop)
    if turns is None:
        turns = _TURNS[loop] = Turns()
    return turns
