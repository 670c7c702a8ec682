"""Lowers the flags: one heap of deadlines for all games, one task that sleeps until the next.

A deadline that has changed meanwhile stays in the heap and is found to be early when it comes; the
decider alone says whether time is up.
"""

import asyncio
import heapq
import itertools

import structlog

from naqala.play import SERVER, Flag, deadline_ms
from naqala.site.errors import ApiError
from naqala.site.games import Games
from naqala.site.live_games import LiveGame
from naqala.site.presence import Presence
from naqala.site.site_clock import Clock
from naqala.site.storage import CommandId, GameId, StorageError

_log = structlog.get_logger()

MOST_WAIT_S = 1.0
LEAST_WAIT_S = 0.02
"""Sleep while time runs: it may stand still, or be set, or the machine sleep itself."""

RETRY_MS = 1_000
"""Pause after the database has failed to keep a fallen flag."""


class Flags:
    """The deadlines of the games in memory."""

    def __init__(self, games: Games, presence: Presence, clock: Clock) -> None:
        self._games = games
        self._presence = presence
        self._clock = clock
        self._deadlines: list[tuple[int, GameId]] = []
        self._next_ms: dict[GameId, int] = {}
        self._is_new = asyncio.Event()
        self._numbers = itertools.count()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Lowers flags from now on: at the start the time that nobody had is given back first."""
        self._task = asyncio.create_task(self._run(), name="flags")

    def consider(self, game: LiveGame) -> None:
        """Takes in when the time of a game that was loaded or changed is up."""
        if game.state.clock is None:  # nor had it one before
            return
        falls_ms = self._falls_ms(game)
        if falls_ms is None:
            self._next_ms.pop(game.game_id, None)
        elif self._next_ms.get(game.game_id) != falls_ms:
            self._put(game.game_id, falls_ms)

    @property
    def are_up(self) -> bool:
        """Whether any time runs."""
        return bool(self._next_ms)

    async def close(self) -> None:
        """Lowers no more flags."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _falls_ms(self, game: LiveGame) -> int | None:
        state = game.state
        seat = state.seat_to_move
        if seat is None:
            return None
        return deadline_ms(state, self._presence.round_trip_ms(game.game_id, state, seat))

    def _put(self, game_id: GameId, at_ms: int) -> None:
        self._next_ms[game_id] = at_ms
        heapq.heappush(self._deadlines, (at_ms, game_id))
        if self._deadlines[0] == (at_ms, game_id):
            self._is_new.set()

    async def _run(self) -> None:
        while True:
            self._is_new.clear()
            wait_s = None
            if self._deadlines:
                due_s = (self._deadlines[0][0] - self._clock()) / 1_000
                wait_s = 0.0 if due_s <= 0 else min(max(LEAST_WAIT_S, due_s), MOST_WAIT_S)
            try:
                await asyncio.wait_for(self._is_new.wait(), wait_s)
                continue
            except TimeoutError:
                pass
            due = []
            while self._deadlines and self._deadlines[0][0] <= self._clock():
                at_ms, game_id = heapq.heappop(self._deadlines)
                if self._next_ms.get(game_id) == at_ms:
                    del self._next_ms[game_id]
                    due.append(self._lower(game_id))
            await asyncio.gather(*due)

    async def _lower(self, game_id: GameId) -> None:
        try:
            game = await self._games.get(game_id)
            falls_ms = self._falls_ms(game)
            if falls_ms is None or falls_ms > self._clock():
                self.consider(game)
                return
            command_id = CommandId(f"flag-{game.state.seq}-{next(self._numbers)}")
            await self._games.execute(game_id, Flag(), SERVER, command_id)
        except ApiError as error:
            # Somebody moved just in time, or the game is gone.
            _log.info("no flag fell", game_id=game_id, reason=error.view.code)
            game_now = self._games.live.in_memory(game_id)
            if game_now is not None:
                self.consider(game_now)
        except StorageError as error:
            _log.warning("a fallen flag was not kept", game_id=game_id, reason=str(error))
            self._put(game_id, self._clock() + RETRY_MS)
        except Exception:
            _log.exception("a flag could not be lowered", game_id=game_id)
            self._put(game_id, self._clock() + RETRY_MS)
