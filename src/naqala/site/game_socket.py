"""One page watching, and perhaps playing, one game over a socket."""

from functools import partial

import structlog
from starlette.websockets import WebSocket

from naqala.play import Human
from naqala.site import errors, protocol, views
from naqala.site.bus import Appended, Gathered, Notice, Renewed, Spoken
from naqala.site.client_address import client_address
from naqala.site.connection import Connection
from naqala.site.errors import ApiError
from naqala.site.execution import Executed
from naqala.site.guests import Session
from naqala.site.limits import Limit
from naqala.site.live_games import LiveGame
from naqala.site.outbox import CLOSE_POLICY
from naqala.site.services import Services, services_of, visible_game
from naqala.site.storage import CommandId, StorageError
from naqala.site.wire import command_of, decode_client_message

_log = structlog.get_logger()

MOST_EVENTS_TO_RESYNC = 100
MOST_EVENTS_TO_FOLD = 500
"""A reader who missed more, or whose game is longer, gets a snapshot."""


async def serve_game_socket(socket: WebSocket) -> None:
    """`/api/games/{game_id}/socket?seen=SEQ&room=TOKEN`; the origin has been checked."""
    services = services_of(socket)
    session = await services.guests.session_of(socket.cookies)
    player_id = None if session is None else session.player_id
    try:
        game = await visible_game(socket, player_id)
    except ApiError:
        # A socket that is not yet accepted can only be refused, without a word.
        await socket.close(CLOSE_POLICY)
        return
    await socket.accept()
    seen = socket.query_params.get("seen", "")
    page = _Page(socket, services, game, session)
    await page.serve(int(seen) if seen.isdecimal() and len(seen) < 10 else 0)


class _Page:
    """One reader of a game: who he is, what he has been told."""

    def __init__(
        self, socket: WebSocket, services: Services, game: LiveGame, session: Session | None
    ) -> None:
        self._services = services
        self._game_id = game.game_id
        self._session = session
        self._address = client_address(socket.scope)
        self._player_id = None if session is None else session.player_id
        self._me = None if session is None else Human(session.player_id)
        self._connection = Connection[protocol.GameMessage](socket, decode_client_message)
        # What a page takes for granted until it is told.
        self._presence = protocol.Presence([None, None], 0)

    async def serve(self, seen: int) -> None:
        """Serves the page until it goes, does not keep up, or the server stops."""
        services = self._services
        self._connection.greet()
        game = await services.games.get(self._game_id)
        with services.bus.listen(self._game_id, self._on_notice):
            # No await between listening and catching up: no event falls in between.
            self._catch_up(game, seen)
            with services.presence.joined(self._game_id, self._player_id):
                services.cpu.consider(game)
                is_timed = game.state.clock is not None
                if is_timed:
                    self._connection.ping()
                await self._connection.serve(
                    services.outboxes,
                    self._session,
                    self._receive,
                    self._on_round_trip if is_timed else None,
                )

    def _on_notice(self, notice: Notice) -> None:
        match notice:
            case Appended():
                self._connection.send_frame(notice.frame())
            case Renewed():
                self._send(protocol.Continued(notice.game_id))
            case Gathered():
                self._tell_presence(notice.presence)
            case Spoken():
                self._send(notice.message)
            case _:
                pass

    def _tell_presence(self, presence: protocol.Presence) -> None:
        if presence != self._presence:
            self._presence = presence
            self._send(presence)

    def _catch_up(self, game: LiveGame, seen: int) -> None:
        """Sends what the reader has missed, or everything."""
        reconnected = self._services.metrics.reconnected if seen else lambda missed: None
        state = game.state
        missed = state.seq - seen
        is_snapshot_due = missed > MOST_EVENTS_TO_RESYNC or state.seq > MOST_EVENTS_TO_FOLD
        if seen == 0 or missed < 0 or (missed and is_snapshot_due):
            reconnected("everything")
            self._send(protocol.Snapshot(self._view(game)))
        elif missed:
            reconnected("events")
            events = views.events_since(game.records, seen, self._services.names)
            board = views.board_view(state, self._services.clock())
            self._send(protocol.Events(events, board))
        else:
            reconnected("nothing")
        if game.newest_id != game.game_id:
            self._send(protocol.Continued(game.newest_id))

    def _view(self, game: LiveGame) -> protocol.GameView:
        now_ms = self._services.clock()
        names = self._services.names
        return views.game_view(game.game_id, game.state, self._player_id, now_ms, names)

    def _receive(self, message: protocol.GameMessage) -> None:
        if isinstance(message, protocol.Say):
            self._connection.run(self._say(message))
            return
        try:
            self._submit(message)
        except ApiError as error:
            self._refuse(message, error)

    def _submit(self, message: protocol.GameCommand) -> None:
        if self._me is None:
            raise errors.no_session()
        self._services.limiter.take(Limit.COMMANDS, self._address)
        self._connection.pause()
        self._services.games.submit(
            self._game_id,
            command_of(message),
            self._me,
            CommandId(message.id),
            partial(self._answer, message),
        )

    def _answer(self, message: protocol.GameCommand, answer: Executed | Exception) -> None:
        try:
            if not isinstance(answer, Executed):
                self._refuse(message, answer)
            elif answer.events is None:
                self._send(protocol.Accepted(message.id, answer.seq))
            # Else its event, which every reader has been told, names it.
        finally:
            self._connection.resume()

    def _refuse(self, message: protocol.GameMessage, error: Exception) -> None:
        if isinstance(error, ApiError):
            # Whoever is too late gets the game as it is. It is in memory, for it was just judged.
            is_late = error.view.code == "stale"
            game = self._services.games.live.in_memory(self._game_id) if is_late else None
            view = None if game is None else self._view(game)
            self._send(protocol.Rejected(message.id, error.view, view))
        elif isinstance(error, StorageError):
            _log.error("command not stored", game_id=self._game_id, reason=str(error))
            self._send(protocol.Rejected(message.id, errors.not_stored().view))
        else:
            self._connection.fail(error)

    async def _say(self, message: protocol.Say) -> None:
        try:
            if self._player_id is None:
                raise errors.no_session()
            game = await self._services.games.get(self._game_id)
            self._services.talk.say(game, self._player_id, message)
        except (ApiError, StorageError) as error:
            self._refuse(message, error)

    def _on_round_trip(self, round_trip_ms: int) -> None:
        if self._player_id is not None:
            self._services.presence.measured(self._game_id, self._player_id, round_trip_ms)

    def _send(self, message: protocol.ServerMessage) -> None:
        self._connection.send(message)
