"""The book as a file: a line of JSON that says what follows, then the margins, compressed.

A position takes one byte for each pit, and one for the margin of each of the mover's pits.
"""

import contextlib
import json
import os
import zlib
from pathlib import Path

from naqala.engine.book.book import Book
from naqala.rules import InvalidVariant, Variant

PACKAGED = Path(__file__).parent / "opening.book"
"""The book that ships with the package."""

_MAGIC = "naqala book"
_VERSION = 1
_MOST_BYTES = 1 << 20
_MOST_HEADER_BYTES = 1 << 14
_NO_MOVE = 128


class BookFileError(Exception):
    """A book that cannot be read or written; the message names the file and says why."""


def write_book(book: Book, path: Path) -> None:
    """Writes a book, whole or not at all.

    Raises:
        BookFileError: if it is larger than a package may carry, or writing fails.

    """
    body = bytearray()
    contents = []
    for rules, page in sorted(book.pages.items(), key=lambda item: str(item[0])):
        contents.append({"rules": str(rules), "positions": len(page)})
        for rows, margins in sorted(page.items()):
            body += bytes(rows)
            body += bytes(_NO_MOVE if margin is None else margin & 255 for margin in margins)
    header = {
        "format": _MAGIC,
        "version": _VERSION,
        "contents": contents,
        "crc32": zlib.crc32(body),
    }
    packed = json.dumps(header).encode() + b"\n" + zlib.compress(bytes(body), 9)
    if len(packed) > _MOST_BYTES:
        raise BookFileError(f"{path} would have {len(packed):,} bytes of {_MOST_BYTES:,}")
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(packed)
        temporary.replace(path)
    except OSError as error:
        raise BookFileError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def read_book(path: Path) -> Book:
    """Reads a book that has proved whole.

    Raises:
        BookFileError: if it is truncated, foreign or damaged.

    """
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise BookFileError(f"{path} cannot be read: {error.strerror or error}") from error
    line, _, rest = packed.partition(b"\n")
    try:
        if len(line) > _MOST_HEADER_BYTES:
            raise ValueError("no header")
        header = json.loads(line)
        if header["format"] != _MAGIC:
            raise ValueError("another format")
    except (ValueError, KeyError, TypeError):
        raise BookFileError(f"{path} is no opening book") from None
    if header.get("version") != _VERSION:
        raise BookFileError(
            f"{path} has format {header.get('version')}, this Naqala reads {_VERSION}"
        )
    try:
        unpacker = zlib.decompressobj()
        # A margin is one byte and a position has at most 18: nothing whole is as long.
        body = unpacker.decompress(rest, 64 * _MOST_BYTES)
        if not unpacker.eof or unpacker.unused_data or zlib.crc32(body) != header["crc32"]:
            raise ValueError("its checksum is wrong")
        return _unpacked(header["contents"], body)
    except (zlib.error, InvalidVariant, ValueError, KeyError, TypeError) as error:
        raise BookFileError(f"{path} is damaged: {error}") from None


def _unpacked(contents: list[dict[str, object]], body: bytes) -> Book:
    book = Book()
    place = 0
    for content in contents:
        rules = Variant.parse(str(content["rules"]))
        pits, positions = rules.pits, int(str(content["positions"]))
        page: dict[tuple[int, ...], tuple[int | None, ...]] = {}
        for _ in range(positions):
            record = body[place : place + 3 * pits]
            if len(record) < 3 * pits:
                raise ValueError("positions are missing")
            page[tuple(record[: 2 * pits])] = tuple(
                None if byte == _NO_MOVE else byte - 256 * (byte > _NO_MOVE)
                for byte in record[2 * pits :]
            )
            place += 3 * pits
        book.pages[rules] = page
    if place != len(body):
        raise ValueError("more follows than it says")
    return book
