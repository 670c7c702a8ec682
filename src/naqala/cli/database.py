"""Flags that say where the site keeps its games."""

import argparse
import os
from pathlib import Path

from sqlalchemy import make_url

from naqala.cli import BadInput
from naqala.site.settings import Settings, SettingsError, read_settings
from naqala.site.storage import elsewhere


def add_database_flags(parser: argparse.ArgumentParser) -> None:
    """Adds `--data` and `--database`, which mean what they mean to `naqala serve`."""
    parser.add_argument("--data", help="data folder of the site (NAQALA_DATA)")
    parser.add_argument("--database", help="PostgreSQL of the site (NAQALA_DATABASE)")


def read_database(options: argparse.Namespace) -> Settings:
    """The settings of the site that is meant.

    Raises:
        BadInput: if one is wrong.

    """
    try:
        flags = {"data": options.data, "database": options.database}
        settings = read_settings(flags, os.environ)
    except SettingsError as error:
        raise BadInput(str(error)) from None
    if settings.database is None and elsewhere.is_marked(settings.data):
        raise BadInput(
            f"the site of the data folder {settings.data} keeps its games in PostgreSQL: name it "
            "as the site has it, by --database or NAQALA_DATABASE"
        )
    return settings


def file_of(settings: Settings) -> Path:
    """Where SQLite keeps the games."""
    return Path(str(settings.database_url.database))


def shown_postgresql(settings: Settings) -> str:
    """The address of PostgreSQL as its own programs take it, without its password."""
    assert settings.database is not None
    url = make_url(settings.database)._replace(drivername="postgresql", password=None)
    return url.render_as_string(hide_password=False)
