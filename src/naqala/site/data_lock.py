"""Who uses a data folder: one server and whoever makes a copy share it, a restore has it alone."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from naqala.site.ownership import give_to_owner_of

_NAME = "lock"
_SERVER = "server-lock"


class DataInUse(Exception):
    """Somebody else uses the data folder."""


class AlreadyServed(DataInUse):
    """It is another server that uses it."""


@contextmanager
def using(data: Path, *, alone: bool = False) -> Iterator[None]:
    """Uses an existing data folder while the context lasts, or as long as the process lives.

    Raises:
        DataInUse: if somebody has it alone, or, for who wants it alone, at all.
        OSError: if the folder cannot be written to.

    """
    with _locked(data, _NAME, is_shared=not alone, error=DataInUse):
        yield


@contextmanager
def serving(data: Path) -> Iterator[None]:
    """Uses an existing data folder as its server: what happens at one is not told at another.

    Raises:
        AlreadyServed: if there is one; otherwise as `using`.

    """
    with using(data), _locked(data, _SERVER, is_shared=False, error=AlreadyServed):
        yield


@contextmanager
def _locked(data: Path, name: str, *, is_shared: bool, error: type[DataInUse]) -> Iterator[None]:
    # A lock of its own for the server: one that is shared does not tell who else holds it, and to
    # make it exclusive it would have to be given up for a moment.
    with (data / name).open("w") as file:
        give_to_owner_of(data, data / name)
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError as held:
            raise error(str(data)) from held
        yield
