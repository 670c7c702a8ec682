"""The games that lie in memory, each with its lock."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from naqala.play import GameState, Human, PlayerId, Started
from naqala.rules import Move, Sowing
from naqala.site.errors import ApiError
from naqala.site.storage import CommandKey, GameId, Record, RoomId

MOST_IDLE_GAMES = 1_000
"""Games kept in memory though nobody watches them."""


@dataclass(slots=True)
class LiveGame:
    """A game in memory. `answers` maps the commands that were accepted to their first `seq`.

    `sowings` are those of the state's line, once they are known: made when its legal moves are
    told, and used when one of them is made.

    `is_dropped` says that the store may know better: whoever has waited for the lock must get
    the game anew.
    """

    game_id: GameId
    room_id: RoomId
    newest_id: GameId
    state: GameState
    records: list[Record]
    answers: dict[CommandKey, int]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_dropped: bool = False
    sowings: dict[Move, Sowing] | None = None

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
        loading = self._loading.get(game_id)
        if loading is None:
            # A task, so that two who ask at once get the same game.
            loading = asyncio.create_task(self._take_in(game_id), name=f"load-{game_id}")
            self._loading[game_id] = loading
        return await asyncio.shield(loading)

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Counts a command among those in flight, while the context lasts."""
        self._in_flight += 1
        try:
            yield
        finally:
            self._in_flight -= 1

    def held(self, game_id: GameId) -> "Hold":
        """The game with its lock as a context; it counts among the commands in flight.

        If it ends with another error than `ApiError`, only the store knows what was stored: the
        game is dropped from memory.
        """
        return Hold(self, game_id)

    async def lock(self, game_id: GameId) -> LiveGame:
        """For `Hold`: waits for a game's lock."""
        self._in_flight += 1
        try:
            while True:
                game = self._games.get(game_id) or await self.get(game_id)
                await game.lock.acquire()
                if not game.is_dropped:
                    return game
                game.lock.release()
        except BaseException:
            self._in_flight -= 1
            raise

    def unlock(self, game: LiveGame, *, is_sure: bool) -> None:
        """For `Hold`: gives the lock back."""
        if not is_sure:
            game.is_dropped = True
            self._games.pop(game.game_id, None)
        game.lock.release()
        self._in_flight -= 1

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
            if not game.lock.locked() and not self._is_watched(game_id):
                del self._games[game_id]


class Hold:
    """The lock of a game as a context: `asynccontextmanager` costs as much as judging a move."""

    __slots__ = ("_game", "_game_id", "_games")

    def __init__(self, games: LiveGames, game_id: GameId) -> None:
        self._games = games
        self._game_id = game_id

    async def __aenter__(self) -> LiveGame:
        self._game = await self._games.lock(self._game_id)
        return self._game

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _at: object
    ) -> None:
        self._games.unlock(self._game, is_sure=error is None or isinstance(error, ApiError))
