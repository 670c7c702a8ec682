"""HTTP for players: who one is."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from naqala.play import PlayerId
from naqala.site import protocol
from naqala.site.bodies import json
from naqala.site.guest_names import guest_name
from naqala.site.operations import Operation
from naqala.site.services import services_of
from naqala.site.wire import encode


async def get_me(request: Request) -> Response:
    """Who this browser's player is. Looking makes no guest."""
    player_id = await services_of(request).guests.player_of(request.cookies)
    return json(protocol.Me(None if player_id is None else _view(player_id)))


async def become_guest(request: Request) -> Response:
    """Makes a guest of a browser that is none yet, and sets the session cookie."""
    response = Response(media_type="application/json")
    player_id = await services_of(request).guests.player_or_new(request.cookies, response)
    response.body = encode(protocol.Me(_view(player_id)))
    response.headers["content-length"] = str(len(response.body))
    return response


def _view(player_id: PlayerId) -> protocol.PlayerView:
    return protocol.PlayerView(guest_name(player_id), has_account=False)


_UNAVAILABLE = HTTPStatus.SERVICE_UNAVAILABLE
PLAYER_OPERATIONS = [
    Operation(
        "GET",
        "/api/me",
        get_me,
        "Who this session's player is",
        protocol.Me,
        errors=(_UNAVAILABLE,),
    ),
    Operation(
        "POST",
        "/api/me",
        become_guest,
        "Become a guest, if one is nobody yet",
        protocol.Me,
        errors=(_UNAVAILABLE,),
    ),
]
