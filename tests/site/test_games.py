"""The command path when several processes, or a failing disk, are in play."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import anyio
import pytest
from sqlalchemy import URL

from naqala.play import Human, PlayerId, Resign, Sow, Undo
from naqala.site.bus import Appended, Bus, Notice, Renewed
from naqala.site.errors import ApiError
from naqala.site.games import Games
from naqala.site.metrics import Metrics
from naqala.site.names import Names
from naqala.site.presence import Presence
from naqala.site.protocol import NewGame
from naqala.site.storage import CommandId, GameId, StorageError, Store

ANA = PlayerId("ana")
ME = Human(ANA)

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store(url: URL) -> AsyncIterator[Store]:
    opened = Store(url)
    await opened.create_player(ANA, "token", 1)
    yield opened
    opened.close()


class Heard(Bus):
    """A bus that remembers what it told."""

    def __init__(self) -> None:
        super().__init__()
        self.notices: list[Notice] = []

    def publish(self, topic: str, notice: Notice) -> None:
        self.notices.append(notice)
        super().publish(topic, notice)


def games_on(store: Store) -> tuple[Games, list[Notice]]:
    """One process's games, and what its watchers hear."""
    bus = Heard()
    return Games(store, bus, Presence(lambda: 1), lambda: 1, Names(), Metrics()), bus.notices


async def test_a_command_that_lost_the_race_is_decided_again(store: Store) -> None:
    """Two processes hold the same game; the second's first try meets a taken `seq`."""
    one, _ = games_on(store)
    two, heard = games_on(store)
    game = await one.create(ANA, NewGame("kalah", "local"))
    await two.get(game.game_id)
    await one.execute(game.game_id, Sow(0, 1, 3), ME, CommandId("one-0001"))
    # For the position that is gone it is stale, and the watchers have heard of the other's move.
    with pytest.raises(ApiError) as refused:
        await two.execute(game.game_id, Sow(0, 1, 6), ME, CommandId("two-0001"))
    assert refused.value.view.code == "stale"
    (notice,) = heard
    assert isinstance(notice, Appended)
    assert [event.seq for event in notice.events] == [2]
    # What is judged on the present state goes through.
    await one.execute(game.game_id, Sow(0, 2, 6), ME, CommandId("one-0002"))
    executed = await two.execute(game.game_id, Resign(1), ME, CommandId("two-0002"))
    assert executed.seq == 4
    assert (await two.get(game.game_id)).state.outcome is not None


@pytest.mark.parametrize("later", [0, 1, 3])
async def test_the_same_command_sent_to_two_processes_is_played_once(
    store: Store, later: int
) -> None:
    """The second one's copy is as old as before the command, however far the game has gone on."""
    one, _ = games_on(store)
    two, _ = games_on(store)
    game = await one.create(ANA, NewGame("kalah", "local"))
    await two.get(game.game_id)
    first = await one.execute(game.game_id, Sow(0, 1, 3), ME, CommandId("same-001"))
    # South's extra turn, then North's, then South again: the repeated move is legal once more.
    for seat, after, pit in [(0, 2, 6), (1, 3, 3), (0, 4, 1)][:later]:
        name = CommandId(f"later-{after:03}")
        await one.execute(game.game_id, Sow(seat, after, pit), ME, name)
    again = await two.execute(game.game_id, Sow(0, 1, 3), ME, CommandId("same-001"))
    assert again.events is None
    assert again.seq == first.seq
    stored = await store.load(game.game_id)
    assert stored is not None
    assert len(stored.records) == 2 + later


async def test_what_could_not_be_stored_is_not_told_and_not_played(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, heard = games_on(store)
    game = await games.create(ANA, NewGame("kalah", "local"))

    def fail(*_: object) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", fail)
        with pytest.raises(StorageError):
            await games.execute(game.game_id, Sow(0, 1, 3), ME, CommandId("full-001"))
    assert heard == []
    assert (await games.get(game.game_id)).state.seq == 1
    executed = await games.execute(game.game_id, Sow(0, 1, 3), ME, CommandId("full-001"))
    assert executed.events is not None


async def test_games_that_nobody_watches_are_let_go_and_read_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naqala.site.live_games.MOST_IDLE_GAMES", 2)
    games, _ = games_on(store)
    made = [await games.create(ANA, NewGame("kalah", "local")) for _ in range(5)]
    await games.execute(made[0].game_id, Sow(0, 1, 3), ME, CommandId("sow-0001"))
    for game in made:
        again = await games.get(game.game_id)
        assert again.state.seq == (2 if game is made[0] else 1)
    assert await games.get(made[0].game_id) is not made[0]


async def test_commands_that_waited_for_a_failed_one_see_what_is_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first fails; the second, which waited for its lock, must not go on with its copy."""
    games, _ = games_on(store)
    game = await games.create(ANA, NewGame("kalah", "local"))
    real_append = store.append
    fails = [True]

    def append(game_id: GameId, records: Any, then: Any, also: Any) -> None:
        def go_on() -> None:
            if fails.pop():
                then(None, StorageError("the disk is full"))
            else:
                fails.append(False)
                real_append(game_id, records, then, also)

        asyncio.get_running_loop().call_later(0.01, go_on)

    fails.insert(0, False)
    monkeypatch.setattr(store, "append", append)
    results: list[str] = []

    async def sow(name: str) -> None:
        try:
            await games.execute(game.game_id, Sow(0, 1, 3), ME, CommandId(name))
        except StorageError:
            results.append("failed")
        else:
            results.append("stored")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(sow, "first-01")
        await anyio.sleep(0)
        tasks.start_soon(sow, "second-1")
        await anyio.sleep(0.015)
        await games.get(game.game_id)
    assert results == ["failed", "stored"]
    stored = await store.load(game.game_id)
    assert stored is not None
    assert (await games.get(game.game_id)).state.seq == len(stored.records) == 2


async def test_the_next_game_begins_although_the_last_one_has_ended_meanwhile(
    store: Store,
) -> None:
    """What is known here says that the game goes on; another process has ended it."""
    one, _ = games_on(store)
    two, heard = games_on(store)
    game = await one.create(ANA, NewGame("kalah", "local"))
    await two.get(game.game_id)
    await one.execute(game.game_id, Resign(0), ME, CommandId("resign-01"))
    following = await two.create(ANA, NewGame("wari", "local", previous=game.game_id))
    assert (await two.get(game.game_id)).newest_id == following.game_id
    stored = await store.load(game.game_id)
    assert stored is not None
    assert len(stored.records) == 2
    assert isinstance(heard[-1], Renewed)


async def test_a_game_has_a_last_event_but_can_always_be_ended(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naqala.site.games.MOST_EVENTS", 4)
    games, _ = games_on(store)
    game = await games.create(ANA, NewGame("kalah", "local"))
    await games.execute(game.game_id, Sow(0, 1, 1), ME, CommandId("sow-0001"))
    await games.execute(game.game_id, Undo(0, 2), ME, CommandId("undo-0001"))
    await games.execute(game.game_id, Sow(0, 3, 1), ME, CommandId("sow-0002"))
    with pytest.raises(ApiError) as refused:
        await games.execute(game.game_id, Undo(0, 4), ME, CommandId("undo-0002"))
    assert refused.value.view.code == "game_too_long"
    await games.execute(game.game_id, Resign(0), ME, CommandId("resign-01"))
