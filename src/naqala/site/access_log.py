"""The access log: a line for every request and socket, in a file a day, kept for 30 days.

Lines are JSON. They hold no address but its network, no name, no token: see `traffic.py`, which
makes them. A thread of its own writes, so that a slow disk keeps nobody waiting.
"""

import os
import re
import threading
from collections import deque
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec
import structlog

_log = structlog.get_logger()

KEPT_DAYS = 30
"""No line becomes older than this."""

_MOST_WAITING = 10_000
_PAUSE_S = 0.5
"""Lines of so long a time are written together."""

_FILE = re.compile(r"access-(\d{4}-\d{2}-\d{2})\.log")


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One request, or one socket from its begin to its end."""

    at: datetime
    """When it began."""
    id: str
    method: str
    """Of a request; "SOCKET" for a socket."""
    path: str
    status: int
    """Of the answer; of a socket 101, unless it was refused."""
    ms: float
    """How long it took, of a socket how long it lasted."""
    address: str
    """The network that it came from."""
    error: str = ""
    """The code of the error that it got."""
    close: str = ""
    """The code with which a socket was closed, or who left it."""


def today() -> date:
    """The date in UTC."""
    return datetime.now(UTC).date()


class AccessLog:
    """The files of a folder. `is_on` says whether lines are kept; old files are deleted anyway."""

    def __init__(self, folder: Path, *, is_on: bool, now: Callable[[], date] = today) -> None:
        self._folder = folder
        self._now = now
        self.is_on = is_on
        self.dropped = 0
        """Lines that came too fast, or that the disk did not take."""
        # Not a queue: to wake its reader up for every line would cost more than all else here.
        self._lines: deque[Line] = deque()
        self._is_closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_failing = False

    def begin(self) -> None:
        """Deletes what is too old, and begins to write."""
        self.tidy()
        self._thread = threading.Thread(target=self._run, name="access-log", daemon=True)
        self._thread.start()

    def keep(self, line: Line) -> None:
        """Puts a line among those that wait to be written; one too many is dropped."""
        if len(self._lines) < _MOST_WAITING:
            self._lines.append(line)
        else:
            self.dropped += 1

    def close(self) -> None:
        """Writes what waits."""
        if self._thread is not None:
            self._is_closed.set()
            # Not longer: a disk that hangs must not keep the site from ending.
            self._thread.join(timeout=5.0)
            self._thread = None

    def tidy(self) -> None:
        """Deletes the files of days that are too long ago, and of those later than tomorrow: a
        clock that was wrong has made them, and they would stay until their day is long ago."""
        today = self._now()
        oldest = today - timedelta(days=KEPT_DAYS)
        latest = today + timedelta(days=1)
        try:
            for path in self._folder.iterdir() if self._folder.is_dir() else ():
                day = _day_of(path)
                if day is not None and not oldest < day <= latest:
                    path.unlink()
        except OSError as error:
            _log.error("old access logs could not be deleted", reason=str(error))

    def _run(self) -> None:
        tidied = self._now()
        is_last = False
        while not is_last:
            is_last = self._is_closed.wait(_PAUSE_S)
            self._write([self._lines.popleft() for _ in range(len(self._lines))])
            if tidied != self._now():
                tidied = self._now()
                self.tidy()

    def _write(self, lines: list[Line]) -> None:
        if not lines:
            return
        path = self._folder / f"access-{self._now()}.log"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            with open(file, "wb") as out:
                out.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        except OSError as error:
            self.dropped += len(lines)
            if not self._is_failing:  # once, not for every line
                _log.error("the access log cannot be written", reason=str(error))
            self._is_failing = True
        else:
            self._is_failing = False


def _day_of(path: Path) -> date | None:
    match = _FILE.fullmatch(path.name)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None
