"""The site's time: it passes only while people can move, and never jumps while it runs."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from sqlalchemy import Connection

from naqala.site.settings import Settings
from naqala.site.site_clock import GRACE_MS, TICK_S, SiteClock
from naqala.site.storage import StorageError, Store, migrate
from naqala.site.storage import writer as storage_writer

HOUR_MS = 3_600_000
NOON_MS = 1_700_000_000_000


@dataclass
class Machine:
    """A machine whose date can be set, and which can stand still."""

    date_ms: int = NOON_MS
    steady_ms: int = 5_000
    clock: SiteClock = field(init=False)

    def __post_init__(self) -> None:
        self.clock = SiteClock(lambda: self.date_ms, lambda: self.steady_ms)

    def live(self, ms: int) -> None:
        """So much passes while all is well."""
        while ms > 0:
            step_ms = min(ms, 100)
            self.stand(step_ms)
            self.clock.mark()
            ms -= step_ms

    def stand(self, ms: int) -> None:
        """So much passes without a mark."""
        self.date_ms += ms
        self.steady_ms += ms


def test_time_passes_as_the_machines_while_all_is_well() -> None:
    machine = Machine()
    machine.live(HOUR_MS)
    assert machine.clock() == machine.date_ms


@pytest.mark.parametrize("jump_ms", [5 * HOUR_MS, -9 * HOUR_MS])
def test_the_machines_clock_is_set_and_the_sites_goes_on(jump_ms: int) -> None:
    machine = Machine()
    machine.live(1_000)
    before_ms = machine.clock()
    machine.date_ms += jump_ms
    machine.live(1_000)
    assert machine.clock() - before_ms == 1_000
    # Once no time runs it takes the machine's date; what it has lived is the same.
    lived_ms = machine.clock.lived_ms()
    assert machine.clock.take_date()
    assert machine.clock() == machine.date_ms
    assert machine.clock.lived_ms() == lived_ms
    assert not machine.clock.take_date()


def test_a_machine_that_stands_still_takes_no_more_than_the_grace() -> None:
    machine = Machine()
    machine.live(1_000)
    before_ms = machine.clock()
    machine.stand(8 * HOUR_MS)
    assert machine.clock() - before_ms == GRACE_MS
    machine.clock.mark()
    machine.live(700)
    assert machine.clock() - before_ms == GRACE_MS + 700


def test_time_stands_still_while_marks_are_missing_and_date_is_taken_only_when_idle() -> None:
    machine = Machine()
    is_well, is_idle, done = True, False, False
    machine.date_ms += 3 * HOUR_MS

    async def ticks() -> None:
        async def ticking() -> None:
            await machine.clock.run(lambda: is_well, lambda: is_idle)

        nonlocal is_idle, is_well, done
        task = asyncio.create_task(ticking())
        await asyncio.sleep(2 * TICK_S)
        assert machine.clock() == NOON_MS
        is_idle = True
        await asyncio.sleep(2 * TICK_S)
        assert machine.clock() == NOON_MS + 3 * HOUR_MS
        is_well = False
        machine.stand(60_000)
        await asyncio.sleep(2 * TICK_S)
        assert machine.clock() == NOON_MS + 3 * HOUR_MS + GRACE_MS
        task.cancel()
        done = True

    asyncio.run(ticks())
    assert done


def test_a_store_that_fails_or_is_slow_is_stalled_until_it_stores(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage_writer, "STALL_S", 0.02)
    monkeypatch.setattr("naqala.site.storage.engine.BUSY_MS", 20)
    migrate(settings.database_url)

    async def stall() -> None:
        store = Store(settings.database_url)

        async def until(fact: Callable[[], bool]) -> None:
            while not fact():
                await asyncio.sleep(0.005)

        assert not store.is_stalled
        locked = sqlite3.connect(settings.data / "naqala.sqlite", isolation_level=None)
        locked.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError):
            await store.check(1)
        await until(lambda: store.is_stalled)
        await asyncio.sleep(0.05)
        assert store.is_stalled
        locked.close()
        await store.check(1)
        assert not store.is_stalled

        def dawdle(connection: Connection) -> None:
            time.sleep(0.1)

        writing = asyncio.create_task(store.write(dawdle))
        await until(lambda: store.is_stalled)
        await writing
        assert not store.is_stalled
        store.close()

    asyncio.run(stall())
