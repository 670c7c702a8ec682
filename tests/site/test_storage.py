"""The store: groups, savepoints, conflicts, migrations."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import structlog
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, Connection, Engine, Insert, event, func, insert, select

from naqala.play import (
    Cpu,
    Ended,
    Event,
    Human,
    Mode,
    Played,
    PlayerId,
    Started,
    Undone,
)
from naqala.rules import NORTH, SOUTH, Bounds, Estimate, Exact, Outcome, Reason, Variant
from naqala.site.storage import (
    CommandId,
    CommandKey,
    Conflict,
    GameId,
    Record,
    RoomId,
    StorageError,
    Store,
    StoredSessions,
    hash_token,
)
from naqala.site.storage import writer as writers
from naqala.site.storage.codec import decode, encode
from naqala.site.storage.engine import open_engine
from naqala.site.storage.rows import insert_rows
from naqala.site.storage.tables import METADATA, PLAYER
from naqala.site.storage.writer import Writer

ANA = PlayerId("ana")
STARTED = Started(Variant(), Mode.CPU, (Human(ANA), Cpu("easy")))
GAME, ROOM = GameId("game-one"), RoomId("room-one")

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A locked database is not waited for."""
    monkeypatch.setattr("naqala.site.storage.engine.BUSY_MS", 20)


@pytest.fixture
async def store(url: URL) -> AsyncIterator[Store]:
    opened = Store(url)
    await opened.create_player(ANA, "token", 1)
    await opened.create_game(GAME, STARTED, ROOM, ANA, 2)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    "happened",
    [
        STARTED,
        Started(Variant.parse("kalah(3,2)+pie"), Mode.LOCAL, (Human(ANA), Human(ANA))),
        Played(1, 6),
        Played(0, 0),
        Played(0, 3, score=Exact(8)),
        Played(0, 3, score=Bounds(2, 46)),
        Played(1, 0, score=Estimate(-2.5)),
        Undone(0, 3),
        Ended(Outcome(None, Reason.ABORTED, 0, (0, 0))),
        Ended(Outcome(NORTH, Reason.RESIGNATION, 4, (10, 6))),
        Ended(Outcome(SOUTH, Reason.PITS_EMPTY, 2, (25, 23))),
    ],
)
def test_events_round_trip_through_text(happened: Event) -> None:
    assert decode(*encode(happened)) == happened


def test_a_ply_that_an_earlier_version_has_stored_has_no_score() -> None:
    assert decode("played", '{"seat":1,"move":6}') == Played(1, 6)


def test_an_unknown_kind_of_event_is_an_error() -> None:
    with pytest.raises(ValueError, match="danced"):
        decode("danced", "{}")


def test_migrations_make_exactly_the_tables_of_the_code(url: URL) -> None:
    engine = open_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


async def append(store: Store, game: GameId, records: Sequence[Record]) -> None:
    """Waits until events are kept."""
    kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def then(_: None, error: Exception | None) -> None:
        if error is None:
            kept.set_result(None)
        else:
            kept.set_exception(error)

    store.append(game, records, then)
    await kept


async def test_a_game_is_read_as_it_was_written(store: Store) -> None:
    key = CommandKey(ANA, CommandId("command-1"))
    outcome = Outcome(NORTH, Reason.RESIGNATION, 0, (0, 0))
    records = [Record(2, 5, Played(0, 3), key), Record(3, 5, Ended(outcome), None)]
    await append(store, GAME, records)
    stored = await store.load(GAME)
    assert stored is not None
    assert stored.records == [Record(1, 2, STARTED, None), *records]
    assert (stored.room_id, stored.newest_id) == (ROOM, GAME)
    assert await store.load(GameId("nonesuch")) is None


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_a_token_finds_its_player_and_is_not_kept_itself(url: URL) -> None:
    store = Store(url)
    await store.create_player(PlayerId("a-player"), "a-secret", 1)
    session = await StoredSessions(store).find(hash_token("a-secret"))
    assert session is not None
    assert session.player_id == "a-player"
    assert await StoredSessions(store).find(hash_token("other")) is None
    store.close()  # which brings the log into the file
    content = Path(str(url.database)).read_bytes()
    assert b"a-player" in content
    assert b"a-secret" not in content


async def test_a_taken_seq_is_a_conflict_and_keeps_nothing(store: Store) -> None:
    await append(store, GAME, [Record(2, 5, Played(0, 3), None)])
    with pytest.raises(Conflict):
        await append(
            store, GAME, [Record(3, 6, Played(0, 1), None), Record(2, 6, Played(0, 2), None)]
        )
    stored = await store.load(GAME)
    assert stored is not None
    assert [record.seq for record in stored.records] == [1, 2]


async def test_only_one_next_game_follows_a_game(store: Store) -> None:
    wishes = [
        store.create_game(GameId(f"game-{n}"), STARTED, ROOM, ANA, 10 + n, GAME) for n in range(5)
    ]
    results = await asyncio.gather(*wishes, return_exceptions=True)
    assert [type(result) for result in results].count(Conflict) == 4
    newest = await store.newest_game(ANA)
    assert newest == f"game-{results.index(None)}"


async def test_writes_that_come_together_share_a_commit(url: URL) -> None:
    engine = open_engine(url)
    commits = 0

    @event.listens_for(engine, "commit")
    def count(_connection: Connection) -> None:
        nonlocal commits
        commits += 1

    writer = Writer(engine)

    def add(number: int) -> asyncio.Future[None]:
        def operation(connection: Connection) -> None:
            connection.execute(insert(PLAYER).values(id=f"player-{number}", created_ms=number))

        return asyncio.ensure_future(writer.write(operation))

    await asyncio.gather(*(add(number) for number in range(200)))
    assert 1 <= commits <= 20
    writer.close()
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(PLAYER)).scalar_one() == 200
    engine.dispose()


async def test_a_write_that_fails_does_not_take_the_others_of_its_group_along(url: URL) -> None:
    engine = open_engine(url)
    writer = Writer(engine)

    def add(number: int) -> asyncio.Future[None]:
        def operation(connection: Connection) -> None:
            connection.execute(insert(PLAYER).values(id=f"player-{number}", created_ms=number))
            if number % 2:
                raise ValueError(number)

        return asyncio.ensure_future(writer.write(operation))

    results = await asyncio.gather(*(add(n) for n in range(20)), return_exceptions=True)
    assert [isinstance(result, ValueError) for result in results] == [False, True] * 10
    writer.close()
    with engine.connect() as connection:
        ids = set(connection.execute(select(PLAYER.c.id)).scalars())
    assert ids == {f"player-{number}" for number in range(0, 20, 2)}
    engine.dispose()


async def play_together(store: Store, games: list[GameId]) -> tuple[list[object], list[str]]:
    """Stores a ply of each game in one group; what each got, and all statements."""
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        statements.append(statement)

    begun, busy = threading.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        driver = connection.connection.driver_connection
        if isinstance(driver, sqlite3.Connection):
            # Rows are inserted past SQLAlchemy, and so past its events.
            driver.set_trace_callback(statements.append)
        begun.set()
        busy.wait(10)

    held = asyncio.ensure_future(store.write(hold))
    await asyncio.to_thread(begun.wait)
    plies = [
        asyncio.ensure_future(append(store, game, [Record(2, 6, Played(0, 1), None)]))
        for game in games
    ]
    while store.waiting < len(games):
        await asyncio.sleep(0)
    event.listen(Engine, "before_cursor_execute", note)
    busy.set()
    await held
    results = await asyncio.gather(*plies, return_exceptions=True)
    event.remove(Engine, "before_cursor_execute", note)
    return list(results), statements


@pytest.fixture
async def others(store: Store) -> list[GameId]:
    games = [GameId(f"game-{number}") for number in range(8)]
    for game in games:
        await store.create_game(game, STARTED, RoomId(f"room-of-{game}"), ANA, 3)
    return games


async def test_plies_of_a_group_are_stored_by_one_statement(
    store: Store, others: list[GameId]
) -> None:
    results, statements = await play_together(store, others)
    assert results == [None] * 8
    assert sum("INSERT INTO game_event" in statement for statement in statements) == 1


async def test_of_the_plies_of_a_group_only_those_fail_that_clash(
    store: Store, others: list[GameId]
) -> None:
    await append(store, GAME, [Record(2, 5, Played(0, 3), None)])
    results, _ = await play_together(store, [*others[:4], GAME, *others[4:]])
    assert [isinstance(result, Conflict) for result in results] == [False] * 4 + [True] + [
        False
    ] * 4
    for game, move in (*((game, 1) for game in others), (GAME, 3)):
        stored = await store.load(game)
        assert stored is not None
        assert [record.event for record in stored.records] == [STARTED, Played(0, move)]


async def test_when_the_commit_fails_every_caller_gets_an_error_and_nothing_is_kept(
    url: URL,
) -> None:
    engine = open_engine(url)

    @event.listens_for(engine, "commit")
    def fail(_connection: Connection) -> None:
        raise OSError("no space left on device")

    writer = Writer(engine)

    def add(number: int) -> asyncio.Future[None]:
        def operation(connection: Connection) -> None:
            connection.execute(insert(PLAYER).values(id=f"player-{number}", created_ms=number))

        return asyncio.ensure_future(writer.write(operation))

    results = await asyncio.gather(*(add(n) for n in range(5)), return_exceptions=True)
    assert [type(result) for result in results] == [StorageError] * 5
    event.remove(engine, "commit", fail)
    await add(9)
    writer.close()
    with engine.connect() as connection:
        assert list(connection.execute(select(PLAYER.c.id)).scalars()) == ["player-9"]
    engine.dispose()


async def test_events_that_end_the_last_game_are_kept_with_the_next_one_or_not_at_all(
    store: Store,
) -> None:
    ended = Ended(Outcome(None, Reason.ABORTED, 0, (0, 0)))
    taken = [Record(1, 9, ended, None)]
    with pytest.raises(Conflict):
        await store.create_game(GameId("game-two"), STARTED, ROOM, ANA, 9, GAME, taken)
    assert await store.newest_game(ANA) == GAME
    assert await store.load(GameId("game-two")) is None
    last = [Record(2, 9, ended, None)]
    await store.create_game(GameId("game-two"), STARTED, ROOM, ANA, 9, GAME, last)
    stored = await store.load(GAME)
    assert stored is not None
    assert stored.newest_id == "game-two"
    assert stored.records[1:] == last


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("impatient")
async def test_a_locked_database_is_a_storage_error_and_works_again_afterwards(url: URL) -> None:
    store = Store(url)
    with sqlite3.connect(str(url.database), isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError):
            await store.create_player(ANA, "token", 1)
        with pytest.raises(StorageError):
            await store.check(1)
        assert await StoredSessions(store).find(hash_token("token")) is None  # reading goes on
        other.execute("ROLLBACK")
    other.close()
    await store.check(1)
    await store.create_player(ANA, "token", 1)
    session = await StoredSessions(store).find(hash_token("token"))
    assert session is not None
    assert session.player_id == ANA
    store.close()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("impatient")
async def test_the_plies_of_a_group_wait_for_a_locked_database_together(
    url: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each after the other they would hold up everybody for as many times as long."""
    tries: list[int] = []

    def count(connection: Connection, statement: Insert, rows: Sequence[dict[str, Any]]) -> None:
        tries.append(len(rows))
        insert_rows(connection, statement, rows)

    store = Store(url)
    await store.create_player(ANA, "token", 1)
    games = [GameId(f"game-{number}") for number in range(5)]
    for game in games:
        await store.create_game(game, STARTED, RoomId(f"room-of-{game}"), ANA, 3)
    monkeypatch.setattr(writers, "insert_rows", count)
    plies = [Record(2, 6, Played(0, 1), None)]
    with sqlite3.connect(str(url.database), isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        results = await asyncio.gather(
            *(append(store, game, plies) for game in games), return_exceptions=True
        )
        other.execute("ROLLBACK")
    other.close()
    assert [type(result) for result in results] == [StorageError] * 5
    assert tries == [5]
    await asyncio.gather(*(append(store, game, plies) for game in games))
    store.close()


async def test_a_closed_store_refuses_instead_of_never_answering(url: URL) -> None:
    store = Store(url)
    store.close()
    with pytest.raises(StorageError, match="closed"):
        await store.check(1)


async def test_a_database_that_hangs_does_not_keep_the_store_from_closing(
    url: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naqala.site.storage.writer.END_S", 0.01)
    store, begun, let_go = Store(url), threading.Event(), threading.Event()

    def hang(connection: Connection) -> None:
        begun.set()
        let_go.wait(20)

    hanging = asyncio.ensure_future(store.write(hang))
    while not begun.is_set():
        await asyncio.sleep(0.001)
    with structlog.testing.capture_logs() as logs:
        store.close()
    assert [entry["event"] for entry in logs] == ["the store is left before it is closed"]
    let_go.set()
    await hanging


def test_a_server_of_postgresql_whose_machine_has_gone_is_given_up() -> None:
    class Looked(Exception):
        pass

    asked: dict[str, object] = {}
    engine = open_engine(URL.create("postgresql+psycopg", host="db.invalid"))

    @event.listens_for(engine, "do_connect")
    def look(_dialect: object, _record: object, _words: object, names: dict[str, object]) -> None:
        asked.update(names)
        raise Looked

    with pytest.raises(Looked):
        engine.connect()
    assert asked["tcp_user_timeout"] == 10_000  # milliseconds
    assert asked["keepalives_idle"] == 5
