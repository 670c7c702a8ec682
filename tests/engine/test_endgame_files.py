"""Databases as files: whole or not at all, and nothing damaged is ever read."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from naqala.engine.endgames import (
    DatabaseFileError,
    EndgameDatabase,
    build_endgames,
    database_file,
    find_endgames,
    list_endgames,
    read_endgames,
    write_endgames,
)
from naqala.engine.endgames.file import HEADER_BYTES
from naqala.rules import Variant


@pytest.fixture(scope="module")
def database() -> EndgameDatabase:
    return build_endgames(Variant(), 6)


@pytest.fixture
def path(tmp_path: Path, database: EndgameDatabase) -> Path:
    file = database_file(tmp_path, Variant(), 6)
    write_endgames(database, file)
    return file


def test_a_file_is_read_as_it_was_written(path: Path, database: EndgameDatabase) -> None:
    read = read_endgames(path)
    assert (read.rules, read.seeds) == (database.rules, database.seeds)
    assert np.array_equal(read.values, database.values)
    assert isinstance(read.values, np.memmap)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("text", ["wari", "oware"])
def test_a_game_that_can_repeat_has_two_tables(tmp_path: Path, text: str) -> None:
    variant = Variant.parse(text)
    database = build_endgames(variant, 5)
    file = database_file(tmp_path, variant, 5)
    assert file.name == f"{text}6-5.endgames"
    write_endgames(database, file)
    assert file.stat().st_size == HEADER_BYTES + 2 * len(database.values)
    read = read_endgames(file)
    assert np.array_equal(read.values, database.values)
    assert np.array_equal(read.upper, database.upper)
    assert not np.array_equal(read.values, read.upper)
    assert find_endgames(tmp_path, variant) is not None
    assert find_endgames(tmp_path, Variant()) is None

    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    with pytest.raises(DatabaseFileError, match="checksum is wrong"):
        read_endgames(file)
    file.write_bytes(content[: HEADER_BYTES + len(database.values)])
    with pytest.raises(DatabaseFileError, match="truncated"):
        read_endgames(file)


def test_a_truncated_file_is_refused(path: Path) -> None:
    for size in (path.stat().st_size - 1, HEADER_BYTES, HEADER_BYTES - 1, 10, 0):
        with path.open("r+b") as file:
            file.truncate(size)
        with pytest.raises(DatabaseFileError, match="truncated|no endgame database"):
            read_endgames(path)


@pytest.mark.parametrize("place", [HEADER_BYTES, HEADER_BYTES + 5000, -1])
def test_a_damaged_byte_is_noticed(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    with pytest.raises(DatabaseFileError, match="checksum is wrong"):
        read_endgames(path)


@pytest.mark.parametrize("content", [b"", b"hello", b"{}" + b" " * 5000, b"\xff" * 9000, b"[1]"])
def test_a_foreign_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(DatabaseFileError, match="no endgame database"):
        read_endgames(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 99}, "format 99"),
        ({"version": 1}, "format 1, this Naqala reads 2: build it anew"),
        ({"rules": "chess"}, "makes no sense"),
        ({"seeds": "six"}, "makes no sense"),
        ({"seeds": 7}, "truncated or damaged"),
        ({"positions": 1}, "truncated or damaged"),
        ({"tables": 2}, "truncated or damaged"),
    ],
)
def test_a_header_that_lies_is_refused(path: Path, change: dict[str, Any], said: str) -> None:
    content = path.read_bytes()
    header = {**json.loads(content[:HEADER_BYTES]), **change}
    path.write_bytes(json.dumps(header).encode().ljust(HEADER_BYTES) + content[HEADER_BYTES:])
    with pytest.raises(DatabaseFileError, match=said):
        read_endgames(path)


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(DatabaseFileError, match="No such file"):
        read_endgames(tmp_path / "none.endgames")


def test_a_disk_that_fills_while_writing_leaves_the_old_file_and_nothing_else(
    path: Path, database: EndgameDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()

    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(DatabaseFileError, match="No space left"):
        write_endgames(database, path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_too_little_room_is_refused_before_anything_is_written(
    path: Path, database: EndgameDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 100})())
    with pytest.raises(DatabaseFileError, match="100 are free"):
        write_endgames(database, path)


def test_the_largest_fitting_database_is_found(tmp_path: Path) -> None:
    assert find_endgames(tmp_path, Variant()) is None
    for text, seeds in [("kalah", 3), ("kalah", 5), ("kalah+empty-capture", 6)]:
        variant = Variant.parse(text)
        write_endgames(build_endgames(variant, seeds), database_file(tmp_path, variant, seeds))
    (tmp_path / "broken.endgames").write_text("x")
    found = find_endgames(tmp_path, Variant.parse("kalah(6,6)+pie"))
    assert found is not None
    assert found.seeds == 5
    assert find_endgames(tmp_path, Variant.parse("kalah(5,4)")) is None
    listed = list_endgames(tmp_path)
    assert [file.path.name for file in listed if file.fault] == ["broken.endgames"]
    assert len(listed) == 4
