"""Turns bytes into messages and back, with one clear error for what cannot be read."""

from http import HTTPStatus
from typing import Any, TypeVar

import msgspec

from naqala.play import (
    Abort,
    ClaimAbandonment,
    HandToCpu,
    Resign,
    SeatCommand,
    Sow,
    SwapSides,
    Undo,
)
from naqala.site import protocol
from naqala.site.errors import ApiError

MOST_BYTES = 8 * 1024
"""Largest frame and largest body of a request."""

_CLIENT_MESSAGE = msgspec.json.Decoder(protocol.ClientMessage)
_LOBBY_MESSAGE = msgspec.json.Decoder(protocol.LobbyMessage)
_ENCODER = msgspec.json.Encoder()

T = TypeVar("T")


def encode(message: msgspec.Struct) -> bytes:
    """A message as JSON: the body of an answer, or the text of a frame."""
    return _ENCODER.encode(message)


def decode_client_message(frame: str) -> protocol.ClientMessage:
    """A frame of a socket.

    Raises:
        ApiError: `invalid_message`, with what is wrong where.

    """
    return _decode(_CLIENT_MESSAGE, frame)


def decode_lobby_message(frame: str) -> protocol.LobbyMessage:
    """A frame of the lobby's socket.

    Raises:
        ApiError: `invalid_message`, with what is wrong where.

    """
    return _decode(_LOBBY_MESSAGE, frame)


def decode_body(body: bytes, kind: Any) -> Any:
    """The body of a request as a struct of the protocol.

    Raises:
        ApiError: `invalid_message`, with what is wrong where.

    """
    return _decode(msgspec.json.Decoder(kind), body)


def _decode(decoder: msgspec.json.Decoder[T], data: bytes | str) -> T:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # msgspec says what it expected, what came and where: fit to be told.
        raise ApiError(
            HTTPStatus.BAD_REQUEST, "invalid_message", f"the message cannot be read: {error}"
        ) from None


def command_of(message: protocol.GameCommand) -> SeatCommand:
    """The command of `play` that a message asks for."""
    match message:
        case protocol.Sow():
            return Sow(message.seat, message.after, message.pit)
        case protocol.SwapSides():
            return SwapSides(message.seat, message.after)
        case protocol.Undo():
            return Undo(message.seat, message.after)
        case protocol.Resign():
            return Resign(message.seat)
        case protocol.Abort():
            return Abort(message.seat)
        case protocol.ClaimAbandonment():
            return ClaimAbandonment(message.seat)
        case protocol.HandToCpu():
            return HandToCpu(message.seat)
