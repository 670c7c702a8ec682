"""The site's time, by which games are timed: it passes only while people could move.

Nobody is to lose on time because the machine's clock was set, the machine slept or stood still, or
the database did not store. So time is counted by a steady clock, and only near to a `mark`, which
is made several times a second while all is well: without one it stands still.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], int]
"""Gives the time in milliseconds since 1970."""

TICK_S = 0.1
"""Pause between two marks."""

GRACE_MS = 500
"""How long time goes on without a mark; more than a busy machine takes to come back to it."""

MOST_DRIFT_MS = 1_000
"""How far the site's date may be from the machine's before it is set, once no time runs."""


def machine_date_ms() -> int:
    """The machine's time in milliseconds since 1970, which may be set at any moment."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Milliseconds that only grow."""
    return time.monotonic_ns() // 1_000_000


class SiteClock:
    """A `Clock` that begins with the machine's date and never jumps while time runs in a game."""

    def __init__(self, date: Clock = machine_date_ms, steady: Callable[[], int] = steady_ms):
        self._date = date
        self._steady = steady
        self._marked_ms = steady()
        self._lived_ms = 0
        self._began_ms = date()

    def __call__(self) -> int:
        """The time in milliseconds since 1970."""
        return self._began_ms + self.lived_ms()

    def lived_ms(self) -> int:
        """Milliseconds that have passed for the site since its start; they never jump at all."""
        return self._lived_ms + min(self._steady() - self._marked_ms, GRACE_MS)

    def mark(self) -> None:
        """Says that all is well. What came after the grace since the last time has not been."""
        self._lived_ms = self.lived_ms()
        self._marked_ms = self._steady()

    def take_date(self) -> bool:
        """Sets the time by the machine's date, if they are apart; only for when no time runs."""
        date_ms = self._date()
        if abs(date_ms - self()) <= MOST_DRIFT_MS:
            return False
        self._began_ms = date_ms - self.lived_ms()
        return True

    async def run(self, is_well: Callable[[], bool], is_idle: Callable[[], bool]) -> None:
        """Marks for ever; `is_idle` says that no game's time runs or is just being decided on."""
        while True:
            if is_well():
                self.mark()
                if is_idle():
                    self.take_date()
            await asyncio.sleep(TICK_S)
