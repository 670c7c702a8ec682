"""Signing up, entering, and all that an account may change about itself."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from sqlalchemy import Connection

from naqala.play import PlayerId
from naqala.site import errors
from naqala.site.accounts.account_names import AccountName, InvalidName, skeleton_of
from naqala.site.accounts.agents import agent_of
from naqala.site.accounts.attempts import Attempts
from naqala.site.accounts.passwords import Passwords, judge_password
from naqala.site.accounts.recovery import hash_code, new_codes
from naqala.site.guests import Guests, Session, Ticket
from naqala.site.identity import new_player_id
from naqala.site.limiter import Limiter
from naqala.site.limits import Limit
from naqala.site.names import Names
from naqala.site.site_clock import Clock
from naqala.site.storage import (
    Account,
    AccountGone,
    Conflict,
    NameTaken,
    StoredAccounts,
    StoredSession,
    StoredSessions,
)
from naqala.site.storage.sessions import end_other_sessions, replace_session

_log = structlog.get_logger()

RENAME_PAUSE_MS = 90 * 24 * 60 * 60 * 1_000
"""How long a name stays at least."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Where somebody enters from."""

    address: str
    user_agent: str


class Accounts:
    """All accounts. Nothing here logs a name, a password, a code or a token."""

    def __init__(
        self,
        stored: StoredAccounts,
        sessions: StoredSessions,
        guests: Guests,
        names: Names,
        passwords: Passwords,
        clock: Clock,
        limiter: Limiter,
        steady_clock: Clock,
    ) -> None:
        """All accounts; `steady_clock` never goes back, for limits that must not either."""
        self._stored = stored
        self._sessions = sessions
        self._guests = guests
        self._names = names
        self._passwords = passwords
        self._attempts = Attempts(steady_clock)
        self._clock = clock
        self._limiter = limiter

    async def learn_names(self) -> None:
        """Reads what all accounts are called."""
        self._names.learn(await self._stored.names(), await self._stored.deleted())

    async def get(self, player_id: PlayerId) -> Account:
        """A player's account.

        Raises:
            ApiError: `no_account`, for a guest.

        """
        account = await self._stored.get(player_id)
        if account is None:
            raise errors.no_account()
        return account

    async def named(self, name: str) -> Account | None:
        """The account that has a name, or once had it; as lenient as names are unique."""
        skeleton = skeleton_of(name)
        return await self._stored.find(skeleton) or await self._stored.find_former(skeleton)

    async def sessions(self, player_id: PlayerId) -> list[StoredSession]:
        """Where an account is logged in."""
        return await self._sessions.of_player(player_id)

    async def codes_left(self, player_id: PlayerId) -> int:
        """How many recovery codes an account has left."""
        return await self._stored.count_codes(player_id)

    async def sign_up(
        self, before: Session | None, name: str, password: str, visitor: Visitor
    ) -> tuple[Ticket, list[str]]:
        """Makes an account of a guest, or of somebody new; returns its recovery codes, too.

        Raises:
            ApiError: if name or password will not do, the name is taken, or this is an account.

        """
        parsed = _parse(name)
        judge_password(password, parsed.text)
        if before is not None and self._names.has_account(before.player_id):
            raise errors.has_account()
        if await self._stored.find(parsed.skeleton) is not None:
            raise errors.name_taken()
        self._limiter.take(Limit.SIGN_UPS, visitor.address)
        hashed = await self._passwords.hash(password)
        player_id = new_player_id() if before is None else before.player_id
        codes = new_codes()
        account = Account(player_id, parsed.text, hashed, self._clock(), None)
        ticket = self._guests.ticket(player_id, *agent_of(visitor.user_agent))
        try:
            await self._stored.create(
                account,
                parsed.skeleton,
                [hash_code(code) for code in codes],
                self._replacing(before, ticket),
                is_new_player=before is None,
            )
        except NameTaken:
            raise errors.name_taken() from None
        except Conflict:
            raise errors.has_account() from None
        self._names.change(player_id, parsed.text)
        self._attempts.remember(parsed.skeleton, visitor.address)
        _log.info("account created")
        return ticket, codes

    async def log_in(
        self, before: Session | None, name: str, password: str, visitor: Visitor
    ) -> Ticket:
        """Enters by name and password.

        Raises:
            ApiError: `wrong_password`, also for a name that nobody has; `too_many_attempts`.

        """
        skeleton = skeleton_of(name)
        self._attempts.begin(skeleton, visitor.address)
        account = await self._stored.find(skeleton)
        hashed = None if account is None else account.password_hash
        if not await self._passwords.matches(hashed, password) or account is None:
            raise errors.wrong_password()
        self._attempts.succeeded(skeleton, visitor.address)
        if self._passwords.is_outdated(account.password_hash):
            renewed = await self._passwords.hash(password)
            with contextlib.suppress(AccountGone):
                await self._stored.set_password(account.player_id, renewed)
        ticket = self._guests.ticket(account.player_id, *agent_of(visitor.user_agent))
        try:
            await self._sessions.open(ticket.session, None if before is None else before.key)
        except Conflict:
            raise errors.wrong_password() from None
        return ticket

    async def recover(
        self, before: Session | None, name: str, code: str, password: str, visitor: Visitor
    ) -> Ticket:
        """Enters by a recovery code, with a new password; all other sessions end.

        Raises:
            ApiError: `wrong_code`, also for a name that nobody has; `too_many_attempts`; if the new
                password will not do.

        """
        judge_password(password, name)
        skeleton = skeleton_of(name)
        self._attempts.begin(skeleton, visitor.address)
        account = await self._stored.find(skeleton)
        code_hash = hash_code(code)
        if account is None or not await self._stored.has_code(account.player_id, code_hash):
            raise errors.wrong_code()
        self._attempts.succeeded(skeleton, visitor.address)
        return await self._set_password(account, before, password, visitor, code_hash)

    async def change_password(
        self, session: Session, password: str, new_password: str, visitor: Visitor
    ) -> Ticket:
        """Changes the password; all other sessions end.

        Raises:
            ApiError: `wrong_password`; `too_many_attempts`; if the new one will not do.

        """
        account = await self.get(session.player_id)
        judge_password(new_password, account.name)
        await self._prove(account, password, visitor)
        return await self._set_password(account, session, new_password, visitor)

    async def renew_codes(self, player_id: PlayerId, password: str, visitor: Visitor) -> list[str]:
        """New recovery codes in place of the old ones.

        Raises:
            ApiError: `wrong_password`; `too_many_attempts`.

        """
        account = await self.get(player_id)
        await self._prove(account, password, visitor)
        codes = new_codes()
        try:
            await self._stored.set_codes(player_id, [hash_code(code) for code in codes])
        except AccountGone:
            raise errors.no_account() from None
        return codes

    async def rename(self, player_id: PlayerId, name: str) -> None:
        """Changes the name, which stays for 90 days then.

        Raises:
            ApiError: if the name will not do or is taken; `renamed_lately`.

        """
        account = await self.get(player_id)
        parsed = _parse(name)
        if parsed.text == account.name:
            return
        now_ms = self._clock()
        if account.renamed_ms is not None and now_ms < account.renamed_ms + RENAME_PAUSE_MS:
            raise errors.renamed_lately(account.renamed_ms + RENAME_PAUSE_MS)
        try:
            await self._stored.rename(player_id, parsed.text, parsed.skeleton, now_ms, account.name)
        except NameTaken:
            raise errors.name_taken() from None
        except Conflict:
            # Another tab was faster.
            raise errors.renamed_lately(now_ms + RENAME_PAUSE_MS) from None
        self._names.change(player_id, parsed.text)

    async def end_session(self, player_id: PlayerId, public_id: str) -> bytes:
        """Ends one of an account's sessions; returns its key.

        Raises:
            ApiError: `session_not_found`.

        """
        for session in await self._sessions.of_player(player_id):
            if session.public_id == public_id:
                await self._end([session.key])
                return session.key
        raise errors.session_not_found()

    async def log_out(self, session: Session) -> None:
        """Ends a session of an account.

        Raises:
            ApiError: `no_account`: a guest who leaves could never come back to his games.

        """
        await self.get(session.player_id)
        await self._end([session.key])

    async def delete(self, player_id: PlayerId, password: str, visitor: Visitor) -> None:
        """Deletes an account with all but its games.

        Raises:
            ApiError: `wrong_password`; `too_many_attempts`.

        """
        account = await self.get(player_id)
        await self._prove(account, password, visitor)
        keys = [session.key for session in await self._sessions.of_player(player_id)]
        await self._stored.delete(player_id, self._clock())
        self._names.delete(player_id)
        self._guests.forget(keys)
        _log.info("account deleted")

    async def _prove(self, account: Account, password: str, visitor: Visitor) -> None:
        skeleton = skeleton_of(account.name)
        self._attempts.begin(skeleton, visitor.address)
        if not await self._passwords.matches(account.password_hash, password):
            raise errors.wrong_password()
        self._attempts.succeeded(skeleton, visitor.address)

    async def _set_password(
        self,
        account: Account,
        before: Session | None,
        password: str,
        visitor: Visitor,
        used_code: bytes | None = None,
    ) -> Ticket:
        player_id = account.player_id
        hashed = await self._passwords.hash(password)
        ticket = self._guests.ticket(player_id, *agent_of(visitor.user_agent))
        replace = self._replacing(before, ticket)
        ended: list[bytes] = []

        def also(connection: Connection) -> None:
            replace(connection)
            ended[:] = end_other_sessions(connection, player_id, ticket.session.key)

        try:
            await self._stored.set_password(player_id, hashed, also, used_code)
        except Conflict:
            raise errors.wrong_code() from None
        except AccountGone:
            raise errors.no_account() from None
        self._guests.forget(ended)
        return ticket

    @staticmethod
    def _replacing(before: Session | None, ticket: Ticket) -> Callable[[Connection], None]:
        key = None if before is None else before.key
        return lambda connection: replace_session(connection, key, ticket.session)

    async def _end(self, keys: list[bytes]) -> None:
        await self._sessions.end(keys)
        self._guests.forget(keys)


def _parse(name: str) -> AccountName:
    try:
        return AccountName.parse(name)
    except InvalidName as error:
        raise errors.invalid_name(error.fault.value, str(error)) from None
