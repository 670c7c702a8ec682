"""Points 6, 7 and 9 below HTTP: connections that send too slowly, too much, or take nothing."""

import logging
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import structlog

from naqala.site import transports
from naqala.site.app import create_app
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.security.live import UPGRADE, Live, frame, read_all, serving, text, wait_until
from tests.site.conftest import BUNDLE
from tests.site.people import PLENTY

BODY_HEAD = (
    "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    "Content-Length: 100\r\n\r\n"
)


class Complaints(logging.Handler):
    """What reaches the log of the standard library."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(f"{record.levelname} {record.getMessage()}")


@pytest.fixture
def live(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """A site that is impatient, and of which nothing may be logged as an error."""
    monkeypatch.setattr(transports, "REQUEST_S", 0.5)
    monkeypatch.setattr(transports, "CLOSE_S", 0.5)
    monkeypatch.setattr(transports, "MOST_UNREAD_S", 1.0)
    complaints = Complaints()
    uvicorns = logging.getLogger("uvicorn.error")
    uvicorns.addHandler(complaints)
    migrate(settings.database_url)
    limits = replace(PLENTY, connections=20)
    with (
        structlog.testing.capture_logs() as logs,
        serving(create_app(settings, BUNDLE, limits=limits)) as live,
    ):
        yield live
        assert live.is_well()
    uvicorns.removeHandler(complaints)
    assert complaints.records == []
    assert [entry for entry in logs if entry["log_level"] in ("error", "critical")] == []


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "GET / HT",
        "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        BODY_HEAD,
        BODY_HEAD + '{"variant": "kalah"',
        "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
)
def test_a_request_that_never_comes_whole_is_given_up(live: Live, sent: str) -> None:
    assert live.send(sent) == b""


def test_the_second_request_of_a_connection_has_no_more_time_than_the_first(live: Live) -> None:
    with live.connect() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = connection.recv(65_536)
        assert answer.startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHo")
        assert b"HTTP/1.1" not in read_all(connection)


def test_a_body_that_hides_behind_another_request_is_given_up(live: Live) -> None:
    answer = live.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + BODY_HEAD)
    assert answer.startswith(b"HTTP/1.1 200")
    wait_until(lambda: not live.app.state.limiter._requests)


def test_a_request_that_comes_drop_by_drop_is_given_up(live: Live) -> None:
    def drip(connection: socket.socket) -> None:
        for _ in range(1_000):
            connection.sendall(b"X")
            time.sleep(0.02)

    with live.connect() as connection, pytest.raises((ConnectionResetError, BrokenPipeError)):
        drip(connection)


def test_a_socket_is_not_given_up_for_its_silence(live: Live) -> None:
    with live.open_socket("/api/lobby/socket") as one:
        time.sleep(1.0)
        one.sendall(text({"type": "cancel_seek", "id": "silent-0001"}))
        one.settimeout(5)
        assert one.recv(65_536)


def test_an_address_has_a_bounded_number_of_connections(live: Live) -> None:
    idle = [live.connect() for _ in range(40)]
    try:
        wait_until(lambda: not _is_open(idle[-1]))
        assert sum(_is_open(one) for one in idle) <= 20
    finally:
        for one in idle:
            one.close()
    # Sockets are connections, too, and make room when they end.
    wait_until(lambda: not live.app.state.limiter._connections)
    sockets = [live.open_socket("/api/lobby/socket") for _ in range(20)]
    with live.connect() as one_more:
        assert read_all(one_more) == b""
    for one in sockets:
        one.close()
    wait_until(lambda: not live.app.state.limiter._connections)


def test_who_sends_pings_and_takes_no_pongs_fills_no_memory(live: Live) -> None:
    with live.open_socket("/api/lobby/socket") as one:
        # With a receive buffer of a few kB it is the kernel that stops the two, now and then: it
        # drops segments of a sender whose own buffer is full, acknowledgements with them.
        one.settimeout(10)
        sent = 0
        pings = frame(b"x" * 125, 9) * 1_000
        try:
            while sent < 200_000_000:
                sent += one.send(pings)
        except OSError:
            pass
        # What the buffers of both ends hold, and no more; then the connection is given up.
        assert sent < 50_000_000
        wait_until(lambda: not live.app.state.limiter._connections)


def test_a_page_that_takes_nothing_is_gone_in_the_end_with_its_connection(live: Live) -> None:
    with live.open_socket("/api/lobby/socket") as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        # Each gets an answer that repeats what was wrong.
        wrong = text({"type": "seek", "id": "x" * 7_000})
        one.settimeout(1)
        try:
            for _ in range(90):
                one.sendall(wrong)
        except OSError:
            pass
        one.sendall(frame(b"", 2))
        wait_until(lambda: not live.app.state.limiter._connections)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b"\xff\xfe"), 1007),
        (frame(b'{"type": "\xed\xa0\x80"}'), 1007),
        (frame(b"ab\xc3", is_last=False) + frame(b"\xa9\xff", 0), 1007),
        (frame(b"x" * 8_193), 1009),
        (frame(b"x" * 5_000, is_last=False) + frame(b"x" * 5_000, 0), 1009),
        (frame(b"x" * 70_000), 1009),
        (frame(b"binary", 2), 1008),
        (frame(b"", 2), 1008),
        (frame(b"x", 3), 1002),
        (frame(b"x" * 126, 9), 1002),
        (frame(b"x", 0), 1002),
        (b"\xc1\x81\0\0\0\0x", 1002),
        (b"\x81\x01x", 1002),
        (text({"type": "pong", "n": 1}) * 102, 1008),
    ],
)
def test_frames_that_break_the_rules_end_the_socket_with_a_reason(
    live: Live, sent: bytes, code: int
) -> None:
    with live.open_socket("/api/lobby/socket") as one:
        one.sendall(sent)
        said = read_all(one)
    # The close frame is the last: opcode 8, its length, the code.
    assert code.to_bytes(2, "big") in said[said.rindex(b"\x88") :]


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\0" * 100,
        b"GET  / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"G\xc3\xa9T / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n" * 2,
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345",
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 40_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: a\r\n" * 8_000 + b"\r\n",
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused_without_a_word_in_the_log(live: Live, sent: bytes) -> None:
    with live.connect() as connection:
        try:
            connection.sendall(sent)
        except OSError:
            return
        answer = read_all(connection)
    assert not answer or answer.split(b" ")[1] in (b"400", b"415", b"431"), answer
    assert b"Traceback" not in answer


def test_who_leaves_in_the_middle_of_a_handshake_is_no_fault(live: Live) -> None:
    for path in ("/api/lobby/socket", "/api/games/0123456789ab/socket", "/nowhere"):
        for _ in range(20):
            with live.connect() as connection:
                request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{UPGRADE}\r\n"
                connection.sendall(request.encode())
    wait_until(lambda: not live.app.state.limiter._connections)


def test_a_refused_handshake_is_answered_and_closed(live: Live) -> None:
    request = f"GET /api/lobby/socket HTTP/1.1\r\nHost: x\r\n{UPGRADE}Origin: https://y\r\n\r\n"
    assert live.send(request).startswith(b"HTTP/1.1 403")
    request = f"GET /api/variants HTTP/1.1\r\nHost: x\r\n{UPGRADE}\r\n"
    assert live.send(request).startswith(b"HTTP/1.1 403")


def _is_open(connection: Any) -> bool:
    connection.setblocking(False)
    try:
        return bool(connection.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        connection.settimeout(20)
