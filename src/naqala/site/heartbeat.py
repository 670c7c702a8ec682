"""Gives back the time in which the server was down, and keeps the site's time.

While clocks run the time is written down every few seconds; at the next start the difference to
it is nobody's. In between, time passes only while people can move (`site_clock.py`).
"""

import asyncio

import structlog

from naqala.play import SERVER, GiveBack, deadline_ms
from naqala.site.errors import ApiError
from naqala.site.flags import Flags
from naqala.site.games import Games
from naqala.site.site_clock import Clock, SiteClock
from naqala.site.storage import CommandId, GameId, StorageError, Store

_log = structlog.get_logger()

PULSE_S = 2.0
"""Pause between two times that are written down."""

MOST_AT_ONCE = 64
"""Games that are given time back at the same time."""

LAST_WRITE_S = 3.0
"""How long the time is written for when the site ends; a database that hangs must not hold it."""


class Heartbeat:
    """Writes the time down while it matters."""

    def __init__(self, store: Store, games: Games, flags: Flags, clock: Clock) -> None:
        self._store = store
        self._games = games
        self._flags = flags
        self._clock = clock
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Gives back the downtime in all games with clocks, and begins to write.

        Raises:
            StorageError: if the database fails.

        """
        if isinstance(self._clock, SiteClock):
            ticking = self._clock.run(lambda: not self._store.is_stalled, self._is_idle)
            self._tasks.append(asyncio.create_task(ticking, name="site-clock"))
        since_ms = await self._store.last_pulse_ms()
        command_id = CommandId(f"restart-{self._clock()}")
        # Many at once, for all of a group are stored with one commit.
        some = asyncio.Semaphore(MOST_AT_ONCE)

        async def give_back(game_id: GameId) -> None:
            async with some:
                await self._give_back(game_id, since_ms, command_id)

        await asyncio.gather(*map(give_back, await self._store.clocked_games()))
        self._tasks.append(asyncio.create_task(self._beat(), name="heartbeat"))

    async def _give_back(self, game_id: GameId, since_ms: int, command_id: CommandId) -> None:
        try:
            game = await self._games.get(game_id)
            if deadline_ms(game.state) is not None:
                await self._games.execute(game_id, GiveBack(since_ms), SERVER, command_id)
        except StorageError:
            raise
        except ApiError as error:
            _log.info("no time given back", game_id=game_id, reason=error.view.code)
        except Exception:
            # One game that cannot be read is no reason to keep all others from going on.
            _log.exception("a game cannot be read", game_id=game_id)

    async def close(self) -> None:
        """Writes the time a last time, and no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            async with asyncio.timeout(LAST_WRITE_S):
                await self._write()
        except TimeoutError:
            _log.warning("the time was not written down", reason="the database does not answer")

    def _is_idle(self) -> bool:
        """Whether no time runs, nor any command that could make it run."""
        return not self._flags.are_up and self._games.live.in_flight == 0

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PULSE_S)
            await self._write()

    async def _write(self) -> None:
        # While the store fails time stands still, until something is stored.
        if not self._flags.are_up and not self._store.is_stalled:
            return
        try:
            await self._store.check(self._clock())
        except StorageError as error:
            _log.warning("the time was not written down", reason=str(error))
        except Exception:
            _log.exception("the time was not written down")
