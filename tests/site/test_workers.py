"""Threads for long work: what happens when a job fails, does not end, or is not wanted any more."""

import asyncio
import threading
from collections.abc import Callable, Coroutine

import pytest

from naqala.engine import Stop
from naqala.site import workers
from naqala.site.workers import WorkerLost, Workers


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_RUN_S", 0.05)
    monkeypatch.setattr(workers, "MOST_STOP_S", 0.05)
    monkeypatch.setattr(workers, "LOOK_S", 0.02)


def until_told(stop: Stop) -> str:
    """Work that ends as soon as it is told to."""
    while not stop.is_set:
        threading.Event().wait(0.001)
    return "stopped"


def run(case: Callable[[Workers], Coroutine[None, None, None]], threads: int = 1) -> None:
    crew = Workers("test", threads, 10, 0)
    try:
        asyncio.run(case(crew))
    finally:
        crew.close()


def test_a_job_that_runs_for_too_long_is_told_to_stop_and_gives_what_it_has() -> None:
    async def case(crew: Workers) -> None:
        assert await crew.run(until_told) == "stopped"
        assert crew.lost == 0

    run(case)


def test_a_stuck_thread_is_given_up_and_the_next_job_gets_another() -> None:
    held = threading.Event()

    async def case(crew: Workers) -> None:
        stuck = asyncio.create_task(crew.run(lambda stop: held.wait()))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(crew.run(lambda stop: "done"))
        with pytest.raises(WorkerLost):
            await stuck
        assert await waiting == "done"
        assert crew.lost == 1
        # It comes back, and is not one too many.
        held.set()
        while crew.lost:
            await asyncio.sleep(0.001)
        assert await crew.run(lambda stop: "again") == "again"

    run(case)


def test_a_stuck_job_that_nobody_waits_for_any_more_does_not_hold_the_thread_either() -> None:
    held = threading.Event()

    async def case(crew: Workers) -> None:
        stuck = asyncio.create_task(crew.run(lambda stop: held.wait()))
        await asyncio.sleep(0.01)
        stuck.cancel()
        assert await crew.run(lambda stop: "done") == "done"

    run(case)
    held.set()


def test_a_stuck_thread_is_given_up_when_it_is_only_asked_whether_there_are_any() -> None:
    held = threading.Event()

    async def case(crew: Workers) -> None:
        stuck = asyncio.create_task(crew.run(lambda stop: held.wait()))
        await asyncio.sleep(0.01)
        stuck.cancel()
        async with asyncio.timeout(10):
            while crew.able == 1 and crew.lost == 0:
                await asyncio.sleep(0.001)
            while crew.able == 0:
                await asyncio.sleep(0.001)
        assert crew.lost == 1
        held.set()

    run(case)


def test_when_too_many_threads_are_stuck_nobody_waits_for_ever_and_who_comes_back_serves() -> None:
    held = threading.Event()

    async def case(crew: Workers) -> None:
        jobs = [
            asyncio.create_task(crew.run(lambda stop: held.wait()))
            for _ in range(workers.MOST_LOST + 3)
        ]
        ended = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(one, WorkerLost) for one in ended)
        with pytest.raises(WorkerLost):
            await crew.run(lambda stop: "done")
        held.set()
        while crew.lost > workers.MOST_LOST:
            await asyncio.sleep(0.001)
        assert await crew.run(lambda stop: "done") == "done"

    run(case)


def test_what_a_job_raises_reaches_who_asked_and_the_thread_goes_on() -> None:
    def fail(stop: Stop) -> str:
        raise MemoryError("no room")

    async def case(crew: Workers) -> None:
        with pytest.raises(MemoryError):
            await crew.run(fail)
        assert await crew.run(lambda stop: "done") == "done"

    run(case)


def test_what_waits_is_dropped_when_all_is_closed() -> None:
    async def case(crew: Workers) -> None:
        running = asyncio.create_task(crew.run(until_told))
        waiting = asyncio.create_task(crew.run(lambda stop: "done"))
        await asyncio.sleep(0.01)
        crew.close()
        await asyncio.gather(running, waiting, return_exceptions=True)
        assert waiting.cancelled()

    run(case)
