"""HTTP for players: who one is, and how strong those of a game are."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from naqala.play import Human, Mode, PlayerId, Rating
from naqala.site import protocol
from naqala.site.bodies import fill, json
from naqala.site.guest_names import guest_name
from naqala.site.names import Names
from naqala.site.operations import UNAVAILABLE, Operation
from naqala.site.services import services_of, visible_game


async def get_me(request: Request) -> Response:
    """Who this browser's player is. Looking makes no guest."""
    services = services_of(request)
    player_id = await services.guests.player_of(request.cookies)
    return json(protocol.Me(None if player_id is None else _view(player_id, services.names)))


async def become_guest(request: Request) -> Response:
    """Makes a guest of a browser that is none yet, and sets the session cookie."""
    response = Response(media_type="application/json")
    services = services_of(request)
    player_id = await services.guests.player_or_new(request, response)
    return fill(response, protocol.Me(_view(player_id, services.names)))


async def get_ratings(request: Request) -> Response:
    """The ratings of a game's players, and what the game did to them."""
    services = services_of(request)
    player_id = await services.guests.player_of(request.cookies)
    game = await visible_game(request, player_id)
    state = game.state
    if state.mode is not Mode.RATED or state.clock is None:
        return json(protocol.GameRatings([None, None]))
    changes = await services.ratings.of_game(game.game_id)
    seats: list[protocol.SeatRating | None] = []
    for seat, sitter in enumerate(state.sitters):
        change = changes.get(seat)
        if change is not None:
            after = Rating(change.after, change.deviation)
            seats.append(_rating_view(after, round(change.after) - round(change.before)))
        elif isinstance(sitter, Human) and services.names.has_account(sitter.player_id):
            standing = await services.ratings.get(
                sitter.player_id,
                state.line.start.variant.game,
                state.clock.control.speed,
                services.clock(),
            )
            seats.append(_rating_view(standing.rating, None))
        else:
            seats.append(None)
    return json(protocol.GameRatings(seats))


def _rating_view(rating: Rating, change: int | None) -> protocol.SeatRating:
    return protocol.SeatRating(
        round(rating.rating), round(rating.deviation), rating.is_provisional, change
    )


def _view(player_id: PlayerId, names: Names) -> protocol.PlayerView:
    # Who has deleted himself has no session any more; if it ends just now, he is a guest.
    name = names(player_id) or guest_name(player_id)
    return protocol.PlayerView(name, has_account=names.has_account(player_id))


PLAYER_OPERATIONS = [
    Operation(
        "GET",
        "/api/games/{game_id}/ratings",
        get_ratings,
        "The ratings of a rated game's players, and what the game did to them",
        protocol.GameRatings,
        errors=(HTTPStatus.NOT_FOUND, UNAVAILABLE),
    ),
    Operation(
        "GET",
        "/api/me",
        get_me,
        "Who this session's player is",
        protocol.Me,
        errors=(UNAVAILABLE,),
    ),
    Operation(
        "POST",
        "/api/me",
        become_guest,
        "Become a guest, if one is nobody yet",
        protocol.Me,
        errors=(UNAVAILABLE,),
    ),
]
