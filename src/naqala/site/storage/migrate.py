"""Brings a database to the newest schema."""

import contextlib
import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import URL
from sqlalchemy.exc import DatabaseError

from naqala.site.storage.engine import open_engine

_LOCK = 0x6E6171616C61
"""Names the lock of a migration in PostgreSQL ("naqala")."""


class MigrationError(Exception):
    """The database cannot be used; the message says why."""


def migrate(url: URL) -> None:
    """Creates the database or migrates it; does nothing when it is up to date.

    Raises:
        MigrationError: if it cannot be opened, or was written by a newer Naqala.

    """
    config = _config()
    # For writing: of two servers that start at once, the second waits until the first is done.
    engine = open_engine(url, is_for_writing=True)
    try:
        with engine.begin() as connection:
            if url.get_backend_name() == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except (DatabaseError, sqlite3.Error) as error:
        raise MigrationError(f"the database {_name(url)} cannot be opened: {error}") from error
    except CommandError as error:
        raise MigrationError(
            f"the database {_name(url)} is not of this version of Naqala ({error}): "
            "it was probably written by a newer one"
        ) from error
    finally:
        with contextlib.suppress(DatabaseError):
            engine.dispose()


def is_known_revision(revision: str) -> bool:
    """Whether this version of Naqala can read or migrate a schema."""
    known = ScriptDirectory.from_config(_config()).walk_revisions()
    return revision in {script.revision for script in known}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _name(url: URL) -> str:
    """What a database is called in a message: never with its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.render_as_string(hide_password=True)
