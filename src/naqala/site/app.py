"""The web application, put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from naqala.site import failures
from naqala.site.access_log import AccessLog
from naqala.site.account_pages import ACCOUNT, account_routes
from naqala.site.address_limits import AddressLimits
from naqala.site.api import OPERATIONS, get_openapi
from naqala.site.client_address import ClientAddress
from naqala.site.errors import ApiError
from naqala.site.game_socket import serve_game_socket
from naqala.site.guard import Guard
from naqala.site.health import healthz, readyz
from naqala.site.install import install_routes
from naqala.site.learn_pages import learn_routes, lesson_versions
from naqala.site.limiter import Limiter
from naqala.site.limits import Limits
from naqala.site.lobby_socket import serve_lobby_socket
from naqala.site.metrics import Metrics
from naqala.site.operations import routes
from naqala.site.pages import (
    PLAYERS,
    Addresses,
    Bundle,
    Frame,
    on_http_exception,
    page_routes,
    player_routes,
    the_library,
)
from naqala.site.room_socket import serve_room_socket
from naqala.site.running import running_services
from naqala.site.settings import Settings
from naqala.site.site_clock import Clock
from naqala.site.storage import StorageError
from naqala.site.traffic import Traffic


def create_app(
    settings: Settings,
    bundle: Bundle,
    given_clock: Clock | None = None,
    metrics: Metrics | None = None,
    limits: Limits | None = None,
) -> Starlette:
    """The site on a database that is up to date; another time may be given.

    `limits` are those of `limits.py` unless others are given, too.
    """
    metrics = metrics or Metrics()
    limiter = Limiter(
        limits or Limits(),
        settings.unlimited,
        settings.trusted_proxies,
        on_refusal=metrics.limited,
    )
    access_log = AccessLog(settings.data / "access", is_on=settings.access_log)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with running_services(settings, given_clock, metrics, limiter) as services:
            app.state.services = services
            access_log.begin()
            metrics.watch("naqala_access_log_dropped", lambda: access_log.dropped)
            yield
        access_log.close()

    frame = Frame(bundle, Addresses(settings.public_url), settings.statistics, settings.contact)
    app = Starlette(
        routes=[
            *routes(OPERATIONS),
            Route("/api/openapi.json", get_openapi),
            WebSocketRoute("/api/games/{game_id}/socket", serve_game_socket),
            WebSocketRoute("/api/rooms/{token}/socket", serve_room_socket),
            WebSocketRoute("/api/lobby/socket", serve_lobby_socket),
            Route("/healthz", healthz),
            Route("/readyz", readyz),
            *page_routes(frame, the_library(), [*lesson_versions(), PLAYERS, ACCOUNT]),
            *player_routes(frame),
            *learn_routes(frame),
            *account_routes(frame),
            *install_routes(bundle.files),
        ],
        middleware=[
            Middleware(
                Traffic,
                metrics=metrics,
                access_log=access_log,
                trusted=settings.trusted_proxies,
            ),
            Middleware(ClientAddress, trusted=settings.trusted_proxies),
            Middleware(Guard, public_url=settings.public_url),
            Middleware(AddressLimits),
        ],
        exception_handlers={
            ApiError: failures.on_api_error,
            HTTPException: on_http_exception(frame),
            StorageError: failures.on_storage_error,
        },
        lifespan=lifespan,
    )
    # Connections are counted before they ask for anything (transports.py).
    app.state.limiter = limiter
    # It would make absolute addresses, with a scheme that is wrong behind a proxy.
    app.router.redirect_slashes = False
    # The operator's pages are drawn by it, too.
    app.state.frame = frame
    return app
