"""Who may come to the operator's address.

On a loopback address whoever is on this machine, but no page of the web: it could let its own name
point here (DNS rebinding), and would then be seen by the `Host` that its requests carry. On any
other address whoever brings the token.
"""

import base64
import binascii
import hmac
import ipaddress
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from naqala.site.errors import ApiError
from naqala.site.failures import respond


class OperatorDoor:
    """Lets requests in by their token, or without a token (None) those that name this machine."""

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request, or refuses it."""
        if scope["type"] != "http":
            return  # a socket is refused by not being accepted
        headers = Headers(scope=scope)
        if self._token is None:
            if not _is_local(headers.get("host", "")):
                await respond(_foreign_host())(scope, receive, send)
                return
        elif not _proves(headers.get("authorization", ""), self._token):
            response = respond(_token_needed())
            response.headers["www-authenticate"] = 'Basic realm="Naqala", charset="UTF-8"'
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _is_local(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _proves(authorization: str, token: str) -> bool:
    scheme, _, given = authorization.partition(" ")
    if scheme.lower() == "basic":
        try:
            text = base64.b64decode(given, validate=True)
        except (binascii.Error, ValueError):
            return False
        # Whatever the name is: there is one operator.
        given_bytes = text.partition(b":")[2]
    elif scheme.lower() == "bearer":
        given_bytes = given.strip().encode("latin-1")
    else:
        return False
    return hmac.compare_digest(given_bytes, token.encode())


def _foreign_host() -> ApiError:
    return ApiError(
        HTTPStatus.MISDIRECTED_REQUEST,
        "foreign_host",
        "this address is for this machine alone: ask for it as localhost or 127.0.0.1",
    )


def _token_needed() -> ApiError:
    return ApiError(
        HTTPStatus.UNAUTHORIZED,
        "token_needed",
        "this address is the operator's: send the token of the data folder's file operator-token "
        "as a Bearer token, or as the password with any name",
    )
