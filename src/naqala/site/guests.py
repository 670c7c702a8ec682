"""Everybody is a guest at once: a cookie with a random token, made with the first game."""

from collections import OrderedDict
from collections.abc import Mapping

from starlette.responses import Response

from naqala.play import PlayerId
from naqala.site.games import Clock
from naqala.site.identity import new_player_id, new_session_token
from naqala.site.storage import Store

SESSION_S = 400 * 24 * 60 * 60
"""Life of the cookie: the most that browsers grant."""

MOST_REMEMBERED = 10_000
"""Sessions remembered in memory, the latest used."""


class Guests:
    """Finds and makes players by the session cookie."""

    def __init__(self, store: Store, clock: Clock, *, is_secure: bool) -> None:
        self._store = store
        self._clock = clock
        self._is_secure = is_secure
        # `__Host-` binds the cookie to this host, but browsers take it over TLS only.
        self.cookie_name = "__Host-naqala" if is_secure else "naqala"
        self._players: OrderedDict[str, PlayerId] = OrderedDict()

    async def player_of(self, cookies: Mapping[str, str]) -> PlayerId | None:
        """The player of a request, or None if it carries no session that is known."""
        token = cookies.get(self.cookie_name)
        if not token:
            return None
        player_id = self._players.get(token) or await self._store.find_player(token)
        if player_id is not None:
            self._remember(token, player_id)
        return player_id

    async def player_or_new(self, cookies: Mapping[str, str], response: Response) -> PlayerId:
        """The player of a request; a new one gets the cookie on `response`."""
        player_id = await self.player_of(cookies)
        if player_id is not None:
            return player_id
        player_id, token = new_player_id(), new_session_token()
        await self._store.create_player(player_id, token, self._clock())
        self._remember(token, player_id)
        self._set_cookie(token, response)
        return player_id

    def renew(self, cookies: Mapping[str, str], response: Response) -> None:
        """Gives the cookie of a session its whole life again."""
        self._set_cookie(cookies[self.cookie_name], response)

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

    def _remember(self, token: str, player_id: PlayerId) -> None:
        self._players[token] = player_id
        self._players.move_to_end(token)
        if len(self._players) > MOST_REMEMBERED:
            self._players.popitem(last=False)
