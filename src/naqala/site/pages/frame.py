"""The frame around every page that is read: head, header, footer; and the answer it travels in."""

import hashlib
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from naqala.site.languages import LANGUAGES, Language
from naqala.site.pages.addresses import Addresses, Place
from naqala.site.pages.bundle import Bundle

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True, slots=True)
class FrameWords:
    """What the frame says, in one language, and where its links lead."""

    name: str
    locale: str
    play: str
    play_path: str
    learn: str
    learn_path: str
    rules: str
    rules_path: str
    players: str
    players_path: str
    help: str
    help_path: str
    account: str
    account_path: str
    site: str
    menu: str
    language: str
    skip: str
    to_dark: str
    to_light: str
    on_this_page: str
    section: str
    next: str
    previous: str
    tagline: str
    privacy: str
    privacy_path: str
    sources: str
    sources_path: str
    about: str
    about_path: str
    run_by: str


FRAME_WORDS: Final[dict[Language, FrameWords]] = {
    "es": FrameWords(
        name="Español",
        locale="es_ES",
        play="Jugar",
        play_path="/es/",
        learn="Aprender",
        learn_path="/es/aprender",
        rules="Reglas",
        rules_path="/es/reglas",
        players="Jugadores",
        players_path="/es/jugadores",
        help="Ayuda",
        help_path="/es/ayuda",
        account="Tu cuenta",
        account_path="/es/cuenta",
        site="Secciones",
        menu="Menú",
        language="Idioma",
        skip="Ir al contenido",
        to_dark="Colores oscuros",
        to_light="Colores claros",
        on_this_page="En esta página",
        section="Páginas de esta sección",
        next="Siguiente",
        previous="Anterior",
        tagline="Un sitio libre y gratuito para jugar, aprender y resolver el mancala.",
        privacy="Privacidad",
        privacy_path="/es/privacidad",
        sources="Fuentes y licencias",
        sources_path="/es/fuentes",
        about="Acerca de Naqala",
        about_path="/es/ayuda/acerca",
        run_by="Lleva este sitio:",
    ),
    "en": FrameWords(
        name="English",
        locale="en_GB",
        play="Play",
        play_path="/en/",
        learn="Learn",
        learn_path="/en/learn",
        rules="Rules",
        rules_path="/en/rules",
        players="Players",
        players_path="/en/players",
        help="Help",
        help_path="/en/help",
        account="Your account",
        account_path="/en/account",
        site="Sections",
        menu="Menu",
        language="Language",
        skip="Skip to the content",
        to_dark="Dark colours",
        to_light="Light colours",
        on_this_page="On this page",
        section="Pages of this section",
        next="Next",
        previous="Previous",
        tagline="A free and open place to play, learn and solve mancala.",
        privacy="Privacy",
        privacy_path="/en/privacy",
        sources="Sources and licences",
        sources_path="/en/sources",
        about="About Naqala",
        about_path="/en/help/about",
        run_by="This site is run by:",
    ),
}


@dataclass(frozen=True, slots=True)
class Frame:
    """Renders pages and sends them."""

    bundle: Bundle
    addresses: Addresses
    has_statistics: bool = True
    """Whether the site takes statistics: pages send none unless they are told so."""
    contact: str | None = None
    """Who runs the site, as he wants it to be read."""

    def render(
        self, template: str, request: Request, language: Language, place: Place, **context: Any
    ) -> str:
        """A page's HTML. `place` says where the same page is in which language."""
        return _TEMPLATES.get_template(template).render(
            language=language,
            languages=LANGUAGES,
            frame=FRAME_WORDS[language],
            frames=FRAME_WORDS,
            base=self.addresses.base(request),
            bundle=self.bundle,
            place=place,
            statistics="on" if self.has_statistics else "off",
            contact=self.contact,
            **context,
        )


def answer(
    request: Request,
    html: str,
    language: Language,
    status: HTTPStatus = HTTPStatus.OK,
    **headers: str,
) -> Response:
    """A page with its ETag, or the news that the browser has it already."""
    etag = f'W/"{hashlib.sha256(html.encode()).hexdigest()[:24]}"'
    shared = {
        # Always asked for again: it names the hashed styles, which change with every version.
        "cache-control": "no-cache",
        "etag": etag,
        "content-language": language,
        **headers,
    }
    if status is HTTPStatus.OK and etag in known_etags(request):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=shared)
    return HTMLResponse(html, status_code=status, headers=shared)


def known_etags(request: Request) -> list[str]:
    """The weak ETags of what the browser has."""
    known = request.headers.get("if-none-match", "").split(",")
    return [f"W/{tag.strip().removeprefix('W/')}" for tag in known if tag.strip()]
