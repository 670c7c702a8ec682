"""Reviews of finished games, as stored: each is computed once."""

from sqlalchemy import Connection, delete, insert, select

from naqala.site.storage.store import GameId, Store
from naqala.site.storage.tables import GAME_REVIEW


class StoredReviews:
    """The reviews of a store, by game; `seq` is the event that the reviewed game ended with."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, game_id: GameId, seq: int) -> str | None:
        """The body of the review of a game that ended so, if there is one."""
        query = select(GAME_REVIEW.c.body).where(
            GAME_REVIEW.c.game_id == game_id, GAME_REVIEW.c.seq == seq
        )
        found: str | None = await self._store.read(
            lambda connection: connection.execute(query).scalar_one_or_none()
        )
        return found

    async def keep(self, game_id: GameId, seq: int, body: str) -> None:
        """Keeps a review in place of any earlier one: the game may have been taken back since."""

        def operation(connection: Connection) -> None:
            connection.execute(delete(GAME_REVIEW).where(GAME_REVIEW.c.game_id == game_id))
            connection.execute(insert(GAME_REVIEW).values(game_id=game_id, seq=seq, body=body))

        await self._store.write(operation)
