"""The cards of links: a picture of the game as it stands, drawn when somebody asks for it."""

from collections import OrderedDict
from http import HTTPStatus
from typing import Final

import anyio
import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from naqala.site.address_limits import count
from naqala.site.errors import ApiError
from naqala.site.languages import DEFAULT
from naqala.site.limits import Limit
from naqala.site.live_games import LiveGame
from naqala.site.pages.frame import known_etags
from naqala.site.pages.game_words import tell_game
from naqala.site.pictures.card import CARD_VERSION, Card, draw_card
from naqala.site.pictures.marks import NO_MARKS, Marks
from naqala.site.services import services_of

CARD: Final = "/card.png"
"""The address of the card of every page that is not a game."""

_MOST_KEPT: Final = 32
_MOST_WAITING: Final = 16
_MINUTE: Final = "public, max-age=60"
_HOUR: Final = "public, max-age=3600"


class _Cards:
    """Draws cards in a thread, one at a time, and keeps the newest."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._limiter: anyio.CapacityLimiter | None = None
        self._waiting = 0

    def has(self, key: str) -> bool:
        """Whether a card is drawn already."""
        return key in self._kept

    async def get(self, key: str, card: Card | None) -> bytes | None:
        """A card as PNG; None when too many wait already."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if self._waiting >= _MOST_WAITING:
            return None
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(1)
        self._waiting += 1
        try:
            drawn = await anyio.to_thread.run_sync(draw_card, card, limiter=self._limiter)
        finally:
            self._waiting -= 1
        self._kept[key] = drawn
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return drawn


async def public_game(request: Request) -> LiveGame:
    """The game of the address as anybody may see it: who reads cards brings no session.

    Raises:
        ApiError: `game_not_found`, also for a game of friends.

    """
    game_id = request.path_params["game_id"]
    return await services_of(request).rooms.visible_game(game_id, reader=None, token=None)


def card_routes() -> list[BaseRoute]:
    """Routes of the cards."""
    cards = _Cards()

    async def send(request: Request, key: str, card: Card | None, keeping: str) -> Response:
        etag = f'W/"{CARD_VERSION}-{key}"'
        headers = {"cache-control": keeping, "etag": etag}
        if etag in known_etags(request):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        if not cards.has(key):
            count(Limit.CARDS, request)
        drawn = await cards.get(key, card)
        if drawn is None:
            return Response(
                status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={"retry-after": "5"}
            )
        return Response(drawn, media_type="image/png", headers=headers)

    async def site(request: Request) -> Response:
        return await send(request, "site", None, _HOUR)

    async def game(request: Request) -> Response:
        try:
            live = await public_game(request)
        except ApiError:
            return await send(request, "site", None, _MINUTE)
        state = live.state
        words = tell_game(state, DEFAULT, services_of(request).names)
        last = state.line.last
        card = Card(
            position=state.position,
            marks=NO_MARKS if last is None else Marks.after(last),
            game=words.game,
            names=words.names,
            standing=words.standing,
        )
        keeping = _HOUR if state.is_over else _MINUTE
        return await send(request, f"{live.game_id}-{state.seq}", card, keeping)

    return [Route(CARD, site), Route("/g/{game_id}/card.png", game)]
