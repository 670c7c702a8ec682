"""The one path of every command: judged, stored, then told to all who watch.

A game that is played lies in memory, folded from its events. Its commands wait for each other;
whatever another process stored in between shows as a conflict, and the game is read again.
"""

import asyncio
from collections.abc import Callable

import anyio
import structlog
from anyio import to_thread

from naqala.play import (
    Abort,
    Actor,
    ClaimAbandonment,
    Command,
    Context,
    Event,
    GameState,
    HandToCpu,
    Human,
    Mode,
    PlayerId,
    Rejection,
    Resign,
    Started,
    decide,
    fold,
)
from naqala.rules import Score
from naqala.site import errors, protocol, views
from naqala.site.bus import Appended, Bus, Renewed
from naqala.site.execution import MOST_TRIES, Executed, Execution
from naqala.site.identity import new_game_id, new_room_id
from naqala.site.live_games import LiveGame, LiveGames
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
    Store,
)
from naqala.site.views import Step
from naqala.site.wishes import clock_of, started_of, variant_of

_log = structlog.get_logger()

MOST_EVENTS = 2_000
"""Events of one game; moves and undoes could go on for ever."""


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
        self.store = store
        self.metrics = metrics
        self._names = names
        self.bus = bus
        self._presence = presence
        self._clock = clock
        self._telling = anyio.CapacityLimiter(1)
        self.live = LiveGames(self._load, bus.has_listeners)
        self.on_changed: Callable[[LiveGame], None] = lambda game: None
        """Called when a game was loaded or changed: whoever moves the CPU's seats listens."""

    async def get(self, game_id: str) -> LiveGame:
        """A game.

        Raises:
            ApiError: `game_not_found`.

        """
        return await self.live.get(GameId(game_id))

    async def newest_of(self, player_id: PlayerId) -> LiveGame | None:
        """The game that a player has before him, if he ever began one."""
        game_id = await self.store.newest_game(player_id)
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
            with self.live.counted():
                await self.store.create_game(
                    game_id, started, new_room_id(), player_id, self._clock()
                )
        else:
            await self._continue(previous.game_id, player_id, game_id, started)
        return await self.begun(game_id, started)

    async def match(
        self, players: tuple[PlayerId, PlayerId], variant: str, clock: str, mode: Mode
    ) -> LiveGame:
        """Begins a game of two people who have found each other; the first one moves first."""
        first, second = (Human(player_id) for player_id in players)
        game_id = new_game_id()
        with self.live.counted():
            now_ms = self._clock()
            started = Started(variant_of(variant), mode, (first, second), clock_of(clock, now_ms))
            await self.store.create_game(game_id, started, new_room_id(), players[0], now_ms)
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
        await self._continue(previous.game_id, player_id, next_id, started)
        return await self.begun(next_id, started)

    async def begun(self, game_id: GameId, started: Started) -> LiveGame:
        """Takes note of a game that was stored just now."""
        _log.info(
            "game begun", game_id=game_id, variant=str(started.variant), mode=started.mode.value
        )
        self.metrics.begun(started)
        return await self.get(game_id)

    async def execute(
        self,
        game_id: str,
        command: Command,
        actor: Actor,
        command_id: CommandId,
        score: Score | None = None,
    ) -> Executed:
        """What `submit` says of a command, which may come without any lasting connection.

        Raises:
            ApiError: if it is rejected; StorageError if it could not be stored.

        """
        if isinstance(actor, Human):
            self._presence.heard(GameId(game_id), actor.player_id)
        future: asyncio.Future[Executed] = asyncio.get_running_loop().create_future()

        def tell(answer: Executed | Exception) -> None:
            if future.done():  # whoever asked has gone
                return
            if isinstance(answer, Executed):
                future.set_result(answer)
            else:
                future.set_exception(answer)

        self.submit(game_id, command, actor, command_id, tell, score)
        return await future

    def submit(
        self,
        game_id: str,
        command: Command,
        actor: Actor,
        command_id: CommandId,
        tell: Callable[[Executed | Exception], None],
        score: Score | None = None,
    ) -> None:
        """Judges a command, stores what it causes, tells all who watch, and then who asked.

        A command that was accepted before gets the first answer again and changes nothing.
        `score` is what the CPU says of its move. `tell` hears an `ApiError` if it is rejected, a
        `StorageError` if it could not be stored.
        """
        key = CommandKey(actor.player_id if isinstance(actor, Human) else "", command_id)
        execution = Execution(self, command, actor, key, score, tell)
        self.live.hold(GameId(game_id), execution.judge, tell)

    def decided(
        self,
        game: LiveGame,
        command: Command,
        actor: Actor,
        key: CommandKey,
        score: Score | None,
    ) -> list[Record]:
        """What a command causes.

        Raises:
            ApiError: if it is rejected.

        """
        is_full = game.state.seq >= MOST_EVENTS
        if is_full and isinstance(actor, Human) and not isinstance(command, Resign | Abort):
            raise errors.game_too_long()
        context = self._context(game, command, actor, score)
        decision = decide(game.state, command, context)
        if isinstance(decision, Rejection):
            raise errors.of_rejection(decision)
        return self._records(game, decision, key, context.now_ms)

    async def _continue(
        self, previous_id: str, player_id: PlayerId, game_id: GameId, started: Started
    ) -> None:
        """Begins the next game in the room of another one, which ends if it was not over."""
        me = Human(player_id)
        async with self.live.held(GameId(previous_id)) as previous:
            seats = previous.state.seats_of(me)
            if not seats:
                raise errors.not_your_game()
            for _ in range(MOST_TRIES):
                records: list[Record] = []
                if not previous.state.is_over:
                    abort = Abort(seats[0])
                    context = self._context(previous, abort, me)
                    aborted = decide(previous.state, abort, context)
                    assert not isinstance(aborted, Rejection)
                    key = CommandKey(player_id, CommandId(f"left-for-{game_id}"))
                    records = self._records(previous, aborted, key, context.now_ms)
                try:
                    await self.store.create_game(
                        game_id,
                        started,
                        previous.room_id,
                        player_id,
                        self._clock(),
                        previous.game_id,
                        records,
                    )
                except Conflict:
                    await self.reload(previous)
                    if previous.newest_id != previous.game_id:
                        raise errors.room_has_moved_on(previous.newest_id) from None
                    continue
                if records:
                    self.take(previous, views.steps_of(previous.state, records))
                previous.newest_id = game_id
                self.bus.publish(previous.game_id, Renewed(game_id))
                return
            raise errors.busy()

    def _context(
        self, game: LiveGame, command: Command, actor: Actor, score: Score | None = None
    ) -> Context:
        """What the decider needs to know of the world just now, for this command."""
        state, presence = game.state, self._presence
        round_trip_ms, absent_ms = 0, (0, 0)
        if state.clock is not None:
            held = state.seats_of(actor) if isinstance(actor, Human) else ()
            seat = held[0] if held else state.seat_to_move
            if seat is not None:
                round_trip_ms = presence.round_trip_ms(game.game_id, state, seat)
        if isinstance(command, (ClaimAbandonment, HandToCpu)):
            absent_ms = presence.absent_ms(game.game_id, state)
        return Context(actor, self._clock(), round_trip_ms, absent_ms, score)

    def _records(
        self, game: LiveGame, events: list[Event], key: CommandKey, at_ms: int
    ) -> list[Record]:
        """The events as they are stored, with the time at which they were decided."""
        return [
            Record(game.state.seq + number, at_ms, event, key if number == 1 else None)
            for number, event in enumerate(events, 1)
        ]

    def take(self, game: LiveGame, steps: list[Step]) -> list[protocol.EventView]:
        """Takes events that are stored into memory, and tells all who watch."""
        before = game.state
        for record, after in steps:
            self.metrics.happened(game.state, record.event)
            game.state = after
            game.records.append(record)
            if record.command is not None:
                game.answers[record.command] = record.seq
        return self._tell(game, before, steps)

    def _tell(
        self, game: LiveGame, before: GameState, steps: list[Step]
    ) -> list[protocol.EventView]:
        events = views.event_views(before, steps, self._names)
        now_ms = 0 if game.state.clock is None else self._clock()
        board = views.board_view(game.state, now_ms)
        self.bus.publish(game.game_id, Appended(game.state, events, board))
        self.on_changed(game)
        return events

    async def _load(self, game_id: GameId) -> LiveGame:
        stored = await self.store.load(game_id)
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

    async def reload(self, game: LiveGame) -> None:
        """Brings a game up to date with what another process has stored."""
        stored = await self.store.load(game.game_id)
        if stored is None:
            raise errors.game_not_found(game.game_id)
        before, missed = game.state, stored.records[game.state.seq :]
        game.newest_id = stored.newest_id
        game.records = stored.records
        game.state = fold(record.event for record in stored.records)
        game.answers = _answers(stored.records)
        if missed:
            self._tell(game, before, views.steps_of(before, missed))


def _answers(records: list[Record]) -> dict[CommandKey, int]:
    return {record.command: record.seq for record in records if record.command is not None}
