"""Databases of every former version, with what players had in them, become those of today."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Engine, event, text
from starlette.testclient import TestClient

from naqala.site import storage
from naqala.site.app import create_app
from naqala.site.settings import Settings
from naqala.site.storage import MigrationError, migrate
from naqala.site.storage.engine import open_engine
from tests.site.conftest import BUNDLE
from tests.site.databases import PostgresServer
from tests.site.former_data import (
    BEGAN_MS,
    DAY_MS,
    FRIENDS,
    PASSWORD,
    RESIGNED,
    RUNNING,
    TAKEN_BACK,
    WAITING,
    WHOLE,
    Row,
    cookie,
    rows,
    whole_game,
)
from tests.site.people import HandClock, Person, log_in


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(Path(storage.__file__).parent / "migrations"))
    return made


REVISIONS = sorted(
    script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()
)


def upgrade(engine: Engine, revision: str, more: list[Row]) -> None:
    """Brings a database to a former schema, and puts in what that version has written."""
    alembic = config()
    with engine.begin() as connection:
        alembic.attributes["connection"] = connection
        command.upgrade(alembic, revision)
        for table, row in more:
            names = ", ".join(f'"{name}"' for name in row)
            values = ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
        connection.execute(text("UPDATE pulse SET at_ms = :now"), {"now": BEGAN_MS + 60_000})


@pytest.fixture(params=["sqlite", "postgresql"])
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """A database without any table, of either kind."""
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        return server.bare_database()
    return URL.create("sqlite", database=str(tmp_path / "naqala.sqlite"))


@pytest.fixture
def grown(bare: URL) -> URL:
    """A database that came through every schema, and got something of each."""
    engine = open_engine(bare)
    for revision in REVISIONS:
        upgrade(engine, revision, rows(revision))
    engine.dispose()
    return bare


@pytest.fixture
def oldest(bare: URL) -> URL:
    """A database of the first version."""
    engine = open_engine(bare)
    upgrade(engine, REVISIONS[0], rows(REVISIONS[0]))
    engine.dispose()
    return bare


@contextmanager
def site_on(url: URL, data: Path) -> Iterator[TestClient]:
    """The site of today, two days after the oldest rows."""
    is_sqlite = url.get_backend_name() == "sqlite"
    database = None if is_sqlite else url.render_as_string(hide_password=False)
    migrate(url)
    settings = Settings(data=data, database=database, engine_threads=1, endgames=0)
    clock = HandClock(BEGAN_MS + 2 * DAY_MS)
    with TestClient(create_app(settings, BUNDLE, clock)) as client:
        yield client


def person(client: TestClient, name: str) -> Person:
    who = Person(client)
    for key, value in cookie(name).items():
        who.cookies.set(key, value)
    return who


def move_on(who: Person, game_id: str) -> None:
    """Makes a move, which comes after all that was there."""
    before = who.game(game_id)["board"]
    assert who.sow({"id": game_id}, before["legal"][0]["move"])["board"]["seq"] > before["seq"]


def test_games_of_the_first_version_are_found_read_and_played_on(
    oldest: URL, tmp_path: Path
) -> None:
    with site_on(oldest, tmp_path) as client:
        ana = person(client, "ana")
        assert ana.get("/api/games/current").json()["game"]["id"] == RUNNING
        board = ana.game(RUNNING)["board"]
        assert board["seq"] == 4
        assert board["can_undo"]
        move_on(ana, RUNNING)
        # A command of then gets the answer of then.
        again = {"type": "sow", "id": "command-0002", "seat": 0, "after": 1, "pit": 3}
        assert ana.post(f"/api/games/{RUNNING}/commands", again).json()["seq"] == 2
        taken_back = ana.game(TAKEN_BACK)
        assert [ply["move"] for ply in taken_back["plies"]] == [2, 0]
        move_on(ana, TAKEN_BACK)
        assert ana.game(RESIGNED)["board"]["outcome"]["reason"] == "resignation"
        moves, line = whole_game()
        whole = ana.game(WHOLE)
        assert [ply["move"] for ply in whole["plies"]] == moves
        assert whole["board"]["places"] == list(line.position.board)
        assert ana.get(f"/api/games/{WHOLE}/review").status_code == 200


def test_what_each_version_has_added_is_there_today(grown: URL, tmp_path: Path) -> None:
    with site_on(grown, tmp_path) as client:
        ana, beto = person(client, "ana"), person(client, "beto")
        # The time since the last pulse, two days, was nobody's: a minute had been used.
        board = beto.game(FRIENDS)["board"]
        assert board["clock"]["is_running"]
        used_ms = board["clock"]["now_ms"] - board["clock"]["at_ms"]
        assert used_ms == 60_000
        move_on(beto, FRIENDS)
        assert ana.get(f"/api/rooms/{WAITING}").status_code == 404  # links live for a day
        move_on(ana, RUNNING)
        account = ana.get("/api/account").json()
        assert (account["name"], account["codes_left"]) == ("Anacleta", 1)
        assert log_in(Person(client), "anacleta", PASSWORD).status_code == 200
        exported = ana.get("/api/account/export").json()
        assert [rating["rating"] for rating in exported["ratings"]] == [1520.5]
        assert [change["after"] for change in exported["rating_changes"]] == [1520.5]
        assert {game["id"] for game in exported["games"]} == {
            RUNNING,
            TAKEN_BACK,
            RESIGNED,
            WHOLE,
            FRIENDS,
        }
        review = ana.get(f"/api/games/{WHOLE}/review").json()
        assert review["given_away"] is not None


def snapshot(url: URL) -> dict[str, list[str]]:
    """All that is in a database, table by table."""
    engine = open_engine(url)
    is_sqlite = url.get_backend_name() == "sqlite"
    tables = (
        "SELECT name FROM sqlite_master WHERE type = 'table'"
        if is_sqlite
        else "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    )
    try:
        with engine.connect() as connection:
            return {
                name: sorted(map(str, connection.execute(text(f"SELECT * FROM {name}"))))
                for name in sorted(connection.execute(text(tables)).scalars())
            }
    finally:
        engine.dispose()


def statements_of_a_migration(url: URL, interrupt_at: int | None = None) -> int:
    """Migrates, but fails before one of its statements; how many there were."""
    count = 0

    def listen(*_: object) -> None:
        nonlocal count
        count += 1
        if count == interrupt_at:
            raise KeyboardInterrupt

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        migrate(url)
    finally:
        event.remove(Engine, "before_cursor_execute", listen)
    return count


def test_a_migration_that_is_interrupted_anywhere_changes_nothing(
    oldest: URL, tmp_path: Path
) -> None:
    before = snapshot(oldest)
    at = 0
    while True:
        at += 1
        try:
            statements_of_a_migration(oldest, at)
        except KeyboardInterrupt:
            assert snapshot(oldest) == before, f"at statement {at}"
        else:
            break
    assert at > 30
    with site_on(oldest, tmp_path) as client:
        move_on(person(client, "ana"), RUNNING)


_KILLED = """
import os, sys
from sqlalchemy import Engine, event, make_url
from naqala.site.storage import migrate
count = 0
@event.listens_for(Engine, "before_cursor_execute")
def listen(*_):
    global count
    count += 1
    if count == 25:
        os.kill(os.getpid(), 9)
migrate(make_url(sys.argv[1]))
"""


def test_a_migration_whose_process_is_killed_changes_nothing_and_is_done_anew(
    oldest: URL, tmp_path: Path
) -> None:
    before = snapshot(oldest)
    address = oldest.render_as_string(hide_password=False)
    killed = subprocess.run([sys.executable, "-c", _KILLED, address], timeout=60, check=False)
    assert killed.returncode == -9
    assert snapshot(oldest) == before
    with site_on(oldest, tmp_path) as client:
        move_on(person(client, "ana"), RUNNING)


def test_two_servers_that_start_at_once_migrate_one_after_the_other(oldest: URL) -> None:
    address = oldest.render_as_string(hide_password=False)
    code = (
        "import sys; from sqlalchemy import make_url; from naqala.site.storage import migrate; "
        "sys.stdin.read(1); migrate(make_url(sys.argv[1]))"
    )
    servers = [
        subprocess.Popen([sys.executable, "-c", code, address], stdin=subprocess.PIPE)
        for _ in range(3)
    ]
    for server in servers:
        server.communicate(b"!", timeout=60)
    assert [server.returncode for server in servers] == [0, 0, 0]
    migrate(oldest)


def test_a_newer_schema_is_refused_and_left_alone(grown: URL) -> None:
    engine = open_engine(grown)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    before = snapshot(grown)
    with pytest.raises(MigrationError, match="newer"):
        migrate(grown)
    assert snapshot(grown) == before
