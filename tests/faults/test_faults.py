"""Two hundred games at once on a real server to which everything happens that can."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.faults import invariants, rounds
from tests.faults.crowd import Crowd
from tests.faults.report import table
from tests.faults.site import FaultySite

GAMES = 200


@pytest.mark.slow
def test_whatever_fails_no_move_is_lost_or_played_twice_and_no_time_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = FaultySite(tmp_path / "data")
    site.start()
    crowd = Crowd(site.address, random.Random(GAMES))
    try:
        rows = asyncio.run(_play(site, crowd))
    finally:
        status = site.stop()
    assert status == 0
    checked = invariants.check(site, crowd.pages)
    with capsys.disabled():
        print(table(rows, crowd.figures, checked))
    assert crowd.figures.goodbyes > 0
    assert crowd.figures.twisted > 0
    assert all(row.acks > 0 for row in rows if row.name == "all is well")


async def _play(site: FaultySite, crowd: Crowd) -> list[rounds.Row]:
    crowd.begin(GAMES)
    await crowd.all_play()
    rows = await rounds.run(site, crowd, rounds.SHORT)
    await crowd.rest()
    return rows
