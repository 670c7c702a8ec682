"""Accounts as stored: of passwords and recovery codes only the hashes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Executable, Row, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from naqala.play import PlayerId
from naqala.site.storage.store import Conflict, Store
from naqala.site.storage.tables import (
    ACCOUNT,
    FORMER_NAME,
    INVITATION,
    PLAYER,
    RATING,
    RATING_CHANGE,
    RECOVERY_CODE,
    SESSION,
)


class NameTaken(Exception):
    """Another account has this name, had it before, or has one that looks the same."""


class AccountGone(Exception):
    """The account was deleted meanwhile."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account; `renamed_ms` is when it last changed its name."""

    player_id: PlayerId
    name: str
    password_hash: str
    created_ms: int
    renamed_ms: int | None


class StoredAccounts:
    """The accounts of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(
        self,
        account: Account,
        skeleton: str,
        code_hashes: Sequence[bytes],
        also: Callable[[Connection], None],
        *,
        is_new_player: bool,
    ) -> None:
        """Makes an account of a player, who may be new; `also` is written in the same transaction.

        Raises:
            NameTaken: if the name is another's; Conflict if the player has an account.

        """

        def operation(connection: Connection) -> None:
            if is_new_player:
                connection.execute(
                    insert(PLAYER).values(id=account.player_id, created_ms=account.created_ms)
                )
            mine = select(ACCOUNT.c.name).where(ACCOUNT.c.player_id == account.player_id)
            if connection.execute(mine).one_or_none() is not None:
                raise Conflict("the player has an account")
            _claim(connection, account.player_id, skeleton)
            row = {
                "player_id": account.player_id,
                "name": account.name,
                "skeleton": skeleton,
                "password_hash": account.password_hash,
                "created_ms": account.created_ms,
            }
            _write_name(connection, insert(ACCOUNT).values(row))
            _set_codes(connection, account.player_id, code_hashes)
            also(connection)

        await self._store.write(operation)

    async def get(self, player_id: PlayerId) -> Account | None:
        """A player's account."""
        query = select(ACCOUNT).where(ACCOUNT.c.player_id == player_id)
        return await self._store.read(lambda connection: _account(connection, query))

    async def find(self, skeleton: str) -> Account | None:
        """The account with a name, by its skeleton."""
        query = select(ACCOUNT).where(ACCOUNT.c.skeleton == skeleton)
        return await self._store.read(lambda connection: _account(connection, query))

    async def find_former(self, skeleton: str) -> Account | None:
        """The account that once had a name."""
        query = (
            select(ACCOUNT)
            .join(FORMER_NAME, FORMER_NAME.c.player_id == ACCOUNT.c.player_id)
            .where(FORMER_NAME.c.skeleton == skeleton)
        )
        return await self._store.read(lambda connection: _account(connection, query))

    async def names(self) -> dict[PlayerId, str]:
        """What all accounts are called."""
        query = select(ACCOUNT.c.player_id, ACCOUNT.c.name)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return {PlayerId(row.player_id): row.name for row in rows}

    async def deleted(self) -> set[PlayerId]:
        """The players who have deleted themselves."""
        query = select(PLAYER.c.id).where(PLAYER.c.deleted_ms.is_not(None))
        rows = await self._store.read(lambda connection: connection.execute(query).scalars().all())
        return {PlayerId(player_id) for player_id in rows}

    async def rename(
        self, player_id: PlayerId, name: str, skeleton: str, at_ms: int, before: str
    ) -> None:
        """Changes a name, which must still be `before`, and keeps that one from others.

        Raises:
            NameTaken: if the name is another's; Conflict if it is not `before` any more.

        """

        def operation(connection: Connection) -> None:
            old = connection.execute(
                select(ACCOUNT.c.skeleton).where(
                    ACCOUNT.c.player_id == player_id, ACCOUNT.c.name == before
                )
            ).scalar_one_or_none()
            if old is None:
                raise Conflict("the account has another name already")
            if old != skeleton:
                _claim(connection, player_id, skeleton)
                connection.execute(delete(FORMER_NAME).where(FORMER_NAME.c.skeleton == skeleton))
                connection.execute(insert(FORMER_NAME).values(skeleton=old, player_id=player_id))
            _write_name(
                connection,
                update(ACCOUNT)
                .where(ACCOUNT.c.player_id == player_id)
                .values(name=name, skeleton=skeleton, renamed_ms=at_ms),
            )

        await self._store.write(operation)

    async def set_password(
        self,
        player_id: PlayerId,
        password_hash: str,
        also: Callable[[Connection], None] = lambda connection: None,
        used_code: bytes | None = None,
    ) -> None:
        """Changes a password; `also` is written in the same transaction.

        Raises:
            Conflict: if the recovery code that was used for it is none of the account's.
            AccountGone: if there is none any more.

        """

        def operation(connection: Connection) -> None:
            if used_code is not None:
                used = connection.execute(
                    delete(RECOVERY_CODE).where(
                        RECOVERY_CODE.c.code_hash == used_code,
                        RECOVERY_CODE.c.player_id == player_id,
                    )
                )
                if used.rowcount == 0:
                    raise Conflict("no such recovery code")
            changed = connection.execute(
                update(ACCOUNT)
                .where(ACCOUNT.c.player_id == player_id)
                .values(password_hash=password_hash)
            )
            if changed.rowcount == 0:
                raise AccountGone
            also(connection)

        await self._store.write(operation)

    async def has_code(self, player_id: PlayerId, code_hash: bytes) -> bool:
        """Whether a recovery code is one of the account's."""
        query = select(func.count()).where(
            RECOVERY_CODE.c.code_hash == code_hash, RECOVERY_CODE.c.player_id == player_id
        )
        return bool(
            await self._store.read(lambda connection: connection.execute(query).scalar_one())
        )

    async def set_codes(self, player_id: PlayerId, code_hashes: Sequence[bytes]) -> None:
        """Puts new recovery codes in the place of the old ones.

        Raises:
            AccountGone: if there is none any more.

        """

        def operation(connection: Connection) -> None:
            query = select(ACCOUNT.c.player_id).where(ACCOUNT.c.player_id == player_id)
            if connection.execute(query).one_or_none() is None:
                raise AccountGone
            _set_codes(connection, player_id, code_hashes)

        await self._store.write(operation)

    async def count_codes(self, player_id: PlayerId) -> int:
        """How many recovery codes are left."""
        query = select(func.count()).where(RECOVERY_CODE.c.player_id == player_id)
        return int(
            await self._store.read(lambda connection: connection.execute(query).scalar_one())
        )

    async def delete(self, player_id: PlayerId, at_ms: int) -> None:
        """Deletes all that is known of a player but the games, which others have played, too."""

        def operation(connection: Connection) -> None:
            for table in (RECOVERY_CODE, FORMER_NAME, ACCOUNT, SESSION, RATING_CHANGE, RATING):
                connection.execute(delete(table).where(table.c.player_id == player_id))
            connection.execute(delete(INVITATION).where(INVITATION.c.creator_id == player_id))
            connection.execute(
                update(PLAYER).where(PLAYER.c.id == player_id).values(deleted_ms=at_ms)
            )

        await self._store.write(operation)


def _claim(connection: Connection, player_id: PlayerId, skeleton: str) -> None:
    """Makes sure that nobody else has a name, or had it before."""
    for table in (ACCOUNT, FORMER_NAME):
        owner = select(table.c.player_id).where(table.c.skeleton == skeleton)
        if connection.execute(owner).scalar_one_or_none() not in (None, player_id):
            raise NameTaken("the name is taken")


def _write_name(connection: Connection, change: Executable) -> None:
    """Writes a name that was free a moment ago; another process may have taken it since."""
    try:
        connection.execute(change)
    except IntegrityError as error:
        raise NameTaken("the name is taken") from error


def _set_codes(connection: Connection, player_id: PlayerId, code_hashes: Sequence[bytes]) -> None:
    connection.execute(delete(RECOVERY_CODE).where(RECOVERY_CODE.c.player_id == player_id))
    rows = [{"code_hash": code_hash, "player_id": player_id} for code_hash in code_hashes]
    if rows:
        connection.execute(insert(RECOVERY_CODE), rows)


def _account(connection: Connection, query: Select[Any]) -> Account | None:
    row: Row[Any] | None = connection.execute(query).one_or_none()
    if row is None:
        return None
    return Account(
        PlayerId(row.player_id), row.name, row.password_hash, row.created_ms, row.renamed_ms
    )
