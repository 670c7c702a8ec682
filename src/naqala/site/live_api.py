"""The games that can be watched now, for programs; pages hear of them from the lobby's socket."""

from starlette.requests import Request
from starlette.responses import Response

from naqala.site import protocol
from naqala.site.bodies import json
from naqala.site.operations import Operation
from naqala.site.services import services_of

MOST_LISTED = 100


async def get_live(request: Request) -> Response:
    """The games between strangers that are being played, the strongest first."""
    return json(protocol.LiveGames(await services_of(request).lobby.live(MOST_LISTED)))


LIVE_OPERATIONS = [
    Operation(
        "GET",
        "/api/live",
        get_live,
        "The games that can be watched now, the strongest first",
        protocol.LiveGames,
    ),
]
