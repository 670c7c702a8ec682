"""Counts by address what `limits.py` limits, in bounded memory."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

import structlog

from naqala.site import errors
from naqala.site.client_address import (
    Network,
    group_of,
    is_within,
    read_address,
    wide_group_of,
)
from naqala.site.limits import HOUR_S, Limit, Limits, Rate

_log = structlog.get_logger()

MOST_GROUPS: Final = 20_000
"""Addresses that are remembered for each rate, the latest counted."""


class Limiter:
    """All counts of one server.

    Nothing is counted of the networks that are `unlimited`, and no connections of `proxies`, which
    bring everybody's requests.
    """

    def __init__(
        self,
        limits: Limits,
        unlimited: tuple[Network, ...] = (),
        proxies: tuple[Network, ...] = (),
        now_s: Callable[[], float] = time.monotonic,
        on_refusal: Callable[[str], None] = lambda limit: None,
    ) -> None:
        """Counts by `limits`; `on_refusal` is told which one has refused something."""
        self._limits = limits
        self._unlimited = unlimited
        self._proxies = proxies
        self._now_s = now_s
        self._on_refusal = on_refusal
        self._buckets = {
            limit: tuple(_Buckets(rate) for rate in rates) for limit, rates in limits.rates.items()
        }
        self._told = _Buckets(Rate(1, HOUR_S))
        self._connections: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self._requests: Counter[str] = Counter()
        self._group_of = lru_cache(MOST_GROUPS)(self._find_group)

    def take(self, limit: Limit, address: str) -> None:
        """Counts one.

        Raises:
            ApiError: `too_many_requests`, with how long to wait; then nothing is counted.

        """
        group = self._group_of(address)
        if group is None:
            return
        now_s, buckets = self._now_s(), self._buckets[limit]
        wait_s = max(bucket.wait_s(group, now_s) for bucket in buckets)
        if wait_s > 0:
            self._tell(limit)
            raise errors.too_many_requests(limit, math.ceil(wait_s))
        for bucket in buckets:
            bucket.add(group, now_s)

    def wide_group_of(self, address: str) -> str | None:
        """Under what an address is counted where places are few; None if it is not."""
        return None if self._is_unlimited(address) else wide_group_of(address)

    @contextmanager
    def connection(self, peer: str) -> Iterator[None]:
        """Counts a connection, whatever comes over it, while the context lasts.

        Raises:
            ApiError: `too_many_requests`.

        """
        read = read_address(peer)
        if read is not None and is_within(read, self._proxies):
            yield
            return
        with self._open(self._connections, "connections", self._limits.connections, peer):
            yield

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """Counts an open socket while the context lasts.

        Raises:
            ApiError: `too_many_requests`.

        """
        with self._open(self._sockets, "open_sockets", self._limits.open_sockets, address):
            yield

    @contextmanager
    def request(self, address: str) -> Iterator[None]:
        """Counts a request that has begun while the context lasts.

        Raises:
            ApiError: `too_many_requests`.

        """
        with self._open(self._requests, "open_requests", self._limits.open_requests, address):
            yield

    @contextmanager
    def _open(self, count: Counter[str], name: str, most: int, address: str) -> Iterator[None]:
        group = self._group_of(address)
        if group is None:
            yield
            return
        if count[group] >= most:
            self._tell(name)
            raise errors.too_many_requests(name, 30)
        count[group] += 1
        try:
            yield
        finally:
            count[group] -= 1
            if not count[group]:
                del count[group]

    def _tell(self, limit: str) -> None:
        """Counts a refusal, and tells the operator once an hour for each limit.

        It is not told whom it has refused: the log is kept for as long as the operator likes, but
        addresses for 30 days (`access_log.py`), and those of statistics not at all.
        """
        self._on_refusal(limit)
        now_s = self._now_s()
        if self._told.wait_s(limit, now_s) <= 0:
            self._told.add(limit, now_s)
            _log.warning("limit reached", limit=str(limit))

    def _find_group(self, address: str) -> str | None:
        """Under what an address is counted; None if it is not."""
        return None if self._is_unlimited(address) else group_of(address)

    def _is_unlimited(self, address: str) -> bool:
        read = read_address(address)
        return read is not None and is_within(read, self._unlimited)


class _Buckets:
    """One bucket for each group, which runs empty with time.

    A bucket is the moment at which it will be empty (the "theoretical arrival time" of ITU-T
    I.371, annex A: the virtual scheduling algorithm).
    """

    def __init__(self, rate: Rate) -> None:
        self._pause_s = rate.within_s / rate.most
        # A little more, for sums of fractions.
        self._room_s = rate.within_s - self._pause_s + 1e-6
        self._empty_at_s: OrderedDict[str, float] = OrderedDict()

    def wait_s(self, group: str, now_s: float) -> float:
        """How long until there is room for one more; 0 or less when there is."""
        return self._empty_at_s.get(group, now_s) - now_s - self._room_s

    def add(self, group: str, now_s: float) -> None:
        """Counts one."""
        empty_at_s = max(now_s, self._empty_at_s.pop(group, now_s)) + self._pause_s
        self._empty_at_s[group] = empty_at_s
        # The oldest are forgotten when they are empty, and when there are too many.
        oldest = next(iter(self._empty_at_s))
        if self._empty_at_s[oldest] <= now_s or len(self._empty_at_s) > MOST_GROUPS:
            del self._empty_at_s[oldest]
