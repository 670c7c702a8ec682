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
from naqala.site.storage import CommandId, StorageError, Store

_log = structlog.get_logger()

PULSE_S = 2.0
"""Pause between two times that are written down."""


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
        now_ms, since_ms = self._clock(), await self._store.last_pulse_ms()
        for game_id in await self._store.clocked_games():
            try:
                game = await self._games.get(game_id)
            except StorageError:
                raise
            except Exception:
                # One game that cannot be read is no reason to keep all others from going on.
                _log.exception("a game cannot be read", game_id=game_id)
                continue
            if deadline_ms(game.state) is None:
                continue
            command_id = CommandId(f"restart-{now_ms}")
            try:
                await self._games.execute(game_id, GiveBack(since_ms), SERVER, command_id)
            except ApiError as error:
                _log.info("no time given back", game_id=game_id, reason=error.view.code)
        self._tasks.append(asyncio.create_task(self._beat(), name="heartbeat"))

    async def close(self) -> None:
        """Writes the time a last time, and no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._write()

    def _is_idle(self) -> bool:
        """Whether no time runs, nor any command that could make it run."""
        return not self._flags.are_up and self._games.in_flight == 0

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
