"""The leader board, and a page for every account."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from naqala.play import PROVISIONAL_DEVIATION, Mode, Speed
from naqala.rules import Game, Variant
from naqala.site.languages import LANGUAGES, Language
from naqala.site.pages.addresses import Place
from naqala.site.pages.cards import CARD
from naqala.site.pages.curve import HEIGHT, WIDTH, Curve
from naqala.site.pages.frame import Frame, answer
from naqala.site.pages.player_words import (
    GAMES,
    PLAYER,
    PLAYER_WORDS,
    PLAYERS,
    PlayerWords,
    tell_day,
    tell_month,
)
from naqala.site.services import Services, services_of
from naqala.site.storage.player_games import PlayedGame, Result
from naqala.site.storage.ratings import Standing

MOST_LEADERS: Final = 20
MOST_GAMES: Final = 20
MOST_POINTS: Final = 100
"""Games of a curve."""

_Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class _Leader:
    name: str
    path: str
    rating: int
    deviation: int
    games: int


@dataclass(frozen=True, slots=True)
class _Board:
    speed: str
    leaders: list[_Leader]


@dataclass(frozen=True, slots=True)
class _Card:
    """A rating on a player's page."""

    title: str
    rating: int
    deviation: int
    is_provisional: bool
    wins: int
    draws: int
    losses: int
    curve: Curve | None
    told: str


@dataclass(frozen=True, slots=True)
class _Row:
    """A game on a player's page."""

    path: str
    date: str
    game: str
    note: str
    rival: str
    rival_path: str | None
    result: str
    kind: str
    change: str


def player_path(name: str, language: Language) -> str:
    """The address of an account's page."""
    return f"{PLAYER[language]}{quote(name, safe='')}"


def player_routes(frame: Frame) -> list[BaseRoute]:
    """Routes of the leader board and of players, in all languages."""
    return [
        Route(path, show, middleware=[Middleware(GZipMiddleware)])
        for language in LANGUAGES
        for path, show in (
            (PLAYERS[language], _show_leaders(frame, language)),
            (f"{PLAYER[language]}{{name}}", _show_player(frame, language)),
        )
    ]


def _show_leaders(frame: Frame, language: Language) -> _Endpoint:
    words = PLAYER_WORDS[language]

    async def show(request: Request) -> Response:
        services = services_of(request)
        boards = [
            (
                GAMES[game],
                [
                    _Board(words.speeds[speed], await _leaders(services, game, speed, language))
                    for speed in Speed
                ],
            )
            for game in Game
        ]
        html = frame.render(
            "players.html",
            request,
            language,
            Place(PLAYERS[language], PLAYERS),
            title=f"{words.title} · Naqala",
            description=words.description,
            card=CARD,
            words=words,
            boards=boards,
        )
        return answer(request, html, language)

    return show


async def _leaders(
    services: Services, game: Game, speed: Speed, language: Language
) -> list[_Leader]:
    now_ms = services.clock()
    best = await services.ratings.best(game, speed, PROVISIONAL_DEVIATION, MOST_LEADERS)
    leaders = []
    for standing in (one.at(now_ms) for one in best):
        name = services.names(standing.player_id)
        # Who has not played for long is not known well any more.
        if name is None or standing.rating.is_provisional:
            continue
        games = standing.wins + standing.draws + standing.losses
        rating = standing.rating
        leaders.append(
            _Leader(
                name,
                player_path(name, language),
                round(rating.rating),
                round(rating.deviation),
                games,
            )
        )
    return leaders


def _show_player(frame: Frame, language: Language) -> _Endpoint:
    words = PLAYER_WORDS[language]

    async def show(request: Request) -> Response:
        services = services_of(request)
        asked = request.path_params["name"]
        account = await services.accounts.named(asked)
        if account is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        if account.name != asked:
            return RedirectResponse(player_path(account.name, language))
        player_id = account.player_id
        is_you = await services.guests.player_of(request.cookies) == player_id
        modes = (Mode.CASUAL, Mode.RATED, *((Mode.FRIEND,) if is_you else ()))
        games = await services.player_games.newest(player_id, modes, MOST_GAMES)
        html = frame.render(
            "player.html",
            request,
            language,
            Place(
                player_path(account.name, language),
                {known: player_path(account.name, known) for known in LANGUAGES},
            ),
            title=f"{words.player_title.format(name=account.name)} · Naqala",
            description=words.player_description.format(name=account.name),
            card=CARD,
            words=words,
            name=account.name,
            since=words.since.format(month=tell_month(account.created_ms, words)),
            cards=[
                await _card(services, game, speed, standing, words)
                for game, speed, standing in _ordered(await services.ratings.of_player(player_id))
            ],
            rows=[_row(services, game, language) for game in games],
            is_you=is_you,
            size=(WIDTH, HEIGHT),
            players_path=PLAYERS[language],
        )
        # Everybody may look, but no search engine is to keep what somebody may delete.
        response = answer(request, html, language, vary="cookie")
        response.headers["x-robots-tag"] = "noindex"
        return response

    return show


def _ordered(
    standings: list[tuple[Game, Speed, Standing]],
) -> list[tuple[Game, Speed, Standing]]:
    games, speeds = list(Game), list(Speed)
    return sorted(standings, key=lambda one: (games.index(one[0]), speeds.index(one[1])))


async def _card(
    services: Services, game: Game, speed: Speed, standing: Standing, words: PlayerWords
) -> _Card:
    rating = standing.at(services.clock()).rating
    points = await services.ratings.curve(standing.player_id, game, speed, MOST_POINTS)
    values = [value for _, value in points]
    curve = Curve.of(values) if len(values) > 1 else None
    told = ""
    if curve is not None:
        told = words.curve.format(
            n=len(values),
            first=round(values[0]),
            last=round(values[-1]),
            most=curve.most,
            least=curve.least,
        )
    return _Card(
        f"{GAMES[game]} · {words.speeds[speed]}",
        round(rating.rating),
        round(rating.deviation),
        rating.is_provisional,
        standing.wins,
        standing.draws,
        standing.losses,
        curve,
        told,
    )


def _row(services: Services, game: PlayedGame, language: Language) -> _Row:
    words = PLAYER_WORDS[language]
    variant = Variant.parse(game.variant)
    title = GAMES[variant.game]
    if variant.game is Game.KALAH:
        title += f" ({variant.pits},{variant.seeds})"
    name = None if game.rival_id is None else services.names(game.rival_id)
    has_page = game.rival_id is not None and services.names.has_account(game.rival_id)
    rival = "CPU" if game.rival_id is None else name or words.deleted
    notes = {Mode.CASUAL: words.casual, Mode.FRIEND: words.friend}
    return _Row(
        path=f"/g/{game.game_id}",
        date=tell_day(game.created_ms, words),
        game=title if game.clock is None else f"{title}, {game.clock}",
        note=notes.get(game.mode, ""),
        rival=rival,
        rival_path=player_path(rival, language) if has_page else None,
        result=words.results[game.result],
        kind=game.result.value if game.result in (Result.WON, Result.LOST) else "other",
        change=_signed(game.change),
    )


def _signed(change: int | None) -> str:
    if change is None:
        return ""
    return "±0" if change == 0 else f"{change:+d}".replace("-", "\u2212")
