"""The lessons over HTTP: the same for everybody, so they may be kept and are sent compressed."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from naqala.rules import Game
from naqala.site import errors
from naqala.site.lessons import LESSONS, lesson_view
from naqala.site.wire import encode

# Asked for again with its tag after that, so that a new version is soon seen.
_FRESH = "public, max-age=300"


@dataclass(frozen=True, slots=True)
class _Stored:
    plain: bytes
    compressed: bytes
    tag: str


async def get_lesson(request: Request) -> Response:
    """A lesson: its boards, the sowings of their moves and its words."""
    stored = _stored(_game_of(request.path_params["game"]))
    headers = {"cache-control": _FRESH, "etag": stored.tag, "vary": "accept-encoding"}
    if stored.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(stored.compressed, headers=headers, media_type="application/json")
    return Response(stored.plain, headers=headers, media_type="application/json")


def _game_of(name: str) -> Game:
    known = [game.value for game in LESSONS]
    if name not in known:
        raise errors.lesson_not_found(name, known)
    return Game(name)


@cache
def _stored(game: Game) -> _Stored:
    plain = encode(lesson_view(LESSONS[game]))
    # Weak, for both forms of the text answer to it.
    tag = f'W/"{hashlib.sha256(plain).hexdigest()[:24]}"'
    return _Stored(plain, gzip.compress(plain, mtime=0), tag)
