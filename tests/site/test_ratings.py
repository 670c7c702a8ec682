"""Ratings in the store: with the end of the game or not at all."""

from collections.abc import AsyncIterator, Callable

import pytest
from sqlalchemy import URL

from naqala.play import Human, Mode, PlayerId, Rating, Resign, Sow, Speed, rate
from naqala.rules import Game
from naqala.site.bus import Bus
from naqala.site.games import Games
from naqala.site.metrics import Metrics
from naqala.site.names import Names
from naqala.site.presence import Presence
from naqala.site.storage import Account, CommandId, GameId, StorageError, Store, StoredAccounts
from naqala.site.storage.ratings import MOST_OF_A_PAIR, PAIR_WINDOW_MS, Ratings

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


ANA, BETO = PlayerId("ana"), PlayerId("beto")


@pytest.fixture
async def store(url: URL) -> AsyncIterator[Store]:
    opened = Store(url)
    for player_id in (ANA, BETO):
        await opened.create_player(player_id, f"token-{player_id}", 1)
    yield opened
    opened.close()


async def play(
    store: Store, *, plies: int = 4, loser: PlayerId = BETO, now: Callable[[], int] = lambda: 1
) -> str:
    """A rated game of these two, which one of them gives up after some plies."""
    games = Games(store, Bus(), Presence(now), now, Names(), Metrics())
    game = await games.match((ANA, BETO), "kalah", "3+2", Mode.RATED)
    for number in range(plies):
        seat = game.state.seat_to_move
        assert seat is not None
        actor = game.state.sitters[seat]
        move = Sow(seat, game.state.board_seq, 1 + 2 * (number // 2))
        await games.execute(game.game_id, move, actor, CommandId(f"sow-{number}"))
    seat = game.state.seats_of(Human(loser))[0]
    await games.execute(game.game_id, Resign(seat), Human(loser), CommandId("resign"))
    return game.game_id


async def test_the_end_of_a_rated_game_changes_both_ratings(store: Store) -> None:
    ratings = Ratings(store)
    await play(store)
    expected = rate(Rating(), [(Rating(), 1.0)])
    ana = await ratings.get(ANA, Game.KALAH, Speed.BLITZ, 1)
    beto = await ratings.get(BETO, Game.KALAH, Speed.BLITZ, 1)
    assert ana.rating == expected
    assert (ana.wins, ana.draws, ana.losses) == (1, 0, 0)
    assert (beto.wins, beto.draws, beto.losses) == (0, 0, 1)
    assert beto.rating.rating == pytest.approx(3_000 - expected.rating)
    await play(store, loser=ANA)
    assert (await ratings.get(ANA, Game.KALAH, Speed.BLITZ, 1)).losses == 1
    assert len(await ratings.curve(ANA, Game.KALAH, Speed.BLITZ, 10)) == 2
    assert [game.value for game, _, _ in await ratings.of_player(ANA)] == ["kalah"]


async def test_the_same_two_change_their_ratings_ten_times_a_day_at_most(store: Store) -> None:
    """Who loses to himself in another account gains no more, and nothing is lost by playing on."""
    now_ms = [1]
    for number in range(MOST_OF_A_PAIR):
        await play(store, loser=(ANA, BETO)[number % 2], now=lambda: now_ms[0])
    before = await Ratings(store).get(ANA, Game.KALAH, Speed.BLITZ, 1)
    game_id = await play(store, now=lambda: now_ms[0])
    assert await Ratings(store).of_game(GameId(game_id)) == {}
    assert await Ratings(store).get(ANA, Game.KALAH, Speed.BLITZ, 1) == before
    now_ms[0] += PAIR_WINDOW_MS
    game_id = await play(store, now=lambda: now_ms[0])
    assert set(await Ratings(store).of_game(GameId(game_id))) == {0, 1}


async def test_games_that_are_too_short_change_nothing(store: Store) -> None:
    await play(store, plies=3)
    ana = await Ratings(store).get(ANA, Game.KALAH, Speed.BLITZ, 1)
    assert ana.rating == Rating()
    assert ana.wins == 0


async def test_other_games_and_speeds_have_ratings_of_their_own(store: Store) -> None:
    await play(store)
    for game, speed in ((Game.OWARE, Speed.BLITZ), (Game.KALAH, Speed.RAPID)):
        assert (await Ratings(store).get(ANA, game, speed, 1)).rating == Rating()


async def test_an_end_that_is_not_stored_changes_no_rating(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise StorageError("no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("naqala.site.execution.apply_result", fail)
        with pytest.raises(StorageError):
            await play(store)
    assert (await Ratings(store).get(ANA, Game.KALAH, Speed.BLITZ, 1)).wins == 0
    game_id = await store.newest_game(ANA)
    assert game_id is not None
    stored = await store.load(game_id)
    assert stored is not None
    assert len(stored.records) == 5  # the resignation went with its rating


async def test_leaders_are_those_of_whose_rating_one_is_sure(store: Store) -> None:
    await play(store)
    ratings = Ratings(store)
    accounts = StoredAccounts(store)
    for player_id in (ANA, BETO):
        account = Account(player_id, player_id, "hash", 1, None)
        await accounts.create(account, player_id, [], lambda _: None, is_new_player=False)
    assert await ratings.best(Game.KALAH, Speed.BLITZ, 110, 10) == []
    leaders = await ratings.best(Game.KALAH, Speed.BLITZ, 350, 10)
    assert [leader.player_id for leader in leaders] == [ANA, BETO]
