"""Everybody is a guest at once: a cookie with a random token, made with the first game.

An account's browsers carry the same kind of cookie; it changes whenever one enters.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import structlog
from starlette.requests import Request
from starlette.responses import Response

from naqala.play import PlayerId
from naqala.site.client_address import client_address
from naqala.site.identity import new_player_id, new_session_token
from naqala.site.limiter import Limiter
from naqala.site.limits import Limit
from naqala.site.outboxes import Outboxes
from naqala.site.site_clock import Clock
from naqala.site.storage import (
    StorageError,
    Store,
    StoredSession,
    StoredSessions,
    hash_token,
)

_log = structlog.get_logger()

SESSION_S = 400 * 24 * 60 * 60
"""Life of the cookie: the most that browsers grant."""

MOST_REMEMBERED = 10_000
"""Sessions remembered in memory, the latest used."""

SEEN_EVERY_MS = 60 * 60 * 1_000
"""How exactly it is known when a session was last used."""


@dataclass(frozen=True, slots=True)
class Session:
    """Who a request comes from; `key` is the hash of its token."""

    key: bytes
    player_id: PlayerId


@dataclass(frozen=True, slots=True)
class _Known:
    player_id: PlayerId
    seen_ms: int


@dataclass(frozen=True, slots=True)
class Ticket:
    """A session that is about to begin, with the token for its browser."""

    token: str
    session: StoredSession


class Guests:
    """Finds and makes players by the session cookie."""

    def __init__(
        self,
        store: Store,
        sessions: StoredSessions,
        outboxes: Outboxes,
        clock: Clock,
        limiter: Limiter,
        *,
        is_secure: bool,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._outboxes = outboxes
        self._clock = clock
        self._limiter = limiter
        self._is_secure = is_secure
        # `__Host-` binds the cookie to this host, but browsers take it over TLS only.
        self.cookie_name = "__Host-naqala" if is_secure else "naqala"
        self._known: OrderedDict[bytes, _Known] = OrderedDict()

    async def session_of(self, cookies: Mapping[str, str]) -> Session | None:
        """The session of a request, or None if it carries none that is known."""
        token = cookies.get(self.cookie_name)
        if not token:
            return None
        key = hash_token(token)
        known = self._known.get(key)
        if known is None:
            stored = await self._sessions.find(key)
            # It may have ended while the store was being asked.
            if stored is None or self._outboxes.has_ended(key):
                return None
            known = _Known(stored.player_id, stored.seen_ms or stored.created_ms)
        await self._see(key, known)
        return Session(key, known.player_id)

    async def player_of(self, cookies: Mapping[str, str]) -> PlayerId | None:
        """The player of a request, or None if it carries no session that is known."""
        session = await self.session_of(cookies)
        return None if session is None else session.player_id

    async def player_or_new(self, request: Request, response: Response) -> PlayerId:
        """The player of a request; a new one gets the cookie on `response`.

        Raises:
            ApiError: `too_many_requests`, if too many new ones come from an address.

        """
        player_id = await self.player_of(request.cookies)
        if player_id is not None:
            return player_id
        self._limiter.take(Limit.NEW_GUESTS, client_address(request.scope))
        player_id, token = new_player_id(), new_session_token()
        now_ms = self._clock()
        await self._store.create_player(player_id, token, now_ms)
        self._remember(hash_token(token), _Known(player_id, now_ms))
        self._set_cookie(token, response)
        return player_id

    def renew(self, cookies: Mapping[str, str], response: Response) -> None:
        """Gives the cookie of a session its whole life again."""
        self._set_cookie(cookies[self.cookie_name], response)

    def ticket(
        self, player_id: PlayerId, browser: str | None = None, system: str | None = None
    ) -> Ticket:
        """A new session for a player, which begins once it is stored."""
        now_ms, token = self._clock(), new_session_token()
        return Ticket(
            token,
            StoredSession(hash_token(token), player_id, now_ms, now_ms, browser, system),
        )

    def admit(self, ticket: Ticket, before: Session | None, response: Response) -> None:
        """Begins a session that is stored, in place of the one that the browser had before."""
        session = ticket.session
        if before is not None:
            self._known.pop(before.key, None)
            if before.player_id == session.player_id:
                # The same player in other tabs: they go on.
                self._outboxes.move(before.key, session.key)
            else:
                self._outboxes.end_sessions((before.key,))
        self._remember(session.key, _Known(session.player_id, session.created_ms))
        self._set_cookie(ticket.token, response)

    def forget(self, keys: Iterable[bytes]) -> None:
        """Ends sessions that are no longer stored: their sockets are closed."""
        ended = tuple(keys)
        for key in ended:
            self._known.pop(key, None)
        self._outboxes.end_sessions(ended)

    def dismiss(self, response: Response) -> None:
        """Takes the cookie back."""
        response.delete_cookie(
            self.cookie_name, path="/", secure=self._is_secure, httponly=True, samesite="lax"
        )

    async def _see(self, key: bytes, known: _Known) -> None:
        now_ms = self._clock()
        is_due = now_ms - known.seen_ms >= SEEN_EVERY_MS
        self._remember(key, replace(known, seen_ms=now_ms) if is_due else known)
        if is_due:
            try:
                await self._sessions.seen(key, now_ms)
            except StorageError as error:
                # Whoever only looks is not to suffer from it.
                _log.warning("a session's use was not noted", reason=str(error))

    def _set_cookie(self, token: str, response: Response) -> None:
        response.set_cookie(
            self.cookie_name,
            token,
            max_age=SESSION_S,
            path="/",
            secure=self._is_secure,
            httponly=True,
            samesite="lax",
        )

    def _remember(self, key: bytes, known: _Known) -> None:
        self._known[key] = known
        self._known.move_to_end(key)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
