"""The outboxes of all sockets and streams that are open, and whose session each belongs to."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from naqala.site.outbox import CLOSE_POLICY, CLOSE_RESTART, Outbox

_MOST_ENDED = 10_000
"""Ended sessions that are remembered, for sockets that were being opened when they ended."""


class Outboxes:
    """All open outboxes. A session is known by the hash of its token."""

    def __init__(self) -> None:
        self._open: dict[Outbox, bytes | None] = {}
        self._ended: OrderedDict[bytes, None] = OrderedDict()
        self.are_closing = False
        """Whether the server stops: what pages still send is left unanswered, they repeat it."""

    @contextmanager
    def joined(self, outbox: Outbox, session: bytes | None = None) -> Iterator[None]:
        """Counts an outbox among the open ones, while the context lasts."""
        self._open[outbox] = session
        if session is not None and self.has_ended(session):
            outbox.close(CLOSE_POLICY)
        if self.are_closing:
            outbox.close(CLOSE_RESTART)
        try:
            yield
        finally:
            del self._open[outbox]

    def end_sessions(self, sessions: Iterable[bytes]) -> None:
        """Closes what sessions have open that have just ended."""
        ended = set(sessions)
        self._remember(ended)
        for outbox, session in self._open.items():
            if session in ended:
                outbox.close(CLOSE_POLICY)

    def move(self, before: bytes, after: bytes) -> None:
        """Gives what a session has open to the one that has taken its place."""
        self._remember((before,))
        for outbox, session in self._open.items():
            if session == before:
                self._open[outbox] = after

    def has_ended(self, session: bytes) -> bool:
        """Whether a session has ended, as far as is remembered."""
        return session in self._ended

    def take_no_more(self) -> None:
        """Leaves unanswered what pages still send, for the server stops."""
        self.are_closing = True

    def say_goodbye(self) -> None:
        """Closes all, for the server stops."""
        self.are_closing = True
        for outbox in self._open:
            outbox.close(CLOSE_RESTART)

    def __len__(self) -> int:
        return len(self._open)

    def _remember(self, ended: Iterable[bytes]) -> None:
        self._ended.update(dict.fromkeys(ended))
        while len(self._ended) > _MOST_ENDED:
            self._ended.popitem(last=False)
