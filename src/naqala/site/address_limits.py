"""What every request and socket is counted for, before anything is done for it."""

from contextlib import ExitStack

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from naqala.site.client_address import client_address
from naqala.site.errors import ApiError
from naqala.site.guard import refuse
from naqala.site.limiter import Limiter
from naqala.site.limits import Limit
from naqala.site.services import services_of


class AddressLimits:
    """Refuses what comes too often from one address, or when it has too much open."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request or socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        limiter: Limiter = scope["app"].state.services.limiter
        address = client_address(scope)
        is_socket = scope["type"] == "websocket"
        with ExitStack() as stack:
            try:
                limiter.take(Limit.HANDSHAKES if is_socket else Limit.REQUESTS, address)
                stack.enter_context(
                    limiter.socket(address) if is_socket else limiter.request(address)
                )
            except ApiError as error:
                scope["is_flood"] = True  # it is not to fill the access log
                await refuse(error, scope, receive, send)
                return
            await self._app(scope, receive, send)


def count(limit: Limit, request: Request) -> None:
    """Counts a request for a limit of its own.

    Raises:
        ApiError: `too_many_requests`.

    """
    services_of(request).limiter.take(limit, client_address(request.scope))
