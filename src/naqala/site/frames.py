"""Frames of a WebSocket (RFC 6455, section 5.2), as far as the short way knows them."""

from struct import Struct
from typing import Final

from websockets.frames import apply_mask  # type: ignore[attr-defined]

_TEXT: Final = 0x81
"""A whole message of text."""

_SHORT_HEAD: Final = Struct("!BB").pack
_HEAD: Final = Struct("!BBH").pack
_LONG_HEAD: Final = Struct("!BBQ").pack


def framed(data: bytes) -> bytes:
    """A text, which is given in UTF-8, as a frame of the server's."""
    size = len(data)
    if size < 126:
        return _SHORT_HEAD(_TEXT, size) + data
    if size < 1 << 16:
        return _HEAD(_TEXT, 126, size) + data
    return _LONG_HEAD(_TEXT, 127, size) + data


def next_frame(data: bytes, at: int, most: int) -> tuple[int, str | None] | None:
    """Where the client's frame ends that begins at `at`, and its text, if it is a message of text
    in one piece; None while more of it has to come.

    One that breaks the rules with its first bytes, for it is not masked or longer than `most`, is
    said to end with the data: whoever takes it need not wait.
    """
    left = len(data) - at
    if left < 2:
        return None
    size, head = data[at + 1] & 0x7F, 6
    if size == 126:
        if left < 4:
            return None
        size, head = int.from_bytes(data[at + 2 : at + 4]), 8
    elif size == 127:
        if left < 10:
            return None
        size, head = int.from_bytes(data[at + 2 : at + 10]), 14
    if size > most or data[at + 1] < 0x80:
        return len(data), None
    if left < head + size:
        return None
    begin = at + head
    end = begin + size
    if data[at] != _TEXT:
        return end, None
    try:
        return end, bytes(apply_mask(data[begin:end], data[begin - 4 : begin])).decode()
    except UnicodeDecodeError:
        return end, None
