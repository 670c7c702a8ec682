"""What must hold whatever has failed, read from the database when all is over."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

from naqala.play import Clock, Ended, Event, GameState, Granted, Played, Started, Undone, evolve
from naqala.rules import Reason
from naqala.site.settings import Settings
from naqala.site.storage import GameId, Record, Store
from tests.faults.page import Page, hash_of
from tests.faults.site import FaultySite

GRACE_MS = 1_500
"""What an outage may cost: time stands still soon after it has begun, not at once."""


def check(site: FaultySite, pages: list[Page]) -> dict[str, int]:
    """Checks every game that was played; returns how many games and plies they were."""
    stored = asyncio.run(stored_games(site.data, {page.game_id for page in pages}))
    assert len(stored) == len({page.game_id for page in pages}), "a game that was played is lost"
    plies = 0
    for game_id, records in stored.items():
        mine = [page for page in pages if page.game_id == game_id]
        assert [record.seq for record in records] == list(range(1, len(records) + 1))
        _all_commands_are_there_once(records, mine)
        _all_saw_the_same(records, mine)
        _nobody_lost_time(site, records, mine)
        plies += sum(isinstance(record.event, Played) for record in records)
    return {"games": len(stored), "plies": plies}


async def stored_games(data: Path, game_ids: Iterable[str]) -> dict[str, list[Record]]:
    """The events of those of these games that are stored in a data folder."""
    store = Store(Settings(data=data).database_url)
    try:
        found = {game_id: await store.load(GameId(game_id)) for game_id in game_ids}
    finally:
        store.close()
    return {game_id: game.records for game_id, game in found.items() if game is not None}


def _all_commands_are_there_once(records: list[Record], pages: list[Page]) -> None:
    """An acknowledged command is stored where it was said to be; none is stored twice."""
    sent = {number: command for page in pages for number, command in page.sent.items()}
    made = [
        record
        for record in records
        if isinstance(record.event, Played | Undone)
        and record.command is not None
        and record.command.player_id
    ]
    by_command = {str(record.command.command_id): record for record in made if record.command}
    assert len(by_command) == len(made)
    for command_id, record in by_command.items():
        command, event = sent[command_id], record.event
        if isinstance(event, Played):
            assert (event.seat, event.move) == (command["seat"], command["pit"])
        else:
            assert command["type"] == "undo"
    for page in pages:
        for command_id, seq in page.accepted.items():
            assert by_command[command_id].seq == seq, "an acknowledged move is lost"


def _all_saw_the_same(records: list[Record], pages: list[Page]) -> None:
    """Every state that a page has ever shown is the stored one, and the last one is the last."""
    hashes, state = hashes_of(records)
    for page in pages:
        for seq, seen in page.hashes.items():
            assert hashes[seq] == seen, f"{page.game_id} was another game at event {seq}"
        assert page.board is not None
        if page.board["seq"] == state.seq:
            assert (page.board["outcome"] is not None) is state.is_over


def hashes_of(records: list[Record]) -> tuple[dict[int, str], GameState]:
    """What each event of a stored game has led to, by `seq`, and where it stands."""
    state: GameState | None = None
    hashes = {}
    for record in records:
        state = evolve(state, record.event)
        position = state.position
        assert sum(position.board) + position.unscored == position.variant.total
        hashes[state.seq] = hash_of(state.seq, state.line)
    assert state is not None
    return hashes, state


def _nobody_lost_time(site: FaultySite, records: list[Record], pages: list[Page]) -> None:
    """No flag fell, and together both seats used no more time than people could move in."""
    began = records[0].event
    assert isinstance(began, Started)
    if began.clock is None:
        return
    spent_ms = 0
    before: Clock | None = None
    for record in records:
        event = record.event
        if isinstance(event, Ended):
            assert event.outcome.reason is not Reason.TIME, f"a flag fell in {pages[0].game_id}"
        after = _clock_of(event)
        if before is not None and after is not None and not isinstance(event, Granted):
            gained_ms = after.control.increment_s * 1_000 if isinstance(event, Played) else 0
            spent_ms += sum(before.remaining_ms) + gained_ms - sum(after.remaining_ms)
        before = after if after is not None else before
    first_s = min(page.began_s for page in pages)
    last_s = max(page.moved_s for page in pages)
    lived_ms = (last_s - first_s) * 1_000
    for begin_s, end_s in site.downtimes:
        lived_ms -= max(0.0, min(end_s, last_s) - max(begin_s, first_s)) * 1_000
    for begin_s, end_s in site.outages:
        lost_ms = (min(end_s, last_s) - max(begin_s, first_s)) * 1_000
        lived_ms -= max(0.0, lost_ms - GRACE_MS)
    assert spent_ms <= lived_ms + GRACE_MS, f"time was taken in {pages[0].game_id}"


def _clock_of(event: Event) -> Clock | None:
    if isinstance(event, Started | Played | Undone | Granted | Ended):
        return event.clock
    return None
