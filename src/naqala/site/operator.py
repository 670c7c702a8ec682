"""The operator's address: what he sees of the running site, and players do not.

It is an application of its own, on its own address, over the same services.
"""

from http import HTTPStatus

from anyio import CapacityLimiter, to_thread
from prometheus_client.exposition import choose_encoder
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from naqala.site import failures
from naqala.site.errors import ApiError
from naqala.site.guard import Guard
from naqala.site.health import healthz, readyz
from naqala.site.operator_door import OperatorDoor
from naqala.site.services import services_of
from naqala.site.statistics.admin import admin_routes
from naqala.site.storage import StorageError


def operator_app(site: Starlette, token: str | None) -> Starlette:
    """The operator's view of a site, for whoever brings the token.

    None asks for no token, which is right for a loopback address alone. `services_of` gives the
    services of the site, once it has started.
    """
    app = Starlette(
        routes=[
            Route("/", _to_figures),
            Route("/metrics", get_metrics),
            Route("/healthz", healthz),
            Route("/readyz", readyz),
            *admin_routes(),
        ],
        middleware=[Middleware(Guard, public_url=None), Middleware(OperatorDoor, token=token)],
        exception_handlers={
            ApiError: failures.on_api_error,
            HTTPException: failures.on_http_exception,
            StorageError: failures.on_storage_error,
        },
    )
    app.state = site.state
    # A disk that hangs holds one thread, however often the figures are asked for meanwhile.
    app.state.figures = CapacityLimiter(1)
    app.router.redirect_slashes = False
    return app


async def _to_figures(request: Request) -> Response:
    # Relative: under which name and port the address was reached is not known here.
    return RedirectResponse("admin", HTTPStatus.SEE_OTHER)


async def get_metrics(request: Request) -> Response:
    """All figures in the text format that the asker prefers."""
    services = services_of(request)
    await services.readiness.unfit()
    encode, media_type = choose_encoder(request.headers.get("accept", ""))
    # In a thread, for some figures come from the disk and the system.
    body = await to_thread.run_sync(
        encode,
        services.metrics.registry,
        abandon_on_cancel=True,
        limiter=request.app.state.figures,
    )
    return Response(body, headers={"content-type": media_type})
