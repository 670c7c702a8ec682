"""A whole site in this process, on a database of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL
from starlette.testclient import TestClient

from naqala.site.app import create_app
from naqala.site.limits import Limits
from naqala.site.pages import Bundle
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.site.databases import PostgresServer, postgres_server
from tests.site.people import HandClock, Person

BUNDLE = Bundle(
    "/assets/main.js", ("/assets/main.css",), "/assets/reading.css", "/assets/reading.js"
)
NewGame = Callable[..., dict[str, Any]]


@pytest.fixture(autouse=True)
def _cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed the same way, but at once."""
    monkeypatch.setattr("naqala.site.accounts.passwords.TIME_COST", 1)
    monkeypatch.setattr("naqala.site.accounts.passwords.MEMORY_KIB", 8)
    monkeypatch.setattr("naqala.site.accounts.passwords.LANES", 1)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, engine_threads=1, endgames=0)


@pytest.fixture
def limits() -> Limits:
    """The limits by address, as they are: all people of a test come from one."""
    return Limits()


@pytest.fixture
def client(
    settings: Settings, limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    """A browser with its cookies, before it has done anything."""
    monkeypatch.setattr("naqala.site.storage.engine.BUSY_MS", 20)
    migrate(settings.database_url)
    app = create_app(settings, BUNDLE, limits=limits)
    with TestClient(app) as test_client:
        yield test_client


@pytest.fixture
def new_game(client: TestClient) -> NewGame:
    """Begins a game: on one device unless told otherwise."""

    def begin(variant: str = "kalah(6,4)", **wish: Any) -> dict[str, Any]:
        wish.setdefault("mode", "local")
        response = client.post("/api/games", json={"variant": variant, **wish})
        assert response.status_code == 201, response.text
        game: dict[str, Any] = response.json()
        return game

    return begin


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def site(settings: Settings, limits: Limits, clock: HandClock) -> Iterator[TestClient]:
    migrate(settings.database_url)
    app = create_app(settings, BUNDLE, clock, limits=limits)
    with TestClient(app) as client:
        yield client


@pytest.fixture
def ana(site: TestClient) -> Person:
    return Person(site)


@pytest.fixture
def beto(site: TestClient) -> Person:
    return Person(site)


@pytest.fixture
def carla(site: TestClient) -> Person:
    return Person(site)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    yield from postgres_server()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """A migrated database, of either kind."""
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        return server.new_database()
    address = URL.create("sqlite", database=str(tmp_path / "test.sqlite"))
    migrate(address)
    return address
