"""The one path of every command: judged, stored, then told to all who watch.

A game that is played lies in memory, folded from its events. Its commands wait for each other;
whatever another process stored in between shows as a conflict, and the game is read again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TypeAlias

import anyio
import structlog

from naqala.play import (
    Abort,
    Command,
    Context,
    Cpu,
    Event,
    GameState,
    Human,
    Mode,
    PlayerId,
    Rejection,
    Sitter,
    Started,
    decide,
    evolve,
    fold,
)
from naqala.rules import InvalidVariant, Variant
from naqala.site import errors, protocol, views
from naqala.site.bus import Appended, Bus, Renewed
from naqala.site.identity import new_game_id, new_room_id
from naqala.site.storage import (
    CommandId,
    CommandKey,
    Conflict,
    GameId,
    Record,
    RoomId,
    Store,
)

_log = structlog.get_logger()

Clock: TypeAlias = Callable[[], int]
"""Gives the time in milliseconds since 1970."""

MOST_TRIES = 3
"""How often a command is decided when another process is always faster."""

MOST_IDLE_GAMES = 1_000
"""Games kept in memory though nobody watches them."""


@dataclass(slots=True)
class LiveGame:
    """A game in memory. `answers` maps the commands that were accepted to their first `seq`."""

    game_id: GameId
    room_id: RoomId
    newest_id: GameId
    state: GameState
    records: list[Record]
    answers: dict[CommandKey, int]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, slots=True)
class Executed:
    """An accepted command: the `seq` of its first event, and whether this is a repeat of it."""

    seq: int
    is_repeat: bool


class Games:
    """All games, loaded when somebody asks for them."""

    def __init__(self, store: Store, bus: Bus, clock: Clock) -> None:
        self._store = store
        self.bus = bus
        self._clock = clock
        self._live: OrderedDict[GameId, asyncio.Task[LiveGame]] = OrderedDict()
        self.on_changed: Callable[[LiveGame], None] = lambda game: None
        """Called when a game was loaded or changed: whoever moves the CPU's seats listens."""

    async def get(self, game_id: str) -> LiveGame:
        """A game.

        Raises:
            ApiError: `game_not_found`.

        """
        key = GameId(game_id)
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

    async def newest_of(self, player_id: PlayerId) -> LiveGame | None:
        """The game that a player has before him, if he ever began one."""
        game_id = await self._store.newest_game(player_id)
        return None if game_id is None else await self.get(game_id)

    async def create(self, player_id: PlayerId, wish: protocol.NewGame) -> LiveGame:
        """Begins a game for a player, in a new room or in that of `previous`.

        Raises:
            ApiError: if the wish makes no sense, `previous` is somebody else's, or is not the
                newest game of its room any more (`stale`, with the newest one's id).

        """
        started = _started(player_id, wish)
        game_id, room_id = new_game_id(), new_room_id()
        previous = None
        if wish.previous is not None:
            previous = await self.get(wish.previous)
            if not previous.state.seats_of(Human(player_id)):
                raise errors.ApiError(
                    HTTPStatus.FORBIDDEN,
                    "not_your_game",
                    "only who plays a game can begin the next one in its room",
                )
            room_id = previous.room_id
        try:
            await self._store.create_game(
                game_id,
                started,
                room_id,
                player_id,
                None if previous is None else previous.game_id,
                self._clock(),
            )
        except Conflict:
            assert previous is not None
            newest = await self._read_newest(previous)
            raise errors.ApiError(
                HTTPStatus.CONFLICT,
                "stale",
                "the room has a newer game already",
                {"game_id": newest},
            ) from None
        if previous is not None:
            await self._leave(previous, player_id, game_id)
        _log.info("game created", game_id=game_id, variant=wish.variant, mode=wish.mode)
        return await self.get(game_id)

    async def execute(
        self,
        game_id: str,
        command: Command,
        actor: Sitter,
        command_id: CommandId,
    ) -> Executed:
        """Judges a command, stores what it causes, tells all who watch.

        A command that was accepted before gets the first answer again and changes nothing.

        Raises:
            ApiError: if it is rejected; StorageError if it could not be stored.

        """
        game = await self.get(game_id)
        key = CommandKey(actor.player_id if isinstance(actor, Human) else "", command_id)
        # Shielded: a sender who goes now must not keep the others from hearing what was stored.
        with anyio.CancelScope(shield=True):
            async with game.lock:
                executed = await self._execute(game, command, actor, key)
        return executed

    async def _execute(
        self, game: LiveGame, command: Command, actor: Sitter, key: CommandKey
    ) -> Executed:
        for _ in range(MOST_TRIES):
            if key in game.answers:
                return Executed(game.answers[key], is_repeat=True)
            decision = decide(game.state, command, Context(actor))
            if isinstance(decision, Rejection):
                raise errors.of_rejection(decision)
            try:
                return await self._append(game, decision, key)
            except Conflict:
                _log.info("conflict", game_id=game.game_id)
                await self._reload(game)
            except BaseException:
                # Perhaps stored, perhaps not: only the store knows what is true now.
                self._live.pop(game.game_id, None)
                raise
        raise errors.ApiError(
            HTTPStatus.SERVICE_UNAVAILABLE, "busy", "the game is changing too fast; try again"
        )

    async def _append(self, game: LiveGame, decision: list[Event], key: CommandKey) -> Executed:
        before = game.state
        at_ms = self._clock()
        records = [
            Record(before.seq + number, at_ms, event, key if number == 1 else None)
            for number, event in enumerate(decision, 1)
        ]
        await self._store.append(game.game_id, records)
        for record in records:
            game.state = evolve(game.state, record.event)
        game.records += records
        game.answers[key] = records[0].seq
        notice = Appended(
            game.state, views.event_views(before, records), views.legal_moves(game.state.line)
        )
        self.bus.publish(game.game_id, notice)
        self.on_changed(game)
        return Executed(records[0].seq, is_repeat=False)

    async def _leave(self, game: LiveGame, player_id: PlayerId, newest_id: GameId) -> None:
        """Ends a game for which the player has begun the next one, and sends watchers there."""
        if not game.state.is_over:
            me = Human(player_id)
            seat = game.state.seats_of(me)[0]
            await self.execute(game.game_id, Abort(seat), me, CommandId(f"left-for-{newest_id}"))
        game.newest_id = newest_id
        self.bus.publish(game.game_id, Renewed(newest_id))

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
        stored = await self._store.load(game.game_id)
        if stored is None:
            raise errors.game_not_found(game.game_id)
        missed = stored.records[game.state.seq :]
        before = game.state
        game.records = stored.records
        game.state = fold(record.event for record in stored.records)
        game.answers = _answers(stored.records)
        notice = Appended(
            game.state, views.event_views(before, missed), views.legal_moves(game.state.line)
        )
        self.bus.publish(game.game_id, notice)

    async def _read_newest(self, game: LiveGame) -> GameId:
        stored = await self._store.load(game.game_id)
        return game.newest_id if stored is None else stored.newest_id

    def _forget_idle(self) -> None:
        """Lets the games go that nobody has asked for longest, if nobody watches them."""
        excess = len(self._live) - MOST_IDLE_GAMES
        if excess <= 0:
            return
        for game_id, task in list(self._live.items())[:excess]:
            is_busy = not task.done() or task.exception() or task.result().lock.locked()
            if not is_busy and not self.bus.has_listeners(game_id):
                del self._live[game_id]


def _answers(records: list[Record]) -> dict[CommandKey, int]:
    return {record.command: record.seq for record in records if record.command is not None}


def _started(player_id: PlayerId, wish: protocol.NewGame) -> Started:
    try:
        variant = Variant.parse(wish.variant)
    except InvalidVariant as error:
        raise errors.ApiError(
            HTTPStatus.UNPROCESSABLE_ENTITY, "unknown_variant", str(error)
        ) from None
    me = Human(player_id)
    if wish.mode == "local":
        if wish.level is not None or wish.seat != 0:
            raise errors.ApiError(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "no_cpu",
                "mode local has no CPU: leave out level and seat",
            )
        return Started(variant, Mode.LOCAL, (me, me))
    if wish.level is None:
        raise errors.ApiError(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "level_missing",
            "mode cpu needs a level: easy, medium or hard",
        )
    cpu = Cpu(wish.level)
    return Started(variant, Mode.CPU, (me, cpu) if wish.seat == 0 else (cpu, me))
