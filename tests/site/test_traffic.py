"""What passes: ids of requests and sockets, and lines that tell of nobody who he is."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import structlog
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from naqala.site.access_log import AccessLog, Line
from naqala.site.app import create_app
from naqala.site.guard import Guard
from naqala.site.metrics import Metrics
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from naqala.site.traffic import Traffic
from tests.site.conftest import BUNDLE
from tests.site.people import receive

OWN_ID = re.compile(r"[0-9a-f]{16}")


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[Line]:
    """What the access log is given to keep."""
    kept: list[Line] = []
    monkeypatch.setattr(AccessLog, "keep", lambda self, line: kept.append(line))
    return kept


def _site(settings: Settings, peer: str) -> TestClient:
    migrate(settings.database_url)
    return TestClient(create_app(settings, BUNDLE), client=(peer, 4711))


@pytest.fixture
def near(settings: Settings, lines: list[Line]) -> Iterator[TestClient]:
    """A site without a proxy."""
    with _site(settings, "198.51.100.23") as client:
        yield client


@pytest.fixture
def behind(settings: Settings, lines: list[Line]) -> Iterator[TestClient]:
    """A site behind a trusted proxy."""
    proxies = (ip_network("192.0.2.1/32"),)
    with _site(replace(settings, trusted_proxies=proxies), "192.0.2.1") as client:
        yield client


def begin(client: TestClient) -> dict[str, Any]:
    game: dict[str, Any]
    game = client.post("/api/games", json={"variant": "kalah", "mode": "local"}).json()
    return game


def test_every_answer_has_an_id_of_its_own(near: TestClient) -> None:
    paths = ("/healthz", "/api/variants", "/nowhere", "/api/games/nowhere", "/es/")
    ids = [near.get(path).headers["x-request-id"] for path in paths]
    assert all(OWN_ID.fullmatch(its_id) for its_id in ids)
    assert len(set(ids)) == len(paths)
    foreign = near.post("/api/games", headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert OWN_ID.fullmatch(foreign.headers["x-request-id"])


def test_an_id_is_taken_over_from_a_trusted_proxy_alone(
    near: TestClient, behind: TestClient
) -> None:
    headers = {"x-request-id": "from-the-proxy.0001"}
    answer = behind.get("/api/variants", headers=headers)
    assert answer.headers["x-request-id"] == "from-the-proxy.0001"
    answer = near.get("/api/variants", headers=headers)
    assert OWN_ID.fullmatch(answer.headers["x-request-id"])


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "two words", "a;b;c;d;e", "né0000000000"])
def test_an_id_that_could_be_anything_is_not_taken_over(behind: TestClient, given: str) -> None:
    headers = {"x-request-id": given.encode("latin-1")}
    answer = behind.get("/api/variants", headers=headers)  # type: ignore[arg-type]
    assert OWN_ID.fullmatch(answer.headers["x-request-id"])


def test_a_fault_is_logged_once_with_the_ids_of_its_request_and_game(
    near: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(near)
    monkeypatch.setattr("naqala.site.views.game_view", lambda *_: 1 // 0)
    with structlog.testing.capture_logs((structlog.contextvars.merge_contextvars,)) as logs:
        answer = near.get(f"/api/games/{game['id']}")
    assert answer.status_code == 500
    [entry] = [entry for entry in logs if entry["log_level"] == "error"]
    assert entry["request_id"] == answer.headers["x-request-id"]
    assert entry["path"] == f"/api/games/{game['id']}"
    assert entry["exc_info"]


def test_a_request_leaves_one_line(near: TestClient, lines: list[Line]) -> None:
    game = begin(near)
    answer = near.get(f"/api/games/{game['id']}?room=a-secret-of-a-link")
    near.get("/healthz")
    near.get("/readyz")
    begun, line = lines
    assert (begun.method, begun.path, begun.status) == ("POST", "/api/games", 201)
    assert line.id == answer.headers["x-request-id"]
    assert line.path == f"/api/games/{game['id']}"
    assert line.address == "198.51.100.0/24"
    assert line.ms >= 0
    assert line.at.tzinfo is UTC
    assert line.error == ""


def test_a_line_tells_the_sender_that_the_proxy_named_shortened(
    behind: TestClient, lines: list[Line]
) -> None:
    for sender in ("203.0.113.77", "2001:db8:77:1::9"):
        behind.get("/api/variants", headers={"x-forwarded-for": sender})
    assert [line.address for line in lines] == ["203.0.113.0/24", "2001:db8:77::/48"]


def test_a_line_holds_no_token_no_name_and_nothing_that_leads_nowhere(
    near: TestClient, lines: list[Line]
) -> None:
    for path in (
        "/r/abcdefghijklmnopqrstuv",
        "/api/rooms/abcdefghijklmnopqrstuv",
        "/r/abcdefghijklmnopqrstuv/mistyped",
        "/es/jugador/Ana%20Secreta",
        "/g/abcdefghijklmnopqrstuv",
        "/abcdefghijklmnopqrstuv",
    ):
        near.get(path)
    assert [line.path for line in lines] == [
        "/r/{token}",
        "/api/rooms/{token}",
        "nowhere",
        "/es/jugador/{name}",
        "/g/{game_id}",
        "nowhere",
    ]


def test_a_line_tells_the_code_of_the_error(near: TestClient, lines: list[Line]) -> None:
    near.get("/api/games/000000000000")
    near.post("/api/games", content="{", headers={"content-type": "application/json"})
    assert [(line.status, line.error) for line in lines] == [
        (404, "game_not_found"),
        (400, "invalid_message"),
    ]


def test_a_socket_leaves_one_line_when_it_ends(near: TestClient, lines: list[Line]) -> None:
    game = begin(near)
    path = f"/api/games/{game['id']}/socket"
    with near.websocket_connect(path) as socket:
        receive(socket, "snapshot")
        its_id = dict[bytes, bytes](socket.extra_headers or ())[b"x-request-id"].decode()
    with near.websocket_connect(path) as socket:
        for _ in range(200):
            socket.send_text('{"type":"pong","n":1}')
        while socket.receive()["type"] != "websocket.close":
            pass
    with (
        pytest.raises(WebSocketDisconnect),
        near.websocket_connect("/api/games/000000000000/socket"),
    ):
        pass
    left, flooded, refused = lines[1:]
    assert left.id == its_id
    assert OWN_ID.fullmatch(its_id)
    assert (left.method, left.path, left.status) == ("SOCKET", path, 101)
    assert left.close == "left"
    assert (flooded.status, flooded.close) == (101, "1008")
    assert (refused.status, refused.close) == (403, "refused")


def test_no_line_is_kept_when_that_is_not_wanted(settings: Settings, lines: list[Line]) -> None:
    with _site(replace(settings, access_log=False), "198.51.100.23") as client:
        client.get("/api/variants")
        with client.websocket_connect("/api/lobby/socket"):
            pass
    assert lines == []


def test_what_fails_in_a_socket_is_logged_once_with_its_id(tmp_path: Path) -> None:
    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("a fault")

    app = Traffic(Guard(fail, None), Metrics(), AccessLog(tmp_path, is_on=False), ())
    scope = {"type": "websocket", "path": "/", "query_string": b"", "headers": []}
    with structlog.testing.capture_logs((structlog.contextvars.merge_contextvars,)) as logs:
        asyncio.run(app(scope, None, None))  # type: ignore[arg-type]
    [entry] = logs
    assert entry["log_level"] == "error"
    assert OWN_ID.fullmatch(entry["socket_id"])


def test_an_invented_method_is_told_as_nothing_but_that(
    near: TestClient, lines: list[Line]
) -> None:
    near.request("MYPASSWORD", "/")
    assert [(line.method, line.status) for line in lines] == [("other", 405)]
