"""What the endpoints work with, made once at the start."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from starlette.requests import HTTPConnection

from naqala.site.analysts import Analysts, Askers
from naqala.site.bus import Bus
from naqala.site.cpu import CpuPlayer
from naqala.site.games import Clock, Games
from naqala.site.guests import Guests
from naqala.site.hints import Hints
from naqala.site.lobby import Lobby
from naqala.site.outbox import CLOSE_RESTART, Outbox
from naqala.site.presence import Presence
from naqala.site.reviews import Reviews
from naqala.site.rooms import Rooms
from naqala.site.settings import Settings
from naqala.site.storage import Store
from naqala.site.talk import Talk


@dataclass(slots=True)
class Outboxes:
    """The outboxes of all sockets and streams that are open."""

    _open: set[Outbox] = field(default_factory=set)

    @contextmanager
    def joined(self, outbox: Outbox) -> Iterator[None]:
        """Counts an outbox among the open ones, while the context lasts."""
        self._open.add(outbox)
        try:
            yield
        finally:
            self._open.discard(outbox)

    def say_goodbye(self) -> None:
        """Closes all, for the server stops."""
        for outbox in self._open:
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
    presence: Presence
    rooms: Rooms
    lobby: Lobby
    talk: Talk
    cpu: CpuPlayer
    guests: Guests
    outboxes: Outboxes
    clock: Clock
    analysts: Analysts
    askers: Askers
    hints: Hints
    reviews: Reviews


def services_of(connection: HTTPConnection) -> Services:
    """The services of the site that a request or socket came to."""
    return cast(Services, connection.app.state.services)
