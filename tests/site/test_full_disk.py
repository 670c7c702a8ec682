"""A disk that fills up: SQLite may undo a whole transaction then, not only what had no room."""

import asyncio
import threading

import pytest
from sqlalchemy import Connection, text

from naqala.play import PlayerId
from naqala.site.settings import Settings
from naqala.site.storage import StorageError, Store, migrate


def fill(connection: Connection) -> None:
    """Takes more room than the database may have."""
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 20}")
    connection.exec_driver_sql("CREATE TABLE hoard (what BLOB)")
    # So much that it does not fit SQLite's memory: then it undoes everything, savepoints too.
    connection.exec_driver_sql("PRAGMA cache_spill = 1")
    connection.exec_driver_sql("PRAGMA cache_size = 1")
    for _ in range(100):
        connection.exec_driver_sql("INSERT INTO hoard VALUES (zeroblob(100000))")


def stored_players(connection: Connection) -> list[str]:
    return list(connection.execute(text("SELECT id FROM player")).scalars())


def test_what_is_stored_in_one_group_with_what_has_no_room_is_there_if_it_was_said_to_be(
    settings: Settings,
) -> None:
    migrate(settings.database_url)

    async def write() -> None:
        store = Store(settings.database_url)
        go = threading.Event()
        # So all that follows waits together, and is one group.
        first = asyncio.create_task(store.write(lambda connection: go.wait()))
        await asyncio.sleep(0.05)
        before = asyncio.create_task(store.create_player(PlayerId("before"), "one", 1))
        await asyncio.sleep(0)
        greedy = asyncio.create_task(store.write(fill))
        await asyncio.sleep(0)
        after = asyncio.create_task(store.create_player(PlayerId("after"), "two", 1))
        await asyncio.sleep(0.05)
        go.set()
        await first
        with pytest.raises(StorageError):
            await greedy
        for player_id, task in (("before", before), ("after", after)):
            try:
                await task
            except StorageError:
                continue
            assert player_id in await store.read(stored_players), f"{player_id} is lost"
        # One who has no room does not keep the others from being stored.
        assert not before.exception()
        assert not after.exception()
        store.close()

    asyncio.run(write())
