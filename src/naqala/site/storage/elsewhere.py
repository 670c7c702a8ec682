"""A mark in the data folder of a site whose games are in PostgreSQL.

Whoever copies the folder's SQLite file does not see the site's settings, and would for months copy
what was there before.
"""

from pathlib import Path

_NAME = "games-are-in-postgresql"


def mark(data: Path, *, is_elsewhere: bool) -> None:
    """Says where the games are that a server begins to keep."""
    if is_elsewhere:
        (data / _NAME).touch()
    else:
        (data / _NAME).unlink(missing_ok=True)


def is_marked(data: Path) -> bool:
    """Whether the games of a data folder are not in it."""
    return (data / _NAME).exists()
