"""`naqala restore`: puts a copy of the database in the place of the site's own."""

import argparse
from datetime import datetime
from pathlib import Path

from naqala.cli import BadInput
from naqala.cli.database import add_database_flags, file_of, read_database, shown_postgresql
from naqala.cli.status import StatusLine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the file and where the database is."""
    parser.add_argument("file", type=Path, help="file that `naqala backup` has made")
    add_database_flags(parser)


def run(options: argparse.Namespace) -> int:
    """Checks the copy, keeps the former database under another name, and says both."""
    from naqala.site.data_lock import DataInUse, using
    from naqala.site.storage.backup import BackupError, restore

    settings = read_database(options)
    if settings.database is not None:
        raise BadInput(
            "the games are kept in PostgreSQL, whose own program restores what pg_dump has made; "
            "stop the site, then: pg_restore --clean --if-exists --no-owner "
            f"--single-transaction --dbname='{shown_postgresql(settings)}' {options.file}"
        )
    status = StatusLine()
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        with using(settings.data, alone=True):
            contents, aside = restore(
                options.file,
                file_of(settings),
                datetime.now(),
                on_progress=lambda done, all: status.say(f"{done / max(all, 1):4.0%} copied"),
            )
    except DataInUse:
        raise BadInput(
            f"a server uses the data folder {settings.data}: stop it first, then restore"
        ) from None
    except BackupError as error:
        raise BadInput(str(error)) from None
    finally:
        status.clear()
    print(f"restored: {contents.told}")
    if aside is not None:
        print(f"the database that was there before is kept as {aside}: delete it when all is well")
    return 0
