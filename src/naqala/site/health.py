"""Whether the process lives, and whether it can serve."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from naqala.site.services import services_of


async def healthz(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """The database stores: a write goes through the same thread as every move."""
    try:
        services = services_of(request)
        await services.store.check(services.clock())
    except Exception as error:
        return PlainTextResponse(
            f"the database does not store: {type(error).__name__}\n",
            HTTPStatus.SERVICE_UNAVAILABLE,
        )
    return PlainTextResponse("ready\n")
