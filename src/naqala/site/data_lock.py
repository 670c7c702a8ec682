"""Who uses a data folder: servers share it, a restore has it alone."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_NAME = "lock"


class DataInUse(Exception):
    """Somebody else uses the data folder."""


@contextmanager
def using(data: Path, *, alone: bool = False) -> Iterator[None]:
    """Uses an existing data folder while the context lasts, or as long as the process lives.

    Raises:
        DataInUse: if somebody has it alone, or, for who wants it alone, at all.
        OSError: if the folder cannot be written to.

    """
    with (data / _NAME).open("w") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DataInUse(str(data)) from error
        yield
