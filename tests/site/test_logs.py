"""What logs hold: ids to follow a fault by, and of nobody a name, a token or an address."""

import asyncio
import http.client
import json
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.parse
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy import URL, text
from sqlalchemy.exc import IntegrityError
from websockets.sync.client import connect

from naqala.site import tracebacks
from naqala.site.client_address import ClientAddress
from naqala.site.storage import migrate
from naqala.site.storage.engine import open_engine
from tests.conftest import StartServer
from tests.server import Server

SENDER = "203.0.113.77"
PASSWORD = "una palabra muy secreta"


class Browser:
    """A person behind a proxy, who remembers every secret that he was told."""

    def __init__(self, server: Server) -> None:
        self._port = int(server.address.rpartition(":")[2])
        self.cookie = ""
        self.secrets: set[str] = set()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        with closing(connection):
            sent = {"x-forwarded-for": SENDER, "cookie": self.cookie, **headers}
            if body is not None:
                sent["content-type"] = "application/json"
            text = body if isinstance(body, str) or body is None else json.dumps(body)
            connection.request(method, path, text, sent)
            answer = connection.getresponse()
            content = answer.read()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    self.cookie = value.partition(";")[0]
                    self.secrets.add(self.cookie.partition("=")[2])
            is_json = "json" in (answer.getheader("content-type") or "")
            return answer.status, json.loads(content) if is_json else content

    def socket(self, path: str, *frames: str) -> None:
        """Opens a socket, sends frames, and goes without closing it."""
        headers = {"cookie": self.cookie, "x-forwarded-for": SENDER}
        with connect(f"ws://127.0.0.1:{self._port}{path}", additional_headers=headers) as opened:
            for frame in frames:
                opened.send(frame)
            opened.recv(timeout=20)


def test_no_log_of_a_whole_session_has_a_token_a_cookie_a_name_or_an_address(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(
        tmp_path, "--log-level", "debug", "--log-format", "json", "--trusted-proxies", "127.0.0.1"
    )
    ana, beto = Browser(server), Browser(server)
    names = ("Anasecreta", "Betosecreto")

    # Accounts, and what fails about them.
    for person, name in zip((ana, beto), names, strict=True):
        assert person.ask("POST", "/api/games", {"variant": "kalah", "mode": "local"})[0] == 201
        status, answer = person.ask("POST", "/api/account", {"name": name, "password": PASSWORD})
        assert status == 201, answer
        person.secrets.update(answer["codes"])
    assert ana.ask("POST", "/api/account", {"name": names[1], "password": PASSWORD})[0] >= 400
    wrong = {"name": names[0], "password": "eine andere"}
    assert ana.ask("POST", "/api/account/login", wrong)[0] >= 400
    code = {"name": names[0], "code": next(iter(beto.secrets)), "password": PASSWORD}
    assert ana.ask("POST", "/api/account/recover", code)[0] >= 400
    assert ana.ask("POST", "/api/account/login", {"name": names[0], "password": PASSWORD})[0] == 200
    for name in names:
        assert ana.ask("GET", f"/es/jugador/{urllib.parse.quote(name)}")[0] == 200
    assert ana.ask("GET", "/api/account")[0] == 200
    assert ana.ask("GET", "/api/account/export")[0] == 200
    # More than an address may.
    assert 429 in [ana.ask("GET", "/api/account/export")[0] for _ in range(30)]

    # A link, well and badly copied, a game of friends, talk, sockets.
    status, room = ana.ask("POST", "/api/rooms", {"variant": "kalah"})
    token = room["token"]
    ana.secrets.add(token)
    ana.socket(f"/api/rooms/{token}/socket")
    for path in (f"/r/{token}", f"/r/{token}/", f"/r//{token}", f"/{token}", f"/g/{token}"):
        beto.ask("GET", path)
    status, game = beto.ask("POST", f"/api/rooms/{token}/join", {})
    assert status == 200
    path = f"/api/games/{game['id']}"
    assert Browser(server).ask("GET", f"{path}?room={token}")[0] == 200
    move = {"type": "sow", "id": "a-move-of-ana", "seat": 0, "pit": 1, "after": 1}
    ana.socket(f"{path}/socket?room={token}", json.dumps(move), "{", "[]", f'"{token}"')
    beto.socket(f"{path}/socket?seen=1")
    assert beto.ask("POST", f"{path}/commands", json.dumps(move).replace("1", "9"))[0] >= 400
    ana.socket("/api/lobby/socket", '{"type":"seek"}')

    # What no browser sends.
    ana.ask("POST", "/api/games", "{", origin=f"https://{token}.example")
    ana.ask("POST", "/api/games", f'{{"{token}": 1}}')
    ana.ask("GET", "/api/games/current", cookie=f"naqala={token}")
    ana.ask("GET", "/api/variants", authorization=f"Bearer {token}")
    port = int(server.address.rpartition(":")[2])
    for sent in (
        f"GET /r/{token} HTTP/9.9\r\ncookie: {ana.cookie}\r\n\r\n",
        f"POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\ncookie: {ana.cookie}\r\n\r\n",
        f"GET {path}/socket HTTP/1.1\r\nupgrade: websocket\r\ncookie: {ana.cookie}\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as raw:
            raw.sendall(sent.encode())
            raw.settimeout(1)
            with suppress(TimeoutError):
                raw.recv(1000)

    # The database is locked meanwhile, so that errors are logged with all that they bring.
    with closing(sqlite3.connect(tmp_path / "naqala.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        failing = [
            threading.Thread(target=person.ask, args=("POST", where, body))
            for person, where, body in (
                (beto, "/api/account/name", {"name": "Carlasecreta", "password": PASSWORD}),
                (ana, "/api/rooms", {"variant": "kalah"}),
            )
        ]
        for thread in failing:
            thread.start()
        for thread in failing:
            thread.join()
        other.execute("ROLLBACK")
    server.stop()

    logged = server.said[2:]
    lines = [json.loads(line) for line in logged]  # all of it is JSON, also what libraries log
    errors = [line for line in lines if line["level"] == "error"]
    assert errors
    assert all("request_id" in line or "socket_id" in line for line in errors)
    assert any(line.get("game_id") == game["id"] for line in lines)
    accesses = "".join(file.read_text() for file in (tmp_path / "access").iterdir())
    paths = {json.loads(line)["path"] for line in accesses.splitlines()}
    assert {"/r/{token}", "/es/jugador/{name}", path, f"{path}/socket", "nowhere"} <= paths
    addresses = {json.loads(line)["address"] for line in accesses.splitlines()}
    assert "203.0.113.0/24" in addresses

    # Addresses, even of a network, are in the access log alone, which forgets them in time.
    assert [line["limit"] for line in lines if line["event"] == "limit reached"] == ["exports"]
    assert [line for line in logged if "203.0.113" in line] == []

    kept = "\n".join([*logged, accesses])
    hidden = {token, PASSWORD, "eine andere", "secret", SENDER, "127.0.0.1", *names}
    hidden |= ana.secrets | beto.secrets
    assert len(hidden) > 20
    assert [word for word in hidden if word and word.lower() in kept.lower()] == []


def test_the_hint_to_name_a_proxy_tells_nobodys_address() -> None:
    async def nothing(*_: Any) -> Any:
        return None

    scope = {
        "type": "http",
        "client": ("198.51.100.7", 4711),
        "headers": [(b"x-forwarded-for", SENDER.encode())],
    }
    with structlog.testing.capture_logs() as logs:
        asyncio.run(ClientAddress(nothing)(scope, nothing, nothing))
    assert "NAQALA_TRUSTED_PROXIES" in logs[0]["event"]
    assert not any(start in str(logs) for start in ("198.51.100", "203.0.113"))


def test_an_error_of_the_database_is_told_without_its_data(tmp_path: Path) -> None:
    url = URL.create("sqlite", database=str(tmp_path / "test.sqlite"))
    migrate(url)
    engine = open_engine(url, is_for_writing=True)
    insert = text("INSERT INTO player (id, created_ms) VALUES (:id, 1)")
    values = {"id": "a-secret-of-somebody"}
    with engine.begin() as connection:
        connection.execute(insert, values)
        with pytest.raises(IntegrityError) as raised:
            connection.execute(insert, values)
    engine.dispose()
    told = tracebacks.tell((raised.type, raised.value, raised.tb))
    assert "UNIQUE constraint failed: player.id" in told
    assert "a-secret-of-somebody" not in told
    assert "a-secret-of-somebody" not in str(raised.value)


def test_a_traceback_has_every_cause_and_of_messages_the_first_line() -> None:
    detail = "DETAIL: Key (name)=(Carla) exists."

    def fail() -> None:
        try:
            raise KeyError("first")
        except KeyError as error:
            try:
                raise ValueError(f"second\n{detail}") from error
            except ValueError as cause:
                raise ExceptionGroup("both", [cause, OSError("x" * 1000)]) from None

    with pytest.raises(ExceptionGroup) as raised:
        fail()
    told = tracebacks.tell((raised.type, raised.value, raised.tb))
    assert told.index("KeyError: 'first'") < told.index("ValueError: second")
    assert "ExceptionGroup: both (2 sub-exceptions)" in told
    assert "OSError: xxx" in told
    assert "in fail" in told
    assert "Carla" not in told
    assert max(map(len, told.splitlines())) < 400


def test_what_fails_in_threads_tasks_and_libraries_is_logged_the_same_way() -> None:
    script = """
import asyncio, logging, threading
from naqala.site.logs import configure_logs, on_loop_fault
counted = []
# Put together, for Python 3.13 shows the lines of this script, too, where it fails.
SECRET = "\\nwith a sec" + "ret"
configure_logs("info", "json", counted.append)
def fail():
    raise ValueError("in a thread" + SECRET)
thread = threading.Thread(target=fail, name="worker")
thread.start(); thread.join()
async def run():
    asyncio.get_running_loop().set_exception_handler(on_loop_fault)
    async def fail():
        raise ValueError("in a task" + SECRET)
    asyncio.create_task(fail(), name="cpu-1")
    await asyncio.sleep(0)
asyncio.run(run())
logging.getLogger("some.library").warning("from a library" + SECRET)
logging.getLogger("some.library").info("too small")
assert counted == ["error", "error", "warning"], counted
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert "secret" not in ended.stderr
    thread, task, library = [json.loads(line) for line in ended.stderr.splitlines()]
    assert (thread["event"], thread["thread"]) == ("a thread failed", "worker")
    assert "ValueError: in a thread" in thread["exception"]
    assert (task["event"], task["task"]) == ("a task failed", "cpu-1")
    assert "ValueError: in a task" in task["exception"]
    assert (library["event"], library["source"]) == ("from a library", "some.library")
