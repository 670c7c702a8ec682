"""What is measured: figures that agree with what was played, and few labels whatever is sent."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from naqala.play import Mode
from naqala.rules import Outcome, Reason, Variant
from naqala.site.app import create_app
from naqala.site.labels import ending_label, variant_label
from naqala.site.limits import RATES, Limit, Limits, Rate
from naqala.site.metrics import Metrics
from naqala.site.operator import operator_app
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.site.conftest import BUNDLE, NewGame
from tests.site.people import Person, receive

Read = Callable[..., float]


@pytest.fixture
def read(client: TestClient) -> Read:
    """The sum of the samples of a name that have all of the labels."""
    return _reader(client)


def _reader(site: TestClient) -> Read:
    operator = TestClient(operator_app(site.app, None), "http://localhost")  # type: ignore[arg-type]

    def sample(name: str, **labels: str) -> float:
        text = operator.get("/metrics").text
        return sum(
            sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    return sample


def sow(client: TestClient, game: dict[str, Any], pit: int, number: int) -> dict[str, Any]:
    board = client.get(f"/api/games/{game['id']}").json()["board"]
    command = {"type": "sow", "id": f"sow-{number:06}", "seat": board["seat_to_move"], "pit": pit}
    answer = client.post(
        f"/api/games/{game['id']}/commands", json={**command, "after": board["after"]}
    )
    result: dict[str, Any] = answer.json()
    return result


def test_games_and_moves_are_counted_by_mode_and_variant(
    client: TestClient, new_game: NewGame, read: Read
) -> None:
    game = new_game("kalah(6,4)+pie")
    new_game("oware")
    sow(client, game, 3, 1)
    assert "error" in sow(client, game, 3, 2)  # an extra turn, and the pit is empty
    sow(client, game, 1, 3)
    resigned = {"type": "resign", "id": "resign-1", "seat": 0}
    assert client.post(f"/api/games/{game['id']}/commands", json=resigned).status_code == 200

    assert read("naqala_games_begun_total", mode="local", variant="kalah(6,4)") == 1
    assert read("naqala_games_begun_total", mode="local", variant="oware") == 1
    assert read("naqala_moves_total", mode="local", by="person") == 2
    assert read("naqala_games_finished_total", variant="kalah(6,4)", ending="resigned") == 1
    assert read("naqala_games_finished_total") == 1
    # Two moves and the end; the move that was refused has no time of its own.
    assert read("naqala_command_seconds_count", by="person") == 3
    assert read("naqala_errors_total", code="illegal_move") == 1


def test_a_repeated_command_is_no_second_move(
    client: TestClient, new_game: NewGame, read: Read
) -> None:
    game = new_game()
    command = {"type": "sow", "id": "the-same-id", "seat": 0, "pit": 1, "after": 1}
    for _ in range(3):
        client.post(f"/api/games/{game['id']}/commands", json=command)
    assert read("naqala_moves_total") == 1


def test_the_cpus_moves_and_the_time_of_its_engine_are_its_own(
    client: TestClient, read: Read
) -> None:
    wish = {"variant": "kalah(6,4)", "mode": "cpu", "level": "easy"}
    game = client.post("/api/games", json=wish).json()
    with client.websocket_connect(f"/api/games/{game['id']}/socket?seen=1") as socket:
        sow(client, game, 1, 1)
        while receive(socket, "events")["board"]["seat_to_move"] != 0:
            pass
    assert read("naqala_moves_total", mode="cpu", by="cpu") >= 1
    assert read("naqala_command_seconds_count", by="cpu") >= 1
    assert read("naqala_cpu_answer_seconds_count", level="easy") >= 1
    assert read("naqala_engine_cpu_seconds_total", level="easy") > 0
    assert read("naqala_queue_jobs", queue="engine") == 0


def test_sockets_are_counted_while_they_are_open(
    client: TestClient, new_game: NewGame, read: Read
) -> None:
    path = f"/api/games/{new_game()['id']}/socket"
    with client.websocket_connect(path) as socket:
        receive(socket, "snapshot")
        assert read("naqala_sockets", kind="game") == 1
        with client.websocket_connect("/api/lobby/socket"):
            assert read("naqala_sockets", kind="lobby") == 1
    assert read("naqala_sockets") == 0
    assert read("naqala_sockets_closed_total", kind="game", code="left") == 1
    assert read("naqala_reconnects_total") == 0


def test_a_page_that_comes_back_is_a_reconnection(
    client: TestClient, new_game: NewGame, read: Read
) -> None:
    game = new_game()
    sow(client, game, 1, 1)
    path = f"/api/games/{game['id']}/socket?seen="
    for seen, missed in (("2", "nothing"), ("1", "events"), ("9", "everything")):
        with client.websocket_connect(path + seen) as socket:
            receive(socket, "hello")
        assert read("naqala_reconnects_total", missed=missed) == 1


def test_errors_over_a_socket_are_counted_like_those_over_http(
    client: TestClient, new_game: NewGame, read: Read
) -> None:
    with client.websocket_connect(f"/api/games/{new_game()['id']}/socket") as socket:
        socket.send_text("{")
        receive(socket, "rejected")
    assert read("naqala_errors_total", code="invalid_message") == 1
    client.post("/api/games", content="{", headers={"content-type": "application/json"})
    assert read("naqala_errors_total", code="invalid_message") == 2


def test_a_flood_is_counted_as_what_its_limit_refused(
    client: TestClient, new_game: NewGame, read: Read
) -> None:
    with client.websocket_connect(f"/api/games/{new_game()['id']}/socket") as socket:
        for _ in range(200):
            socket.send_text('{"type":"pong","n":1}')
        while socket.receive()["type"] != "websocket.close":
            pass
    assert read("naqala_limited_total", limit="messages") == 1
    assert read("naqala_sockets_closed_total", kind="game", code="1008") == 1


def test_what_a_limit_by_address_refuses_is_counted_by_its_name(settings: Settings) -> None:
    migrate(settings.database_url)
    limits = Limits({**RATES, Limit.NEW_GAMES: (Rate(1, 60),)}, open_sockets=0)
    with TestClient(create_app(settings, BUNDLE, limits=limits)) as client:
        for _ in range(3):
            client.post("/api/games", json={"variant": "wari", "mode": "local"})
        with (
            pytest.raises((WebSocketDenialResponse, WebSocketDisconnect)),
            client.websocket_connect("/api/lobby/socket"),
        ):
            pass
        read = _reader(client)
        assert read("naqala_limited_total", limit="new_games") == 2
        assert read("naqala_limited_total", limit="open_sockets") == 1
        assert read("naqala_errors_total", code="too_many_requests") == 3
        assert read("naqala_sockets_closed_total", code="refused") == 1


def test_the_store_tells_its_commits_and_its_failures(
    client: TestClient, new_game: NewGame, read: Read, settings: Settings
) -> None:
    before = read("naqala_store_commit_seconds_count")
    new_game()
    commits = read("naqala_store_commit_seconds_count")
    assert commits > before
    assert read("naqala_store_group_operations_sum") >= commits
    assert read("naqala_store_failures_total") == 0

    with closing(sqlite3.connect(settings.data / "naqala.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        wish = {"variant": "wari", "mode": "local"}
        assert client.post("/api/games", json=wish).status_code == 503
        other.execute("ROLLBACK")
    assert read("naqala_store_failures_total") >= 1
    assert read("naqala_errors_total", code="not_stored") == 1


def test_whatever_is_sent_the_labels_stay_few(
    client: TestClient, new_game: NewGame, read: Read
) -> None:
    """Invented paths, methods, ids and variants: no label has any of them."""
    games = [new_game(f"kalah({pits},{seeds})") for pits in (2, 5) for seeds in (1, 9)]
    for number in range(30):
        client.get(f"/x-{number}-fremd")
        client.get(f"/api/games/fremd{number:07}")
        client.get(f"/es/jugador/fremd{number}")
        client.request(f"FREMD{number}", "/")
        client.post("/api/games", json={"variant": f"fremd{number}", "mode": "local"})
    operator = TestClient(operator_app(client.app, None), "http://localhost")  # type: ignore[arg-type]
    text = operator.get("/metrics").text
    assert "fremd" not in text.lower()
    assert all(game["id"] not in text for game in games)
    assert 'variant="kalah(other)"' in text
    # Every series of a whole site, as long as nobody has played much.
    assert len(text.splitlines()) < 1_000


def test_every_mode_and_every_ending_has_its_word() -> None:
    registry = Metrics().registry
    for mode in Mode:
        for who in ("person", "cpu"):
            labels = {"mode": mode.value, "by": who}
            assert registry.get_sample_value("naqala_moves_total", labels) == 0
    words = {ending_label(Outcome(None, reason, 0, (24, 24))) for reason in Reason}
    assert words == {"drawn", "resigned", "timed_out", "abandoned", "aborted"}
    won = {ending_label(Outcome.by_count((25, 23), reason)) for reason in Reason}
    assert won == {"won", "resigned", "timed_out", "abandoned", "aborted"}
    texts = ("kalah", "kalah(6,4)+pie+leave-rest", "kalah(6,3)", "kalah(3,3)", "wari", "oware")
    assert [variant_label(Variant.parse(text)) for text in texts] == [
        "kalah(6,4)",
        "kalah(6,4)",
        "kalah(6,3)",
        "kalah(other)",
        "wari",
        "oware",
    ]


def test_two_sites_in_one_process_count_apart(
    site: TestClient, ana: Person, client: TestClient
) -> None:
    ana.post("/api/games", {"variant": "wari", "mode": "local"})
    assert _reader(site)("naqala_games_begun_total") == 1
    assert _reader(client)("naqala_games_begun_total") == 0


def test_friends_strangers_and_rematches_count_as_games_that_began(
    site: TestClient, ana: Person, beto: Person
) -> None:
    room = ana.post("/api/rooms", {"variant": "kalah(6,4)"}).json()
    game = beto.post(f"/api/rooms/{room['token']}/join").json()
    ana.command(game, "resign", 0)
    rematch = beto.post(f"/api/games/{game['id']}/rematch")
    assert rematch.status_code in (200, 201), rematch.text
    assert _reader(site)("naqala_games_begun_total", mode="friend") == 2
