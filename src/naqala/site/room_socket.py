"""One page that waits before a room: the creator for his friend, or somebody about to join."""

from starlette.websockets import WebSocket

from naqala.site import errors, protocol
from naqala.site.bus import Notice, RoomChanged, RoomGone
from naqala.site.connection import Connection
from naqala.site.errors import ApiError
from naqala.site.guests import Session
from naqala.site.outbox import CLOSE_POLICY
from naqala.site.services import Services, services_of
from naqala.site.wire import decode_client_message


async def serve_room_socket(socket: WebSocket) -> None:
    """`/api/rooms/{token}/socket`; the origin has been checked."""
    services = services_of(socket)
    session = await services.guests.session_of(socket.cookies)
    player_id = None if session is None else session.player_id
    token = socket.path_params["token"]
    try:
        room = await services.rooms.get(token, player_id)
    except ApiError:
        await socket.close(CLOSE_POLICY)
        return
    await socket.accept()
    await _Page(socket, services, token, session).serve(room)


class _Page:
    """One reader of a room."""

    def __init__(
        self, socket: WebSocket, services: Services, token: str, session: Session | None
    ) -> None:
        self._services = services
        self._token = token
        self._session = session
        self._player_id = None if session is None else session.player_id
        self._connection = Connection[protocol.GameMessage](socket, decode_client_message)
        self._told: protocol.RoomView | None = None

    async def serve(self, room: protocol.RoomView) -> None:
        """Tells what the room is like, each time that it changes, until the page goes."""
        rooms = self._services.rooms
        self._connection.greet()
        with rooms.listen(self._token, self._on_notice):
            async with rooms.waiting(self._token, room.is_yours):
                # Somebody may have come between the first look and listening.
                self._tell(await rooms.get(self._token, self._player_id))
                await self._connection.serve(self._services.outboxes, self._session, self._receive)

    def _on_notice(self, notice: Notice) -> None:
        if isinstance(notice, RoomChanged):
            self._tell(self._services.rooms.view(self._token, notice.invitation, self._player_id))
        elif isinstance(notice, RoomGone):
            self._connection.close(CLOSE_POLICY)

    def _tell(self, room: protocol.RoomView) -> None:
        if room != self._told:
            self._told = room
            self._connection.send(room)

    def _receive(self, message: protocol.GameMessage) -> None:
        self._connection.send(protocol.Rejected(message.id, errors.no_game_yet().view))
