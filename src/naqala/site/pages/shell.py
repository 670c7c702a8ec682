"""The shell of the game, in two languages; a link to a game says in its head how that stands."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from naqala.site.errors import ApiError
from naqala.site.languages import Language, wished_language
from naqala.site.pages.addresses import Place
from naqala.site.pages.cards import CARD, public_game
from naqala.site.pages.frame import Frame
from naqala.site.pages.game_words import tell_game, tell_invitation
from naqala.site.services import services_of
from naqala.site.storage import StorageError

HOME: Final[dict[Language, str]] = {"es": "/es/", "en": "/en/"}
WATCH: Final[dict[Language, str]] = {"es": "/es/ver", "en": "/en/watch"}


@dataclass(frozen=True, slots=True)
class _Words:
    title: str
    description: str
    loading: str
    no_script: str


# What the shell says before the client has taken over, and to search engines.
_WORDS: dict[Language, _Words] = {
    "es": _Words(
        title="Naqala · Juega al mancala",
        description="Juega al kalah y a otros mancalas en el navegador: contra la CPU o entre "
        "dos en el mismo dispositivo. Gratis y sin registrarse.",
        loading="Preparando el tablero…",
        no_script="Para jugar hace falta JavaScript. Actívalo en tu navegador y recarga la "
        "página. Las reglas y la ayuda se leen sin él:",
    ),
    "en": _Words(
        title="Naqala · Play mancala",
        description="Play Kalah and other mancala games in your browser: against the computer "
        "or two on one device. Free, no sign-up.",
        loading="Setting up the board…",
        no_script="The game needs JavaScript. Turn it on in your browser and reload the page. "
        "The rules and the help can be read without it:",
    ),
}

_WATCH_WORDS: dict[Language, tuple[str, str]] = {
    "es": (
        "Partidas en directo · Naqala",
        "Mira en directo las mejores partidas de mancala que se juegan ahora, jugada a jugada.",
    ),
    "en": (
        "Live games · Naqala",
        "Watch the best mancala games that are being played now, move by move.",
    ),
}


def shell_routes(frame: Frame) -> list[BaseRoute]:
    """Routes of the game's page."""

    def home(explicit: Language | None) -> Callable[[Request], Awaitable[Response]]:
        async def show(request: Request) -> Response:
            language = explicit or wished_language(request.headers.get("accept-language", ""))
            place = Place(HOME[language], HOME)
            return _shell(frame, request, language, place, card=CARD)

        return show

    def watch(language: Language) -> Callable[[Request], Awaitable[Response]]:
        async def show(request: Request) -> Response:
            title, description = _WATCH_WORDS[language]
            place = Place(WATCH[language], WATCH)
            return _shell(frame, request, language, place, CARD, title, description)

        return show

    async def game(request: Request) -> Response:
        language = wished_language(request.headers.get("accept-language", ""))
        place = Place(request.url.path, {})
        try:
            live = await public_game(request)
        except (ApiError, StorageError):
            # The client tells that there is no such game, or shows it to whom it belongs.
            return _shell(frame, request, language, place, card=CARD)
        words = tell_game(live.state, language, services_of(request).names)
        return _shell(
            frame,
            request,
            language,
            place,
            card=f"/g/{live.game_id}/card.png",
            title=f"{words.title} · Naqala",
            description=words.description,
        )

    async def room(request: Request) -> Response:
        language = wished_language(request.headers.get("accept-language", ""))
        place = Place(request.url.path, {})
        try:
            view = await services_of(request).rooms.get(request.path_params["token"], None)
        except (ApiError, StorageError):
            response = _shell(frame, request, language, place, card=CARD)
        else:
            words = tell_invitation(view, language)
            response = _shell(
                frame,
                request,
                language,
                place,
                card=CARD,
                title=f"{words.title} · Naqala",
                description=words.description,
            )
        # The address opens the room: it is told to nobody, and found by no search.
        response.headers["referrer-policy"] = "no-referrer"
        response.headers["x-robots-tag"] = "noindex"
        return response

    return [
        Route("/", home(None)),
        Route("/es", _to_folder),
        Route("/en", _to_folder),
        Route("/es/", home("es")),
        Route("/en/", home("en")),
        Route(WATCH["es"], watch("es")),
        Route(WATCH["en"], watch("en")),
        Route("/g/{game_id}", game),
        Route("/r/{token}", room),
    ]


def _shell(
    frame: Frame,
    request: Request,
    language: Language,
    place: Place,
    card: str,
    title: str | None = None,
    description: str | None = None,
) -> Response:
    words = _WORDS[language]
    html = frame.render(
        "shell.html",
        request,
        language,
        place,
        title=title or words.title,
        description=description or words.description,
        loading=words.loading,
        no_script=words.no_script,
        card=card,
    )
    headers = {
        "cache-control": "no-cache",
        "content-language": language,
        "vary": "accept-language",
    }
    return HTMLResponse(html, headers=headers)


async def _to_folder(request: Request) -> Response:
    # Relative: what scheme and host the browser used may not be known here.
    return RedirectResponse(f"{request.url.path}/")
