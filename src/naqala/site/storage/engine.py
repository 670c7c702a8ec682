"""Opens databases: SQLite in a file, or PostgreSQL on a server. All else is the same for both."""

from sqlalchemy import URL, Connection, Engine, create_engine, event

BUSY_MS = 5_000
"""How long a locked database is waited for."""

SYNCHRONOUS = "FULL"
"""What was acknowledged survives a power cut, not only a crash of the process. (`bench/server.py`
measures what that costs.)"""

CONNECT_S = 5
"""How long a server of PostgreSQL is waited for."""

SILENT_S = 10
"""After so long a connection over which nothing comes back any more is given up: a server whose
machine or network has gone does not close it. (One that is alive but slow does answer TCP.)"""


def open_engine(url: URL, *, is_for_writing: bool = False) -> Engine:
    """An SQLAlchemy engine whose transactions are real ones, and whose commits are on the disk."""
    if url.get_backend_name() == "sqlite":
        # Writing begins by taking the write lock: nothing is read that somebody else changes then.
        return _open_sqlite(url, "BEGIN IMMEDIATE" if is_for_writing else "BEGIN")
    return create_engine(
        url,
        hide_parameters=True,  # in errors, which are logged
        # A server that was restarted is noticed before a transaction begins on a dead connection.
        pool_pre_ping=True,
        connect_args={
            "connect_timeout": CONNECT_S,
            "options": f"-c lock_timeout={BUSY_MS}",
            # What is sent and not confirmed; and, while an answer is waited for, a question each
            # few seconds whether the other side is still there.
            "tcp_user_timeout": SILENT_S * 1_000,
            "keepalives_idle": SILENT_S // 2,
            "keepalives_interval": SILENT_S // 5,
        },
    )


def _open_sqlite(url: URL, begin: str) -> Engine:
    """Python's sqlite3 begins and commits by itself unless told not to, which breaks SAVEPOINT."""
    engine = create_engine(url, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: object, _record: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin_really(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
