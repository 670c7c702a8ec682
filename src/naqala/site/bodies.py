"""Bodies of requests and answers: JSON, bounded, judged by the protocol."""

from http import HTTPStatus
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from naqala.site import errors
from naqala.site.wire import MOST_BYTES, decode_body, encode


def json(message: msgspec.Struct, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """A message as the answer to a request."""
    return Response(encode(message), status_code=status, media_type="application/json")


def fill(response: Response, message: msgspec.Struct) -> Response:
    """Puts a message into an answer that carries a new cookie already."""
    response.body = encode(message)
    response.headers["content-length"] = str(len(response.body))
    return response


async def read_body(request: Request, kind: Any, most_bytes: int = MOST_BYTES) -> Any:
    """The body of a request as a struct of the protocol.

    Raises:
        ApiError: `not_json`, `too_large` or `invalid_message`.

    """
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise errors.ApiError(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "not_json",
            "send JSON, with the header Content-Type: application/json",
        )
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most_bytes:
            raise errors.ApiError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                "too_large",
                f"the body has at most {most_bytes} bytes",
            )
    return decode_body(bytes(body), kind)
