"""The games that lie in memory; whoever changes one holds it alone."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from naqala.play import GameState, Human, PlayerId, Started
from naqala.site.errors import ApiError
from naqala.site.storage import CommandKey, GameId, Record, RoomId

MOST_IDLE_GAMES = 1_000
"""Games kept in memory though nobody watches them."""


class _Waiting(NamedTuple):
    """Who wants to hold a game: `take` is given it, or `fail` told why there is none."""

    take: "Callable[[LiveGame], None]"
    fail: Callable[[Exception], None]


@dataclass(slots=True)
class LiveGame:
    """A game in memory. `answers` maps the commands that were accepted to their first `seq`."""

    game_id: GameId
    room_id: RoomId
    newest_id: GameId
    state: GameState
    records: list[Record]
    answers: dict[CommandKey, int]
    is_held: bool = False
    waiting: list[_Waiting] = field(default_factory=list)

    def was_played_by(self, player_id: PlayerId) -> bool:
        """Whether a person holds a seat, or did before somebody took his place."""
        began = self.records[0].event
        me = Human(player_id)
        return bool(self.state.seats_of(me)) or (isinstance(began, Started) and me in began.sitters)


class LiveGames:
    """The games that somebody has asked for, loaded when the first one does."""

    def __init__(
        self,
        load: Callable[[GameId], Awaitable[LiveGame]],
        is_watched: Callable[[GameId], bool],
    ) -> None:
        self._load = load
        self._is_watched = is_watched
        self._games: OrderedDict[GameId, LiveGame] = OrderedDict()
        self._loading: dict[GameId, asyncio.Task[LiveGame]] = {}
        self._in_flight = 0

    def __len__(self) -> int:
        return len(self._games)

    @property
    def in_flight(self) -> int:
        """How many commands are being judged and stored, or wait for it."""
        return self._in_flight

    def in_memory(self, game_id: GameId) -> LiveGame | None:
        """A game, if it is there without asking the store."""
        return self._games.get(game_id)

    async def get(self, game_id: GameId) -> LiveGame:
        """A game.

        Raises:
            ApiError: `game_not_found`.

        """
        game = self._games.get(game_id)
        if game is not None:
            self._games.move_to_end(game_id)
            return game
        return await asyncio.shield(self._begin_loading(game_id))

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Counts a command among those in flight, while the context lasts."""
        self._in_flight += 1
        try:
            yield
        finally:
            self._in_flight -= 1

    def hold(
        self,
        game_id: GameId,
        take: Callable[[LiveGame], None],
        fail: Callable[[Exception], None],
    ) -> None:
        """Gives a game to `take` as soon as nobody else holds it, until `release`.

        It counts among the commands in flight. If there is no such game, `fail` is told why.
        """
        self._in_flight += 1
        self._seek(game_id, take, fail)

    def release(self, game: LiveGame, *, is_sure: bool = True) -> None:
        """Gives a game on that was held.

        If not `is_sure`, only the store knows what was stored: the game is dropped from memory, and
        whoever waits gets it anew.
        """
        self._in_flight -= 1
        game.is_held = False
        if not is_sure:
            self._games.pop(game.game_id, None)
            waiting, game.waiting = game.waiting, []
            for one in waiting:
                self._seek(game.game_id, *one)
        elif game.waiting:
            game.is_held = True
            # Not from within: of many refusals each would lie on top of the one before.
            asyncio.get_running_loop().call_soon(game.waiting.pop(0).take, game)

    @asynccontextmanager
    async def held(self, game_id: GameId) -> AsyncIterator[LiveGame]:
        """Holds a game while the context lasts; drops it after any other error than `ApiError`."""
        future: asyncio.Future[LiveGame] = asyncio.get_running_loop().create_future()

        def take(game: LiveGame) -> None:
            if future.done():  # whoever asked has gone
                self.release(game)
            else:
                future.set_result(game)

        def fail(error: Exception) -> None:
            if not future.done():
                future.set_exception(error)

        self.hold(game_id, take, fail)
        try:
            game = await future
        except asyncio.CancelledError:
            if not future.cancelled() and future.exception() is None:
                self.release(future.result())
            raise
        is_sure = False
        try:
            yield game
            is_sure = True
        except ApiError:
            is_sure = True
            raise
        finally:
            self.release(game, is_sure=is_sure)

    def _seek(
        self,
        game_id: GameId,
        take: Callable[[LiveGame], None],
        fail: Callable[[Exception], None],
    ) -> None:
        game = self._games.get(game_id)
        if game is None:
            loading = self._begin_loading(game_id)
            one = _Waiting(take, fail)
            loading.add_done_callback(lambda loaded: self._loaded(game_id, one, loaded))
        elif game.is_held:
            game.waiting.append(_Waiting(take, fail))
        else:
            game.is_held = True
            take(game)

    def _loaded(self, game_id: GameId, one: _Waiting, loaded: asyncio.Task[LiveGame]) -> None:
        error = loaded.exception()
        if error is None:
            self._seek(game_id, *one)
        else:
            self._in_flight -= 1
            assert isinstance(error, Exception)
            one.fail(error)

    def _begin_loading(self, game_id: GameId) -> asyncio.Task[LiveGame]:
        loading = self._loading.get(game_id)
        if loading is None:
            # A task, so that all who ask at once get the same game.
            loading = asyncio.create_task(self._take_in(game_id), name=f"load-{game_id}")
            self._loading[game_id] = loading
        return loading

    async def _take_in(self, game_id: GameId) -> LiveGame:
        try:
            game = await self._load(game_id)
        finally:
            del self._loading[game_id]
        self._games[game_id] = game
        self._forget_idle()
        return game

    def _forget_idle(self) -> None:
        """Lets the games go that nobody has asked for longest, if nobody watches them."""
        excess = len(self._games) - MOST_IDLE_GAMES
        if excess <= 0:
            return
        for game_id, game in list(self._games.items())[:excess]:
            if not game.is_held and not self._is_watched(game_id):
                del self._games[game_id]
