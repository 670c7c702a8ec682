"""Copies that are made while people play, and the games that are played on from them."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults import invariants
from tests.faults.crowd import Crowd
from tests.faults.page import Page
from tests.faults.site import FaultySite

GAMES = 40
COPIES = 3


def naqala(*arguments: str) -> str:
    """Runs a command, which must succeed; what it said."""
    command = [sys.executable, "-m", "naqala.cli", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.slow
def test_all_games_of_a_copy_that_was_made_under_load_are_played_on(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    site = FaultySite(tmp_path / "first" / "data")
    site.start()
    try:
        before = asyncio.run(_copy_under_load(site, copy))
    finally:
        site.stop()
    invariants.check(site, before.pages)

    again = FaultySite(tmp_path / "second" / "data")
    assert "restored" in naqala("restore", str(copy), "--data", str(again.data))
    held = asyncio.run(invariants.stored_games(again.data, {page.game_id for page in before.pages}))
    assert len(held) >= GAMES
    for page in before.pages:
        if page.game_id in held:
            hashes, _ = invariants.hashes_of(held[page.game_id])
            # The copy is the game as it was at some moment, and no other.
            assert all(hashes[seq] == page.hashes.get(seq, hashes[seq]) for seq in hashes)
    again.start()
    try:
        after = Crowd(again.address, random.Random(GAMES), think_s=(0.0, 0.05))
        players = [
            Page(after, page.game_id, page.seats, page.headers)
            for page in before.pages
            if page.game_id in held
        ]
        asyncio.run(after.play_on(players))
    finally:
        again.stop()
    assert all(page.is_over for page in players)
    ended = asyncio.run(invariants.stored_games(again.data, held))
    for game_id, records in ended.items():
        assert records[: len(held[game_id])] == held[game_id]
        hashes, state = invariants.hashes_of(records)
        assert state.is_over
        for page in players:
            if page.game_id == game_id:
                assert all(hashes[seq] == seen for seq, seen in page.hashes.items())


async def _copy_under_load(site: FaultySite, copy: Path) -> Crowd:
    crowd = Crowd(site.address, random.Random(GAMES))
    crowd.begin(GAMES)
    await crowd.all_play()
    for _ in range(COPIES):
        acks = crowd.figures.acks
        said = await asyncio.to_thread(
            naqala, "backup", str(copy), "--data", str(site.data), "--force"
        )
        assert "games of" in said
        assert crowd.figures.acks > acks, "nobody could play meanwhile"
    await crowd.rest()
    return crowd
