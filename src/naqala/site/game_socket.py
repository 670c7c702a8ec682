"""One page watching, and perhaps playing, one game over a socket."""

import time

import anyio
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from naqala.play import Human, PlayerId
from naqala.site import errors, protocol, views
from naqala.site.bus import Appended, Notice
from naqala.site.credits import Credits
from naqala.site.errors import ApiError
from naqala.site.games import LiveGame
from naqala.site.outbox import (
    CLOSE_GOING_AWAY,
    CLOSE_POLICY,
    CLOSE_RESTART,
    Outbox,
    OutboxClosed,
)
from naqala.site.services import Services, services_of
from naqala.site.storage import CommandId, StorageError
from naqala.site.wire import command_of, decode_client_message, encode

_log = structlog.get_logger()

HEARTBEAT_S = 10.0
"""Pause between two pings; a page that leaves three unanswered is gone."""

MOST_UNANSWERED_PINGS = 3

MOST_SEND_S = 30.0
"""How long a reader may take nothing of what is sent."""

RETRY_MS = 1_000
"""When pages are to come back to a server that restarts."""

MOST_EVENTS_TO_RESYNC = 100
MOST_EVENTS_TO_FOLD = 500
"""A reader who missed more, or whose game is longer, gets a snapshot."""


async def serve_game_socket(socket: WebSocket) -> None:
    """`/api/games/{game_id}/socket?seen=SEQ`; the origin has been checked."""
    services = services_of(socket)
    player_id = await services.guests.player_of(socket.cookies)
    try:
        game = await services.games.get(socket.path_params["game_id"])
    except ApiError:
        # A socket that is not yet accepted can only be refused, without a word.
        await socket.close(CLOSE_POLICY)
        return
    await socket.accept()
    seen = socket.query_params.get("seen", "")
    page = _Page(socket, services, game, player_id)
    await page.serve(int(seen) if seen.isdecimal() and len(seen) < 10 else 0)


class _Page:
    """One connection: what waits to be sent, whose it is, which pings it has answered."""

    def __init__(
        self, socket: WebSocket, services: Services, game: LiveGame, player_id: PlayerId | None
    ) -> None:
        self._socket = socket
        self._services = services
        self._game_id = game.game_id
        self._player_id = player_id
        self._seats = views.held_seats(game.state, player_id)
        self._outbox = Outbox()
        self._pings = self._pongs = 0

    async def serve(self, seen: int) -> None:
        """Serves the page until it goes, does not keep up, or the server stops."""
        self._send(protocol.Hello(protocol.PROTOCOL_VERSION, int(HEARTBEAT_S * 1000)))
        game = await self._services.games.get(self._game_id)
        with (
            self._services.outboxes.joined(self._outbox),
            self._services.bus.listen(self._game_id, self._on_notice),
        ):
            # No await between listening and catching up: no event falls in between.
            self._catch_up(game, seen)
            self._services.cpu.consider(game)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._write, tasks.cancel_scope)
                await self._read()
                tasks.cancel_scope.cancel()

    def _on_notice(self, notice: Notice) -> None:
        if isinstance(notice, Appended):
            board = views.board_view(notice.state, self._seats, notice.legal)
            self._send(protocol.Events(notice.events, board))
        else:
            self._send(protocol.Continued(notice.game_id))

    def _catch_up(self, game: LiveGame, seen: int) -> None:
        """Sends what the reader has missed, or everything."""
        state = game.state
        missed = state.seq - seen
        is_snapshot_due = missed > MOST_EVENTS_TO_RESYNC or state.seq > MOST_EVENTS_TO_FOLD
        if seen == 0 or missed < 0 or (missed and is_snapshot_due):
            self._send(protocol.Snapshot(views.game_view(game.game_id, state, self._player_id)))
        elif missed:
            events = views.events_since(game.records, seen)
            board = views.board_view(state, self._seats, views.legal_moves(state.line))
            self._send(protocol.Events(events, board))
        if game.newest_id != game.game_id:
            self._send(protocol.Continued(game.newest_id))

    async def _read(self) -> None:
        """Takes frames until the page goes or breaks the rules."""
        credits = Credits(time.monotonic())
        while True:
            try:
                frame = await self._socket.receive_text()
            except WebSocketDisconnect:
                return
            except KeyError:  # a binary frame
                self._outbox.close(CLOSE_POLICY)
                break
            if not credits.spend(time.monotonic()):
                self._outbox.close(CLOSE_POLICY)
                break
            await self._receive(frame)
        # The writer closes the socket and ends the page.
        await anyio.sleep_forever()

    async def _receive(self, frame: str) -> None:
        try:
            message = decode_client_message(frame)
        except ApiError as error:
            self._send(protocol.Rejected(None, error.view))
            return
        if isinstance(message, protocol.Pong):
            self._pongs = max(self._pongs, min(message.n, self._pings))
            return
        try:
            self._send(await self._execute(message))
        except ApiError as error:
            game = None
            if error.view.code == "stale":
                live = await self._services.games.get(self._game_id)
                game = views.game_view(live.game_id, live.state, self._player_id)
            self._send(protocol.Rejected(message.id, error.view, game))

    async def _execute(self, message: protocol.GameCommand) -> protocol.Accepted:
        if self._player_id is None:
            raise errors.no_session()
        try:
            executed = await self._services.games.execute(
                self._game_id, command_of(message), Human(self._player_id), CommandId(message.id)
            )
        except StorageError:
            _log.exception("command not stored", game_id=self._game_id)
            raise errors.not_stored() from None
        return protocol.Accepted(message.id, executed.seq)

    async def _write(self, page: anyio.CancelScope) -> None:
        """Sends what waits and, from time to time, a ping; in the end it closes the page."""
        ping_at_s = time.monotonic() + HEARTBEAT_S
        try:
            while True:
                frame = None
                with anyio.move_on_after(ping_at_s - time.monotonic()):
                    frame = await self._outbox.get()
                if frame is None:
                    ping_at_s += HEARTBEAT_S
                    self._ping()
                else:
                    # A reader who takes nothing blocks us here, and would for ever.
                    with anyio.fail_after(MOST_SEND_S):
                        await self._socket.send_text(frame)
        except OutboxClosed as closed:
            if closed.code == CLOSE_RESTART:
                await self._socket.send_text(encode(protocol.Goodbye(RETRY_MS)).decode())
            await self._socket.close(closed.code)
        except (WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            # Starlette raises RuntimeError for a socket that went while we were sending.
            pass
        page.cancel()

    def _ping(self) -> None:
        if self._pings - self._pongs >= MOST_UNANSWERED_PINGS:
            self._outbox.close(CLOSE_GOING_AWAY)
        self._pings += 1
        self._send(protocol.Ping(self._pings))

    def _send(self, message: protocol.ServerMessage) -> None:
        self._outbox.put(encode(message).decode())
