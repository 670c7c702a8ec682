"""How often passwords may be tried for one name: from one address, and from all together.

The rule: a name has ten wrong tries from one address (`group_of`) within a quarter of an hour,
and a hundred from all. Once the hundred are used up, who has tried in vain from an address nearby
(`wide_group_of`) has to wait. Everybody else still has a try, and from where the name was entered
before there are ten as ever: or whoever spends the hundred would lock the owner out. Somebody with
many addresses so gets a hundred tries, and one more for each address or /48 that he has, every
quarter of an hour, no faster than passwords are hashed.

How many one address may try for all names is one of `limits.py`.
"""

from collections import OrderedDict, deque
from typing import Final

from naqala.site import errors
from naqala.site.client_address import group_of, wide_group_of
from naqala.site.site_clock import Clock

WINDOW_MS: Final = 15 * 60 * 1_000
MOST_FAILURES: Final = 10
"""Wrong passwords for one name from one address within the window."""
MOST_FAILURES_OF_ALL: Final = 100
"""Wrong passwords for one name from all addresses, before each has one try only."""
KNOWN_MS: Final = 30 * 24 * 60 * 60 * 1_000
"""How long it is remembered from where a name was entered."""
_MOST_NAMES: Final = 10_000


class Window:
    """Counts what happened within the last milliseconds."""

    def __init__(self, window_ms: int, most: int) -> None:
        self._window_ms = window_ms
        self._most = most
        # The latest are enough to know how long to wait.
        self._times_ms: deque[int] = deque(maxlen=most)

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
        """Counts by a clock that must not go back."""
        self._clock = clock
        self._failures: OrderedDict[tuple[str, str], Window] = OrderedDict()
        self._known: OrderedDict[tuple[str, str], int] = OrderedDict()

    def begin(self, skeleton: str, address: str) -> None:
        """Counts a try for a name as a failure, until `succeeded` says otherwise: so that many
        at once count, too.

        Raises:
            ApiError: `too_many_attempts`, with how long to wait.

        """
        now_ms = self._clock()
        keys = _keys(skeleton, address)
        windows = [
            self._failures.get(key) or Window(WINDOW_MS, most)
            for key, most in zip(keys, (MOST_FAILURES, 1, MOST_FAILURES_OF_ALL), strict=True)
        ]
        here, nearby, everywhere = windows
        wait_ms = here.wait_ms(now_ms)
        if not self._is_known(skeleton, address, now_ms):
            wait_ms = max(wait_ms, min(nearby.wait_ms(now_ms), everywhere.wait_ms(now_ms)))
        if wait_ms:
            # Not remembered: a flood of refused names would push those out that count.
            raise errors.too_many_attempts(wait_ms)
        for key, window in zip(keys, windows, strict=True):
            window.add(now_ms)
            self._failures[key] = window
            self._failures.move_to_end(key)
        while len(self._failures) > len(keys) * _MOST_NAMES:
            self._failures.popitem(last=False)

    def succeeded(self, skeleton: str, address: str) -> None:
        """Forgets the failures of a name here; elsewhere they still count."""
        here, *beyond = _keys(skeleton, address)
        self._failures.pop(here, None)
        for key in beyond:
            if (window := self._failures.get(key)) is not None:
                window.take_back()
        self.remember(skeleton, address)

    def remember(self, skeleton: str, address: str) -> None:
        """Keeps in mind that a name was entered from an address, so that others cannot close it
        there."""
        now_ms = self._clock()
        key = (skeleton, group_of(address))
        self._known[key] = now_ms
        self._known.move_to_end(key)
        oldest = next(iter(self._known))
        # The oldest are forgotten when their time is over, and when there are too many.
        if self._known[oldest] <= now_ms - KNOWN_MS or len(self._known) > _MOST_NAMES:
            del self._known[oldest]

    def _is_known(self, skeleton: str, address: str, now_ms: int) -> bool:
        entered_ms = self._known.get((skeleton, group_of(address)))
        return entered_ms is not None and entered_ms > now_ms - KNOWN_MS


def _keys(skeleton: str, address: str) -> tuple[tuple[str, str], ...]:
    """What a try counts for: the address, all that are near to it, and all that there are."""
    return (
        (skeleton, group_of(address)),
        (skeleton, f"near {wide_group_of(address)}"),
        (skeleton, "everywhere"),
    )
