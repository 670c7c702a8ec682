"""The endpoints that ask the analyst: analyses of any position, hints and reviews of games."""

import asyncio
from http import HTTPStatus

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from naqala.engine import Analysis, Limits
from naqala.play import PlayerId
from naqala.rules import InvalidPosition, Line, Position, parse_position
from naqala.site import errors, protocol, views
from naqala.site.bodies import json, read_body
from naqala.site.client_address import client_address, group_of
from naqala.site.errors import ApiError
from naqala.site.limits import Limit
from naqala.site.operations import UNAVAILABLE, UNREADABLE, Operation
from naqala.site.services import services_of, visible_game
from naqala.site.wishes import variant_of

MOST_NODES = 5_000_000
MOST_MS = 2_000
"""What one analysis may cost; what is asked for beyond is cut to it."""


async def post_analysis(request: Request) -> Response:
    """Values every legal move of a position."""
    services = services_of(request)
    question = await read_body(request, protocol.AnalysisQuestion)
    position = _position(question)
    player_id = await services.guests.player_of(request.cookies)
    with services.askers.alone(asker_of(request, player_id), _group_of(request)):
        analysis = await _until_gone(request, position, _limits(question.limits))
    return json(views.analysis_view(position, analysis))


async def post_hint(request: Request) -> Response:
    """Tells the best move to whoever is to move."""
    services = services_of(request)
    question = await read_body(request, protocol.HintQuestion)
    player_id = await services.guests.player_of(request.cookies)
    game = await visible_game(request, player_id)
    if player_id is None:
        raise errors.no_session()
    analysis = await services.hints.hint(game, player_id, question.after, _group_of(request))
    best = analysis.best
    return json(protocol.HintView(question.after, best, views.score_view(analysis.scores[best])))


async def get_review(request: Request) -> Response:
    """Tells what each ply of a finished game gave away, as far as is known yet."""
    services = services_of(request)
    player_id = await services.guests.player_of(request.cookies)
    game = await visible_game(request, player_id)
    asker = asker_of(request, player_id)
    return json(await services.reviews.review(game, asker, _group_of(request)))


def asker_of(request: Request, player_id: PlayerId | None) -> str:
    """Who asks: a player, or without a session whoever comes from an address."""
    return player_id or f"address {group_of(client_address(request.scope))}"


def _group_of(request: Request) -> str | None:
    return services_of(request).limiter.wide_group_of(client_address(request.scope))


def _position(question: protocol.AnalysisQuestion) -> Position:
    variant = variant_of(question.variant)
    try:
        position = parse_position(question.position, variant)
    except InvalidPosition as error:
        raise ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_position", str(error)) from None
    if position.is_over:
        raise ApiError(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "invalid_position",
            f"the game is over in this position: {position}",
        )
    return position


def _limits(limits: protocol.AnalysisLimits) -> Limits:
    return Limits(
        nodes=min(limits.nodes or MOST_NODES, MOST_NODES),
        time_ms=min(limits.time_ms or MOST_MS, MOST_MS),
    )


async def _until_gone(request: Request, position: Position, limits: Limits) -> Analysis:
    """The analysis; it is stopped when whoever asked for it has gone."""
    analysts = services_of(request).analysts
    work = asyncio.ensure_future(analysts.analyse(position, Line.begin(position).keys, limits))
    # The body has been read: all that can still come is that the connection ends.
    gone = asyncio.ensure_future(request.receive())
    try:
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientDisconnect
        return work.result()
    finally:
        gone.cancel()
        work.cancel()


OPERATIONS = [
    Operation(
        "POST",
        "/api/analysis",
        post_analysis,
        "What every legal move of a position is worth",
        protocol.AnalysisView,
        body=protocol.AnalysisQuestion,
        errors=(
            *UNREADABLE,
            HTTPStatus.FORBIDDEN,
            HTTPStatus.UNPROCESSABLE_ENTITY,
            HTTPStatus.TOO_MANY_REQUESTS,
            UNAVAILABLE,
        ),
        limit=Limit.ANALYSES,
    ),
    Operation(
        "POST",
        "/api/games/{game_id}/hint",
        post_hint,
        "The best move, for whoever is to move",
        protocol.HintView,
        body=protocol.HintQuestion,
        errors=(
            *UNREADABLE,
            HTTPStatus.UNAUTHORIZED,
            HTTPStatus.FORBIDDEN,
            HTTPStatus.NOT_FOUND,
            HTTPStatus.CONFLICT,
            UNAVAILABLE,
        ),
        limit=Limit.HINTS,
    ),
    Operation(
        "GET",
        "/api/games/{game_id}/review",
        get_review,
        "What each ply of a finished game gave away",
        protocol.ReviewView,
        errors=(
            HTTPStatus.NOT_FOUND,
            HTTPStatus.CONFLICT,
            HTTPStatus.TOO_MANY_REQUESTS,
            UNAVAILABLE,
        ),
        limit=Limit.REVIEWS,
    ),
]
