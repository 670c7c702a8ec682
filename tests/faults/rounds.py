"""The faults one after the other, each with how long it takes until every game goes on."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from tests.faults.crowd import Crowd
from tests.faults.site import FaultySite

MOST_RECOVERY_S = 60.0
"""After so long a test gives up; how long it should take is told by `bench/faults.py`."""

HOUR_MS = 3_600_000

Fault: TypeAlias = Callable[[FaultySite, Crowd], AbstractAsyncContextManager[None]]
"""A fault that lasts as long as its context."""


@dataclass(frozen=True, slots=True)
class Round:
    """A fault and for how long it lasts."""

    name: str
    seconds: float
    fault: Fault


@dataclass(frozen=True, slots=True)
class Row:
    """What a round was like: acknowledged moves in it, and seconds from the fault's end until every
    game had gone on.
    """

    name: str
    seconds: float
    acks: int
    refused: int
    breaks: int
    recovery_s: float


async def run(site: FaultySite, crowd: Crowd, rounds: list[Round]) -> list[Row]:
    """Goes through all faults while the crowd plays."""
    rows = []
    for one in rounds:
        figures = crowd.figures
        acks, refused, breaks = figures.acks, figures.refused, figures.breaks
        began_s = time.monotonic()
        async with one.fault(site, crowd):
            await asyncio.sleep(one.seconds)
        ended_s = time.monotonic()
        recovery_s = await crowd.all_have_moved_since(ended_s, MOST_RECOVERY_S)
        rows.append(
            Row(
                one.name,
                ended_s - began_s,
                figures.acks - acks,
                figures.refused - refused,
                figures.breaks - breaks,
                recovery_s,
            )
        )
    return rows


def told(begin: dict[str, Any], end: dict[str, Any], *, stores_nothing: bool = False) -> Fault:
    """A fault that the server injects."""

    @asynccontextmanager
    async def fault(site: FaultySite, crowd: Crowd) -> AsyncIterator[None]:
        site.set(**begin)
        began_s = time.monotonic()
        yield
        site.set(**end)
        if stores_nothing:
            site.outages.append((began_s, time.monotonic()))

    return fault


def disk(kind: str, *, stores_nothing: bool = False, **more: Any) -> Fault:
    """A disk that fails."""
    return told({"disk": kind, **more}, {"disk": "well"}, stores_nothing=stores_nothing)


def date(hours: int) -> Fault:
    """The machine's clock is set, and stays so."""
    return told({"date_ms": hours * HOUR_MS}, {})


@asynccontextmanager
async def nothing(site: FaultySite, crowd: Crowd) -> AsyncIterator[None]:
    """All is well."""
    yield


@asynccontextmanager
async def locked(site: FaultySite, crowd: Crowd) -> AsyncIterator[None]:
    """Another program holds the database's lock."""
    began_s = time.monotonic()
    with site.locked():
        yield
    site.outages.append((began_s, time.monotonic()))


@asynccontextmanager
async def asleep(site: FaultySite, crowd: Crowd) -> AsyncIterator[None]:
    """The machine stands still."""
    began_s = time.monotonic()
    site.pause()
    yield
    site.resume()
    site.outages.append((began_s, time.monotonic()))


@asynccontextmanager
async def half_open(site: FaultySite, crowd: Crowd) -> AsyncIterator[None]:
    """A quarter of all pages leave their socket open, read it no more and come back on another."""
    crowd.half_open = len(crowd.seats) // 4
    yield
    crowd.half_open = 0


def restart(stop: Callable[[FaultySite], object], date_hours: int | None = None) -> Fault:
    """The server ends and is started again at once, perhaps with another date."""

    @asynccontextmanager
    async def fault(site: FaultySite, crowd: Crowd) -> AsyncIterator[None]:
        def end() -> None:
            status = stop(site)
            assert status in (None, 0), f"it ended with {status}"
            if date_hours is not None:
                site.set(date_ms=date_hours * HOUR_MS)

        yield
        await asyncio.to_thread(site.is_down, end)

    return fault


def sigterm(date_hours: int | None = None) -> Fault:
    """It is asked to stop, and a supervisor starts it again."""
    return restart(lambda site: site.stop(), date_hours)


def kill(date_hours: int | None = None) -> Fault:
    """It is killed with SIGKILL."""
    return restart(lambda site: site.kill(), date_hours)


SHORT = [
    Round("all is well", 1.5, nothing),
    Round("disk full", 1.5, disk("full")),
    Round("every write fails", 1.5, disk("broken", stores_nothing=True)),
    Round("disk read-only", 1.5, disk("read_only", stores_nothing=True)),
    Round("disk slow, 0.7 s a commit", 2.0, disk("slow")),
    Round("database locked", 5.2, locked),
    Round("server stands still", 2.5, asleep),
    Round("clock set 5 h forwards", 1.0, date(5)),
    Round("clock set 9 h backwards", 1.0, date(-4)),
    Round("engine stuck", 2.5, told({"engine": "stuck"}, {"engine": "well"})),
    Round("engine crashes", 1.0, told({"engine": "crashing"}, {"engine": "well"})),
    Round("half-open sockets", 0.5, half_open),
    Round("SIGTERM, clock set forwards", 0.0, sigterm(date_hours=3)),
    Round("kill -9, clock set backwards", 0.0, kill(date_hours=-2)),
    Round("kill -9", 0.0, kill()),
]
"""Every fault once."""
