"""The parts of the site: made and joined at the start, ended in order when it stops."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from shutil import disk_usage

from naqala.engine import EndgameShelf
from naqala.site.accounts import Accounts, Passwords
from naqala.site.analysts import Analysts, Askers
from naqala.site.announcer import Announcer
from naqala.site.bus import Bus
from naqala.site.cpu import CpuPlayer
from naqala.site.endgame_builds import EndgameBuilds
from naqala.site.engine_pool import EnginePool
from naqala.site.flags import Flags
from naqala.site.games import Games
from naqala.site.garbage import look_at_all_daily
from naqala.site.guests import Guests
from naqala.site.heartbeat import Heartbeat
from naqala.site.hints import Hints
from naqala.site.limiter import Limiter
from naqala.site.live_games import LiveGame
from naqala.site.lobby import Lobby
from naqala.site.loop_lag import measure_lag
from naqala.site.metrics import Metrics
from naqala.site.names import Names
from naqala.site.outboxes import Outboxes
from naqala.site.presence import Presence
from naqala.site.readiness import Readiness
from naqala.site.reviews import Reviews
from naqala.site.rooms import Rooms
from naqala.site.services import Services
from naqala.site.settings import Settings
from naqala.site.site_clock import Clock, SiteClock, machine_date_ms
from naqala.site.statistics import Statistics
from naqala.site.storage import (
    Invitations,
    Store,
    StoredAccounts,
    StoredReviews,
    StoredSessions,
)
from naqala.site.storage.player_games import PlayerGames
from naqala.site.storage.ratings import Ratings
from naqala.site.storage.statistics import StoredStatistics
from naqala.site.talk import Talk

MOST_ANALYSES = 16
MOST_HINTS = 64
"""Questions that may wait for each analyst; one more is refused."""


@asynccontextmanager
async def running_services(
    settings: Settings, given_clock: Clock | None, metrics: Metrics, limiter: Limiter
) -> AsyncIterator[Services]:
    """Everything that the endpoints work with, at work while the context lasts."""
    clock = SiteClock() if given_clock is None else given_clock
    store = Store(settings.database_url, metrics.committed, metrics.not_committed)
    endgames = EndgameShelf(settings.data / "endgames")
    builds = EndgameBuilds(settings.data, settings.endgames)
    builds.begin()
    pool = EnginePool(settings.engine_threads, endgames, metrics.searched)
    bus = Bus()
    # Absence is counted from when somebody went, and tries of passwords from when they were made,
    # whatever the date is set to.
    steady_clock = clock.lived_ms if isinstance(clock, SiteClock) else clock
    presence = Presence(steady_clock)
    names = Names()
    outboxes = Outboxes()
    sessions = StoredSessions(store)
    guests = Guests(store, sessions, outboxes, clock, limiter, is_secure=settings.is_secure)
    accounts = Accounts(
        StoredAccounts(store),
        sessions,
        guests,
        names,
        Passwords(),
        clock,
        limiter,
        steady_clock,
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
    services = Services(
        settings=settings,
        limiter=limiter,
        store=store,
        bus=bus,
        games=games,
        presence=presence,
        rooms=rooms,
        lobby=lobby,
        talk=Talk(bus, clock),
        ratings=ratings,
        player_games=PlayerGames(store),
        cpu=cpu,
        guests=guests,
        names=names,
        accounts=accounts,
        outboxes=outboxes,
        clock=clock,
        analysts=analysts,
        askers=Askers(MOST_ANALYSES),
        hints=Hints(companions, MOST_HINTS),
        reviews=reviews,
        metrics=metrics,
        readiness=Readiness(
            lambda: store.check(clock()), lambda: pool.able, settings.data, metrics.checked
        ),
        statistics=statistics,
    )
    lag = asyncio.create_task(measure_lag(metrics.lagged), name="lag")
    garbage = asyncio.create_task(look_at_all_daily(), name="garbage")
    metrics.watch_queue("engine", lambda: pool.jobs)
    metrics.watch_queue("analysis", lambda: analysts.jobs)
    metrics.watch_queue("companion", lambda: companions.jobs)
    metrics.watch_queue("store", lambda: store.waiting)
    metrics.watch("naqala_games_in_memory", lambda: len(games.live))
    metrics.watch("naqala_readers", lambda: len(outboxes))
    metrics.watch("naqala_data_free_bytes", lambda: disk_usage(settings.data).free)
    metrics.watch("naqala_stuck_threads", lambda: pool.stuck + analysts.stuck + companions.stuck)
    yield services
    lag.cancel()
    garbage.cancel()
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
