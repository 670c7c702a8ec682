"""Ratings as stored: changed with the end of a rated game, in the same transaction."""

from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection, Row, func, insert, select, update

from naqala.play import PlayerId, RatedResult, Rating, Speed, rate
from naqala.rules import Game
from naqala.site.storage.store import GameId, Store
from naqala.site.storage.tables import ACCOUNT, RATING, RATING_CHANGE

MOST_OF_A_PAIR: Final = 10
"""Games of the same two at one game and speed that change their ratings within a day: who loses to
himself, or to a friend, on purpose gets no further."""
PAIR_WINDOW_MS: Final = 24 * 60 * 60 * 1_000


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating at a game and speed as it stood at `at_ms`, and his record."""

    player_id: PlayerId
    rating: Rating
    wins: int
    draws: int
    losses: int
    at_ms: int

    def at(self, now_ms: int) -> "Standing":
        """As it is now: without games one is less sure of it."""
        return replace(self, rating=self.rating.rested(now_ms - self.at_ms), at_ms=now_ms)


@dataclass(frozen=True, slots=True)
class Change:
    """What a game did to a rating; `deviation` is that of the new one."""

    before: float
    after: float
    deviation: float


class Ratings:
    """The ratings of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, player_id: PlayerId, game: Game, speed: Speed, now_ms: int) -> Standing:
        """A player's standing now; that of a beginner if he has not played yet."""
        return await self._store.read(
            lambda connection: standing(connection, player_id, game, speed, now_ms)
        )

    async def of_player(self, player_id: PlayerId) -> list[tuple[Game, Speed, Standing]]:
        """All standings of a player, as they were stored."""
        query = select(RATING).where(RATING.c.player_id == player_id)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [(Game(row.game), Speed(row.speed), _standing(row)) for row in rows]

    async def best(
        self, game: Game, speed: Speed, most_deviation: float, limit: int
    ) -> list[Standing]:
        """The leaders at a game and speed, of whose rating one is sure enough; accounts alone."""
        query = (
            select(RATING)
            .join(ACCOUNT, ACCOUNT.c.player_id == RATING.c.player_id)
            .where(
                RATING.c.game == game.value,
                RATING.c.speed == speed.value,
                RATING.c.deviation <= most_deviation,
            )
            .order_by(RATING.c.rating.desc())
            .limit(limit)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [_standing(row) for row in rows]

    async def of_game(self, game_id: GameId) -> dict[int, Change]:
        """What a rated game did to its players' ratings, by seat; nothing while it goes on."""
        query = select(RATING_CHANGE).where(RATING_CHANGE.c.game_id == game_id)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return {row.seat: Change(row.before, row.after, row.deviation) for row in rows}

    async def curve(
        self, player_id: PlayerId, game: Game, speed: Speed, limit: int
    ) -> list[tuple[int, float]]:
        """The last ratings of a player after each game: (milliseconds since 1970, rating)."""
        query = (
            select(RATING_CHANGE.c.at_ms, RATING_CHANGE.c.after)
            .where(
                RATING_CHANGE.c.player_id == player_id,
                RATING_CHANGE.c.game == game.value,
                RATING_CHANGE.c.speed == speed.value,
            )
            .order_by(RATING_CHANGE.c.at_ms.desc())
            .limit(limit)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [(row.at_ms, row.after) for row in reversed(rows)]


def standing(
    connection: Connection, player_id: PlayerId, game: Game, speed: Speed, now_ms: int
) -> Standing:
    """A player's standing now; that of a beginner if he has not played yet."""
    row = connection.execute(
        select(RATING).where(
            RATING.c.player_id == player_id,
            RATING.c.game == game.value,
            RATING.c.speed == speed.value,
        )
    ).one_or_none()
    if row is None:
        return Standing(player_id, Rating(), 0, 0, 0, now_ms)
    return _standing(row).at(now_ms)


def apply_result(connection: Connection, game_id: GameId, result: RatedResult, at_ms: int) -> None:
    """Changes both players' ratings by the end of a game, unless they have had too many lately."""
    if _count_of_pair(connection, result, at_ms - PAIR_WINDOW_MS) >= MOST_OF_A_PAIR:
        return
    before = [
        standing(connection, player_id, result.game, result.speed, at_ms)
        for player_id in result.players
    ]
    for seat, score in enumerate((result.first_score, 1 - result.first_score)):
        mine, rival = before[seat], before[1 - seat]
        rated = rate(mine.rating, [(rival.rating, score)])
        keys = {
            "player_id": mine.player_id,
            "game": result.game.value,
            "speed": result.speed.value,
        }
        values = {
            "rating": rated.rating,
            "deviation": rated.deviation,
            "volatility": rated.volatility,
            "wins": mine.wins + (score == 1),
            "draws": mine.draws + (score == 0.5),
            "losses": mine.losses + (score == 0),
            "at_ms": at_ms,
        }
        same = [RATING.c[name] == value for name, value in keys.items()]
        if connection.execute(update(RATING).where(*same).values(**values)).rowcount == 0:
            connection.execute(insert(RATING).values(**keys, **values))
        change = {
            "game_id": game_id,
            "seat": seat,
            "before": mine.rating.rating,
            "after": rated.rating,
            "deviation": rated.deviation,
            "at_ms": at_ms,
        }
        connection.execute(insert(RATING_CHANGE).values(**keys, **change))


def _count_of_pair(connection: Connection, result: RatedResult, since_ms: int) -> int:
    mine, rivals = RATING_CHANGE.alias(), RATING_CHANGE.alias()
    first, second = result.players
    query = (
        select(func.count())
        .select_from(mine)
        .join(rivals, (rivals.c.game_id == mine.c.game_id) & (rivals.c.seat != mine.c.seat))
        .where(
            mine.c.player_id == first,
            mine.c.game == result.game.value,
            mine.c.speed == result.speed.value,
            mine.c.at_ms > since_ms,
            rivals.c.player_id == second,
        )
    )
    return connection.execute(query).scalar_one()


def _standing(row: Row[tuple[object, ...]]) -> Standing:
    return Standing(
        PlayerId(row.player_id),
        Rating(row.rating, row.deviation, row.volatility),
        row.wins,
        row.draws,
        row.losses,
        row.at_ms,
    )
