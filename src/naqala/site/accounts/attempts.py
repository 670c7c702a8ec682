"""How often passwords may be tried: by name, and by everybody together."""

from collections import OrderedDict, deque
from typing import Final

from naqala.site import errors
from naqala.site.site_clock import Clock

WINDOW_MS: Final = 15 * 60 * 1_000
MOST_FAILURES: Final = 10
"""Wrong passwords for one name within the window."""
ALL_WINDOW_MS: Final = 60 * 1_000
MOST_TRIES: Final = 240
"""Tries for all names together within their window."""
SIGN_UPS_WINDOW_MS: Final = 10 * 60 * 1_000
MOST_SIGN_UPS: Final = 60
"""New accounts of everybody together within their window."""
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

    def wait_ms(self, now_ms: int) -> int:
        """How long to wait until there is room for one more; 0 for not at all."""
        while self._times_ms and self._times_ms[0] <= now_ms - self._window_ms:
            self._times_ms.popleft()
        if len(self._times_ms) < self._most:
            return 0
        return self._times_ms[0] + self._window_ms - now_ms


class Attempts:
    """Tries of passwords, recovery codes and sign-ups. Kept in memory, the latest names only."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._all = Window(ALL_WINDOW_MS, MOST_TRIES)
        self._sign_ups = Window(SIGN_UPS_WINDOW_MS, MOST_SIGN_UPS)
        self._failures: OrderedDict[str, Window] = OrderedDict()

    def begin(self, skeleton: str) -> None:
        """Counts a try for a name as a failure, until `succeeded` says otherwise: so that many
        at once count, too.

        Raises:
            ApiError: `too_many_attempts`, with how long to wait.

        """
        now_ms = self._clock()
        failures = self._failures.get(skeleton) or Window(WINDOW_MS, MOST_FAILURES)
        wait_ms = max(self._all.wait_ms(now_ms), failures.wait_ms(now_ms))
        if wait_ms:
            # Not remembered: a flood of refused names would push those out that count.
            raise errors.too_many_attempts(wait_ms)
        self._all.add(now_ms)
        failures.add(now_ms)
        self._failures[skeleton] = failures
        self._failures.move_to_end(skeleton)
        if len(self._failures) > _MOST_NAMES:
            self._failures.popitem(last=False)

    def succeeded(self, skeleton: str) -> None:
        """Forgets the failures of a name."""
        self._failures.pop(skeleton, None)

    def sign_up(self) -> None:
        """Counts a sign-up.

        Raises:
            ApiError: `too_many_attempts`, with how long to wait.

        """
        now_ms = self._clock()
        wait_ms = self._sign_ups.wait_ms(now_ms)
        if wait_ms:
            raise errors.too_many_attempts(wait_ms)
        self._sign_ups.add(now_ms)
