"""What the endpoints work with, made once at the start."""

from dataclasses import dataclass
from typing import cast

from starlette.requests import HTTPConnection

from naqala.site.accounts import Accounts
from naqala.site.analysts import Analysts, Askers
from naqala.site.bus import Bus
from naqala.site.cpu import CpuPlayer
from naqala.site.games import Clock, Games
from naqala.site.guests import Guests
from naqala.site.hints import Hints
from naqala.site.lobby import Lobby
from naqala.site.names import Names
from naqala.site.outboxes import Outboxes
from naqala.site.presence import Presence
from naqala.site.reviews import Reviews
from naqala.site.rooms import Rooms
from naqala.site.settings import Settings
from naqala.site.storage import Store
<<<<<<< HEAD
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
=======
from naqala.site.storage.player_games import PlayerGames
from naqala.site.storage.ratings import Ratings
>>>>>>> 1cb86d5 (Make accounts of guests, with sessions, recovery codes and names for all to see)


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
<<<<<<< HEAD
    talk: Talk
=======
    ratings: Ratings
    player_games: PlayerGames
>>>>>>> 1cb86d5 (Make accounts of guests, with sessions, recovery codes and names for all to see)
    cpu: CpuPlayer
    guests: Guests
    names: Names
    accounts: Accounts
    outboxes: Outboxes
    clock: Clock
    analysts: Analysts
    askers: Askers
    hints: Hints
    reviews: Reviews


def services_of(connection: HTTPConnection) -> Services:
    """The services of the site that a request or socket came to."""
    return cast(Services, connection.app.state.services)
