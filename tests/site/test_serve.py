"""The server as a process: what it says, what it refuses, what it survives."""

import json
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.conftest import StartServer
from tests.server import Server
from tests.site.databases import PostgresServer


def naqala(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "naqala.cli", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "80a"), "--port: '80a' is wrong: a port is a number from 0 (any free one)"),
        (("--port", "70000"), "--port: '70000' is wrong"),
        (("--public-url", "naqala.example"), "--public-url: 'naqala.example' is wrong"),
        (("--log-level", "loud"), "write one of debug, info, warning, error"),
        (("--host", "256.1.1.1", "--port", "0"), "cannot listen on 256.1.1.1 port 0"),
    ],
)
def test_a_wrong_setting_stops_the_start_and_names_itself(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    ended = naqala("serve", "--no-open", "--data", str(tmp_path), *arguments)
    assert ended.returncode == 1
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_port_in_use_is_refused_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = naqala("serve", "--no-open", "--data", str(tmp_path), "--port", port)
    assert ended.returncode == 1
    assert f"port {port}" in ended.stderr
    assert "--port" in ended.stderr


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ended = naqala("serve", "--no-open", "--data", str(tmp_path / "file"), "--port", "0")
    assert ended.returncode == 1
    assert "the data folder" in ended.stderr


def test_a_data_folder_has_one_server_and_the_next_one_when_that_is_killed(
    start_server: StartServer, tmp_path: Path
) -> None:
    """What one tells the pages that watch a game, another would not."""
    first = start_server(tmp_path / "data")
    ended = naqala("serve", "--no-open", "--data", str(tmp_path / "data"), "--port", "0")
    assert ended.returncode == 1
    assert "another server uses the data folder" in ended.stderr
    assert "choose another --data" in ended.stderr
    first.kill()
    first.start()


def test_while_the_games_are_in_postgresql_a_copy_of_the_data_folder_is_refused(
    start_server: StartServer, postgres: PostgresServer, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    address = postgres.bare_database().set(drivername="postgresql")
    backup = ("backup", str(tmp_path / "copy.sqlite"), "--data", str(data))
    start_server(data).stop()
    assert naqala(*backup, "--force").returncode == 0
    start_server(data, "--database", address.render_as_string(hide_password=False)).stop()
    refused = naqala(*backup, "--force")
    assert refused.returncode == 1
    assert "keeps its games in PostgreSQL" in refused.stderr
    start_server(data).stop()
    assert naqala(*backup, "--force").returncode == 0


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "naqala.sqlite", isolation_level=None)) as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
        ended = naqala("serve", "--no-open", "--data", str(tmp_path), "--port", "0")
        assert ended.returncode == 1
        assert "written by a newer one" in ended.stderr
        rows = database.execute("SELECT * FROM alembic_version").fetchall()
    assert rows == [("9999",)]


class Page:
    """A player's page: a session, a game, a socket."""

    def __init__(self, server: Server, **wish: Any) -> None:
        self._server = server
        body = json.dumps({"variant": "kalah(6,4)", **wish}).encode()
        request = urllib.request.Request(
            f"{server.address}/api/games", body, {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            self.game: dict[str, Any] = json.load(answer)
            self._cookie = answer.headers["set-cookie"].partition(";")[0]
        self.seen = self.game["board"]["seq"]
        self.board: dict[str, Any] = self.game["board"]

    @contextmanager
    def connect(self) -> Iterator[ClientConnection]:
        address = self._server.address.replace("http", "ws")
        with connect(
            f"{address}/api/games/{self.game['id']}/socket?seen={self.seen}",
            additional_headers={"cookie": self._cookie},
        ) as connection:
            assert json.loads(connection.recv())["type"] == "hello"
            yield connection

    def take(self, connection: ClientConnection) -> dict[str, Any]:
        """Reads one message, and follows events without accepting a gap or a repetition."""
        message: dict[str, Any] = json.loads(connection.recv(timeout=20))
        if message["type"] == "events":
            for event in message["events"]:
                assert event["seq"] == self.seen + 1
                self.seen = event["seq"]
            self.board = message["board"]
        return message

    def answer(self, connection: ClientConnection, command_id: str) -> int:
        """Waits for the event that a command has caused; returns its `seq`."""
        while True:
            for event in self.take(connection).get("events", []):
                if event.get("command") == command_id:
                    seq: int = event["seq"]
                    return seq

    def sow(self, connection: ClientConnection, pit: int) -> str:
        command_id = f"sow-{self.board['after']:05}-{pit}"
        command = {"type": "sow", "id": command_id, "seat": self.game["you"][0], "pit": pit}
        connection.send(json.dumps({**command, "after": self.board["after"]}))
        return command_id


def test_a_killed_server_loses_nothing_and_the_cpu_goes_on(
    start_server: StartServer, tmp_path: Path
) -> None:
    """Kill -9 again and again, in the middle of the CPU's turns, until the game is over."""
    server = start_server(tmp_path)
    page = Page(server, mode="cpu", level="easy")
    acknowledged = 0
    kills = 0
    while page.board["outcome"] is None:
        with page.connect() as connection:
            while page.board["seat_to_move"] == 1:
                page.take(connection)
            if page.board["outcome"] is not None:
                break
            command_id = page.sow(connection, page.board["legal"][0]["move"])
            acknowledged = page.answer(connection, command_id)
            if page.board["outcome"] is None and page.board["seat_to_move"] == 1 and kills < 4:
                server.kill()  # the CPU is thinking, or has just stored its answer
                kills += 1
                server.start()
        assert page.seen >= acknowledged
    assert kills == 4
    assert sum(page.board["outcome"]["stores"]) == 48


def test_a_command_whose_answer_was_lost_in_a_crash_is_answered_after_it(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    page = Page(server, mode="local")
    with page.connect() as connection:
        command_id = page.sow(connection, 3)
        assert page.answer(connection, command_id) == 2
    server.kill()
    server.start()
    after_crash = page.board
    page.board = page.game["board"]  # as if the page had heard nothing
    with page.connect() as connection:
        assert page.sow(connection, 3) == command_id
        assert page.take(connection) == {"type": "accepted", "id": command_id, "seq": 2}
    assert page.seen == after_crash["seq"] == 2


def test_a_server_that_is_asked_to_stop_says_goodbye(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    page = Page(server, mode="local")
    with page.connect() as connection:
        assert server.stop() == 0
        message = page.take(connection)
        assert message["type"] == "goodbye"
        assert message["retry_ms"] > 0
    server.start()
    with page.connect() as connection:
        page.sow(connection, 1)
        assert page.take(connection)["type"] == "events"


def test_a_server_that_ends_tells_its_operator_that_it_is_not_ready(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    port = int(server.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=10) as silent:
        # It never answers, so that the server waits for it to close for a while.
        silent.sendall(
            b"GET /api/lobby/socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\n"
            b"upgrade: websocket\r\nsec-websocket-version: 13\r\n"
            b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        assert b" 101 " in silent.recv(1000)
        ending = threading.Thread(target=server.stop)
        ending.start()
        answer = (200, "")
        while answer[0] == 200:  # until it says so; a refused connection fails the test
            try:
                with urllib.request.urlopen(server.operator_address + "/readyz") as ready:
                    answer = ready.status, ready.read().decode()
            except urllib.error.HTTPError as refused:
                with refused:
                    answer = refused.code, refused.read().decode()
        assert answer == (503, "not ready: running\n")
        ending.join()


def test_an_oversized_frame_closes_the_socket_only(
    start_server: StartServer, tmp_path: Path
) -> None:
    from websockets.exceptions import ConnectionClosedError

    server = start_server(tmp_path)
    page = Page(server, mode="local")
    with page.connect() as connection:
        connection.send("x" * 10_000)
        with pytest.raises(ConnectionClosedError) as closed:
            connection.recv(timeout=10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    with page.connect() as connection:
        page.sow(connection, 1)
        assert page.take(connection)["type"] == "events"


def test_a_reader_who_follows_events_does_not_keep_the_server_from_ending(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    page = Page(server, mode="local")
    address = f"{server.address}/api/games/{page.game['id']}/events?follow=1"
    with urllib.request.urlopen(address) as stream:
        assert json.loads(stream.readline())["type"] == "started"
        assert server.stop() == 0  # raises if it takes too long


def test_headers_without_an_end_are_refused(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server(tmp_path)
    port = int(server.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\naccept-language: " + b"x" * 40_000)
        assert b" 400 " in connection.recv(1000)
    with urllib.request.urlopen(f"{server.address}/healthz") as answer:
        assert answer.status == 200


def test_a_sender_who_goes_is_no_fault_and_no_log_has_his_cookie(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    port = int(server.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(
            b"POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
            b"cookie: naqala=a-secret-token\r\ncontent-length: 100\r\n\r\n{"
        )
    with urllib.request.urlopen(f"{server.address}/readyz") as answer:
        assert answer.status == 200
    server.stop()
    assert server.said == [
        f"Naqala: {server.address}",
        f"Naqala, for its operator: {server.operator_address}",
    ]
