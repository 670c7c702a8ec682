"""New ids and tokens, from the operating system's random numbers."""

import secrets
import string

from naqala.play import PlayerId
from naqala.site.storage import GameId, RoomId

_ALPHABET = string.ascii_letters + string.digits


def _new_id(length: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def new_game_id() -> GameId:
    """A public id, for links: 12 letters and digits, 71 bits."""
    return GameId(_new_id(12))


def new_room_id() -> RoomId:
    """The id of a room: 16 letters and digits."""
    return RoomId(_new_id(16))


def new_room_token() -> str:
    """What opens a room, in its link: 128 bits."""
    return secrets.token_urlsafe(16)


def new_player_id() -> PlayerId:
    """The id of a player: 16 letters and digits."""
    return PlayerId(_new_id(16))


def new_session_token() -> str:
    """What a browser proves itself with: 256 bits."""
    return secrets.token_urlsafe(32)
