"""What the site keeps: players, sessions, rooms, games and their events."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NewType, TypeVar

from anyio import to_thread
from sqlalchemy import URL, Connection, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from naqala.play import Ended, Event, Human, Played, PlayerId, Replaced, Sitter, Started, Undone
from naqala.site.storage.codec import decode, encode
from naqala.site.storage.engine import open_engine
from naqala.site.storage.rows import Rows
from naqala.site.storage.tables import GAME, GAME_EVENT, PLAYER, PULSE, ROOM, SESSION
from naqala.site.storage.writer import StorageError, Then, Writer
from naqala.site.tracebacks import first_line

T = TypeVar("T")

GameId = NewType("GameId", str)
RoomId = NewType("RoomId", str)
CommandId = NewType("CommandId", str)


_INSERT_EVENTS = insert(GAME_EVENT)


class Conflict(Exception):
    """Somebody else was first: an event with that `seq` exists, or the room has moved on."""


class CommandKey(NamedTuple):
    """Whose command it was ("" for the CPU), and its id: a game knows the pair once."""

    player_id: str
    command_id: CommandId


class Record(NamedTuple):
    """An event as stored; `command` stands with the first event of a command."""

    seq: int
    at_ms: int
    event: Event
    command: CommandKey | None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as stored; `newest_id` is the newest game of its room."""

    game_id: GameId
    room_id: RoomId
    newest_id: GameId
    records: list[Record]


class Store:
    """The store, on SQLite or PostgreSQL: one writer thread, reads in worker threads."""

    def __init__(
        self,
        url: URL,
        on_commit: Callable[[int, float], None] = lambda operations, seconds: None,
        on_failure: Callable[[], None] = lambda: None,
    ) -> None:
        """Opens the store; what the writer's thread tells see `Writer`."""
        self._engine = open_engine(url, is_for_writing=True)
        self._reader = open_engine(url)
        self._writer = Writer(self._engine, on_commit, on_failure)

    @property
    def waiting(self) -> int:
        """Writes that wait for their transaction."""
        return self._writer.waiting

    def close(self) -> None:
        """Writes what is waiting and lets the database go."""
        self._writer.close()
        self._engine.dispose()
        self._reader.dispose()

    @property
    def is_stalled(self) -> bool:
        """Whether the database is slow or fails just now."""
        return self._writer.is_stalled

    async def create_player(self, player_id: PlayerId, token: str, at_ms: int) -> None:
        """Keeps a new player and his first session."""

        def operation(connection: Connection) -> None:
            connection.execute(insert(PLAYER).values(id=player_id, created_ms=at_ms))
            connection.execute(
                insert(SESSION).values(
                    token_hash=hash_token(token), player_id=player_id, created_ms=at_ms
                )
            )

        await self._writer.write(operation)

    async def create_game(
        self,
        game_id: GameId,
        started: Started,
        room_id: RoomId,
        creator_id: PlayerId,
        at_ms: int,
        previous: GameId | None = None,
        last_records: Sequence[Record] = (),
    ) -> None:
        """Keeps a new game: in a new room, or as the next one of `previous`'s room.

        `last_records` are events that end the previous game; all is kept together or nothing.

        Raises:
            Conflict: if `previous` is not the newest game of the room, or has other events.

        """

        def operation(connection: Connection) -> None:
            if previous is None:
                open_room(connection, room_id, creator_id, game_id, started, at_ms)
                return
            renewed = connection.execute(
                update(ROOM)
                .where(ROOM.c.id == room_id, ROOM.c.game_id == previous)
                .values(game_id=game_id, renewed_ms=at_ms)
            )
            if renewed.rowcount == 0:
                raise Conflict(f"{previous} is not the newest game of its room")
            if last_records:
                _append(connection, previous, last_records)
            _insert_game(connection, room_id, game_id, started, at_ms)

        await self._writer.write(operation)

    def append(
        self,
        game_id: GameId,
        records: Sequence[Record],
        then: Then[None],
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Keeps the next events of a game, and what `also` writes in the same transaction.

        `then` hears when they are kept, or why they are not: `Conflict` if a `seq` is taken, or
        `StorageError`, which is raised at once if the store is closed.
        """

        def operation(connection: Connection) -> None:
            _append(connection, game_id, records)
            if also is not None:
                also(connection)

        # Most commands make a ply, which no summary tells of.
        is_ply = also is None and len(records) == 1 and isinstance(records[0].event, Played)
        rows = Rows(_INSERT_EVENTS, _rows_of(game_id, records)) if is_ply else None
        self._writer.submit(operation, then, rows)

    async def load(self, game_id: GameId) -> StoredGame | None:
        """A game with all its events, or None."""
        head = (
            select(GAME.c.room_id, ROOM.c.game_id)
            .join(ROOM, ROOM.c.id == GAME.c.room_id)
            .where(GAME.c.id == game_id)
        )
        tail = select(GAME_EVENT).where(GAME_EVENT.c.game_id == game_id).order_by(GAME_EVENT.c.seq)

        def read(connection: Connection) -> StoredGame | None:
            found = connection.execute(head).one_or_none()
            if found is None:
                return None
            rows = connection.execute(tail).all()
            records = []
            for row in rows:
                command = (
                    None
                    if row.command_id is None
                    else CommandKey(row.player_id, CommandId(row.command_id))
                )
                records.append(Record(row.seq, row.at_ms, decode(row.kind, row.body), command))
            return StoredGame(game_id, RoomId(found[0]), GameId(found[1]), records)

        return await self.read(read)

    async def newest_game(self, player_id: PlayerId) -> GameId | None:
        """The newest game of a player: of his rooms, in the one that was renewed last."""
        query = (
            select(ROOM.c.game_id)
            .join(GAME, GAME.c.id == ROOM.c.game_id)
            .where(or_(GAME.c.first_id == player_id, GAME.c.second_id == player_id))
            .order_by(ROOM.c.renewed_ms.desc())
            .limit(1)
        )

        found = await self.read(lambda connection: connection.execute(query).scalar_one_or_none())
        return None if found is None else GameId(found)

    async def check(self, at_ms: int) -> None:
        """Writes one row, the way that every move goes.

        Raises:
            StorageError: if the database does not store.

        """
        await self._writer.write(
            lambda connection: connection.execute(update(PULSE).values(at_ms=at_ms))
        )

    async def clocked_games(self) -> list[GameId]:
        """The games with clocks that are not over."""
        query = select(GAME.c.id).where(GAME.c.ended_ms.is_(None), GAME.c.clock.is_not(None))
        found = await self.read(lambda connection: connection.execute(query).scalars().all())
        return [GameId(game_id) for game_id in found]

    async def last_pulse_ms(self) -> int:
        """When `check` last wrote; 0 for never."""
        query = select(PULSE.c.at_ms)
        return int(await self.read(lambda connection: connection.execute(query).scalar_one()))

    async def write(self, operation: Callable[[Connection], T]) -> T:
        """Runs an operation in the writer's thread; returns its result once it is committed.

        Raises:
            StorageError: if the database fails; whatever else the operation raises.

        """
        return await self._writer.write(operation)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Runs a query in a worker thread.

        Raises:
            StorageError: if the database fails.

        """

        def read() -> T:
            try:
                with self._reader.connect() as connection:
                    return query(connection)
            except DBAPIError as error:
                raise StorageError(f"not read: {first_line(error)}") from error

        return await to_thread.run_sync(read)


def hash_token(token: str) -> bytes:
    """What is stored of a session token: it has 256 random bits, so one round of SHA-256 does."""
    return hashlib.sha256(token.encode()).digest()


def open_room(
    connection: Connection,
    room_id: RoomId,
    creator_id: PlayerId,
    game_id: GameId,
    started: Started,
    at_ms: int,
) -> None:
    """Keeps a new room and its first game."""
    connection.execute(
        insert(ROOM).values(id=room_id, creator_id=creator_id, game_id=game_id, renewed_ms=at_ms)
    )
    _insert_game(connection, room_id, game_id, started, at_ms)


def _insert_game(
    connection: Connection, room_id: RoomId, game_id: GameId, started: Started, at_ms: int
) -> None:
    connection.execute(
        insert(GAME).values(
            id=game_id,
            room_id=room_id,
            variant=str(started.variant),
            mode=started.mode.value,
            created_ms=at_ms,
            clock=None if started.clock is None else str(started.clock.control),
            first_id=_player_of(started.sitters[0]),
            second_id=_player_of(started.sitters[1]),
        )
    )
    _insert_events(connection, game_id, [Record(1, at_ms, started, None)])


def _player_of(sitter: Sitter) -> PlayerId | None:
    return sitter.player_id if isinstance(sitter, Human) else None


def _append(connection: Connection, game_id: GameId, records: Sequence[Record]) -> None:
    try:
        _insert_events(connection, game_id, records)
    except IntegrityError as error:
        raise Conflict(f"events of {game_id} exist already") from error
    _summarise(connection, game_id, records)


def _insert_events(connection: Connection, game_id: GameId, records: Sequence[Record]) -> None:
    connection.execute(_INSERT_EVENTS, _rows_of(game_id, records))


def _rows_of(game_id: GameId, records: Sequence[Record]) -> list[dict[str, Any]]:
    rows = []
    for record in records:
        kind, body = encode(record.event)
        command = record.command
        rows.append(
            {
                "game_id": game_id,
                "seq": record.seq,
                "at_ms": record.at_ms,
                "kind": kind,
                "body": body,
                "player_id": None if command is None else command.player_id,
                "command_id": None if command is None else command.command_id,
            }
        )
    return rows


def _summarise(connection: Connection, game_id: GameId, records: Sequence[Record]) -> None:
    """Brings the game's row up to date with its events."""
    for record in records:
        if isinstance(record.event, Ended):
            values: dict[str, int | str | None] = {
                "ended_ms": record.at_ms,
                "reason": record.event.outcome.reason.value,
            }
        elif isinstance(record.event, Undone):
            values = {"ended_ms": None, "reason": None}
        elif isinstance(record.event, Replaced):
            column = ("first_id", "second_id")[record.event.seat]
            values = {column: _player_of(record.event.sitter)}
        else:
            continue
        connection.execute(update(GAME).where(GAME.c.id == game_id).values(values))
