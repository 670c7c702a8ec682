"""Copies of the database: what is made, what is refused, what is put in place."""

import os
import shutil
import sqlite3
import stat
from collections import namedtuple
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL, text

from naqala.cli import main
from naqala.site.data_lock import DataInUse, serving, using
from naqala.site.storage import elsewhere, migrate
from naqala.site.storage.engine import open_engine

Said = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one player in it."""
    folder = tmp_path / "data"
    folder.mkdir()
    migrate(url_of(folder))
    add_player(folder, "ana")
    return folder


def url_of(data: Path) -> URL:
    return URL.create("sqlite", database=str(data / "naqala.sqlite"))


def add_player(data: Path, name: str) -> None:
    engine = open_engine(url_of(data))
    with engine.begin() as connection:
        connection.execute(
            text("INSERT INTO player (id, created_ms) VALUES (:id, 1)"), {"id": name}
        )
    engine.dispose()


def players(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as connection:
        return {row[0] for row in connection.execute("SELECT id FROM player")}


def back_up(data: Path, file: Path, *more: str) -> int:
    return main(["backup", str(file), "--data", str(data), *more])


def restore(data: Path, file: Path) -> int:
    return main(["restore", str(file), "--data", str(data)])


def test_a_copy_is_one_file_that_only_its_owner_reads(
    data: Path, tmp_path: Path, capsys: Said
) -> None:
    file = tmp_path / "copies" / "copy.sqlite"
    file.parent.mkdir()
    assert back_up(data, file) == 0
    assert "0 games of 1 player, " in capsys.readouterr().out
    assert [path.name for path in file.parent.iterdir()] == ["copy.sqlite"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert players(file) == {"ana"}


def test_a_copy_has_all_that_is_committed_and_nothing_else(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(data / "naqala.sqlite", isolation_level=None)) as writer:
        # In the log, not yet in the database's own file.
        writer.execute("INSERT INTO player (id, created_ms) VALUES ('beto', 1)")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO player (id, created_ms) VALUES ('carla', 1)")
        assert back_up(data, file) == 0
        writer.execute("COMMIT")
    assert players(file) == {"ana", "beto"}


def test_a_copy_is_overwritten_when_that_is_asked_for_alone(
    data: Path, tmp_path: Path, capsys: Said
) -> None:
    file = tmp_path / "copy.sqlite"
    assert back_up(data, file) == 0
    add_player(data, "beto")
    assert back_up(data, file) == 1
    assert "--force" in capsys.readouterr().err
    assert players(file) == {"ana"}
    assert back_up(data, file, "--force") == 0
    assert players(file) == {"ana", "beto"}


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("data", "is a folder"),
        ("missing/copy", "there is no folder"),
        ("data/naqala.sqlite", "exists"),
    ],
)
def test_a_place_where_no_copy_can_be_is_refused(
    data: Path, tmp_path: Path, file: str, said: str, capsys: Said
) -> None:
    assert back_up(data, tmp_path / file) == 1
    assert said in capsys.readouterr().err
    assert back_up(data, tmp_path / file, "--force") == 1
    assert players(data / "naqala.sqlite") == {"ana"}


def test_without_a_database_there_is_nothing_to_copy(tmp_path: Path, capsys: Said) -> None:
    assert back_up(tmp_path, tmp_path / "copy") == 1
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "copy").exists()


def test_what_has_no_room_is_refused_before_anything_is_written(
    data: Path, tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "copy.sqlite"
    assert back_up(data, file) == 0
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 1000))
    assert back_up(data, tmp_path / "second.sqlite") == 1
    assert restore(data, file) == 1
    said = capsys.readouterr().err
    assert said.count("there is no room") == 2
    assert "are needed" in said
    assert {path.name for path in tmp_path.iterdir()} == {"copy.sqlite", "data"}


def test_a_restored_copy_takes_the_place_of_the_database_which_is_kept(
    data: Path, tmp_path: Path, capsys: Said
) -> None:
    file = tmp_path / "copy.sqlite"
    assert back_up(data, file) == 0
    add_player(data, "beto")
    assert restore(data, file) == 0
    assert players(data / "naqala.sqlite") == {"ana"}
    [aside] = data.glob("naqala-before-*.sqlite")
    assert str(aside) in capsys.readouterr().out
    assert players(aside) == {"ana", "beto"}
    assert stat.S_IMODE((data / "naqala.sqlite").stat().st_mode) == 0o600
    migrate(url_of(data))


def test_a_copy_is_restored_where_nothing_was(data: Path, tmp_path: Path) -> None:
    file, fresh = tmp_path / "copy.sqlite", tmp_path / "new" / "data"
    assert back_up(data, file) == 0
    assert restore(fresh, file) == 0
    assert players(fresh / "naqala.sqlite") == {"ana"}


def test_a_damaged_database_gives_way_and_is_kept_with_its_log(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite"
    assert back_up(data, file) == 0
    database, log = data / "naqala.sqlite", data / "naqala.sqlite-wal"
    database.write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    log.write_bytes(b"a log that must not be read into what comes")
    assert restore(data, file) == 0
    assert players(database) == {"ana"}
    assert not log.exists()
    [aside] = data.glob("naqala-before-*.sqlite")
    assert aside.stat().st_size > 5000
    assert aside.with_name(aside.name + "-wal").exists()


@pytest.mark.parametrize("is_root", [True, False])
def test_what_root_restores_belongs_to_the_data_folders_owner(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_root: bool
) -> None:
    file = tmp_path / "copy.sqlite"
    assert back_up(data, file) == 0
    (data / "naqala.sqlite").write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    (data / "naqala.sqlite-wal").write_bytes(b"a log that is kept")
    given: dict[int, tuple[int, int]] = {}

    def give(path: Path, owner: int, group: int, *, follow_symlinks: bool) -> None:
        assert not follow_symlinks
        given[path.stat().st_ino] = (owner, group)

    monkeypatch.setattr(os, "geteuid", lambda: 0 if is_root else 1000)
    monkeypatch.setattr(os, "chown", give)
    assert restore(data, file) == 0
    [log] = data.glob("naqala-before-*-wal")
    made = [data / "lock", data / "naqala.sqlite", log]
    folder = data.stat()
    owner = (folder.st_uid, folder.st_gid)
    assert given == ({path.stat().st_ino: owner for path in made} if is_root else {})


def test_while_a_server_uses_the_data_folder_nothing_is_restored(
    data: Path, tmp_path: Path, capsys: Said
) -> None:
    file = tmp_path / "copy.sqlite"
    assert back_up(data, file) == 0
    with serving(data), using(data):
        assert restore(data, file) == 1
        assert "stop it first" in capsys.readouterr().err
    with using(data, alone=True), pytest.raises(DataInUse), using(data):
        pass
    assert restore(data, file) == 0


def broken(kind: str, file: Path) -> None:
    """Makes something of a copy that is none."""
    if kind == "missing":
        file.unlink()
    elif kind == "text":
        file.write_text("no database at all")
    elif kind == "empty":
        file.write_bytes(b"")
    elif kind == "truncated":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    elif kind == "scratched":
        content = bytearray(file.read_bytes())
        content[4096 : 4096 * 3] = os.urandom(4096 * 2)
        file.write_bytes(content)
    else:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute(
                {
                    "newer": "UPDATE alembic_version SET version_num = '9999'",
                    "foreign": "DROP TABLE alembic_version",
                    "unversioned": "DELETE FROM alembic_version",
                    "orphaned": "INSERT INTO room VALUES ('r', 'nobody', 'g', 1)",
                }[kind]
            )


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("missing", "cannot be read"),
        ("text", "is not an SQLite database"),
        ("empty", "is not an SQLite database"),
        ("truncated", "damaged or not whole"),
        ("scratched", "damaged or not whole"),
        ("newer", "written by a newer one"),
        ("foreign", "is no database of Naqala"),
        ("unversioned", "is no database of Naqala"),
        ("orphaned", "damaged or not whole"),
    ],
)
def test_what_is_no_whole_copy_is_refused_and_the_database_is_left_alone(
    data: Path, tmp_path: Path, kind: str, said: str, capsys: Said
) -> None:
    file = tmp_path / "copy.sqlite"
    assert back_up(data, file) == 0
    before = (data / "naqala.sqlite").read_bytes()
    broken(kind, file)
    assert restore(data, file) == 1
    assert said in capsys.readouterr().err
    assert (data / "naqala.sqlite").read_bytes() == before
    assert not list(data.glob("naqala-before-*"))
    assert not list(data.glob(".*"))


def test_of_postgresql_it_is_said_with_which_command_to_copy_and_restore(
    data: Path, tmp_path: Path, capsys: Said
) -> None:
    address = "postgresql://ana:secret@db.example/games"
    for command, program in (("backup", ": umask 077; pg_dump "), ("restore", "pg_restore ")):
        arguments = [command, str(tmp_path / "copy"), "--data", str(data), "--database", address]
        assert main(arguments) == 1
        said = capsys.readouterr().err
        assert program in said
        assert "'postgresql://ana@db.example/games'" in said
        assert "secret" not in said


def test_what_lies_in_the_folder_of_a_site_on_postgresql_is_neither_copied_nor_replaced(
    data: Path, tmp_path: Path, capsys: Said
) -> None:
    """It is what was there before: whoever copies it daily has copies of nothing."""
    file = tmp_path / "copy.sqlite"
    assert back_up(data, file) == 0
    elsewhere.mark(data, is_elsewhere=True)
    assert back_up(data, tmp_path / "another.sqlite") == restore(data, file) == 1
    assert "NAQALA_DATABASE" in capsys.readouterr().err
    assert not (tmp_path / "another.sqlite").exists()
    elsewhere.mark(data, is_elsewhere=False)
    assert restore(data, file) == 0
