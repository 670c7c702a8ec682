"""Threads for long work behind a bounded queue; they give way to the site's own."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import structlog

from naqala.engine import Stop

_log = structlog.get_logger()

T = TypeVar("T")


class WorkersBusy(Exception):
    """Too many jobs wait already."""


class Workers:
    """Some threads of a low priority, and one queue before them."""

    def __init__(self, name: str, threads: int, most_waiting: int, niceness: int) -> None:
        def lower_priority() -> None:
            # Linux counts niceness by thread.
            try:
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
            except OSError as error:
                _log.warning(f"{name} thread keeps its priority", reason=str(error))

        self._executor = ThreadPoolExecutor(threads, name, initializer=lower_priority)
        self._most = threads + most_waiting
        self._jobs = 0

    async def run(self, job: Callable[[Stop], T]) -> T:
        """Runs a job in a thread; cancelling the caller sets the stop that the job was given.

        Raises:
            WorkersBusy: if too many jobs wait already.

        """
        if self._jobs >= self._most:
            raise WorkersBusy(f"{self._jobs} searches wait already")
        stop = Stop()
        self._jobs += 1
        future = self._executor.submit(job, stop)
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
