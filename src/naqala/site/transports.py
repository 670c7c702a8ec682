"""How connections are read: Uvicorn's protocols with what they lack against bad company.

Whatever a client can cause by what it sends is no error of ours, so it is not logged as one.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any, Final, Protocol

import h11
from starlette.applications import Starlette
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from naqala.site.errors import ApiError
from naqala.site.frames import framed, next_frame
from naqala.site.gathered_writes import GatheredWrites
from naqala.site.inbox import Inbox
from naqala.site.limiter import Limiter
from naqala.site.turns import turns_of
from naqala.site.wire import MOST_BYTES

REQUEST_S: Final = 20.0
"""How long a request may take to come, with its body (8 KiB at most)."""

MOST_UNREAD_S: Final = 60.0
"""How long a client may take nothing of what fills its connection."""

CLOSE_S: Final = 15.0
"""How long a socket may take to close: Uvicorn gives its page ten seconds to agree."""

MOST_ARRIVED_BYTES: Final = 2 * MOST_BYTES
"""What is kept of a socket for the next turn."""

CLOSE_PROTOCOL_ERROR: Final = 1002
CLOSE_NOT_TEXT: Final = 1007
CLOSE_TOO_BIG: Final = 1009

_OPEN: Final = State.OPEN

MOST_PIECES: Final = 100
"""How many pieces a message may come in."""

SHORT_WAY: Final = "naqala.short_way"
"""The extension of ASGI by which a socket's page takes events and sends texts past all that stands
before it; `way` is a `ShortWay`."""


class ShortWay(Protocol):
    """How a page takes what comes, and sends, without waiting."""

    def listen(self, listener: Callable[[], None] | None) -> None:
        """Has `listener` called for each event that has come, or nobody any more."""

    def take(self) -> Mapping[str, Any] | None:
        """The next event of ASGI's `receive`, if one has come."""

    def send_now(self, text: bytes) -> bool:
        """Sends a text, given in UTF-8; False if that cannot be just now."""


_quiet = logging.getLogger("naqala.transports")
_quiet.setLevel(logging.CRITICAL)


class _Reader(asyncio.Protocol):
    """A client that takes what it is sent within some time, or is left alone."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Nothing more goes out for now."""
        super().pause_writing()
        self._stuck = self.loop.call_later(MOST_UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        """It does again."""
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        if self._stuck is not None:
            self._stuck.cancel()
        super().connection_lost(exc)


class HttpConnection(_Reader, H11Protocol):
    """Gives up on a request that never comes whole, and on too many connections of an address.

    `limiter` counts them, unless the peer is a proxy, which brings everybody.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.logger = _quiet
        self._patience: asyncio.TimerHandle | None = None
        self._counted = ExitStack()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts a connection, and begins to wait for a request."""
        super().connection_made(transport)
        application = self.config.app
        assert isinstance(application, Starlette)
        limiter: Limiter = application.state.limiter
        try:
            self._counted.enter_context(limiter.connection(self.client[0] if self.client else ""))
        except ApiError:
            transport.abort()
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self._stop_waiting()
        self._counted.close()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Waits on if the request is not whole yet."""
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()
        elif self._patience is None and self.transport.get_protocol() is self:
            self._wait()

    def on_response_complete(self) -> None:
        """Waits for the body of a request that has begun to come behind the one just answered."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY and self._patience is None:
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leaves the connection to its socket, which goes on being counted."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if isinstance(socket, SocketConnection):
            socket.counted = self._counted.pop_all()

    def _wait(self) -> None:
        self._patience = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class SocketConnection(_Reader, WebSocketsSansIOProtocol):
    """Takes no more from a page than it takes of what it is answered.

    Almost every frame is a short text in one piece, either way. For these there is a short way:
    what websockets, Uvicorn and Starlette do for each in turn takes eight times as long as all that
    has to be done. All others go the long way, and so does what does not keep to RFC 6455.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.logger = _quiet
        self.counted = ExitStack()
        self._closing: asyncio.TimerHandle | None = None
        self._inbox = Inbox()
        self.queue = self._inbox  # type: ignore[assignment]
        self._arrived = b""
        # What `writable` says, at hand.
        self._is_writable = True
        self._turns = turns_of(self.loop)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins to serve a page."""
        gathered: Any = GatheredWrites(transport, self._turns)  # type: ignore[arg-type]
        super().connection_made(gathered)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self.counted.close()
        if self._closing is not None:
            self._closing.cancel()
        self._read_frames()
        if hasattr(self, "scope"):
            # A cycle of references, which would be found late (garbage.py).
            self.scope["extensions"].pop(SHORT_WAY, None)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Begins a page's task, which may also go the short way."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["extensions"][SHORT_WAY] = {"way": self}

    def send_now(self, text: bytes) -> bool:
        """Sends a text, given in UTF-8, without waiting; False if that cannot be."""
        if (
            not self._is_writable
            or self.disconnected
            or self.close_sent
            or not self.handshake_complete
            or self.conn.state is not _OPEN
        ):
            return False
        self.transport.write(framed(text))
        return True

    def data_received(self, data: bytes) -> None:
        """Keeps what comes for the next turn."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._arrived += data
        if len(self._arrived) < MOST_ARRIVED_BYTES:
            self._turns.ask(self._read_frames)
        else:
            self._read_frames()

    def _read_frames(self) -> None:
        """Takes what has come, a whole frame at a time."""
        data, at, conn = self._arrived, 0, self.conn
        # What comes behind the end, or what breaks the rules, is nothing any more.
        while (
            at < len(data)
            and not conn.eof_sent
            and (frame := next_frame(data, at, MOST_BYTES)) is not None
        ):
            end, text = frame
            # Inside a message in pieces, and at the ends, all frames must go the long way.
            if (
                text is None
                or conn.current_size is not None
                or self.close_sent
                or conn.state is not _OPEN
            ):
                super().data_received(data[at:end])
            else:
                self._inbox.put_nowait({"type": "websocket.receive", "text": text})
            at = end
        self._arrived = b"" if conn.eof_sent else data[at:]
        if self._inbox.is_full and not self.read_paused and not self.close_sent:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_parser_exception(self) -> None:
        """Closes, also a socket that is not open yet."""
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CLOSE_PROTOCOL_ERROR})
        self.close_sent = True
        self.transport.close()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Ends the connection, though its page may take nothing of what still waits."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._closing = self.loop.call_later(CLOSE_S, self.transport.abort)

    def pause_writing(self) -> None:
        """Pings are answered at once: who takes no answers can send no more of them."""
        super().pause_writing()
        self._is_writable = False
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Reads on, unless a message waits to be taken."""
        super().resume_writing()
        self._is_writable = True
        if not self.read_paused:
            self.transport.resume_reading()

    def listen(self, listener: Callable[[], None] | None) -> None:
        """Has `listener` called for each event that has come, or nobody any more."""
        self._inbox.listener = listener

    def take(self) -> Mapping[str, Any] | None:
        """The next event, if one has come."""
        event = self._inbox.take()
        if event is not None and (self.read_paused or not self._is_writable):
            self._read_on()
        return event

    async def receive(self) -> ASGIReceiveEvent:
        """The next event."""
        event = await self._inbox.get()
        self._read_on()
        return event

    def _read_on(self) -> None:
        """Reads more when all that has come is taken, but only if answers go out."""
        if self.read_paused and self._inbox.empty():
            self.read_paused = False
            self.transport.resume_reading()
        if not self._is_writable and not self.disconnected:
            self.transport.pause_reading()

    def handle_cont(self, event: Frame) -> None:
        """Takes a piece of a message, which may be empty: not for ever."""
        if len(self.frames) < MOST_PIECES:
            super().handle_cont(event)
        elif not self.close_sent:
            self._fail(CLOSE_TOO_BIG)

    def send_receive_event_to_app(self) -> None:
        """Passes a message on, if it is text or bytes indeed."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(CLOSE_NOT_TEXT)
                return
        super().send_receive_event_to_app()

    def _fail(self, code: int) -> None:
        """Closes for a message that breaks the rules."""
        self.frames = []
        self.conn.fail(code)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
