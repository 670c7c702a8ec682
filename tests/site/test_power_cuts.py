"""The server dies again and again while many people play with clocks over real sockets."""

import asyncio
import random
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from naqala.play import Clock, Ended, Event, Granted, Played, fold
from naqala.site.settings import Settings
from naqala.site.storage import GameId, Record, Store
from tests.conftest import StartServer
from tests.server import Server
from tests.site.crowd import Crowd, Player

MOST_QUOTA_MS = 1_000


@pytest.mark.parametrize(
    ("games", "kills"),
    [(10, 2), pytest.param(100, 6, marks=pytest.mark.slow)],
)
def test_no_move_is_lost_or_played_twice_and_the_downtime_is_nobodys(
    games: int, kills: int, start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    chance = random.Random(games)
    crowd = Crowd(server.address, chance, "kalah(6,3)", "5+5")
    # So many moves are made in any case before the games are over.
    moments = sorted(chance.sample(range(games, games * 12), kills))
    deaths_ms = asyncio.run(_play_with_power_cuts(crowd, server, games, moments))
    server.stop()

    stored = asyncio.run(_stored(tmp_path, [player.game_id for player in crowd.players]))
    assert sum(player.breaks for player in crowd.players) >= 2 * kills
    for ana, beto in zip(crowd.players[::2], crowd.players[1::2], strict=True):
        records = stored[ana.game_id]
        assert [record.seq for record in records] == list(range(1, len(records) + 1))
        _assert_all_moves_are_there_once(records, ana, beto)
        _assert_clocks_are_right(records, deaths_ms)
        state = fold(record.event for record in records)
        assert state.is_over
        for player in (ana, beto):
            assert player.board is not None
            assert player.board["places"] == list(state.position.board)
            assert player.seen == state.seq


async def _play_with_power_cuts(
    crowd: Crowd, server: Server, games: int, moments: Sequence[int]
) -> list[int]:
    """Plays all games; cuts the power when so many moves are acknowledged. When it was gone."""
    await crowd.gather(games)
    deaths_ms = []
    progress = asyncio.Event()
    crowd.on_acknowledged = progress.set
    playing = asyncio.create_task(crowd.play())
    for moment in moments:
        while crowd.acknowledged < moment and not playing.done():
            await asyncio.wait(
                [playing, asyncio.ensure_future(progress.wait())],
                return_when=asyncio.FIRST_COMPLETED,
            )
            progress.clear()
        server.kill()
        deaths_ms.append(time.time_ns() // 1_000_000)
        await asyncio.to_thread(server.start)
    await playing
    return deaths_ms


async def _stored(data: Path, game_ids: Sequence[str]) -> dict[str, list[Record]]:
    store = Store(Settings(data=data).database_url)
    try:
        found = {game_id: await store.load(GameId(game_id)) for game_id in game_ids}
        return {game_id: game.records for game_id, game in found.items() if game is not None}
    finally:
        store.close()


def _assert_all_moves_are_there_once(records: list[Record], *players: Player) -> None:
    sent = {number: command for player in players for number, command in player.sent.items()}
    played = [record for record in records if isinstance(record.event, Played)]
    by_command = {str(record.command.command_id): record for record in played if record.command}
    assert len(by_command) == len(played)
    for command_id, record in by_command.items():
        event = record.event
        assert isinstance(event, Played)
        assert (event.seat, event.move) == (sent[command_id]["seat"], sent[command_id]["pit"])
    for player in players:
        for command_id, seq in player.accepted.items():
            assert by_command[command_id].seq == seq


def _assert_clocks_are_right(records: list[Record], deaths_ms: Sequence[int]) -> None:
    """Each ply costs its seat no more than the time in which the server lived, and no less than
    what has passed since it lives again.
    """
    before: Clock | None = None
    began_ms = alive_ms = lost_ms = 0
    for record in records:
        event = record.event
        after = _clock_of(event)
        if isinstance(event, Granted):
            # It was dead from its last death on; what came after the last event was nobody's.
            death_ms = max(moment for moment in deaths_ms if moment <= record.at_ms)
            lost_ms += record.at_ms - max(death_ms, alive_ms)
            alive_ms = record.at_ms
        elif isinstance(event, Played) and after is not None:
            if before is not None and before.is_running:
                seat = event.seat
                increment_ms = after.control.increment_s * 1_000
                spent_ms = before.remaining_ms[seat] + increment_ms - after.remaining_ms[seat]
                assert spent_ms <= record.at_ms - began_ms - lost_ms
                assert spent_ms >= record.at_ms - alive_ms - MOST_QUOTA_MS
                assert before.remaining_ms[1 - seat] == after.remaining_ms[1 - seat]
            began_ms = alive_ms = record.at_ms
            lost_ms = 0
            before = after


def _clock_of(event: Event) -> Clock | None:
    return event.clock if isinstance(event, Played | Granted | Ended) else None
