"""`naqala backup`: copies the site's database while it runs."""

import argparse
from pathlib import Path

from naqala.cli import BadInput
from naqala.cli.database import add_database_flags, file_of, read_database, shown_postgresql
from naqala.cli.status import StatusLine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the file and where the database is."""
    parser.add_argument("file", type=Path, help="file to make; only you can read it")
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")
    add_database_flags(parser)


def run(options: argparse.Namespace) -> int:
    """Copies, and says what."""
    from naqala.site.storage.backup import BackupError, back_up

    settings = read_database(options)
    if settings.database is not None:
        raise BadInput(
            "the games are kept in PostgreSQL, whose own program copies it while it runs: "
            f"umask 077; pg_dump --format=custom --file={options.file} "
            f"'{shown_postgresql(settings)}'"
        )
    status = StatusLine()
    try:
        contents = back_up(
            file_of(settings),
            options.file,
            is_overwriting=options.force,
            on_progress=lambda done, all: status.say(f"{done / max(all, 1):4.0%} copied"),
        )
    except BackupError as error:
        raise BadInput(str(error)) from None
    finally:
        status.clear()
    print(f"{options.file}: {contents.told}, {contents.bytes / 1e6:,.1f} MB")
    return 0
