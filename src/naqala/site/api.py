"""The HTTP API. It mirrors the game socket: the same commands on the same path."""

from collections.abc import AsyncIterator
from contextlib import nullcontext
from http import HTTPStatus

import anyio
import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from naqala.play import Human
from naqala.rules import Game, Variant
from naqala.site import analysis_api, errors, protocol, views
from naqala.site.account_api import ACCOUNT_OPERATIONS
from naqala.site.bodies import fill, json, read_body
from naqala.site.bus import Appended, Notice
from naqala.site.lesson_api import get_lesson
from naqala.site.limits import Limit
from naqala.site.live_api import LIVE_OPERATIONS
from naqala.site.operations import UNAVAILABLE, UNREADABLE, Operation, openapi
from naqala.site.outbox import CLOSE_GOING_AWAY, Outbox, OutboxClosed
from naqala.site.player_api import PLAYER_OPERATIONS
from naqala.site.room_api import ROOM_OPERATIONS
from naqala.site.services import services_of, visible_game
from naqala.site.statistics.api import STATISTICS_OPERATIONS
from naqala.site.storage import CommandId
from naqala.site.wire import command_of, encode

_OFFERED = ("kalah(6,3)", "kalah(6,4)", "kalah(6,5)", "kalah(6,6)", "wari", "oware")
_OPTIONS = ["+pie", "+empty-capture", "+by-turns", "+leave-rest", "+rest-to-emptier"]
_KEEP_ALIVE_S = 10.0


async def get_current_game(request: Request) -> Response:
    """The game that this session has before it, if it has begun any."""
    services = services_of(request)
    player_id = await services.guests.player_of(request.cookies)
    game = None if player_id is None else await services.games.newest_of(player_id)
    view = (
        None
        if game is None
        else views.game_view(game.game_id, game.state, player_id, services.clock(), services.names)
    )
    response = json(protocol.CurrentGame(view))
    if player_id is not None:
        # Asked for by every page, so that who plays on keeps his session.
        services.guests.renew(request.cookies, response)
    return response


async def create_game(request: Request) -> Response:
    """Begins a game."""
    services = services_of(request)
    wish = await read_body(request, protocol.NewGame)
    response = Response(status_code=HTTPStatus.CREATED, media_type="application/json")
    player_id = await services.guests.player_or_new(request, response)
    game = await services.games.create(player_id, wish)
    view = views.game_view(game.game_id, game.state, player_id, services.clock(), services.names)
    return fill(response, view)


async def get_game(request: Request) -> Response:
    """A game as this session sees it; games of friends are for them and who has their link."""
    services = services_of(request)
    player_id = await services.guests.player_of(request.cookies)
    game = await visible_game(request, player_id)
    return json(
        views.game_view(game.game_id, game.state, player_id, services.clock(), services.names)
    )


async def command_game(request: Request) -> Response:
    """Does what a seat asks for."""
    services = services_of(request)
    message: protocol.GameCommand = await read_body(request, protocol.GameCommand)
    player_id = await services.guests.player_of(request.cookies)
    game = await visible_game(request, player_id)
    game_id = game.game_id
    if player_id is None:
        raise errors.no_session()
    try:
        executed = await services.games.execute(
            game_id, command_of(message), Human(player_id), CommandId(message.id)
        )
    except errors.ApiError as error:
        if error.view.code == "stale":
            game = await services.games.get(game_id)
            view = views.game_view(
                game.game_id, game.state, player_id, services.clock(), services.names
            )
            error.view.detail["game"] = view
        raise
    game = await services.games.get(game_id)
    board = views.board_view(game.state, services.clock())
    events = executed.events
    if events is None:
        events = await services.games.events_since(game, executed.seq - 1)
    return json(protocol.CommandAnswer(message.id, executed.seq, events, board))


async def get_events(request: Request) -> Response:
    """A game's events, one JSON object a line; with `follow=1` until the game is over."""
    services = services_of(request)
    session = await services.guests.session_of(request.cookies)
    player_id = None if session is None else session.player_id
    key = None if session is None else session.key
    game = await visible_game(request, player_id)
    seen = _whole_number(request, "seen")
    follow = bool(_whole_number(request, "follow"))

    async def lines() -> AsyncIterator[bytes]:
        outbox = Outbox()

        def listen(notice: Notice) -> None:
            if isinstance(notice, Appended):
                outbox.put(_lines(notice.events))
                if notice.state.is_over:
                    outbox.close(CLOSE_GOING_AWAY)

        stays = services.presence.joined(game.game_id, player_id) if follow else nullcontext()
        with (
            services.outboxes.joined(outbox, key),
            services.bus.listen(game.game_id, listen),
            stays,
        ):
            is_over = game.state.is_over
            yield _lines(await services.games.events_since(game, seen))
            while follow and not is_over:
                frame = b"\n"
                with anyio.move_on_after(_KEEP_ALIVE_S):
                    try:
                        frame = await outbox.get()
                    except OutboxClosed:
                        return
                yield frame

    return StreamingResponse(lines(), media_type="application/x-ndjson")


async def get_variants(request: Request) -> Response:
    """The games that the site offers, and Kalah's options."""
    offered = [_variant_view(Variant.parse(text)) for text in _OFFERED]
    return json(protocol.Variants(offered, _OPTIONS))


async def get_openapi(request: Request) -> Response:
    """This API, described."""
    return Response(msgspec.json.encode(openapi(OPERATIONS)), media_type="application/json")


def _whole_number(request: Request, name: str) -> int:
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdecimal()) or len(text) > 9:
        raise errors.ApiError(
            HTTPStatus.BAD_REQUEST,
            "invalid_message",
            f"{name} is a whole number, not {text[:20]!r}",
        )
    return int(text)


def _lines(events: list[protocol.EventView]) -> bytes:
    return b"".join(encode(event) + b"\n" for event in events)


def _variant_view(variant: Variant) -> protocol.VariantView:
    game: Game = variant.game
    return protocol.VariantView(
        variant=str(variant),
        game=game.value,
        pits=variant.pits,
        seeds=variant.seeds,
        pie=variant.pie,
        empty_capture=variant.empty_capture,
        end=variant.end.value,
        remainder=variant.remainder.value,
    )


_REFUSED = (
    HTTPStatus.FORBIDDEN,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.CONFLICT,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
OPERATIONS = [
    Operation(
        "GET",
        "/api/games/current",
        get_current_game,
        "The newest game of this session",
        protocol.CurrentGame,
        errors=(UNAVAILABLE,),
    ),
    Operation(
        "POST",
        "/api/games",
        create_game,
        "Begin a game",
        protocol.GameView,
        HTTPStatus.CREATED,
        body=protocol.NewGame,
        errors=(*UNREADABLE, *_REFUSED, UNAVAILABLE),
        limit=Limit.NEW_GAMES,
    ),
    Operation(
        "GET",
        "/api/games/{game_id}",
        get_game,
        "A game",
        protocol.GameView,
        errors=(HTTPStatus.NOT_FOUND, UNAVAILABLE),
    ),
    Operation(
        "POST",
        "/api/games/{game_id}/commands",
        command_game,
        "What a seat asks for: a move and all else",
        protocol.CommandAnswer,
        body=protocol.GameCommand,
        errors=(*UNREADABLE, HTTPStatus.UNAUTHORIZED, *_REFUSED, UNAVAILABLE),
        limit=Limit.COMMANDS,
    ),
    Operation(
        "GET",
        "/api/games/{game_id}/events",
        get_events,
        "The events of a game, one a line",
        protocol.EventView,
        errors=(HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND, UNAVAILABLE),
        query={
            "seen": "the last event that is known already; 0 for all",
            "follow": "1 to stay until the game is over",
        },
        media_type="application/x-ndjson",
    ),
    Operation(
        "GET", "/api/variants", get_variants, "The games that the site offers", protocol.Variants
    ),
    Operation(
        "GET",
        "/api/lessons/{game}",
        get_lesson,
        "A lesson about kalah, wari or oware, with the sowings of its moves",
        protocol.LessonView,
        errors=(HTTPStatus.NOT_FOUND,),
    ),
    *ROOM_OPERATIONS,
    *LIVE_OPERATIONS,
    *PLAYER_OPERATIONS,
    *ACCOUNT_OPERATIONS,
    *analysis_api.OPERATIONS,
    *STATISTICS_OPERATIONS,
]
