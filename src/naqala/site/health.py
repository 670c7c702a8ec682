"""Whether the process lives, and whether it can serve."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from naqala.site.services import services_of


async def healthz(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """The site can serve, or what keeps it from that."""
    unfit = await services_of(request).readiness.unfit()
    if unfit:
        return PlainTextResponse(f"not ready: {', '.join(unfit)}\n", HTTPStatus.SERVICE_UNAVAILABLE)
    return PlainTextResponse("ready\n")
