"""Threads in which the engine thinks, so that the site never waits for it."""

import asyncio
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import structlog

from naqala.engine import Decision, EndgameShelf, Engine, Level, Stop
from naqala.rules import Position, RepetitionKey

_log = structlog.get_logger()

MOST_WAITING = 256
"""Jobs that may wait for a thread; one more is refused."""

_NICENESS = 10


class EngineBusy(Exception):
    """Too many jobs wait already."""


class EnginePool:
    """Some threads with an engine each, and one queue before them."""

    def __init__(self, threads: int, endgames: EndgameShelf | None = None) -> None:
        """Makes the threads; all prove with the same `endgames`."""
        self._executor = ThreadPoolExecutor(threads, "engine", initializer=_lower_priority)
        self._engines = threading.local()
        self._endgames = endgames
        self._threads = threads
        self._jobs = 0

    async def choose(
        self,
        position: Position,
        keys: Sequence[RepetitionKey],
        level: Level,
        rng_seed: int,
    ) -> Decision:
        """The decision of a level; cancelling the caller stops the search.

        Raises:
            EngineBusy: if too many jobs wait already.

        """
        if self._jobs >= self._threads + MOST_WAITING:
            raise EngineBusy(f"{self._jobs} searches wait already")
        stop = Stop()

        def search() -> Decision:
            return self._engine().choose(position, level, keys, rng_seed=rng_seed, stop=stop)

        self._jobs += 1
        future = self._executor.submit(search)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            stop.set()
            raise
        finally:
            self._jobs -= 1

    def close(self) -> None:
        """Ends the threads; what waits is dropped."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _engine(self) -> Engine:
        engine: Engine | None = getattr(self._engines, "engine", None)
        if engine is None:
            engine = self._engines.engine = Engine(endgames=self._endgames)
        return engine


def _lower_priority() -> None:
    """Makes this thread give way to the site's. Linux counts niceness by thread."""
    try:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
    except OSError as error:
        _log.warning("engine thread keeps its priority", reason=str(error))
