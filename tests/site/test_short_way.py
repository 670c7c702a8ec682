"""The short way of a socket's frames: it differs from the long one in nothing but its length."""

import asyncio
import logging
import random
import socket
import struct
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import Mount
from uvicorn.protocols.utils import ClientDisconnected
from websockets.frames import Close, Frame, Opcode
from websockets.sync.client import connect

from naqala.site import serve
from naqala.site.inbox import MOST_WAITING
from naqala.site.limiter import Limiter
from naqala.site.transports import MOST_PIECES, SHORT_WAY, SocketConnection
from naqala.site.wire import MOST_BYTES
from tests.security.live import UPGRADE, Live, read_all, serving, wait_until
from tests.site.people import PLENTY
from tests.site.test_frames import LETTERS, read, sized

SIZES = (0, 1, 125, 126, 65_535, 65_536)
"""Where the head of a frame changes (RFC 6455, section 5.2)."""

MOST_READ_BYTES = 256_000
"""What uvloop reads at once."""

RECEIVING_BYTES = 64 * 1024
"""What the system keeps of what has come, about."""

Page = Callable[[Any, Any, Any], Awaitable[None]]
Packets = list[bytes]


class Watched(SocketConnection):
    """Counts what it is given."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.taken_bytes = 0
        self.most_waiting = 0
        self.reads_while_full = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        own: socket.socket = transport.get_extra_info("socket")
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVING_BYTES)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        is_of_frames = self.handshake_initiated
        self.reads_while_full += self._inbox.is_full
        super().data_received(data)
        self.most_waiting = max(self.most_waiting, len(self._inbox._events))
        if is_of_frames:
            self.taken_bytes += len(data)


@dataclass
class Visit:
    """A page that notes what comes to it in the short way, also behind what ends it."""

    is_let_in: bool = True
    may_read: bool = True
    connection: Any = None
    events: list[Any] = field(default_factory=list)
    is_over: bool = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert await receive() == {"type": "websocket.connect"}
        self.connection = receive.__self__
        while not self.is_let_in:
            await asyncio.sleep(0.001)
        await send({"type": "websocket.accept"})
        while not self.may_read:
            await asyncio.sleep(0.001)
        while not self.events or self.events[-1]["type"] != "websocket.disconnect":
            self.events.append(await receive())
        while not self.connection.disconnected or not self.connection.queue.empty():
            if self.connection.queue.empty():
                await asyncio.sleep(0.001)
            else:
                self.events.append(await receive())
        self.is_over = True

    @property
    def messages(self) -> list[Any]:
        """What was told that a page may act upon."""
        return [event for event in self.events if event["type"] != "websocket.disconnect"]

    @property
    def end(self) -> Any:
        """What it was told first of its end."""
        return next(event for event in self.events if event["type"] == "websocket.disconnect")


class Pages:
    """A server that serves sockets as the site's does; tests write its pages."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.live: Live
        self._pages: dict[str, Page] = {}

    def add(self, page: Page) -> str:
        """Has a page served; returns its path."""
        path = f"/{len(self._pages)}"
        self._pages[path] = page
        return path

    def open(self, page: Page) -> socket.socket:
        """The socket of a new page, after its handshake."""
        connection = self.live.open_socket(self.add(page))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self._pages[scope["path"]](scope, receive, send)
        except BaseException as fault:
            self.faults.append(repr(fault))
            raise


class Complaints(logging.Handler):
    """Keeps what is logged."""

    def __init__(self, kept: list[str]) -> None:
        super().__init__()
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        self._kept.append(record.getMessage())


@pytest.fixture(scope="module")
def pages() -> Iterator[Pages]:
    pages = Pages()
    app = Starlette(routes=[Mount("/", app=pages)])
    app.state.limiter = Limiter(PLENTY)
    complaints = Complaints(pages.faults)
    loggers = [logging.getLogger(name) for name in ("asyncio", "uvicorn.error")]
    for logger in loggers:
        logger.addHandler(complaints)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serve, "SocketConnection", Watched)
        with serving(app) as pages.live:
            yield pages
    for logger in loggers:
        logger.removeHandler(complaints)


@pytest.fixture(autouse=True)
def _nothing_is_a_fault(pages: Pages) -> Iterator[None]:
    pages.faults.clear()
    yield
    assert pages.faults == []


def masked(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


def text(content: str) -> bytes:
    """A message of text in one piece."""
    return masked(Opcode.TEXT, content.encode())


CLOSE = masked(Opcode.CLOSE, Close(1000, "bye").serialize())
CLOSED = {"type": "websocket.disconnect", "code": 1000, "reason": "bye"}


def told(*contents: str) -> list[dict[str, str]]:
    """How a page is told of texts."""
    return [{"type": "websocket.receive", "text": content} for content in contents]


def at_once(data: bytes) -> Packets:
    return [data]


def byte_by_byte(data: bytes) -> Packets:
    return [data[at : at + 1] for at in range(len(data))]


def anyhow(data: bytes, seed: int) -> Packets:
    """Cut at some places, most of them near to each other."""
    rng = random.Random(seed)
    packets: Packets = []
    while data:
        size = min(rng.choice((1, 2, 3, 7, 20, 150, 5_000)), len(data))
        packets.append(data[:size])
        data = data[size:]
    return packets


def send(connection: socket.socket, visit: Visit, packets: Packets) -> None:
    """Sends packets, each when the one before was taken, until the server has ended it."""
    wait_until(lambda: visit.connection is not None)
    watched: Watched = visit.connection
    due = watched.taken_bytes
    for packet in packets:
        if watched.close_sent or watched.disconnected:
            return
        connection.sendall(packet)
        due += len(packet)
        deadline_s = time.monotonic() + 10
        while watched.taken_bytes < due and not watched.disconnected:
            assert time.monotonic() < deadline_s, "it is not taken"
            time.sleep(0)


def answers(connection: socket.socket) -> list[Frame]:
    """All frames that come until the server closes."""
    data, frames = read_all(connection), []
    while data:
        found = read(data, is_masked=False)
        assert found is not None, data
        frame, end = found
        frames.append(Frame(frame.opcode, bytes(frame.data)))
        data = data[end:]
    return frames


def talk(pages: Pages, visit: Visit, packets: Packets) -> list[Frame]:
    """Sends packets to a page and waits for its end; returns what was answered."""
    with pages.open(visit) as connection:
        connection.settimeout(5)
        send(connection, visit, packets)
        frames = answers(connection)
    wait_until(lambda: visit.is_over, 10)
    return frames


def test_texts_of_any_size_come_whole_and_in_order_and_none_outside_an_open_socket(
    pages: Pages,
) -> None:
    results: list[bool] = []
    contents = [sized("ñ", size) for size in SIZES]

    async def page(scope: Any, receive: Any, send: Any) -> None:
        short = scope["extensions"][SHORT_WAY]["way"].send_now
        await receive()
        results.append(short(b"too early"))
        await send({"type": "websocket.accept"})
        for content in contents:
            results.append(short(content.encode()))
            await send({"type": "websocket.send", "text": str(len(content))})
        await send({"type": "websocket.close", "code": 1000})
        results.append(short(b"too late"))

    with connect(f"ws://127.0.0.1:{pages.live.port}{pages.add(page)}", max_size=None) as client:
        messages = list(client)
    expected = [(content, str(len(content))) for content in contents]
    assert messages == [text for pair in expected for text in pair]
    assert results == [False, *[True] * len(SIZES), False]


@dataclass
class Sent:
    """Some frames, what a page is told of them, and the pongs that they ask for."""

    data: bytes
    events: list[Any] = field(default_factory=list)
    pongs: list[bytes] = field(default_factory=list)


def whole(content: str) -> Sent:
    return Sent(text(content), told(content))


def ping(data: bytes) -> Sent:
    return Sent(masked(Opcode.PING, data), pongs=[data])


def pong(data: bytes) -> Sent:
    return Sent(masked(Opcode.PONG, data))


def in_pieces(content: str | bytes, cuts: list[int], between: list[bytes]) -> Sent:
    """A message in several frames, cut also inside of letters, with pings between them."""
    is_text = isinstance(content, str)
    data = content.encode() if isinstance(content, str) else content
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    opcode = Opcode.TEXT if is_text else Opcode.BINARY
    sent = b""
    pongs: list[bytes] = []
    for number, (begin, end) in enumerate(zip(edges, edges[1:], strict=False)):
        is_last = number == len(edges) - 2
        sent += masked(Opcode.CONT if number else opcode, data[begin:end], is_last)
        if number < len(between) and not is_last:
            sent += masked(Opcode.PING, between[number])
            pongs.append(between[number])
    event = {"type": "websocket.receive", "text" if is_text else "bytes": content}
    return Sent(sent, [event], pongs)


LONG = (125, 126, 127, 4_000, MOST_BYTES - 1, MOST_BYTES)

short_texts = st.text(max_size=30)
long_texts = st.builds(sized, st.sampled_from(LETTERS), st.sampled_from(LONG))
blobs = st.binary(max_size=300)
marks = st.binary(max_size=125)
cuts = st.lists(st.integers(0, 2**20), max_size=5)
sent = st.one_of(
    st.builds(whole, short_texts),
    st.builds(whole, long_texts),
    st.builds(in_pieces, short_texts | long_texts, cuts, st.lists(marks, max_size=3)),
    st.builds(in_pieces, blobs, st.just([]) | cuts, st.lists(marks, max_size=3)),
    st.builds(ping, marks),
    st.builds(pong, marks),
)
networks = st.just(at_once) | st.integers(0, 2**32).map(lambda seed: partial(anyhow, seed=seed))

SOME = [
    whole(""),
    whole("one"),
    ping(b"1"),
    in_pieces("two ñ種🐍", [1, 5, 5, 8], [b"2", b"", b"3"]),
    whole("three " * 25),
    whole("ñ種🐍"),
    in_pieces(b"\xff\0four", [2], [b"4"]),
    pong(b"unasked"),
    in_pieces(b"", [], []),
    in_pieces("", [0, 0], [b"5", b"6"]),
    *(whole(f"{number}") for number in range(2 * MOST_WAITING)),
    in_pieces("five", [2], []),
    ping(b"7" * 125),
    whole("six"),
]


def check(pages: Pages, parts: list[Sent], network: Callable[[bytes], Packets]) -> None:
    """Sends them over a network; fails unless a page is told them all and nothing else."""
    visit = Visit()
    data = b"".join(part.data for part in parts) + CLOSE
    frames = talk(pages, visit, network(data))
    assert visit.messages == [event for part in parts for event in part.events]
    assert visit.end == CLOSED
    assert frames == [
        *(Frame(Opcode.PONG, data) for part in parts for data in part.pongs),
        Frame(Opcode.CLOSE, Close(1000, "bye").serialize()),
    ]


@settings(max_examples=40)
@given(st.lists(sent, max_size=12), networks)
def test_messages_come_whole_and_in_order_in_whatever_packets_and_pings_are_answered(
    pages: Pages, parts: list[Sent], network: Callable[[bytes], Packets]
) -> None:
    check(pages, parts, network)


@pytest.mark.parametrize(
    "network",
    [at_once, byte_by_byte, *(partial(anyhow, seed=seed) for seed in range(6))],
)
def test_one_packet_brings_what_as_many_as_there_are_bytes_bring(
    pages: Pages, network: Callable[[bytes], Packets]
) -> None:
    check(pages, SOME, network)


def test_more_than_may_wait_and_a_close_frame_come_in_one_packet(pages: Pages) -> None:
    """The page takes them when the connection is gone."""
    visit = Visit(may_read=False)
    contents = [str(number) for number in range(10 * MOST_WAITING)]
    with pages.open(visit) as connection:
        send(connection, visit, [b"".join(map(text, contents)) + CLOSE])
        assert [frame.opcode for frame in answers(connection)] == [Opcode.CLOSE]
    wait_until(lambda: visit.connection.disconnected)
    visit.may_read = True
    wait_until(lambda: visit.is_over)
    assert visit.messages == told(*contents)
    assert visit.end == CLOSED


@pytest.mark.parametrize("network", [at_once, byte_by_byte])
def test_what_comes_before_a_page_is_let_in_comes_first(
    pages: Pages, network: Callable[[bytes], Packets]
) -> None:
    visit = Visit(is_let_in=False)
    early = text("one") + masked(Opcode.TEXT, b"t", False) + masked(Opcode.CONT, b"wo")
    begun = text("three")
    with pages.live.connect() as connection:
        request = f"GET {pages.add(visit)} HTTP/1.1\r\nHost: x\r\n{UPGRADE}\r\n"
        connection.sendall(request.encode())
        wait_until(lambda: visit.connection is not None)
        # The page has not even been answered; of one text a part alone has come.
        if network is at_once:
            send(connection, visit, [early + begun[:4]])
        else:
            # After each message no more is read until it is taken.
            send(connection, visit, network(text("one")))
            connection.sendall(early[len(text("one")) :] + begun[:4])
        visit.is_let_in = True
        wait_until(lambda: visit.connection.taken_bytes == len(early) + 4)
        send(connection, visit, network(begun[4:] + text("four") + CLOSE))
        answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 101")
    wait_until(lambda: visit.is_over)
    assert visit.messages == told("one", "two", "three", "four")
    assert visit.end == CLOSED


@pytest.mark.xfail(
    reason="Uvicorn drops what follows a handshake in its packet: RFC 6455, 4.1, forbids to send it"
)
def test_what_comes_in_one_packet_with_the_handshake_is_not_lost(pages: Pages) -> None:
    visit = Visit()
    with pages.live.connect() as connection:
        request = f"GET {pages.add(visit)} HTTP/1.1\r\nHost: x\r\n{UPGRADE}\r\n"
        connection.sendall(request.encode() + text("one") + text("two"))
        send(connection, visit, [text("three") + CLOSE])
        connection.settimeout(5)
        read_all(connection)
    wait_until(lambda: visit.is_over)
    assert visit.messages == told("one", "two", "three")


BEGUN = masked(Opcode.TEXT, b"pie", False)
BROKEN = {
    "no UTF-8": (masked(Opcode.TEXT, b"a\xffb"), 1007),
    "half a letter": (masked(Opcode.TEXT, "añ".encode()[:-1]), 1007),
    "no UTF-8 in pieces": (BEGUN + masked(Opcode.CONT, b"\xff"), 1007),
    "too long": (masked(Opcode.TEXT, b"x" * (MOST_BYTES + 1)), 1009),
    "too long as its head alone says": (b"\x81\xfe\xff\xff", 1009),
    "too long with a part of its mask": (b"\x81\xfe\xff\xff\0", 1009),
    "too long with some of what it has": (b"\x81\xff" + (2**40).to_bytes(8) + b"masktext", 1009),
    "too long binary": (masked(Opcode.BINARY, b"x" * (MOST_BYTES + 1)), 1009),
    "too long in pieces": (
        masked(Opcode.TEXT, b"x" * 5_000, False) + masked(Opcode.CONT, b"x" * 5_000),
        1009,
    ),
    "without a mask": (Frame(Opcode.TEXT, b"text").serialize(mask=False), 1002),
    "long without a mask": (Frame(Opcode.TEXT, b"x" * 300).serialize(mask=False), 1002),
    "a text inside of another": (BEGUN + text("ces"), 1002),
    "bytes inside of a text": (BEGUN + masked(Opcode.BINARY, b"ces"), 1002),
    "the rest of nothing": (masked(Opcode.CONT, b"ces"), 1002),
    "an unknown opcode": (b"\x83\x80mask", 1002),
    "a reserved bit": (b"\xc1\x80mask", 1002),
    "a ping in pieces": (b"\x09\x80mask", 1002),
    "a long ping": (b"\x89\xfe\0\x7emask" + b"x" * 126, 1002),
    "a close frame of one byte": (b"\x88\x81masks", 1002),
}


@pytest.mark.parametrize("network", [at_once, byte_by_byte])
@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_the_rules_ends_a_socket_with_its_reason_behind_what_came_before(
    pages: Pages, name: str, network: Callable[[bytes], Packets]
) -> None:
    broken, code = BROKEN[name]
    before = text("one") + in_pieces("two", [1], []).data + text("three")
    visit = Visit()
    # Of what is long, its beginning alone comes byte by byte: that may be all that is read of it.
    packets = [*network(before), *network(broken[:300])]
    if len(broken) > 300:
        packets.append(broken[300:])
    if network is at_once:
        packets = [before + broken]
    frames = talk(pages, visit, packets)
    assert visit.messages == told("one", "two", "three")
    assert visit.end["code"] == code
    assert [(frame.opcode, Close.parse(frame.data).code) for frame in frames] == [
        (Opcode.CLOSE, code)
    ]


@pytest.mark.parametrize("name", BROKEN)
def test_nothing_is_told_of_what_comes_behind_what_breaks_the_rules(
    pages: Pages, name: str
) -> None:
    broken, code = BROKEN[name]
    visit = Visit()
    behind = text("two") + masked(Opcode.BINARY, b"three") + masked(Opcode.PING, b"four") + CLOSE
    frames = talk(pages, visit, [text("one") + broken + behind])
    assert visit.messages == told("one")
    assert visit.end["code"] == code
    assert [frame.opcode for frame in frames] == [Opcode.CLOSE]


@pytest.mark.parametrize("name", ["no UTF-8", "too long", "without a mask", "the rest of nothing"])
def test_what_breaks_the_rules_before_a_page_is_let_in_ends_its_connection_and_is_no_fault(
    pages: Pages, name: str
) -> None:
    connections: list[Watched] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        connections.append(receive.__self__)
        while not connections[0].disconnected:
            await asyncio.sleep(0.001)
        with pytest.raises(ClientDisconnected):
            await send({"type": "websocket.accept"})

    with pages.live.connect() as connection:
        request = f"GET {pages.add(page)} HTTP/1.1\r\nHost: x\r\n{UPGRADE}\r\n"
        connection.sendall(request.encode())
        wait_until(lambda: bool(connections))
        connection.settimeout(5)
        connection.sendall(BROKEN[name][0])
        read_all(connection)


def test_however_much_comes_behind_what_breaks_the_rules_its_end_is_told_but_once(
    pages: Pages,
) -> None:
    """And once more, when the connection is gone."""
    visit = Visit()
    broken = masked(Opcode.CONT, b"the rest of nothing")
    talk(pages, visit, [broken + b"\x81\x80mask" * 1_000])
    assert [event["type"] for event in visit.events] == ["websocket.disconnect"] * 2


@pytest.mark.parametrize("network", [at_once, byte_by_byte])
def test_nothing_is_told_of_what_comes_behind_a_close_frame(
    pages: Pages, network: Callable[[bytes], Packets]
) -> None:
    visit = Visit()
    behind = text("two") + masked(Opcode.BINARY, b"three") + masked(Opcode.PING, b"four") + CLOSE
    frames = talk(pages, visit, network(text("one") + CLOSE + behind))
    assert visit.messages == told("one")
    assert visit.end == CLOSED
    assert [frame.opcode for frame in frames] == [Opcode.CLOSE]


@pytest.mark.parametrize("waiting", [0, MOST_WAITING - 1, MOST_WAITING, 3 * MOST_WAITING])
def test_a_page_that_has_closed_is_told_nothing_more_and_waits_for_the_others_close_frame_alone(
    pages: Pages, waiting: int
) -> None:
    """However much it has left untaken: what was on its way comes before that frame."""
    connections: list[Watched] = []
    goes: list[bool] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        connections.append(receive.__self__)
        while not goes:
            await asyncio.sleep(0.001)
        await send({"type": "websocket.close", "code": 1000})

    with pages.open(page) as connection:
        wait_until(lambda: bool(connections))
        [watched] = connections
        connection.settimeout(3)
        data = b"".join(map(text, map(str, range(waiting))))
        connection.sendall(data)
        wait_until(lambda: len(watched._inbox._events) == waiting)
        goes.append(True)
        expected = Frame(Opcode.CLOSE, Close(1000, "").serialize()).serialize(mask=False)
        assert connection.recv(100) == expected
        connection.sendall(text("on its way"))
        wait_until(lambda: watched.taken_bytes == len(data) + len(text("on its way")))
        connection.sendall(CLOSE)
        assert read_all(connection) == b""
    wait_until(lambda: watched.disconnected)
    events = watched._inbox._events
    assert [event for event in events if event["type"] == "websocket.receive"] == told(
        *map(str, range(waiting))
    )


@pytest.mark.parametrize(("size", "number"), [(5, 80_000), (1_000, 1_500), (MOST_BYTES, 200)])
def test_who_sends_more_than_is_taken_waits_and_nothing_is_lost(
    pages: Pages, size: int, number: int
) -> None:
    visit = Visit(may_read=False)
    contents = [f"{at:05}".ljust(size, ".") for at in range(number)]
    data = memoryview(b"".join(map(text, contents)) + CLOSE)
    with pages.open(visit) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 32 * 1024)
        wait_until(lambda: visit.connection is not None)
        watched: Watched = visit.connection
        connection.setblocking(False)
        sent = 0
        while sent < len(data):
            try:
                sent += connection.send(data[sent : sent + 65_536])
            except BlockingIOError:
                if watched.read_paused:
                    break
                time.sleep(0.001)
        # What the buffers of both ends hold, and one read, and no more.
        assert sent < len(data)
        assert watched.reads_while_full == 0
        assert watched.most_waiting >= MOST_WAITING
        assert watched.most_waiting < MOST_WAITING + MOST_READ_BYTES / len(text(contents[0]))
        assert visit.events == []
        visit.may_read = True
        connection.settimeout(20)
        connection.sendall(data[sent:])
        assert [frame.opcode for frame in answers(connection)] == [Opcode.CLOSE]
    wait_until(lambda: visit.is_over)
    assert visit.messages == told(*contents)
    assert visit.end == CLOSED
    assert watched.reads_while_full == 0


def test_a_text_in_pieces_that_is_not_taken_is_all_that_waits(pages: Pages) -> None:
    """The long way stops for each message, the short one for more of them; both read on."""
    visit = Visit(may_read=False)
    with pages.open(visit) as connection:
        wait_until(lambda: visit.connection is not None)
        send(connection, visit, [in_pieces("one", [1], []).data])
        assert visit.connection.read_paused
        connection.sendall(text("two") * 2)
        visit.may_read = True
        wait_until(lambda: len(visit.events) == 3)
        send(connection, visit, [text("three"), CLOSE])
        answers(connection)
    wait_until(lambda: visit.is_over)
    assert visit.messages == told("one", "two", "two", "three")


@pytest.mark.parametrize("is_reset", [False, True])
@pytest.mark.parametrize(
    "tail",
    [
        pytest.param(masked(Opcode.PING, b"x"), id="ping"),
        pytest.param(masked(Opcode.PING, b"x") * 5, id="pings"),
        pytest.param(text("a") * 30 + masked(Opcode.PING, b"x"), id="texts_and_ping"),
        pytest.param(masked(Opcode.TEXT, b"\xff\xff"), id="no_text"),
        pytest.param(CLOSE, id="close"),
    ],
)
def test_a_connection_may_end_within_a_turn(pages: Pages, tail: bytes, is_reset: bool) -> None:
    """Whatever it has sent before; a fault that is logged fails the test."""
    for attempt in range(9):
        visit = Visit()
        connection = pages.open(visit)
        wait_until(partial(is_let_in, visit))
        connection.sendall(text("one"))
        time.sleep(0.002)
        connection.sendall(text("two") + tail)
        time.sleep(0.001 * (attempt % 3))
        if is_reset:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
        wait_until(partial(getattr, visit, "is_over"))


def is_let_in(visit: Visit) -> bool:
    connection: Any = visit.connection
    return connection is not None and connection.handshake_complete


def test_a_message_in_endless_pieces_is_refused(pages: Pages) -> None:
    visit = Visit()
    with pages.open(visit) as connection:
        connection.settimeout(5)
        connection.sendall(text("before") + masked(Opcode.TEXT, b"", False))
        connection.sendall(masked(Opcode.CONT, b"", False) * (2 * MOST_PIECES))
        expected = Frame(Opcode.CLOSE, Close(1009, "").serialize()).serialize(mask=False)
        assert read_all(connection) == expected
    wait_until(lambda: visit.is_over)
