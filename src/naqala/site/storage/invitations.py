"""Links to friends, as stored: of a link's token only its hash is known."""

from dataclasses import dataclass

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from naqala.play import PlayerId, Started
from naqala.site.storage.store import Conflict, GameId, RoomId, Store, hash_token, open_room
from naqala.site.storage.tables import GAME, INVITATION, ROOM


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link leads to. `room_id` and its newest game, with the people who play it, are there
    once somebody has joined."""

    token_hash: bytes
    creator_id: PlayerId
    variant: str
    clock: str | None
    created_ms: int
    room_id: RoomId | None
    newest_id: GameId | None
    players: frozenset[PlayerId]


_QUERY = (
    select(INVITATION, ROOM.c.game_id, GAME.c.first_id, GAME.c.second_id)
    .outerjoin(ROOM, ROOM.c.id == INVITATION.c.room_id)
    .outerjoin(GAME, GAME.c.id == ROOM.c.game_id)
)


class Invitations:
    """The invitations of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(
        self,
        token: str,
        creator_id: PlayerId,
        variant: str,
        clock: str | None,
        at_ms: int,
        most_open: int,
    ) -> None:
        """Keeps a new invitation.

        Raises:
            Conflict: if the player has as many open ones already.

        """
        row = {
            "token_hash": hash_token(token),
            "creator_id": creator_id,
            "variant": variant,
            "clock": clock,
            "created_ms": at_ms,
        }
        count = select(func.count()).where(
            INVITATION.c.creator_id == creator_id, INVITATION.c.room_id.is_(None)
        )

        def operation(connection: Connection) -> None:
            if connection.execute(count).scalar_one() >= most_open:
                raise Conflict("too many invitations are open")
            connection.execute(insert(INVITATION), row)

        await self._store.write(operation)

    async def find(self, token: str) -> Invitation | None:
        """The invitation that a token opens."""
        query = _QUERY.where(INVITATION.c.token_hash == hash_token(token))
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else _invitation(row)

    async def all(self) -> list[Invitation]:
        """Every invitation that there is."""
        rows = await self._store.read(lambda connection: connection.execute(_QUERY).all())
        return [_invitation(row) for row in rows]

    async def join(
        self,
        token: str,
        creator_id: PlayerId,
        game_id: GameId,
        room_id: RoomId,
        started: Started,
        at_ms: int,
    ) -> None:
        """Begins the first game of an invitation that nobody has joined yet.

        Raises:
            Conflict: if somebody has, or it is gone.

        """
        token_hash = hash_token(token)

        def operation(connection: Connection) -> None:
            open_room(connection, room_id, creator_id, game_id, started, at_ms)
            # Of two who come at once only one finds the seat free.
            taken = connection.execute(
                update(INVITATION)
                .where(INVITATION.c.token_hash == token_hash, INVITATION.c.room_id.is_(None))
                .values(room_id=room_id)
            )
            if taken.rowcount == 0:
                raise Conflict("the seat is taken already")

        await self._store.write(operation)

    async def delete(self, token_hash: bytes) -> None:
        """Forgets an invitation: its link leads nowhere from now on."""
        query = delete(INVITATION).where(INVITATION.c.token_hash == token_hash)
        await self._store.write(lambda connection: connection.execute(query))


def _invitation(row: Row[tuple[object, ...]]) -> Invitation:
    return Invitation(
        token_hash=row.token_hash,
        creator_id=PlayerId(row.creator_id),
        variant=row.variant,
        clock=row.clock,
        created_ms=row.created_ms,
        room_id=None if row.room_id is None else RoomId(row.room_id),
        newest_id=None if row.game_id is None else GameId(row.game_id),
        players=frozenset(PlayerId(i) for i in (row.first_id, row.second_id) if i is not None),
    )
