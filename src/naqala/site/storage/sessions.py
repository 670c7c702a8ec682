"""Sessions as stored: which browsers a player is logged in with."""

from dataclasses import dataclass

from sqlalchemy import Connection, Row, delete, insert, select, update

from naqala.play import PlayerId
from naqala.site.storage.store import Conflict, Store
from naqala.site.storage.tables import PLAYER, SESSION


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session; `key` is the hash of its token, `seen_ms` when it was last used, roughly."""

    key: bytes
    player_id: PlayerId
    created_ms: int
    seen_ms: int | None
    browser: str | None
    system: str | None

    @property
    def public_id(self) -> str:
        """What it is called by its owner; it opens nothing."""
        return self.key[:12].hex()


class StoredSessions:
    """The sessions of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, key: bytes) -> StoredSession | None:
        """The session of a token, by its hash."""
        query = select(SESSION).where(SESSION.c.token_hash == key)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else _session(row)

    async def of_player(self, player_id: PlayerId) -> list[StoredSession]:
        """All sessions of a player, the one that was used last first."""
        query = select(SESSION).where(SESSION.c.player_id == player_id)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        sessions = [_session(row) for row in rows]
        return sorted(sessions, key=lambda one: -(one.seen_ms or one.created_ms))

    async def seen(self, key: bytes, at_ms: int) -> None:
        """Notes that a session was used."""
        query = update(SESSION).where(SESSION.c.token_hash == key).values(seen_ms=at_ms)
        await self._store.write(lambda connection: connection.execute(query))

    async def open(self, session: StoredSession, instead_of: bytes | None) -> None:
        """Keeps a new session, in place of another one of the same browser.

        Raises:
            Conflict: if its player was deleted meanwhile.

        """

        def operation(connection: Connection) -> None:
            query = select(PLAYER.c.deleted_ms).where(PLAYER.c.id == session.player_id)
            if connection.execute(query).scalar_one() is not None:
                raise Conflict("the player is deleted")
            replace_session(connection, instead_of, session)

        await self._store.write(operation)

    async def end(self, keys: list[bytes]) -> None:
        """Forgets sessions."""
        query = delete(SESSION).where(SESSION.c.token_hash.in_(keys))
        await self._store.write(lambda connection: connection.execute(query))


def replace_session(connection: Connection, before: bytes | None, session: StoredSession) -> None:
    """Ends a browser's session and begins its next one."""
    if before is not None:
        connection.execute(delete(SESSION).where(SESSION.c.token_hash == before))
    connection.execute(
        insert(SESSION).values(
            token_hash=session.key,
            player_id=session.player_id,
            created_ms=session.created_ms,
            seen_ms=session.seen_ms,
            browser=session.browser,
            system=session.system,
        )
    )


def end_other_sessions(connection: Connection, player_id: PlayerId, key: bytes) -> list[bytes]:
    """Ends all sessions of a player but one; returns the keys of those that it ended."""
    others = (SESSION.c.player_id == player_id) & (SESSION.c.token_hash != key)
    ended = connection.execute(select(SESSION.c.token_hash).where(others)).scalars().all()
    connection.execute(delete(SESSION).where(others))
    return list(ended)


def _session(row: Row[tuple[object, ...]]) -> StoredSession:
    return StoredSession(
        row.token_hash,
        PlayerId(row.player_id),
        row.created_ms,
        row.seen_ms,
        row.browser,
        row.system,
    )
