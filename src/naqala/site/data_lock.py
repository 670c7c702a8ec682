"""Who uses a data folder: servers share it, a restore has it alone."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from naqala.site.ownership import give_to_owner_of

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
        give_to_owner_of(data, data / _NAME)
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DataInUse(str(data)) from error
        yield
