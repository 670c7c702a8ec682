"""Counts events as they come, writes the counts now and then, forgets what is too old.

Nobody waits for a count and no move waits behind one: what has come is added up in memory and
written every few seconds, in one operation. What was not written when the process is killed is
lost, and that is all.
"""

import asyncio
from collections import Counter
from itertools import islice

import msgspec
import structlog

from naqala.site.site_clock import Clock
from naqala.site.statistics.schema import Event
from naqala.site.storage import StorageError
from naqala.site.storage.statistics import ROWS_AT_ONCE, Count, StoredStatistics

_log = structlog.get_logger()

KEPT_DAYS = 30
"""Days of which counts are kept, today's included."""

WRITE_S = 5.0
"""Pause between two times that counts are written."""

LAST_WRITE_S = 3.0
"""How long counts are written for when the site ends; a database that hangs must not hold it."""

MOST_WAITING = 2_000
"""Different events that may wait to be written; what comes beyond is not counted."""

DAY_MS = 24 * 60 * 60 * 1_000


class Statistics:
    """The counts of this site. When it is off, nothing is taken, and old counts are deleted yet."""

    def __init__(self, stored: StoredStatistics, clock: Clock, *, is_on: bool) -> None:
        self.is_on = is_on
        self._stored = stored
        self._clock = clock
        self._waiting: Counter[tuple[int, str]] = Counter()
        self._writing = asyncio.Lock()
        self._tidied_day: int | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def today(self) -> int:
        """The day, counted since 1970."""
        return self._clock() // DAY_MS

    def count(self, event: Event) -> None:
        """Counts an event today."""
        if not self.is_on:
            raise RuntimeError("statistics are off")
        key = (self.today, msgspec.json.encode(event).decode())
        if key in self._waiting or len(self._waiting) < MOST_WAITING:
            self._waiting[key] += 1

    def begin(self) -> None:
        """Deletes what is too old, and from then on keeps house."""
        self._task = asyncio.create_task(self._keep_house(), name="statistics")

    async def close(self) -> None:
        """Writes what waits, and no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            async with asyncio.timeout(LAST_WRITE_S):
                await self.write()
        except TimeoutError:
            _log.warning("statistics were not stored", reason="the database does not answer")

    async def write(self) -> None:
        """Writes what waits; what the database does not take waits on."""
        async with self._writing:
            while self._waiting:
                some = dict(islice(self._waiting.items(), ROWS_AT_ONCE))
                # Taken out first: whoever is told to stop meanwhile has still handed them over,
                # and nothing is counted twice.
                for key in some:
                    del self._waiting[key]
                try:
                    await self._stored.add(some)
                except StorageError as error:
                    self._waiting.update(some)
                    _log.warning("statistics were not stored", reason=str(error))
                    return

    async def between(self, first_day: int, last_day: int) -> list[Count]:
        """The counts of some days, both included, with what has just come.

        Raises:
            StorageError: if the database fails.

        """
        await self.write()
        return await self._stored.between(first_day, last_day)

    async def tidy(self) -> None:
        """Deletes what is too old, once a day; and what is of later than tomorrow, for a clock that
        was wrong has made it, and it would stay until that day is long ago."""
        today = self.today
        if today == self._tidied_day:
            return
        try:
            forgotten = await self._stored.forget_outside(today - KEPT_DAYS + 1, today + 1)
        except StorageError as error:
            _log.warning("old statistics were not deleted", reason=str(error))
            return
        self._tidied_day = today
        if forgotten:
            _log.info("old statistics are deleted", entries=forgotten)

    async def _keep_house(self) -> None:
        while True:
            try:
                await self.tidy()
                await self.write()
            except Exception:
                _log.exception("statistics have a fault")
            await asyncio.sleep(WRITE_S)
