"""Gives back the time in which the server was down.

While clocks run the time is written down every few seconds; at the next start the difference to
it is nobody's.
"""

import asyncio

import structlog

from naqala.play import SERVER, GiveBack
from naqala.site.errors import ApiError
from naqala.site.flags import Flags
from naqala.site.games import Clock, Games
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
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Gives back the downtime in all games with clocks, and begins to write.

        Raises:
            StorageError: if the database fails.

        """
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
            clock = game.state.clock
            if clock is None or not clock.is_running:
                continue
            command_id = CommandId(f"restart-{now_ms}")
            try:
                await self._games.execute(game_id, GiveBack(since_ms), SERVER, command_id)
            except ApiError as error:
                _log.info("no time given back", game_id=game_id, reason=error.view.code)
        self._task = asyncio.create_task(self._beat(), name="heartbeat")

    async def close(self) -> None:
        """Writes the time a last time, and no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._write()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PULSE_S)
            await self._write()

    async def _write(self) -> None:
        if not self._flags.are_up:
            return
        try:
            await self._store.check(self._clock())
        except StorageError as error:
            _log.warning("the time was not written down", reason=str(error))
