"""Point 9 over days: what pages leave behind when they go. Garbage is looked for seldom."""

import gc
from collections.abc import Iterator

import httpx2
import pytest

from naqala.site.app import create_app
from naqala.site.connection import Connection
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from naqala.site.transports import SocketConnection
from tests.security.live import serving, wait_until
from tests.site.conftest import BUNDLE
from tests.site.people import PLENTY

SOCKETS = 10


def alive(kind: type) -> int:
    """How many there are of a kind, garbage included."""
    return sum(isinstance(one, kind) for one in gc.get_objects())


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collector")
@pytest.mark.parametrize("place", ["game", "room", "lobby"])
def test_a_socket_that_has_gone_leaves_nothing_for_the_collector(
    settings: Settings, place: str
) -> None:
    migrate(settings.database_url)
    with serving(create_app(settings, BUNDLE, limits=PLENTY)) as live:
        with httpx2.Client(base_url=live.address) as guest:
            if place == "game":
                game = guest.post("/api/games", json={"variant": "kalah(6,4)", "mode": "local"})
                path = f"/api/games/{game.json()['id']}/socket"
            elif place == "room":
                room = guest.post("/api/rooms", json={"variant": "kalah(6,4)"})
                path = f"/api/rooms/{room.json()['token']}/socket"
            else:
                path = "/api/lobby/socket"
            cookies = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
        before = alive(Connection), alive(SocketConnection)
        more = f"Cookie: {cookies}\r\n" if cookies else ""
        pages = [live.open_socket(path, more) for _ in range(SOCKETS)]
        for page in pages:
            assert page.recv(1)
        assert alive(SocketConnection) == before[1] + SOCKETS
        for page in pages:
            page.close()
        wait_until(lambda: (alive(Connection), alive(SocketConnection)) == before)
