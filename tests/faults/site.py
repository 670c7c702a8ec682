"""A real server in a process of its own, whose disk, clock and engine can be made to fail."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from tests.faults.server import Faults
from tests.server import Server


class FaultySite(Server):
    """The site of a test. `downtimes` are the times (steady, in seconds) in which it was dead."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, "--trusted-proxies", "127.0.0.1", "--engine-threads", "1")
        self.downtimes: list[tuple[float, float]] = []
        self.outages: list[tuple[float, float]] = []
        """When it could store nothing at all."""
        self._faults = Faults()
        data.parent.mkdir(parents=True, exist_ok=True)
        self._file = data.parent / "faults.json"
        self._tell()

    def set(self, **faults: Any) -> None:
        """Lets something fail from now on, or be well again."""
        self._faults = replace(self._faults, **faults)
        self._tell()

    def is_down(self, stop: Any) -> float:
        """Stops it by a function and starts it again; the moment from which it was started."""
        stop()
        began_s = time.monotonic()
        self.start()
        self.downtimes.append((began_s, time.monotonic()))
        return began_s

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the lock for writing, as another program may."""
        other = sqlite3.connect(self.data / "naqala.sqlite", isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
        finally:
            other.close()

    def _tell(self) -> None:
        # In one piece: it may be read at any moment.
        new = self._file.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(self._faults))
        new.replace(self._file)

    def _program(self) -> list[str]:
        return ["tests.faults.server", str(self._file)]
