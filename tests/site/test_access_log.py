"""The access log's files: one a day, gone after 30 days, and never in the way."""

import json
import os
import stat
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
import structlog

from naqala.site import access_log as module
from naqala.site.access_log import KEPT_DAYS, AccessLog, Line

TODAY = date(2026, 11, 30)


def line(number: int = 0) -> Line:
    return Line(
        at=datetime(2026, 11, 30, 8, tzinfo=UTC),
        id=f"{number:016}",
        method="GET",
        path="/",
        status=200,
        ms=1.5,
        address="192.0.2.0/24",
    )


def log_of(
    folder: Path, now: Callable[[], date] = lambda: TODAY, *, is_on: bool = True
) -> AccessLog:
    log = AccessLog(folder, is_on=is_on, now=now)
    log.begin()
    return log


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PAUSE_S", 0.01)


def test_lines_stand_in_a_file_of_their_day_that_its_owner_alone_reads(tmp_path: Path) -> None:
    folder = tmp_path / "access"
    old = os.umask(0)
    try:
        log = log_of(folder)
        for number in range(500):
            log.keep(line(number))
        log.close()
    finally:
        os.umask(old)
    file = folder / "access-2026-11-30.log"
    kept = [json.loads(text) for text in file.read_text().splitlines()]
    assert [entry["id"] for entry in kept] == [f"{number:016}" for number in range(500)]
    assert kept[0] == {
        "at": "2026-11-30T08:00:00Z",
        "id": "0" * 16,
        "method": "GET",
        "path": "/",
        "status": 200,
        "ms": 1.5,
        "address": "192.0.2.0/24",
    }
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_restart_adds_to_the_day(tmp_path: Path) -> None:
    for number in range(2):
        log = log_of(tmp_path)
        log.keep(line(number))
        log.close()
    assert len((tmp_path / "access-2026-11-30.log").read_text().splitlines()) == 2


@pytest.mark.parametrize("is_on", [True, False])
def test_no_line_becomes_older_than_thirty_days(tmp_path: Path, is_on: bool) -> None:
    for days in range(40):
        (tmp_path / f"access-{TODAY - timedelta(days)}.log").write_text("{}\n")
    others = {"access-2026-13-45.log", "access.log", "access-2000-01-01.log.bak", "notes"}
    for name in others:
        (tmp_path / name).write_text("")
    log_of(tmp_path, is_on=is_on).close()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == others | {f"access-{TODAY - timedelta(days)}.log" for days in range(KEPT_DAYS)}


def test_the_days_that_a_wrong_clock_made_go_when_it_is_right(tmp_path: Path) -> None:
    for days in (0, 1, 2, 30, 3_650):
        (tmp_path / f"access-{TODAY + timedelta(days)}.log").write_text("{}\n")
    log_of(tmp_path).close()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"access-2026-11-30.log", "access-2026-12-01.log"}


def test_old_lines_go_daily_also_when_the_site_runs_on(tmp_path: Path) -> None:
    day = TODAY
    old = tmp_path / f"access-{TODAY - timedelta(KEPT_DAYS - 1)}.log"
    old.write_text("{}\n")
    log = log_of(tmp_path, lambda: day)
    log.keep(line())
    while not (tmp_path / "access-2026-11-30.log").exists():
        pass
    assert old.exists()
    day = TODAY + timedelta(1)
    while old.exists():  # nobody comes, and it goes all the same
        pass
    log.keep(line())
    log.close()
    assert (tmp_path / "access-2026-12-01.log").exists()


def test_a_disk_that_takes_nothing_is_told_once_and_the_site_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "access"
    folder.write_text("a file where the folder should be")
    log = AccessLog(folder, is_on=True, now=lambda: TODAY)
    with structlog.testing.capture_logs() as logs:
        log._write([line()])
        log._write([line(), line()])
        folder.unlink()
        log._write([line()])
    assert [entry["event"] for entry in logs] == ["the access log cannot be written"]
    assert log.dropped == 3
    assert len((folder / "access-2026-11-30.log").read_text().splitlines()) == 1


def test_lines_that_come_faster_than_the_disk_takes_them_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_WAITING", 10)
    log = AccessLog(tmp_path, is_on=True)  # nothing writes: as if the disk hung
    for number in range(15):
        log.keep(line(number))
    assert log.dropped == 5
