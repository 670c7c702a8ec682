"""Copies of the SQLite database: made while the site runs, checked, and put in its place.

A copy is a single file. It appears under its name when it is whole and on the disk, or not at all.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from naqala.site.ownership import give_to_owner_of
from naqala.site.storage.migrate import is_known_revision

OnProgress: TypeAlias = Callable[[int, int], None]
"""Is told how many pages are copied, of how many."""

_PAGES_A_STEP = 2_000
_SPARE_BYTES = 1_000_000
_HEADER = b"SQLite format 3\0"


class BackupError(Exception):
    """It cannot be done, and nothing was changed; the message says why."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database holds."""

    games: int
    players: int
    bytes: int
    revision: str

    @property
    def told(self) -> str:
        """Its games and players, as in `1 game of 2 players`."""
        return f"{_counted(self.games, 'game')} of {_counted(self.players, 'player')}"


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def back_up(
    database: Path,
    target: Path,
    *,
    is_overwriting: bool = False,
    on_progress: OnProgress = lambda done, all: None,
) -> Contents:
    """Copies a database that may be in use, as it stands at one moment; the copy's mode is 0600.

    Raises:
        BackupError: if there is none, the target cannot be written, exists (unless it is to be
            overwritten), or has no room.

    """
    if not database.is_file():
        raise BackupError(f"there is no database at {database}: choose the data folder with --data")
    if target.is_dir():
        raise BackupError(f"{target} is a folder: name a file in it")
    if target.exists() and not is_overwriting:
        raise BackupError(f"{target} exists: choose another name, or overwrite it with --force")
    if target.exists() and target.samefile(database):
        raise BackupError(f"{target} is the database itself: choose another name")
    if not target.parent.is_dir():
        raise BackupError(f"there is no folder {target.parent}: make it first")
    with _opened(database) as source:
        contents = _contents(source, database)
        with _copied(source, target, contents.bytes, on_progress) as copy:
            _publish(copy, target, is_overwriting=is_overwriting)
    return contents


def restore(
    backup: Path,
    database: Path,
    now: datetime,
    *,
    on_progress: OnProgress = lambda done, all: None,
) -> tuple[Contents, Path | None]:
    """Puts a copy in the place of a database that nobody uses; returns where that one is now.

    Raises:
        BackupError: if the copy is no whole database of this or an earlier version of Naqala, or
            has no room.

    """
    _check_header(backup)
    with _opened(backup) as source:
        _check(source, backup)
        contents = _contents(source, backup)
        with _copied(source, database, contents.bytes, on_progress) as copy:
            give_to_owner_of(database.parent, copy)
            aside = _set_aside(database, now) if database.exists() else None
            os.replace(copy, database)
            _sync(database.parent)
    return contents, aside


@contextmanager
def _opened(database: Path) -> Iterator[sqlite3.Connection]:
    """A connection whose transaction sees the database as it is now, whoever writes meanwhile."""
    try:
        with closing(
            sqlite3.connect(
                f"{database.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None
            )
        ) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            yield connection
    except sqlite3.OperationalError as error:
        raise BackupError(f"{database} cannot be read: {error}") from error
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{database} is damaged or not whole: {error}") from error


def _check_header(file: Path) -> None:
    try:
        with file.open("rb") as opened:
            header = opened.read(len(_HEADER))
    except OSError as error:
        raise BackupError(f"{file} cannot be read: {error.strerror}") from error
    if header != _HEADER:
        raise BackupError(f"{file} is no backup: it is not an SQLite database")


def _check(connection: sqlite3.Connection, file: Path) -> None:
    try:
        [found] = connection.execute("PRAGMA integrity_check(1)").fetchone()
        is_whole = found == "ok" and not connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{file} is damaged or not whole: {error}") from error
    if not is_whole:
        raise BackupError(f"{file} is damaged or not whole: {found}")


def _contents(connection: sqlite3.Connection, file: Path) -> Contents:
    try:
        [revision] = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        games, players = (
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("game", "player")
        )
    except (sqlite3.OperationalError, TypeError) as error:
        raise BackupError(f"{file} is no database of Naqala: {error}") from error
    if not is_known_revision(revision):
        raise BackupError(
            f"{file} has the schema {revision}, which this version does not know: "
            "it was probably written by a newer one, so install that"
        )
    pages, page_bytes = (
        connection.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size")
    )
    return Contents(games, players, pages * page_bytes, revision)


@contextmanager
def _copied(
    source: sqlite3.Connection, target: Path, size_bytes: int, on_progress: OnProgress
) -> Iterator[Path]:
    """A whole copy beside its target, under another name; gone afterwards unless it was renamed."""
    free_bytes = shutil.disk_usage(target.parent).free
    if free_bytes < size_bytes + _SPARE_BYTES:
        raise BackupError(
            f"there is no room in {target.parent}: {_megabytes(size_bytes + _SPARE_BYTES)} are "
            f"needed, {_megabytes(free_bytes)} are free"
        )
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise BackupError(f"{target.parent} cannot be written to: {error.strerror}") from error
    copy = Path(name)
    try:
        os.close(handle)
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            source.backup(
                connection,
                pages=_PAGES_A_STEP,
                progress=lambda _, remaining, total: on_progress(total - remaining, total),
            )
            # One file, with nothing beside it.
            connection.execute("PRAGMA journal_mode = DELETE")
            [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise BackupError(f"what would be copied to {target} is damaged: {found}")
        _sync(copy)
        yield copy
    except (sqlite3.Error, OSError) as error:
        raise BackupError(f"{target} cannot be written: {error}") from error
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):
            copy.with_name(copy.name + suffix).unlink(missing_ok=True)


def _publish(copy: Path, target: Path, *, is_overwriting: bool) -> None:
    if is_overwriting:
        os.replace(copy, target)
    else:
        try:
            os.link(copy, target)  # fails if somebody has made it meanwhile
        except FileExistsError:
            raise BackupError(f"{target} exists: choose another name") from None
        except OSError:  # a disk that knows no second names
            copy.rename(target)
    _sync(target.parent)


def _set_aside(database: Path, now: datetime) -> Path:
    """Gives the database a second name. Its log is written into it first, for it would be taken for
    that of whatever comes in its place.
    """
    aside = database.with_name(f"{database.stem}-before-{now:%Y%m%d-%H%M%S}{database.suffix}")
    log = database.with_name(database.name + "-wal")
    kept_log = aside.with_name(aside.name + "-wal")
    if log.exists():
        shutil.copy2(log, kept_log)
        give_to_owner_of(database.parent, kept_log)
    if _has_taken_log_in(database):
        kept_log.unlink(missing_ok=True)
    for suffix in ("-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    try:
        os.link(database, aside)
    except FileExistsError:
        raise BackupError(f"{aside} exists: try again in a second") from None
    except OSError:
        os.replace(database, aside)
    return aside


def _has_taken_log_in(database: Path) -> bool:
    """Ends the use of a log; whether nothing of it is needed any more, for all is well."""
    try:
        with closing(sqlite3.connect(database)) as connection:
            [mode] = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
            return (mode, found) == ("delete", "ok")
    except sqlite3.Error:
        return False


def _sync(path: Path) -> None:
    """Waits until a file or the names in a folder are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / 1e6:,.1f} MB"
