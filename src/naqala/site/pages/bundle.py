"""The built client: what Vite's manifest says of it, and its files."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from naqala.site.languages import LANGUAGES, Language

STATIC: Final = Path(__file__).parents[1] / "static"
_MANIFEST: Final = STATIC / ".vite" / "manifest.json"
_GAME: Final = "src/main.tsx"
_READING: Final = "src/styles/reading.css"
_BOARD3D: Final = "src/board3d/canvas.tsx"
_THEME: Final = "src/reading.ts"
_LESSON: Final = "src/learn/learn.tsx"
_ADMIN: Final = "src/styles/admin.css"
_PRIVACY: Final = "src/statistics/privacy.ts"
_FOR_A_DAY: Final = {"cache-control": "public, max-age=86400"}
_YEAR_S: Final = 365 * 24 * 60 * 60


class ClientMissing(Exception):
    """The browser client has not been built."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The built client: the game's script, what that imports, its styles, and all letters.

    `reading_style` and `reading_script` are all that the pages for reading load.
    """

    script: str
    styles: tuple[str, ...]
    reading_style: str
    reading_script: str
    imports: tuple[str, ...] = ()
    fonts: tuple[str, ...] = ()
    words: Mapping[Language, str] = field(default_factory=dict)
    """The catalogue of each language."""
    lesson_script: str | None = None
    """The part that a lesson adds to the game's script."""
    lesson_styles: tuple[str, ...] = ()
    privacy_script: str | None = None
    """What the privacy page needs for its switch."""
    admin_style: str | None = None
    """What the operator's page wears over the styles for reading."""
    later: tuple[str, ...] = ()
    """What the game fetches after the first move: dialogs, reviews, sound; not the 3D board."""

    @property
    def files(self) -> tuple[str, ...]:
        """All that the game's page needs without a network, in every language.

        The board in three dimensions is heavy: it is kept when it has been fetched.
        """
        first = (self.script, *self.imports, *self.words.values(), *self.styles, *self.fonts)
        return tuple(dict.fromkeys((*first, *self.later)))

    @classmethod
    def read(cls) -> "Bundle":
        """Reads Vite's manifest.

        Raises:
            ClientMissing: if the client has not been built, or was built by another version.

        """
        try:
            manifest = json.loads(_MANIFEST.read_text(encoding="utf-8"))
            game = manifest[_GAME]
            lesson, privacy = manifest.get(_LESSON), manifest.get(_PRIVACY)
            admin = manifest.get(_ADMIN)
            return cls(
                script=f"/{game['file']}",
                # What is imported brings styles of its own, which nobody else asks for.
                styles=tuple(
                    f"/{style}"
                    for part in (*game.get("imports", ()), _GAME)
                    for style in manifest[part].get("css", ())
                ),
                reading_style=f"/{manifest[_READING]['file']}",
                reading_script=f"/{manifest[_THEME]['file']}",
                imports=tuple(f"/{manifest[part]['file']}" for part in game.get("imports", ())),
                fonts=tuple(f"/{file}" for file in game.get("assets", ()) if _is_font(file)),
                words={
                    language: f"/{manifest[words]['file']}"
                    for language in LANGUAGES
                    if (words := f"src/i18n/{language}.ts") in manifest
                },
                lesson_script=None if lesson is None else f"/{lesson['file']}",
                lesson_styles=tuple(f"/{style}" for style in (lesson or {}).get("css", ())),
                privacy_script=None if privacy is None else f"/{privacy['file']}",
                admin_style=None if admin is None else f"/{admin['file']}",
                later=tuple(sorted(_later(manifest, game))),
            )
        except (FileNotFoundError, KeyError):
            raise ClientMissing(
                "the browser client has not been built: start the site with scripts/run, or "
                "build it with scripts/build"
            ) from None


def _later(manifest: dict[str, Any], game: dict[str, Any]) -> set[str]:
    """Files of the parts that the game's script imports when somebody wants them."""
    parts = [manifest[part] for part in game.get("imports", ())]
    wanted = [key for part in parts for key in part.get("dynamicImports", ()) if key != _BOARD3D]
    seen = set(game.get("imports", ()))
    files: set[str] = set()
    while wanted:
        key = wanted.pop()
        if key in seen:
            continue
        seen.add(key)
        part = manifest[key]
        files |= {f"/{file}" for file in (part["file"], *part.get("css", ()))}
        wanted += part.get("imports", ())
    return files


def _is_font(file: str) -> bool:
    return file.endswith(".woff2")


class _Assets(StaticFiles):
    """Files whose names carry a hash of their content: they may be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with leave to keep it."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = f"public, max-age={_YEAR_S}, immutable"
        return response


def assets() -> Mount:
    """The route of the client's hashed files."""
    files = _Assets(directory=STATIC / "assets", check_dir=False)
    return Mount("/assets", GZipMiddleware(files), name="assets")


def icon() -> Route:
    """The route of the site's icon."""
    return Route("/icon.svg", _get_icon)


async def _get_icon(request: Request) -> Response:
    return FileResponse(STATIC / "icon.svg", headers=_FOR_A_DAY)
