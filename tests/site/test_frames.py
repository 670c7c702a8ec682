"""The short way's frames, against the library that the long way goes through."""

from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from websockets.exceptions import PayloadTooBig, ProtocolError
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from naqala.site.frames import framed, next_frame
from naqala.site.wire import MOST_BYTES

SIZES = (0, 1, 2, 124, 125, 126, 127, 65_534, 65_535, 65_536, 65_537)
"""Around those where the head of a frame changes (RFC 6455, section 5.2)."""

LETTERS = ("x", "ñ", "種", "🐍")
"""Letters of one to four bytes."""

MOST_HEAD_BYTES = 14
"""Two bytes, eight of length, four of the mask."""

ENDLESS = 1 << 63
"""Larger than any frame here."""


def sized(letter: str, size: int) -> str:
    """A text of so many bytes."""
    width = len(letter.encode())
    return letter * (size // width) + "." * (size % width)


def read(data: bytes, *, is_masked: bool, most: int | None = None) -> tuple[Frame, int] | None:
    """The first frame as the library reads it, and where it ends; None while more has to come.

    Raises:
        ProtocolError, PayloadTooBig: if it breaks the rules.

    """
    reader = StreamReader()
    reader.feed_data(data)
    parsing = Frame.parse(reader.read_exact, mask=is_masked, max_size=most)
    try:
        next(parsing)
    except StopIteration as done:
        return done.value, len(data) - len(reader.buffer)
    return None


def end_of_frame(data: bytes, at: int) -> int | None:
    """Where the frame that begins at `at` ends, however long it may be."""
    frame = next_frame(data, at, ENDLESS)
    return None if frame is None else frame[0]


def masked(frame: Frame, key: bytes) -> bytes:
    """A frame as a client sends it."""
    with mock.patch("websockets.frames.secrets.token_bytes", return_value=key):
        return frame.serialize(mask=True)


texts = st.one_of(
    st.text(max_size=40),
    st.builds(sized, st.sampled_from(LETTERS), st.sampled_from(SIZES)),
)
keys = st.binary(min_size=4, max_size=4)
contents = texts.map(str.encode) | st.binary(max_size=40)
controls = st.sampled_from((Opcode.CLOSE, Opcode.PING, Opcode.PONG))
frames = st.one_of(
    st.builds(Frame, st.just(Opcode.TEXT), contents),
    st.builds(
        Frame,
        st.sampled_from((Opcode.TEXT, Opcode.BINARY, Opcode.CONT)),
        contents,
        st.booleans(),
    ),
    st.builds(Frame, controls, st.binary(max_size=125)),
)


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("size", SIZES)
def test_a_text_of_any_size_is_framed_as_the_library_frames_it(size: int, letter: str) -> None:
    text = sized(letter, size).encode()
    data = framed(text)
    assert data == Frame(Opcode.TEXT, text).serialize(mask=False)
    assert read(data, is_masked=False) == (Frame(Opcode.TEXT, text), len(data))


@given(texts, st.binary(max_size=20))
def test_a_framed_text_is_read_by_the_library_and_ends_where_the_next_begins(
    text: str, behind: bytes
) -> None:
    data = framed(text.encode())
    found = read(data + behind, is_masked=False)
    assert found == (Frame(Opcode.TEXT, text.encode()), len(data))


@given(st.lists(st.tuples(frames, keys), max_size=8), st.binary(max_size=40))
def test_frames_that_follow_each_other_end_where_the_library_has_ended_them(
    sent: list[tuple[Frame, bytes]], before: bytes
) -> None:
    parts = [masked(frame, key) for frame, key in sent]
    data = before + b"".join(parts)
    at = len(before)
    for part in parts:
        assert end_of_frame(data, at) == at + len(part)
        at += len(part)
    assert end_of_frame(data, at) is None


@given(st.lists(st.tuples(frames, keys), max_size=8), st.binary(max_size=40))
def test_only_a_text_in_one_piece_is_read_and_as_what_it_is(
    sent: list[tuple[Frame, bytes]], before: bytes
) -> None:
    parts = [masked(frame, key) for frame, key in sent]
    data = before + b"".join(parts)
    at = len(before)
    for (frame, _), part in zip(sent, parts, strict=True):
        expected = None
        if frame.opcode is Opcode.TEXT and frame.fin:
            try:
                expected = bytes(frame.data).decode()
            except UnicodeDecodeError:
                expected = None
        assert next_frame(data, at, ENDLESS) == (at + len(part), expected)
        at += len(part)


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY, Opcode.CONT])
@pytest.mark.parametrize("size", SIZES)
def test_a_frame_of_which_something_is_missing_has_no_end(size: int, opcode: Opcode) -> None:
    data = masked(Frame(opcode, b"x" * size), b"\x01\x80\xff\x7e")
    edge = range(len(data) - 20, len(data))
    for left in range(len(data)) if len(data) < 1_000 else (*range(200), 4_000, *edge):
        assert end_of_frame(data[:left], 0) is None
        # Nor where it stands behind others.
        assert end_of_frame(b"\x81" * 7 + data[:left], 7) is None
    assert end_of_frame(data, 0) == len(data)


@given(frames, keys, st.data())
def test_whatever_is_missing_at_the_end_is_waited_for(
    frame: Frame, key: bytes, data: st.DataObject
) -> None:
    whole = masked(frame, key)
    left = data.draw(st.integers(0, len(whole) - 1))
    assert end_of_frame(whole[:left], 0) is None


@pytest.mark.parametrize(
    ("size", "head"), [(0, 2), (1, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)]
)
def test_a_frame_without_a_mask_ends_with_the_data_and_is_no_text(size: int, head: int) -> None:
    data = Frame(Opcode.TEXT, b"x" * size).serialize(mask=False) + b"more"
    for left in (0, 1, head - 1):
        assert end_of_frame(data[:left], 0) is None
    for left in (head, head + 1, len(data) - 1, len(data)):
        assert next_frame(data[:left], 0, ENDLESS) == (left, None)


@pytest.mark.parametrize(
    ("most", "head"), [(0, 2), (1, 2), (124, 2), (125, 4), (MOST_BYTES, 4), (65_535, 10)]
)
def test_a_frame_that_is_too_long_ends_with_the_data_and_is_no_text(most: int, head: int) -> None:
    longest = masked(Frame(Opcode.TEXT, b"x" * most), b"\x01\x80\xff\x7e")
    assert next_frame(longest, 0, most) == (len(longest), "x" * most)
    # Its mask and all it has need not have come, and others may be behind it.
    too_long = masked(Frame(Opcode.TEXT, b"x" * (most + 1)), b"\x01\x80\xff\x7e")
    data = too_long + longest
    for left in (0, 1, head - 1):
        assert next_frame(data[:left], 0, most) is None
    for left in (head, head + 1, head + 4, head + 5, len(too_long), len(data) - 1, len(data)):
        assert next_frame(data[:left], 0, most) == (left, None)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff",
        b"\x80",
        b"\xc3",
        b"x\xc3(",
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xf0\x9f\x90",
        b"x" * 8_000 + b"\xff",
    ],
)
def test_what_is_no_utf_8_is_no_text(content: bytes) -> None:
    for key in (b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x01\x80\x7f\xc3"):
        data = masked(Frame(Opcode.TEXT, content), key)
        assert next_frame(data, 0, MOST_BYTES) == (len(data), None)


FIRST_BYTES = (0x81, 0x01, 0x80, 0x00, 0x82, 0x88, 0x89, 0x8A, 0x83, 0xC1, 0xA1, 0x91)
anything = st.builds(
    lambda first, second, rest: bytes((first, second)) + rest,
    st.sampled_from(FIRST_BYTES) | st.integers(0, 255),
    st.integers(0x80, 0x8A) | st.sampled_from((0xFD, 0xFE, 0xFF, 0x7E, 0x7F)) | st.integers(0, 255),
    st.binary(max_size=12) | st.binary(max_size=300),
)


@given(anything, st.sampled_from((0, 5, 125, 126, 200, MOST_BYTES)))
@example(b"\x81\xfe\x20\x01\0\0\0\0x", MOST_BYTES)
@example(b"\x81\xfe\x20\x01", MOST_BYTES)
@example(b"\x81\x86\0\0\0\0longer", 5)
def test_of_any_bytes_the_library_sees_the_same_frame_or_refuses_what_is_no_text(
    data: bytes, most: int
) -> None:
    made = next_frame(data, 0, most)
    try:
        found = read(data, is_masked=True, most=most)
    except (ProtocolError, PayloadTooBig):
        assert made is None or made[1] is None
        return
    if found is None:
        assert made is None
        return
    frame, its_end = found
    assert made is not None
    end, text = made
    assert end == its_end
    if text is not None:
        assert frame == Frame(Opcode.TEXT, text.encode())


@given(anything, st.sampled_from((0, 5, 125, 126, 200)))
def test_no_more_is_waited_for_than_the_longest_frame_has(data: bytes, most: int) -> None:
    enough = most + MOST_HEAD_BYTES
    padded = data.ljust(enough, b"\0")
    assert next_frame(padded, 0, most) is not None
