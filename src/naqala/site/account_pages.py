"""The account's page: its address and its head; what it does is the client's."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from naqala.site.languages import LANGUAGES, Language
from naqala.site.pages import Frame, Place
from naqala.site.pages.cards import CARD
from naqala.site.pages.frame import answer

ACCOUNT: Final[dict[Language, str]] = {"es": "/es/cuenta", "en": "/en/account"}


@dataclass(frozen=True, slots=True)
class _Words:
    title: str
    description: str
    loading: str
    no_script: str


_WORDS: Final[dict[Language, _Words]] = {
    "es": _Words(
        title="Tu cuenta · Naqala",
        description="Crea una cuenta de Naqala con un nombre y una contraseña, sin correo, o entra "
        "en la tuya.",
        loading="Abriendo tu cuenta…",
        no_script="Para entrar en tu cuenta hace falta JavaScript.",
    ),
    "en": _Words(
        title="Your account · Naqala",
        description="Make an account on Naqala with a name and a password, without e-mail, or log "
        "in to yours.",
        loading="Opening your account…",
        no_script="To open your account you need JavaScript.",
    ),
}


def account_routes(frame: Frame) -> list[BaseRoute]:
    """Routes of the account's page in all languages."""
    return [Route(ACCOUNT[language], _show(language, frame)) for language in LANGUAGES]


def _show(language: Language, frame: Frame) -> Callable[[Request], Awaitable[Response]]:
    words = _WORDS[language]

    async def show(request: Request) -> Response:
        html = frame.render(
            "account.html",
            request,
            language,
            Place(ACCOUNT[language], ACCOUNT),
            title=words.title,
            description=words.description,
            card=CARD,
            words=words,
        )
        return answer(request, html, language)

    return show
