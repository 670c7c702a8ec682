"""The web application, put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from shutil import disk_usage

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from naqala.engine import EndgameShelf
from naqala.site import failures
from naqala.site.access_log import AccessLog
from naqala.site.account_pages import ACCOUNT, account_routes
from naqala.site.accounts import Accounts, Passwords
from naqala.site.address_limits import AddressLimits
from naqala.site.analysts import Analysts, Askers
from naqala.site.announcer import Announcer
from naqala.site.api import OPERATIONS, get_openapi
from naqala.site.bus import Bus
from naqala.site.client_address import ClientAddress
from naqala.site.cpu import CpuPlayer
from naqala.site.endgame_builds import EndgameBuilds
from naqala.site.engine_pool import EnginePool
from naqala.site.errors import ApiError
from naqala.site.flags import Flags
from naqala.site.game_socket import serve_game_socket
from naqala.site.games import Games, LiveGame
from naqala.site.guard import Guard
from naqala.site.guests import Guests
from naqala.site.health import healthz, readyz
from naqala.site.heartbeat import Heartbeat
from naqala.site.hints import Hints
from naqala.site.install import install_routes
from naqala.site.learn_pages import learn_routes, lesson_versions
from naqala.site.limiter import Limiter
from naqala.site.limits import Limits
from naqala.site.lobby import Lobby
from naqala.site.lobby_socket import serve_lobby_socket
from naqala.site.loop_lag import measure_lag
from naqala.site.metrics import Metrics
from naqala.site.names import Names
from naqala.site.operations import routes
from naqala.site.outboxes import Outboxes
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
from naqala.site.presence import Presence
from naqala.site.readiness import Readiness
from naqala.site.reviews import Reviews
from naqala.site.room_socket import serve_room_socket
from naqala.site.rooms import Rooms
from naqala.site.services import Services
from naqala.site.settings import Settings
from naqala.site.site_clock import Clock, SiteClock, machine_date_ms
from naqala.site.statistics import Statistics
from naqala.site.storage import (
    Invitations,
    StorageError,
    Store,
    StoredAccounts,
    StoredReviews,
    StoredSessions,
)
from naqala.site.storage.player_games import PlayerGames
from naqala.site.storage.ratings import Ratings
from naqala.site.storage.statistics import StoredStatistics
from naqala.site.talk import Talk
from naqala.site.traffic import Traffic

MOST_ANALYSES = 16
MOST_HINTS = 64
"""Questions that may wait for each analyst; one more is refused."""


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
        clock = SiteClock() if given_clock is None else given_clock
        store = Store(settings.database_url, metrics.committed, metrics.not_committed)
        endgames = EndgameShelf(settings.data / "endgames")
        builds = EndgameBuilds(settings.data, settings.endgames)
        builds.begin()
        pool = EnginePool(settings.engine_threads, endgames, metrics.searched)
        bus = Bus()
        # Absence is counted from when somebody went, whatever the date is set to.
        presence = Presence(clock.lived_ms if isinstance(clock, SiteClock) else clock)
        names = Names()
        outboxes = Outboxes()
        sessions = StoredSessions(store)
        guests = Guests(store, sessions, outboxes, clock, limiter, is_secure=settings.is_secure)
        accounts = Accounts(
            StoredAccounts(store), sessions, guests, names, Passwords(), clock, limiter
        )
        await accounts.learn_names()
        games = Games(store, bus, presence, clock, names, metrics)
        cpu = CpuPlayer(games, pool, metrics.cpu_answered, presence.crowd)
        flags = Flags(games, presence, clock)
        rooms = Rooms(Invitations(store), games, presence, bus, clock, names)
        ratings = Ratings(store)
        lobby = Lobby(games, ratings, lambda: len(outboxes), clock, names)
        heartbeat = Heartbeat(store, games, flags, clock)

        def on_changed(game: LiveGame) -> None:
            presence.expect(game.game_id, game.state)
            cpu.consider(game)
            flags.consider(game)
            lobby.consider(game)

        games.on_changed = on_changed
        presence.on_changed = Announcer(games, presence, bus).changed
        await heartbeat.start()
        flags.begin()
        # Two, so that whoever plays does not wait behind whoever analyses; he comes before him,
        # too. The lowest priority would be too low: a thread without any time may hold the GIL.
        analysts = Analysts("analysis", MOST_ANALYSES, endgames, niceness=15)
        companions = Analysts("companion", MOST_HINTS, endgames, niceness=10)
        reviews = Reviews(companions, StoredReviews(store))
        # By the machine's date: the site's time may stand still, and nothing is kept longer for it.
        date = machine_date_ms if given_clock is None else given_clock
        statistics = Statistics(StoredStatistics(store), date, is_on=settings.statistics)
        statistics.begin()
        app.state.services = Services(
            settings,
            limiter,
            store,
            bus,
            games,
            presence,
            rooms,
            lobby,
            Talk(bus, clock),
            ratings,
            PlayerGames(store),
            cpu,
            guests,
            names,
            accounts,
            outboxes,
            clock,
            analysts,
            Askers(),
            Hints(companions),
            reviews,
            metrics,
            Readiness(
                lambda: store.check(clock()), lambda: pool.able, settings.data, metrics.checked
            ),
            statistics,
        )
        access_log.begin()
        lag = asyncio.create_task(measure_lag(metrics.lagged), name="lag")
        metrics.watch_queue("engine", lambda: pool.jobs)
        metrics.watch_queue("analysis", lambda: analysts.jobs)
        metrics.watch_queue("companion", lambda: companions.jobs)
        metrics.watch_queue("store", lambda: store.waiting)
        metrics.watch("naqala_games_in_memory", lambda: len(games))
        metrics.watch("naqala_readers", lambda: len(outboxes))
        metrics.watch("naqala_data_free_bytes", lambda: disk_usage(settings.data).free)
        metrics.watch(
            "naqala_stuck_threads", lambda: pool.stuck + analysts.stuck + companions.stuck
        )
        metrics.watch("naqala_access_log_dropped", lambda: access_log.dropped)
        yield
        lag.cancel()
        # First what keeps the time: nobody can move any more, and ending a build takes a while.
        await heartbeat.close()
        await flags.close()
        await builds.close()
        await lobby.close()
        await rooms.close()
        await cpu.close()
        await reviews.close()
        await statistics.close()
        analysts.close()
        companions.close()
        pool.close()
        store.close()
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
