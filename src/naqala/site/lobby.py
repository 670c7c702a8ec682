"""Who looks for an opponent, and which games can be watched. Kept in memory: a seek ends with its
page."""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

import structlog
from msgspec import structs

from naqala.play import (
    FIRST_RATING,
    GameState,
    Human,
    Mode,
    PlayerId,
    Seek,
    TimeControl,
    pair,
)
from naqala.rules import Variant
from naqala.site import errors, protocol
from naqala.site.games import Games
from naqala.site.live_games import LiveGame
from naqala.site.names import Names
from naqala.site.site_clock import Clock
from naqala.site.storage import GameId, StorageError
from naqala.site.storage.ratings import Ratings
from naqala.site.wishes import clock_of, variant_of

_log = structlog.get_logger()

_WATCHED = (Mode.CASUAL, Mode.RATED)

WAVE_S = 1.0
"""Pause between two rounds of pairing, and between two messages to a page."""
MOST_LIVE = 12
"""Games that are offered to watch."""
MOST_RIVALS = 10_000
"""Players whose last rival is remembered, the latest matched."""
RATED_CLOCKS = ("3+2", "5+5")

Chooser: TypeAlias = Callable[[], float]
"""Gives a random number from 0 to 1."""


@dataclass(eq=False)
class LobbyPage:
    """A page of the lobby. `tell` sends it a message and must not wait."""

    player_id: PlayerId | None
    has_account: bool
    tell: Callable[[protocol.LobbyView | protocol.Found], None]
    seek: Seek | None = None
    told: protocol.LobbyView | None = None


@dataclass(frozen=True, slots=True)
class _Terms:
    mode: Mode
    variant: Variant
    clock: str


@dataclass(slots=True)
class _Live:
    """A game that can be watched. `strength` is its players' mean rating, None until looked up."""

    state: GameState
    view: protocol.LiveGameView
    strength: float | None = None


class Lobby:
    """The open pages of the lobby, their seeks, and the games between strangers."""

    def __init__(
        self,
        games: Games,
        ratings: Ratings,
        count_online: Callable[[], int],
        clock: Clock,
        names: Names,
        chance: Chooser = random.random,
    ) -> None:
        self._games = games
        self._ratings = ratings
        self._count_online = count_online
        self._clock = clock
        self._names = names
        self._chance = chance
        self._pages: dict[LobbyPage, None] = {}
        """In the order in which they came, so that equals are paired in that order."""
        self._last_rivals: dict[PlayerId, PlayerId] = {}
        self._live: dict[GameId, _Live] = {}
        self._task = asyncio.create_task(self._run(), name="lobby")

    @contextmanager
    def joined(self, page: LobbyPage) -> Iterator[None]:
        """Counts a page, and ends its seek when it goes."""
        self._pages[page] = None
        try:
            yield
        finally:
            del self._pages[page]

    async def seek(self, page: LobbyPage, wish: protocol.Seek) -> None:
        """Begins to look for an opponent for a page.

        Raises:
            ApiError: if the wish makes no sense, or a rated game is not for this player.

        """
        if page.player_id is None:
            raise errors.no_session()
        variant = variant_of(wish.variant)
        clock_of(wish.clock, 0)
        mode = Mode(wish.mode)
        if mode is Mode.RATED:
            if not page.has_account:
                raise errors.account_needed()
            if wish.clock not in RATED_CLOCKS or variant != Variant.parse(variant.game.value):
                raise errors.not_rated(RATED_CLOCKS)
        speed = TimeControl.parse(wish.clock).speed
        standing = await self._ratings.get(page.player_id, variant.game, speed, self._clock())
        page.seek = Seek(
            page.player_id,
            _Terms(mode, variant, wish.clock),
            standing.rating,
            self._clock(),
            self._last_rivals.get(page.player_id),
        )

    def cancel(self, page: LobbyPage) -> None:
        """Looks no more."""
        page.seek = None

    def consider(self, game: LiveGame) -> None:
        """Takes in a game that was loaded or changed: those between strangers can be watched."""
        state = game.state
        if state.mode not in _WATCHED:
            return
        if state.is_over:
            self._live.pop(game.game_id, None)
            return
        live = self._live.get(game.game_id)
        view = protocol.LiveGameView(
            id=game.game_id,
            variant=str(state.line.start.variant),
            mode=state.mode.value,
            clock=None if state.clock is None else str(state.clock.control),
            names=[
                self._names(sitter.player_id) if isinstance(sitter, Human) else sitter.level
                for sitter in state.sitters
            ],
            rating=None if live is None else live.view.rating,
            plies=len(state.line.moves),
        )
        self._live[game.game_id] = _Live(state, view, None if live is None else live.strength)

    async def live(self, most: int) -> list[protocol.LiveGameView]:
        """The games that can be watched now, the strongest first."""
        for game_id, live in list(self._live.items()):
            if live.strength is None:
                await self._rate(game_id, live.state)
        best = sorted(self._live.values(), key=lambda live: -(live.strength or FIRST_RATING))
        return [one.view for one in best[:most]]

    async def wave(self) -> None:
        """Pairs those who can be paired, and tells every page what has changed."""
        pages = {id(page.seek): page for page in self._pages if page.seek is not None}
        seeks = [page.seek for page in pages.values() if page.seek is not None]
        for first, second in pair(seeks, self._clock()):
            both = pages[id(first)], pages[id(second)]
            # A page may have gone, or changed its mind, while others were being matched.
            if both[0].seek is not first or both[1].seek is not second:
                continue
            if both[0] in self._pages and both[1] in self._pages:
                await self._match(both if self._chance() < 0.5 else (both[1], both[0]))
        view = await self._view()
        for page in tuple(self._pages):
            is_seeking = page.seek is not None
            mine = protocol.LobbyView(view.online, view.seeking, is_seeking, view.live)
            if mine != page.told:
                page.told = mine
                page.tell(mine)

    async def close(self) -> None:
        """Pairs no more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(WAVE_S)
            try:
                await self.wave()
            except Exception:
                _log.exception("the lobby stumbled")

    async def _match(self, pages: tuple[LobbyPage, LobbyPage]) -> None:
        seeks = pages[0].seek, pages[1].seek
        assert seeks[0] is not None
        assert seeks[1] is not None
        terms = seeks[0].terms
        assert isinstance(terms, _Terms)
        players = seeks[0].player_id, seeks[1].player_id
        try:
            game = await self._games.match(players, str(terms.variant), terms.clock, terms.mode)
        except StorageError as error:
            _log.warning("no game for two who were paired", reason=str(error))
            return
        self._remember_rivals(players)
        for page in self._pages:
            # In all tabs of a player the search is over; the one that looked goes to the game.
            if page.seek is not None and page.player_id in players:
                page.seek = None
                page.tell(protocol.Found(game.game_id))

    def _remember_rivals(self, players: tuple[PlayerId, PlayerId]) -> None:
        for mine, other in (players, players[::-1]):
            self._last_rivals.pop(mine, None)
            self._last_rivals[mine] = other
        while len(self._last_rivals) > MOST_RIVALS:
            del self._last_rivals[next(iter(self._last_rivals))]

    async def _rate(self, game_id: GameId, state: GameState) -> None:
        """Looks up how strong a game is, however it has begun: by a match, as a rematch, before a
        restart.
        """
        if state.clock is None:
            return
        game, speed = state.line.start.variant.game, state.clock.control.speed
        try:
            ratings = [
                (await self._ratings.get(sitter.player_id, game, speed, self._clock())).rating
                for sitter in state.sitters
                if isinstance(sitter, Human)
            ]
        except StorageError as error:
            _log.warning("strength of a game unknown", game_id=game_id, reason=str(error))
            return
        live = self._live.get(game_id)
        # It may have ended, or gone on, while the store was read.
        if live is None or not ratings:
            return
        live.strength = sum(rating.rating for rating in ratings) / len(ratings)
        if not any(rating.is_provisional for rating in ratings):
            live.view = structs.replace(live.view, rating=round(live.strength))

    async def _view(self) -> protocol.LobbyView:
        seekers = {page.player_id for page in self._pages if page.seek is not None}
        live = await self.live(MOST_LIVE)
        return protocol.LobbyView(self._count_online(), len(seekers), False, live)
