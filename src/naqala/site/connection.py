"""One socket: frames in as messages, messages out through a bounded outbox, pings, a clean end."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from naqala.site import protocol
from naqala.site.credits import Credits
from naqala.site.errors import ApiError
from naqala.site.guests import Session
from naqala.site.long_way import LongWay
from naqala.site.outbox import (
    CLOSE_GOING_AWAY,
    CLOSE_POLICY,
    CLOSE_RESTART,
    CLOSE_TRY_AGAIN,
    Outbox,
    OutboxClosed,
)
from naqala.site.outboxes import Outboxes
from naqala.site.services import services_of
from naqala.site.transports import SHORT_WAY, ShortWay
from naqala.site.wire import encode

HEARTBEAT_S = 10.0
"""Pause between two pings of a page that is silent, or whose round trips count; one that leaves
three unanswered is gone."""

MOST_UNANSWERED_PINGS = 3

MOST_SEND_S = 30.0
"""How long a reader may take nothing of what is sent."""

RETRY_MS = 1_000
"""When pages are to come back to a server that restarts."""


M = TypeVar("M")


class Connection(Generic[M]):
    """One page's socket, which takes messages of kind M besides pongs.

    `decode` reads a frame or raises `ApiError`. Nothing here knows whose connection it is once that
    has ended: cycles of references would be found late, if at all (garbage.py).
    """

    def __init__(self, socket: WebSocket, decode: Callable[[str], M | protocol.Pong]) -> None:
        self._socket = socket
        self._decode = decode
        self._metrics = services_of(socket).metrics
        self._outbox = Outbox()
        short_way = socket.scope.get("extensions", {}).get(SHORT_WAY)
        self._way: ShortWay = LongWay(socket) if short_way is None else short_way["way"]
        self._pings = self._pongs = 0
        self._pinged_at_s = 0.0
        self._on_round_trip: Callable[[int], None] | None = None
        # Since the last heartbeat.
        self._was_heard = self._was_told = False
        self._sending_since_s: float | None = None
        self._writer: asyncio.Task[None] | None = None
        self._outboxes: Outboxes | None = None
        self._receive: Callable[[M], None] | None = None
        self._credits = Credits(time.monotonic())
        self._is_working = self._is_paused = False
        self._fault: BaseException | None = None
        # Timers of the loop: a timeout around every frame would cost more than sending it.
        self._loop = asyncio.get_running_loop()
        self._gone: asyncio.Future[None] = self._loop.create_future()
        self._resumed: asyncio.Future[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._beat_timer: asyncio.TimerHandle | None = None
        self._send_timer: asyncio.TimerHandle | None = None

    async def serve(
        self,
        outboxes: Outboxes,
        session: Session | None,
        receive: Callable[[M], None],
        on_round_trip: Callable[[int], None] | None = None,
    ) -> None:
        """Serves the page until it goes, does not keep up, or its session or the server ends.

        `receive` is given each message; if it cannot do at once what it asks for, it pauses.
        `on_round_trip` hears how many milliseconds a pong took to come. Without it nothing is
        pinged while messages go both ways.
        """
        self._outboxes, self._receive, self._on_round_trip = outboxes, receive, on_round_trip
        with outboxes.joined(self._outbox, None if session is None else session.key):
            self._beat_timer = self._loop.call_later(HEARTBEAT_S, self._beat)
            # No task group of anyio: a task that it cancels leaves a cycle of references. And a
            # task of its own: what wakes this one up goes through all that has called it, from
            # Uvicorn on two dozen coroutines.
            writer = self._writer = self._loop.create_task(self._write())
            self._way.listen(self._work)
            self._work()
            try:
                await asyncio.wait([self._gone, writer], return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._way.listen(None)
                self._outboxes = self._receive = None
                writer.cancel()
                ending: list[asyncio.Future[None]] = [writer]
                if self._is_paused:
                    # What it has in hand is done: a command that is being stored must be told to
                    # all who watch.
                    self._resumed = self._loop.create_future()
                    ending.append(self._resumed)
                try:
                    await asyncio.wait(ending)
                finally:
                    self._writer = self._on_round_trip = None
                    for timer in (self._beat_timer, self._send_timer):
                        if timer is not None:
                            timer.cancel()
            if not writer.cancelled():
                writer.result()
            if self._fault is not None:
                raise self._fault

    def pause(self) -> None:
        """Takes up nothing more that comes, until `resume`."""
        self._is_paused = True

    def resume(self) -> None:
        """Goes on with what has come meanwhile."""
        self._is_paused = False
        if self._resumed is not None and not self._resumed.done():
            self._resumed.set_result(None)
        if not self._is_working:
            self._work()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something that takes time, and pauses for as long."""
        self.pause()
        self._task = self._loop.create_task(work)
        self._task.add_done_callback(self._ran)

    def _ran(self, task: asyncio.Task[None]) -> None:
        self._task = None
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            self.fail(fault)
        self.resume()

    def fail(self, fault: BaseException) -> None:
        """Ends the page for a fault of ours, which `serve` raises."""
        self._fault = self._fault or fault
        self._end()

    def greet(self) -> None:
        """Says which protocol is spoken."""
        self.send(protocol.Hello(protocol.PROTOCOL_VERSION, int(HEARTBEAT_S * 1000)))

    def send(self, message: protocol.ServerMessage) -> None:
        """Sends a message: at once, or behind those that wait."""
        if isinstance(message, protocol.Rejected):
            self._metrics.refused(message.error.code)
        self.send_frame(encode(message))

    def send_frame(self, frame: bytes) -> None:
        """Sends a message that is encoded already: at once, or behind those that wait."""
        self._was_told = True
        if self._outbox.is_idle and self._way.send_now(frame):
            return
        self._outbox.put(frame)

    def close(self, code: int) -> None:
        """Ends the page after what waits."""
        self._outbox.close(code)

    def _work(self) -> None:
        """Takes up what has come, one after the other; ignores it once the page has broken the
        rules.
        """
        self._is_working = True
        try:
            while (
                not self._is_paused
                and self._receive is not None
                and (event := self._way.take()) is not None
            ):
                self._take(event, self._receive)
        except Exception as fault:
            self.fail(fault)
        finally:
            self._is_working = False

    def _take(self, event: Any, receive: Callable[[M], None]) -> None:
        if event["type"] == "websocket.disconnect":
            self._end()
            return
        assert self._outboxes is not None
        if self._outboxes.are_closing or self._outbox.is_closed:
            return
        frame = event.get("text")
        if frame is None:  # a binary frame
            self.close(CLOSE_POLICY)
            return
        if not self._credits.spend(time.monotonic()):
            self._metrics.limited("messages")
            self.close(CLOSE_POLICY)
            return
        try:
            message = self._decode(frame)
        except ApiError as error:
            self.send(protocol.Rejected(None, error.view))
            return
        if isinstance(message, protocol.Pong):
            self._take_pong(message)
        else:
            self._was_heard = True
            receive(message)

    def _end(self) -> None:
        if not self._gone.done():
            self._gone.set_result(None)

    def _take_pong(self, pong: protocol.Pong) -> None:
        is_first = pong.n == self._pings and pong.n > self._pongs
        if is_first and self._on_round_trip is not None:
            self._on_round_trip(int((time.monotonic() - self._pinged_at_s) * 1000))
        self._pongs = max(self._pongs, min(pong.n, self._pings))

    async def _write(self) -> None:
        """Sends what waits; in the end it closes the page."""
        try:
            try:
                while True:
                    await self._send(await self._outbox.get())
            except OutboxClosed as closed:
                if closed.code == CLOSE_TRY_AGAIN:
                    self._metrics.limited("outbox")
                if closed.code == CLOSE_RESTART:
                    await self._socket.send_text(encode(protocol.Goodbye(RETRY_MS)).decode())
                await self._socket.close(closed.code)
        except (WebSocketDisconnect, RuntimeError, OSError):
            # Starlette raises RuntimeError for a socket that went while we were sending.
            pass

    async def _send(self, frame: bytes) -> None:
        # A reader who takes nothing blocks us here, and would for ever.
        self._sending_since_s = time.monotonic()
        if self._send_timer is None:
            self._send_timer = self._loop.call_later(MOST_SEND_S, self._drop_if_stuck)
        await self._socket.send_text(frame.decode())
        self._sending_since_s = None

    def _drop_if_stuck(self) -> None:
        self._send_timer = None
        if self._sending_since_s is None:
            return
        left_s = self._sending_since_s + MOST_SEND_S - time.monotonic()
        if left_s <= 0:
            assert self._writer is not None
            self._writer.cancel()
        else:
            self._send_timer = self._loop.call_later(left_s, self._drop_if_stuck)

    def _beat(self) -> None:
        self._beat_timer = self._loop.call_later(HEARTBEAT_S, self._beat)
        is_alive = self._was_heard and self._was_told
        if not is_alive or self._on_round_trip is not None:
            self.ping()
        self._was_heard = self._was_told = False

    def ping(self) -> None:
        """Asks the page for an answer; who owes too many is gone."""
        if self._pings - self._pongs >= MOST_UNANSWERED_PINGS:
            self.close(CLOSE_GOING_AWAY)
        self._pings += 1
        self._pinged_at_s = time.monotonic()
        self.send(protocol.Ping(self._pings))
