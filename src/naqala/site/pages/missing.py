"""What a reader gets for an address that does not exist."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from naqala.site import failures
from naqala.site.languages import LANGUAGES, Language, wished_language
from naqala.site.pages.addresses import Place
from naqala.site.pages.frame import Frame, answer
from naqala.site.pages.shell import HOME


@dataclass(frozen=True, slots=True)
class _Words:
    title: str
    text: str
    ways: str


_WORDS: dict[Language, _Words] = {
    "es": _Words(
        title="Aquí no hay nada sembrado",
        text="La página que buscas no existe o ha cambiado de sitio. Puede que a la dirección le "
        "falte una letra.",
        ways="Desde aquí se llega a todo:",
    ),
    "en": _Words(
        title="Nothing is sown here",
        text="The page that you want does not exist or has moved. Perhaps a letter is missing "
        "in the address.",
        ways="All of the site starts here:",
    ),
}

_FOR_PROGRAMS = ("/api/", "/assets/")

_Handler = Callable[[Request, Exception], Awaitable[Response]]


def on_http_exception(frame: Frame) -> _Handler:
    """A page for whoever reads pages, in the language of the address; JSON for programs."""

    async def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path = request.url.path
        is_read = "text/html" in request.headers.get("accept", "")
        if (
            error.status_code != HTTPStatus.NOT_FOUND
            or not is_read
            or path.startswith(_FOR_PROGRAMS)
        ):
            return await failures.on_http_exception(request, error)
        language = _language(request)
        html = frame.render(
            "missing.html", request, language, Place("", HOME), words=_WORDS[language]
        )
        return answer(request, html, language, HTTPStatus.NOT_FOUND, vary="accept-language")

    return handle


def _language(request: Request) -> Language:
    for language in LANGUAGES:
        if request.url.path.startswith(f"/{language}/"):
            return language
    return wished_language(request.headers.get("accept-language", ""))
