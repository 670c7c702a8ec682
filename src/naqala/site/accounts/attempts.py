"""How often passwords may be tried for one name: from one address, and from all together.

How many one address may try for all names is one of `limits.py`.
"""

from collections import OrderedDict, deque
from typing import Final

from naqala.site import errors
from naqala.site.site_clock import Clock

WINDOW_MS: Final = 15 * 60 * 1_000
MOST_FAILURES: Final = 10
"""Wrong passwords for one name from one address within the window."""
MOST_FAILURES_OF_ALL: Final = 100
"""Wrong passwords for one name from all addresses: more, so that nobody locks another one out."""
_MOST_NAMES: Final = 10_000


class Window:
    """Counts what happened within the last milliseconds."""

    def __init__(self, window_ms: int, most: int) -> None:
        self._window_ms = window_ms
        self._most = most
        self._times_ms: deque[int] = deque()

    def add(self, now_ms: int) -> None:
        """Counts one."""
        self._times_ms.append(now_ms)

    def take_back(self) -> None:
        """Counts the last one no more."""
        if self._times_ms:
            self._times_ms.pop()

    def wait_ms(self, now_ms: int) -> int:
        """How long to wait until there is room for one more; 0 for not at all."""
        while self._times_ms and self._times_ms[0] <= now_ms - self._window_ms:
            self._times_ms.popleft()
        if len(self._times_ms) < self._most:
            return 0
        return self._times_ms[0] + self._window_ms - now_ms


class Attempts:
    """Tries of passwords and recovery codes. Kept in memory, the latest names only."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: OrderedDict[tuple[str, str | None], Window] = OrderedDict()

    def begin(self, skeleton: str, address: str) -> None:
        """Counts a try for a name as a failure, until `succeeded` says otherwise: so that many
        at once count, too.

        Raises:
            ApiError: `too_many_attempts`, with how long to wait.

        """
        now_ms = self._clock()
        here = self._failures.get((skeleton, address)) or Window(WINDOW_MS, MOST_FAILURES)
        everywhere = self._failures.get((skeleton, None)) or Window(WINDOW_MS, MOST_FAILURES_OF_ALL)
        wait_ms = max(here.wait_ms(now_ms), everywhere.wait_ms(now_ms))
        if wait_ms:
            # Not remembered: a flood of refused names would push those out that count.
            raise errors.too_many_attempts(wait_ms)
        for key, window in (((skeleton, address), here), ((skeleton, None), everywhere)):
            window.add(now_ms)
            self._failures[key] = window
            self._failures.move_to_end(key)
        while len(self._failures) > 2 * _MOST_NAMES:
            self._failures.popitem(last=False)

    def succeeded(self, skeleton: str, address: str) -> None:
        """Forgets the failures of a name here; elsewhere they still count."""
        self._failures.pop((skeleton, address), None)
        everywhere = self._failures.get((skeleton, None))
        if everywhere is not None:
            everywhere.take_back()
