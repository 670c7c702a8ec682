"""The web application, put together."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from naqala.site import failures
from naqala.site.api import OPERATIONS, get_openapi
from naqala.site.bus import Bus
from naqala.site.cpu import CpuPlayer
from naqala.site.engine_pool import EnginePool
from naqala.site.errors import ApiError
from naqala.site.game_socket import serve_game_socket
from naqala.site.games import Clock, Games
from naqala.site.guard import Guard
from naqala.site.guests import Guests
from naqala.site.health import healthz, readyz
from naqala.site.operations import routes
from naqala.site.pages import Bundle, page_routes
from naqala.site.services import Outboxes, Services
from naqala.site.settings import Settings
from naqala.site.storage import StorageError, Store


def now_ms() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def create_app(settings: Settings, bundle: Bundle, clock: Clock = now_ms) -> Starlette:
    """The site on a database that is up to date."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = Store(settings.database_url)
        pool = EnginePool(settings.engine_threads)
        bus = Bus()
        games = Games(store, bus, clock)
        cpu = CpuPlayer(games, pool)
        games.on_changed = cpu.consider
        guests = Guests(store, clock, is_secure=settings.is_secure)
        app.state.services = Services(settings, store, bus, games, cpu, guests, Outboxes(), clock)
        yield
        await cpu.close()
        pool.close()
        store.close()

    app = Starlette(
        routes=[
            *routes(OPERATIONS),
            Route("/api/openapi.json", get_openapi),
            WebSocketRoute("/api/games/{game_id}/socket", serve_game_socket),
            Route("/healthz", healthz),
            Route("/readyz", readyz),
            *page_routes(bundle),
        ],
        middleware=[Middleware(Guard, public_url=settings.public_url)],
        exception_handlers={
            ApiError: failures.on_api_error,
            HTTPException: failures.on_http_exception,
            StorageError: failures.on_storage_error,
        },
        lifespan=lifespan,
    )
    # It would make absolute addresses, with a scheme that is wrong behind a proxy.
    app.router.redirect_slashes = False
    return app
