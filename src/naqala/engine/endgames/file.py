"""Databases as files: a header of one block, then one byte a position for each table.

The header is a line of JSON, padded to 4,096 bytes, so that the positions begin on a page of their
own and can be mapped. A file is written under another name and renamed when it is complete and on
the disk; what is found under its own name is whole, or has been damaged since.
"""

import contextlib
import json
import os
import shutil
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from naqala.engine.endgames.database import EndgameDatabase, tables_of_game
from naqala.engine.endgames.ranks import positions_up_to
from naqala.rules import InvalidVariant, Variant

MAGIC = "naqala endgames"
VERSION = 2
"""Since 2 a file says how many tables it has: one for Kalah, lower and upper for wari and oware."""
HEADER_BYTES = 4096
_CHUNK_BYTES = 1 << 24


class DatabaseFileError(Exception):
    """A file that cannot be used or written; the message names it and says why."""


def write_endgames(database: EndgameDatabase, path: Path) -> None:
    """Writes a database to a file, whole or not at all.

    Raises:
        DatabaseFileError: if there is no room for it, or writing fails.

    """
    header = {
        "format": MAGIC,
        "version": VERSION,
        "rules": str(database.rules),
        "seeds": database.seeds,
        "positions": len(database.values),
        "tables": len(database.tables),
        "crc32": checksum(*database.tables),
    }
    size = HEADER_BYTES + len(database.tables) * len(database.values)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        check_room(path, size)
        with temporary.open("wb") as file:
            file.write(json.dumps(header).encode().ljust(HEADER_BYTES - 1) + b"\n")
            for table in database.tables:
                for begin in range(0, len(table), _CHUNK_BYTES):
                    file.write(table[begin : begin + _CHUNK_BYTES].data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise DatabaseFileError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def check_room(path: Path, size: int) -> None:
    """Refuses a file of so many bytes that the disk has no room for; its folder is there.

    Raises:
        DatabaseFileError: with what is free.

    """
    free = shutil.disk_usage(path.parent).free
    if free < size:
        raise DatabaseFileError(f"{path} needs {size:,} bytes, and {free:,} are free there")


def read_endgames(path: Path) -> EndgameDatabase:
    """Maps a file into memory, after it has proved whole.

    Raises:
        DatabaseFileError: if it is truncated, foreign or damaged.

    """
    header = read_header(path)
    try:
        values = np.memmap(path, np.int8, "r", HEADER_BYTES)
    except (OSError, ValueError) as error:
        raise DatabaseFileError(f"{path} cannot be read: {error}") from error
    if checksum(values) != header["crc32"]:
        raise DatabaseFileError(f"{path} is damaged: its checksum is wrong; build it anew")
    tables = np.split(values, header["tables"])
    return EndgameDatabase(Variant.parse(header["rules"]), header["seeds"], *tables)


def read_header(path: Path) -> dict[str, Any]:
    """What a file says of itself, if that fits its size.

    Raises:
        DatabaseFileError: if it is truncated or foreign.

    """
    try:
        with path.open("rb") as file:
            header = json.loads(file.read(HEADER_BYTES))
        size = path.stat().st_size
    except OSError as error:
        raise DatabaseFileError(f"{path} cannot be read: {error.strerror or error}") from error
    except ValueError:
        raise DatabaseFileError(f"{path} is no endgame database") from None
    if not isinstance(header, dict) or header.get("format") != MAGIC:
        raise DatabaseFileError(f"{path} is no endgame database")
    if header.get("version") != VERSION:
        raise DatabaseFileError(
            f"{path} has format {header.get('version')}, this Naqala reads {VERSION}: build it anew"
        )
    try:
        rules = Variant.parse(header["rules"])
        positions = positions_up_to(rules.pits, header["seeds"])
    except (InvalidVariant, KeyError, TypeError, ValueError) as error:
        raise DatabaseFileError(f"{path} has a header that makes no sense: {error}") from error
    tables = tables_of_game(rules)
    expected = HEADER_BYTES + tables * positions
    if (header.get("positions"), header.get("tables"), size) != (positions, tables, expected):
        raise DatabaseFileError(
            f"{path} is truncated or damaged: it has {size:,} bytes of {expected:,}"
        )
    return header


def checksum(*tables: "np.ndarray[Any, np.dtype[np.int8]]") -> int:
    """The CRC-32 of all positions of some tables, one after the other."""
    crc = 0
    for table in tables:
        for begin in range(0, len(table), _CHUNK_BYTES):
            crc = zlib.crc32(table[begin : begin + _CHUNK_BYTES].data, crc)
    return crc
