"""Counts of events as stored, in both kinds of database."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import URL

from naqala.site.storage import Store
from naqala.site.storage.statistics import Count, StoredStatistics

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def stored(url: URL) -> AsyncIterator[StoredStatistics]:
    store = Store(url)
    yield StoredStatistics(store)
    store.close()


async def test_the_same_event_of_a_day_is_one_row_with_a_number(stored: StoredStatistics) -> None:
    await stored.add({(7, "a"): 2, (7, "b"): 1, (8, "a"): 1})
    await stored.add({(7, "a"): 3})
    assert await stored.between(7, 8) == [Count(7, "a", 5), Count(7, "b", 1), Count(8, "a", 1)]
    assert await stored.between(8, 9) == [Count(8, "a", 1)]
    assert await stored.between(1, 6) == []


async def test_what_is_outside_of_some_days_is_deleted_in_pieces(
    stored: StoredStatistics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naqala.site.storage.statistics.ROWS_AT_ONCE", 2)
    await stored.add({(day, event): 1 for day in (5, 6, 7, 8, 9) for event in "abc"})
    assert await stored.forget_outside(7, 8) == 9
    assert [count.day for count in await stored.between(0, 100)] == [7, 7, 7, 8, 8, 8]
    assert await stored.forget_outside(7, 8) == 0


async def test_a_day_has_so_many_different_events_and_no_more(
    stored: StoredStatistics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naqala.site.storage.statistics.MOST_ROWS_A_DAY", 2)
    await stored.add({(1, "a"): 1, (1, "b"): 1})
    await stored.add({(1, "a"): 4, (1, "c"): 1, (2, "c"): 1})
    assert await stored.between(1, 2) == [Count(1, "a", 5), Count(1, "b", 1), Count(2, "c", 1)]
