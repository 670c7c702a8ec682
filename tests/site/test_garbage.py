"""Garbage is looked for at what is new; what stays is left alone until the daily look."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from naqala.site import garbage
from naqala.site.garbage import look_at_all_daily, look_seldom


class Ring:
    """Refers to itself: only a look finds it when it is left."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def looking_seldom() -> Iterator[None]:
    thresholds, callbacks = gc.get_threshold(), list(gc.callbacks)
    look_seldom()
    yield
    gc.callbacks[:] = callbacks
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_a_ring_that_is_left_before_a_look_is_found_by_it() -> None:
    left = weakref.ref(Ring())
    assert left() is not None
    gc.collect(0)
    assert left() is None


def test_what_has_survived_a_look_is_not_looked_at_again_but_goes_when_nobody_needs_it() -> None:
    kept = [[number] for number in range(1_000)]
    before = gc.get_freeze_count()
    gc.collect(0)
    assert gc.get_freeze_count() >= before + len(kept)
    assert not any(one is kept[0] for one in gc.get_objects())
    before = gc.get_freeze_count()
    kept.clear()
    assert gc.get_freeze_count() <= before - 1_000


@pytest.mark.anyio
async def test_a_ring_that_is_left_after_a_look_is_found_by_the_daily_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ring = Ring()
    left = weakref.ref(ring)
    gc.collect(0)
    del ring
    gc.collect()
    assert left() is not None
    monkeypatch.setattr(garbage, "DAY_S", 0.01)
    daily = asyncio.create_task(look_at_all_daily())
    async with asyncio.timeout(5):
        while left() is not None:
            await asyncio.sleep(0.01)
    daily.cancel()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
