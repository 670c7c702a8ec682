"""The one path of every command: judged, stored, then told to all who watch.

A game that is played lies in memory, folded from its events. Its commands wait for each other;
whatever another process stored in between shows as a conflict, and the game is read again.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import anyio
import structlog
from anyio import to_thread
from sqlalchemy import Connection

from naqala.play import (
    Abort,
    Actor,
    Command,
    Context,
    Cpu,
    Event,
    GameState,
    Human,
    Mode,
    PlayerId,
    Rejection,
    Resign,
    Seat,
    Started,
    decide,
    fold,
    rated_result,
)
from naqala.rules import Move, Score, Sowing
from naqala.site import errors, protocol, views
from naqala.site.bus import Appended, Bus, Renewed
from naqala.site.errors import ApiError
from naqala.site.identity import new_game_id, new_room_id
from naqala.site.metrics import Metrics
from naqala.site.names import Names
from naqala.site.presence import Presence
from naqala.site.site_clock import Clock
from naqala.site.storage import (
    CommandId,
    CommandKey,
    Conflict,
    GameId,
    Record,
    RoomId,
    Store,
)
from naqala.site.storage.ratings import apply_result
from naqala.site.views import Step
from naqala.site.wishes import clock_of, started_of, variant_of

_log = structlog.get_logger()

MOST_TRIES = 3
"""How often a command is decided when another process is always faster."""

MOST_IDLE_GAMES = 1_000
"""Games kept in memory though nobody watches them."""

MOST_EVENTS = 2_000
"""Events of one game; moves and undoes could go on for ever."""


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


@dataclass(frozen=True, slots=True)
class Executed:
    """An accepted command: the `seq` of its first event, and its events unless it is a repeat."""

    seq: int
    events: list[protocol.EventView] | None


class Games:
    """All games, loaded when somebody asks for them."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        presence: Presence,
        clock: Clock,
        names: Names,
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._metrics = metrics
        self._names = names
        self.bus = bus
        self._presence = presence
        self._clock = clock
        self._telling = anyio.CapacityLimiter(1)
        self._live: OrderedDict[GameId, asyncio.Task[LiveGame]] = OrderedDict()
        self._in_flight = 0
        self.on_changed: Callable[[LiveGame], None] = lambda game: None
        """Called when a game was loaded or changed: whoever moves the CPU's seats listens."""

    @property
    def in_flight(self) -> int:
        """How many commands are being judged and stored, or wait for it."""
        return self._in_flight

    async def get(self, game_id: str) -> LiveGame:
        """A game.

        Raises:
            ApiError: `game_not_found`.

        """
        key = GameId(game_id)
        game = self.in_memory(key)
        if game is not None:
            self._live.move_to_end(key)
            return game
        task = self._live.get(key)
        if task is None:
            # Kept as a task, so that two who ask at once get the same game.
            task = asyncio.create_task(self._load(key), name=f"load-{key}")
            self._live[key] = task
            self._forget_idle()
        self._live.move_to_end(key)
        try:
            return await asyncio.shield(task)
        except Exception:
            if self._live.get(key) is task:
                del self._live[key]
            raise

    def in_memory(self, game_id: GameId) -> LiveGame | None:
        """A game, if it is there without asking the store."""
        task = self._live.get(game_id)
        is_there = task is not None and task.done() and not task.cancelled()
        return task.result() if task and is_there and task.exception() is None else None

    async def newest_of(self, player_id: PlayerId) -> LiveGame | None:
        """The game that a player has before him, if he ever began one."""
        game_id = await self._store.newest_game(player_id)
        return None if game_id is None else await self.get(game_id)

    async def events_since(self, game: LiveGame, seen: int) -> list[protocol.EventView]:
        """All events after `seen` that there are now, as messages.

        Made in a thread: for the longest games it takes part of a second, and others are waiting.
        """
        records = tuple(game.records)
        return await to_thread.run_sync(
            views.events_since, records, seen, self._names, limiter=self._telling
        )

    async def create(self, player_id: PlayerId, wish: protocol.NewGame) -> LiveGame:
        """Begins a game for a player, in a new room or in that of `previous`.

        Raises:
            ApiError: if the wish makes no sense, `previous` is somebody else's, or is not the
                newest game of its room any more (`stale`, with the newest one's id).

        """
        started = started_of(player_id, wish, self._clock())
        game_id = new_game_id()
        previous = None if wish.previous is None else await self.get(wish.previous)
        # Whoever was played with is not taken along into a game against the CPU.
        if previous is None or previous.state.mode.is_between_people:
            with self.counted():
                await self._store.create_game(
                    game_id, started, new_room_id(), player_id, self._clock()
                )
        else:
            with anyio.CancelScope(shield=True):
                await self._continue(previous.game_id, player_id, game_id, started)
        return await self.begun(game_id, started)

    async def match(
        self, players: tuple[PlayerId, PlayerId], variant: str, clock: str, mode: Mode
    ) -> LiveGame:
        """Begins a game of two people who have found each other; the first one moves first."""
        first, second = (Human(player_id) for player_id in players)
        game_id = new_game_id()
        with self.counted():
            now_ms = self._clock()
            started = Started(variant_of(variant), mode, (first, second), clock_of(clock, now_ms))
            await self._store.create_game(game_id, started, new_room_id(), players[0], now_ms)
        return await self.begun(game_id, started)

    async def rematch(self, player_id: PlayerId, game_id: str) -> LiveGame:
        """Begins the next game of two people, with their seats exchanged.

        Raises:
            ApiError: if it is not the player's game (one of friends is not even told to exist), not
                over, not between people, or the room has a newer game (`stale`, with its id): the
                other was faster.

        """
        previous = await self.get(game_id)
        state = previous.state
        if not state.seats_of(Human(player_id)):
            if state.mode is Mode.FRIEND and not previous.was_played_by(player_id):
                raise errors.game_not_found(game_id)
            raise errors.not_your_game()
        if not state.mode.is_between_people:
            raise errors.not_between_people()
        if not state.is_over:
            raise errors.game_not_over()
        control = None if state.clock is None else str(state.clock.control)
        started = Started(
            state.line.start.variant,
            state.mode,
            (state.sitters[1], state.sitters[0]),
            clock_of(control, self._clock()),
        )
        next_id = new_game_id()
        with anyio.CancelScope(shield=True):
            await self._continue(previous.game_id, player_id, next_id, started)
        return await self.begun(next_id, started)

    async def begun(self, game_id: GameId, started: Started) -> LiveGame:
        """Takes note of a game that was stored just now."""
        _log.info(
            "game begun", game_id=game_id, variant=str(started.variant), mode=started.mode.value
        )
        self._metrics.begun(started)
        return await self.get(game_id)

    async def execute(
        self,
        game_id: str,
        command: Command,
        actor: Actor,
        command_id: CommandId,
        score: Score | None = None,
    ) -> Executed:
        """Judges a command, stores what it causes, tells all who watch.

        A command that was accepted before gets the first answer again and changes nothing.
        `score` is what the CPU says of its move.

        Raises:
            ApiError: if it is rejected; StorageError if it could not be stored.

        """
        if isinstance(actor, Human):
            self._presence.heard(GameId(game_id), actor.player_id)
        began_s = time.perf_counter()
        key = CommandKey(actor.player_id if isinstance(actor, Human) else "", command_id)
        # Shielded: a sender who goes now must not keep the others from hearing what was stored.
        with anyio.CancelScope(shield=True):
            async with self._held(game_id) as game:
                executed = await self._execute(game, command, actor, key, score)
        self._metrics.accepted(actor, time.perf_counter() - began_s)
        return executed

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Counts a command among those in flight, while the context lasts."""
        self._in_flight += 1
        try:
            yield
        finally:
            self._in_flight -= 1

    def _held(self, game_id: str) -> "_Hold":
        """The game with its lock; dropped from memory if the store fails meanwhile."""
        return _Hold(self, game_id)

    async def lock(self, game_id: str) -> LiveGame:
        """The game, when its lock is ours; it counts among the commands in flight from now on."""
        self._in_flight += 1
        try:
            while True:
                game = await self.get(game_id)
                await game.lock.acquire()
                if not game.is_dropped:
                    return game
                game.lock.release()
        except BaseException:
            self._in_flight -= 1
            raise

    def unlock(self, game: LiveGame, *, is_sure: bool) -> None:
        """Gives the lock back; unless it is sure what was stored, only the store knows now."""
        if not is_sure:
            game.is_dropped = True
            self._live.pop(game.game_id, None)
        game.lock.release()
        self._in_flight -= 1

    async def _execute(
        self,
        game: LiveGame,
        command: Command,
        actor: Actor,
        key: CommandKey,
        score: Score | None,
    ) -> Executed:
        for _ in range(MOST_TRIES):
            if key in game.answers:
                return Executed(game.answers[key], None)
            is_persons_move = isinstance(actor, Human) and not isinstance(command, Resign | Abort)
            if game.state.seq >= MOST_EVENTS and is_persons_move:
                raise errors.game_too_long()
            context = self._context(game, actor, score)
            decision = decide(game.state, command, context)
            if isinstance(decision, Rejection):
                raise errors.of_rejection(decision)
            records = self._records(game, decision, key, context.now_ms)
            steps = views.steps_of(game.state, records, game.sowings)
            try:
                await self._store.append(game.game_id, records, _rating_of(game, steps))
            except Conflict:
                _log.info("conflict", game_id=game.game_id)
                await self._reload(game)
                continue
            return Executed(records[0].seq, self._take(game, steps))
        raise errors.busy()

    async def _continue(
        self, previous_id: str, player_id: PlayerId, game_id: GameId, started: Started
    ) -> None:
        """Begins the next game in the room of another one, which ends if it was not over."""
        me = Human(player_id)
        async with self._held(previous_id) as previous:
            seats = previous.state.seats_of(me)
            if not seats:
                raise errors.not_your_game()
            for _ in range(MOST_TRIES):
                records: list[Record] = []
                if not previous.state.is_over:
                    context = self._context(previous, me)
                    aborted = decide(previous.state, Abort(seats[0]), context)
                    assert not isinstance(aborted, Rejection)
                    key = CommandKey(player_id, CommandId(f"left-for-{game_id}"))
                    records = self._records(previous, aborted, key, context.now_ms)
                try:
                    await self._store.create_game(
                        game_id,
                        started,
                        previous.room_id,
                        player_id,
                        self._clock(),
                        previous.game_id,
                        records,
                    )
                except Conflict:
                    await self._reload(previous)
                    if previous.newest_id != previous.game_id:
                        raise errors.room_has_moved_on(previous.newest_id) from None
                    continue
                if records:
                    self._take(previous, views.steps_of(previous.state, records))
                previous.newest_id = game_id
                self.bus.publish(previous.game_id, Renewed(game_id))
                return
            raise errors.busy()

    def _context(self, game: LiveGame, actor: Actor, score: Score | None = None) -> Context:
        """What the decider needs to know of the world just now."""
        state, presence = game.state, self._presence
        held = state.seats_of(actor) if isinstance(actor, Human) else ()
        seat: Seat | None = held[0] if held else state.seat_to_move
        round_trip_ms = 0 if seat is None else presence.round_trip_ms(game.game_id, state, seat)
        absent_ms = presence.absent_ms(game.game_id, state)
        return Context(actor, self._clock(), round_trip_ms, absent_ms, score, game.sowings)

    def _records(
        self, game: LiveGame, events: list[Event], key: CommandKey, at_ms: int
    ) -> list[Record]:
        """The events as they are stored, with the time at which they were decided."""
        return [
            Record(game.state.seq + number, at_ms, event, key if number == 1 else None)
            for number, event in enumerate(events, 1)
        ]

    def _take(self, game: LiveGame, steps: list[Step]) -> list[protocol.EventView]:
        """Takes events that are stored into memory, and tells all who watch."""
        before = game.state
        for record, after in steps:
            self._metrics.happened(game.state, record.event)
            game.state = after
            game.records.append(record)
            if record.command is not None:
                game.answers[record.command] = record.seq
        return self._tell(game, before, steps)

    def _tell(
        self, game: LiveGame, before: GameState, steps: list[Step]
    ) -> list[protocol.EventView]:
        events = views.event_views(before, steps, self._names)
        line, seat = game.state.line, game.state.seat_to_move
        if seat is None or isinstance(game.state.sitters[seat], Cpu):
            # Nobody is told what he may do.
            game.sowings, legal = None, []
        else:
            game.sowings = line.sowings()
            legal = views.legal_moves(line, game.sowings)
        self.bus.publish(game.game_id, Appended(game.state, events, legal))
        self.on_changed(game)
        return events

    async def _load(self, game_id: GameId) -> LiveGame:
        stored = await self._store.load(game_id)
        if stored is None:
            raise errors.game_not_found(game_id)
        game = LiveGame(
            game_id,
            stored.room_id,
            stored.newest_id,
            fold(record.event for record in stored.records),
            stored.records,
            _answers(stored.records),
        )
        self.on_changed(game)
        return game

    async def _reload(self, game: LiveGame) -> None:
        """Brings a game up to date with what another process has stored."""
        stored = await self._store.load(game.game_id)
        if stored is None:
            raise errors.game_not_found(game.game_id)
        before, missed = game.state, stored.records[game.state.seq :]
        game.newest_id = stored.newest_id
        game.records = stored.records
        game.state = fold(record.event for record in stored.records)
        game.answers = _answers(stored.records)
        game.sowings = None
        if missed:
            self._tell(game, before, views.steps_of(before, missed))

    def __len__(self) -> int:
        return len(self._live)

    def _forget_idle(self) -> None:
        """Lets the games go that nobody has asked for longest, if nobody watches them."""
        excess = len(self._live) - MOST_IDLE_GAMES
        if excess <= 0:
            return
        for game_id, task in list(self._live.items())[:excess]:
            is_busy = not task.done() or task.exception() or task.result().lock.locked()
            if not is_busy and not self.bus.has_listeners(game_id):
                del self._live[game_id]


class _Hold:
    """The lock of a game as a context: `asynccontextmanager` costs as much as judging a move."""

    __slots__ = ("_game", "_game_id", "_games")

    def __init__(self, games: Games, game_id: str) -> None:
        self._games = games
        self._game_id = game_id

    async def __aenter__(self) -> LiveGame:
        self._game = await self._games.lock(self._game_id)
        return self._game

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _at: object
    ) -> None:
        is_sure = error is None or isinstance(error, ApiError)
        self._games.unlock(self._game, is_sure=is_sure)


def _answers(records: list[Record]) -> dict[CommandKey, int]:
    return {record.command: record.seq for record in records if record.command is not None}


def _rating_of(game: LiveGame, steps: list[Step]) -> Callable[[Connection], None] | None:
    """What the events that are to be stored change about their players' ratings."""
    record, state = steps[-1]
    result = rated_result(state)
    if result is None or game.state.is_over:
        return None
    return lambda connection: apply_result(connection, game.game_id, result, record.at_ms)
