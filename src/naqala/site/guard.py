"""What every request passes: the origin check on the way in, security headers on the way out."""

from http import HTTPStatus
from urllib.parse import urlsplit

import structlog
from h11 import LocalProtocolError
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from naqala.site import errors
from naqala.site.failures import respond
from naqala.site.logs import path_of
from naqala.site.origin import origin_of
from naqala.site.outbox import CLOSE_POLICY

_log = structlog.get_logger()

MOST_HEAD_BYTES = 16 * 1024
"""All names and values of headers, and the address. Uvicorn bounds only what is incomplete."""

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

_HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'self'",
            "img-src 'self' data:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            # For the address of the service worker, which is a fixed one (client/src/installed.ts).
            "trusted-types service-worker",
        )
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
}


class Guard:
    """Refuses sockets and unsafe requests that another site's page sends; adds the headers.

    A request without `Origin` comes from no page (browsers always send it with these), so it
    carries nobody's cookie against his will.
    """

    def __init__(self, app: ASGIApp, public_url: str | None) -> None:
        self._app = app
        self._public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request or socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        is_answered = False
        is_api = scope["path"].startswith("/api/")

        async def send_with_headers(message: Message) -> None:
            nonlocal is_answered
            if message["type"] == "http.response.start":
                is_answered = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if is_api:
                    # What one session is told is for no cache to give to another.
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        if _head_bytes(scope) > MOST_HEAD_BYTES:
            too_large = errors.ApiError(
                HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                "too_large",
                f"address and headers have at most {MOST_HEAD_BYTES} bytes",
            )
            await refuse(too_large, scope, receive, send_with_headers)
            return
        if "\0" in scope["path"]:
            # No route has one, and PostgreSQL takes none in a text.
            nowhere = errors.ApiError(
                HTTPStatus.BAD_REQUEST, "invalid_message", "an address has no character 0"
            )
            await refuse(nowhere, scope, receive, send_with_headers)
            return
        is_unsafe = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
        if is_unsafe and not self._is_ours(Headers(scope=scope)):
            foreign = errors.ApiError(
                HTTPStatus.FORBIDDEN, "foreign_origin", "this came from another site's page"
            )
            await refuse(foreign, scope, receive, send_with_headers)
            return

        try:
            # Sockets have frames, no headers: nothing stands in their way.
            is_http = scope["type"] == "http"
            await self._app(scope, receive, send_with_headers if is_http else send)
        except (ClientDisconnect, ClientDisconnected, WebSocketDisconnect):
            pass  # it went while it was still sending
        except LocalProtocolError as error:
            # Uvicorn has given the connection up: what came over it was no HTTP in the end.
            _log.warning("request not answered", path=path_of(scope), reason=str(error))
        except Exception:
            # A fault of ours: logged whole, told as nothing but that.
            _log.exception("request failed", path=path_of(scope))
            scope["error_code"] = "internal_error"
            if scope["type"] == "http" and not is_answered:
                await respond(errors.internal_error())(scope, receive, send_with_headers)

    def _is_ours(self, headers: Headers) -> bool:
        # Browsers that tell this do so themselves; pages cannot.
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return False
        text = headers.get("origin")
        if text is None:
            return True
        try:
            origin = origin_of(text)
        except ValueError:
            return False
        if origin is None:
            return False
        if self._public_url is not None:
            return origin == self._public_url
        # Behind a proxy the scheme that the browser used is not known here, the host is.
        host = headers.get("host", "").lower()
        return host in (urlsplit(origin).netloc, urlsplit(text).netloc.lower())


def _head_bytes(scope: Scope) -> int:
    return (
        len(scope.get("raw_path") or b"")
        + len(scope["query_string"])
        + sum(len(name) + len(value) + 4 for name, value in scope["headers"])
    )


async def refuse(error: errors.ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answers a request, or a socket that is not accepted, with an error."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get(
        "extensions", {}
    ):
        await WebSocketClose(CLOSE_POLICY)(scope, receive, send)
    else:
        await respond(error)(scope, receive, send)
