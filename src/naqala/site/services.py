"""What the endpoints work with, made once at the start."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from starlette.requests import HTTPConnection

from naqala.site.bus import Bus
from naqala.site.cpu import CpuPlayer
from naqala.site.games import Games
from naqala.site.guests import Guests
from naqala.site.outbox import CLOSE_RESTART, Outbox
from naqala.site.protocol import Goodbye
from naqala.site.settings import Settings
from naqala.site.storage import Store
from naqala.site.wire import encode

RETRY_MS = 1_000
"""When pages are to come back to a server that restarts."""


@dataclass(slots=True)
class Outboxes:
    """The outboxes of all sockets that are open."""

    _open: set[Outbox] = field(default_factory=set)

    @contextmanager
    def joined(self, outbox: Outbox) -> Iterator[None]:
        """Counts a socket among the open ones, while the context lasts."""
        self._open.add(outbox)
        try:
            yield
        finally:
            self._open.discard(outbox)

    def say_goodbye(self) -> None:
        """Tells every page that the server stops, and closes its socket."""
        frame = encode(Goodbye(RETRY_MS)).decode()
        for outbox in self._open:
            outbox.put(frame)
            outbox.close(CLOSE_RESTART)

    def __len__(self) -> int:
        return len(self._open)


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the running site."""

    settings: Settings
    store: Store
    bus: Bus
    games: Games
    cpu: CpuPlayer
    guests: Guests
    outboxes: Outboxes


def services_of(connection: HTTPConnection) -> Services:
    """The services of the site that a request or socket came to."""
    return cast(Services, connection.app.state.services)
