"""What the endpoints work with, made once at the start."""

from dataclasses import dataclass
from typing import cast

from starlette.requests import HTTPConnection

from naqala.play import PlayerId
from naqala.site.accounts import Accounts
from naqala.site.analysts import Analysts, Askers
from naqala.site.bus import Bus
from naqala.site.cpu import CpuPlayer
from naqala.site.games import Games
from naqala.site.guests import Guests
from naqala.site.hints import Hints
from naqala.site.limiter import Limiter
from naqala.site.live_games import LiveGame
from naqala.site.lobby import Lobby
from naqala.site.metrics import Metrics
from naqala.site.names import Names
from naqala.site.outboxes import Outboxes
from naqala.site.presence import Presence
from naqala.site.readiness import Readiness
from naqala.site.reviews import Reviews
from naqala.site.rooms import Rooms
from naqala.site.settings import Settings
from naqala.site.site_clock import Clock
from naqala.site.statistics import Statistics
from naqala.site.storage import Store
from naqala.site.storage.player_games import PlayerGames
from naqala.site.storage.ratings import Ratings
from naqala.site.talk import Talk


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the running site."""

    settings: Settings
    limiter: Limiter
    store: Store
    bus: Bus
    games: Games
    presence: Presence
    rooms: Rooms
    lobby: Lobby
    talk: Talk
    ratings: Ratings
    player_games: PlayerGames
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
    metrics: Metrics
    readiness: Readiness
    statistics: Statistics


def services_of(connection: HTTPConnection) -> Services:
    """The services of the site that a request or socket came to."""
    return cast(Services, connection.app.state.services)


async def visible_game(connection: HTTPConnection, player_id: PlayerId | None) -> LiveGame:
    """The game of an address, if its reader may see it: by his seat or the room's link.

    Raises:
        ApiError: `game_not_found`.

    """
    token = connection.query_params.get("room")
    rooms = services_of(connection).rooms
    return await rooms.visible_game(connection.path_params["game_id"], player_id, token)
