"""The pages that the server renders: so far the shell of the game, in two languages."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"
_MANIFEST: Final = STATIC / ".vite" / "manifest.json"
_ENTRY: Final = "src/main.tsx"
_YEAR_S: Final = 365 * 24 * 60 * 60
_FOR_A_DAY: Final = {"cache-control": "public, max-age=86400"}

Language: TypeAlias = Literal["es", "en"]

# What the shell says before the client has taken over, and to search engines.
_TEXTS: dict[Language, dict[str, str]] = {
    "es": {
        "title": "Naqala · Juega al mancala",
        "description": "Juega al kalah y a otros mancalas en el navegador: contra la CPU o entre "
        "dos en el mismo dispositivo. Gratis y sin registrarse.",
        "loading": "Preparando el tablero…",
        "no_script": "Para jugar hace falta JavaScript. Actívalo en tu navegador y recarga "
        "la página.",
    },
    "en": {
        "title": "Naqala · Play mancala",
        "description": "Play Kalah and other mancala games in your browser: against the computer "
        "or two on one device. Free, no sign-up.",
        "loading": "Setting up the board…",
        "no_script": "The game needs JavaScript. Turn it on in your browser and reload the page.",
    },
}

_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


class ClientMissing(Exception):
    """The browser client has not been built."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The built client: its script, what that imports, its styles and its letters."""

    script: str
    styles: tuple[str, ...]
    imports: tuple[str, ...] = ()
    fonts: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    """The catalogue of each language."""

    @property
    def files(self) -> tuple[str, ...]:
        """All that the game's page needs before the first move, in every language."""
        return (self.script, *self.imports, *self.words.values(), *self.styles, *self.fonts)

    @classmethod
    def read(cls) -> "Bundle":
        """Reads Vite's manifest.

        Raises:
            ClientMissing: if the client has not been built.

        """
        try:
            manifest = json.loads(_MANIFEST.read_text(encoding="utf-8"))
            entry = manifest[_ENTRY]
        except FileNotFoundError:
            raise ClientMissing(
                "the browser client has not been built: start the site with scripts/run, or "
                "build it with scripts/build"
            ) from None
        return cls(
            f"/{entry['file']}",
            tuple(f"/{style}" for style in entry.get("css", ())),
            tuple(f"/{manifest[part]['file']}" for part in entry.get("imports", ())),
            tuple(f"/{file}" for file in entry.get("assets", ()) if file.endswith(".woff2")),
            {
                language: f"/{manifest[words]['file']}"
                for language in _TEXTS
                if (words := f"src/i18n/{language}.ts") in manifest
            },
        )


class _Assets(StaticFiles):
    """Files whose names carry a hash of their content: they may be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with leave to keep it."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = f"public, max-age={_YEAR_S}, immutable"
        return response


def page_routes(bundle: Bundle) -> list[BaseRoute]:
    """Routes of the pages and of the client's files."""
    shells: dict[Language, str] = {
        language: _TEMPLATES.get_template("shell.html").render(
            language=language, bundle=bundle, **texts
        )
        for language, texts in _TEXTS.items()
    }

    async def to_folder(request: Request) -> Response:
        # Relative: what scheme and host the browser used may not be known here.
        return RedirectResponse(f"{request.url.path}/")

    async def icon(request: Request) -> Response:
        return FileResponse(STATIC / "icon.svg", headers=_FOR_A_DAY)

    def shell_in(explicit: Language | None) -> Callable[[Request], Awaitable[Response]]:
        async def shell(request: Request) -> Response:
            language = explicit or wished_language(request.headers.get("accept-language", ""))
            return HTMLResponse(
                shells[language],
                headers={
                    "cache-control": "no-cache",
                    "content-language": language,
                    "vary": "accept-language",
                },
            )

        return shell

    return [
        Route("/", shell_in(None)),
        Route("/es", to_folder),
        Route("/en", to_folder),
        Route("/es/", shell_in("es")),
        Route("/en/", shell_in("en")),
        Route("/g/{game_id}", shell_in(None)),
        Route("/icon.svg", icon),
        Mount(
            "/assets",
            GZipMiddleware(_Assets(directory=STATIC / "assets", check_dir=False)),
            name="assets",
        ),
    ]


def wished_language(accept_language: str) -> Language:
    """The browser's first language that we speak, else Spanish."""
    wishes = []
    for order, part in enumerate(accept_language.split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight or 1)
        except ValueError:
            continue
        wishes.append((-quality, order, tag.lower().partition("-")[0]))
    for _, _, language in sorted(wishes):
        if language in ("es", "en"):
            return "es" if language == "es" else "en"
    return "es"
