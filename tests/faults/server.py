"""`naqala serve` with a disk, a clock and an engine that fail when they are told to.

For tests alone, and no part of the wheel. What it is told stands in a file of JSON (`Faults`),
which it reads again and again, so that faults last over restarts.

    python -m tests.faults.server FAULTS_FILE [arguments of naqala serve]
"""

import resource
import sqlite3
import sys
import threading
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, Self

import msgspec
from sqlalchemy import URL, Engine, event
from starlette.applications import Starlette

import naqala.engine
from naqala.cli import main
from naqala.site import serve, workers
from naqala.site.app import create_app
from naqala.site.pages import Bundle
from naqala.site.settings import Settings
from naqala.site.site_clock import SiteClock, machine_date_ms
from naqala.site.storage import engine as storage_engine
from naqala.site.storage import store

_LOOK_S = 0.02


@dataclass
class Faults:
    """What fails. Full: SQLite may not grow its file. Broken: the system refuses every write."""

    disk: Literal["well", "full", "broken", "read_only", "slow"] = "well"
    engine: Literal["well", "stuck", "crashing"] = "well"
    commit_s: float = 0.7
    """How long a commit takes on a slow disk."""
    date_ms: int = 0
    """How far the machine's clock has been set from the truth."""


FAULTS = Faults()


def follow(file: Path) -> None:
    """Reads what is to fail, at once and then for ever in a thread."""
    seen = None

    def read() -> None:
        nonlocal seen
        written = file.read_bytes()
        if written != seen:
            seen = written
            told = msgspec.json.decode(written, type=Faults)
            for field in fields(Faults):
                setattr(FAULTS, field.name, getattr(told, field.name))
            _break_writes(FAULTS.disk == "broken")

    def look() -> None:
        while True:
            time.sleep(_LOOK_S)
            read()

    read()
    threading.Thread(target=look, name="faults", daemon=True).start()


def _break_writes(are_broken: bool) -> None:
    """Makes the system refuse to write behind the first bytes of any file; pipes go on."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 if are_broken else most, most))


class FaultyCursor(sqlite3.Cursor):
    """Puts the disk's state into force when a transaction begins."""

    def execute(self, statement: str, *more: Any) -> Self:
        connection = self.connection
        is_begin = statement.startswith(("BEGIN", "INSERT")) and not connection.in_transaction
        if is_begin:
            cursor = sqlite3.Cursor(connection)
            cursor.execute(f"PRAGMA query_only = {int(FAULTS.disk == 'read_only')}")
            [pages] = cursor.execute("PRAGMA page_count").fetchone()
            most = pages if FAULTS.disk == "full" else 2**30
            cursor.execute(f"PRAGMA max_page_count = {most}").fetchone()
            cursor.close()
        done = super().execute(statement, *more)
        if is_begin and not connection.in_transaction:  # an INSERT that is one by itself
            _commit_slowly()
        return done


class FaultyConnection(sqlite3.Connection):
    """A connection to a database on a disk that may fail."""

    def cursor(self, factory: Any = FaultyCursor) -> Any:
        return super().cursor(factory)

    def commit(self) -> None:
        if self.in_transaction:
            _commit_slowly()
        super().commit()


def _commit_slowly() -> None:
    if FAULTS.disk == "slow":
        time.sleep(FAULTS.commit_s)


def open_engine(url: URL, *, is_for_writing: bool = False) -> Engine:
    """The engine of the site, on a disk that may fail."""
    engine = storage_engine.open_engine(url, is_for_writing=is_for_writing)
    if is_for_writing:

        @event.listens_for(engine, "do_connect")
        def connect(_dialect: object, _record: object, _more: object, how: dict[str, Any]) -> None:
            how["factory"] = FaultyConnection

    return engine


class FaultyEngine(naqala.engine.Engine):
    """An engine that crashes, or thinks until it is well again whatever it is told."""

    def choose(self, *arguments: Any, **named: Any) -> Any:
        """As the engine does, if it is well."""
        if FAULTS.engine == "crashing":
            raise RuntimeError("told to crash")
        while FAULTS.engine == "stuck":
            time.sleep(_LOOK_S)
        return super().choose(*arguments, **named)


def create_faulty_app(settings: Settings, bundle: Bundle, **named: Any) -> Starlette:
    """The site, on a machine whose clock is set while it runs."""
    clock = SiteClock(lambda: machine_date_ms() + FAULTS.date_ms)
    return create_app(settings, bundle, clock, **named)


def run(arguments: list[str]) -> int:
    """Serves; the first argument is the file that says what fails."""
    follow(Path(arguments[0]))
    store.open_engine = open_engine  # type: ignore[attr-defined]
    serve.create_app = create_faulty_app  # type: ignore[attr-defined, assignment]
    naqala.site.engine_pool.Engine = FaultyEngine  # type: ignore[attr-defined]
    # A test has less patience than a player.
    workers.MOST_RUN_S, workers.MOST_STOP_S, workers.LOOK_S = 1.0, 0.5, 0.1
    return main(["serve", *arguments[1:]])


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
