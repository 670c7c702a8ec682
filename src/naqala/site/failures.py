"""Turns what goes wrong in an endpoint into an answer; nobody sees a traceback."""

from http import HTTPStatus

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from naqala.site.errors import ApiError, not_stored
from naqala.site.logs import path_of
from naqala.site.protocol import ErrorBody
from naqala.site.wire import encode

_log = structlog.get_logger()


class ErrorResponse(Response):
    """An error as an answer; it leaves its code in the scope, for those who count and log."""

    code = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the answer."""
        scope["error_code"] = self.code
        await super().__call__(scope, receive, send)


def respond(error: ApiError) -> Response:
    """An error as the answer to a request."""
    retry_s = error.view.detail.get("retry_s")
    response = ErrorResponse(
        encode(ErrorBody(error.view)),
        status_code=error.status,
        media_type="application/json",
        headers=None if retry_s is None else {"retry-after": str(retry_s)},
    )
    response.code = error.view.code
    return response


async def on_api_error(request: Request, error: Exception) -> Response:
    """An error that an endpoint has raised for the client."""
    assert isinstance(error, ApiError)
    return respond(error)


async def on_http_exception(request: Request, error: Exception) -> Response:
    """What Starlette's router refuses: no such path, or not with this method."""
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    code = status.phrase.lower().replace(" ", "_")
    message = f"{status.phrase}: {request.method} {request.url.path[:200]}"
    response = respond(ApiError(status, code, message))
    response.headers.update(error.headers or {})
    return response


async def on_storage_error(request: Request, error: Exception) -> Response:
    """The database failed: told without a traceback, for as long as it fails there are many."""
    _log.error("database failed", path=path_of(request.scope), reason=str(error))
    return respond(not_stored())
