"""What makes the page installable: its manifest by language, its icons, its service worker."""

import hashlib
import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from naqala.site.pages.bundle import STATIC

_WORKER: Final = STATIC / "service-worker.js"
_PAGES: Final = {"es": "/es/", "en": "/en/"}
_FOR_A_DAY: Final = {"cache-control": "public, max-age=86400"}
_ASK_AGAIN: Final = {"cache-control": "no-cache"}
_TABLE: Final = "#1a2324"
_GROUND: Final = "#101617"

_TEXTS: Final[dict[str, dict[str, str]]] = {
    "es": {
        "name": "Naqala: mancala",
        "description": "Juega al kalah, al wari y al oware contra la CPU o entre dos.",
        "learn": "Aprender",
        "learn_path": "/es/aprender",
        "rules": "Reglas",
        "rules_path": "/es/reglas",
    },
    "en": {
        "name": "Naqala: mancala",
        "description": "Play Kalah, wari and oware against the CPU or with a friend.",
        "learn": "Learn",
        "learn_path": "/en/learn",
        "rules": "Rules",
        "rules_path": "/en/rules",
    },
}

_ICONS: Final = [
    {"src": "/icon.svg", "type": "image/svg+xml", "sizes": "any"},
    {"src": "/icons/icon-192.png", "type": "image/png", "sizes": "192x192"},
    {"src": "/icons/icon-512.png", "type": "image/png", "sizes": "512x512"},
    {
        "src": "/icons/maskable-512.png",
        "type": "image/png",
        "sizes": "512x512",
        "purpose": "maskable",
    },
]


def install_routes(files: Sequence[str]) -> list[BaseRoute]:
    """Routes of what browsers ask for to install the page; `files` are those of the shell."""
    return [
        Route("/{language}/app.webmanifest", _get_manifest),
        Route("/service-worker.js", _worker_of(files)),
        Route("/icons/{name}", _get_icon),
    ]


def manifest(language: str) -> dict[str, Any]:
    """The web app manifest in a language. Source: W3C, Web Application Manifest."""
    texts = _TEXTS[language]
    return {
        "id": "/",
        "lang": language,
        "name": texts["name"],
        "short_name": "Naqala",
        "description": texts["description"],
        "start_url": _PAGES[language],
        "scope": "/",
        "display": "standalone",
        "theme_color": _TABLE,
        "background_color": _GROUND,
        "categories": ["games", "education"],
        "icons": _ICONS,
        "shortcuts": [
            {"name": texts["learn"], "url": texts["learn_path"]},
            {"name": texts["rules"], "url": texts["rules_path"]},
        ],
    }


def worker_script(files: Sequence[str], script: str) -> str:
    """The service worker, told what the shell is; another text for every build."""
    text = "\n".join((*files, script))
    version = hashlib.sha256(text.encode()).hexdigest()[:16]
    shell = {"version": version, "pages": _PAGES, "files": list(files)}
    return f"const SHELL = {json.dumps(shell)};\n{script}"


async def _get_manifest(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in _TEXTS:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    body = json.dumps(manifest(language), ensure_ascii=False)
    return Response(body, media_type="application/manifest+json", headers=_FOR_A_DAY)


async def _get_icon(request: Request) -> Response:
    folder = STATIC / "icons"
    path = folder / request.path_params["name"]
    if path.parent != folder or not path.is_file():
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return FileResponse(path, headers=_FOR_A_DAY)


def _worker_of(files: Sequence[str]) -> Any:
    async def get_worker(request: Request) -> Response:
        if not _WORKER.exists():
            raise HTTPException(HTTPStatus.NOT_FOUND)
        text = worker_script(files, _WORKER.read_text(encoding="utf-8"))
        return Response(text, media_type="text/javascript", headers=_ASK_AGAIN)

    return get_worker
