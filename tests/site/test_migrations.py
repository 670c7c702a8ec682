"""Databases of earlier versions, with what players had in them."""

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import URL, text

from naqala.play import Cpu, Human, Mode, PlayerId, Started
from naqala.rules import Variant
from naqala.site import storage
from naqala.site.storage import GameId, Record, Store, StoredSessions, hash_token, migrate
from naqala.site.storage.codec import encode
from naqala.site.storage.engine import open_engine

ANA, GAME = PlayerId("ana"), GameId("a-game")
STARTED = Started(Variant(), Mode.CPU, (Cpu("easy"), Human(ANA)))


@pytest.fixture
def first_version(tmp_path: Path) -> URL:
    """The database of the first version, with a guest and his game against the CPU."""
    url = URL.create("sqlite", database=str(tmp_path / "test.sqlite"))
    config = Config()
    config.set_main_option("script_location", str(Path(storage.__file__).parent / "migrations"))
    kind, body = encode(STARTED)
    rows = (
        ("player", {"id": ANA, "created_ms": 1}),
        ("session", {"token_hash": hash_token("secret"), "player_id": ANA, "created_ms": 1}),
        ("room", {"id": "a-room", "creator_id": ANA, "game_id": GAME, "renewed_ms": 2}),
        (
            "game",
            {"id": GAME, "room_id": "a-room", "variant": "kalah", "mode": "cpu", "created_ms": 2},
        ),
        ("game_event", {"game_id": GAME, "seq": 1, "at_ms": 2, "kind": kind, "body": body}),
    )
    engine = open_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for table, row in rows:
            names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
    engine.dispose()
    return url


@pytest.mark.anyio
async def test_a_guest_of_the_first_version_finds_his_game_again(first_version: URL) -> None:
    migrate(first_version)
    store = Store(first_version)
    session = await StoredSessions(store).find(hash_token("secret"))
    assert session is not None
    assert session.player_id == ANA
    assert await store.newest_game(ANA) == GAME
    stored = await store.load(GAME)
    assert stored is not None
    assert stored.records == [Record(1, 2, STARTED, None)]
    assert await store.clocked_games() == []
    store.close()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
