"""HTTP for games with a friend: a room and its link, joining, rematches."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from naqala.site import errors, protocol, views
from naqala.site.bodies import fill, json, read_body
from naqala.site.limits import Limit
from naqala.site.operations import UNAVAILABLE, UNREADABLE, Operation
from naqala.site.services import services_of


async def create_room(request: Request) -> Response:
    """Makes a room and its link."""
    services = services_of(request)
    wish = await read_body(request, protocol.NewRoom)
    response = Response(status_code=HTTPStatus.CREATED, media_type="application/json")
    player_id = await services.guests.player_or_new(request, response)
    return fill(response, await services.rooms.create(player_id, wish))


async def get_room(request: Request) -> Response:
    """What a link leads to. Looking takes no seat."""
    services = services_of(request)
    player_id = await services.guests.player_of(request.cookies)
    return json(await services.rooms.get(request.path_params["token"], player_id))


async def join_room(request: Request) -> Response:
    """Takes the second seat, which begins the game."""
    services = services_of(request)
    token = request.path_params["token"]
    await services.rooms.get(token, None)
    response = Response(media_type="application/json")
    player_id = await services.guests.player_or_new(request, response)
    game = await services.rooms.join(token, player_id)
    view = views.game_view(game.game_id, game.state, player_id, services.clock(), services.names)
    return fill(response, view)


async def rematch(request: Request) -> Response:
    """Begins the next game of two people, with their seats exchanged."""
    services = services_of(request)
    player_id = await services.guests.player_of(request.cookies)
    if player_id is None:
        raise errors.no_session()
    game = await services.games.rematch(player_id, request.path_params["game_id"])
    view = views.game_view(game.game_id, game.state, player_id, services.clock(), services.names)
    return json(view, HTTPStatus.CREATED)


ROOM_OPERATIONS = [
    Operation(
        "POST",
        "/api/rooms",
        create_room,
        "Invite a friend: make a room and its link",
        protocol.RoomView,
        HTTPStatus.CREATED,
        body=protocol.NewRoom,
        errors=(
            *UNREADABLE,
            HTTPStatus.UNPROCESSABLE_ENTITY,
            HTTPStatus.TOO_MANY_REQUESTS,
            UNAVAILABLE,
        ),
        limit=Limit.INVITATIONS,
    ),
    Operation(
        "GET",
        "/api/rooms/{token}",
        get_room,
        "The room behind a link",
        protocol.RoomView,
        errors=(HTTPStatus.NOT_FOUND, UNAVAILABLE),
    ),
    Operation(
        "POST",
        "/api/rooms/{token}/join",
        join_room,
        "Take the second seat of a room",
        protocol.GameView,
        errors=(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT, UNAVAILABLE),
        limit=Limit.NEW_GAMES,
    ),
    Operation(
        "POST",
        "/api/games/{game_id}/rematch",
        rematch,
        "The next game of two people, with their seats exchanged",
        protocol.GameView,
        HTTPStatus.CREATED,
        errors=(
            HTTPStatus.UNAUTHORIZED,
            HTTPStatus.FORBIDDEN,
            HTTPStatus.NOT_FOUND,
            HTTPStatus.CONFLICT,
            UNAVAILABLE,
        ),
        limit=Limit.NEW_GAMES,
    ),
]
