"""The command path when several processes, or a failing disk, are in play."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from naqala.play import Human, PlayerId, Resign, Sow
from naqala.site.bus import Appended, Bus, Notice
from naqala.site.errors import ApiError
from naqala.site.games import Games
from naqala.site.protocol import NewGame
from naqala.site.storage import CommandId, GameId, StorageError, Store, migrate

ANA = PlayerId("ana")
ME = Human(ANA)

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    url = f"sqlite:///{tmp_path / 'test.sqlite'}"
    migrate(url)
    opened = Store(url)
    await opened.create_player(ANA, "token", 1)
    yield opened
    opened.close()


class Heard(Bus):
    """A bus that remembers what it told."""

    def __init__(self) -> None:
        super().__init__()
        self.notices: list[Notice] = []

    def publish(self, game_id: GameId, notice: Notice) -> None:
        self.notices.append(notice)
        super().publish(game_id, notice)


def games_on(store: Store) -> tuple[Games, list[Notice]]:
    """One process's games, and what its watchers hear."""
    bus = Heard()
    return Games(store, bus, clock=lambda: 1), bus.notices


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


async def test_the_same_command_sent_to_two_processes_is_played_once(store: Store) -> None:
    one, _ = games_on(store)
    two, _ = games_on(store)
    game = await one.create(ANA, NewGame("kalah", "local"))
    await two.get(game.game_id)
    first = await one.execute(game.game_id, Sow(0, 1, 3), ME, CommandId("same-001"))
    again = await two.execute(game.game_id, Sow(0, 1, 3), ME, CommandId("same-001"))
    assert again.is_repeat
    assert again.seq == first.seq
    stored = await store.load(game.game_id)
    assert stored is not None
    assert len(stored.records) == 2


async def test_what_could_not_be_stored_is_not_told_and_not_played(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, heard = games_on(store)
    game = await games.create(ANA, NewGame("kalah", "local"))

    async def fail(*_: object) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", fail)
        with pytest.raises(StorageError):
            await games.execute(game.game_id, Sow(0, 1, 3), ME, CommandId("full-001"))
    assert heard == []
    assert (await games.get(game.game_id)).state.seq == 1
    executed = await games.execute(game.game_id, Sow(0, 1, 3), ME, CommandId("full-001"))
    assert not executed.is_repeat


async def test_games_that_nobody_watches_are_let_go_and_read_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naqala.site.games.MOST_IDLE_GAMES", 2)
    games, _ = games_on(store)
    made = [await games.create(ANA, NewGame("kalah", "local")) for _ in range(5)]
    await games.execute(made[0].game_id, Sow(0, 1, 3), ME, CommandId("sow-0001"))
    for game in made:
        again = await games.get(game.game_id)
        assert again.state.seq == (2 if game is made[0] else 1)
    assert await games.get(made[0].game_id) is not made[0]
