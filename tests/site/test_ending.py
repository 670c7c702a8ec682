"""The site ends when it is told to, even while its database hangs and never answers."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
import structlog

from naqala.site import heartbeat
from naqala.site.heartbeat import Heartbeat
from naqala.site.statistics import Statistics, collector
from tests.site.statistics_events import BEGAN


async def hang(*_: Any) -> None:
    """A database that neither answers nor fails."""
    await asyncio.Event().wait()


def ends(close: Callable[[], Awaitable[None]]) -> list[str]:
    """What is logged while a part closes; fails if it does not."""

    async def wait() -> None:
        async with asyncio.timeout(10):
            await close()

    with structlog.testing.capture_logs() as logs:
        asyncio.run(wait())
    return [entry["event"] for entry in logs]


def test_the_last_sign_of_life_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heartbeat, "LAST_WRITE_S", 0.01)
    store, flags = SimpleNamespace(is_stalled=False, check=hang), SimpleNamespace(are_up=True)
    beating = Heartbeat(cast(Any, store), cast(Any, None), cast(Any, flags), lambda: 1)
    assert ends(beating.close) == ["the time was not written down"]


def test_the_last_counts_are_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "LAST_WRITE_S", 0.01)
    statistics = Statistics(cast(Any, SimpleNamespace(add=hang)), lambda: 1, is_on=True)
    statistics.count(BEGAN)
    assert ends(statistics.close) == ["statistics were not stored"]
