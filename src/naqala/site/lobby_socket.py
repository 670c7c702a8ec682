"""One page of the lobby over a socket."""

import structlog
from starlette.websockets import WebSocket

from naqala.site import errors, protocol
from naqala.site.client_address import client_address
from naqala.site.connection import Connection
from naqala.site.errors import ApiError
from naqala.site.limits import Limit
from naqala.site.lobby import LobbyPage
from naqala.site.services import services_of
from naqala.site.storage import StorageError
from naqala.site.wire import decode_lobby_message

_log = structlog.get_logger()


async def serve_lobby_socket(socket: WebSocket) -> None:
    """`/api/lobby/socket`; the origin has been checked."""
    services = services_of(socket)
    session = await services.guests.session_of(socket.cookies)
    player_id = None if session is None else session.player_id
    await socket.accept()
    lobby = services.lobby

    def receive(message: protocol.Seek | protocol.CancelSeek) -> None:
        if isinstance(message, protocol.Seek):
            connection.run(seek(message))
        else:
            lobby.cancel(page)

    async def seek(message: protocol.Seek) -> None:
        try:
            services.limiter.take(Limit.SEEKS, client_address(socket.scope))
            # The guest may have signed up since the page came.
            page.has_account = player_id is not None and services.names.has_account(player_id)
            await lobby.seek(page, message)
        except ApiError as error:
            connection.send(protocol.Rejected(message.id, error.view))
        except StorageError as error:
            _log.error("seek not taken", reason=str(error))
            connection.send(protocol.Rejected(message.id, errors.not_stored().view))

    connection = Connection[protocol.Seek | protocol.CancelSeek](socket, decode_lobby_message)
    page = LobbyPage(player_id, has_account=False, tell=connection.send)
    connection.greet()
    with lobby.joined(page):
        await connection.serve(services.outboxes, session, receive)
