"""Threads for long work behind a bounded queue; they give way to the site's own.

A thread cannot be ended from outside. One whose job does not end although it was told to is given
up, and another takes its place, so that a fault in one search does not stop all others.
"""

import asyncio
import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import structlog

from naqala.engine import Stop

_log = structlog.get_logger()

T = TypeVar("T")

MOST_RUN_S = 20.0
"""How long a job may run before it is told to stop."""

MOST_STOP_S = 10.0
"""How long it may take then to end."""

LOOK_S = 1.0
"""Pause between two looks at how long jobs have run."""

END_S = 0.5
"""How long threads are waited for when all is closed."""

MOST_LOST = 4
"""Threads that may be given up while none of them has come back; then there are fewer."""


class WorkersBusy(Exception):
    """Too many jobs wait already."""


class WorkerLost(Exception):
    """The thread of this job was given up."""


@dataclass(eq=False, slots=True)
class _Job(Generic[T]):
    work: Callable[[Stop], T]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[T]"
    stop: Stop = field(default_factory=Stop)


@dataclass(eq=False, slots=True)
class _Worker:
    """A thread's job, and since when it runs (of a steady clock, in seconds)."""

    running: tuple[_Job[Any], float] | None = None
    thread: threading.Thread | None = None


class Workers:
    """Some threads of a low priority, and one queue before them."""

    def __init__(self, name: str, threads: int, most_waiting: int, niceness: int) -> None:
        self._name = name
        self._niceness = niceness
        self._queue: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._workers: set[_Worker] = set()
        self._threads = threads
        self._lost = 0
        self._most = threads + most_waiting
        self._jobs = 0
        for _ in range(threads):
            self._hire()

    @property
    def lost(self) -> int:
        """Threads that were given up and have not come back."""
        return self._lost

    @property
    def overdue(self) -> int:
        """Threads whose job should have ended long ago."""
        now_s = time.monotonic()
        running = [worker.running for worker in tuple(self._workers)]
        return sum(job is not None and now_s - job[1] > MOST_RUN_S for job in running)

    @property
    def able(self) -> int:
        """Threads that work, or could.

        Asked in the loop. Those that are stuck are given up first: who has asked for their job may
        have gone, and nobody asks a site for anything whose threads are all stuck.
        """
        self._give_up_the_stuck()
        return len(self._workers) - self.overdue

    @property
    def stuck(self) -> int:
        """Threads that do not come back: given up, or about to be."""
        return self._lost + self.overdue

    @property
    def jobs(self) -> int:
        """How many jobs wait or run."""
        return self._jobs

    async def run(self, work: Callable[[Stop], T]) -> T:
        """Runs a job in a thread; cancelling the caller sets the stop that the job was given.

        Raises:
            WorkersBusy: if too many jobs wait already.
            WorkerLost: if the job did not end in its time, or no thread is left.

        """
        if not self._workers:
            raise WorkerLost("no thread is left")
        if self._jobs >= self._most:
            raise WorkersBusy(f"{self._jobs} searches wait already")
        loop = asyncio.get_running_loop()
        mine: _Job[T] = _Job(work, loop, loop.create_future())
        self._jobs += 1
        self._queue.put(mine)
        try:
            while not mine.future.done():
                await asyncio.wait((mine.future,), timeout=LOOK_S)
                self._give_up_the_stuck()
            return mine.future.result()
        finally:
            mine.stop.set()
            mine.future.cancel()
            self._jobs -= 1

    def close(self) -> None:
        """Ends the threads, as far as they end; what waits is dropped."""
        with self._lock:
            workers, self._workers = self._workers, set()
        self._drop_waiting(asyncio.CancelledError())
        for worker in workers:
            if (running := worker.running) is not None:
                running[0].stop.set()
            self._queue.put(None)
        until_s = time.monotonic() + END_S
        for worker in workers:
            if worker.thread is not None:
                worker.thread.join(max(0.0, until_s - time.monotonic()))

    def _hire(self) -> None:
        worker = _Worker()
        self._workers.add(worker)
        # Daemons: the process ends whatever they do.
        worker.thread = threading.Thread(
            target=self._work, args=(worker,), name=self._name, daemon=True
        )
        worker.thread.start()

    def _work(self, worker: _Worker) -> None:
        self._lower_priority()
        while (job := self._queue.get()) is not None:
            if job.future.done():
                continue
            worker.running = (job, time.monotonic())
            result, error = None, None
            try:
                result = job.work(job.stop)
            except BaseException as raised:
                error = raised
            worker.running = None
            with contextlib.suppress(RuntimeError):  # the loop has closed meanwhile
                job.loop.call_soon_threadsafe(_answer, job, result, error)
            if not self._is_still_wanted(worker):
                return

    def _give_up_the_stuck(self) -> None:
        now_s = time.monotonic()
        for worker in tuple(self._workers):
            if (running := worker.running) is None:
                continue
            job, began_s = running
            if now_s - began_s > MOST_RUN_S:
                job.stop.set()
            if now_s - began_s > MOST_RUN_S + MOST_STOP_S:
                self._give_up(worker, job)

    def _give_up(self, worker: _Worker, job: _Job[Any]) -> None:
        with self._lock:
            if worker.running is None or worker not in self._workers:
                return
            self._workers.discard(worker)
            self._lost += 1
            if self._lost <= MOST_LOST:
                self._hire()
        _log.error("a thread is stuck and given up", name=self._name, lost=self._lost)
        _answer(job, None, WorkerLost("the search did not end"))
        if not self._workers:
            self._drop_waiting(WorkerLost("no thread is left"))

    def _drop_waiting(self, reason: BaseException) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                waiting = self._queue.get_nowait()
                if waiting is not None:
                    _answer(waiting, None, reason)

    def _is_still_wanted(self, worker: _Worker) -> bool:
        """Whether a thread goes on; one that was given up comes back if others are missing."""
        with self._lock:
            if worker in self._workers:
                return True
            if self._lost == 0:  # all were closed
                return False
            self._lost -= 1
            if len(self._workers) >= self._threads:
                return False
            self._workers.add(worker)
            return True

    def _lower_priority(self) -> None:
        # Linux counts niceness by thread.
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), self._niceness)
        except OSError as error:
            _log.warning(f"{self._name} thread keeps its priority", reason=str(error))


def _answer(job: _Job[Any], result: Any, error: BaseException | None) -> None:
    if job.future.done():  # whoever asked has gone, or has been told that nothing will come
        return
    if isinstance(error, asyncio.CancelledError):
        job.future.cancel()
    elif error is None:
        job.future.set_result(result)
    else:
        job.future.set_exception(error)
